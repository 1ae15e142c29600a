"""Shorter programs: exactly the same answers (`simplify_exactly`), or as good at a task (`prune`).

`simplify` does both: exact rules, then pruning if a task is given, then exact rules on the result.

>>> from transformer_programs.shelf import dyck2
>>> for change in simplify(dyck2.program).changes:
...     print(change)
attn_1_2_outputs: removed votes without effect
attn_0_0_outputs: matches where key positions == query positions - 1
mlp_0_0_outputs: 4 of 25 cells are never used
"""

from __future__ import annotations

from dataclasses import replace

from ..dataset import Split, Task
from ..printer import named
from ..printer.groups import named_groups
from ..program import Program
from ..program.program import carried, claims, linked
from .edits import Change, Simplification, by_rules
from .exact import RULES, apply_rule, simplify_exactly
from .judge import measured
from .prune import OnProgress, prune

__all__ = [
    "RULES",
    "Change",
    "Simplification",
    "apply_rule",
    "prune",
    "readable",
    "simplify",
    "simplify_exactly",
]


def simplify(
    program: Program,
    *,
    task: Task | None = None,
    budget: float = 0.0,
    on_progress: OnProgress = lambda text: None,
) -> Simplification:
    """Shorten a program without changing its answers, or its right answers to a task.

    By default, the answers stay the same on every input. With a `task`, everything is removed that
    its training inputs do not need. With `budget` 0, no right answer on them is lost; with 0.001,
    the score on them falls by at most one in a thousand. Validation inputs are not looked at.

    Variables and groups of words are named for reading. `on_progress` is called with a text at each
    stage. The chain of the program records how many answers stayed the same.
    """
    done = _simplified(program, task, budget, on_progress)
    choices = tuple(map(_named, done.choices))
    return replace(done, program=_named(done.program), choices=choices)


def readable(program: Program) -> Program:
    """The program as a person should see it: simplified exactly, and named for reading."""
    done = simplify_exactly(program)
    if done.program == program or not claims(program):
        return _named(done.program, program)
    return _named(linked(done.program, "simplified", by_rules(done.changes), after=program))


def _named(program: Program, before: Program | None = None) -> Program:
    """The program with names for what its variables and groups of words are, and its claims."""
    return carried(named(named_groups(program)), before or program)


def _simplified(
    program: Program, task: Task | None, budget: float, on_progress: OnProgress
) -> Simplification:
    on_progress("applying exact rules")
    done = simplify_exactly(program)
    exact = program
    if done.program != program:
        exact = linked(done.program, "simplified", by_rules(done.changes), after=program)
    if task is None:
        return replace(done, program=exact)
    pruned = prune(exact, task, budget, on_progress)
    on_progress("applying exact rules again")
    shorter = {one: simplify_exactly(one) for one in (*pruned.choices, pruned.program)}
    last = shorter[pruned.program]
    changes = (*done.changes, *pruned.changes, *last.changes)
    on_progress("comparing the answers")

    def claimed(after: Program, every: Split | None, allowed: float | None) -> Program:
        """The program with a claim about the answers that it keeps."""
        if after == exact:
            return exact
        kept = measured(program, after, task, every, allowed)
        return linked(after, "pruned", kept, after=exact)

    choices = tuple(claimed(shorter[one].program, None, None) for one in pruned.choices)
    return Simplification(claimed(last.program, task.all_inputs(), budget), changes, choices)
