"""Pruning of wide programs: fewer votes, heads and branches for a stated number of answers.

What was right on the training and validation inputs must stay right (budget 0), or the accuracy on
them may fall by at most the budget. Voters go in the order of how little they matter, the votes of
the rest are fitted anew, then rounded to the smallest whole numbers that will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..batch import run_batch
from ..infer import live
from ..program import Program, types
from ..steps import Classifier, Vote
from ..tasks.score import predictions, translated
from ..tasks.task import Split, Task
from ..values import Number, Type
from .branches import fewer_branches
from .lines import program_lines
from .refit import Floats, Ints, refit

MOST_ROWS = 20_000  # different combinations of votes that fitting looks at
SCALES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000)

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and how much of the data it got right."""

    lines: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class Pruning:
    """A pruned program, and the trade of lines against accuracy that led there."""

    program: Program
    before: Point
    after: Point
    curve: tuple[Point, ...]

    @property
    def knee(self) -> Point:
        """Where the curve bends most: the point farthest from the line between its ends."""
        points = sorted({self.before, *self.curve}, key=lambda p: (p.lines, p.accuracy))
        first, last = points[0], points[-1]
        width = max(last.lines - first.lines, 1)
        height = last.accuracy - first.accuracy

        def above(point: Point) -> float:
            straight = first.accuracy + height * (point.lines - first.lines) / width
            return point.accuracy - straight

        return max(points, key=above)


@dataclass(slots=True)
class Judge:
    """Says whether a program is still good enough."""

    task: Task
    splits: tuple[Split, ...]
    budget: float
    right: NDArray[np.bool_]  # what the program got right at first
    curve: list[Point] = field(default_factory=list)

    def answers(self, program: Program) -> NDArray[np.bool_]:
        return np.concatenate(
            [
                (predictions(program, self.task, split) == split.labels)[split.labels >= 0]
                for split in self.splits
            ]
        )

    def allows(self, program: Program) -> bool:
        """Whether a program stays within the budget; every program asked about is recorded."""
        right = self.answers(program)
        self.curve.append(Point(program_lines(program), float(right.mean())))
        if self.budget == 0:
            return not (self.right & ~right).any()
        return bool(right.mean() >= self.right.mean() - self.budget)


def prune(
    program: Program, task: Task, budget: float = 0.0, report: Report = lambda text: None
) -> Pruning:
    """The program with everything taken away that the budget allows."""
    splits = (task.train, task.validation) if len(task.validation) else (task.train,)
    judge = Judge(task, splits, budget, np.zeros(0, dtype=bool))
    judge.right = judge.answers(program)
    before = Point(program_lines(program), float(judge.right.mean()))
    if isinstance(program.output, Classifier) and program.output.votes:
        report("dropping votes")
        program = _fewer_voters(program, judge)
    report("dropping branches")
    program = fewer_branches(program, judge.allows)
    if isinstance(program.output, Classifier) and program.output.votes:
        report("rounding votes")
        program = _rounded(program, judge)
    after = Point(program_lines(program), float(judge.answers(program).mean()))
    return Pruning(program, before, after, tuple(judge.curve))


# --- voters ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ballots:
    """What every voter said, as features; `columns` are those of each voter, `right` its label."""

    features: Floats
    labels: Ints
    counts: Floats
    columns: dict[str, NDArray[np.int_]]


def _fewer_voters(program: Program, judge: Judge) -> Program:
    """Drop as many voters as will go, the least important first, several at a time."""
    ballots = _ballots(program, judge)
    output = program.output
    assert isinstance(output, Classifier)
    weights = _weights(output, ballots)
    together = 0
    while len(output.votes) > 1:
        order = _by_importance(output, ballots, weights)
        together = min(together or len(order) // 2, len(order) - 1)
        while together > 0:
            kept = [vote.reads for vote in output.votes if vote.reads not in order[:together]]
            found = _with_voters(program, ballots, weights, kept, judge)
            if found is not None:
                program, weights = found
                break
            together //= 2
        else:
            found = _one_by_one(program, ballots, weights, order, judge)
            if found is None:
                return program
            program, weights = found
        assert isinstance(program.output, Classifier)
        output = program.output
    return program


def _one_by_one(
    program: Program, ballots: Ballots, weights: Floats, order: list[str], judge: Judge
) -> tuple[Program, Floats] | None:
    """The first voter that can go by itself."""
    for name in order:
        kept = [other for other in order if other != name]
        found = _with_voters(program, ballots, weights, kept, judge)
        if found is not None:
            return found
    return None


def _with_voters(
    program: Program, ballots: Ballots, weights: Floats, kept: list[str], judge: Judge
) -> tuple[Program, Floats] | None:
    """The program with only these voters, if some votes of theirs keep within the budget."""
    columns = np.concatenate([ballots.columns[name] for name in kept])
    alone = np.zeros_like(weights)
    alone[columns] = weights[columns]
    fitted = np.zeros_like(weights)
    fitted[columns] = refit(
        ballots.features[:, columns], ballots.labels, ballots.counts, weights[columns]
    )
    for candidate in (alone, fitted):
        made = _voting(program, ballots, candidate, kept, 1000)
        if judge.allows(made):
            return made, candidate
    return None


def _voting(
    program: Program, ballots: Ballots, weights: Floats, kept: list[str], scale: int
) -> Program:
    """The program with these votes, rounded to whole numbers, and without what is dead then."""
    output = program.output
    assert isinstance(output, Classifier)
    rounded = np.rint(weights * scale).astype(np.int64)
    votes = tuple(
        Vote(vote.reads, tuple(map(tuple, rounded[ballots.columns[vote.reads]].tolist())))
        for vote in output.votes
        if vote.reads in kept
    )
    return without_dead(replace(program, output=replace(output, votes=votes, scale=scale)))


def without_dead(program: Program) -> Program:
    """The program without the steps that nothing reads."""
    alive = live(program) or {program.steps[0].out.name}
    return replace(program, steps=tuple(s for s in program.steps if s.out.name in alive))


def _by_importance(output: Classifier, ballots: Ballots, weights: Floats) -> list[str]:
    """The voters, those first without which fewest answers change."""
    scores = ballots.features @ weights
    lost: dict[str, float] = {}
    for vote in output.votes:
        columns = ballots.columns[vote.reads]
        said = ballots.features[:, columns] @ weights[columns]
        typical = np.average(said, axis=0, weights=ballots.counts)
        wrong = (scores - said + typical).argmax(1) != ballots.labels
        lost[vote.reads] = float((wrong * ballots.counts).sum())
    return sorted(lost, key=lambda name: lost[name])


def _weights(output: Classifier, ballots: Ballots) -> Floats:
    weights = np.zeros((ballots.features.shape[1], len(output.classes)))
    for vote in output.votes:
        weights[ballots.columns[vote.reads]] = np.array(vote.weights) / output.scale
    return weights


def _ballots(program: Program, judge: Judge) -> Ballots:
    """What the voters said wherever a label is scored, each different case once."""
    output, task, known = program.output, judge.task, types(program)
    assert isinstance(output, Classifier)
    class_of = {name: i for i, name in enumerate(output.classes)}
    relabel = np.array([class_of.get(name, -1) for name in task.classes] + [-1])
    columns: dict[str, NDArray[np.int_]] = {}
    width = 0
    for vote in output.votes:
        columns[vote.reads] = np.arange(width, width + len(vote.weights))
        width += len(vote.weights)
    blocks, labels = [], []
    for split in judge.splits:
        words = translated(split.words, task.vocabulary, program.vocabulary)
        ran = run_batch(program, words).variables
        said = [np.asarray(ran[vote.reads]) for vote in output.votes]
        if task.pooled:
            blocks.append(np.concatenate(_pooled(said, words >= 0, output, known), axis=1))
            labels.append(relabel[split.labels])
        else:
            scored = split.labels >= 0
            blocks.append(np.stack([column[scored] for column in said], axis=1))
            labels.append(relabel[split.labels[scored]])
    cases = np.concatenate([np.concatenate(blocks), np.concatenate(labels)[:, None]], axis=1)
    good = (cases[:, -1] >= 0) & (judge.right if judge.budget == 0 else True)
    cases, counts = np.unique(cases[good], axis=0, return_counts=True)
    if len(cases) > MOST_ROWS:
        chosen = np.argsort(-counts, kind="stable")[:MOST_ROWS]
        cases, counts = cases[chosen], counts[chosen]
    features = cases[:, :-1].astype(np.float64)
    if not task.pooled:
        features = _one_hot(features.astype(np.int64), output, columns, width, known)
    return Ballots(features, cases[:, -1].astype(np.int64), counts.astype(np.float64), columns)


def _one_hot(
    cases: Ints,
    output: Classifier,
    columns: dict[str, NDArray[np.int_]],
    width: int,
    known: dict[str, Type],
) -> Floats:
    features = np.zeros((len(cases), width))
    for place, vote in enumerate(output.votes):
        first = int(columns[vote.reads][0])
        if isinstance(known[vote.reads], Number):
            features[:, first] = cases[:, place]
        else:
            features[np.arange(len(cases)), first + cases[:, place]] = 1
    return features


def _pooled(
    said: list[NDArray[np.int_]],
    there: NDArray[np.bool_],
    output: Classifier,
    known: dict[str, Type],
) -> list[NDArray[np.int_]]:
    """How often each value was said in an input, or the sum of the numbers."""
    found = []
    for column, vote in zip(said, output.votes, strict=True):
        if isinstance(known[vote.reads], Number):
            found.append(np.where(there, column, 0).sum(1, keepdims=True))
        else:
            values = range(len(vote.weights))
            found.append(np.stack([(there & (column == v)).sum(1) for v in values], axis=1))
    return found


def _rounded(program: Program, judge: Judge) -> Program:
    """The votes in the smallest whole numbers that keep within the budget."""
    output = program.output
    assert isinstance(output, Classifier)
    for scale in SCALES:
        if scale >= output.scale:
            break
        votes = tuple(
            Vote(
                vote.reads,
                tuple(tuple(round(w * scale / output.scale) for w in row) for row in vote.weights),
            )
            for vote in output.votes
        )
        tried = without_dead(replace(program, output=replace(output, votes=votes, scale=scale)))
        if judge.allows(tried):
            return tried
    return program
