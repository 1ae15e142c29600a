"""Small edits of a program that the rules are made of, and the record of what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ..infer import Inference
from ..program import Program
from ..program.steps import (
    Answer,
    Classifier,
    One,
    Output,
    Position,
    Step,
    Token,
    Vote,
    reads,
    with_reads,
)
from ..program.values import size


@dataclass(frozen=True, slots=True)
class Change:
    """What one rule did to one step, or to the output (`step` is "output")."""

    rule: str
    step: str
    what: str

    def __str__(self) -> str:
        return f"{self.step}: {self.what}"


Changed = tuple[Program, list[Change]]
Rule = Callable[[Inference], Changed]


def with_steps(program: Program, new: Mapping[str, Step]) -> Program:
    """The program with some steps replaced, by the name of their variable."""
    if not new:
        return program
    steps = tuple(new.get(step.out.name, step) for step in program.steps)
    return program if steps == program.steps else replace(program, steps=steps)


def renamed(program: Program, old: str, new: str) -> Program:
    """The program with everything that read `old` reading `new`; votes on both are added up."""

    def name(read: str) -> str:
        return new if read == old else read

    steps = tuple(with_reads(step, name) if old in reads(step) else step for step in program.steps)
    return replace(program, steps=steps, output=_renamed_output(program.output, old, new))


def _renamed_output(output: Output, old: str, new: str) -> Output:
    if isinstance(output, Answer):
        return Answer(new) if output.reads == old else output
    votes = {vote.reads: vote for vote in output.votes}
    if old not in votes:
        return output
    moved = votes.pop(old)
    if new in votes:
        moved = Vote(new, added(votes[new].weights, moved.weights))
    votes[new] = Vote(new, moved.weights)
    return replace(output, votes=in_step_order(votes.values(), output))


def in_step_order(votes: Iterable[Vote], output: Classifier) -> tuple[Vote, ...]:
    """Votes in the order they had; new ones last."""
    place = {vote.reads: i for i, vote in enumerate(output.votes)}
    return tuple(sorted(votes, key=lambda vote: place.get(vote.reads, len(place))))


def added(
    a: tuple[tuple[int, ...], ...], b: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Two tables of weights, added cell by cell."""
    return tuple(
        tuple(x + y for x, y in zip(row, other, strict=True))
        for row, other in zip(a, b, strict=True)
    )


def readers(program: Program) -> dict[str, list[Step]]:
    """The steps that read each variable."""
    found: dict[str, list[Step]] = {step.out.name: [] for step in program.steps}
    for step in program.steps:
        for name in dict.fromkeys(reads(step)):
            found[name].append(step)
    return found


def output_reads(program: Program) -> tuple[str, ...]:
    """The variables the output reads."""
    output = program.output
    if isinstance(output, Answer):
        return (output.reads,)
    return tuple(vote.reads for vote in output.votes)


def is_input(step: Step) -> bool:
    """Whether a step reads nothing but the input."""
    return isinstance(step, Token | Position | One)


def smallest_input(program: Program, before: str) -> str | None:
    """The input variable with the fewest values that is written before a step."""
    found: list[tuple[int, str]] = []
    for step in program.steps:
        if step.out.name == before:
            break
        count = size(step.out.type)
        if is_input(step) and count is not None:
            found.append((count, step.out.name))
    return min(found, key=lambda item: item[0])[1] if found else None
