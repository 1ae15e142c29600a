"""The scores of a program at a task: its answers, by name, against the labels.

A program may order its words and classes otherwise than the task: both are matched by name.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..meaning.batch import label_batches, label_name, run_batch
from ..meaning.words import read_as
from ..program import Program, Vocabulary
from ..program.numerals import with_numerals
from ..program.program import is_pooled
from ..program.steps import Classifier
from .labelled import Ints, Scores, Split, Task, TaskError

Floats = npt.NDArray[np.float64]
Others = dict[str, int]  # numbers of answers that are no class of the task

NO_CLASS = -2  # an answer that is no class of the task, so never right
MAX_RANGE = 2**15  # in a wider range of labels, only those that occur are named


def evaluate_program(program: Program, task: Task, split: Split | None = None) -> Scores:
    """The scores of a program on a split of a task, by default the test split.

    >>> from transformer_programs.shelf import histogram
    >>> from transformer_programs.tasks import hist
    >>> print(evaluate_program(histogram.program, hist(samples=20)))
    100.00% of 9 labels, 100.00% of 2 inputs without error
    """
    split = task.test if split is None else split
    return task.accuracy(predictions(program, task, split), split)


def predictions(program: Program, task: Task, split: Split) -> Ints:
    """The class index of the program's answer wherever `split` is scored; -1 elsewhere.

    Answers that are no class are all NO_CLASS.
    """
    return predictions_of((program,), task, split)[0]


def predictions_of(
    programs: tuple[Program, ...], task: Task, split: Split, others: Others | None = None
) -> list[Ints]:
    """The predictions of programs with one vocabulary; the steps that they share run once.

    With `others`, each answer that is no class gets a number of its own there.
    """
    for program in programs:
        if is_pooled(program) != task.pooled:
            kinds = {True: "one answer for the whole input", False: "an answer at every position"}
            raise TaskError(
                f"the program gives {kinds[not task.pooled]}, but the task {task.name} wants "
                f"{kinds[task.pooled]}"
            )
    programs = tuple(with_numerals(program, task.vocabulary.words) for program in programs)
    words, labels = _answered(programs, split, task.vocabulary)
    scored, found = split.labels >= 0, list[Ints]()
    for program, given in zip(programs, labels, strict=True):
        predicted = np.full(scored.shape, -1, np.int32)
        predicted[scored] = as_classes(program, task, given[scored], others)
        if not task.pooled:  # a program answers `begin` and `end` with themselves
            for mark, here in marked(program, words).items():
                predicted[scored & here] = _class_index(mark, task, others)
        found.append(predicted)
    return found


@lru_cache(maxsize=6)  # a program is simplified, measured and reported on the same inputs
def _answered(
    programs: tuple[Program, ...], split: Split, vocabulary: Vocabulary
) -> tuple[Ints, list[Ints]]:
    """The inputs of a split in the words of programs, and their labels."""
    words = translated(split.words, vocabulary, programs[0].vocabulary)
    labels = label_batches(programs, words)
    for given in labels:
        given.flags.writeable = False
    return words, labels


def as_classes(
    program: Program, task: Task, labels: npt.NDArray[np.integer], others: Others | None = None
) -> Ints:
    """The labels of a program as class indices of a task, by name."""
    name = label_name(program)
    low, high = (int(labels.min()), int(labels.max())) if labels.size else (0, 0)
    if low < -MAX_RANGE or high > MAX_RANGE:
        values, places = np.unique(labels, return_inverse=True)
    else:
        values = np.arange(low, high + 1)
        places = labels.astype(np.int64) - low if low else labels
    named = [_class_index(name(int(value)), task, others) for value in values]
    found: Ints = np.array(named, np.int32)[places].reshape(labels.shape)
    return found


def _class_index(label: str, task: Task, others: Others | None) -> int:
    if label in task.classes:
        return task.classes.index(label)
    return NO_CLASS if others is None else others.setdefault(label, NO_CLASS - 1 - len(others))


def marked(program: Program, words: Ints) -> dict[str, npt.NDArray[np.bool_]]:
    """The places of `begin` and `end`. Elsewhere a word with their index is an unknown one."""
    vocabulary, place = program.vocabulary, np.arange(words.shape[1])
    last = (words >= 0).sum(axis=1, keepdims=True) - 1
    found = {vocabulary.begin: place == np.zeros_like(last), vocabulary.end: place == last}
    return {mark: here for mark, here in found.items() if mark is not None}


def translated(words: Ints, source: Vocabulary, target: Vocabulary) -> Ints:
    """Word indices of one vocabulary as those of another; unknown words where it has one.

    >>> words = np.array([[0, 1, -1]], np.int32)
    >>> translated(words, Vocabulary(("a", "b")), Vocabulary(("b", "a")))
    array([[ 1,  0, -1]], dtype=int32)
    """
    if source.words == target.words:
        return words
    known = [read_as(word, target.index, target.unknown) for word in source.words]
    indices = (-2 if word is None else target.index[word] for word in known)
    lookup = np.array([*indices, -1], np.int32)
    found = lookup[words]  # padding is -1: the last entry
    if (found == -2).any():
        missing = source.words[int(words[found == -2][0])]
        raise TaskError(f"the program does not know the word {missing!r} of the task")
    return np.asarray(found, np.int32)


def probabilities(program: Program, words: Ints, temperature: float = 0.0) -> Floats:
    """The softmax of the votes: (inputs, classes) if pooled, else (inputs, length, classes).

    Votes are divided by the temperature; if that is 0, by the scale and the number of words.
    """
    output = program.output
    if not isinstance(output, Classifier):
        raise TaskError("this program answers without votes: it has no probabilities")
    logits = np.asarray(run_batch(program, words).scores, np.float64)
    logits = logits / (temperature or output.scale)
    if output.pooled and not temperature:  # logits are means over positions
        logits /= (words >= 0).sum(axis=1)[:, None]
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
