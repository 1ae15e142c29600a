"""The pictures: drawn from what is stored, whole files, refusals in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transformer_programs.plot import PlotError, curves, save
from transformer_programs.program.steps import CategoricalHead, NumericalHead
from transformer_programs.shelf import SHELF, histogram, induction


def lines(seeds: int = 3) -> list[dict[str, object]]:
    """Metrics as training writes them; the last seed is the best, the first diverges."""
    return [
        {
            "group": 0,
            "step": step,
            "steps": 40,
            "temperature": 1.0,
            "seconds": 0.1,
            "seeds": list(range(seeds)),
            "loss": [None, *(1.0 / (step + seed) for seed in range(1, seeds))],
            "accuracy": [0.01 * step * seed / seeds for seed in range(seeds)],
            "diverged": [True, *[False] * (seeds - 1)],
        }
        for step in (10, 20, 30, 40)
    ]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in lines())
    (tmp_path / "metrics.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_curves_have_a_line_a_seed_and_the_best_in_colour(run: Path) -> None:
    above, below = curves.curves(curves.read_metrics(run)).axes
    assert len(above.lines) == len(below.lines) == 3
    assert [line.get_linewidth() for line in above.lines] == [0.8, 0.8, 2]
    assert list(above.lines[2].get_xdata()) == [10, 20, 30, 40]
    assert list(below.lines[0].get_xdata()) == []  # a loss that is no number is not drawn


def test_reads_are_counted_by_layer_and_role() -> None:
    counts = curves.read_counts([induction.program, histogram.program], CategoricalHead)
    assert counts[(0, "query")] == {"positions": 1}
    assert counts[(1, "key")] == {"attn": 1}
    assert curves.read_counts([histogram.program], NumericalHead)[(0, "value")] == {"ones": 1}
    figure = curves.reads([example.program for example in SHELF.values()])
    for axes in figure.axes:  # the shares of a bar add up to all of it
        for bar in range(len(axes.get_yticks())):
            parts = axes.containers[5 * bar : 5 * bar + 5]
            assert round(sum(part.patches[0].get_width() for part in parts)) in (0, 100)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_same_figure_gives_the_same_file(suffix: str, tmp_path: Path) -> None:
    first, second = (
        save(curves.reads([induction.program]), tmp_path / f"{name}{suffix}").read_bytes()
        for name in "ab"
    )
    assert first == second
    assert len(list(tmp_path.iterdir())) == 2  # no temporary file is left


def test_metrics_that_are_damaged_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(PlotError, match="line 1: expected an object"):
        curves.read_metrics(tmp_path)
