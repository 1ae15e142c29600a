"""A Program as array operations: the meaning of `interpret`, on many inputs at once.

Arrays are (positions, inputs): every operation then runs along the inputs, in the smallest dtype
that holds its values, which is where the speed comes from. The same operations run on NumPy arrays
and on JAX arrays, also under `jax.jit`: nothing is written in place, and no shape depends on data.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ..interpret import COMPARE, reachable
from ..program import Program, types
from ..steps import (
    TRUTHS,
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Head,
    Is,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Vote,
    reads,
)
from ..values import Categorical, Number, Type, bounds, domain, is_numeric, ordinal
from .codes import Accepts, bit_codes, equal_codes, ranks
from .spans import Span, arithmetic_span, ordinal_span, spans, sum_span

Array: TypeAlias = Any  # of NumPy or of JAX
Columns = dict[str, Array]  # the variables so far, each (positions, inputs)

VOTE_CELLS = 4096  # of a table of votes, so that it stays in the cache


@dataclass(frozen=True, slots=True)
class Inputs:
    """Many inputs of one width."""

    xp: Any  # numpy or jax.numpy
    words: Array  # (positions, inputs) indices into the vocabulary, 0 at padding
    valid: Array | None  # (positions, inputs): False at padding; None where there is none


Run = Callable[[Inputs, Columns], Array]


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to do for inputs of one width; tables are made once, here."""

    steps: tuple[tuple[str, Run], ...]
    scores: Run | None  # (positions, inputs, classes); None where the program ends in an Answer
    widest: Any  # the widest dtype in use; object where only Python's own numbers are wide enough


def plan(program: Program, length: int, every_step: bool) -> Plan:
    """The array operations for inputs of `length` words; only what the output needs, or all."""
    planner = _Planner(program, length)
    needed = set(types(program)) if every_step else _needed(program)
    steps = tuple(
        (step.out.name, planner.step(step)) for step in program.steps if step.out.name in needed
    )
    scores = planner.scores(program.output) if isinstance(program.output, Classifier) else None
    return Plan(steps, scores, smallest_dtype(*planner.held))


def _needed(program: Program) -> set[str]:
    """The variables that reach the output."""
    match program.output:
        case Answer(name):
            needed = {name}
        case Classifier(_, votes):
            needed = {vote.reads for vote in votes}
    for step in reversed(program.steps):
        if step.out.name in needed:
            needed.update(reads(step))
    return needed


def smallest_dtype(low: int, high: int) -> Any:
    """The smallest signed dtype that holds low..high; object (exact, slow) beyond 64 bits.

    >>> smallest_dtype(0, 127), smallest_dtype(0, 128)
    (dtype('int8'), dtype('int16'))
    """
    for name in ("int8", "int16", "int32", "int64"):
        limits = np.iinfo(name)
        if limits.min <= low and high <= limits.max:
            return np.dtype(name)
    return np.dtype(object)


class _Planner:
    """Turns steps into array operations, and keeps track of how large numbers can get."""

    def __init__(self, program: Program, length: int) -> None:
        self.length = length
        self.causal = program.causal
        self.kinds = types(program)
        self.spans = spans(program, length)
        self.held = (0, 0)

    def dtype(self, *held: Span) -> Any:
        """The dtype of a value that may lie in any of the intervals."""
        low, high = min(low for low, _ in held), max(high for _, high in held)
        self.held = min(low, self.held[0]), max(high, self.held[1])
        return smallest_dtype(low, high)

    def table(self, cells: Sequence[int]) -> Array:
        return np.array(cells, dtype=self.dtype((min(cells), max(cells))))

    def step(self, step: Step) -> Run:
        match step:
            case Token(_, lookup):
                cells = self.table(lookup)
                return lambda inputs, _: inputs.xp.take(cells, inputs.words, axis=0)
            case Position():
                return self.everywhere(np.arange(self.length)[:, None])
            case One():
                return self.everywhere(np.ones((self.length, 1)))
            case CategoricalHead():
                return self.categorical(step)
            case NumericalHead():
                return self.numerical(step)
            case Mlp(out, names, function):
                if isinstance(function, Table):
                    return self.tabulated(names, function.cells)
                return self.formula(function, names, out.type)

    def everywhere(self, column: Array) -> Run:
        """A value that does not depend on the words."""
        column = column.astype(self.dtype((0, self.length)))
        return lambda inputs, _: inputs.xp.broadcast_to(
            inputs.xp.asarray(column), inputs.words.shape
        )

    # --- heads

    def categorical(self, head: CategoricalHead) -> Run:
        """Copy from the matching position of highest rank.

        Rank and value share one number, the rank in its upper bits, so that one maximum over the
        positions finds the value to copy. Position 0 takes part with rank 0, for want of a match.
        """
        low, high = self.spans[head.value]
        bits = (high - low).bit_length()
        most = (self.length + 1 << bits) - 1
        dtype, out = self.dtype((0, most), (low, high)), self.dtype((low, high))
        upper = (ranks(self.length, head.choose).astype(dtype) * dtype.type(1 << bits))[:, :, None]
        found = self.found(head)

        def run(inputs: Inputs, columns: Columns) -> Array:
            value = columns[head.value].astype(dtype) - low
            packed = found(inputs, columns) * (inputs.xp.asarray(upper) + value[None])
            best = inputs.xp.maximum(inputs.xp.max(packed, axis=1), value[:1])
            return ((best & ((1 << bits) - 1)) + low).astype(out)

        return run

    def numerical(self, head: NumericalHead) -> Run:
        value = self.spans[head.value]
        held = sum_span(value, self.length)
        clamps = _clamps(head.out.type, held)
        dtype = self.dtype(value, held, *clamps.values())
        found = self.found(head)

        def run(inputs: Inputs, columns: Columns) -> Array:
            value = columns[head.value].astype(dtype)
            total = inputs.xp.sum(found(inputs, columns) * value[None], axis=1, dtype=dtype)
            total = _clamped(inputs.xp, total, clamps)
            return inputs.xp.broadcast_to(total, inputs.words.shape)

        return run

    def found(self, head: Head) -> Run:
        """Which positions each position considers: (query position, key position, inputs).

        One query position stands for all where all consider the same.
        """
        matching = self.matching(head)
        n = self.length
        reach = np.zeros((n, n, 1), dtype=bool)
        for i in range(n):
            reach[i, list(reachable(i, n, head.reach, self.causal))] = True

        def run(inputs: Inputs, columns: Columns) -> Array:
            found = matching(inputs, columns)
            if inputs.valid is not None:
                found = found & inputs.valid[None]
            return found if reach.all() else found & inputs.xp.asarray(reach)

        return run

    def matching(self, head: Head) -> Run:
        match head.predicate:
            case Rows(accepts):
                return self.rows(head, accepts)
            case Compare(op, shift):
                queries, keys = self.ordinals([head.query, head.key], shift)
                return lambda inputs, columns: COMPARE[op](
                    keys(inputs, columns)[None], (queries(inputs, columns) + shift)[:, None]
                )
            case Is(value):
                low, high = self.spans[head.key]
                if not low <= value <= high:  # it may not even fit the dtype of the column
                    return lambda inputs, _: inputs.xp.zeros((1, *inputs.words.shape), dtype=bool)
                return lambda _, columns: (columns[head.key] == value)[None]

    def rows(self, head: Head, accepts: Accepts) -> Run:
        """Each query value and each key value gets a code; equal codes, or a common bit, match."""
        keys = domain(self.kinds[head.key])
        at = self.index([head.query], [domain(self.kinds[head.query])])
        of = self.index([head.key], [keys])
        codes = equal_codes(accepts, keys)
        parts = [codes] if codes is not None else bit_codes(accepts, keys)
        tables = [(self.table(queries), self.table(wanted)) for queries, wanted in parts]
        same = codes is not None

        def run(inputs: Inputs, columns: Columns) -> Array:
            take, query, key = inputs.xp.take, at(inputs, columns), of(inputs, columns)
            matching = []
            for query_table, key_table in tables:
                query_code = take(query_table, query, axis=0)[:, None]
                key_code = take(key_table, key, axis=0)[None]
                matching.append(query_code == key_code if same else query_code & key_code != 0)
            return reduce(operator.or_, matching)

        return run

    # --- functions

    def ordinals(self, names: Sequence[str], shift: int = 0) -> list[Run]:
        """The numbers that order and arithmetic see, all in one dtype that also holds shifts."""
        held = [ordinal_span(self.kinds[name], self.spans[name]) for name in names]
        dtype = self.dtype(*held, *((low + shift, high + shift) for low, high in held))
        return [self.ordinal(name, dtype) for name in names]

    def ordinal(self, name: str, dtype: Any) -> Run:
        type = self.kinds[name]
        if is_numeric(type) and isinstance(type, Categorical) and not _counts_up(type):
            cells = self.table([ordinal(type, value) for value in domain(type)])
            return lambda inputs, columns: inputs.xp.take(cells, columns[name], axis=0).astype(
                dtype
            )
        return lambda _, columns: columns[name].astype(dtype)

    def index(self, names: Sequence[str], domains: Sequence[range]) -> Run:
        """The cell of a row-major table over some variables."""
        cells = prod(map(len, domains))
        dtype = self.dtype((0, cells), *((values.start, values.stop) for values in domains))

        def run(_: Inputs, columns: Columns) -> Array:
            cell = columns[names[0]].astype(dtype) - domains[0].start
            for name, values in zip(names[1:], domains[1:], strict=True):
                cell = cell * len(values) + (columns[name].astype(dtype) - values.start)
            return cell

        return run

    def tabulated(self, names: Sequence[str], values: tuple[int, ...]) -> Run:
        cells = self.table(values)
        index = self.index(names, [domain(self.kinds[name]) for name in names])
        return lambda inputs, columns: inputs.xp.take(cells, index(inputs, columns), axis=0)

    def formula(self, formula: Formula, names: Sequence[str], out: Type) -> Run:
        if formula.op in TRUTHS:
            truth = self.truth(formula, names)
            first = domain(out).start
            dtype = self.dtype((first, first + 1))
            return lambda inputs, columns: truth(inputs, columns).astype(dtype) + first
        if formula.op == "keep":
            return lambda _, columns: columns[names[0]] * (columns[names[1]] != 0)
        if not is_numeric(out):  # "a" over words
            return lambda _, columns: columns[names[0]]
        return self.arithmetic(formula, names, out)

    def truth(self, formula: Formula, names: Sequence[str]) -> Run:
        match formula.op:
            case "not":
                return lambda _, columns: columns[names[0]] == 0
            case "and":
                return lambda _, columns: (columns[names[0]] != 0) & (columns[names[1]] != 0)
            case "or":
                return lambda _, columns: (columns[names[0]] != 0) | (columns[names[1]] != 0)
            case op:
                a, b = self.ordinals(names, formula.shift)
                return lambda inputs, columns: COMPARE[op](
                    a(inputs, columns), b(inputs, columns) + formula.shift
                )

    def arithmetic(self, formula: Formula, names: Sequence[str], out: Type) -> Run:
        held = [ordinal_span(self.kinds[name], self.spans[name]) for name in names]
        low, high = arithmetic_span(formula, held)
        clamps = _clamps(out, (low, high))
        first = ordinal(out, 0) if isinstance(out, Categorical) else 0
        held += [(low, high), (low - formula.shift, high - formula.shift)]  # and what is on the way
        held += [(low - first, high - first), *clamps.values()]
        dtype = self.dtype(*held)
        numbers = [self.ordinal(name, dtype) for name in names]

        def run(inputs: Inputs, columns: Columns) -> Array:
            xp = inputs.xp
            combine = {"+": operator.add, "-": operator.sub, "min": xp.minimum, "max": xp.maximum}
            operands = [number(inputs, columns) for number in numbers]
            result = operands[0] if formula.op == "a" else combine[formula.op](*operands)
            return _clamped(xp, result + formula.shift, clamps) - first

        return run

    # --- votes

    def scores(self, classifier: Classifier) -> Run:
        """The votes for each class: (positions, inputs, classes)."""
        count = len(classifier.classes)
        most = sum(self.most_votes(vote) for vote in classifier.votes)
        total = most * self.length if classifier.pooled else most
        dtype = self.dtype((-total, total))
        parts = [self.looked_up(group, dtype) for group in self.groups(classifier.votes)]
        parts += [self.multiplied(vote, dtype) for vote in classifier.votes if self.large(vote)]

        def run(inputs: Inputs, columns: Columns) -> Array:
            scores = inputs.xp.zeros((*inputs.words.shape, count), dtype=dtype)
            for part in parts:
                scores = scores + part(inputs, columns)
            return scores

        return run

    def most_votes(self, vote: Vote) -> int:
        """No class gets more from this vote, nor less than its negative."""
        times = max(map(abs, self.spans[vote.reads]))
        counted = isinstance(self.kinds[vote.reads], Number)
        return max(map(abs, chain(*vote.weights))) * (times if counted else 1)

    def values(self, vote: Vote) -> range:
        low, high = self.spans[vote.reads]
        return range(low, high + 1)

    def large(self, vote: Vote) -> bool:
        low, high = self.spans[vote.reads]
        return isinstance(self.kinds[vote.reads], Number) and high - low >= VOTE_CELLS

    def groups(self, votes: Sequence[Vote]) -> list[list[Vote]]:
        """Votes on few values, grouped: the sum of a group is looked up in one table."""
        groups: list[list[Vote]] = []
        cells = VOTE_CELLS + 1
        for vote in votes:
            if self.large(vote):
                continue
            cells *= len(self.values(vote))
            if cells > VOTE_CELLS:
                groups.append([])
                cells = len(self.values(vote))
            groups[-1].append(vote)
        return groups

    def looked_up(self, group: list[Vote], dtype: Any) -> Run:
        table = np.zeros((1, len(group[0].weights[0])), dtype=dtype)
        for vote in group:
            counted = isinstance(self.kinds[vote.reads], Number)
            rows = [
                [weight * value for weight in vote.weights[0]] if counted else vote.weights[value]
                for value in self.values(vote)
            ]
            table = (table[:, None] + np.array(rows, dtype=dtype)).reshape(-1, table.shape[1])
        index = self.index([vote.reads for vote in group], [self.values(vote) for vote in group])
        return lambda inputs, columns: inputs.xp.take(table, index(inputs, columns), axis=0)

    def multiplied(self, vote: Vote, dtype: Any) -> Run:
        weights = np.array(vote.weights[0], dtype=dtype)
        return lambda inputs, columns: (
            columns[vote.reads].astype(dtype)[:, :, None] * inputs.xp.asarray(weights)
        )


def _clamps(type: Type, span: Span) -> dict[str, Span]:
    """The bounds of a type that numbers from `span` can overstep, each as an interval of one."""
    least, most = bounds(type)
    clamps = {}
    if least is not None and span[0] < least:
        clamps["maximum"] = (least, least)
    if most is not None and span[1] > most:
        clamps["minimum"] = (most, most)
    return clamps


def _clamped(xp: Any, numbers: Array, clamps: dict[str, Span]) -> Array:
    """The numbers held within the bounds, in their own dtype."""
    for operation, (bound, _) in clamps.items():
        numbers = getattr(xp, operation)(numbers, numbers.dtype.type(bound))
    return numbers


def _counts_up(type: Categorical) -> bool:
    """Whether the values are 0, 1, 2, ..., so that a value is its own ordinal."""
    return type.values == tuple(range(len(type.values)))
