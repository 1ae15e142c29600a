"""Search every task set with this checkout and with an older one, side by side.

    python benchmarks/search_gate.py FOLDER --old ../old --jobs 8 --out gate.jsonl

FOLDER holds the public sets (see public_sets.py); without it only our own tasks run. Each task is
searched by both checkouts, with `--seconds` of processor time on one core each: what else the
machine does makes no difference. A task is solved if the program is right on every held-out input.
The report names the tasks gained and lost in each set, and fails if a set loses more than 4 % of
its tasks. With `--out`, finished tasks are not searched again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import public_sets
from search_tasks import TASKS

from transformer_programs.dataset import evaluate_program
from transformer_programs.synthesis import Settings, search
from transformer_programs.tasks import TASKS as PACKAGE
from transformer_programs.tasks import make
from transformer_programs.tasks.further import QUESTIONS

ROWS = {"mips": ("mips", 5000), "mips-10": ("mips", 10), "languages": ("languages", 8000)}
MAX_LOST = 0.04  # of the tasks of a set


def of_own(name: str, seconds: float) -> dict[str, Any]:
    """Search one of our own tasks and score the program on its test inputs."""
    PACKAGE.update(TASKS)
    task = make(name)
    began = time.process_time()
    found = search(task, Settings(seconds=seconds, workers=1))
    spent = round(time.process_time() - began, 1)
    exact = found.program is not None and evaluate_program(found.program, task).exact == 1
    return {"held": 1, "right": int(exact), "cpu_seconds": spent, "says": str(found)[:120]}


def searched(job: dict[str, Any]) -> dict[str, Any]:
    """One task, in this process."""
    if job["set"] == "own":
        return of_own(job["task"], job["seconds"])
    kind, rows = ROWS[job["set"]]
    return public_sets.tried({**job, "set": kind, "rows": rows, "asked": rows, "seed": 0})


def beside(job: dict[str, Any], old: Path) -> dict[str, Any]:
    """One task, by the old and the new checkout at the same time."""
    started = []
    for folder in (old, Path(__file__).parent.parent):
        environment = {**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, __file__, "--job", json.dumps(job)]
        started.append(
            subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        )
    texts = [process.communicate()[0] for process in started]
    before, after = (json.loads(text.splitlines()[-1]) if text else {} for text in texts)
    return {"set": job["set"], "task": job["task"], "old": before, "new": after}


def is_solved(found: dict[str, Any]) -> bool:
    return bool(found) and found["right"] == found["held"]


def report(done: list[dict[str, Any]]) -> bool:
    """Print a line per set; whether none lost too many tasks."""
    passed = True
    for name in dict.fromkeys(one["set"] for one in done):
        rows = [one for one in done if one["set"] == name]
        old, new = ({r["task"] for r in rows if is_solved(r[side])} for side in ("old", "new"))
        seconds = [
            sum(r[side].get("cpu_seconds", 0) for r in rows if r["task"] in old & new)
            for side in ("old", "new")
        ]
        print(f"{name}: {len(old)} before, {len(new)} now, of {len(rows)}")
        print(
            f"  CPU seconds of tasks solved by both: {seconds[0]:.0f} before, {seconds[1]:.0f} now"
        )
        for word, tasks in (("gained", new - old), ("lost", old - new)):
            print(f"  {word}: {', '.join(sorted(tasks)) or 'none'}")
        passed &= len(old) - len(new) <= MAX_LOST * len(rows)
    return passed


def jobs_of(options: argparse.Namespace) -> list[dict[str, Any]]:
    names = (*PACKAGE, *QUESTIONS, *TASKS)[:: options.every]
    given = [{"set": "own", "task": name} for name in names]
    for name, (kind, rows) in ROWS.items() if options.folder is not None else ():
        wanted = argparse.Namespace(set=kind, rows=rows, seconds=0, seed=0, only="")
        tasks = list(public_sets.jobs_of(options.folder, wanted))[:: options.every]
        given += [{**one, "set": name} for one in tasks]
    sets = options.sets.split(",") if options.sets else list(dict.fromkeys(j["set"] for j in given))
    return [{**one, "seconds": options.seconds} for one in given if one["set"] in sets]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the public sets")
    parser.add_argument("--old", type=Path, help="the older checkout")
    parser.add_argument("--sets", default="", help="own,mips,mips-10,languages")
    parser.add_argument("--every", type=int, default=1, help="one in so many tasks of a set")
    parser.add_argument("--seconds", type=float, default=30.0, help="time limit of each task")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at once; each takes two cores")
    parser.add_argument("--out", type=Path, help="a JSON line per task; resumed if it exists")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job is not None:
        time.monotonic = time.process_time  # a time limit of processor time
        print(json.dumps(searched(json.loads(options.job))))
        return 0
    if options.old is None:
        parser.error("--old: expected the folder of an older checkout")
    done: list[dict[str, Any]] = []
    if options.out is not None and options.out.exists():
        done = [json.loads(line) for line in options.out.read_text("utf-8").splitlines()]
    known = {(one["set"], one["task"]) for one in done}
    jobs = [job for job in jobs_of(options) if (job["set"], job["task"]) not in known]
    with ThreadPoolExecutor(options.jobs) as pool:
        for future in as_completed([pool.submit(beside, job, options.old) for job in jobs]):
            found = future.result()
            done.append(found)
            marks = ["solved" if is_solved(found[side]) else "-" for side in ("old", "new")]
            print(f"{len(done):4} {found['set']:10} {found['task']:24} {marks[0]:>7} {marks[1]:>7}")
            if options.out is not None:
                with options.out.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(found) + "\n")
    return 0 if report(done) else 1


if __name__ == "__main__":
    sys.exit(main())
