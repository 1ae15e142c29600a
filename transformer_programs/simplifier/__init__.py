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
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..analysis import Inference, infer
from ..dataset import Task
from ..meaning.batch import is_pooled
from ..program import Program
from ..program.chain import linked
from ..program.steps import Answer, output_reads
from ..program.values import TooLarge
from . import head_rules, step_rules, table_rules, vote_rules
from .edits import Change, Rule, by_rules
from .judge import Rerun, can_rerun, measured
from .observe import SAMPLE, Observed, ScoredInputs, inputs_of
from .prune import Pruning, Report, fewer_branches, prune

K = TypeVar("K", bound=Inference)

OBSERVED = 8_000  # inputs that facts are observed on at first, and that each round adds at most
MOST_OBSERVED = 64_000  # beyond, all inputs are looked at
MOST_CHOICES = 6  # programs on the way to a pruned one that are kept
_SETTLED: deque[Program] = deque(maxlen=32)  # in which exact rules find nothing more
MOST_LOST = 0.2  # of the score; what loses more is not worth having

__all__ = [
    "RULES",
    "Change",
    "ScoredInputs",
    "Simplification",
    "apply_rule",
    "simplify",
    "simplify_exactly",
    "simplify_on",
]

# In the order they are tried: what removes most, and costs least to find, comes first.
RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        step_rules.dead_steps,
        vote_rules.plain_votes,
        step_rules.constant_steps,
        head_rules.plain_scores,
        head_rules.unread_keys,
        table_rules.unneeded_reads,
        step_rules.same_steps,
        vote_rules.shifted_votes,
        vote_rules.moved_votes,
        vote_rules.one_voter,
        vote_rules.deciding_voter,
        vote_rules.idle_voters,
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


def apply_rule(rule: str, program: Program, inputs: ScoredInputs | None = None) -> Simplification:
    """One rule, once."""
    facts = infer(program) if inputs is None else Observed(program, inputs)
    changed, changes = RULES[rule](facts)
    return Simplification(changed, tuple(changes))


def simplify(
    program: Program,
    *,
    task: Task | None = None,
    budget: float | None = None,
    report: Report = lambda text: None,
) -> Simplification:
    """Shorten a program without changing its answers.

    By default, the answers stay the same on every input. With a `task` whose inputs can be listed,
    the scored answers stay the same on these inputs. With a `budget` too, everything is removed
    that the training and validation inputs do not need. With budget 0, no right answer is lost;
    with 0.001, the score falls by at most one in a thousand.

    `report` is called with a text at each stage. The chain of the program records how many answers
    stayed the same.
    """
    report("applying exact rules")
    done = simplify_exactly(program)
    exact = program
    if done.program != program:
        exact = linked(done.program, "simplified", by_rules(done.changes), after=program)
        done = replace(done, program=exact)
    if task is None:
        return done
    listed, choices = task.all_inputs(), tuple[Program, ...]()
    if budget is not None:
        # A pruned program is small: looking at all inputs then takes a fraction of the time.
        pruning = prune(done.program, task, budget, report)
        choices = _choices(program, exact, pruning, task)
        report("applying all rules again")
        done = done.then(_compared("prune", done.program, pruning.program, "not needed"))
        done = done.then(simplify_exactly(done.program))
    if listed is not None:
        report(f"looking at all {len(listed):,} inputs of the task")
        done = done.then(simplify_on(done.program, inputs_of(listed, task, program)))
    if budget is not None:
        done = replace(done.then(simplify_exactly(done.program)), choices=choices)
    if done.program == exact:
        return replace(done, program=exact)
    report("comparing the answers")
    kept = measured(program, done.program, task, listed, budget)
    return replace(done, program=linked(done.program, "pruned", kept, after=exact))


def _choices(program: Program, exact: Program, pruning: Pruning, task: Task) -> tuple[Program, ...]:
    """A few intermediate programs, each with a claim about the answers it keeps."""
    least = pruning.before.score - MOST_LOST
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
    done = _to_a_fixed_point(facts, infer)
    _SETTLED.append(done.program)
    return done


def simplify_on(program: Program, inputs: ScoredInputs) -> Simplification:
    """All rules, with facts observed on inputs; scored answers on all of these stay the same.

    Facts are observed on some of the inputs, and then also on those where an answer has changed.
    """
    labels = inputs.labels(program)
    rows = np.arange(0, len(labels), max(1, len(labels) // OBSERVED))
    while len(rows) < min(len(labels), MOST_OBSERVED):
        done = _simplify_observed(program, inputs.at(rows))
        wrong = np.flatnonzero((inputs.labels(done.program) != labels).any(1))
        if not len(wrong):
            return done
        rows = np.concatenate([rows, wrong[:: -(-len(wrong) // OBSERVED)]])
    return _simplify_observed(program, inputs)


def _simplify_observed(program: Program, inputs: ScoredInputs) -> Simplification:
    """All rules, with facts observed on all of these inputs."""
    done, before = Simplification(program), None
    while len(inputs) and done.program != before:
        facts = Observed(done.program, inputs)
        done = done.then(_to_a_fixed_point(facts, lambda new, old: Observed(new, inputs, old)))
        before = done.program
        fewer = fewer_branches(before, _same_answers(before, inputs))
        done = done.then(_compared("branches", before, fewer, "no answer changes"))
    return done


def _same_answers(program: Program, inputs: ScoredInputs) -> Callable[[Program], bool]:
    """Whether a changed program has the same answers on these inputs."""
    before: list[tuple[Rerun, NDArray[np.integer]]] = []
    for step in (max(1, len(inputs.words) // SAMPLE), 1):  # most changes show on a few inputs
        some = inputs.at(slice(None, None, step))
        places = np.asarray(some.scored.any(1)) if is_pooled(program) else some.scored
        few = len(some.words) <= MOST_OBSERVED  # so that variables can be remembered
        rerun = Rerun(some.words, places, few and can_rerun(program, some.words.shape[1]))
        before.append((rerun, rerun.labels(program)))
    return lambda changed: all(np.array_equal(run.labels(changed), old) for run, old in before)


def _to_a_fixed_point(facts: K, learn: Callable[[Program, K], K]) -> Simplification:
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
                facts = learn(changed, facts)
    return Simplification(facts.program, tuple(done[:kept]))  # the last round led back, if anywhere


def _compared(rule: str, before: Program, after: Program, why: str) -> Simplification:
    """The changes to each step, found by comparing the programs before and after."""
    kept = {step.out.name: step for step in after.steps}
    gone = {*output_reads(before.output)} - {*output_reads(after.output)}
    done: list[tuple[str, str]] = []
    if isinstance(after.output, Answer) and not isinstance(before.output, Answer):
        done.append((after.output.reads, "is the answer itself"))
    for step in before.steps:
        name = step.out.name
        if name not in kept:
            done.append((name, why))
        elif kept[name] != step:
            done.append((name, f"some branches removed ({why})"))
        elif name in gone:
            done.append((name, f"votes removed ({why})"))
    return Simplification(after, tuple(Change(rule, name, what) for name, what in done))
