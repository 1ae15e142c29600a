"""Composition: a step that is a function of others is worked into whatever reads it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from ..infer import Inference
from ..infer.grids import Grid, countable, function_grid, match_grid, rows_of
from ..program import Program
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Formula,
    Mlp,
    NumericalHead,
    Step,
    Vote,
)
from ..program.values import Number, Type, domain, size
from .closed_forms import predicate_form
from .edits import Change, Changed, in_step_order, is_input, readers, with_steps
from .lines import step_lines
from .scores import read_through
from .tables import shortest

MOST_CELLS = 20_000  # of a table that composition may make


@dataclass(frozen=True, slots=True, eq=False)
class Dependency:
    """What a variable is a function of: `results` has one axis a variable."""

    reads: tuple[str, ...]
    results: Grid


def compositions(inference: Inference) -> Changed:
    """A function of other variables goes if all that reads it can read those instead."""
    program = inference.program
    read_by = readers(program)
    for step in program.steps:
        name = step.out.name
        if is_input(step) or not inference.needed[name].any():
            continue
        if isinstance(program.output, Answer) and program.output.reads == name:
            continue
        for dependency in _dependencies(inference, step):
            made = _worked_in(inference, step, read_by[name], dependency)
            if made is not None:
                what = f"a function of {' and '.join(dependency.reads)}, worked into what reads it"
                # One at a time: more is needed of what it was made of.
                return made, [Change("compositions", name, what)]
    return program, []


def _dependencies(inference: Inference, step: Step) -> list[Dependency]:
    """One variable that decides this one, the earliest first; or what an MLP reads."""
    found: list[Dependency] = []
    name = step.out.name
    for earlier in inference.program.steps:
        if earlier.out.name == name:
            break
        results = inference.decides(earlier.out.name, name, inference.needed[name])
        if results is not None:
            found.append(Dependency((earlier.out.name,), results))
    if isinstance(step, Mlp) and len(step.reads) > 1:
        operands = tuple(inference.types[read] for read in step.reads)
        if countable(operands):
            grid = function_grid(step.function, operands, step.out.type)
            found.append(Dependency(step.reads, grid))
    return found


def _worked_in(
    inference: Inference, step: Step, read_by: list[Step], dependency: Dependency
) -> Program | None:
    """The program without a step, if every reader can do without and nothing gets longer."""
    program, name, known = inference.program, step.out.name, inference.types
    new: dict[str, Step] = {}
    longer = -step_lines(step, known)
    for reader in read_by:
        changed = _reader(inference, reader, name, dependency)
        if changed is None:
            return None
        new[reader.out.name] = changed
        longer += step_lines(changed, known) - step_lines(reader, known)
    output = program.output
    if isinstance(output, Classifier) and any(vote.reads == name for vote in output.votes):
        moved = moved_vote(output, known, name, dependency)
        if moved is None:
            return None
        longer += vote_rows(moved) - vote_rows(output)
        output = moved
    if longer > 0:
        return None
    changed_program = with_steps(program, new)
    steps = tuple(s for s in changed_program.steps if s.out.name != name)
    return replace(changed_program, steps=steps, output=output)


def vote_rows(output: Classifier) -> int:
    """Rows of votes that are not nothing."""
    return sum(map(vote_rows_of, output.votes))


def vote_rows_of(vote: Vote) -> int:
    """The same for one variable."""
    return sum(map(any, vote.weights))


def moved_vote(
    output: Classifier, known: dict[str, Type], name: str, dependency: Dependency
) -> Classifier | None:
    """The votes of a variable given to the one variable that decides it."""
    if len(dependency.reads) != 1 or isinstance(known[dependency.reads[0]], Number):
        return None
    votes = {vote.reads: vote for vote in output.votes}
    weights = votes.pop(name).weights
    target = dependency.reads[0]
    count = size(known[target]) or 0
    own = votes[target].weights if target in votes else ((0,) * len(output.classes),) * count
    rows = []
    for row, value in zip(own, dependency.results.tolist(), strict=True):
        number = isinstance(known[name], Number)
        given = tuple(w * value for w in weights[0]) if number else weights[value]
        rows.append(tuple(a + b for a, b in zip(row, given, strict=True)))
    votes[target] = Vote(target, tuple(rows))
    return replace(output, votes=in_step_order(votes.values(), output))


def _reader(inference: Inference, reader: Step, name: str, dependency: Dependency) -> Step | None:
    match reader:
        case Mlp():
            return _mlp(inference, reader, name, dependency)
        case CategoricalHead() | NumericalHead() if (
            reader.value != name and len(dependency.reads) == 1
        ):
            return _head(inference, reader, name, dependency)
        case _:
            return None


def _mlp(inference: Inference, outer: Mlp, name: str, dependency: Dependency) -> Mlp | None:
    known = inference.types
    written = list(known)
    names = {read for read in outer.reads if read != name} | set(dependency.reads)
    reads = tuple(sorted(names, key=written.index))
    operands = tuple(known[read] for read in outer.reads)
    if not countable([known[read] for read in reads], MOST_CELLS) or not countable(operands):
        return None
    axes = np.ix_(*(np.arange(size(known[read]) or 0) for read in reads))
    index = dict(zip(reads, axes, strict=True))
    inner = dependency.results[tuple(index[read] for read in dependency.reads)]
    places = [
        inner - domain(known[name]).start if read == name else index[read] for read in outer.reads
    ]
    grid = function_grid(outer.function, operands, outer.out.type)[tuple(places)]
    grid = np.broadcast_to(grid, [axis.size for axis in axes])
    care = inference.joint(reads, inference.needed[outer.out.name])
    assert care is not None
    made = shortest(outer, reads, np.array(grid), care, inference)
    most = prod(size(type) or 0 for type in operands) + dependency.results.size
    return made if isinstance(made.function, Formula) or grid.size <= most else None


def _head(
    inference: Inference,
    head: CategoricalHead | NumericalHead,
    name: str,
    dependency: Dependency,
) -> Step | None:
    known, source = inference.types, dependency.reads[0]
    query, key = known[head.query], known[head.key]
    kinds = query, key
    query = known[source] if head.query == name else query
    key = known[source] if head.key == name else key
    if not countable(kinds) or not countable((query, key), MOST_CELLS):
        return None
    match = match_grid(head.predicate, *kinds)
    places = dependency.results - domain(known[name]).start
    match = match[places] if head.query == name else match
    match = match[:, places] if head.key == name else match
    changed = replace(
        head,
        query=source if head.query == name else head.query,
        key=source if head.key == name else head.key,
    )
    if isinstance(changed, CategoricalHead) and changed.score is not None:
        asked = places if head.query == name else None
        looked_at = places if head.key == name else None
        score = read_through(changed.score, asked, looked_at, kinds)
        changed = replace(changed, score=score)
    form = predicate_form(match, np.ones_like(match), query, key)
    return replace(changed, predicate=form or rows_of(match, key))
