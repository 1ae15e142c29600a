"""Running a program on many inputs at once: the meaning of `interpret`, over arrays.

Inputs are the rows of an int array of word indices, padded at the right with -1 (`encode_batch`).

- `label_batch`: only the answers, however many inputs; memory stays small.
- `run_batch`: the answers and every variable, for as many inputs as fit in memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, assert_never

import numpy as np

from ..program import Program, types
from ..program.steps import Answer, Classifier, answer_label
from .arrays import Plan, plan
from .columns import Columns, Inputs
from .interpret import InputError, encode, word_index

Array: TypeAlias = Any  # of NumPy

CACHED_CELLS = 2**18  # of the largest arrays of one chunk: they should stay in the cache
MOST_THREADS = 8


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


def encode_batch(program: Program, inputs: Sequence[Sequence[str]]) -> Any:
    """Inputs as rows of word indices (NumPy), padded with -1.

    >>> from transformer_programs.shelf import histogram
    >>> encode_batch(histogram.program, [["<s>", "a", "b"], ["<s>", "b"]]).tolist()
    [[0, 1, 2], [0, 2, -1]]
    """
    index = word_index(program.vocabulary)
    rows = []
    for number, tokens in enumerate(inputs):
        try:
            rows.append(encode(program, tokens, index))
        except InputError as error:
            raise InputError(f"input {number}: {error}") from None
    words = np.full((len(rows), max(map(len, rows), default=1)), -1, dtype=np.int32)
    for number, row in enumerate(rows):
        words[number, : len(row)] = row
    return words


def decode_batch(program: Program, words: Array, labels: Array) -> list[list[str] | str]:
    """The answers that `labels` stand for, as `interpret.evaluate` gives them."""
    name = label_name(program)
    if np.ndim(labels) == 1:
        return [name(label) for label in np.asarray(labels).tolist()]
    begin, end = program.vocabulary.begin, program.vocabulary.end
    answers: list[list[str] | str] = []
    lengths = (np.asarray(words) >= 0).sum(axis=1).tolist()
    for length, row in zip(lengths, np.asarray(labels).tolist(), strict=True):
        inner = program.vocabulary.inner(length)
        answer = [name(label) for label in row[inner.start : inner.stop]]
        answers.append(([] if begin is None else [begin]) + answer + ([] if end is None else [end]))
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
    return _in_chunks(program, words, full=True)


def label_batch(program: Program, words: Array) -> Array:
    """Only the labels of `run_batch`, for any number of inputs in little memory."""
    return _in_chunks(program, words, full=False).labels


# --- one chunk ------------------------------------------------------------------------------------


def _evaluate(program: Program, made: Plan, inputs: Inputs, everything: bool) -> BatchEvaluation:
    """Run the plan: (positions, inputs) inside, one row per input in the result."""
    (runs, votes), valid = made, inputs.valid
    columns: Columns = {}
    for name, run in runs.items():
        columns[name] = run(inputs, columns)
    scores = None if votes is None else votes(inputs, columns)
    if scores is not None and valid is not None:
        scores = scores * valid[:, :, None]
    if scores is not None and is_pooled(program):
        scores = np.sum(scores, axis=0, dtype=scores.dtype)
    labels = _labels(program, inputs, columns, scores)
    if not everything:
        return BatchEvaluation({}, None, labels)
    if scores is not None and scores.ndim == 3:
        scores = scores.transpose(1, 0, 2)
    variables = {name: _padded(inputs, column).T for name, column in columns.items()}
    return BatchEvaluation(variables, scores, labels)


def is_pooled(program: Program) -> bool:
    """Whether the program gives one label for a whole input."""
    return isinstance(program.output, Classifier) and program.output.pooled


def _labels(program: Program, inputs: Inputs, columns: Columns, scores: Array | None) -> Array:
    match program.output:
        case Answer(reads):
            labels = columns[reads]
        case Classifier(_, _, pooled):
            assert scores is not None
            labels = scores.argmax(axis=-1).astype(np.int32)
            if pooled:
                return labels
        case _:
            assert_never(program.output)
    place = np.arange(labels.shape[0])[:, None]
    if program.vocabulary.begin is not None:
        labels = np.where(place == 0, -1, labels)
    if program.vocabulary.end is not None:
        valid = inputs.valid
        length = labels.shape[0] if valid is None else np.sum(valid, axis=0)
        labels = np.where(place == length - 1, -1, labels)
    return _padded(inputs, labels).T


def _padded(inputs: Inputs, column: Array) -> Array:
    """A column with -1 at padding, in a dtype that is safe to count with."""
    if column.dtype not in (np.int64, object):
        column = column.astype(np.int32)
    return column if inputs.valid is None else np.where(inputs.valid, column, -1)


# --- many chunks ----------------------------------------------------------------------------------


def _in_chunks(program: Program, words: Array, full: bool) -> BatchEvaluation:
    """Cut the inputs into chunks, run each, and join the results in the order of the inputs."""
    host = np.asarray(words)
    lengths = checked_lengths(program, host)
    if len(host) == 0:
        host = np.zeros((0, max(1, host.shape[1])), dtype=np.int32)  # no input, but a position
    order = np.argsort(-lengths, kind="stable")  # inputs of like length together: little padding
    chunks = list(_chunks(program, lengths, order))
    # Long chunks are a little wider than they need be, so that they can share a plan.
    longest = [int(lengths[rows].max(initial=1)) for rows in chunks]
    wider = [length if length <= 16 else -(-length // 16) * 16 for length in longest]
    widths = [min(int(lengths.max(initial=1)), width) for width in wider]
    plans = {width: plan(program, width, every_step=full) for width in set(widths)}

    def run(rows: Any, width: int) -> BatchEvaluation:
        inputs = Inputs.of(host[rows, :width], padded=bool((lengths[rows] < width).any()))
        return _evaluate(program, plans[width], inputs, full)

    if len(chunks) > 1:  # NumPy lets other threads run while it computes
        with ThreadPoolExecutor(min(os.cpu_count() or 1, MOST_THREADS)) as pool:
            results = list(pool.map(run, chunks, widths))
    else:
        results = list(map(run, chunks, widths))
    return _joined(results, host.shape[1], np.argsort(order, kind="stable"))


def _chunks(program: Program, lengths: Any, order: Any) -> Iterator[Any]:
    """The numbers of the inputs, longest first, cut so that the arrays of a chunk stay small."""
    classes = len(program.output.classes) if isinstance(program.output, Classifier) else 1
    if len(order) == 0:
        yield order
    start = 0
    while start < len(order):
        length = int(lengths[order[start]])
        stop = start + max(1, CACHED_CELLS // (length * max(length, classes)))
        yield order[start:stop]
        start = stop


def checked_lengths(program: Program, words: Any) -> Any:
    """The length of each input, or an InputError (rule 5 of `interpret`)."""
    if words.ndim != 2 or words.dtype.kind not in "iu":
        raise InputError(
            f"a batch is an array of whole numbers (inputs, length), got {words.dtype} "
            f"of shape {words.shape}"
        )
    vocabulary, (count, width) = program.vocabulary, words.shape
    listed = words >= 0
    lengths = listed.sum(axis=1)
    most = width if program.max_length is None else program.max_length
    _refuse(lengths == 0, "it is empty: a program needs at least one word")
    _refuse(lengths > most, f"it has more words than the {most} this program takes")
    _refuse(listed[:, 1:] > listed[:, :-1], "it has padding before a word")
    _refuse(words >= len(vocabulary.words), f"a word is not below {len(vocabulary.words)}")
    if not count:
        return lengths
    last = words[np.arange(count), lengths - 1]
    ends = (vocabulary.begin, "first", words[:, 0]), (vocabulary.end, "last", last)
    for mark, place, there in ends:
        if mark is not None:
            index = vocabulary.words.index(mark)
            _refuse(there != index, f"its {place} word must be {mark!r}")
            if mark != vocabulary.unknown:  # an unlisted word may stand anywhere
                twice = (words == index).sum(axis=1) > 1
                _refuse(twice, f"{mark!r} may only be its {place} word")
    return lengths


def _refuse(wrong: Any, message: str) -> None:
    if wrong.any():
        number = int(np.argmax(wrong if wrong.ndim == 1 else wrong.any(axis=1)))
        raise InputError(f"input {number}: {message}")


def _joined(parts: list[BatchEvaluation], width: int, places: Any) -> BatchEvaluation:
    """The results of all chunks, with all positions of the batch, in the order of the inputs."""

    def joined(arrays: list[Array], fill: int, by_position: bool = True) -> Array:
        if by_position:
            more = [((0, 0), (0, width - a.shape[1]), *[(0, 0)] * (a.ndim - 2)) for a in arrays]
            padded = zip(arrays, more, strict=True)
            arrays = [np.pad(one, missing, constant_values=fill) for one, missing in padded]
        return np.concatenate(arrays)[places]

    pooled = parts[0].labels.ndim == 1
    return BatchEvaluation(
        {name: joined([part.variables[name] for part in parts], -1) for name in parts[0].variables},
        None if parts[0].scores is None else joined([p.scores for p in parts], 0, not pooled),
        joined([part.labels for part in parts], -1, not pooled),
    )
