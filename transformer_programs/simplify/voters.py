"""Fewer voters: which variables need to vote at all, and with which votes.

Backward: voters go while the rest, fitted anew, keeps within the budget; that one first that costs
fewest answers for the lines it saves. Forward: voters are added, most explained for their lines
first, until the budget is kept. The shorter program is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..meaning.spans import spans
from ..program import Program, types
from ..program.steps import Classifier, Vote, reads
from ..program.values import MOST_NUMBER
from .ballots import Ballots, ballots_of, votes_of
from .judge import Judge, without_dead
from .lines import program_lines, step_lines
from .refit import Floats, refit

SCALE = 1000  # of fitted votes
MOST_TRIED = 8  # voters that are fitted without, a round
MOST_FITTED = 3  # of them, to the end
ENOUGH = 0.85  # of the lines: more must go for one search to do
MANY = 20  # voters; up to here both searches are quick
MOST_SAID = 2**24  # of the numbers that vote, added up over an input
QUICK = 12  # rounds of a fit that is only to compare

Fitted = tuple[Program, Floats]


def fewer_voters(program: Program, judge: Judge, again: bool = False) -> Program:
    """The shorter of the programs that backward and forward selection of voters find.

    `again`: voters have been selected before, so that only a few more can go. Numbers that 32 bits
    do not count exactly are not fitted to.
    """
    said = spans(program, judge.split.words.shape[1])
    largest = max((abs(end) for name in _voters(program) for end in said[name]), default=0)
    if largest * judge.split.words.shape[1] > MOST_SAID:
        return program
    ballots = ballots_of(program, judge)
    assert isinstance(program.output, Classifier)
    full = program, votes_of(program.output, ballots)
    if again:
        return min((program, _backward(full, ballots, judge, sizes=False)[0]), key=program_lines)
    price = prices_of(program).of(_voters(program))
    grown = _forward(full, ballots, judge, price)
    found = [program]
    if grown is not None:
        found.append(_backward(grown, ballots, judge, sizes=False)[0])
    # What is left of very many voters seldom beats a few that do, and takes longest to find.
    few = len(_voters(program)) <= MANY
    if few or prices_of(found[-1]).of(_voters(found[-1])) > ENOUGH * price:
        found.append(_backward(full, ballots, judge, sizes=True)[0])
    return min(found, key=program_lines)


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """What voters cost: the steps each needs, and the lines of each step and of its votes."""

    needs: dict[str, frozenset[str]]
    lines: dict[str, int]

    def of(self, voters: Iterable[str]) -> int:
        """The lines that these voters need together, with one for each that votes."""
        names = list(voters)
        steps = frozenset[str]().union(*(self.needs[name] for name in names))
        return sum(self.lines[step] for step in steps) + len(names)


def prices_of(program: Program) -> Prices:
    """The prices of every variable of a program."""
    known = types(program)
    needs: dict[str, frozenset[str]] = {}
    for step in program.steps:
        needs[step.out.name] = frozenset({step.out.name}).union(
            *(needs[name] for name in reads(step))
        )
    return Prices(needs, {step.out.name: step_lines(step, known) for step in program.steps})


def _voters(program: Program) -> list[str]:
    assert isinstance(program.output, Classifier)
    return [vote.reads for vote in program.output.votes]


# --- backward -------------------------------------------------------------------------------------


def _backward(start: Fitted, ballots: Ballots, judge: Judge, sizes: bool) -> Fitted:
    """Drop voters, at first several at a time for a part of the budget, then the best one."""
    together = len(_voters(start[0])) // 2 if sizes else 0
    while len(_voters(start[0])) > 1:
        order = _by_importance(start, ballots)
        together = min(together, len(order) - 1)
        while together > 1:
            kept = [name for name in _voters(start[0]) if name not in order[:together]]
            found = _with_voters(start, ballots, kept, judge, 0.5)
            if found is not None:
                start = found
                break
            together //= 2
        else:
            found = _without_one(start, ballots, order, judge)
            if found is None:
                return start
            start = found
    return start


def _without_one(start: Fitted, ballots: Ballots, order: list[str], judge: Judge) -> Fitted | None:
    """The program without the voter that costs fewest answers for the lines it saves."""
    program, weights = start
    prices = prices_of(program)
    lines = prices.of(_voters(program))
    compared: list[tuple[float, Floats, list[str]]] = []
    for name in order[:MOST_TRIED]:
        kept = [other for other in _voters(program) if other != name]
        fitted = _refitted(ballots, weights, kept, QUICK)
        saved = lines - prices.of(kept)
        # What is lost counts more than what is saved; a line saved for nothing is best.
        compared.append(((ballots.lost(fitted) + 1e-6) / max(saved, 0.5), fitted, kept))
    for _, fitted, kept in sorted(compared, key=lambda item: item[0])[:MOST_FITTED]:
        found = _with_voters((program, fitted), ballots, kept, judge, 1.0)
        if found is not None:
            return found
    return None


def _refitted(ballots: Ballots, weights: Floats, kept: list[str], rounds: int) -> Floats:
    """Votes of these voters only, fitted from the votes they had."""
    columns = np.concatenate([ballots.columns[name] for name in kept])
    fitted = np.zeros_like(weights)
    fitted[columns] = refit(
        ballots.features[:, columns], ballots.labels, ballots.counts, weights[columns], rounds
    )
    return fitted


def _with_voters(
    start: Fitted, ballots: Ballots, kept: list[str], judge: Judge, share: float
) -> Fitted | None:
    """The program with only these voters, if some votes of theirs keep within the budget."""
    program, weights = start
    alone = np.zeros_like(weights)
    for name in kept:
        alone[ballots.columns[name]] = weights[ballots.columns[name]]
    if _hopeful(alone, ballots, judge):
        made = _voting(program, ballots, alone, kept)
        if judge.allows(made, share):
            return made, alone
    fitted = _refitted(ballots, weights, kept, 60)
    if not _hopeful(fitted, ballots, judge):
        return None
    made = _voting(program, ballots, fitted, kept)
    return (made, fitted) if judge.allows(made, share) else None


def _hopeful(weights: Floats, ballots: Ballots, judge: Judge) -> bool:
    """Whether it is worth asking the judge: the ballots are most of what the judge looks at."""
    if not np.abs(weights).max(initial=0) * SCALE < MOST_NUMBER:  # nor where it is no number
        return False
    allowed = 1 - judge.right.mean() + judge.budget if judge.budget else 0.0
    return ballots.lost(weights) <= allowed * (1.0 if ballots.whole else 1.5) + 1e-4


def _voting(program: Program, ballots: Ballots, weights: Floats, kept: list[str]) -> Program:
    """The program with these votes, rounded to whole numbers, and without what is dead then."""
    output = program.output
    assert isinstance(output, Classifier)
    rounded = np.rint(weights * SCALE).astype(np.int64)
    votes = tuple(
        Vote(vote.reads, tuple(map(tuple, rounded[ballots.columns[vote.reads]].tolist())))
        for vote in output.votes
        if vote.reads in kept
    )
    return without_dead(replace(program, output=replace(output, votes=votes, scale=SCALE)))


def _by_importance(start: Fitted, ballots: Ballots) -> list[str]:
    """The voters, those first without which fewest answers change for the lines saved."""
    program, weights = start
    scores = ballots.features @ weights
    prices, total = prices_of(program), ballots.counts.sum()
    lines = prices.of(_voters(program))
    lost: dict[str, float] = {}
    for name in _voters(program):
        columns = ballots.columns[name]
        said = ballots.features[:, columns] @ weights[columns]
        typical = np.average(said, axis=0, weights=ballots.counts)
        wrong = (scores - said + typical).argmax(1) != ballots.labels
        kept = [other for other in _voters(program) if other != name]
        saved = lines - prices.of(kept)
        lost[name] = float((wrong * ballots.counts).sum() / total + 1e-6) / max(saved, 0.5)
    return sorted(lost, key=lambda name: lost[name])


# --- forward --------------------------------------------------------------------------------------


def _forward(full: Fitted, ballots: Ballots, judge: Judge, most: int) -> Fitted | None:
    """Add voters until the budget is kept, those first that explain most for their lines.

    `most`: the price from which on it is not worth it.
    """
    program, weights = full
    kept: list[str] = []
    fitted = np.zeros_like(weights)
    names, prices = _voters(program), prices_of(program)
    while len(kept) < len(names) and prices.of(kept) < most:
        gains, have = _gains(ballots, fitted), prices.of(kept)
        worth = {
            name: gains[name] / (prices.of([*kept, name]) - have + 1)
            for name in names
            if name not in kept
        }
        kept.append(max(worth, key=lambda name: worth[name]))
        fitted = _refitted(ballots, fitted, kept, 40)
        if _hopeful(fitted, ballots, judge):
            found = _with_voters((program, fitted), ballots, kept, judge, 1.0)
            if found is not None:
                return found
    return None


def _gains(ballots: Ballots, weights: Floats) -> dict[str, float]:
    """About how much likelier each voter could make the labels: slope squared over curvature."""
    scores = ballots.features @ weights
    likely = np.exp(scores - scores.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)
    likely[np.arange(len(likely)), ballots.labels] -= 1
    slope = ballots.features.T @ (likely * ballots.counts[:, None])
    mass = (ballots.features**2).T @ ballots.counts
    gain = (slope**2).sum(1) / np.maximum(mass, 1)
    return {name: float(gain[columns].sum()) for name, columns in ballots.columns.items()}
