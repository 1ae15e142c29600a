"""Running a program on inputs that begin alike: what they share is computed once.

Where no head looks past its own position, the answer at a position depends on the words up to there
alone. All continuations of a beginning then need one more column, not one more run: that is how a
thousand million inputs are run in minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np

from ..program import Program
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Head,
    Is,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Step,
    Token,
)
from ..program.values import bounds, domain
from .arrays import plan
from .codes import dense_levels, equal_codes
from .columns import Array, Columns, Inputs, Run, Sized
from .formulas import COMPARE
from .interpret import reachable
from .spans import ordinal_span, sum_span

FEW = 64  # what so few continuations share is repeated for each: short loops are slow

Test = Callable[[Array, Array], Array]  # of codes of queries and of keys


def looks_ahead(program: Program) -> bool:
    """Whether the answer at a position can depend on a later word.

    >>> from transformer_programs.shelf import dyck2, histogram
    >>> looks_ahead(dyck2.program), looks_ahead(histogram.program)
    (False, True)
    """
    if isinstance(program.output, Classifier) and program.output.pooled:
        return True
    heads = [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]
    return any(head.reach == "after" or _everywhere(head, program) for head in heads)


def _everywhere(head: Head, program: Program) -> bool:
    return head.reach == "all" and not program.causal


@dataclass(frozen=True, slots=True)
class _Rule:
    """Codes for the queries and the keys of a head, and what follows from one of each."""

    query: Run
    key: Run
    test: Test | None  # None: the same whatever the codes


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
        made = plan(program, length, every_step=False)
        self.runs, self.scores = dict(made.steps), made.scores
        self.steps = [step for step in program.steps if step.out.name in self.runs]
        self.ones = {step.out.name for step in self.steps if isinstance(step, One)}
        self.matches: dict[str, _Rule] = {}
        self.levels: dict[str, _Rule] = {}
        for step in self.steps:
            if isinstance(step, CategoricalHead | NumericalHead):
                self.matches[step.out.name] = self._match(step)
            if isinstance(step, CategoricalHead) and step.score is not None:
                self.levels[step.out.name] = self._level(step)

    def labels(self, words: Sequence[Array]) -> Iterator[Array]:
        """The labels of every beginning, position by position; the values that `label_batch` gives.

        `words[i]` are the words at position i, one for each different beginning of i + 1 words.
        Each beginning has as many continuations as any other, and they stand side by side.
        """
        past = {name: _Past() for name in self.matches}
        for i, here in enumerate(words):
            inputs, columns = Inputs(np, here[None], None), Columns()
            for step in self.steps:
                columns[step.out.name] = self._column(step, i, inputs, columns, past)
            match self.program.output:
                case Answer(reads):
                    yield columns[reads][0]
                case Classifier():
                    assert self.scores is not None
                    yield np.argmax(self.scores(inputs, columns)[0], axis=-1)
                case _:
                    assert_never(self.program.output)

    def _column(
        self, step: Step, i: int, inputs: Inputs, columns: Columns, past: dict[str, _Past]
    ) -> Array:
        """What a step gives at position i: (1, beginnings)."""
        name, shape = step.out.name, inputs.words.shape
        match step:
            case Position():
                return np.full(shape, i, self.sized.dtype((0, self.length)))
            case One():
                return np.ones(shape, np.int8)
            case NumericalHead():
                return self._sum(step, i, inputs, columns, past[name])[None]
            case CategoricalHead():
                return self._copy(step, i, inputs, columns, past[name])[None]
            case Token() | Mlp():
                return self.runs[name](inputs, columns)
            case _:
                assert_never(step)

    # --- heads

    def _sum(
        self, head: NumericalHead, i: int, inputs: Inputs, columns: Columns, past: _Past
    ) -> Array:
        rule = self.matches[head.out.name]
        past.keys.append(rule.key(inputs, columns)[0])
        past.values.append(columns[head.value][0])
        query = rule.query(inputs, columns)[0]
        span = self.sized.spans[head.value]
        total = np.zeros(query.shape, self.sized.dtype(span, sum_span(span, self.length)))
        for j in reachable(i, i + 1, head.reach, self.program.causal):
            shape = _shape(len(past.keys[j]), len(query))
            part = total.reshape(shape)
            if rule.test is None:
                part += _spread(past.values[j], shape)
                continue
            found = rule.test(query.reshape(shape), _spread(past.keys[j], shape))
            counted = head.value in self.ones
            part += found.view(np.int8) if counted else found * _spread(past.values[j], shape)
        low, high = bounds(head.out.type)
        return total if low is None and high is None else np.clip(total, low, high)

    def _copy(
        self, head: CategoricalHead, i: int, inputs: Inputs, columns: Columns, past: _Past
    ) -> Array:
        rule, level = self.matches[head.out.name], self.levels.get(head.out.name)
        past.keys.append(rule.key(inputs, columns)[0])
        past.values.append(columns[head.value][0])
        query = rule.query(inputs, columns)[0]
        asked = None if level is None else level.query(inputs, columns)[0]
        if level is not None:
            past.levels.append(level.key(inputs, columns)[0])
        copied = np.empty(query.shape, self.sized.dtype(self.sized.spans[head.value]))
        first = _shape(len(past.values[0]), len(query))
        copied.reshape(first)[...] = _spread(past.values[0], first)
        best = np.full(query.shape if level else 0, -1, np.int64)
        for j in _least_wanted_first(head, i, self.program.causal):
            shape = _shape(len(past.keys[j]), len(query))
            found: Array = np.True_
            if rule.test is not None:
                found = rule.test(query.reshape(shape), _spread(past.keys[j], shape))
            if level is not None and asked is not None:
                assert level.test is not None
                reached = level.test(asked.reshape(shape), _spread(past.levels[j], shape))
                found = found & (reached >= best.reshape(shape))
                best = np.where(found, reached, best.reshape(shape)).reshape(-1)
            part = copied.reshape(shape)
            chosen = -np.asarray(found).astype(copied.dtype)  # all bits where it is copied, or none
            part ^= (part ^ _spread(past.values[j], shape)) & chosen
        return copied

    # --- codes

    def _match(self, head: Head) -> _Rule:
        """Which keys match which queries."""
        sized = self.sized
        match head.predicate:
            case Compare(op, shift):
                queries, keys = sized.ordinals([head.query, head.key], shift)
                compare = COMPARE[op]
                return _Rule(
                    lambda inputs, columns: queries(inputs, columns) + shift,
                    keys,
                    lambda q, k: compare(k, q),
                )
            case Is(value):
                low, high = sized.spans[head.key]
                if not low <= value <= high:  # it may not even fit the dtype of the column
                    return _Rule(_words, _words, lambda q, k: np.zeros(k.shape, dtype=bool))
                return _Rule(_words, lambda _, columns: columns[head.key], lambda q, k: k == value)
            case Rows(accepts):
                every = domain(sized.kinds[head.key])
                if all(len(row) == len(every) for row in accepts):
                    return _Rule(_words, _words, None)
                codes = equal_codes(accepts, every)
                if codes is not None:
                    return _Rule(
                        self._looked_up(head.query, codes[0]),
                        self._looked_up(head.key, codes[1]),
                        lambda q, k: k == q,
                    )
                grid = [[int(key in row) for key in every] for row in accepts]
                rule = self._grid(head, grid)
                assert rule.test is not None
                holds = rule.test
                return _Rule(rule.query, rule.key, lambda q, k: holds(q, k) != 0)
            case _:
                assert_never(head.predicate)

    def _level(self, head: CategoricalHead) -> _Rule:
        """How good a match is, from 0 up."""
        match head.score:
            case Levels(levels):
                return self._grid(head, dense_levels(levels))
            case Extreme(best):
                low, high = ordinal_span(self.sized.kinds[head.key], self.sized.spans[head.key])
                dtype = self.sized.dtype((low, high), (0, high - low))
                keys = self.sized.ordinal(head.key, dtype)
                if best == "largest":
                    return _Rule(_words, lambda i, c: keys(i, c) - low, lambda q, k: k)
                return _Rule(_words, lambda i, c: high - keys(i, c), lambda q, k: k)
            case None:
                raise AssertionError(f"{head.out.name} has no score")
            case _:
                assert_never(head.score)

    def _looked_up(self, name: str, codes: Sequence[int]) -> Run:
        table = self.sized.table(codes)
        index = self.sized.index([name], [domain(self.sized.kinds[name])])
        return lambda inputs, columns: np.take(table, index(inputs, columns))

    def _grid(self, head: Head, rows: Sequence[Sequence[int]]) -> _Rule:
        """A number for every pair of a query and a key."""
        table = self.sized.table([number for row in rows for number in row])
        wide = self.sized.dtype((0, len(table)))
        at = self.sized.index([head.query], [domain(self.sized.kinds[head.query])])
        of = self.sized.index([head.key], [domain(self.sized.kinds[head.key])])
        width = wide.type(len(rows[0]))
        return _Rule(
            lambda inputs, columns: at(inputs, columns).astype(wide) * width,
            lambda inputs, columns: of(inputs, columns).astype(wide),
            lambda q, k: np.take(table, q + k),
        )


def _words(inputs: Inputs, _: Columns) -> Array:
    """A code for what makes no difference."""
    return inputs.words


def _least_wanted_first(head: CategoricalHead, i: int, causal: bool) -> list[int]:
    """The positions in reach, the one that is copied from if all match last (rule 2)."""
    reach = list(reachable(i, i + 1, head.reach, causal))
    match head.choose:
        case "first":
            return reach[::-1]
        case "last":
            return reach
        case "nearest":  # one's own position only if no other matches
            return [j for j in reach if j == i] + [j for j in reach if j != i]
        case _:
            assert_never(head.choose)


def _shape(beginnings: int, now: int) -> tuple[int, ...]:
    """How continuations are laid out beside earlier values: a row for each, or side by side."""
    each = now // beginnings
    return (beginnings, each) if each >= FEW else (now,)


def _spread(column: Array, shape: tuple[int, ...]) -> Array:
    """Earlier values beside their continuations."""
    if len(shape) == 2:
        return column[:, None]
    return column if len(column) == shape[0] else np.repeat(column, shape[0] // len(column))
