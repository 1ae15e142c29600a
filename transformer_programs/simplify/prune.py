"""Pruning of wide programs: fewer votes, heads and branches for a stated number of answers.

What was right on the training and validation inputs must stay right (budget 0), or the accuracy on
them may fall by at most the budget. Voters go in the order of how little they matter, the votes of
the rest are fitted anew, then rounded to the smallest whole numbers that will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..program import Program
from ..steps import Classifier, Vote
from ..tasks.task import Task
from .branches import fewer_branches
from .judge import Judge, Point, judge_of, without_dead
from .lines import program_lines
from .voters import fewer_voters

SCALES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000)
MOST_ROUNDS = 3  # of dropping voters, then branches

Report = Callable[[str], None]


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


def prune(
    program: Program, task: Task, budget: float = 0.0, report: Report = lambda text: None
) -> Pruning:
    """The program with everything taken away that the budget allows."""
    judge = judge_of(program, task, budget)
    before = Point(program_lines(program), float(judge.right.mean()))
    votes = isinstance(program.output, Classifier) and program.output.votes
    for _ in range(MOST_ROUNDS):  # what goes makes the rest dearer or cheaper: look again
        steps = len(program.steps)
        if votes:
            report("dropping votes")
            program = fewer_voters(program, judge)
        report("dropping branches")
        program = fewer_branches(program, judge.allows)
        if len(program.steps) == steps:
            break
    if votes:
        report("rounding votes")
        program = _rounded(program, judge)
    after = Point(program_lines(program), float(judge.answers(program).mean()))
    return Pruning(program, before, after, tuple(judge.curve))


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
