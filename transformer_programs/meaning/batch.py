"""Running programs on many inputs at once: the meaning of `interpret`, over arrays.

Inputs are the rows of an int array of word indices, padded at the right with -1 (`encode_batch`).

- `label_batch`, `label_batches`: only the answers, however many inputs; memory stays small.
- `run_batch`: the answers and every variable, for as many inputs as fit in memory.
- `Evaluated`: fixed inputs for many programs. A column is known by its step and by the columns it
  reads, so programs that share steps share their columns: only what a change reaches is computed.

>>> from transformer_programs.shelf import histogram
>>> Evaluated(np.array([[0, 1, 2, 1]]), causal=False).labels(histogram.program).tolist()
[[-1, 2, 1, 2]]
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import assert_never

import numpy as np

from ..program import Program, live, types
from ..program.steps import Answer, Classifier, Step, answer_label, output_reads, reads
from .interpret import InputError, encode
from .kernels import Array, Column, Inputs, column, scores, winners

BLOCK_CELLS = 2**17  # words that are run together
MAX_THREADS = 8
MAX_VALUES, MIN_COLUMNS = 2**28, 100  # that are remembered: as many values, or columns


@dataclass(frozen=True, slots=True)
class BatchEvaluation:
    """The values that a run computed, one row per input.

    `variables` are (inputs, length), -1 at padding. `scores` are class votes (inputs, length,
    classes), 0 at padding, or (inputs, classes) when pooled; None where the program ends in an
    `Answer`. `labels` are class indices, or the values of the variable that is the answer: (inputs,
    length), or (inputs,) when pooled. They are -1 at padding and where `begin` and `end` stand,
    which answer themselves: two programs agree where their labels are equal.
    """

    variables: dict[str, Array]
    scores: Array | None
    labels: Array


class Evaluated:
    """Inputs, and every column that was computed on them.

    `words` are rows of word indices, padded at the right with -1, that the programs take.
    """

    def __init__(self, words: Array, causal: bool) -> None:
        self.words = np.asarray(words)
        self.lengths = (self.words >= 0).sum(axis=1)
        self.width = int(self.lengths.max(initial=1))
        self._order = np.argsort(-self.lengths, kind="stable")  # so that there is little padding
        self._inputs = Inputs.of(self.words[self._order, : self.width], causal)
        self._columns: OrderedDict[tuple[Hashable, ...], Column] = OrderedDict()

    def column(self, step: Step, read: Sequence[Column]) -> Column:
        """The values of a step, given those of the variables it reads."""
        key = (step, *read)
        if key not in self._columns:
            self._columns[key] = column(step, read, self._inputs)
        self._columns.move_to_end(key)
        if len(self._columns) > max(MIN_COLUMNS, MAX_VALUES // max(1, self.words.size)):
            self._columns.popitem(last=False)
        return self._columns[key]

    def columns(self, program: Program, names: Iterable[str]) -> dict[str, Column]:
        """The columns of some variables, and of all that they depend on."""
        needed, found = live(program, names), dict[str, Column]()
        for step in program.steps:
            if step.out.name in needed:
                found[step.out.name] = self.column(step, [found[name] for name in reads(step)])
        return found

    def variables(self, program: Program, names: Sequence[str]) -> dict[str, Array]:
        """The values of some variables, one row per input: (inputs, length), -1 at padding."""
        columns = self.columns(program, names)
        return {name: self._rows(columns[name].values, -1) for name in names}

    def labels(self, program: Program) -> Array:
        """Only the labels of `run`."""
        return self._labels_and_votes(program)[0]

    def run(self, program: Program, names: Sequence[str] = ()) -> BatchEvaluation:
        """The labels and scores of a program, and some of its variables."""
        labels, votes = self._labels_and_votes(program)
        found = None if votes is None else self._rows(votes, 0, labels.ndim == 1)
        return BatchEvaluation(self.variables(program, names), found, labels)

    def _labels_and_votes(self, program: Program) -> tuple[Array, Array | None]:
        """The labels, one row per input, and the votes for each class, in the order of columns."""
        columns = self.columns(program, output_reads(program.output))
        match program.output:
            case Answer(name):
                votes, labels = None, self._rows(columns[name].values, -1)
            case Classifier() as output:
                votes = scores(output, [columns[vote.reads] for vote in output.votes], self._inputs)
                labels = self._rows(winners(votes), -1, output.pooled)
                if output.pooled:
                    return labels, votes
            case _:
                assert_never(program.output)
        if program.vocabulary.begin is not None:
            labels[:, 0] = -1
        if program.vocabulary.end is not None:
            labels[np.arange(len(labels)), self.lengths - 1] = -1
        return labels, votes

    def _rows(self, values: Array, fill: int, pooled: bool = False) -> Array:
        """Values with a row per input, in the order given, and `fill` at padding.

        No number has fewer than 32 bits, so that they are safe to count with.
        """
        dtype = np.promote_types(values.dtype, np.int32)
        if pooled:
            found = np.empty(values.shape, dtype)
            found[self._order] = values
        else:
            found = np.empty((*self.words.shape, *values.shape[2:]), dtype)
            found[self._order, : self.width] = values.swapaxes(0, 1)
            found[self.words < 0] = fill
        return found


# --- words and answers ----------------------------------------------------------------------------


def encode_batch(program: Program, inputs: Sequence[Sequence[str]]) -> Array:
    """Inputs as rows of word indices (NumPy), padded with -1.

    >>> from transformer_programs.shelf import histogram
    >>> encode_batch(histogram.program, [["<s>", "a", "b"], ["<s>", "b"]]).tolist()
    [[0, 1, 2], [0, 2, -1]]
    """
    rows = [_encoded(program, number, tokens) for number, tokens in enumerate(inputs)]
    words = np.full((len(rows), max(map(len, rows), default=1)), -1, dtype=np.int32)
    for number, row in enumerate(rows):
        words[number, : len(row)] = row
    return words


def _encoded(program: Program, number: int, tokens: Sequence[str]) -> tuple[int, ...]:
    try:
        return encode(program, tokens)
    except InputError as error:
        raise InputError(f"input {number}: {error}") from None


def decode_batch(program: Program, words: Array, labels: Array) -> list[list[str] | str]:
    """The answers that `labels` stand for, as `interpret.evaluate` gives them."""
    name = label_name(program)
    if np.ndim(labels) == 1:
        return [name(label) for label in np.asarray(labels).tolist()]
    answers: list[list[str] | str] = []
    lengths = (np.asarray(words) >= 0).sum(axis=1).tolist()
    for length, row in zip(lengths, np.asarray(labels).tolist(), strict=True):
        inner = program.vocabulary.inner(length)
        answer = [name(label) for label in row[inner.start : inner.stop]]
        answers.append(program.vocabulary.framed(answer))
    return answers


def label_name(program: Program) -> Callable[[int], str]:
    """The name of a label."""
    match program.output:
        case Answer(reads) as answer:
            type = types(program)[reads]
            return cache(lambda label: answer_label(answer, type, label))
        case Classifier(classes):
            return lambda label: classes[label]
        case _:
            assert_never(program.output)


def run_batch(program: Program, words: Array) -> BatchEvaluation:
    """Run a program on many inputs and return all variables, scores and labels.

    >>> from transformer_programs.shelf import histogram
    >>> words = encode_batch(histogram.program, [["<s>", "a", "b", "a"], ["<s>", "b"]])
    >>> decode_batch(histogram.program, words, run_batch(histogram.program, words).labels)
    [['<s>', '2', '1', '2'], ['<s>', '1']]
    """
    words = checked(program, words)
    return Evaluated(words, program.causal).run(program, tuple(types(program)))


def label_batch(program: Program, words: Array) -> Array:
    """Only the labels of `run_batch`, for any number of inputs in little memory."""
    return label_batches([program], words)[0]


def label_batches(programs: Sequence[Program], words: Array) -> list[Array]:
    """The labels of programs that take the same inputs; the steps that they share run once."""
    words = checked(programs[0], words)
    size = max(1, BLOCK_CELLS // words.shape[1])
    blocks = [words[i : i + size] for i in range(0, max(1, len(words)), size)]

    def labels(block: Array) -> list[Array]:
        inputs = Evaluated(block, programs[0].causal)
        return list(map(inputs.labels, programs))

    if len(blocks) == 1:
        return labels(words)
    # NumPy lets other threads run while it computes.
    with ThreadPoolExecutor(min(os.cpu_count() or 1, MAX_THREADS)) as pool:
        return list(map(np.concatenate, zip(*pool.map(labels, blocks), strict=True)))


def checked(program: Program, words: Array) -> Array:
    """The words of a batch, of one position at least, or an InputError (rule 5 of `interpret`)."""
    words = np.asarray(words)
    if words.ndim != 2 or words.dtype.kind not in "iu":
        raise InputError(
            f"a batch is an array of whole numbers (inputs, length), got {words.dtype} "
            f"of shape {words.shape}"
        )
    if not len(words):
        return np.zeros((0, max(1, words.shape[1])), np.int32)
    vocabulary, listed = program.vocabulary, words >= 0
    count, lengths = len(vocabulary.words), listed.sum(axis=1)
    if words.max() >= count or (listed[:, 1:] > listed[:, :-1]).any():
        raise InputError(f"a batch has words below {count}, and -1 only behind them")
    wrong = (lengths == 0) | (lengths > (program.max_length or words.shape[1]))
    ends = words[:, 0], words[np.arange(len(words)), lengths - 1]
    for mark, there in zip((vocabulary.begin, vocabulary.end), ends, strict=True):
        if mark is not None:
            index = vocabulary.index[mark]
            wrong |= there != index
            if mark != vocabulary.unknown:  # an unlisted word may stand anywhere
                wrong |= (words == index).sum(axis=1) > 1
    for row in np.flatnonzero(wrong).tolist():
        _encoded(program, row, [vocabulary.words[word] for word in words[row] if word >= 0])
    return words
