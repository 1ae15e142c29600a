"""Rules about whole steps: dead, the same as another, a function of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..analysis import Inference
from ..analysis.grids import Grid, cells_of, countable, function_grid, match_grid, rows_of
from ..meaning.interpret import cast
from ..program import Program
from ..program import steps as lang
from ..program.values import Number, domain
from .edits import Edit, is_input, lines_saved, renamed, revoted, rule, without_dead
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
def repeated_values(facts: Inference) -> Iterator[Edit]:
    """A variable that an earlier one decides goes, if all that reads it can read that one instead.

    One at a time: more is then needed of the earlier variable.
    """
    program = facts.program
    answered = lang.output_reads(program.output) if isinstance(program.output, lang.Answer) else ()
    for at, step in enumerate(program.steps):
        name, where = step.out.name, facts.needed[step.out.name]
        for earlier in program.steps[:at] if where.any() else ():
            source = earlier.out.name
            if earlier.out.type == step.out.type and (
                replace(earlier, out=step.out) == step or facts.equal(source, name, where)
            ):
                yield name, f"same as {source}", renamed(program, name, source)
                return
            results = facts.decides(source, name, where)
            if results is None or is_input(step) or name in answered:
                continue
            made = _without(facts, name, source, results)
            if made is not None and lines_saved(program, made) >= 0:
                yield name, f"a function of {source}: inlined where it is read", made
                return


def _without(facts: Inference, name: str, source: str, results: Grid) -> Program | None:
    """The program without a variable, if every reader can read the one that decides it."""
    program, known, steps = facts.program, facts.types, list[lang.Step]()
    for step in program.steps:
        changed: lang.Step | None = step
        if name in lang.reads(step):
            changed = _reading(facts, step, name, source, results - domain(known[name]).start)
        if changed is None:
            return None
        if step.out.name != name:
            steps.append(changed)
    output = program.output
    if isinstance(output, lang.Classifier) and name in lang.output_reads(output):
        if isinstance(known[source], Number):
            return None
        vote = next(vote for vote in output.votes if vote.reads == name)
        rows = tuple(cast(vote, known[name], value) for value in results.tolist())
        output = revoted(output, name, lang.Vote(source, rows))
    return replace(program, steps=tuple(steps), output=output)


def _reading(
    facts: Inference, step: lang.Step, name: str, source: str, places: Grid
) -> lang.Step | None:
    """A step that reads another variable instead, if it can; `places`: the value that each of its
    values stands for."""
    known, old = facts.types, lang.reads(step)
    asked = old if isinstance(step, lang.Mlp) else old[:2]
    types = [known[source if read == name else read] for read in asked]
    if not countable(types, MAX_CELLS):
        return None
    axes = [places if read == name else np.arange(len(domain(known[read]))) for read in asked]
    new = lang.with_reads(step, lambda read: source if read == name else read)
    if isinstance(new, lang.Mlp):
        operands = tuple(known[read] for read in old)
        grid = function_grid(new.function, operands, new.out.type)[np.ix_(*axes)]
        care = facts.joint(new.reads, facts.needed[new.out.name])
        assert care is not None
        return shortest(replace(new, function=cells_of(grid)), care, known)
    assert isinstance(new, lang.Head)
    numbers = isinstance(known[source], Number) and isinstance(known[name], Number)
    is_copy = numbers and [*(places + domain(known[name]).start)] == [*domain(known[source])]
    summed = isinstance(new, lang.NumericalHead) and is_copy
    if (new.value != old[2] and not summed) or (lang.score_of(new) and new.key != old[1]):
        return None
    match = match_grid(new.predicate, known[old[0]], known[old[1]])[np.ix_(*axes)]
    new = replace(new, predicate=rows_of(match, types[1]))
    return shortest(new, np.ones_like(match), known)
