"""Coordinate descent on a discrete program: reads, predicate rows and table cells, one at a time.

A label costs something for being wrong and something for being unlikely. A change is kept if the
training labels then cost less; every change is judged by running the program, never by a gradient.
Where nothing but the votes reads a variable, its rows (or cells) do not touch each other's
positions: then all of them are chosen at once, each the best there is. After every round the votes
themselves are fitted to their optimum.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..dataset import translated
from ..meaning.interpret import row_major
from ..program import Program, types
from ..program.chain import linked
from ..program.steps import (
    CategoricalHead,
    Classifier,
    NumericalHead,
    Step,
    Vote,
    reads,
)
from ..program.values import Number, domain
from ..simplify.edits import with_steps
from ..simplify.refit import distinct, refit
from ..simplify.rerun import Rerun
from ..tasks import Task, evaluate_program
from .variants import Part, other_reads, parts_of, variants_of, with_parts

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Values = dict[str, Ints]
Report = Callable[["Descent"], None]

# What a label costs for each unit of minus the logarithm of its likelihood, beside 1 if it is
# wrong. Likelihood leads further, but away from right answers where votes explain little: then the
# other price is tried.
UNLIKELY = (1.0, 0.05)
GAIN = 1e-6  # of the mean loss: less is not worth a change
TRIED = 4  # rows or cells of a variable that others read, in a round
FITTED = 20_000  # cases that votes are fitted to
PATIENCE = 4  # rounds without a better validation score


@dataclass(frozen=True, slots=True, eq=False)
class Descent:
    """A program on its way: its changes, and its validation score before and now."""

    program: Program
    before: float
    after: float
    changes: int = 0
    rounds: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        changes = f"{self.changes} change{'s' * (self.changes != 1)}"
        return (
            f"{changes} in {self.rounds} round{'s' * (self.rounds != 1)}: validation "
            f"{self.before:.2%} -> {self.after:.2%} ({self.seconds:.0f} s)"
        )


def descend(
    program: Program,
    task: Task,
    *,
    seconds: float = 60.0,
    inputs: int = 4000,
    seed: int = 0,
    progress: Report | None = None,
) -> Descent:
    """The program of a round with the best validation score, after some seconds at most.

    Changes are judged on so many training inputs; after a round without a better score, on others,
    so that what suits one sample alone does not end it. The program must end in votes on every
    position.
    """
    output = program.output
    if not isinstance(output, Classifier) or output.pooled:
        raise ValueError("descend: expected a program that votes on a label for every position")
    begun = time.perf_counter()
    generator = np.random.default_rng([seed, 4])
    course = _Course(program, task, inputs, generator, begun + seconds)
    score = evaluate_program(program, task, task.validation).main
    best = Descent(program, score, score)
    rounds = stale = 0
    while stale < PATIENCE and not course.over:
        course.round()
        course.fit_votes()
        rounds += 1
        score = evaluate_program(course.program, task, task.validation).main
        spent = time.perf_counter() - begun
        if score > best.after:
            best, stale = Descent(course.program, best.before, score, course.changes), 0
        else:
            stale += 1
            course.go_on(best.program, best.changes, UNLIKELY[stale % len(UNLIKELY)])
        best = replace(best, rounds=rounds, seconds=spent)
        if progress is not None:
            progress(best)
    if best.program == program:
        return replace(best, program=program)
    changes = f"{best.changes} change{'s' * (best.changes != 1)}"
    validation = f"validation {best.before:.2%} -> {best.after:.2%}"
    says = f"changed directly ({changes}), so that no network computes it: {validation}"
    return replace(best, program=linked(best.program, "improved", says, after=program))


class _Course:
    """A program, what its variables say on a sample of the training inputs, and its loss there."""

    def __init__(
        self,
        program: Program,
        task: Task,
        inputs: int,
        generator: np.random.Generator,
        deadline: float,
    ) -> None:
        output = program.output
        assert isinstance(output, Classifier)
        vocabulary = program.vocabulary
        class_of = {name: i for i, name in enumerate(output.classes)}
        relabel = np.array([class_of.get(name, -1) for name in task.classes] + [-1])
        marks = [vocabulary.words.index(m) for m in (vocabulary.begin, vocabulary.end) if m]
        self.words = translated(task.train.words, task.vocabulary, vocabulary)
        self.every_label = relabel[task.train.labels]
        self.places = (self.every_label >= 0) & ~np.isin(self.words, marks)
        self.inputs, self.generator, self.deadline = inputs, generator, deadline
        self.go_on(program, 0, UNLIKELY[0])

    @property
    def over(self) -> bool:
        return time.perf_counter() >= self.deadline

    def go_on(self, program: Program, changes: int, unlikely: float) -> None:
        """Go on with a program, a new sample and a price of unlikely labels."""
        rows = self.generator.permutation(len(self.words))[: self.inputs]
        self.rerun = Rerun(self.words[rows], self.places[rows])
        self.labels = self.every_label[rows].T.ravel()[self.rerun.places]
        self.changes, self.unlikely = changes, unlikely
        self._take(program)

    def _take(self, program: Program) -> None:
        """Go on with a program: run it whole."""
        output = program.output
        assert isinstance(output, Classifier)
        self.program, self.known = program, types(program)
        self.values = self._said(program, tuple(vote.reads for vote in output.votes))
        self.votes = {
            vote.reads: np.array(vote.weights, np.float32) / np.float32(output.scale)
            for vote in output.votes
        }
        scores = np.zeros((len(self.labels), len(output.classes)), np.float32)
        for name, values in self.values.items():
            scores += self._votes_on(name, values)
        self.scores, self.losses = scores, self._losses(scores)
        self.readers: dict[str, set[str]] = {step.out.name: set() for step in program.steps}
        for step in program.steps:
            for name in reads(step):
                self.readers[name].add(step.out.name)

    def _said(self, program: Program, names: tuple[str, ...]) -> Values:
        return self.rerun.at_places(program, names)

    def _votes_on(self, name: str, values: Ints) -> Floats:
        weights = self.votes[name]
        if isinstance(self.known[name], Number):
            return values[:, None].astype(np.float32) * weights
        return weights[values]

    def _losses(self, scores: Floats) -> Floats:
        """What each label costs: 1 if it is not the winner, and a little for being unlikely."""
        largest = scores.max(1)
        total = np.log(np.exp(scores - largest[:, None]).sum(1)) + largest
        unlikely = total - scores[np.arange(len(scores)), self.labels]
        wrong = scores.argmax(1) != self.labels
        own: Floats = wrong.astype(np.float32) + np.float32(self.unlikely) * unlikely
        return own

    def tried(self, step: Step) -> Floats:
        """The losses of the program with another step in place of the one of the same name."""
        changed = with_steps(self.program, {step.out.name: step})
        scores = self.scores.copy()
        reached = self._reached(step.out.name)
        for name, values in self._said(changed, reached).items():
            if values is not self.values[name]:
                scores += self._votes_on(name, values) - self._votes_on(name, self.values[name])
        return self._losses(scores)

    def _reached(self, name: str) -> tuple[str, ...]:
        """The voters that a change of a variable can reach."""
        found, new = {name}, [name]
        while new:
            new = [reader for one in new for reader in self.readers[one] if reader not in found]
            found.update(new)
        return tuple(voter for voter in self.votes if voter in found)

    # --- one round

    def round(self) -> None:
        """Every step once, in random order: what it reads, then its rows or cells."""
        names = self.generator.permutation([step.out.name for step in self.program.steps])
        for name in names:
            if self.over:
                return
            step = next(s for s in self.program.steps if s.out.name == name)
            if not self._reached(str(name)):
                continue
            self._best_of(list(other_reads(step, self.program)))
            step = next(s for s in self.program.steps if s.out.name == name)
            if parts_of(step):
                self._choose_parts(step)

    def _best_of(self, steps: list[Step]) -> bool:
        """Take the best of some steps that could stand in place of one, if it is better."""
        found, least = None, self.losses.mean(dtype=np.float64) - GAIN
        for step in steps:
            if self.over:
                break
            loss = self.tried(step).mean(dtype=np.float64)
            if loss < least:
                found, least = step, loss
        if found is not None:
            self._take(with_steps(self.program, {found.out.name: found}))
            self.changes += 1
        return found is not None

    def _choose_parts(self, step: Step) -> None:
        groups = self._groups(step)
        if self.readers[step.out.name]:
            occurring = np.unique(groups)
            for group in self.generator.permutation(occurring)[:TRIED].tolist():
                variants = [v[group] for v in variants_of(step, self.known)]
                others = dict.fromkeys(p for p in variants if p != parts_of(step)[group])
                if self._best_of([with_parts(step, {group: part}) for part in others]):
                    step = next(s for s in self.program.steps if s.out.name == step.out.name)
            return
        # Nothing but votes reads it: each position depends on one part alone.
        size = int(groups.max(initial=0)) + 1
        least = np.bincount(groups, self.losses, size) - GAIN * len(groups) / size
        parts: dict[int, Part] = {}
        for variant in variants_of(step, self.known):
            if self.over:
                break
            sums = np.bincount(groups, self.tried(with_parts(step, variant)), size)
            for group in np.flatnonzero(sums < least).tolist():
                parts[group] = variant[group]
            least = np.minimum(least, sums)
        if parts:
            made = with_parts(step, parts)
            self._take(with_steps(self.program, {step.out.name: made}))
            self.changes += len(parts)

    def _groups(self, step: Step) -> Ints:
        """Which row or cell each position depends on directly."""
        names = (step.query,) if isinstance(step, CategoricalHead | NumericalHead) else reads(step)
        said = self._said(self.program, tuple(dict.fromkeys(names)))
        columns = [said[name].astype(np.int64) for name in names]
        domains = [domain(self.known[name]) for name in names]
        return np.asarray(row_major(domains, columns), np.int64)  # type: ignore[arg-type]

    def fit_votes(self) -> None:
        """The votes under which the labels are likeliest, rounded to whole numbers."""
        output = self.program.output
        assert isinstance(output, Classifier)
        if not output.votes:
            return
        cases = np.stack([*self.values.values(), self.labels], axis=1)
        cases, counts = distinct(cases)
        kept = self.generator.permutation(len(cases))[:FITTED]
        cases, counts = cases[kept], counts[kept]
        blocks = [
            cases[:, [i]].astype(np.float64)
            if isinstance(self.known[name], Number)
            else (cases[:, [i]] == np.arange(len(self.votes[name]))).astype(np.float64)
            for i, name in enumerate(self.votes)
        ]
        start = np.concatenate(list(self.votes.values())).astype(np.float64)
        fitted = refit(
            np.concatenate(blocks, axis=1), cases[:, -1], counts.astype(np.float64), start
        )
        rounded = np.rint(fitted * output.scale).astype(np.int64).tolist()
        votes, first = [], 0
        for name, weights in self.votes.items():
            rows = rounded[first : first + len(weights)]
            votes.append(Vote(name, tuple(map(tuple, rows))))
            first += len(weights)
        before, loss = self.program, self.losses.mean(dtype=np.float64)
        self._take(replace(before, output=replace(output, votes=tuple(votes))))
        if self.losses.mean(dtype=np.float64) > loss:  # a part of the cases misled the fit
            self._take(before)
