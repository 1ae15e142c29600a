"""A Program as array operations: the meaning of `interpret`, on many inputs at once.

Arrays are (positions, inputs): every operation then runs along the inputs, in the smallest dtype
that holds its values, which is where the speed comes from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, assert_never

import numpy as np

from ..program import Program, live, types
from ..program import steps as lang
from ..program.values import Number, Type, bounds, domain
from .columns import Array, Columns, Inputs, Run, Sized, Span, closed, ordinal_span, sum_span
from .formulas import OPERATIONS, first_number, interval, is_arithmetic, result
from .interpret import reachable
from .matching import matching, ranks, scoring

VOTE_CELLS = 4096  # of a table of votes, so that it stays in the cache


Plan = tuple[dict[str, Run], Run | None]  # of each step; of the votes, None where there are none


def plan(program: Program, length: int, every_step: bool) -> Plan:
    """The array operations for inputs of `length` words; only what the output needs, or all."""
    planner, output = Planner(length, program.causal, program.steps), program.output
    needed = set(types(program)) if every_step else live(program)
    steps = [step for step in program.steps if step.out.name in needed]
    votes = ballot(planner, output) if isinstance(output, lang.Classifier) else None
    return {step.out.name: planner.step(step) for step in steps}, votes


class Planner(Sized):
    """Turns steps into array operations, one by one: there need not be a program of them.

    >>> from transformer_programs.shelf import histogram
    >>> planner, inputs = Planner(4, causal=False), Inputs.of(np.array([[0, 1, 2, 1]]), False)
    >>> columns: Columns = {}
    >>> for step in histogram.program.steps:
    ...     columns[step.out.name] = planner.step(step)(inputs, columns)
    ...     planner.know(step)
    >>> columns["num_attn_0_0_outputs"][:, 0].tolist()
    [1, 2, 1, 2]
    """

    def step(self, step: lang.Step) -> Run:
        match step:
            case lang.Token(_, lookup):
                cells = self.table(lookup)
                return lambda inputs, _: np.take(cells, inputs.words, axis=0)
            case lang.Position():
                return self.everywhere(np.arange(self.length)[:, None])
            case lang.One():
                return self.everywhere(np.ones((self.length, 1)))
            case lang.CategoricalHead():
                return self.categorical(step)
            case lang.NumericalHead():
                return self.numerical(step)
            case lang.Mlp(out, names, function):
                if isinstance(function, lang.Formula):
                    return self.formula(function, names, out.type)
                cells = self.table(function.cells)
                index = self.index(names, [domain(self.kinds[name]) for name in names])
                return lambda inputs, columns: np.take(cells, index(inputs, columns), axis=0)
            case _:
                assert_never(step)

    def everywhere(self, column: Array) -> Run:
        """A value that does not depend on the words."""
        column = column.astype(self.dtype((0, self.length)))
        return lambda inputs, _: np.broadcast_to(column, inputs.words.shape)

    # --- heads

    def categorical(self, head: lang.CategoricalHead) -> Run:
        """Copy from the matching position of highest rank.

        Rank and value share one number, the rank in its upper bits, so that one maximum over the
        positions finds the value to copy. Position 0 takes part with rank 0, for want of a match.
        With a score its levels come first: each level has a rank for every position.
        """
        low, high = self.spans[head.value]
        bits = (high - low).bit_length()
        count, levels = scoring(self, head) or (1, None)
        most = (self.length * count + 1 << bits) - 1
        dtype, out = self.dtype((0, most), (low, high)), self.dtype((low, high))
        upper = (ranks(self.length, head.choose).astype(dtype) * dtype.type(1 << bits))[:, :, None]
        step = dtype.type(self.length << bits)
        found = self.found(head)

        def run(inputs: Inputs, columns: Columns) -> Array:
            value = columns[head.value].astype(dtype) - low
            packed = upper + value[None]
            if levels is not None:
                packed = packed + levels(inputs, columns)[None].astype(dtype) * step
            packed = found(inputs, columns) * packed
            best = np.maximum(np.max(packed, axis=1), value[:1])
            return ((best & ((1 << bits) - 1)) + low).astype(out)

        return run

    def numerical(self, head: lang.NumericalHead) -> Run:
        value = self.spans[head.value]
        held = sum_span(value, self.length)
        clamps = _clamps(head.out.type, held)
        dtype = self.dtype(value, held, *clamps.values())
        found = self.found(head)

        def run(inputs: Inputs, columns: Columns) -> Array:
            value = columns[head.value].astype(dtype)
            total = np.sum(found(inputs, columns) * value[None], axis=1, dtype=dtype)
            total = _clamped(total, clamps)
            return np.broadcast_to(total, inputs.words.shape)

        return run

    def found(self, head: lang.Head) -> Run:
        """Which positions each position considers: (query position, key position, inputs)."""
        match = matching(self, head)
        n = self.length
        reach = np.zeros((n, n, 1), dtype=bool)
        for i in range(n):
            reach[i, list(reachable(i, n, head.reach, self.causal))] = True

        def run(inputs: Inputs, columns: Columns) -> Array:
            found = match.everywhere(inputs, columns)
            if inputs.valid is not None:
                found = found & inputs.valid[None]
            return found if reach.all() else found & reach

        return run

    # --- functions

    def formula(self, formula: lang.Formula, names: Sequence[str], out: Type) -> Run:
        if is_arithmetic(formula.op):
            return self.arithmetic(formula, names, out)
        ordered = OPERATIONS[formula.op].ordered
        given = self.ordinals(names, formula.shift) if ordered else map(self.column, names)
        computed = _computed(formula, list(given))
        if formula.op not in lang.TRUTHS:
            return computed
        first = domain(out).start
        dtype = self.dtype((first, first + 1))
        return lambda inputs, columns: computed(inputs, columns).astype(dtype) + first

    def arithmetic(self, formula: lang.Formula, names: Sequence[str], out: Type) -> Run:
        held = [ordinal_span(self.kinds[name], self.spans[name]) for name in names]
        low, high = closed(interval(formula, held))
        clamps = _clamps(out, (low, high))
        first = first_number(out)
        shift = formula.shift
        on_the_way = (0, shift) if formula.op in lang.DIVISIONS else (low - shift, high - shift)
        held += [(low, high), on_the_way]
        held += [(low - first, high - first), *clamps.values()]
        dtype = self.dtype(*held)
        computed = _computed(formula, [self.ordinal(name, dtype) for name in names])
        return lambda inputs, columns: _clamped(computed(inputs, columns), clamps) - first


def _computed(formula: lang.Formula, given: Sequence[Run]) -> Run:
    return lambda inputs, columns: result(formula, [run(inputs, columns) for run in given], np)


def _clamps(type: Type, span: Span) -> dict[str, Span]:
    """The bounds of a type that numbers from `span` can overstep, each as an interval of one."""
    least, most = bounds(type)
    clamps = {}
    if least is not None and span[0] < least:
        clamps["maximum"] = (least, least)
    if most is not None and span[1] > most:
        clamps["minimum"] = (most, most)
    return clamps


def _clamped(numbers: Array, clamps: dict[str, Span]) -> Array:
    """The numbers held within the bounds, in their own dtype."""
    for operation, (bound, _) in clamps.items():
        numbers = getattr(np, operation)(numbers, numbers.dtype.type(bound))
    return numbers


# --- votes: what each class gets at each position -------------------------------------------------


def ballot(sized: Sized, classifier: lang.Classifier) -> Run:
    """The votes for each class: (positions, inputs, classes)."""
    numbers = {
        vote.reads: max(map(abs, sized.spans[vote.reads]))
        for vote in classifier.votes
        if isinstance(sized.kinds[vote.reads], Number)
    }
    total = most_votes(classifier, numbers) * (sized.length if classifier.pooled else 1)
    dtype = sized.dtype((-total, total))
    parts: list[Run] = []
    groups: list[list[lang.Vote]] = []  # votes on few values: their sum is looked up in one table
    cells = VOTE_CELLS + 1
    for vote in classifier.votes:
        low, high = sized.spans[vote.reads]
        if vote.reads in numbers and high - low >= VOTE_CELLS:
            parts.append(_multiplied(vote, dtype))
            continue
        cells *= high - low + 1
        if cells > VOTE_CELLS:
            groups.append([])
            cells = high - low + 1
        groups[-1].append(vote)
    parts += [_looked_up(sized, group, dtype) for group in groups]

    def run(inputs: Inputs, columns: Columns) -> Array:
        scores = np.zeros((*inputs.words.shape, len(classifier.classes)), dtype=dtype)
        for part in parts:
            scores = scores + part(inputs, columns)
        return scores

    return run


def most_votes(classifier: lang.Classifier, numbers: Mapping[str, int]) -> int:
    """No class gets more at a position, nor less than its negative, in whatever order it is added.

    `numbers`: the greatest magnitude of each variable whose votes are times its number.
    """
    return sum(
        max(map(abs, chain(*vote.weights))) * numbers.get(vote.reads, 1)
        for vote in classifier.votes
    )


def _looked_up(sized: Sized, group: list[lang.Vote], dtype: Any) -> Run:
    table, domains = np.zeros((1, len(group[0].weights[0])), dtype=dtype), []
    for vote in group:
        low, high = sized.spans[vote.reads]
        domains.append(range(low, high + 1))
        counted = isinstance(sized.kinds[vote.reads], Number)
        rows = [
            [weight * value for weight in vote.weights[0]] if counted else vote.weights[value]
            for value in domains[-1]
        ]
        table = (table[:, None] + np.array(rows, dtype=dtype)).reshape(-1, table.shape[1])
    index = sized.index([vote.reads for vote in group], domains)
    return lambda inputs, columns: np.take(table, index(inputs, columns), axis=0)


def _multiplied(vote: lang.Vote, dtype: Any) -> Run:
    weights = np.array(vote.weights[0], dtype=dtype)
    return lambda _, columns: columns[vote.reads].astype(dtype)[:, :, None] * weights
