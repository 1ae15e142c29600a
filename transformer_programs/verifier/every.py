"""A program against the right answers of a task, on every input there is.

Inputs are run in blocks, in the order in which the task lists them. Where the task labels its
inputs symbol by symbol (`Tree`) and the program never looks ahead, a block is a tree: what inputs
share at their beginning is run once. The right answers come from the task, never from the program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..dataset import Scores, Split, Task, Tree, as_classes, predictions, translated
from ..meaning.batch import checked_lengths
from ..meaning.prefixes import Prefixes, looks_ahead
from ..program import Program
from .pace import Try, pace

BLOCK = 2**18  # inputs: their columns stay in the cache
LISTED = 2**15  # inputs of a block whose rows are listed one by one
BYTES, MEMORY = 4, 2**29  # of a variable of an input (measured 3.4), and of all blocks that run
AHEAD = 4  # blocks a thread that wait: enough to keep it busy

Ints = npt.NDArray[np.integer]
Told = Callable[[int, int], None]
Result = TypeVar("Result")


class Wrong(NamedTuple):
    """The first input, in the order of the task, that is answered wrong: its number and words."""

    number: int
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """How many inputs were run, from which on; the first that was answered wrong."""

    start: int
    stop: int
    wrong: Wrong | None = None


def sweep(
    program: Program,
    task: Task,
    start: int = 0,
    told: Told = lambda done, count: None,
    threads: int | None = None,
) -> Sweep:
    """Run a program on every input of a task, block by block; stops at a wrong answer.

    `start` is the number of an input: what comes before its block is left out. `told` how many
    inputs are done, block by block in order, so that a run that was stopped can go on from there.
    """
    assert task.space is not None
    every, count = _blocks(program, task, BLOCK), task.space.count
    size = every.size
    blocks = range(start // size, -(-count // size))
    done = Sweep(blocks.start * size, blocks.start * size)
    for block, wrong in _in_order(every.wrong, blocks, threads or _threads(program)):
        done = Sweep(done.start, min((block + 1) * size, count), wrong)
        if wrong is not None:
            break
        told(done.stop, count)
    return done


def estimated_sweep(program: Program, task: Task, inputs: int) -> float:
    """About how many seconds `sweep` takes for so many inputs, by trying some from the middle."""
    assert task.space is not None
    count, threads = task.space.count, _threads(program)

    def prepared(most: int) -> Try:
        every = _blocks(program, task, most)
        last = -(-count // every.size)
        blocks = range(last // 2, min(last // 2 + threads, last))
        return lambda: every.size * sum(1 for _ in _in_order(every.wrong, blocks, threads))

    found = pace(prepared, min(BLOCK, -(-count // threads)), inputs)
    rounds = -(-inputs // (threads * _blocks(program, task, BLOCK).size))
    return rounds * found.block + inputs * found.unit


def tally(
    program: Program, task: Task, told: Told = lambda done, count: None, threads: int | None = None
) -> Scores | None:
    """How right a program is on every input of a task, however many there are.

    None where inputs do not share their beginnings: those are listed and scored as any others.
    """
    space = task.space
    if space is None or space.tree is None or looks_ahead(program) or task.filler is not None:
        return None
    walk = _Walk(program, task, space.tree, BLOCK)
    labels = failed = 0
    blocks = range(-(-space.count // walk.size))
    for block, (more, inputs) in _in_order(walk.tally, blocks, threads or _threads(program)):
        labels, failed = labels + more, failed + inputs
        told(min((block + 1) * walk.size, space.count), space.count)
    every = space.count * space.tree.length
    right, exact = 1 - labels / every, 1 - failed / space.count
    return Scores(space.count, every, right, None, exact)


def _blocks(program: Program, task: Task, most: int) -> _Walk | _Listed:
    """The inputs of a task in blocks, each of at most so many."""
    assert task.space is not None
    if task.space.tree is not None and not looks_ahead(program):
        return _Walk(program, task, task.space.tree, most)
    return _Listed(program, task, min(LISTED, most))


def _threads(program: Program) -> int:
    """How many blocks run at once: as many as there are cores, within half a gigabyte."""
    block = BYTES * BLOCK * max(1, len(program.steps))
    return max(1, min(os.cpu_count() or 1, MEMORY // block))


def _in_order(
    check: Callable[[int], Result], blocks: range, threads: int
) -> Iterator[tuple[int, Result]]:
    """Blocks in order, several at a time: NumPy lets other threads run while it computes."""
    waiting: list[tuple[int, Future[Result]]] = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for block in blocks:
                waiting.append((block, pool.submit(check, block)))
                if len(waiting) >= AHEAD * threads:
                    number, future = waiting.pop(0)
                    yield number, future.result()
            while waiting:
                number, future = waiting.pop(0)
                yield number, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


# --- inputs that share their beginnings -----------------------------------------------------------


class _Walk:
    """The tree of all inputs, cut into blocks that have their first symbols in common."""

    def __init__(self, program: Program, task: Task, tree: Tree, most: int) -> None:
        self.program, self.tree, self.task = program, tree, task
        self.free = 0  # symbols that differ within a block
        while self.free < tree.length and tree.symbols ** (self.free + 1) <= most:
            self.free += 1
        self.size = tree.symbols**self.free
        words = task.vocabulary.words
        index = {word: i for i, word in enumerate(words)}
        symbols = np.array([index[word] for word in task.vocabulary.symbols], np.int32)
        every = np.arange(len(words), dtype=np.int32)[None]
        ours = translated(every, task.vocabulary, program.vocabulary)[0]
        self.symbols, self.ours = symbols, ours
        self.begin = [] if task.vocabulary.begin is None else [index[task.vocabulary.begin]]
        self.levels = [np.tile(ours[symbols], tree.symbols**level) for level in range(self.free)]
        checked_lengths(program, ours[self.row(0, 0)][None])
        self.prefixes = Prefixes(program, len(self.begin) + tree.length)

    def digits(self, number: int, count: int) -> list[int]:
        """The symbols of a number, the last turning fastest."""
        return [number // self.tree.symbols**i % self.tree.symbols for i in reversed(range(count))]

    def row(self, block: int, inside: int) -> Ints:
        """The words of one input of a block."""
        number = block * self.size + inside
        return np.array([*self.begin, *self.symbols[self.digits(number, self.tree.length)]])

    def differences(self, block: int) -> Iterator[npt.NDArray[np.bool_]]:
        """Symbol after symbol, which beginnings of a block's inputs end in a wrong answer."""
        fixed = self.digits(block, self.tree.length - self.free)
        first = [*self.begin, *self.symbols[fixed]]
        words = [*(self.ours[[word]] for word in first), *self.levels]
        known = self.tree.start
        for place, labels in enumerate(self.prefixes.labels(words)):
            symbol = place - len(self.begin)
            if symbol < 0:
                continue
            known, classes = self.tree.grow(known)
            if symbol < len(fixed):
                known, classes = known[:, fixed[symbol]], classes[:, fixed[symbol]]
            known, classes = known.reshape(-1), classes.reshape(-1)
            yield as_classes(self.program, self.task, labels) != classes

    def tally(self, block: int) -> tuple[int, int]:
        """How many labels of a block are wrong, and how many inputs have a wrong one."""
        labels, failed = 0, np.zeros(1, bool)
        for differs in self.differences(block):
            labels += int(differs.sum()) * (self.size // len(differs))
            failed = np.repeat(failed, len(differs) // len(failed)) | differs
        return labels, int(failed.sum()) * (self.size // len(failed))

    def wrong(self, block: int) -> Wrong | None:
        """The first input of a block that is answered wrong."""
        found = self.size
        for differs in self.differences(block):
            if differs.any():
                found = min(found, int(np.argmax(differs)) * (self.size // len(differs)))
        if found == self.size:
            return None
        row = self.row(block, found)
        tokens = tuple(self.task.vocabulary.words[word] for word in row)
        return Wrong(block * self.size + found, tokens)


# --- inputs one by one ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Listed:
    """The inputs in the order of the task, in blocks of one size."""

    program: Program
    task: Task
    size: int

    def wrong(self, block: int) -> Wrong | None:
        """The first input of a block that is answered wrong."""
        assert self.task.space is not None
        start = block * self.size
        split: Split = self.task.space.between(start, min(start + self.size, self.task.space.count))
        wrong = (predictions(self.program, self.task, split) != split.labels) & (split.labels >= 0)
        failed = wrong.reshape(len(split), -1).any(axis=1)
        if not failed.any():
            return None
        row = int(np.argmax(failed))
        return Wrong(start + row, tuple(self.task.words_of(split.words[row])))
