"""Vote selection: which variables need to vote, and with which votes.

Forward: voters are added, those first that explain most for their lines, until the budget is kept.
Backward: voters then go while the rest, fitted again, keeps within the budget; that one first that
costs fewest answers for the lines it saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..printer.size import program_size, step_size
from ..program import Program, types
from ..program.steps import Classifier, Vote, output_reads, reads
from ..program.values import MAX_NUMBER, Number
from .edits import greedy, without_dead
from .fitting import Cases, Floats, distinct, fit_votes, one_thread, sample
from .judge import Judge

SCALE = 1000  # of fitted votes
MAX_TRIED = 4  # voters that are fitted without, per round
MAX_FITTED = 3  # of them, to the end
MAX_SLACK = 1e-4  # of the cases: by so much they may mislead
MAX_MISSED = 1.25  # times what may be lost: so many too many are not made good by more rounds
MIN_MASS = 1e-6  # of a feature, as a share of the cases
MAX_SUM = 2**24  # of the numbers that vote, added up over an input
MAX_CASES = 10_000  # different combinations of values that votes are fitted to
MAX_RIGHT_CASES = 3_000  # likewise, where no right answer may be lost: few lost ones tell enough
# Rounds of a fit, and the least fall of its loss: to compare, on the way, to be judged.
QUICK, SOME, LONG = (12, 1e-4), (20, 2e-5), (60, 1e-5)

Names = Sequence[str]
Columns = dict[str, NDArray[np.int_]]


def fewer_voters(program: Program, judge: Judge) -> Program:
    """The program with the voters that forward and backward selection find, if it is shorter.

    Numbers that 32 bits do not count exactly are not fitted to.
    """
    columns = judge.inputs.columns(program, output_reads(program.output)).values()
    largest = max((abs(end) for column in columns for end in column.span), default=0)
    if largest * judge.inputs.width > MAX_SUM:
        return program
    with one_thread():
        selection = VoteSelection(program, judge)
        start = next(filter(judge.allows, selection.forward(program)), program)
        done = greedy(start, selection.backward, judge.allows, _voters)
    return min(program, done, key=program_size)


def _voters(program: Program) -> int:
    return len(output_reads(program.output))


# --- features -------------------------------------------------------------------------------------


def features_of(program: Program, judge: Judge) -> tuple[Cases, Columns]:
    """The values that voters had, each different case once, and which features are whose.

    Where no right answer may be lost, wrong ones are no guide.
    """
    output, task, known = program.output, judge.task, types(program)
    assert isinstance(output, Classifier)
    widths = [len(vote.weights) for vote in output.votes]
    ends = np.cumsum(widths)
    widest = zip(output.votes, widths, ends, strict=True)
    columns = {vote.reads: np.arange(end - width, end) for vote, width, end in widest}
    class_of = {name: i for i, name in enumerate(output.classes)}
    relabel = np.array([*(class_of.get(name, -1) for name in task.classes), -1])
    wanted = relabel[judge.labels]  # -1, the last, where words are unknown
    good = wanted >= 0
    if judge.budget == 0:
        good[judge.labels >= 0] &= judge.right[: (judge.labels >= 0).sum()]
    cases = np.stack([*_values(program, judge), wanted])[:, good]
    first, group = distinct(cases)
    cases, counts = cases[:, first], np.bincount(group)

    def features(chosen: NDArray[np.int_] | slice) -> NDArray[np.float32]:
        """One per value, except for numbers."""
        given = cases[:-1, chosen]
        if task.pooled:
            return given.astype(np.float32)
        hot = [
            row
            if isinstance(known[name], Number)
            else row == np.arange(len(columns[name]))[:, None]
            for name, row in zip(columns, given[:, None], strict=True)
        ]
        return np.concatenate(hot, dtype=np.float32)

    chosen, most = np.arange(len(counts)), MAX_CASES if judge.budget else MAX_RIGHT_CASES
    if len(counts) > most:
        votes = votes_of(output, columns).T.astype(np.float32)
        blocks = [slice(i, i + most) for i in range(0, len(counts), most)]
        scores = np.concatenate([votes @ features(block) for block in blocks], axis=1)
        chosen, counts = sample(scores, cases[-1], counts, most)
    found = Cases.of(features(chosen), cases[-1, chosen], counts, len(output.classes))
    return found, columns


def _values(program: Program, judge: Judge) -> Iterable[NDArray[np.integer]]:
    """The value of each voter wherever answers count.

    Pooled: how often it had each of its values in an input, or the sum of its numbers.
    """
    output, known = program.output, types(program)
    assert isinstance(output, Classifier)
    values = judge.inputs.variables(program, output_reads(output))
    if not judge.task.pooled:
        return [column[judge.places] for column in values.values()]
    there = judge.inputs.words >= 0
    found: list[NDArray[np.int_]] = []
    for vote in output.votes:
        column = values[vote.reads]
        if isinstance(known[vote.reads], Number):
            found.append(np.where(there, column, 0).sum(1))
        else:
            found += [(there & (column == value)).sum(1) for value in range(len(vote.weights))]
    return [counted[judge.places] for counted in found]


def votes_of(output: Classifier, columns: Columns) -> Floats:
    """The votes of an output, one row per feature; 0 where a variable does not vote."""
    weights = np.zeros((sum(map(len, columns.values())), len(output.classes)))
    for vote in output.votes:
        weights[columns[vote.reads]] = np.array(vote.weights) / output.scale
    return weights


# --- selection ------------------------------------------------------------------------------------


class VoteSelection:
    """The voters of one program: their features, what they cost, and who judges them."""

    def __init__(self, program: Program, judge: Judge) -> None:
        self.cost = line_costs(program)
        self.cases, self.columns = features_of(program, judge)
        shares = self.cases.answers.sum(0)
        self.mass = self.cases.features**2 @ shares  # how much there is of each feature
        allowed = 1 - float(judge.right.mean()) + judge.budget if judge.budget else 0.0
        self.allowed = allowed + MAX_SLACK  # of the cases, to be decided wrongly

    def forward(self, program: Program) -> Iterator[Program]:
        """The program with one voter, with two, ...: those first that explain most per line."""
        voters, kept = output_reads(program.output), list[str]()
        weights = np.zeros_like(self._weights(program))
        missed = self._lost(self._refitted(weights, voters, LONG))
        if missed > MAX_MISSED * self.allowed + 0.01:
            return  # all of them together come nowhere near
        limit = self.cost(voters)
        while len(kept) < len(voters) and self.cost(kept) < limit:
            gains, have = self._gains(weights), self.cost(kept)
            further = [name for name in voters if name not in kept]
            worth = {n: gains[n] / (self.cost([*kept, n]) - have + 1) for n in further}
            kept.append(max(worth, key=lambda name: worth[name]))
            weights = self._refitted(weights, kept, SOME)
            yield from self._voting(program, weights, kept)

    def backward(self, program: Program) -> Iterator[Program]:
        """The program without one of its voters: that which costs fewest answers per line saved."""
        weights, compared = self._weights(program), list[tuple[float, Floats, Names]]()
        if len(output_reads(program.output)) == 1:
            return
        for kept in self._by_importance(program, weights)[:MAX_TRIED]:
            fitted = self._refitted(weights, kept, QUICK)
            compared.append((self._price(program, kept, self._lost(fitted)), fitted, kept))
        for _, fitted, kept in sorted(compared, key=lambda item: item[0])[:MAX_FITTED]:
            yield from self._voting(program, fitted, kept)
            yield from self._voting(program, self._refitted(fitted, kept, LONG), kept)

    def _by_importance(self, program: Program, weights: Floats) -> list[Names]:
        """The voters without each one: those first that change fewest answers per line saved."""
        cases, voters = self.cases, output_reads(program.output)
        scores, share = cases.scores(weights), cases.answers.sum(0)
        prices: dict[Names, float] = {}
        for name in voters:
            columns = self.columns[name]
            own = np.float32(weights[columns].T) @ cases.features[columns]
            without = scores - (own - (own @ share)[:, None])  # its mean vote stays
            kept = tuple(other for other in voters if other != name)
            prices[kept] = self._price(program, kept, cases.lost(without))
        return sorted(prices, key=lambda kept: prices[kept])

    def _price(self, program: Program, kept: Names, lost: float) -> float:
        """Answers lost per line saved; a line saved for nothing is best."""
        saved = self.cost(output_reads(program.output)) - self.cost(kept)
        return (lost + 1e-6) / max(saved, 0.5)

    def _voting(self, program: Program, weights: Floats, kept: Names) -> Iterator[Program]:
        """The program with these votes, where it is worth asking the judge."""
        output = program.output
        assert isinstance(output, Classifier)
        most = np.abs(weights).max(initial=0) * SCALE
        if most < MAX_NUMBER and self._lost(weights) <= self.allowed:  # nor where it is no number
            rounded = np.rint(weights * SCALE).astype(np.int64)
            rows = {name: rounded[self.columns[name]].tolist() for name in kept}
            own = [vote.reads for vote in output.votes if vote.reads in kept]
            votes = tuple(Vote(name, tuple(map(tuple, rows[name]))) for name in own)
            yield without_dead(replace(program, output=replace(output, votes=votes, scale=SCALE)))

    def _lost(self, weights: Floats) -> float:
        """The share of cases that these votes decide wrongly."""
        return self.cases.lost(self.cases.scores(weights))

    def _weights(self, program: Program) -> Floats:
        assert isinstance(program.output, Classifier)
        return votes_of(program.output, self.columns)

    def _refitted(self, weights: Floats, kept: Names, how: tuple[int, float]) -> Floats:
        """Votes of these voters only, fitted from the votes they had."""
        columns = np.concatenate([self.columns[name] for name in kept])
        fitted = np.zeros_like(weights)
        fitted[columns] = fit_votes(self.cases.only(columns), weights[columns], *how)
        return fitted

    def _gains(self, weights: Floats) -> dict[str, float]:
        """About how much likelier each voter makes the labels: slope squared over curvature."""
        _, slope = self.cases.loss(weights)
        gain = (slope**2).sum(1) / np.maximum(self.mass, MIN_MASS)
        return {name: float(gain[at].sum()) for name, at in self.columns.items()}


def line_costs(program: Program) -> Callable[[Iterable[str]], int]:
    """The lines that some voters need together: their votes, and all steps that they read."""
    assert isinstance(program.output, Classifier)
    known, needs = types(program), dict[str, frozenset[str]]()
    lines = {step.out.name: step_size(step, known) for step in program.steps}
    votes = {vote.reads: 3 + len(vote.weights) for vote in program.output.votes}
    for step in program.steps:
        name = step.out.name
        needs[name] = frozenset({name}).union(*(needs[read] for read in reads(step)))

    def cost(voters: Iterable[str]) -> int:
        names = list(voters)
        steps = frozenset[str]().union(*(needs[name] for name in names))
        return sum(lines[step] for step in steps) + sum(votes[name] for name in names)

    return cost
