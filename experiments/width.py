"""How often training succeeds, against the number of heads a layer.

    python experiments/width.py train --seeds 32      # on a GPU
    python experiments/width.py report                # anywhere: docs/results/width.md and its plot

Training appends one line of JSON for each task and width to OUT/width.jsonl; what is there already
is not done again. Half of the heads are numerical where the paper's model of the task has
numerical heads; a single head is of the kind that the task needs.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import jax
import numpy as np

import transformer_programs as tp
from transformer_programs.learn import Config, preset
from transformer_programs.learn.train import fit

WIDTHS = (1, 2, 4, 8, 16)
SOLVED = 0.99  # test accuracy of a discretised network that counts as a success
RESULTS = Path(__file__).parent.parent / "docs" / "results"


@dataclass(frozen=True)
class Trial:
    """A task with a size and a length of training; `alone` is the kind of a single head."""

    title: str
    task: str
    settings: dict[str, int]
    epochs: int
    alone: str = "categorical_heads"


TRIALS = {
    "induction": Trial("In-context", "induction", {}, 40),
    "double_hist": Trial("Double-Hist 8/8", "double_hist", {}, 100, alone="numerical_heads"),
    "sort": Trial("Sort 16/16", "sort", {"vocab": 16, "length": 16}, 40),
    "reverse": Trial("Reverse 16/16", "reverse", {"vocab": 16, "length": 16}, 40),
}


def with_heads(trial: Trial, heads: int) -> Config:
    """The preset of the task with another number of heads a layer."""
    config = replace(preset(trial.task), epochs=trial.epochs, evaluations=1)
    if not config.numerical_heads:
        return replace(config, categorical_heads=heads)
    if heads > 1:
        return replace(config, categorical_heads=heads // 2, numerical_heads=heads // 2)
    none = replace(config, categorical_heads=0, numerical_heads=0, numerical_mlps=0)
    if trial.alone == "numerical_heads":
        return replace(none, numerical_heads=1, numerical_mlps=config.numerical_mlps)
    return replace(none, categorical_heads=1)


def train(name: str, heads: int, seeds: int) -> dict[str, Any]:
    """Train all seeds of one task and width; gives back what every seed reached."""
    trial = TRIALS[name]
    config = with_heads(trial, heads)
    population = fit(tp.tasks.make(trial.task, **trial.settings), config, seeds)
    test = np.array([member.test for member in population.members])
    return {
        "trial": name,
        "heads": heads,
        "seeds": len(test),
        "solved": int((test >= SOLVED).sum()),
        "best": round(float(test.max()), 4),
        "median": round(float(np.median(test)), 4),
        "config": asdict(config),
        "test": test.round(5).tolist(),
        "steps": population.steps,
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
        "date": str(date.today()),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """Markdown: for each task and width the successes, the best and the median test accuracy."""
    lines = [
        "| heads a layer | " + " | ".join(trial.title for trial in TRIALS.values()) + " |",
        "|---|" + "---|" * len(TRIALS),
    ]
    found = {(row["trial"], row["heads"]): row for row in rows}
    for heads in WIDTHS:
        own = [found.get((name, heads)) for name in TRIALS]
        cells = [
            "{solved} of {seeds}; best {best:.1%}, median {median:.1%}".format(**row) if row else ""
            for row in own
        ]
        lines.append(f"| {heads} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """The best and the median test accuracy against the width, one panel a task."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "width"
    figure, panels = plt.subplots(1, len(TRIALS), figsize=(12, 3.2), sharey=True)
    for panel, (name, trial) in zip(panels, TRIALS.items(), strict=True):
        own = sorted((row for row in rows if row["trial"] == name), key=lambda row: row["heads"])
        for what, style, colour in (("best", "o-", "#0072B2"), ("median", "s--", "#D55E00")):
            panel.plot([100 * row[what] for row in own], style, color=colour, label=what)
        panel.set_xticks(range(len(own)), [str(row["heads"]) for row in own])
        panel.set_title(trial.title)
        panel.set_xlabel("heads a layer")
        panel.set_ylim(0, 104)
        panel.grid(axis="y", alpha=0.3)
    panels[0].set_ylabel("test accuracy, %")
    panels[0].legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def report(rows: list[dict[str, Any]]) -> None:
    """Write the plot, and the table between its two marks in width.md."""
    draw(rows, RESULTS / "width.svg")
    page = RESULTS / "width.md"
    before, rest = page.read_text().split("<!-- table -->\n")[::2]
    page.write_text(f"{before}<!-- table -->\n{table(rows)}<!-- table -->\n{rest}")


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["train", "report"])
    parser.add_argument("--tasks", nargs="+", default=list(TRIALS), choices=list(TRIALS))
    parser.add_argument("--seeds", type=int, default=32)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    path: Path = arguments.out / "width.jsonl"
    if arguments.what == "report":
        report(lines_of(path))
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    done = {(row["trial"], row["heads"]) for row in lines_of(path)}
    for name in arguments.tasks:
        for heads in WIDTHS:
            if (name, heads) in done:
                continue
            row = train(name, heads, arguments.seeds)
            print(name, heads, f"best {row['best']}, median {row['median']}", flush=True)
            with path.open("a") as lines:
                lines.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
