"""Exact simplification: rules that change no answer on any input, ties included.

Each rule is a pure pass from the facts about a program to a program. All rules are applied until
none of them finds anything more.
"""

from __future__ import annotations

from ..analysis import infer
from ..program import Program, ProgramError
from ..program.numerals import numbers_beyond, with_numerals, without_numerals
from . import spelling, step_rules, vote_rules
from .edits import Change, Rule, Simplification

# In the order they are tried: what removes most, and costs least to find, comes first.
RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        step_rules.dead_steps,
        vote_rules.plain_votes,
        spelling.shorter_spelling,
        vote_rules.shifted_votes,
        step_rules.repeated_values,
    )
}


def apply_rule(rule: str, program: Program) -> Simplification:
    """Apply one rule, once."""
    changed, changes = RULES[rule](infer(program))
    return Simplification(changed, tuple(changes))


def simplify_exactly(program: Program) -> Simplification:
    """Apply all rules until none finds anything more; no answer changes on any input."""
    words = program.vocabulary
    facts = infer(with_numerals(program, numbers_beyond(words)))
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
                    if words.numerals:  # a table of words that may be any number is refused
                        without_numerals(changed, words)
                except ProgramError:  # or votes add up to more than a program may hold
                    break
                if changed == facts.program:
                    break
                done += changes
                facts = infer(changed, facts)
    found = without_numerals(facts.program, words) if words.numerals else facts.program
    return Simplification(found, tuple(done[:kept]))  # the last round led back, if anywhere
