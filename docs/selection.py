"""Draws the figure of docs/learning.md: accuracy during training, with and without selection.

python docs/selection.py --out runs/selection     # half an hour on two cores; can be resumed
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import transformer_programs as tp
from transformer_programs.plot import clean, new_figure, read_metrics, save

CONFIG = {"layers": 3, "categorical_heads": 2, "numerical_heads": 4, "categorical_mlps": 1}
CONFIG |= {"numerical_mlps": 2, "epochs": 60, "evaluations": 24}
COLOURS = {"none": "#888888", "quarter": "#0b6e99"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder of the two runs")
    parser.add_argument("--figure", type=Path, default=Path("docs/images/selection.svg"))
    options = parser.parse_args()
    figure = new_figure(6.4, 3.2)
    axes = figure.subplots()
    for selection, colour in COLOURS.items():
        how = tp.Gradient(tp.Config(**CONFIG, selection=selection), seeds=range(8, 16))
        folder = options.out / selection
        if not (folder / "run.json").is_file():
            tp.fit(tp.tasks.double_hist(), how, out=folder)
        lines = read_metrics(folder)
        steps = [line["step"] for line in lines]
        accuracy = 100 * np.array([line["accuracy"] for line in lines])  # (evaluations, members)
        axes.plot(steps, accuracy, color=colour, alpha=0.25, linewidth=0.8)
        for values, style in ((accuracy.max(1), "-"), (np.median(accuracy, 1), "--")):
            name = "best" if style == "-" else "median"
            label = f"selection={selection}, {name}"
            axes.plot(steps, values, style, color=colour, linewidth=1.8, label=label)
    axes.set_xlabel("step")
    axes.set_ylabel("validation accuracy (%)")
    axes.legend(frameon=False, fontsize=8)
    clean(axes)
    save(figure, options.figure)


if __name__ == "__main__":
    main()
