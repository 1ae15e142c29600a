"""Pruning of wide programs: fewer votes, heads and branches for a stated number of answers.

What was right on the training inputs must stay right (budget 0), or the task's score on them may
fall by at most the budget. Validation inputs are held out, to compare the programs. Each pass is
the same loop (`greedy`) with proposals of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis.grids import cells_of, countable, match_grid, rows_of
from ..dataset import Task
from ..printer.size import program_size
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Type, domain, symbol
from ..program.values import size as value_count
from .edits import Change, Simplification, greedy, with_steps, without_dead
from .judge import Judge, judge_of
from .spelling import branches, usual_comparison
from .vote_selection import fewer_voters

SCALES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000)
MAX_ANSWERS = 1000  # values of a variable that may be the answer itself
MAX_TRIALS = 100  # programs that are run to see whether a branch can go
MAX_CHOICES = 5  # programs on the way that are kept
MAX_LOST = 0.2  # of the score; what loses more is not worth having


def prune(
    program: Program,
    task: Task,
    budget: float = 0.0,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Simplification:
    """Remove everything that the training inputs of a task do not need, within a budget.

    `choices` are Pareto-optimal programs on the way, the best first.
    """
    judge = judge_of(program, task, budget)
    pruned = _pruned(program, judge, on_progress)
    limit = judge.first_score - MAX_LOST
    points = [p.program for p in reversed(judge.worth) if p.score >= limit and p.program != pruned]
    choices = tuple(points[:: max(1, -(-len(points) // MAX_CHOICES))])
    return Simplification(pruned, tuple(_changes(program, pruned)), choices)


def _pruned(program: Program, judge: Judge, on_progress: Callable[[str], None]) -> Program:
    """The program without the votes, heads and branches that a judge does not miss."""
    program = greedy(program, _answers, judge.allows, program_size)
    votes = isinstance(program.output, lang.Classifier) and program.output.votes
    if votes:
        on_progress("dropping votes")
        program = fewer_voters(program, judge)
    on_progress("dropping branches")
    program = greedy(program, plainer_steps(), judge.allows, _branches)
    if votes:
        on_progress("rounding votes")
        program = greedy(program, _rounded, judge.allows, _scale)
    return program


def _answers(program: Program) -> Iterator[Program]:
    """Programs without votes: the value of a variable is the answer. The shortest come first."""
    output, found = program.output, list[Program]()
    if isinstance(output, lang.Classifier) and not output.pooled:
        for name, type in types(program).items():
            few = (value_count(type) or MAX_ANSWERS + 1) <= MAX_ANSWERS
            if few and any(str(symbol(type, v)) in output.classes for v in domain(type)):
                found.append(without_dead(replace(program, output=lang.Answer(name))))
    yield from sorted(found, key=program_size)


def _rounded(program: Program) -> Iterator[Program]:
    """Votes in smaller whole numbers, the smallest first."""
    output = program.output
    assert isinstance(output, lang.Classifier)
    for scale in SCALES:
        votes = tuple(
            lang.Vote(
                vote.reads,
                tuple(tuple(round(w * scale / output.scale) for w in row) for row in vote.weights),
            )
            for vote in output.votes
        )
        if scale < output.scale:
            yield without_dead(replace(program, output=replace(output, votes=votes, scale=scale)))


def _scale(program: Program) -> int:
    return program.output.scale if isinstance(program.output, lang.Classifier) else 0


def _changes(before: Program, after: Program) -> Iterator[Change]:
    """The changes that pruning made to each step, found by comparing the programs."""
    kept = {step.out.name: step for step in after.steps}
    gone = {*lang.output_reads(before.output)} - {*lang.output_reads(after.output)}
    if isinstance(after.output, lang.Answer) and not isinstance(before.output, lang.Answer):
        yield Change("prune", after.output.reads, "is the answer itself")
    for step in before.steps:
        name = step.out.name
        if name not in kept:
            yield Change("prune", name, "not needed")
        elif kept[name] != step:
            yield Change("prune", name, "some branches removed (not needed)")
        elif name in gone:
            yield Change("prune", name, "votes removed (not needed)")


# --- branches -------------------------------------------------------------------------------------


def plainer_steps() -> Callable[[Program], Iterator[Program]]:
    """Proposals to let rows and cells that stand apart follow the rest, each made once."""
    tried: set[lang.Step] = set()

    def proposals(program: Program) -> Iterator[Program]:
        known = types(program)
        for step in program.steps:
            for plainer in _plainer(step, known):
                if len(tried) >= MAX_TRIALS:
                    return
                if plainer not in tried and branches(plainer) < branches(step):
                    tried.add(plainer)
                    yield with_steps(program, {step.out.name: plainer})

    return proposals


def _branches(program: Program) -> int:
    return sum(map(branches, program.steps))


def _plainer(step: lang.Step, known: dict[str, Type]) -> Iterator[lang.Step]:
    """The step without its score, by its usual comparison, or with one group of rows gone."""
    if isinstance(step, lang.Mlp) and isinstance(step.function, lang.Table):
        for made in _joined(np.array(step.function.cells)[:, None]):
            yield replace(step, function=cells_of(made))
    elif isinstance(step, lang.Head):
        query, key = known[step.query], known[step.key]
        if isinstance(step, lang.CategoricalHead) and step.score is not None:
            yield replace(step, score=None)
        if isinstance(step.predicate, lang.Rows) and countable((query, key)):
            match = match_grid(step.predicate, query, key)
            form = usual_comparison(match, query, key)
            if form is not None:
                yield replace(step, predicate=form)
            for made in _joined(match):
                yield replace(step, predicate=rows_of(made, key))


def _joined(rows: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The rows, those of one group being like the commonest; the smallest group first."""
    kinds, group, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    for number in np.argsort(counts, kind="stable"):
        yield np.where((group.ravel() == number)[:, None], kinds[counts.argmax()], rows)
