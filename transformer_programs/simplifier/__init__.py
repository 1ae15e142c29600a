"""Program -> the shortest equivalent program the rules can prove, and what they did.

Each rule is a pure pass: from what is inferred about a program to a program with the same answers
on every input, ties included. They are applied until none finds anything more.

>>> from transformer_programs.shelf import dyck2
>>> for change in simplify(dyck2.program).changes:
...     print(change)
attn_1_2_outputs: removed votes without effect
attn_0_0_outputs: matches where key positions == query positions - 1
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from ..analysis import infer
from ..dataset import Task
from ..printer import named
from ..printer.groups import named_groups
from ..program import Program
from ..program.chain import carried, claims, linked
from ..program.steps import Answer, output_reads
from ..program.values import TooLarge
from . import head_rules, step_rules, table_rules, vote_rules
from .edits import Change, Rule, by_rules
from .judge import measured
from .prune import Pruning, Report, prune

MOST_CHOICES = 6  # programs on the way to a pruned one that are kept
_SETTLED: deque[Program] = deque(maxlen=32)  # in which exact rules find nothing more
MOST_LOST = 0.2  # of the score; what loses more is not worth having

__all__ = [
    "RULES",
    "Change",
    "Simplification",
    "apply_rule",
    "readable",
    "simplify",
    "simplify_exactly",
]

# In the order they are tried: what removes most, and costs least to find, comes first.
RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        step_rules.dead_steps,
        vote_rules.plain_votes,
        vote_rules.one_voter,
        head_rules.unread_keys,
        table_rules.unneeded_reads,
        step_rules.same_steps,
        vote_rules.shifted_votes,
        step_rules.compositions,
        head_rules.comparisons,
        table_rules.formulas,
        head_rules.unreachable_rows,
        table_rules.unreachable_cells,
    )
}


@dataclass(frozen=True, slots=True, repr=False)
class Simplification:
    """A simplified program, with the list of changes in order.

    `choices` are the Pareto-optimal programs found while pruning, each with its own chain.
    """

    program: Program
    changes: tuple[Change, ...] = ()
    choices: tuple[Program, ...] = ()

    def __repr__(self) -> str:
        return f"<Simplification: {len(self.program.steps)} steps, {len(self.changes)} changes>"

    def then(self, other: Simplification) -> Simplification:
        """This, and then the other."""
        return Simplification(other.program, self.changes + other.changes)


def apply_rule(rule: str, program: Program) -> Simplification:
    """One rule, once."""
    changed, changes = RULES[rule](infer(program))
    return Simplification(changed, tuple(changes))


def simplify(
    program: Program,
    *,
    task: Task | None = None,
    budget: float = 0.0,
    report: Report = lambda text: None,
) -> Simplification:
    """Shorten a program without changing its answers, or its right answers to a task.

    By default, the answers stay the same on every input. With a `task`, everything is removed that
    its training inputs do not need. With `budget` 0, no right answer on them is lost; with 0.001,
    the score on them falls by at most one in a thousand. Validation inputs are not looked at.

    Variables and groups of words are named for reading. `report` is called with a text at each
    stage. The chain of the program records how many answers stayed the same.
    """
    done = _simplified(program, task, budget, report)
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
    program: Program, task: Task | None, budget: float, report: Report
) -> Simplification:
    report("applying exact rules")
    done = simplify_exactly(program)
    exact = program
    if done.program != program:
        exact = linked(done.program, "simplified", by_rules(done.changes), after=program)
        done = replace(done, program=exact)
    if task is None:
        return done
    pruning = prune(exact, task, budget, report)
    choices = _choices(program, exact, pruning, task)
    report("applying exact rules again")
    done = done.then(_changes(exact, pruning.program))
    done = replace(done.then(simplify_exactly(done.program)), choices=choices)
    if done.program == exact:
        return replace(done, program=exact)
    report("comparing the answers")
    kept = measured(program, done.program, task, task.all_inputs(), budget)
    return replace(done, program=linked(done.program, "pruned", kept, after=exact))


def _choices(program: Program, exact: Program, pruning: Pruning, task: Task) -> tuple[Program, ...]:
    """A few intermediate programs, each with a claim about the answers it keeps."""
    least = pruning.score - MOST_LOST
    points = [point for point in reversed(pruning.worth) if point.score >= least]
    chosen = points[:: max(1, -(-len(points) // MOST_CHOICES))]
    shorter = [simplify_exactly(point.program).program for point in chosen]
    kept = [measured(program, one, task, None, None) for one in shorter]
    pairs = zip(shorter, kept, strict=True)
    return tuple(linked(one, "pruned", says, after=exact) for one, says in pairs)


def simplify_exactly(program: Program) -> Simplification:
    """All rules, until none finds anything more; the answers stay the same on every input."""
    if program in tuple(_SETTLED):  # another thread may add to it
        return Simplification(program)
    facts = infer(program)
    if not facts.contexts.words:  # no input can exist, so nothing can be said about one
        return Simplification(program)
    done: list[Change] = []
    before = None
    while facts.program != before:
        before, kept = facts.program, len(done)
        for rule in RULES.values():
            while True:  # some rules do one thing at a time
                try:
                    changed, changes = rule(facts)
                except TooLarge:  # votes added up beyond what a program may hold: leave them
                    break
                if changed == facts.program:
                    break
                done += changes
                facts = infer(changed, facts)
    _SETTLED.append(facts.program)
    return Simplification(facts.program, tuple(done[:kept]))  # the last round led back, if anywhere


def _changes(before: Program, after: Program) -> Simplification:
    """What pruning did to each step, found by comparing the programs before and after."""
    kept = {step.out.name: step for step in after.steps}
    gone = {*output_reads(before.output)} - {*output_reads(after.output)}
    done: list[tuple[str, str]] = []
    if isinstance(after.output, Answer) and not isinstance(before.output, Answer):
        done.append((after.output.reads, "is the answer itself"))
    for step in before.steps:
        name = step.out.name
        if name not in kept:
            done.append((name, "not needed"))
        elif kept[name] != step:
            done.append((name, "some branches removed (not needed)"))
        elif name in gone:
            done.append((name, "votes removed (not needed)"))
    return Simplification(after, tuple(Change("prune", name, what) for name, what in done))
