"""One program, many ways: whatever runs it gives what the interpreter gives."""

from __future__ import annotations

import evaluators
import five_rules
import pytest

import transformer_programs as tp


@pytest.mark.parametrize("block", range(2))
def test_everything_that_runs_a_program_agrees(block: int) -> None:
    node = evaluators.find_node()
    assert node is not None
    with evaluators.Page(node) as page:
        tally = evaluators.agree(1, range(50 * block, 50 * block + 50), page)
    assert tally.differences == []
    assert set(tally.programs) == {*evaluators.EVALUATORS, "page"}
    assert set(tally.programs.values()) == {50}


# A value that no word has; the empty word as a key; a flag that is never 1.
@pytest.mark.parametrize(("seed", "number"), [(4713, 10378), (6101, 976), (6102, 2017)])
def test_odd_values_can_be_named(seed: int, number: int) -> None:
    assert evaluators.agree(seed, range(number, number + 1), None).differences == []


def test_a_tie_that_goes_right_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = five_rules.copied_from

    def to_the_right(i: int, found: list[int], head: tp.program.CategoricalHead) -> int:
        chosen = right(i, found, head)
        other = 2 * i - chosen
        return other if head.choose == "nearest" and other in found else chosen

    monkeypatch.setattr(five_rules, "copied_from", to_the_right)
    monkeypatch.setattr(evaluators, "EVALUATORS", {"five rules": evaluators.by_the_rules})
    assert evaluators.agree(0, range(60), None).differences
