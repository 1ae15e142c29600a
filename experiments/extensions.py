"""The paper's possible extensions and generations of networks, on the tasks that resist.

    python experiments/extensions.py train --tasks sort --seeds 64 --generations 6   # on a GPU
    python experiments/extensions.py extract --descent 120                           # anywhere

`tprog reproduce extensions` does all of one fixed list in one go; this tries further settings, and
parts the work between a machine with a GPU and one without. What is tried is data:
transformer_programs/experiments/extensions.py.

Training appends a line of JSON for each task and setting to OUT/networks.jsonl and keeps its best
network in OUT/TASK-SETTING.npz, with its choices made. Extracting proves the program of the best
setting of each task and improves it directly, into OUT/programs; OUT/extensions.jsonl and
OUT/extensions.md are then those of `tprog reproduce extensions`, with the settings tried here as
parts. What is there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, fields, replace
from datetime import date
from pathlib import Path
from typing import Any

import jax
import numpy as np

import transformer_programs as tp
from transformer_programs.experiments.extensions import (
    BASE,
    EXTENSIONS,
    SETTINGS,
    TRIALS,
    goals,
    part,
)
from transformer_programs.experiments.record import Json, Part
from transformer_programs.experiments.report import write_page
from transformer_programs.learn import (
    Config,
    Evolution,
    Member,
    Progress,
    Run,
    Shape,
    descend,
    evolve,
)
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.compact import compacted, expanded
from transformer_programs.learn.train import fit
from transformer_programs.program.content import digest
from transformer_programs.store import write_text


def train(name: str, setting: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Train all seeds of one task and setting, then generations of them; keep the best."""
    begun = time.perf_counter()
    trial = TRIALS[name]
    task = tp.tasks.make(trial.task, **trial.settings)
    given = dict(pair.split("=", 1) for pair in arguments.set)
    config = Config.from_settings(given, Config(**{**BASE, **SETTINGS[setting]}))

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
    keep = out / "programs" / f"extensions-{name}-{row['setting']}.json"
    tp.save(run.program, keep)
    found = {
        "trial": name,
        "setting": row["setting"],
        "network": identity(row),
        "program": digest(run.program),
        "scores": asdict(run.scores()),
        "proof": str(run.proof),
        "disagreements": run.disagreements(),
    }
    if descent:
        improved = descend(run.program, task, seconds=descent)
        tp.save(improved.program, keep.with_stem(f"{keep.stem}-improved"))
        scores = tp.tasks.evaluate_program(improved.program, task, task.test)
        found |= {"descent": str(improved), "improved": asdict(scores)}
    found["descent_seconds"] = descent
    return found


def identity(row: dict[str, Any]) -> list[Any]:
    """What tells a trained setting from others of the same name."""
    return [row["trial"], row["setting"], row["seed"], row["validation"], row["steps"]]


def line_of(row: dict[str, Any], found: dict[str, Any] | None, descent: float) -> Json:
    """A trained setting as the ledger of `tprog reproduce extensions` holds it."""
    trial, setting = row["trial"], row["setting"]
    usual = asdict(Config(**{**BASE, **SETTINGS[setting]}))
    changed = {name: value for name, value in row["config"].items() if usual[name] != value}
    done = descent if found and "improved" in found else 0.0
    own = part(trial, setting, len(row["seeds"]), row["generations"], done, changed)
    shape = [row["config"][field.name] for field in fields(Shape)]
    best = {"seed": row["seed"], "shape": shape} | {k: row[k] for k in ("validation", "test")}
    line: Json = {
        "part": own.document(),
        "config": row["config"],
        "members": [
            {"seed": int(seed), "shape": shape, "validation": scores[0], "test": scores[1]}
            for seed, scores in row["seeds"].items()
        ],
        "best": best
        | ({name: found[name] for name in ("scores", "proof", "disagreements")} if found else {}),
        "steps": row["steps"],
        "seconds": row["seconds"][1],
        "made": {"device": f"1 x {row['device']}", "jax": row["jax"], "python": ""}
        | {"date": row["date"]},
        "command": "python experiments/extensions.py train",
    }
    if row["generations"]:
        validation, test = row["before_generations"]
        line["before_generations"] = {"validation": validation, "test": test}
    if found and "improved" in found:
        line["improved"] = {"says": found["descent"], "scores": found["improved"]}
    return line


def report(networks: list[dict[str, Any]], programs: list[dict[str, Any]], out: Path) -> None:
    """Write the lines and the page; print the parts as the package's list of them has them."""
    ordered = sorted(networks, key=lambda row: (list(TRIALS).index(row["trial"]), row["setting"]))
    lines = []
    for row in ordered:
        found = next((one for one in programs if one["network"] == identity(row)), None)
        lines.append(line_of(row, found, found["descent_seconds"] if found else 0.0))
    write_text(out / "extensions.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    for row, line in zip(ordered, lines, strict=True):
        own, usual = line["part"], {**BASE, **SETTINGS[row["setting"]]}
        changed = {k: v for k, v in own["settings"].items() if usual.get(k) != v}
        last = f", {own.get('generations', 0)}, {own.get('descent', 0.0)}, {changed or None}"
        print(f'    part("{row["trial"]}", "{row["setting"]}", {own["seeds"]}{last}),')
    parts = tuple(Part(**line["part"]) for line in lines)
    write_page(replace(EXTENSIONS, parts=parts, paper=goals(parts)), lines, out)


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
    report(networks, lines_of(result), out)


if __name__ == "__main__":
    main()
