"""Random programs through everything that runs a program: do all give the same answers?

    python benchmarks/agreement.py --programs 100000 --jobs 2

Each program runs on random inputs: listed words, unlisted ones where they are read, and inputs that
must be refused. The interpreter is compared with an evaluator written from the rules alone
(tests/five_rules.py), with `run_batch` and `label_batch`, both printed forms, the stored file, the
exactly simplified program, and the JavaScript of the page under Node. Seed and number make a
program, whatever the number of jobs: `--start` goes on where a run was stopped. Differences are
printed; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from evaluators import EVALUATORS, PAGE_NAME, Page, Tally, agree, find_node

CHUNK = 50  # programs that a worker reports together, and that Node runs together
MAX_SHOWN = 20  # differences that are printed


def work(connection: Connection, seed: int, chunks: list[range], node: str | None) -> None:
    """Report each chunk as it is done. Without a reader it ends, and Node with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends the workers
    with nullcontext() if node is None else Page(node) as page, suppress(BrokenPipeError):
        for chunk in chunks:
            connection.send((chunk, agree(seed, chunk, page)))


def run_all(
    seed: int, numbers: range, jobs: int, node: str | None, told: Callable[[Tally, int], None]
) -> tuple[Tally, int]:
    """Everything that was found, and the first number that was not run.

    Ctrl-C ends the workers; what they have reported stays.
    """
    chunks = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
    context = get_context("spawn")  # so that no worker holds the end of another's pipe
    tally, left, done = Tally(), {chunk.start for chunk in chunks}, 0
    readers, workers = [], []
    for job in range(jobs):
        reader, writer = context.Pipe(duplex=False)
        worker = context.Process(target=work, args=(writer, seed, chunks[job::jobs], node))
        worker.start()
        writer.close()
        readers.append(reader)
        workers.append(worker)
    try:
        while readers:
            for ready in wait(readers, timeout=1):
                assert isinstance(ready, Connection)
                try:
                    chunk, found = ready.recv()
                except EOFError:
                    readers.remove(ready)
                    continue
                tally.add(found)
                left.remove(chunk.start)
                done += len(chunk)
            told(tally, done)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
    return tally, min(left, default=numbers.stop)


class Progress:
    """A line on the error stream: how far, how fast, how long still."""

    def __init__(self, count: int) -> None:
        self.count, self.begun, self.shown = count, time.monotonic(), 0.0
        self.every, self.end = (1, "\r") if sys.stderr.isatty() else (10, "\n")

    def __call__(self, tally: Tally, done: int) -> None:
        now = time.monotonic()
        if done == 0 or (now - self.shown < self.every and done < self.count):
            return
        self.shown = now
        rate = done / (now - self.begun)
        print(
            f"{done:,} of {self.count:,} programs, {rate:.0f} per second, "
            f"{(self.count - done) / rate / 60:.1f} min left, "
            f"{len(tally.differences)} differences  ",
            end=self.end,
            file=sys.stderr,
            flush=True,
        )


def report(tally: Tally, node: str | None) -> str:
    wrong = Counter(found.evaluator for _, found in tally.differences)
    lines = [f"{'evaluator':18}{'programs':>10}{'inputs':>12}{'differences':>13}"]
    for name in [*EVALUATORS, *([PAGE_NAME] if node else [])]:
        lines.append(
            f"{name:18}{tally.programs[name]:10,}{tally.inputs[name]:12,}{wrong[name]:13,}"
        )
    if node is None:
        lines.append(
            "page              not run: Node is missing; install it, or set NODE to its path"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--programs", type=int, default=100_000, help="how many")
    parser.add_argument("--start", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    if given.programs < 1 or given.jobs < 1 or given.start < 0:
        parser.error("expected --programs and --jobs above 0, and --start from 0")
    node = find_node()
    numbers = range(given.start, given.start + given.programs)
    tally, stopped = run_all(given.seed, numbers, given.jobs, node, Progress(given.programs))
    print(report(tally, node))
    for number, found in tally.differences[:MAX_SHOWN]:
        print(f"program {number} of seed {given.seed}, {found.evaluator}, on {found.tokens}:")
        print(f"  expected {found.expected}\n  got {found.got}")
    if stopped < numbers.stop:
        print(f"not finished: go on with --start {stopped} --programs {numbers.stop - stopped}")
    return int(bool(tally.differences) or stopped < numbers.stop)


if __name__ == "__main__":
    sys.exit(main())
