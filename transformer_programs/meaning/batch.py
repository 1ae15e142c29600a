"""Running a program on many inputs at once: the meaning of `interpret`, over arrays.

Inputs are the rows of an int array of word indices, padded at the right with -1 (`encode_batch`).

- `label_batch`: only the answers, however many inputs; memory stays small.
- `run_batch`: the answers and every variable, for as many inputs as fit in memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar, assert_never

import numpy as np

from ..program import Program, types
from ..program.steps import Answer, Classifier, answer_label
from .evaluated import BatchEvaluation, Evaluated
from .interpret import InputError, encode, word_index
from .kernels import Array

BLOCK_CELLS = 2**17  # words that are run together
MAX_THREADS = 8

Found = TypeVar("Found")


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
    names = tuple(types(program))
    parts = _by_block(program, words, lambda inputs: inputs.run(program, names))
    scores = [part.scores for part in parts if part.scores is not None]
    return BatchEvaluation(
        {name: np.concatenate([part.variables[name] for part in parts]) for name in names},
        np.concatenate(scores) if scores else None,
        np.concatenate([part.labels for part in parts]),
    )


def label_batch(program: Program, words: Array) -> Array:
    """Only the labels of `run_batch`, for any number of inputs in little memory."""
    return np.concatenate(_by_block(program, words, lambda inputs: inputs.labels(program)))


def _by_block(program: Program, words: Array, run: Callable[[Evaluated], Found]) -> list[Found]:
    """The results of `run` on some inputs at a time, in order."""
    words = np.asarray(words)
    checked_lengths(program, words)
    if len(words) == 0:
        words = np.zeros((0, max(1, words.shape[1])), dtype=np.int32)  # no input, but a position
    size = max(1, BLOCK_CELLS // words.shape[1])
    blocks = [words[i : i + size] for i in range(0, max(1, len(words)), size)]
    if len(blocks) == 1:
        return [run(Evaluated(words, program.causal))]
    # NumPy lets other threads run while it computes.
    with ThreadPoolExecutor(min(os.cpu_count() or 1, MAX_THREADS)) as pool:
        return list(pool.map(lambda block: run(Evaluated(block, program.causal)), blocks))


def is_pooled(program: Program) -> bool:
    """Whether the program gives one label for a whole input."""
    return isinstance(program.output, Classifier) and program.output.pooled


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
