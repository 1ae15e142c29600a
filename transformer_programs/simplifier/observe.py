"""What every variable was on given inputs, asked and answered like what it can be (`infer`).

The rules then prove less and do more: the answers stay the same on these inputs, wherever a label
is scored. For a task with finitely many inputs that is all there is to keep, but for words that a
task does not have: where a program takes unknown words, copies of the inputs have some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from ..analysis import MOST_VALUES, Inference
from ..analysis.attend import Attention
from ..analysis.contexts import Contexts, Mask, contexts_of
from ..analysis.grids import countable
from ..dataset import Ints, Split, Task, translated
from ..meaning.batch import label_batch, run_batch
from ..program import Program, Vocabulary
from ..program.steps import Head, Reach
from ..program.values import domain, size

ALL = slice(None)
SAMPLE = 4000  # places looked at first, to see that one variable does not decide another
FEW = 100  # of them, looked at before

ENOUGH = 0.01  # of the words: where so many are unknown, the inputs themselves tell
SHARE = 0.25  # of the words of a copy that are unknown, on average; at least one is
MOST_COPIES = 10_000


class ScoredInputs:
    """Inputs as rows of word indices padded with -1, and where their labels are scored.

    Those after the first `listed` are copies in which words are unknown.
    """

    def __init__(self, words: Ints, scored: Mask | None = None, listed: int | None = None) -> None:
        self.words = words
        self.scored = words >= 0 if scored is None else scored
        self.listed = len(words) if listed is None else listed

    def __len__(self) -> int:
        return self.listed

    def at(self, rows: NDArray[np.int_] | slice) -> ScoredInputs:
        """Some of the inputs."""
        return ScoredInputs(self.words[rows], self.scored[rows])

    def labels(self, program: Program) -> NDArray[np.int_]:
        """The answers of a program, -1 wherever none is scored: (inputs, positions or 1)."""
        labels = np.asarray(label_batch(program, self.words))
        return labels[:, None] if labels.ndim == 1 else np.where(self.scored, labels, -1)


def inputs_of(split: Split, task: Task, program: Program) -> ScoredInputs:
    """The inputs of a split, in the words of a program, and copies in which words are unknown."""
    words = translated(split.words, task.vocabulary, program.vocabulary)
    scored = split.labels >= 0
    scored = (scored[:, None] if task.pooled else scored) & (words >= 0)
    rows, copies = unknown_copies(words, program.vocabulary)
    every = np.concatenate([scored, scored[rows]])
    return ScoredInputs(np.concatenate([words, copies]), every, len(words))


@lru_cache(maxsize=2)  # asked for again and again
def judged_inputs(task: Task) -> Split:
    """The training and validation inputs of a task."""
    splits = [split for split in (task.train, task.validation) if len(split)]
    sentences, first = [], 0
    for split in splits:
        own = np.arange(len(split)) if split.sentences is None else split.sentences
        sentences.append(own + first)
        first += int(own[-1]) + 1
    return Split(
        np.concatenate([split.words for split in splits]),
        np.concatenate([split.labels for split in splits]),
        np.concatenate(sentences).astype(np.int32),
    )


def unknown_copies(words: Ints, vocabulary: Vocabulary) -> tuple[NDArray[np.int_], Ints]:
    """The inputs that are copied, by number, and the copies; none where nothing is to be told.

    >>> rows, copies = unknown_copies(np.array([[1, 2], [2, -1]]), Vocabulary(("?", "a", "b"), "?"))
    >>> rows.tolist(), copies.tolist()
    ([0, 1], [[1, 0], [0, -1]])
    """
    none = np.zeros(0, dtype=int), words[:0]
    if vocabulary.unknown is None or not len(words):
        return none
    unknown = vocabulary.words.index(vocabulary.unknown)
    inner = words >= 0
    lengths = inner.sum(1)
    inner[:, 0] &= vocabulary.begin is None
    if vocabulary.end is not None:
        inner[np.arange(len(words)), lengths - 1] = False
    if (inner & (words == unknown)).sum() >= ENOUGH * max(1, inner.sum()):
        return none
    rows = np.flatnonzero(inner.any(1))
    rows = rows[:: -(-len(rows) // MOST_COPIES) or 1]
    drawn = np.where(inner[rows], np.random.default_rng(0).random((len(rows), words.shape[1])), 1.0)
    gone = drawn < np.maximum(SHARE, np.nextafter(drawn.min(1, keepdims=True, initial=1.0), 2.0))
    return rows, np.where(gone & inner[rows], np.int32(unknown), words[rows])


class Observed(Inference):
    """What happened on inputs, where `Inference` says what can happen."""

    def __init__(
        self, program: Program, inputs: ScoredInputs, earlier: Observed | None = None
    ) -> None:
        contexts, self.context_at = _contexts(program, inputs)
        super().__init__(program, contexts)
        there = self.context_at.ravel() >= 0
        self.present = ALL if there.all() else np.flatnonzero(there).astype(np.int32)
        self.where_at = self.context_at.ravel()[self.present]  # the context of each place
        alike = earlier is not None and earlier.contexts.same(self.contexts)
        self.grids: dict[str, NDArray[np.int_]]
        self.columns: dict[str, NDArray[np.int_]]
        if earlier is not None and alike and earlier.program.steps == program.steps:
            self.grids, self.columns = earlier.grids, earlier.columns
            self.possible = earlier.possible
        else:
            ran = run_batch(program, inputs.words).variables
            self.grids = {name: _slim(np.asarray(ran[name])) for name in self.types}
            self.columns = {name: self.grids[name].ravel()[self.present] for name in self.types}
            for name, type in self.types.items():
                self.possible[name] = None
                if (size(type) or MOST_VALUES + 1) <= MOST_VALUES:
                    mask = np.zeros((len(self.contexts.words), len(domain(type))), dtype=bool)
                    mask[self.where_at, self._indices(name)] = True
                    self.possible[name] = mask
        self._pairs: dict[tuple[str, str, bytes], Mask] = {}
        self._met: dict[tuple[str, str, Reach, bytes], Mask] = {}
        self._places: dict[bytes, NDArray[np.int_] | slice] = {}
        self._samples: dict[tuple[str, bytes], NDArray[np.integer]] = {}
        self._decisions: dict[tuple[str, str, bytes], NDArray[np.int64] | None] = {}
        self._attentions: dict[str, Attention] = {}
        if earlier is not None and alike:
            # What was found out about variables that are still the same holds still.
            same = {
                name
                for name, column in self.columns.items()
                if self.types[name] == earlier.types.get(name)
                and np.array_equal(column, earlier.columns[name])
            }
            self._pairs = {a: m for a, m in earlier._pairs.items() if same.issuperset(a[:2])}
            self._met = {a: m for a, m in earlier._met.items() if same.issuperset(a[:2])}
            known = earlier._decisions.items()
            self._decisions = {a: d for a, d in known if same.issuperset(a[:2])}

    def _indices(self, name: str, here: NDArray[np.int_] | slice = ALL) -> NDArray[np.integer]:
        values: NDArray[np.integer] = self.columns[name][here]
        start = domain(self.types[name]).start
        return (values.astype(np.int64) - start).astype(np.int32) if start else values

    def _at(self, where: Mask | None) -> NDArray[np.int_] | slice:
        """The places in these contexts."""
        if where is None or where.all():
            return ALL
        asked = where.tobytes()
        if asked not in self._places:
            self._places[asked] = np.flatnonzero(where[self.where_at]).astype(np.int32)
        return self._places[asked]

    def attention(self, head: Head) -> Attention:
        if head.out.name not in self._attentions:
            self._attentions[head.out.name] = Attention(
                self.contexts, head, self.types, self.possible, self.program.max_length
            )
        return self._attentions[head.out.name]

    def joint(self, names: Sequence[str], where: Mask | None = None) -> Mask | None:
        if not countable([self.types[name] for name in names]):
            return None
        shape = [len(domain(self.types[name])) for name in names]
        here = self._at(where)
        code: NDArray[np.integer] = np.zeros(1, dtype=np.int32)  # `countable`: few enough for it
        for name, count in zip(names, shape, strict=True):
            code = code * np.int32(count) + self._indices(name, here)
        found = np.zeros(prod(shape), dtype=bool)
        found[code] = True
        return found.reshape(shape)

    def pair(self, a: str, b: str, where: Mask) -> Mask | None:
        if not self.paired(a, b):
            return None
        asked = (a, b, where.tobytes())
        if asked not in self._pairs:
            found = self.joint((a, b), where)
            assert found is not None
            self._pairs[asked] = found
        return self._pairs[asked]

    def decides(self, a: str, b: str, where: Mask) -> NDArray[np.int64] | None:
        if self.possible[a] is None or self.possible[b] is None:
            return None
        asked = (a, b, where.tobytes())
        if asked not in self._decisions:
            self._decisions[asked] = self._decided(a, b, where)
        return self._decisions[asked]

    def _decided(self, a: str, b: str, where: Mask) -> NDArray[np.int64] | None:
        first, second = self._sample(a, where), self._sample(b, where)
        for some in (slice(FEW), ALL):  # most show in a few places that they decide nothing
            last = np.zeros(len(domain(self.types[a])), dtype=second.dtype)
            last[first[some]] = second[some]
            if (last[first[some]] != second[some]).any():
                return None
        both = self.pair(a, b, where)
        if both is None or not both.any() or (both.sum(1) > 1).any():
            return None
        return np.asarray(both.argmax(1) + domain(self.types[b]).start, dtype=np.int64)

    def _sample(self, name: str, where: Mask) -> NDArray[np.integer]:
        """A variable in some places of these contexts, in an order that mixes them."""
        asked = (name, where.tobytes())
        if asked not in self._samples:
            here = self._at(where)
            count = len(self.where_at) if isinstance(here, slice) else len(here)
            some = np.random.default_rng(0).integers(max(1, count), size=min(count, SAMPLE))
            some = some if isinstance(here, slice) else here[some]
            self._samples[asked] = self._indices(name, some)
        return self._samples[asked]

    def pairs(self, head: Head) -> Mask | None:
        if not self.paired(head.query, head.key):
            return None
        needed = self.needed[head.out.name]
        asked = (head.query, head.key, head.reach, needed.tobytes())
        if asked not in self._met:
            self._met[asked] = self._meetings(head, needed)
        return self._met[asked]

    def _meetings(self, head: Head, needed: Mask) -> Mask:
        """The (query, key) pairs that met: sets of keys are gathered as bits, 64 at a time."""
        query, key = domain(self.types[head.query]), domain(self.types[head.key])
        there = self.context_at >= 0
        asked = there & needed[self.context_at]
        queries = self.grids[head.query][asked] - query.start
        keys = self.grids[head.key].astype(np.int64) - key.start
        order = np.argsort(queries, kind="stable")  # of small whole numbers: quick
        values, starts = np.unique(queries[order], return_index=True)
        met = np.zeros((len(query), len(key)), dtype=bool)
        for first in range(0, len(key), 64) if len(values) else ():
            inside = there & (keys >= first) & (keys < first + 64)
            bits = np.where(inside, np.uint64(1) << (keys - first).clip(0, 63).astype(np.uint64), 0)
            seen = _in_reach(bits.astype(np.uint64), head.reach, self.program.causal)
            sets = np.bitwise_or.reduceat(seen[asked][order], starts)
            for k in range(first, min(first + 64, len(key))):
                met[values, k] = (sets >> np.uint64(k - first)) & np.uint64(1) != 0
        return met


def _slim(values: NDArray[np.int_]) -> NDArray[np.int_]:
    """The same in whole numbers of two bytes, where they hold it: less to move."""
    small = np.iinfo(np.int16)
    fits = values.size and values.min() >= small.min and values.max() <= small.max
    return values.astype(np.int16) if fits else values


def _in_reach(bits: NDArray[np.uint64], reach: Reach, causal: bool) -> NDArray[np.uint64]:
    """(inputs, positions): the keys, as bits, that each position can look at."""
    upto = np.bitwise_or.accumulate(bits, axis=1)
    reach = "upto" if reach == "all" and causal else reach
    match reach:
        case "upto":
            return upto
        case "all":
            return np.broadcast_to(upto[:, -1:], bits.shape)
        case "before":
            return np.pad(upto, ((0, 0), (1, 0)))[:, :-1]
        case "after":
            after = np.bitwise_or.accumulate(bits[:, ::-1], axis=1)[:, ::-1]
            return np.pad(after, ((0, 0), (0, 1)))[:, 1:]
        case _:
            assert_never(reach)


def _contexts(program: Program, inputs: ScoredInputs) -> tuple[Contexts, NDArray[np.int_]]:
    """The contexts that occur, told apart by being scored too; and the context of each place."""
    base = contexts_of(program)
    words = inputs.words
    there = words >= 0
    length = there.sum(1)
    position = np.broadcast_to(np.arange(words.shape[1]), words.shape)
    place = position if base.exact else np.minimum(position, 1)
    ends = base.closed & (position == length[:, None] - 1)
    lookup = np.full((base.places, 2, len(program.vocabulary.words)), -1)
    for c, kind in enumerate(base.words):
        lookup[base.place[c], int(base.ends[c]), list(kind)] = c
    found = lookup[np.where(there, place, 0), ends.astype(int), np.where(there, words, 0)]
    scored = inputs.scored & base.counted[found]
    code = np.where(there, 2 * found + scored, -1)
    occurring = np.unique(code[code >= 0])
    renumbered = np.full(2 * len(base.words) + 1, -1)
    renumbered[occurring] = np.arange(len(occurring))
    contexts = replace(
        base,
        place=base.place[occurring // 2],
        ends=base.ends[occurring // 2],
        counted=occurring % 2 == 1,
        words=tuple(base.words[c // 2] for c in occurring),
        _members={},
        _views={},
    )
    return contexts, renumbered[code]
