"""Exact simplification: rules that change no answer on any input, ties included.

Each rule is a pure pass from the facts about a program to a program. All rules are applied until
none of them finds anything more.
"""

from __future__ import annotations

from ..analysis import infer
from ..program import Program
from ..program.values import TooLarge
from . import spelling, step_rules, vote_rules
from .edits import Change, Rule, Simplification

# In the order they are tried: what removes most, and costs least to find, comes first.
RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        step_rules.dead_steps,
        vote_rules.plain_votes,
        spelling.shorter_spelling,
        step_rules.same_steps,
        vote_rules.shifted_votes,
        step_rules.compositions,
    )
}


def apply_rule(rule: str, program: Program) -> Simplification:
    """Apply one rule, once."""
    changed, changes = RULES[rule](infer(program))
    return Simplification(changed, tuple(changes))


def simplify_exactly(program: Program) -> Simplification:
    """Apply all rules until none finds anything more; no answer changes on any input."""
    facts = infer(program)
    if not facts.contexts.words:  # no input can exist, so nothing can be said about one
        return Simplification(program)
    done: list[Change] = []
    before = None
    while facts.program != before:
        before, kept = facts.program, len(done)
        for rule in RULES.values():
            while True:  # some rules make one change at a time
                try:
                    changed, changes = rule(facts)
                except TooLarge:  # votes added up beyond what a program may hold: leave them
                    break
                if changed == facts.program:
                    break
                done += changes
                facts = infer(changed, facts)
    return Simplification(facts.program, tuple(done[:kept]))  # the last round led back, if anywhere
