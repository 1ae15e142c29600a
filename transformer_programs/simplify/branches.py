"""Branches that can go: tried one by one, and kept out where the answers allow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..infer.grids import cells_of, countable, function_grid, match_grid, rows_of
from ..program import Program, types
from ..program.steps import CategoricalHead, Mlp, NumericalHead, Rows, Step, Table
from ..program.values import Type, domain
from .closed_forms import general_form
from .edits import with_steps
from .lines import step_lines
from .scores import plainer_scores

MOST_TRIALS = 400  # programs that are run to see whether a branch can go


def fewer_branches(program: Program, allows: Callable[[Program], bool]) -> Program:
    """Rows and cells that stand apart follow the rest, wherever what comes of it is allowed."""
    trials = 0
    for name in [step.out.name for step in program.steps]:
        tried: set[Step] = set()
        while True:
            step = next(s for s in program.steps if s.out.name == name)
            shorter = [s for s in _plainer(step, types(program)) if s not in tried]
            for candidate in shorter:
                tried.add(candidate)
                known = types(program)
                if step_lines(candidate, known) >= step_lines(step, known) or trials > MOST_TRIALS:
                    continue
                trials += 1
                changed = with_steps(program, {name: candidate})
                if allows(changed):
                    program = changed
                    break
            else:
                break
    return program


def _plainer(step: Step, known: dict[str, Type]) -> list[Step]:
    """The step with one group of rows, or one result, or all exceptions taken away."""
    match step:
        case CategoricalHead(score=score) if score is not None:
            plainer = [replace(step, score=other) for other in plainer_scores(score)]
            if isinstance(step.predicate, Rows):
                every = np.ones((len(step.predicate.accepts), len(domain(known[step.key]))), bool)
                plainer.append(replace(step, predicate=rows_of(every, known[step.key])))
            for part in _plainer(replace(step, score=None), known):
                assert isinstance(part, CategoricalHead)
                plainer.append(replace(part, score=score))
            return [other for other in plainer if other != step]
        case CategoricalHead() | NumericalHead() if isinstance(step.predicate, Rows) and countable(
            (known[step.query], known[step.key])
        ):
            query, key = known[step.query], known[step.key]
            match_ = match_grid(step.predicate, query, key)
            everything = np.ones_like(match_)
            general = general_form(match_, everything, query, key)
            found: list[Step] = []
            if general is not None and 2 * len(general.exceptions) <= len(match_):
                found.append(replace(step, predicate=general.form))
            rows, group, counts = np.unique(match_, axis=0, return_inverse=True, return_counts=True)
            rest = rows[counts.argmax()]
            for number in np.argsort(counts, kind="stable"):
                made = np.where((group.ravel() == number)[:, None], rest, match_)
                found.append(replace(step, predicate=rows_of(made, key)))
            return [other for other in found if other != step]
        case Mlp(out, read, Table() as table):
            cells = function_grid(table, tuple(known[name] for name in read), out.type)
            values, counts = np.unique(cells, return_counts=True)
            rest = values[counts.argmax()]
            made_tables = [
                Mlp(out, read, cells_of(np.where(cells == values[i], rest, cells)))
                for i in np.argsort(counts, kind="stable")
            ]
            return [other for other in made_tables if other != step]
        case _:
            return []
