"""Commands that are killed at random moments, and given again: do they end as if nothing had been?

    python benchmarks/kills.py --kills 100 --seed 0
    python benchmarks/kills.py --kills 10 --verbs train --verbs search

A small job of each verb runs twice undisturbed. Then it starts in a fresh folder again and again,
gets SIGKILL (the process that was started, not its workers), and the same command runs to its end.
Every other kill comes at a random time, every other one a few milliseconds after a random change in
the folder. A finding is: a process that is there 2 s after the kill, another exit status, a file or
folder that the undisturbed run does not have, a missing one, or other bytes. Only times and dates,
listed in TIMES, are left out of the comparison. Exit status 1 if there is a finding; its folder is
kept.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LOOK = 0.002  # seconds between two looks at a folder
PATIENCE = 2.0  # seconds that a process may outlive the one that was killed
LATE = 0.01  # seconds, at most, from a change in the folder to the kill
SLOWER = 20  # times the undisturbed time, and a minute: then a command is given up

# What two undisturbed runs of a command differ in, by the ending of the file. All else is compared
# byte for byte; of a .npz file (a checkpoint) every array, the text in it as that of a .json file.
TIMES = {
    ".json": (r'"seconds": [0-9.e+-]+', r'"date": "[0-9-]+"'),
    ".jsonl": (r'"seconds": [0-9.e+-]+', r'"date": "[0-9-]+"'),
    ".npz": (r'"seconds": [0-9.e+-]+', r'"digest": "[0-9a-f]+"'),  # the digest is of seconds too
    ".md": (r"[0-9,.]+ s of training", r"took [0-9,.]+ s", r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
}

TASK = "hist --task samples=300 --task vocab=6 --task length=5"
SHAPE = "--set categorical_mlps=0 --set numerical_mlps=0 --set batch=32"
HEADS = "--set layers=1 --set categorical_heads=1 --set numerical_heads=1"
TRAIN = f"train {TASK} --seeds 2 {SHAPE} {HEADS} --set epochs=20 --set evaluations=8 --out out"


@dataclass(frozen=True)
class Job:
    """A command that ends by itself with files in `out`; `first` is another that comes before."""

    words: str
    first: str = ""


JOBS = {
    "train": Job(TRAIN),
    "search": Job("search hist --set workers=2 --seconds 3600 --out out"),
    "sweep": Job(
        f"sweep {TASK} --grid layers=1 --grid heads=2 --seeds 10 --at-once 4 {SHAPE} "
        "--set epochs=10 --set evaluations=4 --out out"
    ),
    "reproduce": Job("reproduce width --quick --seeds 1 --out out"),
    "simplify": Job("simplify out", first=TRAIN + " --no-simplify"),
}

Contents = Mapping[str, bytes]


class Failed(Exception):
    """A command that did not end as it should; the message says how."""


@dataclass
class Workshop:
    """Where commands run: `root` has a folder for every case, and what they share beside these."""

    root: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, words: str, folder: Path) -> subprocess.Popen[bytes]:
        """Start a command in a folder, as the first of a group of processes."""
        (folder / "tmp").mkdir(parents=True, exist_ok=True)
        environment = os.environ | {
            "JAX_COMPILATION_CACHE_DIR": str(self.root / "compiled"),
            "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
            "MPLCONFIGDIR": str(self.root / "matplotlib"),
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(folder / "tmp"),
        }
        with open(self.root / f"{folder.name}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "transformer_programs", *words.split()],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def finish(self, words: str, folder: Path, limit: float) -> tuple[float, int]:
        """Run a command to its end: the seconds it took, and how often its folder changed."""
        begun, changes, before = time.monotonic(), 0, seen(folder)
        process = self.start(words, folder)
        while process.poll() is None:
            time.sleep(LOOK)
            now = seen(folder)
            changes, before = changes + (now != before), now
            if time.monotonic() - begun > limit:
                self.end()
                raise Failed(f"not at its end after {limit:.0f} s")
        if process.returncode:
            raise Failed(f"exit status {process.returncode}")
        return time.monotonic() - begun, changes

    def end(self) -> None:
        """End what still runs of the commands started here."""
        for process in self.running:
            for number in group(process.pid):
                os.kill(number, signal.SIGKILL)
            process.wait()
        self.running.clear()


def seen(folder: Path) -> list[tuple[str, int]]:
    """What a look at a folder shows: every name, and when it was last written."""
    found = []
    for place, _, names in os.walk(folder):
        for name in (".", *names):
            path = os.path.join(place, name)
            try:
                found.append((path, os.stat(path).st_mtime_ns))
            except FileNotFoundError:  # renamed in between
                continue
    return sorted(found)


def group(number: int) -> list[int]:
    """The processes of a group that are more than a dead child nobody has asked for."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=", "-o", "pgid=", "-o", "stat="],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.split() for line in listed.stdout.splitlines())
    return [int(pid) for pid, own, state in rows if own == str(number) and state[0] != "Z"]


def contents(folder: Path) -> Contents:
    """Every file and folder with its bytes, times and dates left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir():
            found[f"{name}/"] = b""
        else:
            found[name] = without_times(path.suffix, path.read_bytes())
    return found


def without_times(ending: str, content: bytes) -> bytes:
    """The bytes of a file without what may differ.

    >>> without_times(".json", b'{"steps": 3, "seconds": 1.25}')
    b'{"steps": 3, <time>}'
    """
    if ending == ".npz":
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            parts = {name: arrays[name] for name in arrays.files}
        header = str(parts.pop("header")).encode()
        rest = [
            f"{name} {array.dtype} {array.shape} ".encode() + array.tobytes()
            for name, array in parts.items()
        ]
        return b"\n".join([_masked(ending, header), *rest])
    return _masked(ending, content)


def _masked(ending: str, content: bytes) -> bytes:
    for pattern in TIMES.get(ending, ()):
        content = re.sub(pattern.encode(), b"<time>", content)
    return content


def differences(wanted: Contents, found: Contents) -> list[str]:
    """What differs between two folders, a sentence each."""
    told = [f"{name} is missing" for name in wanted if name not in found]
    told += [f"{name} is left" for name in found if name not in wanted]
    return told + [
        f"{name} has other bytes"
        for name in wanted
        if name in found and wanted[name] != found[name]
    ]


@dataclass(frozen=True)
class Undisturbed:
    """What a job comes to when nothing happens: its folder, its time, how often that changed."""

    job: Job
    before: Path
    wanted: Contents
    seconds: float
    changes: int

    @property
    def limit(self) -> float:
        return 60 + SLOWER * self.seconds


def undisturbed(verb: str, shop: Workshop) -> Undisturbed:
    """Run a job twice; the first time everything is compiled. Both must come to the same."""
    job, before = JOBS[verb], shop.root / f"{verb}-before"
    (before / "tmp").mkdir(parents=True)
    if job.first:
        shop.finish(job.first, before, 600)
    found = []
    for number in (1, 2):
        folder = shop.root / f"{verb}-undisturbed-{number}"
        shutil.copytree(before, folder)
        seconds, changes = shop.finish(job.words, folder, 600)
        found.append(contents(folder))
    told = differences(*found)
    if told:
        raise Failed(f"two undisturbed runs differ: {'; '.join(told)}")
    return Undisturbed(job, before, found[1], seconds, changes)


def kill(usual: Undisturbed, shop: Workshop, folder: Path, rng: random.Random, timed: bool) -> str:
    """Start the job and kill it at some moment; says when. Empty if it ended before that."""
    moment, wait = rng.uniform(0, usual.seconds), rng.uniform(0, LATE)
    wanted = rng.randint(1, max(1, usual.changes))
    shutil.copytree(usual.before, folder)
    begun, changes, before = time.monotonic(), 0, seen(folder)
    process = shop.start(usual.job.words, folder)
    while process.poll() is None:
        time.sleep(LOOK)
        if timed and time.monotonic() - begun >= moment:
            break
        now = seen(folder)
        changes, before = changes + (now != before), now
        if not timed and changes >= wanted:
            time.sleep(wait)
            break
    process.kill()  # it alone: workers have to notice by themselves
    if process.wait() != -signal.SIGKILL:
        return ""
    after = time.monotonic() - begun
    return f"after {after:.2f} s" if timed else f"after {after:.2f} s, at change {changes}"


def case(usual: Undisturbed, shop: Workshop, folder: Path, rng: random.Random, timed: bool) -> str:
    """One kill and what follows: what is wrong, in words; empty if nothing is."""
    when = kill(usual, shop, folder, rng, timed)
    while not when:
        shutil.rmtree(folder)
        when = kill(usual, shop, folder, rng, True)
    killed = shop.running[-1].pid
    end = time.monotonic() + PATIENCE
    while (left := group(killed)) and time.monotonic() < end:
        time.sleep(0.05)
    told = [f"{len(left)} processes are left"] if left else []
    shop.end()
    try:
        shop.finish(usual.job.words, folder, usual.limit)
    except Failed as error:
        told.append(f"the same command again: {error}")
    told += differences(usual.wanted, contents(folder))
    return f"killed {when}: {'; '.join(told)}" if told else ""


def run(verbs: list[str], kills: int, seed: int, shop: Workshop) -> dict[str, list[str]]:
    """The findings of each verb; kills are dealt out to the verbs in turn."""
    found: dict[str, list[str]] = {}
    for place, verb in enumerate(verbs):
        count = len(range(place, kills, len(verbs)))
        rng = random.Random(f"{seed} {verb}")
        found[verb] = []
        print(f"{verb}: two undisturbed runs", file=sys.stderr)
        usual = undisturbed(verb, shop)
        print(f"{verb}: {usual.seconds:.1f} s, {usual.changes} changes", file=sys.stderr)
        for number in range(count):
            folder = shop.root / f"{verb}-{number}"
            told = case(usual, shop, folder, rng, timed=number % 2 == 0)
            if told:
                found[verb].append(f"{told} (kept in {folder})")
            else:
                shutil.rmtree(folder)
            report = told or "the same"
            print(f"{verb}: kill {number + 1} of {count}: {report}", file=sys.stderr)
        print(f"{verb:<10} {count:>4} kills {len(found[verb]):>4} findings", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbs", action="append", choices=list(JOBS), help="all by default")
    options = parser.parse_args()
    shop = Workshop(Path(tempfile.mkdtemp(prefix="kills-")))
    begun = time.monotonic()
    keep = True
    try:
        found = run(options.verbs or list(JOBS), options.kills, options.seed, shop)
        keep = any(found.values())
    except Failed as error:
        print(f"{error} (kept in {shop.root})")
        return 1
    except KeyboardInterrupt:
        keep = False
        print("interrupted", file=sys.stderr)
        return 130
    finally:
        shop.end()
        if not keep:
            shutil.rmtree(shop.root)
    for verb, told in found.items():
        for sentence in told:
            print(f"{verb}: {sentence}")
    print(f"{options.kills} kills in {time.monotonic() - begun:.0f} s, seed {options.seed}.")
    print("Not compared, because they are times and dates:")
    for ending, patterns in TIMES.items():
        print(f"  in *{ending}: {'   '.join(patterns)}")
    return 1 if keep else 0


if __name__ == "__main__":
    sys.exit(main())
