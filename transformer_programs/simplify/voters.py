"""Fewer voters: which variables need to vote at all, and with which votes.

Backward: voters go while the rest, fitted anew, keeps within the budget; that one first that costs
fewest answers for the lines it saves. Forward: voters are added, most explained for their lines
first, until the budget is kept. The shorter program is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..meaning.batch import run_batch
from ..meaning.columns import spans
from ..program import Program, types
from ..program.steps import Classifier, Vote, output_reads, reads
from ..program.values import MOST_NUMBER, Number
from .closed_forms import program_lines, step_lines
from .edits import without_dead
from .judge import Judge
from .refit import Floats, Ints, distinct, refit

SCALE = 1000  # of fitted votes
MOST_TRIED = 8  # voters that are fitted without, a round
MOST_FITTED = 3  # of them, to the end
ENOUGH = 0.85  # of the lines: more must go for one search to do
MANY = 20  # voters; up to here both searches are quick
MOST_SAID = 2**24  # of the numbers that vote, added up over an input
QUICK = 12  # rounds of a fit that is only to compare

# Different combinations of votes that fitting looks at, by the accuracy of the program: where many
# answers are wrong, votes fit the noise of few rows.
ROWS = {0.995: 6_000, 0.95: 12_000, 0.0: 20_000}


def fewer_voters(program: Program, judge: Judge, again: bool = False) -> Program:
    """The shorter of the programs that backward and forward selection of voters find.

    `again`: voters have been selected before, so that only a few more can go. Numbers that 32 bits
    do not count exactly are not fitted to.
    """
    width = judge.rerun.words.shape[1]
    said, names = spans(program, width), output_reads(program.output)
    if max((abs(end) for name in names for end in said[name]), default=0) * width > MOST_SAID:
        return program
    assert isinstance(program.output, Classifier)
    election = _Election(program, judge)
    full = _Elected(program, names, votes_of(program.output, election.ballots))
    found = [program]
    if again:
        found.append(election.backward(full, several=False).program)
        return min(found, key=program_lines)
    price = rest = election.prices.of(names)
    grown = election.forward(full, price)
    if grown is not None:
        grown = election.backward(grown, several=False)
        found.append(grown.program)
        rest = election.prices.of(grown.voters)
    # What is left of very many voters seldom beats a few that do, and takes longest to find.
    if len(names) <= MANY or rest > ENOUGH * price:
        found.append(election.backward(full, several=True).program)
    return min(found, key=program_lines)


# --- ballots --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ballots:
    """What the voters said, each different case once: features, label, how often it occurs.

    `columns` are the features of each voter; `whole`: no case was left out.
    """

    features: Floats
    labels: Ints
    counts: Floats
    columns: dict[str, NDArray[np.int_]]
    whole: bool

    def lost(self, weights: Floats) -> float:
        """The share of cases that these votes decide wrongly."""
        wrong = (self.features @ weights).argmax(1) != self.labels
        return float(self.counts[wrong].sum() / self.counts.sum())


def ballots_of(program: Program, judge: Judge) -> Ballots:
    """The ballots of a program. Where no right answer may be lost, wrong ones are no guide."""
    output, task, known = program.output, judge.task, types(program)
    assert isinstance(output, Classifier)
    widths = [len(vote.weights) for vote in output.votes]
    ends = np.cumsum(widths)
    columns = {
        vote.reads: np.arange(end - width, end)
        for vote, width, end in zip(output.votes, widths, ends, strict=True)
    }
    class_of = {name: i for i, name in enumerate(output.classes)}
    relabel = np.array([class_of.get(name, -1) for name in task.classes])
    own = judge.labels >= 0
    said = [column[own] for column in _said(program, judge)]
    cases = np.concatenate([*said, relabel[judge.labels[own]][:, None]], axis=1)
    good = cases[:, -1] >= 0
    if judge.budget == 0:
        good &= judge.right[: len(good)]
    cases, counts = distinct(cases[good])
    clean = 1.0 if judge.budget == 0 else judge.right.mean()
    most = next(rows for accuracy, rows in ROWS.items() if clean >= accuracy)
    features = cases[:, :-1].astype(np.float64)
    if not task.pooled:  # one feature per value, except for numbers
        hot = [
            features[:, [i]]
            if isinstance(known[name], Number)
            else features[:, [i]] == np.arange(len(column))
            for i, (name, column) in enumerate(columns.items())
        ]
        features = np.concatenate(hot, axis=1).astype(np.float64)
    labels, whole = cases[:, -1].astype(np.int64), len(cases) <= most
    every = Ballots(features, labels, counts.astype(np.float64), columns, whole)
    return every if whole else sample(every, votes_of(output, every), most)


def _said(program: Program, judge: Judge) -> list[NDArray[np.int_]]:
    """What each voter said wherever answers count: its value.

    Pooled, how often it said each of its values in an input, or the sum of its numbers.
    """
    output, known, rerun = program.output, types(program), judge.rerun
    assert isinstance(output, Classifier)
    if not judge.task.pooled:
        return [v[:, None] for v in rerun.at_places(program, output_reads(program.output)).values()]
    there, ran = rerun.words >= 0, run_batch(program, rerun.words).variables
    found = []
    for vote in output.votes:
        said = np.asarray(ran[vote.reads])
        if isinstance(known[vote.reads], Number):
            counted = np.where(there, said, 0).sum(1, keepdims=True)
        else:
            values = range(len(vote.weights))
            counted = np.stack([(there & (said == v)).sum(1) for v in values], axis=1)
        found.append(counted[rerun.places])
    return found


def votes_of(output: Classifier, ballots: Ballots) -> Floats:
    """The votes of an output, a row a feature."""
    weights = np.zeros((ballots.features.shape[1], len(output.classes)))
    for vote in output.votes:
        weights[ballots.columns[vote.reads]] = np.array(vote.weights) / output.scale
    return weights


def sample(ballots: Ballots, weights: Floats, most: int) -> Ballots:
    """All close decisions, and some of the others, which then count for the rest too."""
    scores = ballots.features @ weights
    rows = np.arange(len(scores))
    own = scores[rows, ballots.labels]
    scores[rows, ballots.labels] = -np.inf
    order = np.argsort(own - scores.max(1), kind="stable")
    near = most // 2
    close, clear = order[:near], order[near:]
    drawn = np.random.default_rng(0).permutation(clear)[: most - near]
    times = ballots.counts[clear].sum() / ballots.counts[drawn].sum()
    counts = np.concatenate([ballots.counts[close], ballots.counts[drawn] * times])
    chosen = np.concatenate([close, drawn])
    features, labels = ballots.features[chosen], ballots.labels[chosen]
    return replace(ballots, features=features, labels=labels, counts=counts)


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

    def backward(self, start: _Elected, several: bool) -> _Elected:
        """Drop voters, at first several at a time for a part of the budget, then the best one."""
        together = len(start.voters) // 2 if several else 0
        while len(start.voters) > 1:
            order = self._by_importance(start)
            together, found = min(together, len(order) - 1), None
            while together > 1 and found is None:
                found = self._tried(start.weights, _without(start, *order[:together]), 0.5)
                together = together if found is not None else together // 2
            if found is None:  # the voter goes that costs fewest answers for the lines it saves
                compared: list[tuple[float, Floats, tuple[str, ...]]] = []
                for name in order[:MOST_TRIED]:
                    kept = _without(start, name)
                    fitted = self._refitted(start.weights, kept, QUICK)
                    lost = self.ballots.lost(fitted)
                    compared.append((self._cost(lost, start, kept), fitted, kept))
                best = sorted(compared, key=lambda item: item[0])[:MOST_FITTED]
                tries = (self._tried(fitted, kept, 1.0) for _, fitted, kept in best)
                found = next((elected for elected in tries if elected is not None), None)
            if found is None:
                break
            start = found
        return start

    def forward(self, full: _Elected, most: int) -> _Elected | None:
        """Add voters until the budget is kept, those first that explain most for their lines.

        `most`: the price from which on it is not worth it.
        """
        kept: tuple[str, ...] = ()
        weights = np.zeros_like(full.weights)
        while len(kept) < len(full.voters) and self.prices.of(kept) < most:
            gains, have = self._gains(weights), self.prices.of(kept)
            worth = {
                name: gains[name] / (self.prices.of([*kept, name]) - have + 1)
                for name in full.voters
                if name not in kept
            }
            kept = (*kept, max(worth, key=lambda name: worth[name]))
            weights = self._refitted(weights, kept, 40)
            found = self._tried(weights, kept, 1.0) if self._hopeful(weights) else None
            if found is not None:
                return found
        return None

    def _by_importance(self, start: _Elected) -> list[str]:
        """The voters, those first without which fewest answers change for the lines saved."""
        ballots, weights = self.ballots, start.weights
        scores = ballots.features @ weights
        lost: dict[str, float] = {}
        for name in start.voters:
            columns = ballots.columns[name]
            said = ballots.features[:, columns] @ weights[columns]
            typical = np.average(said, axis=0, weights=ballots.counts)
            wrong = (scores - said + typical).argmax(1) != ballots.labels
            share = float((wrong * ballots.counts).sum() / ballots.counts.sum())
            lost[name] = self._cost(share, start, _without(start, name))
        return sorted(lost, key=lambda name: lost[name])

    def _cost(self, lost: float, start: _Elected, kept: tuple[str, ...]) -> float:
        """What is lost counts more than what is saved; a line saved for nothing is best."""
        saved = self.prices.of(start.voters) - self.prices.of(kept)
        return (lost + 1e-6) / max(saved, 0.5)

    def _tried(self, weights: Floats, kept: tuple[str, ...], share: float) -> _Elected | None:
        """The program with only these voters, if some votes of theirs keep within the budget."""
        output, columns = self.program.output, self._columns(kept)
        assert isinstance(output, Classifier)
        alone = np.zeros_like(weights)
        alone[columns] = weights[columns]
        for fitted in (alone, None):
            votes = self._refitted(weights, kept, 60) if fitted is None else fitted
            if self._hopeful(votes):
                rounded = np.rint(votes * SCALE).astype(np.int64)
                rows = {name: rounded[self.ballots.columns[name]].tolist() for name in kept}
                own = [vote.reads for vote in output.votes if vote.reads in kept]
                given = tuple(Vote(name, tuple(map(tuple, rows[name]))) for name in own)
                voting = replace(output, votes=given, scale=SCALE)
                made = without_dead(replace(self.program, output=voting))
                if self.judge.allows(made, share):
                    return _Elected(made, output_reads(made.output), votes)
        return None

    def _refitted(self, weights: Floats, kept: tuple[str, ...], rounds: int) -> Floats:
        """Votes of these voters only, fitted from the votes they had."""
        ballots, columns = self.ballots, self._columns(kept)
        fitted = np.zeros_like(weights)
        fitted[columns] = refit(
            ballots.features[:, columns], ballots.labels, ballots.counts, weights[columns], rounds
        )
        return fitted

    def _columns(self, voters: tuple[str, ...]) -> NDArray[np.int_]:
        return np.concatenate([self.ballots.columns[name] for name in voters])

    def _hopeful(self, weights: Floats) -> bool:
        """Whether it is worth asking the judge: the ballots are most of what the judge looks at."""
        if not np.abs(weights).max(initial=0) * SCALE < MOST_NUMBER:  # nor where it is no number
            return False
        judge = self.judge
        allowed = 1 - judge.right.mean() + judge.budget if judge.budget else 0.0
        slack = 1.0 if self.ballots.whole else 1.5
        return self.ballots.lost(weights) <= allowed * slack + 1e-4

    def _gains(self, weights: Floats) -> dict[str, float]:
        """About how much likelier each voter makes the labels: slope squared over curvature."""
        features, counts = self.ballots.features, self.ballots.counts
        scores = features @ weights
        likely = np.exp(scores - scores.max(1, keepdims=True))
        likely /= likely.sum(1, keepdims=True)
        likely[np.arange(len(likely)), self.ballots.labels] -= 1
        slope = features.T @ (likely * counts[:, None])
        mass = (features**2).T @ counts
        gain = (slope**2).sum(1) / np.maximum(mass, 1)
        return {name: float(gain[at].sum()) for name, at in self.ballots.columns.items()}


def _without(start: _Elected, *names: str) -> tuple[str, ...]:
    return tuple(name for name in start.voters if name not in names)
