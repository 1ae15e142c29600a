"""The paper's possible extensions and generations of networks, on the tasks that resist.

    python experiments/extensions.py train --tasks sort --seeds 64 --generations 6   # on a GPU
    python experiments/extensions.py extract --descent 120                           # anywhere

Training appends a line of JSON for each task and setting to OUT/networks.jsonl and keeps its best
network in OUT/TASK-SETTING.npz, with its choices made. Extracting proves the program of the best
setting of each task, improves it directly, and writes OUT/programs and OUT/extensions.md. What is
there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import jax
import numpy as np

import transformer_programs as tp
from transformer_programs.learn import Config, Evolution, Member, Progress, Run, descend, evolve
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.compact import compacted, expanded
from transformer_programs.learn.train import fit
from transformer_programs.store.folder import digest

BASE = Config(
    layers=3,
    categorical_heads=6,
    numerical_heads=6,
    categorical_mlps=2,
    numerical_mlps=2,
    epochs=100,
    evaluations=20,
    keep="best",
)
REACH = {"reaches": "all,before,after"}
MIXED = {"predicates": "mixed"}

# What is tried on each task. The names are those of `--settings`.
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "reach": REACH,
    "mixed": MIXED,
    "many": {**REACH, "predicates": "many"},
    "reach_mixed": {**REACH, **MIXED},
    "calm": {**REACH, **MIXED, "attention_noise": 0.6},
    "cool": {**REACH, **MIXED, "start_temperature": 1.0, "attention_noise": 0.6},
    "numbers": {**REACH, **MIXED, "number_variables": 2},
    "small": {**REACH, **MIXED, "layers": 2, "categorical_heads": 3, "numerical_heads": 3},
    "wide": {**REACH, **MIXED, "categorical_heads": 9, "numerical_heads": 9, "numerical_mlps": 4},
    "deep": {**REACH, **MIXED, "layers": 4, "numerical_mlps": 4},
}


@dataclass(frozen=True)
class Trial:
    """A task, and the best public figure for this method on it, to be passed."""

    title: str
    task: str
    settings: dict[str, int]
    goal: float


LARGE = {"vocab": 16, "length": 16}
TRIALS = {
    "most_freq": Trial("Most-Freq 8/8", "most_freq", {}, 0.831),
    "sort": Trial("Sort 16/16", "sort", LARGE, 0.881),
    "double_hist": Trial("Double-Hist 16/16", "double_hist", LARGE, 0.713),
    "reverse": Trial("Reverse 16/16", "reverse", LARGE, 0.443),
}


def train(name: str, setting: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Train all seeds of one task and setting, then generations of them; keep the best."""
    begun = time.perf_counter()
    trial = TRIALS[name]
    task = tp.tasks.make(trial.task, **trial.settings)
    given = dict(pair.split("=", 1) for pair in arguments.set)
    config = Config.from_settings(given, replace(BASE, **SETTINGS[setting]))

    def told(moment: Progress) -> None:
        print(
            f"  {name} {setting} {moment.group + 1}/{moment.groups} step {moment.step}: "
            f"best {moment.best:.4f} ({moment.seconds:.0f} s)",
            flush=True,
        )

    population = fit(task, config, arguments.seeds, progress=told)
    trained = time.perf_counter() - begun
    plan = Evolution(arguments.generations, steps=arguments.steps)
    found = evolve(task, population, plan, progress=told)
    best, first = found.best, population.best
    arrays = compacted(best.params, best.architecture)
    np.savez_compressed(arguments.out / f"{name}-{setting}.npz", **arrays)  # type: ignore[arg-type]
    return {
        "trial": name,
        "setting": setting,
        "config": asdict(best.config),
        "seed": best.seed,
        "validation": round(best.validation, 5),
        "test": round(best.test, 5),
        "before_generations": [round(first.validation, 5), round(first.test, 5)],
        "generations": arguments.generations,
        "seeds": {
            str(m.seed): [round(m.validation, 5), round(m.test, 5)] for m in population.members
        },
        "steps": found.steps,
        "seconds": [round(trained, 1), round(time.perf_counter() - begun, 1)],
        "jax": jax.__version__,
        "device": jax.devices()[0].device_kind,
        "date": str(date.today()),
    }


def extract(row: dict[str, Any], out: Path, descent: float) -> dict[str, Any]:
    """The program of a network, proved, and what changing it directly adds."""
    name, trial = row["trial"], TRIALS[row["trial"]]
    task, config = tp.tasks.make(trial.task, **trial.settings), Config(**row["config"])
    architecture = Architecture.of(task, config)
    with np.load(out / f"{name}-{row['setting']}.npz") as arrays:
        params = expanded(dict(arrays), architecture)
    member = Member(row["seed"], architecture, params, row["validation"], row["test"], 0.0, False)
    run = Run(task, member)
    tp.save(run.program, out / "programs" / f"{name}.json")
    found = {
        "trial": name,
        "setting": row["setting"],
        "program": digest(run.program),
        "scores": asdict(run.scores()),
        "proof": str(run.proof),
        "disagreements": run.disagreements(),
    }
    if descent:
        improved = descend(run.program, task, seconds=descent)
        tp.save(improved.program, out / "programs" / f"{name}-improved.json")
        scores = tp.tasks.evaluate_program(improved.program, task, task.test)
        found |= {"descent": str(improved), "improved": asdict(scores)}
    return found


def table(networks: list[dict[str, Any]], programs: list[dict[str, Any]]) -> str:
    """Markdown: every setting of every task, then the programs of the best ones."""
    lines = [
        "| task | goal | setting | seeds | median test | best network, test | "
        "after generations, test | seconds |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in sorted(networks, key=lambda row: (list(TRIALS).index(row["trial"]), row["setting"])):
        trial, test = TRIALS[row["trial"]], [scores[1] for scores in row["seeds"].values()]
        after = f"{row['test']:.2%} ({row['generations']})" if row["generations"] else ""
        lines.append(
            f"| {trial.title} | {trial.goal:.1%} | {row['setting']} | {len(test)} | "
            f"{np.median(test):.2%} | {row['before_generations'][1]:.2%} | {after} | "
            f"{row['seconds'][1]:.0f} |"
        )
    lines += [
        "",
        "| task | setting | program, test | improved, test | proof |",
        "|---|---|---|---|---|",
    ]
    for row in programs:
        improved = f"{row['improved']['token']:.2%}" if "improved" in row else ""
        lines.append(
            f"| {TRIALS[row['trial']].title} | {row['setting']} | {row['scores']['token']:.2%} | "
            f"{improved} | {row['proof']} |"
        )
    return "\n".join(lines) + "\n"


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def append(path: Path, row: dict[str, Any]) -> None:
    with path.open("a") as lines:
        lines.write(json.dumps(row) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["train", "extract"])
    parser.add_argument("--tasks", nargs="+", default=list(TRIALS), choices=list(TRIALS))
    parser.add_argument("--settings", nargs="+", default=list(SETTINGS), choices=list(SETTINGS))
    parser.add_argument("--seeds", type=int, default=64)
    parser.add_argument("--generations", type=int, default=0)
    parser.add_argument("--steps", type=int, default=400, help="of each generation")
    parser.add_argument("--descent", type=float, default=120.0, help="seconds a program")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path, default=Path("runs/extensions"))
    arguments = parser.parse_args()
    out: Path = arguments.out
    (out / "programs").mkdir(parents=True, exist_ok=True)
    source, result = out / "networks.jsonl", out / "programs.jsonl"
    networks = lines_of(source)
    if arguments.what == "train":
        done = {(row["trial"], row["setting"]) for row in networks}
        for name in arguments.tasks:
            for setting in arguments.settings:
                if (name, setting) not in done:
                    row = train(name, setting, arguments)
                    append(source, row)
                    print(name, setting, row["before_generations"], row["test"], flush=True)
        return
    done = {(row["trial"], row["setting"]) for row in lines_of(result)}
    for name in arguments.tasks:
        own = [row for row in networks if row["trial"] == name]
        if not own:
            continue
        best = max(own, key=lambda row: row["validation"])
        if (name, best["setting"]) not in done:
            row = extract(best, out, arguments.descent)
            append(result, row)
            print(name, best["setting"], row["scores"]["token"], row["proof"], flush=True)
    (out / "extensions.md").write_text(table(networks, lines_of(result)))


if __name__ == "__main__":
    main()
