"""Rules about whole steps: dead, constant, the same as another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..infer import MOST_VALUES, Inference
from ..infer.grids import Mask, function_grid, match_grid
from ..program import live
from ..program.steps import CategoricalHead, Head, Mlp, NumericalHead, Step, Table, score_of
from ..program.values import size, symbol
from .edits import Change, Changed, is_input, renamed, smallest_input, with_steps
from .scores import same_order


def dead_steps(inference: Inference) -> Changed:
    """Steps that do not reach the output go; a program keeps at least one step."""
    program = inference.program
    alive = live(program) or {program.steps[0].out.name}
    gone = [step.out.name for step in program.steps if step.out.name not in alive]
    if not gone:
        return program, []
    steps = tuple(step for step in program.steps if step.out.name in alive)
    changes = [Change("dead_steps", name, "dead, nothing reads it") for name in gone]
    return replace(program, steps=steps), changes


def constant_steps(inference: Inference) -> Changed:
    """A head or MLP that has one value wherever it matters reads nothing that matters."""
    program = inference.program
    new: dict[str, Step] = {}
    changes: list[Change] = []
    for step in program.steps:
        name, type = step.out.name, step.out.type
        values = inference.used_values(name)
        source = smallest_input(program, name)
        if is_input(step) or values is None or len(values) != 1 or source is None:
            continue
        count = size(inference.types[source])
        if count is None or count > MOST_VALUES:
            continue
        constant = Mlp(step.out, (source,), Table((values[0],) * count))
        if constant != step and not _is_constant_of_input(inference, step):
            new[name] = constant
            what = f"always {symbol(type, values[0])!r}"
            changes.append(Change("constant_steps", name, what))
    return with_steps(program, new), changes


def _is_constant_of_input(inference: Inference, step: Step) -> bool:
    """Whether a step is in the plainest form already, if perhaps of another input."""
    if not (isinstance(step, Mlp) and isinstance(step.function, Table) and len(step.reads) == 1):
        return False
    inputs = {other.out.name for other in inference.program.steps if is_input(other)}
    return step.reads[0] in inputs and len(set(step.function.cells)) == 1


def same_steps(inference: Inference) -> Changed:
    """What has the same value as an earlier variable, wherever it matters, is that variable."""
    program = inference.program
    for at, step in enumerate(program.steps):
        if not inference.needed[step.out.name].any():
            continue
        for earlier in program.steps[:at]:
            if earlier.out.type != step.out.type:
                continue
            where = inference.needed[step.out.name]
            if _same_step(inference, earlier, step) or inference.equal(
                earlier.out.name, step.out.name, where
            ):
                # One at a time: what is needed of the earlier variable changes by it.
                change = Change("same_steps", step.out.name, f"same as {earlier.out.name}")
                return renamed(program, step.out.name, earlier.out.name), [change]
    return program, []


def _same_step(inference: Inference, a: Step, b: Step) -> bool:
    """Whether two steps read the same and do the same with it."""
    match a, b:
        case CategoricalHead(), CategoricalHead():
            return a.choose == b.choose and _same_head(inference, a, b)
        case NumericalHead(), NumericalHead():
            return _same_head(inference, a, b)
        case Mlp(), Mlp() if a.reads == b.reads:
            if a.function == b.function:
                return True
            operands = tuple(inference.types[name] for name in b.reads)
            care = inference.joint(b.reads, inference.needed[b.out.name])
            if care is None:
                return False
            first = function_grid(a.function, operands, a.out.type)
            return np.array_equal(
                first[care], function_grid(b.function, operands, b.out.type)[care]
            )
        case _:
            return replace(a, out=b.out) == b


def _same_head(inference: Inference, a: Head, b: Head) -> bool:
    if (a.query, a.key, a.value) != (b.query, b.key, b.value):
        return False
    if _reach(inference, a) != _reach(inference, b):
        return False
    if a.predicate == b.predicate and score_of(a) == score_of(b):
        return True
    met: Mask | None = inference.pairs(b)
    if met is None:
        return False
    query, key = inference.types[b.query], inference.types[b.key]
    match = match_grid(b.predicate, query, key)
    return np.array_equal(match_grid(a.predicate, query, key)[met], match[met]) and same_order(
        a, b, met & match, query, key
    )


def _reach(inference: Inference, head: Head) -> str:
    """In a causal program everything in reach is what is up to here."""
    return "upto" if inference.program.causal and head.reach == "all" else head.reach
