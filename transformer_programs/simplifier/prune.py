"""Pruning of wide programs: fewer votes, heads and branches for a stated number of answers.

What was right on the training inputs must stay right (budget 0), or the task's score on them may
fall by at most the budget. Validation inputs are held out, to compare the programs. Voters go in
the order of how little they matter, the votes of the rest are fitted anew, then rounded to the
smallest whole numbers that will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

import numpy as np

from ..analysis.comparisons import general_form
from ..analysis.grids import cells_of, countable, function_grid, match_grid, rows_of
from ..dataset import Task
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Type, domain, size, symbol
from .closed_forms import program_lines, step_lines
from .edits import with_steps, without_dead
from .judge import Judge, Point, judge_of
from .voters import fewer_voters

SCALES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000)
MOST_NAMED = 1000  # values of a variable that may be the answer itself
MOST_ROUNDS = 3  # of dropping voters, then branches
MOST_TRIALS = 400  # programs that are run to see whether a branch can go

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pruning:
    """A pruned program, and all programs on the way that are worth having, the shortest first.

    `score` is that of the program before.
    """

    program: Program
    score: float
    worth: tuple[Point, ...]


def prune(
    program: Program, task: Task, budget: float = 0.0, report: Report = lambda text: None
) -> Pruning:
    """The program with everything taken away that the budget allows."""
    judge = judge_of(program, task, budget)
    pruned = _pruned(program, judge, report)
    return Pruning(pruned, judge.score(judge.first), tuple(judge.worth))


def _pruned(program: Program, judge: Judge, report: Report) -> Program:
    """The program without the votes, heads and branches that a judge does not miss."""
    output, answering = program.output, [program]
    if isinstance(output, lang.Classifier) and not output.pooled:
        # The value of a variable may be the answer.
        for name, type in types(program).items():
            values = domain(type) if (size(type) or MOST_NAMED + 1) <= MOST_NAMED else ()
            if any(str(symbol(type, value)) in output.classes for value in values):
                tried = without_dead(replace(program, output=lang.Answer(name)))
                answering += [tried] if judge.allows(tried) else []
    program = min(answering, key=program_lines)
    votes = isinstance(program.output, lang.Classifier) and program.output.votes
    for number in range(MOST_ROUNDS):  # what goes makes the rest dearer or cheaper: look again
        before_round = program
        if votes:
            report("dropping votes")
            program = fewer_voters(program, judge, again=number > 0)
            if program == before_round and number > 0:
                break
        report("dropping branches")
        program = fewer_branches(program, judge.allows)
        if program == before_round or not votes:
            break
    if not votes:
        return program
    report("rounding votes")
    return _rounded(program, judge)


def _rounded(program: Program, judge: Judge) -> Program:
    """The votes in the smallest whole numbers that keep within the budget."""
    output = program.output
    assert isinstance(output, lang.Classifier)
    for scale in SCALES:
        if scale >= output.scale:
            break
        votes = tuple(
            lang.Vote(
                vote.reads,
                tuple(tuple(round(w * scale / output.scale) for w in row) for row in vote.weights),
            )
            for vote in output.votes
        )
        tried = without_dead(replace(program, output=replace(output, votes=votes, scale=scale)))
        if judge.allows(tried):
            return tried
    return program


# --- branches -------------------------------------------------------------------------------------


def fewer_branches(program: Program, allows: Callable[[Program], bool]) -> Program:
    """Rows and cells that stand apart follow the rest, wherever what comes of it is allowed."""
    trials, known = 0, types(program)
    for name in known:
        tried: set[lang.Step] = set()
        changed: Program | None = program
        while changed is not None:
            program, changed = changed, None
            step = next(s for s in program.steps if s.out.name == name)
            lines = step_lines(step, known)
            for candidate in [s for s in _plainer(step, known) if s not in tried | {step}]:
                tried.add(candidate)
                if step_lines(candidate, known) < lines and trials <= MOST_TRIALS:
                    trials += 1
                    shorter = with_steps(program, {name: candidate})
                    if allows(shorter):
                        changed = shorter
                        break
    return program


def _plainer(step: lang.Step, known: dict[str, Type]) -> Iterator[lang.Step]:
    """The step with one group of rows, or one result, or all exceptions taken away."""
    match step:
        case lang.CategoricalHead(score=lang.Extreme()):
            yield replace(step, score=None)
            if isinstance(step.predicate, lang.Rows):
                every = np.ones((len(step.predicate.accepts), len(domain(known[step.key]))), bool)
                yield replace(step, predicate=rows_of(every, known[step.key]))
            yield from _plainer_rows(step, known)
        case lang.CategoricalHead() | lang.NumericalHead():
            yield from _plainer_rows(step, known)
        case lang.Mlp(out, read, lang.Table() as table):
            cells = function_grid(table, tuple(known[name] for name in read), out.type)
            values, counts = np.unique(cells, return_counts=True)
            rest = values[counts.argmax()]
            for i in np.argsort(counts, kind="stable"):
                yield lang.Mlp(out, read, cells_of(np.where(cells == values[i], rest, cells)))
        case lang.Mlp() | lang.Token() | lang.Position() | lang.One():
            pass
        case _:
            assert_never(step)


def _plainer_rows(head: lang.Head, known: dict[str, Type]) -> Iterator[lang.Head]:
    query, key = known[head.query], known[head.key]
    if not isinstance(head.predicate, lang.Rows) or not countable((query, key)):
        return
    match = match_grid(head.predicate, query, key)
    general = general_form(match, np.ones_like(match), query, key)
    if general is not None:
        yield replace(head, predicate=general.form)
    rows, group, counts = np.unique(match, axis=0, return_inverse=True, return_counts=True)
    rest = rows[counts.argmax()]
    for number in np.argsort(counts, kind="stable"):
        made = np.where((group.ravel() == number)[:, None], rest, match)
        yield replace(head, predicate=rows_of(made, key))
