"""The paper's Table 1: every RASP task with the paper's best shape, many seeds at once.

    python experiments/table1.py train --seeds 64      # on a GPU: networks
    python experiments/table1.py extract               # anywhere: programs, proofs, scores

Training appends one line of JSON a task to OUT/networks.jsonl and keeps the parameters of the best
network on validation in OUT/TASK.npz. Extracting writes OUT/programs/TASK.json and OUT/table1.md.
What is there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import jax
import numpy as np

import transformer_programs as tp
from transformer_programs.learn import Config, Member, Run, preset
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.train import fit

PAPER = {
    "reverse": 99.79,
    "hist": 100.0,
    "double_hist": 98.40,
    "sort": 99.83,
    "most_freq": 75.69,
    "dyck1": 99.30,
    "dyck2": 99.09,
}


def train(name: str, seeds: int, settings: dict[str, str], out: Path) -> dict[str, Any]:
    """Train one task, keep its best network, and give back what all seeds reached."""
    begun = time.perf_counter()
    config = Config.from_settings(settings, preset(name))
    population = fit(tp.tasks.make(name), config, seeds)
    best = population.best
    np.savez_compressed(out / f"{name}.npz", **best.params)
    return {
        "task": name,
        "config": asdict(config),
        "best": best.seed,
        "seeds": {
            str(m.seed): [round(m.validation, 5), round(m.test, 5)] for m in population.members
        },
        "steps": population.steps,
        "seconds": round(time.perf_counter() - begun, 1),
        "jax": jax.__version__,
        "device": jax.devices()[0].device_kind,
        "date": str(date.today()),
    }


def extract(row: dict[str, Any], out: Path) -> dict[str, Any]:
    """The program of a task's best network, proved and scored."""
    name = row["task"]
    task, config = tp.tasks.make(name), Config(**row["config"])
    with np.load(out / f"{name}.npz") as arrays:
        params = dict(arrays)
    validation, test = row["seeds"][str(row["best"])]
    architecture = Architecture.of(task, config)
    run = Run(task, Member(row["best"], architecture, params, validation, test, 0.0, False))
    tp.save(run.program, out / "programs" / f"{name}.json")
    every = run.scores_on_all_inputs()
    return row | {
        "scores": asdict(run.scores()),
        "all": None if every is None else asdict(every),
        "proof": str(run.proof),
        "disagreements": run.disagreements(),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """Markdown: the paper's number beside ours, with the spread over seeds."""
    lines = [
        "| task | layers, heads, MLPs | epochs | paper | best of seeds on validation, test | "
        "median | quartiles | all inputs | exact inputs | seconds |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        c, test = row["config"], np.array([scores[1] for scores in row["seeds"].values()])
        shape = (
            f"{c['layers']}, {c['categorical_heads']}+{c['numerical_heads']}, "
            f"{c['categorical_mlps']}+{c['numerical_mlps']}"
        )
        low, high = np.percentile(test, [25, 75])
        every = "" if row["all"] is None else f"{row['all']['token']:.2%}"
        lines.append(
            f"| {row['task']} | {shape} | {c['epochs']} | {PAPER[row['task']]:.2f} % | "
            f"{row['scores']['token']:.2%} ({len(test)} seeds) | {np.median(test):.2%} | "
            f"{low:.2%} to {high:.2%} | {every} | {row['scores']['exact']:.2%} | {row['seconds']} |"
        )
    return "\n".join(lines) + "\n"


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["train", "extract"])
    parser.add_argument("--tasks", nargs="+", default=list(PAPER), choices=list(PAPER))
    parser.add_argument("--seeds", type=int, default=64)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path, default=Path("runs/table1"))
    arguments = parser.parse_args()
    out: Path = arguments.out
    (out / "programs").mkdir(parents=True, exist_ok=True)
    source, result = out / "networks.jsonl", out / "table1.jsonl"
    target = source if arguments.what == "train" else result
    done = {row["task"] for row in lines_of(target)}
    for name in arguments.tasks:
        if name in done:
            continue
        if arguments.what == "train":
            settings = dict(pair.split("=", 1) for pair in arguments.set)
            row = train(name, arguments.seeds, settings, out)
            print(name, f"best {row['seeds'][str(row['best'])]}", row["seconds"], "s", flush=True)
        else:
            trained = [row for row in lines_of(source) if row["task"] == name]
            if not trained:
                continue
            row = extract(trained[0], out)
            print(name, row["scores"]["token"], row["proof"], flush=True)
        with target.open("a") as lines:
            lines.write(json.dumps(row) + "\n")
    if arguments.what == "extract":
        (out / "table1.md").write_text(table(lines_of(result)))


if __name__ == "__main__":
    main()
