"""Fewer voters: which variables need to vote at all, and with which votes.

Forward: voters are added, most explained for their lines first, until the budget is kept. Backward:
voters then go while the rest, fitted anew, keeps within the budget; that one first that costs
fewest answers for the lines it saves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..program import Program, types
from ..program.steps import Classifier, Vote, output_reads, reads
from ..program.values import MAX_NUMBER, Number
from .closed_forms import program_lines, step_lines
from .edits import without_dead
from .judge import Judge
from .refit import BLOCK_CELLS, AnyFloats, Cases, Floats, Ints, distinct, refit

SCALE = 1000  # of fitted votes
MOST_TRIED = 8  # voters that are fitted without, a round
MOST_SLACK = 0.02  # of the cases: that a sample of them can tell too much
FAR = 1.25  # times what may be lost: so many too many are not made good by more rounds
MOST_FITTED = 3  # of them, to the end
LEAST_MASS = 1e-6  # of a feature, as a share of the cases
MAX_CLAIM = 2**24  # of the numbers that vote, added up over an input
# Rounds of a fit, and the least fall of its loss: to compare, on the way, to be judged.
QUICK, SOME, LONG = (12, 1e-4), (20, 2e-5), (60, 1e-5)

# Different combinations of votes that fitting looks at, by the accuracy of the program: where many
# answers are wrong, votes fit the noise of few rows.
ROWS = {0.995: 6_000, 0.95: 12_000, 0.0: 20_000}


def fewer_voters(program: Program, judge: Judge, again: bool = False) -> Program:
    """The program with the voters that forward and backward selection find, if it is shorter.

    `again`: voters have been selected before, so that only a few more can go. Numbers that 32 bits
    do not count exactly are not fitted to.
    """
    names = output_reads(program.output)
    said = judge.inputs.columns(program, names)
    largest = max((abs(end) for name in names for end in said[name].ranged.span), default=0)
    if largest * judge.inputs.width > MAX_CLAIM:
        return program
    assert isinstance(program.output, Classifier)
    election = _Election(program, judge)
    votes = votes_of(program.output, election.ballots.columns)
    full = _Elected(program, names, votes)
    start = None if again else election.forward(full)
    return min(program, election.backward(start or full).program, key=program_lines)


# --- ballots --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ballots:
    """What the voters said, each different case once, and which features are whose.

    `whole`: no case is left out.
    """

    cases: Cases
    columns: dict[str, NDArray[np.int_]]
    whole: bool

    def lost(self, weights: Floats) -> float:
        """The share of cases that these votes decide wrongly."""
        return self.cases.lost(self.cases.scores(weights))


def ballots_of(program: Program, judge: Judge) -> Ballots:
    """The ballots of a program. Where no right answer may be lost, wrong ones are no guide."""
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
    cases, counts = distinct(np.stack([*_said(program, judge), wanted])[:, good])
    clean = 1.0 if judge.budget == 0 else judge.right.mean()
    most = next(rows for accuracy, rows in ROWS.items() if clean >= accuracy)

    def features(here: NDArray[np.int_] | slice) -> NDArray[np.float32]:
        """One feature per value, except for numbers."""
        said = cases[:-1, here]
        if task.pooled:
            return said.astype(np.float32)
        hot = [
            row
            if isinstance(known[name], Number)
            else row == np.arange(len(columns[name]))[:, None]
            for name, row in zip(columns, said[:, None], strict=True)
        ]
        return np.concatenate(hot, dtype=np.float32)

    chosen, weights = np.arange(len(counts)), counts.astype(np.float64)
    if len(counts) > most:
        votes = votes_of(output, columns).T.astype(np.float32)
        size = max(16, BLOCK_CELLS // votes.size)
        blocks = [slice(i, i + size) for i in range(0, len(counts), size)]
        scores = np.concatenate([votes @ features(block) for block in blocks], axis=1)
        chosen, weights = sample(scores, cases[-1], weights, most)
    found = Cases.of(features(chosen), cases[-1, chosen], weights, len(output.classes))
    return Ballots(found, columns, len(counts) <= most)


def _said(program: Program, judge: Judge) -> Iterable[NDArray[np.integer]]:
    """What each voter said wherever answers count: its value.

    Pooled, how often it said each of its values in an input, or the sum of its numbers.
    """
    output, known = program.output, types(program)
    assert isinstance(output, Classifier)
    ran = judge.inputs.variables(program, output_reads(output))
    if not judge.task.pooled:
        return [said[judge.places] for said in ran.values()]
    there = judge.inputs.words >= 0
    found: list[NDArray[np.int_]] = []
    for vote in output.votes:
        said = ran[vote.reads]
        if isinstance(known[vote.reads], Number):
            found.append(np.where(there, said, 0).sum(1))
        else:
            found += [(there & (said == value)).sum(1) for value in range(len(vote.weights))]
    return [counted[judge.places] for counted in found]


def votes_of(output: Classifier, columns: dict[str, NDArray[np.int_]]) -> Floats:
    """The votes of an output, a row a feature."""
    votes = {vote.reads: np.array(vote.weights) / output.scale for vote in output.votes}
    return np.concatenate([votes[name] for name in columns])


def sample(scores: AnyFloats, labels: Ints, counts: Floats, most: int) -> tuple[Ints, Floats]:
    """All close decisions, and some of the others, which then count for the rest too.

    Both by number, and how much each counts. `scores` are (classes, cases).
    """
    cases = np.arange(len(labels))
    own = scores[labels, cases]
    scores[labels, cases] = -np.inf
    order = np.argsort(own - scores.max(0), kind="stable")
    near = most // 2
    close, clear = order[:near], order[near:]
    drawn = np.random.default_rng(0).permutation(clear)[: most - near]
    times = counts[clear].sum() / counts[drawn].sum()
    return np.concatenate([close, drawn]), np.concatenate([counts[close], counts[drawn] * times])


# --- prices ---------------------------------------------------------------------------------------


class Prices:
    """What voters cost: the steps each needs, and the lines of each step and of its votes."""

    def __init__(self, program: Program) -> None:
        known = types(program)
        self.lines = {step.out.name: step_lines(step, known) for step in program.steps}
        self.needs: dict[str, frozenset[str]] = {}
        for step in program.steps:
            name, needed = step.out.name, (self.needs[read] for read in reads(step))
            self.needs[name] = frozenset({name}).union(*needed)

    def of(self, voters: Iterable[str]) -> int:
        """The lines that these voters need together, with one for each that votes."""
        names = list(voters)
        steps = frozenset[str]().union(*(self.needs[name] for name in names))
        return sum(self.lines[step] for step in steps) + len(names)


# --- which of them vote ---------------------------------------------------------------------------


class _Elected(NamedTuple):
    """A program in which only some vote, and their votes before they were rounded."""

    program: Program
    voters: tuple[str, ...]
    weights: Floats


class _Election:
    """The voters of one program: what they said, what they cost, and who judges them."""

    def __init__(self, program: Program, judge: Judge) -> None:
        self.program, self.judge = program, judge
        self.ballots, self.prices = ballots_of(program, judge), Prices(program)
        cases = self.ballots.cases
        shares = cases.answers.sum(0).reshape(-1, cases.features.shape[2], 1)
        self.mass = (cases.features**2 @ shares).sum(0)[:, 0]  # how much there is of each feature

    def forward(self, full: _Elected) -> _Elected | None:
        """Add voters until the budget is kept, those first that explain most for their lines."""
        kept: tuple[str, ...] = ()
        most, weights = self.prices.of(full.voters), np.zeros_like(full.weights)
        lost = self.ballots.lost(self._refitted(weights, full.voters, LONG))
        if lost > FAR * self._allowed() + 0.01:
            return None  # all of them together come nowhere near
        while len(kept) < len(full.voters) and self.prices.of(kept) < most:
            gains, have = self._gains(weights), self.prices.of(kept)
            further = [name for name in full.voters if name not in kept]
            more = {name: self.prices.of([*kept, name]) - have for name in further}
            worth = {name: gains[name] / (more[name] + 1) for name in further}
            kept = (*kept, max(worth, key=lambda name: worth[name]))
            weights = self._refitted(weights, kept, SOME)
            found = self._judged(weights, kept)
            if found is not None:
                return found
        return None

    def backward(self, start: _Elected) -> _Elected:
        """Drop voters, one by one: that which costs fewest answers for the lines it saves."""
        while len(start.voters) > 1:
            compared: list[tuple[float, Floats, tuple[str, ...]]] = []
            for name in self._by_importance(start)[:MOST_TRIED]:
                kept = _without(start, name)
                fitted = self._refitted(start.weights, kept, QUICK)
                lost = self.ballots.lost(fitted)
                compared.append((self._cost(lost, start, kept), fitted, kept))
            best = sorted(compared, key=lambda item: item[0])[:MOST_FITTED]
            tries = (self._tried(fitted, kept) for _, fitted, kept in best)
            found = next((elected for elected in tries if elected is not None), None)
            if found is None:
                break
            start = found
        return start

    def _by_importance(self, start: _Elected) -> list[str]:
        """The voters, those first without which fewest answers change for the lines saved."""
        cases, weights, lost = self.ballots.cases, start.weights, dict[str, float]()
        scores, share = cases.scores(weights), cases.answers.sum(0)
        for name in start.voters:
            columns = self.ballots.columns[name]
            said = cases.only(columns).scores(weights[columns])
            without = scores - (said - (said @ share)[:, None])  # what it says typically stays
            lost[name] = self._cost(cases.lost(without), start, _without(start, name))
        return sorted(lost, key=lambda name: lost[name])

    def _cost(self, lost: float, start: _Elected, kept: tuple[str, ...]) -> float:
        """What is lost counts more than what is saved; a line saved for nothing is best."""
        saved = self.prices.of(start.voters) - self.prices.of(kept)
        return (lost + 1e-6) / max(saved, 0.5)

    def _tried(self, weights: Floats, kept: tuple[str, ...]) -> _Elected | None:
        """The program with only these voters, if their votes, or better ones, keep the budget."""
        found = self._judged(weights, kept)
        return found or self._judged(self._refitted(weights, kept, LONG), kept)

    def _judged(self, votes: Floats, kept: tuple[str, ...]) -> _Elected | None:
        """The program with these votes, if it keeps the budget."""
        output = self.program.output
        assert isinstance(output, Classifier)
        if not self._hopeful(votes):
            return None
        rounded = np.rint(votes * SCALE).astype(np.int64)
        rows = {name: rounded[self.ballots.columns[name]].tolist() for name in kept}
        own = [vote.reads for vote in output.votes if vote.reads in kept]
        given = tuple(Vote(name, tuple(map(tuple, rows[name]))) for name in own)
        voting = replace(output, votes=given, scale=SCALE)
        made = without_dead(replace(self.program, output=voting))
        allowed = self.judge.allows(made)
        return _Elected(made, output_reads(made.output), votes) if allowed else None

    def _refitted(self, weights: Floats, kept: tuple[str, ...], how: tuple[int, float]) -> Floats:
        """Votes of these voters only, fitted from the votes they had."""
        columns, fitted = self._columns(kept), np.zeros_like(weights)
        fitted[columns] = refit(self.ballots.cases.only(columns), weights[columns], *how)
        return fitted

    def _columns(self, voters: tuple[str, ...]) -> NDArray[np.int_]:
        return np.concatenate([self.ballots.columns[name] for name in voters])

    def _hopeful(self, weights: Floats) -> bool:
        """Whether it is worth asking the judge: the ballots are most of what the judge looks at."""
        if not np.abs(weights).max(initial=0) * SCALE < MAX_NUMBER:  # nor where it is no number
            return False
        allowed = self._allowed()
        slack = 0.0 if self.ballots.whole else min(allowed / 2, MOST_SLACK)
        return self.ballots.lost(weights) <= allowed + slack + 1e-4

    def _allowed(self) -> float:
        """The share of the cases that may be decided wrongly."""
        judge = self.judge
        return 1 - float(judge.right.mean()) + judge.budget if judge.budget else 0.0

    def _gains(self, weights: Floats) -> dict[str, float]:
        """About how much likelier each voter makes the labels: slope squared over curvature."""
        _, slope = self.ballots.cases.loss(weights)
        gain = (slope**2).sum(1) / np.maximum(self.mass, LEAST_MASS)
        return {name: float(gain[at].sum()) for name, at in self.ballots.columns.items()}


def _without(start: _Elected, name: str) -> tuple[str, ...]:
    return tuple(voter for voter in start.voters if voter != name)
