"""Rules about whole steps: dead, the same as another, a function of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import NamedTuple, assert_never

import numpy as np

from ..analysis import Inference
from ..analysis.grids import Grid, cells_of, countable, function_grid, levels, match_grid, rows_of
from ..meaning.interpret import cast
from ..printer.size import program_size
from ..program import Program
from ..program import steps as lang
from ..program.values import Number, Type, domain
from ..program.values import size as value_count
from .edits import (
    Edit,
    is_input,
    readers,
    renamed,
    rule,
    with_steps,
    with_vote,
    without_dead,
    without_vote,
)
from .spelling import shortest

MAX_CELLS = 20_000  # of a table that composition may make


@rule
def dead_steps(facts: Inference) -> Iterator[Edit]:
    """Steps that do not reach the output go; a program keeps at least one step."""
    alive = without_dead(facts.program)
    kept = {step.out.name for step in alive.steps}
    for step in facts.program.steps:
        if step.out.name not in kept:
            yield step.out.name, "not read by any step", alive


@rule
def same_steps(facts: Inference) -> Iterator[Edit]:
    """Replace a variable that equals an earlier one wherever it matters."""
    program = facts.program
    for at, step in enumerate(program.steps):
        name, where = step.out.name, facts.needed[step.out.name]
        for earlier in program.steps[:at] if where.any() else ():
            first = earlier.out.name
            if earlier.out.type == step.out.type and (
                _same_step(facts, earlier, step) or facts.equal(first, name, where)
            ):
                # One at a time: what is needed of the earlier variable changes by it.
                yield name, f"same as {first}", renamed(program, name, first)
                return


def _same_step(facts: Inference, a: lang.Step, b: lang.Step) -> bool:
    """Whether two steps read the same and do the same with it."""
    match a, b:
        case lang.CategoricalHead(), lang.CategoricalHead():
            return a.choose == b.choose and _same_head(facts, a, b)
        case lang.NumericalHead(), lang.NumericalHead():
            return _same_head(facts, a, b)
        case lang.Mlp(), lang.Mlp() if a.reads == b.reads and a.function != b.function:
            operands = tuple(facts.types[name] for name in b.reads)
            care = facts.joint(b.reads, facts.needed[b.out.name])
            if care is None:
                return False
            first, second = (function_grid(s.function, operands, s.out.type) for s in (a, b))
            return np.array_equal(first[care], second[care])
        case _:
            return replace(a, out=b.out) == b


def _same_head(facts: Inference, a: lang.Head, b: lang.Head) -> bool:
    # In a causal program everything in reach is what is up to here.
    reaches = {"upto" if facts.program.causal and h.reach == "all" else h.reach for h in (a, b)}
    if (a.query, a.key, a.value) != (b.query, b.key, b.value) or len(reaches) > 1:
        return False
    if lang.score_of(a) != lang.score_of(b):
        return False
    met = facts.pairs(b)
    if a.predicate == b.predicate or met is None:
        return a.predicate == b.predicate
    query, key = facts.types[b.query], facts.types[b.key]
    first, second = (match_grid(head.predicate, query, key) for head in (a, b))
    return np.array_equal(first[met], second[met])


# --- functions of other variables -----------------------------------------------------------------


class Dependency(NamedTuple):
    """The variables that one is a function of, and its value for each combination of theirs."""

    reads: tuple[str, ...]
    results: Grid


@rule
def compositions(facts: Inference) -> Iterator[Edit]:
    """A function of other variables goes if all that reads it can read those instead."""
    program = facts.program
    read_by = readers(program)
    answered = lang.output_reads(program.output) if isinstance(program.output, lang.Answer) else ()
    for step in program.steps:
        name = step.out.name
        if is_input(step) or not facts.needed[name].any() or name in answered:
            continue
        for dependency in _dependencies(facts, step):
            made = _without(facts, name, read_by[name], dependency)
            if made is not None and program_size(made) <= program_size(program):
                what = f"a function of {' and '.join(dependency.reads)}: inlined where it is read"
                yield name, what, made
                return  # one at a time: more is needed of what it was made of


def _dependencies(facts: Inference, step: lang.Step) -> Iterator[Dependency]:
    """One variable that decides this one, the earliest first; or what an MLP reads."""
    name = step.out.name
    for earlier in facts.program.steps:
        if earlier.out.name == name:
            break
        results = facts.decides(earlier.out.name, name, facts.needed[name])
        if results is not None:
            yield Dependency((earlier.out.name,), results)
    if isinstance(step, lang.Mlp) and len(step.reads) > 1:
        operands = tuple(facts.types[read] for read in step.reads)
        if countable(operands):
            yield Dependency(step.reads, function_grid(step.function, operands, step.out.type))


def _without(
    facts: Inference, name: str, read_by: list[lang.Step], dependency: Dependency
) -> Program | None:
    """The program without a variable, if every reader can do without."""
    new: dict[str, lang.Step] = {}
    for reader in read_by:
        changed = _reader(facts, reader, name, dependency)
        if changed is None:
            return None
        new[reader.out.name] = changed
    program = facts.program
    output: lang.Output | None = program.output
    if isinstance(output, lang.Classifier) and name in lang.output_reads(output):
        output = _moved_vote(output, facts.types, name, dependency)
    if output is None:
        return None
    steps = tuple(s for s in with_steps(program, new).steps if s.out.name != name)
    return replace(program, steps=steps, output=output)


def _moved_vote(
    output: lang.Classifier, known: dict[str, Type], name: str, dependency: Dependency
) -> lang.Classifier | None:
    """The votes of a variable given to the one variable that decides it."""
    target = dependency.reads[0]
    if len(dependency.reads) != 1 or isinstance(known[target], Number):
        return None
    vote = next(vote for vote in output.votes if vote.reads == name)
    rows = tuple(cast(vote, known[name], value) for value in dependency.results.tolist())
    return with_vote(without_vote(output, name), lang.Vote(target, rows))


def _reader(facts: Inference, reader: lang.Step, name: str, of: Dependency) -> lang.Step | None:
    """A step that reads what a variable is a function of instead of it, if it can."""
    match reader:
        case lang.Mlp():
            return _mlp(facts, reader, name, of)
        case lang.CategoricalHead() | lang.NumericalHead():
            fits = reader.value != name and len(of.reads) == 1
            return _head(facts, reader, name, of) if fits else None
        case lang.Token() | lang.Position() | lang.One():
            return None
        case _:
            assert_never(reader)


def _mlp(facts: Inference, outer: lang.Mlp, name: str, of: Dependency) -> lang.Mlp | None:
    known = facts.types
    names = {read for read in outer.reads if read != name} | set(of.reads)
    reads = tuple(read for read in known if read in names)
    operands = tuple(known[read] for read in outer.reads)
    if not countable([known[read] for read in reads], MAX_CELLS) or not countable(operands):
        return None
    axes = np.ix_(*(np.arange(value_count(known[read]) or 0) for read in reads))
    index = dict(zip(reads, axes, strict=True))
    index[name] = of.results[tuple(index[read] for read in of.reads)] - domain(known[name]).start
    places = tuple(index[read] for read in outer.reads)
    grid = function_grid(outer.function, operands, outer.out.type)[places]
    grid = np.array(np.broadcast_to(grid, [axis.size for axis in axes]))
    care = facts.joint(reads, facts.needed[outer.out.name])
    assert care is not None
    made = shortest(lang.Mlp(outer.out, reads, cells_of(grid)), grid, care, known)
    assert isinstance(made, lang.Mlp)
    most = prod(value_count(type) or 0 for type in operands) + of.results.size
    return made if isinstance(made.function, lang.Formula) or grid.size <= most else None


def _head(facts: Inference, head: lang.Head, name: str, of: Dependency) -> lang.Step | None:
    known, source = facts.types, of.reads[0]
    kinds = known[head.query], known[head.key]
    asks, looks = (source if read == name else read for read in (head.query, head.key))
    query, key = known[asks], known[looks]
    if not countable(kinds) or not countable((query, key), MAX_CELLS):
        return None
    # For each value of the query and of the key, which of the old ones it stands for.
    places = of.results - domain(known[name]).start
    asked = places if head.query == name else np.arange(len(domain(query)))
    looked_at = places if head.key == name else np.arange(len(domain(key)))
    match = match_grid(head.predicate, *kinds)[np.ix_(asked, looked_at)]
    changed = replace(head, query=asks, key=looks, predicate=rows_of(match, key))
    if isinstance(changed, lang.CategoricalHead) and changed.score is not None:
        score = _read_through(changed.score, kinds[1], key, looked_at)
        if score is None:
            return None
        changed = replace(changed, score=score)
    return shortest(changed, match, np.ones_like(match), known)


def _read_through(score: lang.Extreme, old: Type, new: Type, places: Grid) -> lang.Extreme | None:
    """The score with the same order by another key; `places`: for each value, the place it had."""
    order = np.unique(levels(score, old)[places], return_inverse=True)[1]
    forms = score, lang.Extreme("smallest" if score.best == "largest" else "largest")
    return next((form for form in forms if np.array_equal(levels(form, new), order)), None)
