"""Running a program on inputs that begin alike: what they share is computed once.

Where no head looks past its own position, the answer at a position depends on the words up to there
alone. All continuations of a beginning then need one more column, not one more run: that is how a
thousand million inputs are run in minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never, get_args

import numpy as np

from ..program import Program
from ..program import steps as lang
from ..program.values import bounds
from .arrays import plan
from .columns import Array, Columns, Inputs, Run, Sized, sum_span
from .interpret import reachable
from .matching import Coded, matching, ranks, scoring

FEW = 64  # what so few continuations share is repeated for each: short loops are slow


def looks_ahead(program: Program) -> bool:
    """Whether the answer at a position can depend on a later word.

    >>> from transformer_programs.shelf import dyck2, histogram
    >>> looks_ahead(dyck2.program), looks_ahead(histogram.program)
    (False, True)
    """
    if isinstance(program.output, lang.Classifier) and program.output.pooled:
        return True
    reaches = {step.reach for step in program.steps if isinstance(step, lang.Head)}
    return "after" in reaches or ("all" in reaches and not program.causal)


@dataclass(slots=True)
class _Past:
    """What a head finds at the positions so far: a number for each different beginning."""

    keys: list[Array] = field(default_factory=list)
    levels: list[Array] = field(default_factory=list)
    values: list[Array] = field(default_factory=list)


class Prefixes:
    """A program that does not look ahead, made ready for inputs of up to `length` words."""

    def __init__(self, program: Program, length: int) -> None:
        if looks_ahead(program):
            raise ValueError("a head of this program looks past its own position")
        self.program, self.length = program, length
        self.sized = Sized(length, program.causal, program.steps)
        self.runs, self.scores = plan(program, length, every_step=False)
        self.steps = [step for step in program.steps if step.out.name in self.runs]
        self.ones = {step.out.name for step in self.steps if isinstance(step, lang.One)}
        self.ranks = {choose: ranks(length, choose).tolist() for choose in get_args(lang.Choose)}
        self.matches: dict[str, Coded] = {}
        self.levels: dict[str, Run] = {}
        for step in self.steps:
            if isinstance(step, lang.Head):
                self.matches[step.out.name] = matching(self.sized, step)
            if isinstance(step, lang.CategoricalHead) and (found := scoring(self.sized, step)):
                self.levels[step.out.name] = found[1]

    def labels(self, words: Sequence[Array]) -> Iterator[Array]:
        """The labels of every beginning, position by position; the values that `label_batch` gives.

        `words[i]` are the words at position i, one for each different beginning of i + 1 words.
        Each beginning has as many continuations as any other, and they stand side by side.
        """
        past = {name: _Past() for name in self.matches}
        for i, here in enumerate(words):
            inputs, columns = Inputs(here[None], None), Columns()
            for step in self.steps:
                columns[step.out.name] = self._column(step, i, inputs, columns, past)
            match self.program.output:
                case lang.Answer(reads):
                    yield columns[reads][0]
                case lang.Classifier():
                    assert self.scores is not None
                    yield np.argmax(self.scores(inputs, columns)[0], axis=-1)
                case _:
                    assert_never(self.program.output)

    def _column(
        self, step: lang.Step, i: int, inputs: Inputs, columns: Columns, past: dict[str, _Past]
    ) -> Array:
        """What a step gives at position i: (1, beginnings)."""
        name, shape = step.out.name, inputs.words.shape
        match step:
            case lang.Position():
                return np.full(shape, i, self.sized.dtype((0, self.length)))
            case lang.One():
                return np.ones(shape, np.int8)
            case lang.NumericalHead():
                return self._sum(step, i, inputs, columns, past[name])[None]
            case lang.CategoricalHead():
                return self._copy(step, i, inputs, columns, past[name])[None]
            case lang.Token() | lang.Mlp():
                return self.runs[name](inputs, columns)
            case _:
                assert_never(step)

    # --- heads

    def _sum(
        self, head: lang.NumericalHead, i: int, inputs: Inputs, columns: Columns, past: _Past
    ) -> Array:
        rule = self.matches[head.out.name]
        past.keys.append(rule.key(inputs, columns)[0])
        past.values.append(columns[head.value][0])
        query, now = _asked(rule, inputs, columns), inputs.words.size
        span = self.sized.spans[head.value]
        total = np.zeros(now, self.sized.dtype(span, sum_span(span, self.length)))
        for j in reachable(i, i + 1, head.reach, self.program.causal):
            shape = _shape(len(past.keys[j]), now)
            part = total.reshape(shape)
            if rule.test is None:
                part += _spread(past.values[j], shape)
                continue
            found = rule.test(_in(query, shape), _spread(past.keys[j], shape))
            counted = head.value in self.ones
            part += found.view(np.int8) if counted else found * _spread(past.values[j], shape)
        low, high = bounds(head.out.type)
        return total if low is None and high is None else np.clip(total, low, high)

    def _copy(
        self, head: lang.CategoricalHead, i: int, inputs: Inputs, columns: Columns, past: _Past
    ) -> Array:
        rule, level = self.matches[head.out.name], self.levels.get(head.out.name)
        past.keys.append(rule.key(inputs, columns)[0])
        past.values.append(columns[head.value][0])
        query, now = _asked(rule, inputs, columns), inputs.words.size
        if level is not None:
            past.levels.append(level(inputs, columns)[0])
        copied = np.empty(now, self.sized.dtype(self.sized.spans[head.value]))
        first = _shape(len(past.values[0]), now)
        copied.reshape(first)[...] = _spread(past.values[0], first)
        best = np.full(now if level else 0, -1, np.int64)
        wanted = self.ranks[head.choose][i]
        reach = reachable(i, i + 1, head.reach, self.program.causal)
        for j in sorted(reach, key=lambda j: wanted[j]):  # the one to copy, if all match, last
            shape = _shape(len(past.keys[j]), now)
            found: Array = np.True_
            if rule.test is not None:
                found = rule.test(_in(query, shape), _spread(past.keys[j], shape))
            if level is not None:
                reached = _spread(past.levels[j], shape)
                found = found & (reached >= best.reshape(shape))
                best = np.where(found, reached, best.reshape(shape)).reshape(-1)
            part = copied.reshape(shape)
            chosen = -np.asarray(found).astype(copied.dtype)  # all bits where it is copied, or none
            part ^= (part ^ _spread(past.values[j], shape)) & chosen
        return copied


def _asked(rule: Coded, inputs: Inputs, columns: Columns) -> Array | None:
    """The codes of the queries here; None where they make no difference."""
    return None if rule.query is None else rule.query(inputs, columns)[0]


def _in(query: Array | None, shape: tuple[int, ...]) -> Array | None:
    return None if query is None else query.reshape(shape)


def _shape(beginnings: int, now: int) -> tuple[int, ...]:
    """How continuations are laid out beside earlier values: a row for each, or side by side."""
    each = now // beginnings
    return (beginnings, each) if each >= FEW else (now,)


def _spread(column: Array, shape: tuple[int, ...]) -> Array:
    """Earlier values beside their continuations."""
    if len(shape) == 2:
        return column[:, None]
    return column if len(column) == shape[0] else np.repeat(column, shape[0] // len(column))
