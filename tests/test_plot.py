"""The figures: drawn from what is stored, whole files."""

from __future__ import annotations

from pathlib import Path

from transformer_programs.plot import MetricsLine, curves, read_counts, reads, save
from transformer_programs.program.steps import CategoricalHead, NumericalHead
from transformer_programs.shelf import SHELF, histogram, induction


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


def test_reads_are_counted_by_layer_and_role(tmp_path: Path) -> None:
    counts = read_counts([induction.program, histogram.program], CategoricalHead)
    assert counts[(0, "query")] == {"positions": 1}
    assert counts[(1, "key")] == {"attn": 1}
    assert read_counts([histogram.program], NumericalHead)[(0, "value")] == {"ones": 1}
    figure = reads([example.program for example in SHELF.values()])
    for axes in figure.axes:  # the shares of a bar add up to all of it
        widths = [[bar.get_width() for bar in part.patches] for part in axes.containers]
        assert {round(sum(bar)) for bar in zip(*widths, strict=True)} <= {0, 100}
    files = [save(figure, tmp_path / name).read_bytes() for name in ("a.svg", "b.svg")]
    assert files[0] == files[1]
