"""Word vectors from files: GloVe's text format, or an .npz of vectors with its list of words.

>>> vectors = Vectors(("the", "May"), np.array([[3.0, 4.0], [0.0, 2.0]], np.float32))
>>> print(vectors.coverage(["The", "May", "may"]))
2 of 3 words have a vector (1 of them in lower case)
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .program.values import Refusal
from .store.reading import Arrays, lines, read_arrays

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


class VectorsError(Refusal):
    """A file of word vectors that cannot be used. The message says where and why."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """A vector for each of some words: `table` (words, size).

    `several` has the vectors of more files. A word's vector is the concatenation of its vectors in
    all files, with zeros for a file that does not have it.
    """

    words: tuple[str, ...]
    table: Floats
    several: tuple[Vectors, ...] = ()
    place: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.table.ndim != 2 or len(self.table) != len(self.words):
            raise VectorsError(
                f"vectors: expected one row for each of {len(self.words)} words, "
                f"got an array of shape {self.table.shape}"
            )
        if not np.isfinite(self.table).all():
            raise VectorsError("vectors: expected finite numbers")
        object.__setattr__(self, "place", {word: i for i, word in enumerate(self.words)})

    @property
    def digest(self) -> str:
        """A short name for words and vectors."""
        total = hashlib.sha256("\n".join(self.words).encode())
        total.update(np.ascontiguousarray(self.table).tobytes())
        for other in self.several:
            total.update(other.digest.encode())
        return total.hexdigest()[:16]

    @property
    def size(self) -> int:
        """The number of dimensions."""
        return int(self.table.shape[1]) + sum(other.size for other in self.several)

    def balanced_rows(self, words: Sequence[str]) -> tuple[Floats, Bools]:
        """The vectors of some words (words, size), zeros where there is none; which were found.

        A word is looked up as it is written, and then in lower case. Vectors from different files
        have very different lengths: those of each are scaled to a mean squared length of 1.
        """
        parts, found = zip(*(one._own_rows(words) for one in (self, *self.several)), strict=True)
        balanced = []
        for rows, known in zip(parts, found, strict=True):
            total = float(np.square(rows, dtype=np.float64).sum())
            balanced.append(rows / np.float32(np.sqrt(total / known.sum())) if total > 0 else rows)
        return np.concatenate(balanced, axis=1), np.any(found, axis=0)

    def coverage(self, words: Sequence[str]) -> str:
        """The number of words that are found in any of the files, and only in lower case."""
        exact = sum(any(word in one.place for one in (self, *self.several)) for word in words)
        found = int(self.balanced_rows(words)[1].sum())
        of = f"{found:,} of {len(words):,} words have a vector"
        return f"{of} ({found - exact:,} of them in lower case)"

    def _own_rows(self, words: Sequence[str]) -> tuple[Floats, Bools]:
        place = self.place
        places = np.array([place.get(w, place.get(w.lower(), -1)) for w in words], np.int64)
        rows = np.zeros((len(words), self.table.shape[1]), np.float32)
        rows[places >= 0] = self.table[places[places >= 0]]
        return rows, places >= 0


def load_vectors(*paths: str | Path) -> Vectors:
    """The vectors in a file; those of several files side by side.

    A `.npz` holds the array `vectors`, and `words`, or a file NAME.words.txt beside it, one word a
    line; with `row`, word i has the vector vectors[row[i]]. Anything else is read as GloVe's text:
    one word and its numbers per line (`.gz` is unpacked).
    """
    if not paths:
        raise VectorsError("vectors: expected at least one file")
    first, *others = [_load(Path(path)) for path in paths]
    return Vectors(first.words, first.table, tuple(others))


def _load(path: Path) -> Vectors:
    try:
        return _npz(path) if path.suffix == ".npz" else _text(path)
    except VectorsError as error:
        raise VectorsError(f"{path}: {error}") from None


def _npz(path: Path) -> Vectors:
    arrays = read_arrays(path)
    table = _array(arrays, "vectors", 2, "fiu", "numbers").astype(np.float32)
    if "row" in arrays:
        rows = _array(arrays, "row", 1, "iu", "whole numbers")
        if rows.size and not (rows.min() >= 0 and rows.max() < len(table)):
            raise VectorsError(f"row: expected numbers below {len(table)}")
        table = table[rows]
    if "words" not in arrays:
        return Vectors(tuple(w for _, w in lines(path.with_name(path.stem + ".words.txt"))), table)
    return Vectors(tuple(_array(arrays, "words", 1, "U", "texts").tolist()), table)


def _array(arrays: Arrays, name: str, axes: int, kinds: str, noun: str) -> npt.NDArray[Any]:
    array = arrays.get(name)
    if array is None or array.ndim != axes or array.dtype.kind not in kinds:
        got = "none" if array is None else f"{array.dtype} along {array.ndim}"
        raise VectorsError(f"{name}: expected an array of {noun} along {axes} axes, got {got}")
    return array


def _text(path: Path) -> Vectors:
    words: dict[str, None] = {}
    rows: list[Floats] = []
    for number, line in lines(path):
        # Some words of GloVe hold spaces: the numbers are counted from the end.
        parts = line.rstrip(" ").split(" ")
        size = len(rows[0]) if rows else len(parts) - 1
        if number == 1 and len(parts) == 2 and all(part.isdigit() for part in parts):
            continue  # the header of word2vec's text format: how many words, how many numbers
        word = " ".join(parts[: len(parts) - size])
        try:
            row = np.array(parts[len(parts) - size :], np.float32)
        except ValueError:
            row = np.zeros(0, np.float32)
        if not word or not len(row) or len(row) != size:
            raise VectorsError(
                f"line {number}: expected a word and {size or 'some'} numbers, got {line[:40]!r}"
            )
        if word not in words:
            words[word] = None
            rows.append(row)
    if not rows:
        raise VectorsError("expected one word and its numbers per line, found no line")
    return Vectors(tuple(words), np.stack(rows))
