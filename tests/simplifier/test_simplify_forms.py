"""Closed forms are found again in the rows and cells they are written out to."""

from __future__ import annotations

import numpy as np
import pytest
from test_simplify_rules import PLACE, WORD, YES_NO

from transformer_programs.analysis.grids import function_grid, match_grid
from transformer_programs.program.steps import (
    Compare,
    Formula,
)
from transformer_programs.program.values import Number
from transformer_programs.simplifier.closed_forms import function_form, predicate_form

# --- closed forms ---------------------------------------------------------------------------------


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("shift", [-1, 0, 2])
def test_every_comparison_is_found_again(op, shift: int) -> None:
    grid = match_grid(Compare(op, shift), PLACE, PLACE)
    found = predicate_form(grid, np.ones_like(grid), PLACE, PLACE)
    assert np.array_equal(match_grid(found, PLACE, PLACE), grid)


@pytest.mark.parametrize("op", ["+", "-", "min", "max"])
@pytest.mark.parametrize("shift", [-1, 0, 2])
def test_every_sum_is_found_again(op, shift: int) -> None:
    operands = (Number(0, 4), PLACE)
    grid = function_grid(Formula(op, shift), operands, Number(0, 7))
    order, found = function_form(grid, np.ones_like(grid, dtype=bool), operands, Number(0, 7))
    assert np.array_equal(
        function_grid(found, tuple(operands[i] for i in order), Number(0, 7)).transpose(order), grid
    )


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", "and", "or"])
def test_every_truth_is_found_again(op) -> None:
    grid = function_grid(Formula(op), (PLACE, PLACE), YES_NO)
    order, found = function_form(grid, np.ones_like(grid, dtype=bool), (PLACE, PLACE), YES_NO)
    assert np.array_equal(function_grid(found, (PLACE, PLACE), YES_NO).transpose(order), grid)


def test_words_are_not_compared_with_a_shift() -> None:
    grid = match_grid(Compare("==", 1), Number(0, 3), Number(0, 3))
    assert predicate_form(grid, np.ones_like(grid), WORD, WORD) is None
