"""Rules about whole steps: dead, the same as another, a function of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import assert_never

import numpy as np

from ..analysis import Inference
from ..analysis.grids import countable, function_grid, match_grid, rows_of
from ..program import Program
from ..program import steps as lang
from ..program.values import domain, size
from .closed_forms import predicate_form, step_lines
from .edits import Edit, is_input, readers, renamed, rule, with_steps, without_dead
from .head_rules import read_through
from .table_rules import shortest
from .vote_rules import Dependency, moved_vote, vote_rows

MOST_CELLS = 20_000  # of a table that composition may make


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
    """What has the same value as an earlier variable, wherever it matters, is that variable."""
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
            made = _worked_in(facts, step, read_by[name], dependency)
            if made is not None:
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


def _worked_in(
    facts: Inference, step: lang.Step, read_by: list[lang.Step], dependency: Dependency
) -> Program | None:
    """The program without a step, if every reader can do without and nothing gets longer."""
    program, name, known = facts.program, step.out.name, facts.types
    new: dict[str, lang.Step] = {}
    longer = -step_lines(step, known)
    for reader in read_by:
        changed = _reader(facts, reader, name, dependency)
        if changed is None:
            return None
        new[reader.out.name] = changed
        longer += step_lines(changed, known) - step_lines(reader, known)
    output = program.output
    if isinstance(output, lang.Classifier) and any(vote.reads == name for vote in output.votes):
        moved = moved_vote(output, known, name, dependency)
        if moved is None:
            return None
        longer += vote_rows(moved) - vote_rows(output)
        output = moved
    if longer > 0:
        return None
    steps = tuple(s for s in with_steps(program, new).steps if s.out.name != name)
    return replace(program, steps=steps, output=output)


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


def _mlp(facts: Inference, outer: lang.Mlp, name: str, dependency: Dependency) -> lang.Mlp | None:
    known = facts.types
    names = {read for read in outer.reads if read != name} | set(dependency.reads)
    reads = tuple(read for read in known if read in names)
    operands = tuple(known[read] for read in outer.reads)
    if not countable([known[read] for read in reads], MOST_CELLS) or not countable(operands):
        return None
    axes = np.ix_(*(np.arange(size(known[read]) or 0) for read in reads))
    index = dict(zip(reads, axes, strict=True))
    inner = dependency.results[tuple(index[read] for read in dependency.reads)]
    index[name] = inner - domain(known[name]).start
    places = tuple(index[read] for read in outer.reads)
    grid = function_grid(outer.function, operands, outer.out.type)[places]
    grid = np.broadcast_to(grid, [axis.size for axis in axes])
    care = facts.joint(reads, facts.needed[outer.out.name])
    assert care is not None
    made = shortest(outer, reads, np.array(grid), care, facts)
    most = prod(size(type) or 0 for type in operands) + dependency.results.size
    return made if isinstance(made.function, lang.Formula) or grid.size <= most else None


def _head(facts: Inference, head: lang.Head, name: str, dependency: Dependency) -> lang.Step | None:
    known, source = facts.types, dependency.reads[0]
    kinds = known[head.query], known[head.key]
    asks, looks = (source if read == name else read for read in (head.query, head.key))
    changed = replace(head, query=asks, key=looks)
    query, key = known[changed.query], known[changed.key]
    if not countable(kinds) or not countable((query, key), MOST_CELLS):
        return None
    # For each value of the query and of the key, which of the old ones it stands for.
    places = dependency.results - domain(known[name]).start
    asked = places if head.query == name else np.arange(len(domain(query)))
    looked_at = places if head.key == name else np.arange(len(domain(key)))
    match = match_grid(head.predicate, *kinds)[np.ix_(asked, looked_at)]
    if isinstance(changed, lang.CategoricalHead) and changed.score is not None:
        score = read_through(changed.score, kinds[1], key, looked_at)
        if score is None:
            return None
        changed = replace(changed, score=score)
    form = predicate_form(match, np.ones_like(match), query, key)
    return replace(changed, predicate=form or rows_of(match, key))
