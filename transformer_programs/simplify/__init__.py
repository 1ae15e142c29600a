"""Program -> the shortest equivalent program the rules can prove, and what they did.

Each rule is a pure pass: from what is inferred about a program to a program with the same answers
on every input, ties included. They are applied until none finds anything more.

>>> from transformer_programs.shelf import dyck2
>>> for change in simplify(dyck2.program).changes:
...     print(change)
attn_1_2_outputs: votes that make no difference taken away
attn_0_0_outputs: matches where key positions == query positions - 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..infer import Inference, infer
from ..program import Program
from .compose import compositions
from .edits import Change, Rule
from .observe import Inputs, Observed
from .predicates import comparisons, unreachable_rows, unread_keys
from .rules import constant_steps, dead_steps, same_steps
from .tables import formulas, unneeded_reads, unreachable_cells
from .votes import moved_votes, one_voter, plain_votes, shifted_votes

__all__ = ["RULES", "Change", "Inputs", "Simplification", "apply_rule", "simplify"]

# In the order they are tried: what removes most, and costs least to find, comes first.
RULES: dict[str, Rule] = {
    "dead_steps": dead_steps,
    "plain_votes": plain_votes,
    "constant_steps": constant_steps,
    "unread_keys": unread_keys,
    "unneeded_reads": unneeded_reads,
    "same_steps": same_steps,
    "shifted_votes": shifted_votes,
    "moved_votes": moved_votes,
    "one_voter": one_voter,
    "compositions": compositions,
    "comparisons": comparisons,
    "formulas": formulas,
    "unreachable_rows": unreachable_rows,
    "unreachable_cells": unreachable_cells,
}


@dataclass(frozen=True, slots=True)
class Simplification:
    """A simplified program and, in order, what was done to get there.

    `proved_on`: how many inputs its answers are known to be the same on; None means all.
    """

    program: Program
    changes: tuple[Change, ...]
    proved_on: int | None = None


def apply_rule(rule: str, program: Program, inputs: Inputs | None = None) -> Simplification:
    """One rule, once."""
    known = infer(program) if inputs is None else Observed(program, inputs)
    changed, changes = RULES[rule](known)
    return Simplification(changed, tuple(changes), None if inputs is None else len(inputs))


def simplify(program: Program, *, inputs: Inputs | None = None) -> Simplification:
    """All rules, until none finds anything more; the answers stay the same on every input.

    With `inputs`, the rules go on with what happens on those, and the answers stay the same there,
    wherever a label is scored.
    """
    inference = infer(program)
    if not inference.contexts.words:  # no input can exist, so nothing can be said about one
        return Simplification(program, ())
    exact = _to_a_fixed_point(inference, infer)
    if inputs is None or len(inputs) == 0:
        return exact
    more = _to_a_fixed_point(
        Observed(exact.program, inputs), lambda changed, _: Observed(changed, inputs)
    )
    return Simplification(more.program, exact.changes + more.changes, len(inputs))


def _to_a_fixed_point(
    known: Inference, learn: Callable[[Program, Inference], Inference]
) -> Simplification:
    done: list[Change] = []
    before = None
    while known.program != before:
        before = known.program
        for rule in RULES.values():
            while True:  # some rules do one thing at a time
                changed, changes = rule(known)
                if changed == known.program:
                    break
                done += changes
                known = learn(changed, known)
    return Simplification(known.program, tuple(done))
