"""One program, many ways: whatever runs it gives what the interpreter gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import evaluators
import five_rules
import pytest

import transformer_programs as tp
from transformer_programs.program import steps


@pytest.mark.parametrize("block", range(3))
def test_everything_that_runs_a_program_agrees(block: int) -> None:
    node = evaluators.find_node()
    assert node is not None
    with evaluators.Page(node) as page:
        tally = evaluators.agree(1, range(50 * block, 50 * block + 50), page)
    assert tally.differences == []
    assert set(tally.programs) == {*evaluators.EVALUATORS, "page"}
    assert set(tally.programs.values()) == {50}


def drawn(program: tp.Program, inputs: list[list[str]]) -> Iterator[str]:
    """What there is in a program and its inputs, by name."""
    vocabulary, output = program.vocabulary, program.output
    if vocabulary.unknown is not None and vocabulary.unknown in (vocabulary.begin, vocabulary.end):
        yield "unknown begin" if vocabulary.unknown == vocabulary.begin else "unknown end"
        if any(set(tokens) - set(vocabulary.words) for tokens in inputs):
            yield "unlisted words read as a mark"
    yield "refused" if not all(five_rules.takes(program, tokens) for tokens in inputs) else "taken"
    yield "causal" if program.causal else "sees all"
    yield "any length" if program.max_length is None else "bounded"
    yield (
        "answer"
        if isinstance(output, tp.program.Answer)
        else ("pooled" if output.pooled else "labels")
    )
    if isinstance(output, tp.program.Classifier):
        weights = [n for vote in output.votes for row in vote.weights for n in row]
        yield "big votes" if max(map(abs, weights), default=0) > 10**9 else "small votes"
    for step in program.steps:
        yield type(step).__name__
        if isinstance(step.out.type, tp.program.Number):
            yield f"low {step.out.type.low is not None}, high {step.out.type.high is not None}"
        if isinstance(step, tp.program.CategoricalHead | tp.program.NumericalHead):
            yield from (type(step.predicate).__name__, f"reach {step.reach}")
            yield getattr(step.predicate, "op", "no op")
        if isinstance(step, tp.program.CategoricalHead):
            yield from (f"choose {step.choose}", type(step.score).__name__)
            yield getattr(step.score, "best", "no best")
        if isinstance(step, tp.program.Mlp):
            yield getattr(step.function, "op", f"table of {len(step.reads)}")


def test_every_kind_of_program_is_drawn() -> None:
    cases = (evaluators.case_of(0, number) for number in range(400))
    found = {name for case in cases for name in drawn(case.program, case.inputs)}
    kinds = [*get_args(steps.Step), *get_args(steps.Predicate), steps.Extreme]
    wanted = {kind.__name__ for kind in kinds} | {
        *("unknown begin", "unknown end", "unlisted words read as a mark", "refused", "taken"),
        *("causal", "any length", "bounded", "answer", "pooled", "labels", "big votes"),
        *(f"low {low}, high {high}" for low in (True, False) for high in (True, False)),
        *(f"reach {reach}" for reach in get_args(steps.Reach)),
        *(f"choose {choose}" for choose in get_args(steps.Choose)),
        *(*get_args(steps.CompareOp), *get_args(steps.FormulaOp), *get_args(steps.Best)),
        *("table of 1", "table of 2", "table of 3"),
    }
    assert wanted <= found


def test_a_tie_that_goes_right_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = five_rules.copied_from

    def to_the_right(i: int, found: list[int], head: tp.program.CategoricalHead) -> int:
        chosen = right(i, found, head)
        other = 2 * i - chosen
        return other if head.choose == "nearest" and other in found else chosen

    monkeypatch.setattr(five_rules, "copied_from", to_the_right)
    monkeypatch.setattr(evaluators, "EVALUATORS", {"five rules": evaluators.by_the_rules})
    assert evaluators.agree(0, range(60), None).differences
