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
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from evaluators import EVALUATORS, PAGE_NAME, Page, Tally, agree, find_node

CHUNK = 50  # programs that a worker reports together, and that Node runs together
MAX_SHOWN = 20  # differences that are printed


@cache
def page_of_worker() -> Page | None:
    """Node, started once in each process."""
    node = find_node()
    return None if node is None else Page(node)


def work(seed: int, chunk: range) -> tuple[range, Tally]:
    return chunk, agree(seed, chunk, page_of_worker())


def tallies(seed: int, chunks: list[range], jobs: int) -> Iterator[tuple[range, Tally]]:
    """What was found in each chunk, as it is done. Ctrl-C ends the workers."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(work, seed, chunk) for chunk in chunks]):
                yield done.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("\nstopped", file=sys.stderr)


def report(tally: Tally) -> str:
    wrong = Counter(found.evaluator for _, found in tally.differences)
    lines = [f"{'evaluator':18}{'programs':>10}{'inputs':>12}{'differences':>13}"]
    for name in [*EVALUATORS, PAGE_NAME]:
        counts = f"{tally.programs[name]:10,}{tally.inputs[name]:12,}{wrong[name]:13,}"
        lines.append(f"{name:18}{counts}")
    if find_node() is None:
        lines.append("Node is missing: install it, or set NODE to its path")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--programs", type=int, default=100_000, help="how many")
    parser.add_argument("--start", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    stop = given.start + given.programs
    left = [range(i, min(stop, i + CHUNK)) for i in range(given.start, stop, CHUNK)]
    tally, begun = Tally(), time.monotonic()
    for chunk, found in tallies(given.seed, list(left), given.jobs):
        tally.add(found)
        left.remove(chunk)
        done = given.programs - sum(map(len, left))
        rate = done / (time.monotonic() - begun)
        shown = f"{done:,} of {given.programs:,} programs, {rate:.0f} per second"
        print(f"{shown}, {len(tally.differences)} differences", end="\r", file=sys.stderr)
    print("\n" + report(tally))
    for number, one in tally.differences[:MAX_SHOWN]:
        print(f"program {number} of seed {given.seed}, {one.evaluator}, on {one.tokens}:")
        print(f"  expected {one.expected}\n  got {one.got}")
    if left:
        start = min(chunk.start for chunk in left)
        print(f"not finished: go on with --start {start} --programs {stop - start}")
    return int(bool(tally.differences or left))


if __name__ == "__main__":
    sys.exit(main())
