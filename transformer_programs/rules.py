"""A program as if-then sentences: what each value of a variable votes for.

>>> from transformer_programs.shelf import places
>>> for rule in rules_of(places.program):
...     print(rule)
if var0_embeddings is V01 (Anna, Jordan, Paris): +3 PER, +2 LOC
if var0_embeddings is V03 (Berlin, Kenya): +4 LOC
if var0_embeddings is V00 (saw, the, <s>, </s>, and all other words): +4 O
if var0_embeddings is V02 (in, at, near): +4 O
if var0_before is V02 (in, at, near): +2 LOC
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from .printer import readable
from .printer.sentences import sentences
from .program import Program, types
from .program.steps import Answer, Classifier, Mlp, Table, Token
from .program.values import Number, domain, symbol
from .simplifier.groups import sources

MOST_WORDS = 6  # of a group that are named


@dataclass(frozen=True, slots=True)
class VotingRule:
    """If a variable has a value, so many votes go to each of some classes."""

    variable: str
    value: str
    condition: str
    votes: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        said = ", ".join(f"{count:+} {name}" for name, count in self.votes)
        return f"if {self.condition}: {said}"


def rules_of(program: Program) -> tuple[VotingRule, ...]:
    """The rules of a program in its simplest form; those of one variable stand together.

    A program that answers with a variable has no votes, and so no rules.
    """
    shown = readable(program)
    if isinstance(shown.output, Answer):
        return ()
    return tuple(_rules(shown, shown.output))


def sentences_of(program: Program) -> list[str]:
    """The rules as text; of a program without votes, what its steps do."""
    shown = readable(program)
    if isinstance(shown.output, Classifier):
        return [str(rule) for rule in rules_of(program)]
    told = [f"{name}: {text}" for name, text in sentences(shown)]
    return [*told, f"the answer is {shown.output.reads}"]


def _rules(program: Program, output: Classifier) -> Iterator[VotingRule]:
    known, source, members = types(program), sources(program), _members(program)
    looked_up = {step.out.name for step in program.steps if isinstance(step, Mlp)}
    for vote in output.votes:
        kind = known[vote.reads]
        groups = members.get(source.get(vote.reads, vote.reads), {})
        for value, weights in enumerate(vote.weights):
            cast = [(name, w) for name, w in zip(output.classes, weights, strict=True) if w]
            cast.sort(key=lambda pair: -pair[1])
            if not cast:
                continue
            if isinstance(kind, Number):
                condition, named = f"{vote.reads} is n, n times", "n"
            else:
                named, words = str(symbol(kind, value)), groups.get(value, [])
                said = f"{named}{_listed(words, named, program.vocabulary.unknown)}"
                if vote.reads in looked_up and words:  # pairs say more than their number
                    more = [f"{len(words) - MOST_WORDS:,} more"] * (len(words) > MOST_WORDS)
                    said = " or ".join([*words[:MOST_WORDS], *more])
                condition = f"{vote.reads} is {said}"
            yield VotingRule(vote.reads, named, condition, tuple(cast))


def _members(program: Program) -> dict[str, dict[int, list[str]]]:
    """The words of every value of every input variable; of tables of these, what is looked up."""
    found: dict[str, dict[int, list[str]]] = {}
    for step in program.steps:
        if isinstance(step, Token):
            pairs = list(zip(program.vocabulary.words, step.lookup, strict=True))
            pairs.sort(key=lambda pair: pair[0][:1] + pair[0][-1:] == "<>")  # marks come last
        elif isinstance(step, Mlp) and isinstance(step.function, Table) and len(step.reads) > 1:
            kinds = [types(program)[name] for name in step.reads]
            names = ([str(symbol(kind, value)) for value in domain(kind)] for kind in kinds)
            pairs = list(zip(map(" ".join, product(*names)), step.function.cells, strict=True))
        else:
            continue
        groups = found.setdefault(step.out.name, {})
        for words, value in pairs:
            groups.setdefault(value, []).append(words)
    return found


def _listed(words: list[str], name: str, unknown: str | None) -> str:
    """The first of some words in brackets; with the unknown word, all others belong to them."""
    if words in ([], [name]):
        return ""
    known = [word for word in words if word != unknown]
    more = f"{len(known) - MOST_WORDS:,} more" if len(known) > MOST_WORDS else ""
    last = "all other words" if len(known) < len(words) else more
    return f" ({', '.join([*known[:MOST_WORDS], *([f'and {last}'] if last else [])])})"
