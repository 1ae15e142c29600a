"""Shorter programs: exactly the same answers (`simplify_exactly`), or as good at a task (`prune`).

`simplify` does both: exact rules, then pruning if a task is given, then exact rules on the result.

>>> from transformer_programs.shelf import dyck2
>>> for change in simplify(dyck2.program).changes:
...     print(change)
attn_1_2_outputs: removed votes without effect
attn_0_0_outputs: matches where key positions == query positions - 1
mlp_0_0_outputs: 4 of 25 cases never occur
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..dataset import Task
from ..printer import named, printed_lines
from ..program import Program
from ..program.program import carried, claims, linked
from .edits import Change as Change
from .edits import Simplification as Simplification
from .edits import by_rules
from .exact import RULES as RULES
from .exact import apply_rule as apply_rule
from .exact import simplify_exactly as simplify_exactly
from .judge import comparison_claim
from .prune import prune as prune
from .word_groups import named_groups


def simplify(
    program: Program,
    *,
    task: Task | None = None,
    budget: float = 0.0,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Simplification:
    """Shorten a program without changing its answers, or its right answers to a task.

    By default, the answers stay the same on every input. With a `task`, everything is removed that
    its training inputs do not need. With `budget` 0, no right answer on them is lost; with 0.001,
    the score on them falls by at most one in a thousand. Validation inputs are not looked at. What
    would print longer than without pruning is left as it was.

    Variables and groups of words are named for reading. `on_progress` is called with a text at each
    stage. The chain of the program records how many answers stayed the same.
    """
    on_progress("applying exact rules")
    exact = _exactly(program)
    if task is None:
        return replace(exact, program=_named(exact.program))
    pruned = prune(exact.program, task, budget, on_progress)
    on_progress("applying exact rules again")
    last = simplify_exactly(pruned.program)
    on_progress("comparing the answers")
    choices = list[Program]()
    for one in (*pruned.choices, last.program):
        kept = comparison_claim(exact.program, one, task, budget if one is last.program else None)
        choices.append(linked(one, "pruned", kept, after=exact.program))
    before, final = _named(exact.program), _named(choices.pop())
    lines, lines_before = (printed_lines(replace(one, chain=())) for one in (final, before))
    if last.program == exact.program or lines > lines_before:
        return Simplification(before, exact.changes, tuple(choices))
    changes = (*exact.changes, *pruned.changes, *last.changes)
    return Simplification(final, changes, tuple(choices))


def readable(program: Program) -> Program:
    """The program as a person should see it: simplified exactly, and named for reading."""
    shown = _named(_exactly(program).program)
    return shown if claims(program) else replace(shown, chain=())


def _exactly(program: Program) -> Simplification:
    """The program simplified exactly, with a claim that says so."""
    done = simplify_exactly(program)
    if done.program == program:
        return replace(done, program=program)
    return replace(
        done, program=linked(done.program, "simplified", by_rules(done.changes), program)
    )


def _named(program: Program) -> Program:
    """The program with names for what its variables and groups of words are, and its claims."""
    return carried(named(named_groups(program)), program)
