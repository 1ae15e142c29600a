"""Says whether a changed program is still good enough at a task, and quickly; what changed.

A variable is known by its step and by what the variables hold that it reads, so programs that share
steps share their values: only what a change reaches is computed again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..dataset import Split, Task, as_classes, marked, predictions
from ..meaning.arrays import Planner, ballot, most_votes
from ..meaning.batch import is_pooled, label_batch, run_batch
from ..meaning.columns import Inputs, Run, Sized, spans
from ..program import Program, live, types
from ..program.steps import Answer, Classifier, reads
from ..program.values import Number
from .closed_forms import program_lines
from .edits import counted
from .task_inputs import inputs_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]

CHUNK_CELLS = 2**18  # of the largest arrays made at once, so that they stay in the cache
MOST_COLUMNS = 400  # variables that are remembered
BLOCK = 2**13  # places whose votes are added up at once, likewise

MANY = 6  # times as long as adding up a vote takes to change it

Key = tuple[Hashable, ...]
Column = tuple[int, list[Any]]  # a variable: its number here, and its values chunk by chunk


def can_rerun(program: Program, length: int) -> bool:
    """Whether all that a program says on inputs of a length is small enough to be remembered."""
    found = spans(program, length).values()
    return all(low >= -(2**31) and high < 2**31 for low, high in found)


class Rerun:
    """Inputs to run many alike programs on. `places`: where answers count.

    They are (inputs, positions), or (inputs,) for pooled programs. If not `quick`, nothing is
    remembered: for pooled programs, and for those of large numbers (`can_rerun`).
    """

    def __init__(self, words: Ints, places: Bools, quick: bool = True) -> None:
        self.words, self.quick = words, quick
        size = max(1, CHUNK_CELLS // words.shape[1] ** 2)
        chunks = [words[i : i + size] for i in range(0, len(words), size)]
        self.chunks = [Inputs.of(chunk, bool((chunk < 0).any())) for chunk in chunks]
        self.places = np.flatnonzero(places.T.ravel())  # position by position
        self._columns: OrderedDict[Key, Column] = OrderedDict()
        self._numbers: dict[Key, int] = {}  # of columns, by their type and what they hold
        self._added: tuple[Classifier, dict[str, Ints], NDArray[Any], Ints] | None = None
        self._said: OrderedDict[int, Ints] = OrderedDict()
        self._ends: dict[int, tuple[int, int]] = {}

    def labels(self, program: Program) -> Ints:
        """The label of a program wherever answers count: a class, or the value that it answers."""
        output = program.output
        if not self.quick or is_pooled(program):
            return np.asarray(label_batch(program, self.words)).T.ravel()[self.places]
        if isinstance(output, Answer):
            return self.at_places(program, (output.reads,))[output.reads]
        found, sized = self._run(program), Sized(self.words.shape[1], program.causal)
        said = {vote.reads: self._at_places(found[vote.reads]) for vote in output.votes}
        sized.kinds, sized.spans = types(program), {n: self._ends[found[n][0]] for n in said}
        numbers = {
            name: max(1, *map(abs, sized.spans[name]))
            for name in said
            if isinstance(sized.kinds[name], Number)
        }
        if self._added is None or self._added[0] != output:
            scores = self._scores(ballot(sized, output), said)
            self._added = output, said, scores, scores.argmax(1)
        _, before, scores, winners = self._added
        other = [vote for vote in output.votes if said[vote.reads] is not before[vote.reads]]
        changed = np.zeros(len(winners), dtype=bool)
        for vote in other:
            changed |= said[vote.reads] != before[vote.reads]
        many = MANY * len(other) * changed.sum() > len(output.votes) * len(changed)
        if many or most_votes(output, numbers) >= 2**62 or scores.dtype == object:
            return np.asarray(self._scores(ballot(sized, output), said).argmax(1))
        places = np.flatnonzero(changed)  # only there can another class win
        scores = scores[places].astype(np.int64)
        for vote in other:
            rows, number = np.array(vote.weights, np.int64), vote.reads in numbers
            for sign, column in ((1, said), (-1, before)):
                values = column[vote.reads][places]
                scores += sign * (values[:, None] * rows if number else rows[values])
        labels = winners.copy()
        labels[places] = scores.argmax(1)
        return labels

    def _scores(self, votes: Run, said: dict[str, Ints]) -> NDArray[Any]:
        """The votes for each class in each place: (places, classes)."""
        blocks = []
        for first in range(0, max(1, len(self.places)), BLOCK):
            columns = {name: column[None, first : first + BLOCK] for name, column in said.items()}
            width = len(self.places[first : first + BLOCK])
            blocks.append(votes(Inputs(np.empty((1, width)), None), columns)[0])
        return np.concatenate(blocks)

    def at_places(self, program: Program, names: tuple[str, ...]) -> dict[str, Ints]:
        """The values of some variables wherever answers count, position by position."""
        if not self.quick:
            ran = run_batch(program, self.words).variables
            return {name: np.asarray(ran[name]).T.ravel()[self.places] for name in names}
        found = self._run(program)
        return {name: self._at_places(found[name]) for name in names}

    def _at_places(self, column: Column) -> Ints:
        """The values of a variable wherever answers count; their ends are kept in `_ends`."""
        number, parts = column
        if number not in self._said:
            said = np.concatenate(parts, axis=1).ravel()[self.places].astype(np.int32)
            self._said[number] = np.asarray(said)
            self._ends[number] = (int(said.min()), int(said.max())) if len(said) else (0, 0)
            while len(self._said) > MOST_COLUMNS // 4:
                self._said.popitem(last=False)
        self._said.move_to_end(number)
        return self._said[number]

    def _run(self, program: Program) -> dict[str, Column]:
        """Every live variable: its number here, and its values chunk by chunk."""
        alive = live(program)
        planner: Planner | None = None
        found: dict[str, Column] = {}
        for step in program.steps:
            name = step.out.name
            if name not in alive:
                continue
            key = (step, *(found[read][0] for read in reads(step)))
            if key not in self._columns:
                planner = planner or Planner(self.words.shape[1], program.causal, program.steps)
                run = planner.step(step)
                parts = [
                    run(chunk, {read: found[read][1][i] for read in reads(step)})
                    for i, chunk in enumerate(self.chunks)
                ]
                held = blake2b(digest_size=16)
                for part in parts:
                    held.update(str(part.dtype).encode() + part.tobytes())
                known = step.out.type, held.digest()
                number = self._numbers.setdefault(known, len(self._numbers))
                self._columns[key] = (number, parts)
            self._columns.move_to_end(key)
            found[name] = self._columns[key]
        while len(self._columns) > MOST_COLUMNS:
            self._columns.popitem(last=False)
        return found


# --- judging --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and its score on the data."""

    lines: int
    score: float
    program: Program = field(compare=False, repr=False)


P = TypeVar("P")


def worth_having(
    found: Iterable[P], lines: Callable[[P], int], score: Callable[[P], float]
) -> list[P]:
    """The best for their length, shortest first: each longer one has a better score.

    >>> worth_having([(30, 5), (10, 3), (20, 6), (12, 2)], lambda p: p[0], lambda p: p[1])
    [(10, 3), (20, 6)]
    """
    best: list[P] = []
    for one in sorted(found, key=lambda one: (lines(one), -score(one))):
        if not best or score(one) > score(best[-1]):
            best.append(one)
    return best


@dataclass(slots=True, eq=False)
class Judge:
    """What the first program answered, and how much of its score a changed one may lose.

    The score is the task's own: F1 where labels tag entities. Where words are unknown nobody knows
    what is right: of the answers there, as large a share may change.
    """

    task: Task
    budget: float
    rerun: Rerun
    labels: Ints  # of the task, wherever answers count; -1 where words are unknown
    fixed: Bools  # the marks: they are answered with themselves, whatever a program does
    first: Ints  # what the first program answered
    right: Bools = field(init=False)  # which scored labels it got right
    worth: list[Point] = field(default_factory=list)  # of all programs that were judged

    def __post_init__(self) -> None:
        self.right = self._right(self.first)

    def allows(self, program: Program) -> bool:
        """Whether a program stays within the budget; it is recorded."""
        given = numbers_of(program, self.task, self.rerun)
        point = Point(program_lines(program), self.score(given), program)
        self.worth[:] = worth_having([*self.worth, point], lambda p: p.lines, lambda p: p.score)
        if self.budget == 0 and (self.right & ~self._right(given)).any():
            return False
        if self.budget and point.score < self.score(self.first) - self.budget:
            return False
        changed = (given != self.first)[self.labels < 0]
        return not changed.any() or bool(changed.mean() <= self.budget)

    def score(self, given: Ints) -> float:
        """The task's score of these answers."""
        if self.task.metric == "token":
            return float(self._right(given).mean())
        split = self.task.train
        places = np.full(self.rerun.words.T.shape, -1, np.int64)
        places.ravel()[self.rerun.places] = given
        return self.task.entity_scores(places.T[: len(split)], split).f1

    def _right(self, given: Ints) -> Bools:
        own = self.labels >= 0
        return np.concatenate([(given == self.labels)[own], self.fixed])


def judge_of(program: Program, task: Task, budget: float) -> Judge:
    """The judge of changes to a program, on the training inputs of a task."""
    split = task.train
    words, scored = inputs_of(split, task, program)
    right = predictions(program, task, split) == split.labels
    if task.pooled:
        places, fixed = np.asarray(scored.any(1)), right[:0]
    else:
        marks = np.zeros_like(scored)
        for here in marked(program, words).values():
            marks |= here
        places, fixed = scored & ~marks, right[(scored & marks)[: len(split)]]
    rerun = Rerun(words, places, can_rerun(program, words.shape[1]))
    labels = np.full((len(words), *split.labels.shape[1:]), -1)
    labels[: len(split)] = split.labels
    first = numbers_of(program, task, rerun)
    return Judge(task, budget, rerun, labels.T.ravel()[rerun.places], fixed, first)


def numbers_of(program: Program, task: Task, rerun: Rerun) -> Ints:
    """The task's number of the class that a program answers, wherever answers count."""
    return as_classes(program, task, rerun.labels(program))


def measured(
    before: Program, after: Program, task: Task, every: Split | None, budget: float | None
) -> str:
    """How two programs compare at a task: both are run on all its inputs, or on those it was given.

    `every`: all inputs of the task; None where they cannot be listed. The budget is told where
    answers differ.
    """
    split = task.train if every is None else every
    others: dict[str, int] = {}  # so that two wrong answers are not taken for one
    then, now = (predictions(program, task, split, others) for program in (before, after))
    number = int((then != now).reshape(len(split), -1).any(axis=1).sum())
    which = f"the {len(split):,} training inputs given"
    if every is not None:
        which = f"all {len(split):,} inputs of {task.name}"
    how = "" if every is None else " (exhaustive)"
    if not number:
        where = "on" if task.pooled else "at every scored position of"
        return f"same answers {where} {which}{how}"
    right, still = (given == split.labels for given in (then, now))
    lost, gained = int((right & ~still).sum()), int((still & ~right).sum())
    within = "" if budget is None else f" (budget {100 * budget:.6g}%)"
    lost_and_gained = f"{counted(lost, 'right label')} lost and {gained:,} gained"
    return f"different answers on {number:,} of {which}{how}, with {lost_and_gained}{within}"
