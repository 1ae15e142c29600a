"""Rules as generators of edits, the small edits they are made of, and the record of changes.

A rule is a generator: from what is known about a program to edits, each with the variable it is
about and what it does. An edit is the step to put in place of the one that writes its variable, the
output, or the whole program.

>>> from transformer_programs.analysis import infer
>>> from transformer_programs.shelf import induction
>>> @rule
... def no_votes(facts):
...     yield "output", "asks for the words", lang.Answer("tokens")
>>> changed, changes = no_votes(infer(induction.program))
>>> changed.output.reads, changes
('tokens', [Change(rule='no_votes', step='output', what='asks for the words')])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar

from ..analysis import Inference
from ..printer.size import step_size, votes_size
from ..program import Program, live, types
from ..program import steps as lang


@dataclass(frozen=True, slots=True)
class Change:
    """One change that a rule made to a step, or to the output (`step` is "output")."""

    rule: str
    step: str
    what: str

    def __str__(self) -> str:
        return f"{self.step}: {self.what}"


@dataclass(frozen=True, slots=True, repr=False)
class Simplification:
    """A simplified program, with the list of changes in order.

    `choices` are other Pareto-optimal programs found while pruning, each with its own chain.
    """

    program: Program
    changes: tuple[Change, ...] = ()
    choices: tuple[Program, ...] = ()

    def __repr__(self) -> str:
        return f"<Simplification: {len(self.program.steps)} steps, {len(self.changes)} changes>"


P = TypeVar("P")

# A variable, what is done to it, and what is new.
Edit = tuple[str, str, lang.Step | lang.Output | Program]
Changed = tuple[Program, list[Change]]
Rule = Callable[[Inference], Changed]


def by_rules(changes: Sequence[Change]) -> str:
    """The claim about programs changed by exact rules.

    >>> by_rules([Change("dead_steps", "x", "nothing reads it")])
    'same answer on every input, by rules (1 change)'
    """
    return f"same answer on every input, by rules ({counted(len(changes), 'change')})"


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def rule(find: Callable[[Inference], Iterable[Edit]]) -> Rule:
    """The rule that makes the edits that a function finds, all of them at once."""

    @wraps(find)
    def apply(facts: Inference) -> Changed:
        program, new_steps, changes = facts.program, dict[str, lang.Step](), list[Change]()
        output = program.output
        for name, what, new in find(facts):
            changes.append(Change(find.__name__, name, what))
            match new:
                case Program():
                    program, output = new, new.output
                case lang.Answer() | lang.Classifier():
                    output = new
                case step:
                    new_steps[name] = step
        program = with_steps(program, new_steps)
        if output != program.output:
            program = replace(program, output=output)
        return (program, changes) if program != facts.program else (facts.program, [])

    return apply


def greedy(
    start: P,
    propose: Callable[[P], Iterable[P]],
    accept: Callable[[P], bool],
    size: Callable[[P], Any],
) -> P:
    """Take the first proposal that is smaller and accepted, until there is none.

    >>> def shorter(text):
    ...     return (text[:i] + text[i + 1 :] for i in range(len(text)))
    >>> greedy("abcabc", shorter, lambda text: "c" in text, len)
    'c'
    """
    found: P | None = start
    while found is not None:
        best, limit = found, size(found)
        found = next((p for p in propose(best) if size(p) < limit and accept(p)), None)
    return best


def with_steps(program: Program, new: dict[str, lang.Step]) -> Program:
    """The program with some steps replaced, by the name of their variable."""
    steps = tuple(new.get(step.out.name, step) for step in program.steps)
    return program if steps == program.steps else replace(program, steps=steps)


def without_dead(program: Program) -> Program:
    """The program without the steps that do not reach the output; it keeps at least one step."""
    alive = live(program) or {program.steps[0].out.name}
    steps = tuple(step for step in program.steps if step.out.name in alive)
    return program if len(steps) == len(program.steps) else replace(program, steps=steps)


def lines_saved(old: Program, new: Program) -> int:
    """About how many printed lines fewer a program has; steps that both have are not printed."""

    def own(program: Program, other: Program) -> int:
        known, output = types(program), program.output
        steps = [step for step in program.steps if step not in other.steps]
        votes = votes_size(output, known) if isinstance(output, lang.Classifier) else 0
        return sum(1 + step_size(step, known) for step in steps) + votes

    return own(old, new) - own(new, old)


def renamed(program: Program, old: str, new: str) -> Program:
    """The program with everything that read `old` reading `new`; votes on both are added up."""

    def name(read: str) -> str:
        return new if read == old else read

    steps = tuple(lang.with_reads(step, name) for step in program.steps)
    output = program.output
    match output:
        case lang.Answer(read):
            output = replace(output, reads=name(read))
        case lang.Classifier(votes=votes):
            for vote in votes:
                if vote.reads == old:
                    output = revoted(output, old, lang.Vote(new, vote.weights))
    return replace(program, steps=steps, output=output)


def revoted(output: lang.Classifier, old: str, vote: lang.Vote) -> lang.Classifier:
    """The output with a vote in place of another: added to those that its variable has."""
    votes = {other.reads: other for other in output.votes if other.reads != old}
    if vote.reads in votes:
        rows = zip(votes[vote.reads].weights, vote.weights, strict=True)
        vote = lang.Vote(vote.reads, tuple(added(*pair) for pair in rows))
    return replace(output, votes=tuple((votes | {vote.reads: vote}).values()))


def added(row: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Two rows of weights, class by class."""
    return tuple(a + b for a, b in zip(row, other, strict=True))


def is_input(step: lang.Step) -> bool:
    """Whether a step reads nothing but the input."""
    return isinstance(step, lang.Token | lang.Position | lang.One)
