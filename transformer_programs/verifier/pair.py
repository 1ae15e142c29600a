"""The two sides of a comparison: what each answers to a block of inputs, and where they differ.

A side may be a program, an emitted file, or any function of a list of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..meaning.batch import Evaluated, decode_batch, label_name
from ..meaning.interpret import InputError, evaluate
from ..meaning.kernels import Array
from ..meaning.words import read_as
from ..program import Program, Vocabulary, types
from ..program.json_layout import json_line
from ..program.program import is_pooled
from ..program.steps import Classifier
from ..program.values import Categorical, Refusal, Symbol, symbol

Words = NDArray[np.int64]  # (inputs, positions): indices into the words of a space

Variables = dict[str, tuple[Symbol, ...]]
Answer = Any  # list[str], or str when pooled; what a callable gives may be anything


@dataclass(frozen=True, slots=True)
class Oracle:
    """A function that returns the right answer, or None for a position or input that is not scored.

    The positions of `begin` and `end` are not scored.
    """

    answer: Callable[[list[str]], Any]

    def __call__(self, tokens: list[str]) -> Any:
        return self.answer(tokens)


class EmittedError(Refusal):
    """A Python file that cannot be used as an emitted program. The message says why."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """The `run` function of an emitted file: call it with a list of words.

    Of a program for lists it is `label_words`, which `run` calls.
    """

    path: Path
    module: ModuleType

    def __call__(self, tokens: Sequence[str]) -> Any:
        return getattr(self.module, "label_words", self.module.run)(tokens)


def load_emitted(path: str | Path) -> Emitted:
    """Load a printed program. This executes the file: load only files you trust.

    Each call creates a fresh module and leaves `sys.modules` unchanged.
    """
    file = Path(path)
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    source = file.read_bytes()
    try:
        code = compile(source, str(file), "exec")
    except SyntaxError as error:
        raise EmittedError(f"{file}: line {error.lineno}: not Python ({error.msg})") from None
    except ValueError as error:  # what Python before 3.11.4 says of a null byte
        raise EmittedError(f"{file}: not Python ({error})") from None
    try:
        exec(code, module.__dict__)
    except OSError:
        raise
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise EmittedError(f"{file}: the file cannot be loaded ({reason})") from None
    if not callable(getattr(module, "run", None)):
        raise EmittedError(f"{file}: expected an emitted program, but it defines no run(tokens)")
    return Emitted(file, module)


@dataclass(frozen=True, slots=True)
class Failure:
    """In place of an answer: what was raised, or given that is no answer."""

    reason: str


def spelled(value: Any) -> str:
    """An answer as a message shows it."""
    if isinstance(value, Failure):
        return value.reason
    try:
        return json_line(value)
    except TypeError:
        return repr(value)


Side = Program | Emitted | Oracle | Callable[[list[str]], Any]


def answer(side: Side, tokens: Sequence[str]) -> Answer:
    """The answer of one side to one input: labels, one label, or a Failure."""
    try:
        words = list(tokens)
        given = evaluate(side, words).answer if isinstance(side, Program) else side(words)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}".removesuffix(": "))
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, list | tuple):
        return Failure(f"an answer that is no list of labels: {given!r}")
    if len(given) != len(tokens):
        return Failure(f"{len(given)} labels for {len(tokens)} words")
    return list(given)


def own_words(side: Side) -> frozenset[str]:
    """Words that a side may answer by itself: an unlisted word should be none of them."""
    match side:
        case Program(output=output):
            kinds = [type for type in types(side).values() if isinstance(type, Categorical)]
            classes = output.classes if isinstance(output, Classifier) else ()
            return frozenset(map(str, chain(classes, *(type.values for type in kinds))))
        case Emitted(path):
            return frozenset(re.findall(r"\w+", path.read_text("utf-8", errors="replace")))
        case _:
            return frozenset()


def variables(side: Side, tokens: Sequence[str]) -> Variables:
    """Every variable of a side that is a Program, by the names a person reads."""
    found: dict[str, tuple[int, ...]] = {}
    if isinstance(side, Program):
        with suppress(InputError):
            found = evaluate(side, tokens).variables
    kinds = types(side) if isinstance(side, Program) else {}
    return {name: tuple(symbol(kinds[name], v) for v in values) for name, values in found.items()}


class BlockResult(NamedTuple):
    """The first row of a block that differs, and how many labels were compared."""

    row: int | None
    scored: int = 0


@dataclass(frozen=True)
class Pair:
    """Two sides, and the words that blocks of inputs are made of."""

    sides: tuple[Side, Side]
    words: tuple[str, ...]
    vocabulary: Vocabulary  # its `begin` and `end` are scored by no oracle

    def compare(self, block: Words) -> BlockResult:
        """The first row of a block on which the sides differ. All rows have the same length."""
        a, b = self.sides
        labels = self._labels(block)
        if isinstance(a, Program) and isinstance(b, Program) and _frame(a) == _frame(b):
            codes: dict[str, int] = {}  # of the names of labels, the same for both programs
            coded = [_coded(side, given, codes) for side, given in ((a, labels[0]), (b, labels[1]))]
            differs = (coded[0] != coded[1]).any(axis=1)
            return BlockResult(int(np.argmax(differs)) if differs.any() else None, block.size)
        answers = [self._answers(*side, block) for side in zip(self.sides, labels, strict=True)]
        scored = 0
        for row, (left, right) in enumerate(zip(*answers, strict=True)):
            difference, places = self.differ(left, right)
            if difference is not None:
                return BlockResult(row)
            scored += places
        return BlockResult(None, scored)

    def differ(self, left: Answer, right: Answer) -> tuple[int | None, int]:
        """The first position that differs, and how many are compared.

        The position is -1 where the answers differ as a whole.
        """
        if isinstance(left, Failure) or isinstance(right, Failure):
            alike = isinstance(left, Failure) and isinstance(right, Failure)
            return None if alike else -1, 0
        answers = zip(self.sides, (left, right), strict=True)
        oracles = [given for side, given in answers if isinstance(side, Oracle)]
        if None in oracles:
            return None, 0
        if not (isinstance(left, list) and isinstance(right, list)):
            return None if left == right else -1, 1
        places = [*range(len(left))]
        if oracles:
            inner = self.vocabulary.inner(len(left))
            places = [i for i in inner if all(given[i] is not None for given in oracles)]
        return next((i for i in places if left[i] != right[i]), None), len(places)

    def _labels(self, block: Words) -> list[Array]:
        """The labels of each side that is a Program; programs that read alike share columns."""
        found, shared = list[Array](), dict[tuple[bool, bytes], Evaluated]()
        for side, index in zip(self.sides, self._indices, strict=True):
            if not isinstance(side, Program):
                found.append(None)
                continue
            key = side.causal, index.tobytes()
            if key not in shared:
                shared[key] = Evaluated(index[block], side.causal)
            found.append(shared[key].labels(side))
        return found

    @cached_property
    def _indices(self) -> list[Words]:
        """The index that each word has in the vocabulary of a side, where that is a Program."""
        found = []
        for side in self.sides:
            vocabulary = side.vocabulary if isinstance(side, Program) else Vocabulary(self.words)
            known = [read_as(word, vocabulary.index, vocabulary.unknown) for word in self.words]
            found.append(np.array([vocabulary.index[str(word)] for word in known]))
        return found

    def _answers(self, side: Side, labels: Array, block: Words) -> Iterable[Answer]:
        if isinstance(side, Program):
            return decode_batch(side, block, labels)
        return (answer(side, [self.words[word] for word in row]) for row in block.tolist())


def _coded(program: Program, labels: Array, codes: dict[str, int]) -> Array:
    """The labels that are the program's own, as numbers that are equal where their names are."""
    labels = labels[:, None] if is_pooled(program) else labels
    if not is_pooled(program):
        inner = program.vocabulary.inner(labels.shape[1])
        labels = labels[:, inner.start : inner.stop]
    different, places = np.unique(labels, return_inverse=True)
    names = map(label_name(program), different.tolist())
    numbers = [codes.setdefault(name, len(codes)) for name in names]
    return np.array(numbers, dtype=np.int64)[places].reshape(labels.shape)


def _frame(program: Program) -> tuple[str | None, str | None, bool]:
    return program.vocabulary.begin, program.vocabulary.end, is_pooled(program)
