"""An attack on the command: damaged files, and hostile settings, drawn by a seed.

    python benchmarks/attack.py --files 5000 --settings 500 --seed 0

Small whole files of every kind that the command reads are damaged and given to the verbs that read
them (attack_files.py, attack_damage.py); the verbs get absurd options (attack_settings.py). Right
is: exit status 0 and an answer that independent, strict readers agree with (attack_oracles.py); or
status 2, one sentence, and nothing written. All else is a finding: a traceback, another status,
more than 10 seconds (a minute where training or a proof has begun, which compile; longer if
announced), a wrong answer, a file that is left half-written. The exit status is 1 if there is a
finding. `--only N` repeats one case and shows what it printed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import attack_files
from attack_checks import Ran
from attack_oracles import Refused
from attack_settings import settings

SECONDS = 10.0
MEMORY = 6 * 2**30  # bytes that a process may take
LONGEST = 1000  # characters of a sentence that a person reads
OTHER_STATUS = ("verify", "train", "search")  # may end with 1: programs differ, nothing found
# What training and a proof say first, which compile.
BEGUN = ("inputs to train, validate and test on", "modules are compiled first")
ANNOUNCED = "on this machine"  # what training says that takes longer


@dataclass(frozen=True)
class Verdict:
    """What became of a case; `finding` is empty where that is right."""

    number: int
    group: str
    outcome: str
    finding: str
    what: str
    seconds: float = 0.0  # of processor time


# --- one case -------------------------------------------------------------------------------------


class Worker:
    """Runs cases in this process, each in a folder of its own."""

    def __init__(self, base: Path, seed: int, files: int, log: Path) -> None:
        self.base, self.seed, self.files, self.log = base, seed, files, log

    def __call__(self, number: int) -> Verdict:
        folder = Path(tempfile.mkdtemp(dir=self.base.parent))
        begun = time.process_time()
        try:
            os.chdir(folder)
            attack = self._file if number < self.files else self._setting
            return replace(attack(number, folder), seconds=time.process_time() - begun)
        finally:
            os.chdir(self.base)
            shutil.rmtree(folder, ignore_errors=True)

    def _file(self, number: int, folder: Path) -> Verdict:
        kind, case = attack_files.set_up(number, self.seed, self.base, folder)
        before = _state(folder)
        stdin = None if case.stdin is None else folder / case.stdin
        status, out, err = run(case.arguments, self.log, stdin)
        ran = Ran(folder, case, status, out, err)
        finding = _misbehaved(status, err, case.arguments[0]) or _left(folder, before, status, err)
        asked = status == 0 or (kind.name.startswith("vectors") and "have a vector" in err)
        if not finding and asked:
            finding = _checked(kind, ran)
        what = f"{case.what} in {case.target}; tprog {' '.join(case.arguments)}"
        outcome = "answered" if asked else _outcome(status)
        return Verdict(number, kind.name, outcome, finding, what)

    def _setting(self, number: int, folder: Path) -> Verdict:
        for name in ("tags.jsonl", "texts.jsonl", "texts.csv", "tags.conll", "tags.tsv"):
            shutil.copyfile(self.base / name, folder / name)
        for file in self.base.glob("*.json"):
            shutil.copyfile(file, folder / file.name)
        shutil.copyfile(self.base / "inputs.txt", folder / "inputs.txt")
        before = _state(folder)
        arguments = settings(self.seed, number - self.files)
        status, _, err = run(arguments, self.log, None)
        finding = _misbehaved(status, err, arguments[0]) or _left(folder, before, status, err)
        what = "tprog " + " ".join(word[:60] for word in arguments)
        return Verdict(number, f"settings: {_verb(arguments)}", _outcome(status), finding, what)


def _verb(arguments: list[str]) -> str:
    from transformer_programs.cli import VERBS

    return arguments[0] if arguments[0] in VERBS else "other"


def run(arguments: list[str], log: Path, stdin: Path | None) -> tuple[int, str, str]:
    """A command in this process: its status, and what it printed. The errors go to a file, too."""
    from transformer_programs import cli

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    with contextlib.ExitStack() as stack:
        given = stack.enter_context(open(stdin or os.devnull, encoding="utf-8"))
        err = stack.enter_context(open(log, "w", encoding="utf-8", errors="backslashreplace"))
        saved = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = given, out, err
        try:
            status = cli.main(arguments)
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 70
        except BaseException as error:
            err.write(f"Traceback: {type(error).__name__}: {error}")
            status = 70
        finally:
            sys.stdin, sys.stdout, sys.stderr = saved
        err.flush()
    out.flush()
    text: bytes = out.buffer.getvalue()
    return status, text.decode(), log.read_text(encoding="utf-8")


def _outcome(status: int) -> str:
    return {0: "answered", 1: "answered no", 2: "refused"}.get(status, f"status {status}")


def _misbehaved(status: int, err: str, verb: str) -> str:
    """What is wrong with how a command ended, whatever it answered."""
    if "Traceback" in err:
        return "a traceback"
    if status not in (0, 1, 2) or (status == 1 and verb not in OTHER_STATUS):
        return f"status {status}: {err[-200:].strip()}"
    if "memory ran out" in err:
        return "took all memory"
    said = [line for line in err.splitlines() if line.startswith("tprog: ")]
    if status == 2 and (len(said) != 1 or not err.endswith(said[0] + "\n")):
        return f"not one sentence: {err[-200:]!r}"
    if status == 2 and len(said[0]) > LONGEST:
        return f"a sentence of {len(said[0])} characters"
    return ""


def _state(folder: Path) -> dict[str, Any]:
    """Every file of a folder: what it holds, where it is a regular one."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        plain = path.is_file() and path.stat().st_size < 10**7
        found[str(path.relative_to(folder))] = path.read_bytes() if plain else None
    return found


def _left(folder: Path, before: dict[str, Any], status: int, err: str) -> str:
    """Files that should not be there, or no longer are what they were."""
    now = _state(folder)
    temporary = [name for name in now if name.endswith(".tmp")]
    if temporary:
        return f"left {temporary[0]}"
    changed = [name for name in now if name not in before or now[name] != before[name]]
    allowed: tuple[str, ...] = (
        ".lock",
        "out",
        "runs",
        "run",
    )  # a folder, and its lock, may be made
    if "diverged" in err:  # known only after training
        allowed += ("checkpoint_0.npz", "metrics.jsonl")
    wrong = [name for name in changed if now[name] is not None and not name.endswith(allowed)]
    return f"refused, but wrote {wrong[0]}" if status == 2 and wrong else ""


def _checked(kind: attack_files.Kind, ran: Ran) -> str:
    try:
        wrong = kind.check(ran)
    except Refused as error:
        return f"silently taken, though no reader should: {error}"
    except Exception as error:
        return f"silently taken, though it cannot be used: {type(error).__name__}: {error}"
    return f"a wrong answer: {wrong}" if wrong else ""


# --- all cases ------------------------------------------------------------------------------------


def work(pipe: Connection, base: Path, seed: int, files: int, log: Path) -> None:
    """Do the cases that come through a pipe."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    own = base.parent / f"base-{os.getpid()}"
    if not base.is_dir():
        base.mkdir()
        os.chdir(base)
        attack_files.prepare(base, lambda arguments: run(arguments, log, None)[0])
    shutil.copytree(base, own)
    worker = Worker(own, seed, files, log)
    pipe.send(None)
    while (number := pipe.recv()) is not None:
        pipe.send(worker(number))


@dataclass
class Hand:
    """A process that works, and the case it is at."""

    process: Any
    pipe: Connection
    log: Path
    number: int | None = None
    since: float = 0.0


class Crew:
    """Processes that work through the cases; one that takes too long is replaced."""

    def __init__(self, folder: Path, seed: int, files: int, seconds: float) -> None:
        self.folder, self.seed, self.files, self.seconds = folder, seed, files, seconds
        self.context = multiprocessing.get_context("spawn")

    def hire(self, number: int) -> Hand:
        ours, theirs = self.context.Pipe()
        log = self.folder / f"errors-{number}"
        log.touch()
        arguments = (theirs, self.folder / "base", self.seed, self.files, log)
        process = self.context.Process(target=work, args=arguments, daemon=False)
        process.start()
        theirs.close()
        return Hand(process, ours, log)

    def verdicts(self, cases: list[int], jobs: int) -> Iterator[Verdict]:
        todo, hired = list(reversed(cases)), 0
        hands: list[Hand] = []
        while todo or hands:
            while todo and len(hands) < jobs:
                hands.append(self.hire(hired))
                hired += 1
                hands[-1].pipe.recv()  # the first one prepares what the others copy
                self.give(hands[-1], todo)
            for pipe in wait([hand.pipe for hand in hands], 0.2):
                hand = next(one for one in hands if one.pipe is pipe)
                yield self.answer(hand)
                if not hand.process.is_alive() or not self.give(hand, todo):
                    hand.process.join()
                    hands.remove(hand)
            for hand in list(hands):
                if time.monotonic() - hand.since > self.seconds * self.patience(hand):
                    hand.process.kill()
                    hand.process.join()
                    hands.remove(hand)
                    yield self.late(hand)

    def give(self, hand: Hand, todo: list[int]) -> bool:
        """The next case, or that there is none; whether there is one."""
        hand.number, hand.since = todo.pop() if todo else None, time.monotonic()
        hand.pipe.send(hand.number)
        return hand.number is not None

    def answer(self, hand: Hand) -> Verdict:
        try:
            found: Verdict = hand.pipe.recv()
        except EOFError:  # the process is gone
            hand.process.join()
            assert hand.number is not None
            return Verdict(hand.number, self.group(hand.number), "crashed", "the process died", "")
        return found

    def group(self, number: int) -> str:
        if number >= self.files:
            return f"settings: {_verb(settings(self.seed, number - self.files))}"
        return attack_files.drawn(number, self.seed)[0].name

    def patience(self, hand: Hand) -> float:
        """A training that has begun compiles for a while before it takes a step."""
        said = hand.log.read_text(encoding="utf-8", errors="replace")
        begun = any(words in said for words in BEGUN)
        return 6 if begun and ANNOUNCED not in said else 1

    def late(self, hand: Hand) -> Verdict:
        """A case that took too long; that is right if it was announced, and only then."""
        assert hand.number is not None
        said = ANNOUNCED in hand.log.read_text(encoding="utf-8", errors="replace")
        outcome, finding = ("long, announced", "") if said else ("late", "no word for too long")
        return Verdict(hand.number, self.group(hand.number), outcome, finding, "")


def report(verdicts: list[Verdict], took: float) -> str:
    """A table of how many cases of each group ended how."""
    outcomes = list(dict.fromkeys(v.outcome for v in sorted(verdicts, key=lambda v: v.outcome)))
    counts = Counter((v.group, v.outcome) for v in verdicts)
    lines = ["| | " + " | ".join([*outcomes, "slowest, s", "findings"]) + " |"]
    lines.append("|---" * (len(outcomes) + 3) + "|")
    for group in sorted({v.group for v in verdicts}):
        cells = [str(counts[group, outcome] or "") for outcome in outcomes]
        own = [v for v in verdicts if v.group == group]
        cells += [f"{max(v.seconds for v in own):.1f}", str(sum(bool(v.finding) for v in own))]
        lines.append(f"| {group} | " + " | ".join(cells) + " |")
    totals = [str(sum(v.outcome == outcome for v in verdicts)) for outcome in outcomes]
    totals += [
        f"{max(v.seconds for v in verdicts):.1f}",
        str(sum(bool(v.finding) for v in verdicts)),
    ]
    lines.append("| all | " + " | ".join(totals) + " |")
    return "\n".join(lines) + f"\n\n{len(verdicts)} cases in {took:.0f} s"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--files", type=int, default=5000, help="damaged files")
    parser.add_argument("--settings", type=int, default=500, help="hostile settings")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that a case may take")
    parser.add_argument("--only", type=int, help="this case alone, and what it printed")
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    os.environ["TPROG_DATA"] = ""
    with tempfile.TemporaryDirectory() as folder:
        crew = Crew(Path(folder), given.seed, given.files, given.seconds)
        cases = list(range(given.files + given.settings)) if given.only is None else [given.only]
        verdicts = []
        for verdict in crew.verdicts(cases, given.jobs):
            verdicts.append(verdict)
            if verdict.finding or given.only is not None:
                print(f"case {verdict.number}, {verdict.group}: {verdict.what[:400]}")
                print(f"  {verdict.outcome}: {verdict.finding[:400] or 'right'}", flush=True)
        if given.only is not None:
            print((Path(folder) / "errors-0").read_text(encoding="utf-8")[-2000:])
    print(report(verdicts, time.monotonic() - begun))
    return 1 if any(verdict.finding for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
