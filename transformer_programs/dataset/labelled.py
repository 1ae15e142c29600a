"""A Task: labelled inputs in three splits, their words and classes, and how to score answers.

Words and labels are whole-number arrays, one row per input, -1 where there is nothing: padding on
the right, and positions that are not scored. A task with one label for a whole input (`pooled`)
has one label per row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..program import Vocabulary
from ..program.values import Refusal
from .entities import EntityScores, entity_scores

DEAD = -1  # no transition: no input continues with this word


@dataclass(frozen=True, slots=True)
class Automaton:
    """A finite automaton that labels each word of an input; it starts in state 0.

    `moves` has per state the next state for each of `words`, or DEAD; `labels` has the label of a
    word by the state after it; `ends` says in which states an input may end.

    >>> turns = Automaton(("a", "b"), ((1, DEAD), (DEAD, 0)), ("even", "odd"), (True, True))
    >>> turns.run("aba"), turns.run("aa")
    (['odd', 'even', 'odd'], None)
    """

    words: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]
    ends: tuple[bool, ...]

    def run(self, words: Iterable[str]) -> list[str] | None:
        """The label after each word; None where there is no such input."""
        state, found = 0, []
        for word in words:
            state = self.moves[state][self.words.index(word)] if word in self.words else DEAD
            if state == DEAD:
                return None
            found.append(self.labels[state])
        return found


Ints = npt.NDArray[np.int32]
Setting = str | int | float | bool | None
Oracle = Callable[[Sequence[str]], list[str | None]]
Metric = Literal["token", "entity"]

LISTABLE = 1_000_000  # more inputs than this are not put into one array


class TaskError(Refusal):
    """An invalid task or setting. The message says what was expected."""


def require_task(holds: bool, message: str) -> None:
    if not holds:
        raise TaskError(message)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Split:
    """Inputs and their labels.

    `words` (inputs, max_length) has indices into `vocabulary.words`, with -1 for padding on the
    right. `labels` (inputs, max_length), or (inputs,) if pooled, has class indices, with -1 for
    positions that are not scored. Both are read-only. A long sentence may be cut into several
    consecutive rows; `sentences` (inputs,) then has the number of the sentence of each row. It is
    None if every row is a sentence.
    """

    words: Ints
    labels: Ints
    sentences: Ints | None = None

    def __post_init__(self) -> None:
        words, labels, numbers = self.words, self.labels, self.sentences
        for field, array in (("words", words), ("labels", labels)):
            is_index = array.dtype == np.int32 and not (array < -1).any()
            require_task(is_index, f"Split, {field}: expected an int32 array of indices or -1")
        require_task(
            words.ndim == 2 and labels.shape in (words.shape, words.shape[:1]),
            "Split: expected words (inputs, length) and as many labels, or one per input; "
            f"got the shapes {words.shape} and {labels.shape}",
        )
        word = words >= 0
        gaps = word[:, 1:] & ~word[:, :-1]
        require_task(not gaps.any(), "Split: expected padding only on the right")
        outside = labels.ndim > 1 and (~word & (labels >= 0)).any()
        require_task(not outside, "Split: a label is on padding")
        if numbers is not None:
            falls = numbers.shape != words.shape[:1] or bool((np.diff(numbers) < 0).any())
            require_task(not falls, "Split, sentences: expected one number per row, never falling")
        for field, array in (("words", words), ("labels", labels)):
            if array.flags.writeable or array.base is not None:  # answers to it are cached
                object.__setattr__(self, field, array.copy())
                getattr(self, field).flags.writeable = False

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"<Split: {len(self):,} inputs, up to {self.words.shape[1]} words>"

    def first(self, count: int) -> Split:
        """The first rows."""
        sentences = None if self.sentences is None else self.sentences[:count]
        return Split(self.words[:count], self.labels[:count], sentences)


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """Every input of a task in a fixed order: how many, and all of them in blocks of a size.

    `words` gives the blocks, `labels` the labels of some of these inputs. `automaton` is the finite
    automaton of the inputs and labels after `begin`, if there is one.
    """

    count: int
    words: Callable[[int], Iterator[Ints]]
    labels: Callable[[Ints], Ints]
    automaton: Automaton | None = None

    def blocks(self, size: int) -> Iterator[Split]:
        """All inputs with their labels."""
        return (Split(words, self.labels(words)) for words in self.words(size))


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """The name and the settings that a task was made from, so that it can be made again.

    >>> TaskSpec("sort", (("vocab", 8), ("length", 8)))
    TaskSpec(name='sort', settings=(('vocab', 8), ('length', 8)))
    """

    name: str
    settings: tuple[tuple[str, Setting], ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares of right answers.

    `token` is the share of right labels, as in the paper. `without_filler` leaves out labels that
    are only padding; None if the task has no padding. `exact` is the share of inputs with every
    label right. `entities` has the entity scores of tasks with entity tags.
    """

    inputs: int
    labels: int
    token: float
    without_filler: float | None
    exact: float
    entities: EntityScores | None = None

    @property
    def main(self) -> float:
        """The score that selects the best run: F1 for entities, otherwise `token`."""
        return self.token if self.entities is None else self.entities.f1

    def __str__(self) -> str:
        filler, entities = self.without_filler, self.entities
        return (
            ("" if entities is None else f"{entities}, ")
            + f"{self.token:.2%} of {self.labels:,} label{'s' * (self.labels != 1)}"
            + ("" if filler is None else f", {filler:.2%} without padding")
            + f", {self.exact:.2%} of {self.inputs:,} input{'s' * (self.inputs != 1)} without error"
        )


@lru_cache(maxsize=2)  # simplifying, measuring and reporting ask for the same
def _every(space: Listing) -> Split:
    return next(space.blocks(space.count))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Task:
    """Inputs with labels and, if known, the rule behind them.

    `oracle` returns the labels of one input, with None at positions that are not scored (a list of
    one label if pooled). `filler` is the class that only pads the target. `space` lists all inputs.
    `metric` is the score that selects the best run: accuracy, or F1 of entities.
    """

    name: str
    description: str
    vocabulary: Vocabulary
    classes: tuple[str, ...]
    max_length: int
    causal: bool
    pooled: bool
    train: Split
    validation: Split
    test: Split
    oracle: Oracle | None = None
    filler: str | None = None
    space: Listing | None = None
    spec: TaskSpec | None = None
    metric: Metric = "token"

    def __post_init__(self) -> None:
        where, classes = f"task {self.name}", self.classes
        require_task(
            len(classes) > 0 and len(set(classes)) == len(classes),
            f"{where}, classes: expected different classes, got {classes}",
        )
        require_task(len(self.train) > 0, f"{where}, train: expected at least one input")
        most = {"words": len(self.vocabulary.words), "labels": len(classes)}
        for name, split in self.splits.items():
            wanted = (len(split), *(() if self.pooled else (self.max_length,)))
            require_task(
                split.words.shape[1] == self.max_length and split.labels.shape == wanted,
                f"{where}, {name}: expected {self.max_length} columns of words and labels of shape "
                f"{wanted}, got {split.words.shape[1]} and {split.labels.shape}",
            )
            for field, count in most.items():
                found = int(getattr(split, field).max(initial=-1))
                message = f"{where}, {name}, {field}: expected less than {count}, got {found}"
                require_task(found < count, message)

    def __repr__(self) -> str:
        counts = " / ".join(f"{len(split):,}" for split in self.splits.values())
        return (
            f"<Task {self.name}: {counts} inputs for training, validation and test, "
            f"{len(self.vocabulary.words):,} words, {len(self.classes):,} classes>"
        )

    @property
    def splits(self) -> dict[str, Split]:
        return {"train": self.train, "validation": self.validation, "test": self.test}

    @property
    def has_test(self) -> bool:
        """Whether there are test inputs; without them, `test` is `validation`."""
        return self.test is not self.validation

    @property
    def input_count(self) -> int | None:
        """The number of inputs of the task; None if unknown."""
        return None if self.space is None else self.space.count

    def all_words(self) -> Ints | None:
        """All inputs of the task without labels; None if unknown or too many."""
        if self.space is None or self.space.count > LISTABLE:
            return None
        return next(self.space.words(self.space.count))

    def all_inputs(self) -> Split | None:
        """All inputs of the task with their labels; None if unknown or too many."""
        if self.space is None or self.space.count > LISTABLE:
            return None
        return _every(self.space)

    def scored_splits(self) -> dict[str, Split]:
        """The splits that have labels, and "all" inputs where they can be listed."""
        splits = {name: s for name, s in self.splits.items() if (s.labels >= 0).any()}
        every = self.all_inputs()
        return splits if every is None else splits | {"all": every}

    def accuracy(self, predicted: npt.NDArray[np.integer], split: Split) -> Scores:
        """The scores of the class indices `predicted` on `split`."""
        filler = None if self.filler is None else self.classes.index(self.filler)
        scores = accuracy(predicted, split, filler)
        if self.metric == "token":
            return scores
        return replace(scores, entities=self.entity_scores(predicted, split))

    def entity_scores(self, predicted: npt.NDArray[np.integer], split: Split) -> EntityScores:
        """The entity scores of `predicted`; the windows of a long sentence are joined first."""
        scored = split.labels >= 0
        rows = np.arange(len(split)) if split.sentences is None else split.sentences
        sentence = np.asarray(np.repeat(rows, scored.sum(axis=1)), np.int64)
        return entity_scores(predicted[scored], split.labels[scored], sentence, self.classes)

    def words_of(self, row: Ints) -> list[str]:
        """The words of one row of a split."""
        return [self.vocabulary.words[word] for word in row if word >= 0]

    def labels_of(self, split: Split, index: int) -> list[str | None]:
        """The labels of one input, with None at positions that are not scored."""
        labels = np.atleast_1d(split.labels[index])
        count = 1 if self.pooled else int((split.words[index] >= 0).sum())
        return [self.classes[label] if label >= 0 else None for label in labels[:count]]


def accuracy(predicted: npt.NDArray[np.integer], split: Split, filler: int | None = None) -> Scores:
    """The scores of the class indices `predicted` as the labels of `split`.

    >>> words = np.array([[0, 1, -1], [1, 1, 1]], np.int32)
    >>> split = Split(words, np.array([[-1, 0, -1], [-1, 0, 1]], np.int32))
    >>> print(accuracy(np.array([[9, 0, 9], [9, 0, 0]]), split))
    66.67% of 3 labels, 50.00% of 2 inputs without error
    """
    require_task(
        predicted.shape == split.labels.shape,
        f"predicted labels: expected shape {split.labels.shape}, got {predicted.shape}",
    )
    scored = split.labels >= 0
    labels = int(scored.sum())
    require_task(labels > 0, "there is nothing to score: no label in these inputs")
    right = (predicted == split.labels) & scored
    failed = scored & ~right
    without_filler = None
    if filler is not None:
        counted = scored & (split.labels != filler)
        require_task(bool(counted.any()), "there is nothing to score: every label is filler")
        without_filler = float(right[counted].mean())
    return Scores(
        inputs=len(split),
        labels=labels,
        token=float(right.sum() / labels),
        without_filler=without_filler,
        exact=float(1 - failed.reshape(len(split), -1).any(axis=1).mean()),
    )
