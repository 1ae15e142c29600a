"""The votes of a program as a table: one row per value that votes, one column per class.

>>> from transformer_programs.shelf import places
>>> vote_table(places.program)[-1]
{'variable': 'previous_var0', 'value': 'V02', 'words': 'in, at, near', 'O': 0, 'PER': 0, 'LOC': 2}
"""

from __future__ import annotations

from itertools import product

from .printer.scope import sources
from .program import Program, types
from .program.steps import Answer, Mlp, Table, Token
from .program.values import Number, domain, symbol
from .simplifier import readable


def vote_table(program: Program) -> list[dict[str, str | int]]:
    """The rows of the table, of the program in its simplest form; none where nothing votes."""
    shown = readable(program)
    if isinstance(shown.output, Answer):
        return []
    known, source, words = types(shown), sources(shown), _words(shown)
    rows: list[dict[str, str | int]] = []
    for vote in shown.output.votes:
        kind, origin = known[vote.reads], source.get(vote.reads, vote.reads)
        for value, weights in enumerate(vote.weights):
            if any(weights):
                named = "each 1" if isinstance(kind, Number) else str(symbol(kind, value))
                listed = ", ".join(words.get((origin, value), ()))
                row = {"variable": vote.reads, "value": named, "words": listed}
                rows.append(row | dict(zip(shown.output.classes, weights, strict=True)))
    return rows


def _words(program: Program) -> dict[tuple[str, int], list[str]]:
    """The words of every value of a word variable; of a table, the values it is looked up for."""
    kinds, found = types(program), dict[tuple[str, int], list[str]]()
    for step in program.steps:
        if isinstance(step, Token):
            pairs = zip(program.vocabulary.words, step.lookup, strict=True)
        elif isinstance(step, Mlp) and isinstance(step.function, Table):
            names = ([str(symbol(kinds[r], v)) for v in domain(kinds[r])] for r in step.reads)
            pairs = zip(map(" ".join, product(*names)), step.function.cells, strict=True)
        else:
            continue
        for text, value in pairs:
            found.setdefault((step.out.name, value), []).append(text)
    return found
