"""The figures: drawn from what is stored, whole files."""

from __future__ import annotations

from transformer_programs.plot import MetricsLine, curves


def test_curves_have_a_line_per_seed_and_the_best_in_colour() -> None:
    metrics: list[MetricsLine] = [
        {
            "step": step,
            "seeds": [0, 1, 2],
            "loss": [None, 1 / step, 2 / step],
            "accuracy": [0.0, 0.1, 0.01 * step],
        }
        for step in (10, 20, 30, 40)
    ]
    above, below = curves(metrics).axes
    assert [line.get_linewidth() for line in above.lines] == [0.8, 0.8, 2]
    assert list(above.lines[2].get_xdata()) == [10, 20, 30, 40]
    assert list(below.lines[0].get_xdata()) == []  # a loss that is no number is not drawn
