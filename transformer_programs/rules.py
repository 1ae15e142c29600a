"""A program as if-then sentences: what each value of a variable votes for.

>>> from transformer_programs.shelf import places
>>> for rule in rules_of(places.program):
...     print(rule)
if var0_embeddings is V01 (Anna, Jordan, Paris): +3 PER, +2 LOC
if var0_embeddings is V03 (Berlin, Kenya): +4 LOC
if var0_embeddings is V00 (<unk>, <s>, </s>, saw, the): +4 O
if var0_embeddings is V02 (in, at, near): +4 O
if var0_before is V02 (in, at, near): +2 LOC
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .emit import readable
from .emit.sentences import sentences
from .program import Program, types
from .program.steps import Answer, Classifier, Token
from .program.values import Number, symbol
from .simplify.groups import sources

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
    for vote in output.votes:
        kind = known[vote.reads]
        groups = members.get(source.get(vote.reads, ""), {})
        for value, weights in enumerate(vote.weights):
            cast = [(name, w) for name, w in zip(output.classes, weights, strict=True) if w]
            cast.sort(key=lambda pair: -pair[1])
            if not cast:
                continue
            if isinstance(kind, Number):
                condition, named = f"{vote.reads} is n, n times", "n"
            else:
                named = str(symbol(kind, value))
                condition = f"{vote.reads} is {named}{_listed(groups.get(value, []), named)}"
            yield VotingRule(vote.reads, named, condition, tuple(cast))


def _members(program: Program) -> dict[str, dict[int, list[str]]]:
    """The words of every value of every input variable."""
    found: dict[str, dict[int, list[str]]] = {}
    for step in program.steps:
        if isinstance(step, Token):
            groups = found.setdefault(step.out.name, {})
            for word, value in zip(program.vocabulary.words, step.lookup, strict=True):
                groups.setdefault(value, []).append(word)
    return found


def _listed(words: list[str], name: str) -> str:
    if words in ([], [name]):
        return ""
    more = f", and {len(words) - MOST_WORDS:,} more" if len(words) > MOST_WORDS else ""
    return f" ({', '.join(words[:MOST_WORDS])}{more})"
