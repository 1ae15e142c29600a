"""Scores edited programs on a task, re-running only changed steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..dataset import Ints as Words
from ..dataset import Split, Task, as_classes, marked, predictions, predictions_of, translated
from ..meaning.batch import Evaluated
from ..printer.size import program_size, worth_having
from ..program import Program, Vocabulary
from .edits import counted

ENOUGH = 0.01  # of the words: where so many are unknown, the inputs themselves tell
SHARE = 0.25  # of the words of a copy that are unknown, on average; at least one is
MAX_COPIES = 10_000

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and its score on the data."""

    lines: int
    score: float
    program: Program = field(compare=False, repr=False)


@dataclass(eq=False)
class Judge:
    """The inputs and answers of a first program, and how much of its score an edited one may lose.

    The score is the task's own: F1 where labels tag entities. Where words are unknown nobody knows
    what is right: of the answers there, as large a share may change.
    """

    task: Task
    budget: float
    inputs: Evaluated
    places: Bools  # where answers count: (inputs, positions), or (inputs,) when pooled
    labels: Ints  # of the task at these places; -1 where words are unknown
    fixed: Bools  # which marks are right: they answer themselves, whatever a program does
    first: Ints  # the answers of the first program at these places
    worth: list[Point] = field(default_factory=list)  # of all programs that were judged

    @cached_property
    def right(self) -> Bools:
        """Which scored labels the first program got right; the marks come last."""
        return self._right(self.first)

    @cached_property
    def first_score(self) -> float:
        """The score of the first program."""
        return self.score(self.first)

    @cached_property
    def _labelled(self) -> Bools:
        return self.labels >= 0

    def allows(self, program: Program) -> bool:
        """Whether a program stays within the budget; it is recorded."""
        given = self.answers(program)
        point = Point(program_size(program), self.score(given), program)
        self.worth[:] = worth_having([*self.worth, point], lambda p: p.lines, lambda p: p.score)
        if self.budget == 0 and (self.right & ~self._right(given)).any():
            return False
        if self.budget and point.score < self.first_score - self.budget:
            return False
        changed = (given != self.first)[~self._labelled]
        return not changed.any() or bool(changed.mean() <= self.budget)

    def answers(self, program: Program) -> Ints:
        """The task's number of the class that a program answers, wherever answers count."""
        return as_classes(program, self.task, self.inputs.labels(program)[self.places])

    def score(self, given: Ints) -> float:
        """The task's score of these answers."""
        if self.task.metric == "token":
            return float(self._right(given).mean())
        split = self.task.train
        answers = np.full(self.places.shape, -1, np.int64)
        answers[self.places] = given
        return self.task.entity_scores(answers[: len(split)], split).f1

    def _right(self, given: Ints) -> Bools:
        return np.concatenate([(given == self.labels)[self._labelled], self.fixed])


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
    labels = np.full((len(words), *split.labels.shape[1:]), -1)
    labels[: len(split)] = split.labels
    inputs = Evaluated(words, program.causal)
    judge = Judge(task, budget, inputs, places, labels[places], fixed, np.zeros(0, int))
    judge.first = judge.answers(program)
    return judge


def comparison_claim(
    before: Program, after: Program, task: Task, budget: float | None = None
) -> str:
    """The claim that compares two programs on all inputs of a task, or on its training inputs.

    With a `budget`, all inputs are run where they can be listed, and the budget is told where
    answers differ. Only these inputs are labelled.
    """
    every = None if budget is None else task.all_words()
    split = task.train
    if every is not None:
        anywhere = np.minimum(every, 0)  # 0 at each word, -1 at padding
        split = Split(every, anywhere[:, 0] if task.pooled else anywhere)
    others: dict[str, int] = {}  # so that two wrong answers are not taken for one
    then, now = predictions_of((before, after), task, split, others)
    rows = np.flatnonzero(_somewhere(then != now))
    then, now, labels = then[rows], now[rows], split.labels[rows]
    if every is not None and task.space is not None:
        labels = task.space.labels(every[rows])
    number = int(_somewhere((then != now) & (labels >= 0)).sum())
    which = f"the {len(split):,} training inputs given"
    if every is not None:
        which = f"all {len(split):,} inputs of {task.name}"
    how = "" if every is None else " (exhaustive)"
    if not number:
        where = "on" if task.pooled else "at every scored position of"
        return f"same answers {where} {which}{how}"
    right, still = (given == labels for given in (then, now))
    lost, gained = int((right & ~still).sum()), int((still & ~right).sum())
    within = "" if budget is None else f" (budget {100 * budget:.6g}%)"
    lost_and_gained = f"{counted(lost, 'right label')} lost and {gained:,} gained"
    return f"different answers on {number:,} of {which}{how}, with {lost_and_gained}{within}"


def _somewhere(differ: Bools) -> Bools:
    """The inputs with a difference."""
    return differ if differ.ndim == 1 else np.asarray(differ.any(1))


# --- inputs with unknown words --------------------------------------------------------------------


def inputs_of(split: Split, task: Task, program: Program) -> tuple[Words, Bools]:
    """The words of a split and of copies with unknown words, padded with -1; where both are scored.

    A task's inputs may have no unknown word, while the program must answer to them: the copies show
    what an edit changes there.
    """
    words = translated(split.words, task.vocabulary, program.vocabulary)
    scored = split.labels >= 0
    scored = (scored[:, None] if task.pooled else scored) & (words >= 0)
    rows, copies = unknown_copies(words, program.vocabulary)
    return np.concatenate([words, copies]), np.concatenate([scored, scored[rows]])


def unknown_copies(words: Words, vocabulary: Vocabulary) -> tuple[Ints, Words]:
    """The inputs that are copied, by number, and the copies; none where nothing is to be told.

    >>> rows, copies = unknown_copies(np.array([[1, 2], [2, -1]]), Vocabulary(("?", "a", "b"), "?"))
    >>> rows.tolist(), copies.tolist()
    ([0, 1], [[1, 0], [0, -1]])
    """
    none = np.zeros(0, dtype=int), words[:0]
    if vocabulary.unknown is None or not len(words):
        return none
    unknown = vocabulary.index[vocabulary.unknown]
    inner = words >= 0
    lengths = inner.sum(1)
    inner[:, 0] &= vocabulary.begin is None
    if vocabulary.end is not None:
        inner[np.arange(len(words)), lengths - 1] = False
    if (inner & (words == unknown)).sum() >= ENOUGH * max(1, inner.sum()):
        return none
    rows = np.flatnonzero(inner.any(1))
    rows = rows[:: -(-len(rows) // MAX_COPIES) or 1]
    drawn = np.where(inner[rows], np.random.default_rng(0).random((len(rows), words.shape[1])), 1.0)
    gone = drawn < np.maximum(SHARE, np.nextafter(drawn.min(1, keepdims=True, initial=1.0), 2.0))
    return rows, np.where(gone & inner[rows], np.int32(unknown), words[rows])
