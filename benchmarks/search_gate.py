"""Search every task set with one checkout, and compare the results with those of another one.

    python benchmarks/search_gate.py FOLDER --jobs 15 --out new.jsonl
    PYTHONPATH=../old python benchmarks/search_gate.py FOLDER --jobs 15 --out old.jsonl
    python benchmarks/search_gate.py --out new.jsonl --old old.jsonl --report

FOLDER holds the public sets (see public_sets.py); without it only our own sets run. `--seconds`
limits the processor time of a search, on one core: what else the machine does makes no difference.
A task is solved if the program is right on every held-out input. The report names the tasks gained
and lost in each set, and fails if a set loses more than 4 % of its tasks. Results are written as
they are found; tasks that have one are not searched again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from statistics import median
from typing import Any

import list_functions
import public_sets
from search_tasks import TASKS

from transformer_programs.dataset import evaluate_program
from transformer_programs.printer import printed_lines
from transformer_programs.synthesis import Settings, search
from transformer_programs.tasks import TASKS as PACKAGE
from transformer_programs.tasks import make
from transformer_programs.tasks.further import QUESTIONS

PUBLIC = {"mips": ("mips", 5000), "mips-10": ("mips", 10), "languages": ("languages", 8000)}
PAPER = ("reverse", "hist", "double_hist", "sort", "most_freq", "dyck1", "dyck2")
MAX_LOST = 0.04  # of the tasks of a set

Job = dict[str, Any]


def of_task(job: Job) -> Job:
    """Search a task that a rule defines, and score the program on its test inputs."""
    PACKAGE.update(TASKS)
    task = make(job["task"].partition(" ")[0], **({"seed": job["seed"]} if job["seed"] else {}))
    found = search(task, Settings(seconds=job["seconds"], workers=1, seed=int(job["seed"])))
    exact = found.program is not None and evaluate_program(found.program, task).exact == 1
    right = exact and (job["set"] == "own" or found.exact)
    return {"held": 1, "right": int(right), "says": str(found), **_printed(found)}


def of_list(job: Job) -> Job:
    """Search a function of lists from eight examples, and run it on other lists."""
    rows, held = list_functions.rows_of(job["task"])
    found = search(rows, Settings(seconds=job["seconds"], workers=1))
    right = sum(_is_right(found.program, given, wanted) for given, wanted in held)
    warned = not found.exact or bool(getattr(found, "doubt", ""))
    return {
        "held": len(held),
        "right": right,
        "says": str(found),
        "warned": warned,
        **_printed(found),
    }


def _is_right(program: Any, given: list[int], wanted: list[int]) -> bool:
    try:
        return program is not None and list(map(int, program(list(map(str, given))))) == wanted
    except ValueError:
        return False


def _printed(found: Any) -> Job:
    if found.program is None:
        return {}
    return {"cost": found.solution.cost, "lines": printed_lines(found.program)}


def searched(job: Job) -> Job:
    """One task, in this process."""
    if job["set"] in PUBLIC:
        found = public_sets.tried({**job, "set": PUBLIC[job["set"]][0]})
    else:
        found = (of_list if job["set"].startswith("lists") else of_task)(job)
    return {"cpu_seconds": round(time.process_time(), 1), **found, **job}


def processor_clock() -> Callable[[], float]:
    """Processor time, read at most a hundred times per second: each reading takes some itself."""
    real, seen, value = time.monotonic, -1.0, 0.0

    def clock() -> float:
        nonlocal seen, value
        if real() > seen + 0.01:
            seen, value = real(), time.process_time()
        return value

    return clock


def beside(job: Job) -> Job:
    """One task, in a process of its own."""
    command = [sys.executable, __file__, "--job", json.dumps(job)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        return {**job, "held": 1, "right": 0, "error": done.stderr[-400:]}
    found: Job = json.loads(done.stdout.splitlines()[-1])
    return found


def is_solved(found: Job) -> bool:
    return bool(found["right"] == found["held"])


def results(path: Path | None) -> dict[tuple[str, str], Job]:
    """The result of each task of each set."""
    if path is None or not path.exists():
        return {}
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {(one["set"], one["task"]): one for one in lines}


def report(new: dict[tuple[str, str], Job], old: dict[tuple[str, str], Job]) -> bool:
    """Print a few lines per set; whether none lost too many tasks."""
    passed = True
    for name in dict.fromkeys(name for name, _ in new):
        found = [one for one in new.values() if one["set"] == name]
        solved = [one for one in found if is_solved(one)]
        seconds = median(one["cpu_seconds"] for one in solved) if solved else 0
        print(f"{name}: {len(solved)} of {len(found)}, median {seconds:.1f} s of processor time")
        failed = [one for one in found if not is_solved(one)]
        print(
            "  unsolved:", named(f"{one['task']} ({one['right']}/{one['held']})" for one in failed)
        )
        if name == "paper":
            print("  lines:", named(f"{one['task']} {one.get('lines')}" for one in found))
        both = [(old[key], one) for key, one in new.items() if one["set"] == name and key in old]
        if both:
            gained = [b["task"] for a, b in both if is_solved(b) and not is_solved(a)]
            lost = [b["task"] for a, b in both if is_solved(a) and not is_solved(b)]
            print(f"  of {len(both)} old results gained: {named(gained)}; lost: {named(lost)}")
            passed &= len(lost) - len(gained) <= MAX_LOST * len(both)
    return passed


def named(tasks: Iterable[str]) -> str:
    return ", ".join(sorted(tasks)) or "none"


def jobs_of(options: argparse.Namespace) -> Iterator[Job]:
    for name in dict.fromkeys((*PACKAGE, *QUESTIONS, *TASKS)):
        if name not in PAPER:
            yield {"set": "own", "task": name, "seed": 0}
    for seed in range(3):
        yield from ({"set": "paper", "task": f"{name} {seed}", "seed": seed} for name in PAPER)
    for name in list_functions.FUNCTIONS:
        kept = "lists-held" if name in list_functions.HELD_OUT else "lists"
        yield {"set": kept, "task": name}
    for name, (kind, rows) in PUBLIC.items() if options.folder is not None else ():
        yield from ({**one, "set": name} for one in public_sets.jobs_of(options.folder, kind, rows))


def chosen(options: argparse.Namespace) -> list[Job]:
    """The tasks to search, in an order by chance: what is done at any time is a sample of all."""
    sets = options.sets.split(",") if options.sets else None
    found = [one for one in jobs_of(options) if sets is None or one["set"] in sets]
    if options.only:
        found = [one for one in found if one["task"] in options.only.split(",")]
    random.Random(0).shuffle(found)
    return [{**one, "seconds": options.seconds} for one in found[:: options.every]]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the public sets")
    parser.add_argument(
        "--sets", default="", help="own,paper,lists,lists-held,mips,mips-10,languages"
    )
    parser.add_argument("--only", default="", help="these tasks alone, with commas")
    parser.add_argument("--every", type=int, default=1, help="one in so many tasks")
    parser.add_argument("--seconds", type=float, default=30.0, help="time limit of each task")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at once")
    parser.add_argument("--out", type=Path, help="a JSON line per task")
    parser.add_argument("--old", type=Path, help="the JSON lines of another checkout")
    parser.add_argument("--report", action="store_true", help="search nothing")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job is not None:
        time.monotonic = processor_clock()  # a time limit of processor time
        print(json.dumps(searched(json.loads(options.job))))
        return 0
    done = results(options.out)
    todo = [] if options.report else chosen(options)
    todo = [job for job in todo if (job["set"], job["task"]) not in done]
    with ThreadPoolExecutor(options.jobs) as pool:
        for future in as_completed([pool.submit(beside, job) for job in todo]):
            found = future.result()
            done[found["set"], found["task"]] = found
            share, says = found["right"] / found["held"], found.get("error", found.get("says", ""))
            spent = f"{found.get('cpu_seconds', 0):6.1f} s"
            print(
                f"{found['set']:10} {found['task']:24} {share:7.1%} {spent}  {says[:70]!r}",
                flush=True,
            )
            if options.out is not None:
                with options.out.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(found) + "\n")
    return 0 if report(done, results(options.old)) else 1


if __name__ == "__main__":
    sys.exit(main())
