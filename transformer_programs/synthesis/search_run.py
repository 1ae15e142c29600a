"""The search for a task: samples that grow by counterexamples, until a program passes all checks.

One schedule for every task. A solution that is right on all training inputs is run on
every input of the task that can be listed; what it gets wrong joins the sample, and the search
starts again. Solutions that only hold at the lengths seen, or stand on rare cells of a table, are
kept, but the search goes on for a better one while there is time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nsmallest
from typing import Any

import numpy as np

from ..dataset import Task, TaskError, TaskSpec
from ..printer.size import program_size
from ..program import Program
from ..tasks.build import Preparation, build, held_out
from ..tasks.formats import FilePlace, Record, list_record
from .cascade import states
from .check import FACTORS, Evidence, check_every_length, check_known, check_longer, longer_task
from .domain import Ints, domain_of, spread
from .examine import Examiner, Solution, better
from .found import MARGIN, Found, Settings, doubt, with_checks
from .loop import Exploration, Status
from .parallel import usable_cores
from .pieces import Piece
from .polish import polished, rivals
from .sample import Sample
from .written import program_of_piece, tidied

MAX_ROWS = 50  # examples of which each may be the one that tells: none is held out
QUICK = 500  # inputs that most wrong solutions fail on; longer ones drawn per second of the search
POLISHED = 8  # solutions of one slice of work, the cheapest: by chance there may be hundreds
MAX_OTHERS = 40  # programs that fit as well, whose answers are compared
CHECKED = 0.05  # of the time is left for checks
AFTER_FIRST = 0.3  # how much more to do for a cheaper solution, as a part of the work so far
AFTER_RARE = 4  # the same, where few examples stand for some cells of its table
MORE_WORK = 750_000  # and besides: values to compute per unit of cost


def processor_seconds() -> float:
    """Processor time of this process and of the workers that have ended."""
    return sum(os.times()[:4])


Example = tuple[Sequence[Any], Any]  # words, and a label for each or for all; or two lists


def search(
    task: Task | Sequence[Example],
    settings: Settings | None = None,
    progress: Callable[[Status], None] = lambda status: None,
    *,
    seconds: float | None = None,
    seeds: int | Sequence[int] | None = None,
) -> Found:
    """Search for a short program that is right on every input of a task, or on a list of examples.

    `seconds` overrides the settings. `seeds` is a list of seeds, or a number of seeds.
    Each seed starts from a different sample and has its own time limit; the best result is
    returned.

    >>> from transformer_programs.tasks import make
    >>> found = search(make("previous", length=6, samples=400), Settings(workers=1), seconds=20)
    >>> found.exact, found.program(["<s>", "a", "b", "c"])
    (True, ['<s>', '<s>', 'a', 'b'])
    """
    task = task if isinstance(task, Task) else task_of_examples(task)
    chosen = settings or Settings()
    if seconds is not None:
        chosen = replace(chosen, seconds=seconds)
    if seeds is None:
        return SearchRun(task, chosen, progress).run()
    found = [
        SearchRun(task, replace(chosen, seed=seed), progress).run()
        for seed in (range(seeds) if isinstance(seeds, int) else seeds)
    ]
    return max(found, key=lambda one: one.worth)


def task_of_examples(examples: Sequence[Example]) -> Task:
    """Examples as a task: every tenth is held out, but of few none."""
    if len(examples) < 3:
        raise TaskError(f"expected at least 3 examples, got {len(examples)}")
    places = [FilePlace("examples", n, unit="example") for n in range(1, len(examples) + 1)]
    lists = any(_is_list(words, labels) for words, labels in examples)
    records = [
        list_record(words, labels, place)
        if lists
        else Record(tuple(words), labels if isinstance(labels, str) else tuple(labels), place)
        for place, (words, labels) in zip(places, examples, strict=True)
    ]
    out = set() if len(records) <= MAX_ROWS else set(held_out(len(records))[1])
    held = [record for n, record in enumerate(records) if n in out]
    kept = [record for n, record in enumerate(records) if n not in out]
    parts = {"train": kept, "validation": held, "test": held}
    how, spec = Preparation(unknown=False), TaskSpec("examples")
    return build("examples", "the examples given", parts, how, spec, shared=True, constant=True)


def _is_list(words: Sequence[Any], labels: Any) -> bool:
    """Whether an example is more than a label per word, or one for all."""
    given = [labels] if isinstance(labels, str) else labels
    shape = isinstance(labels, str) or (
        isinstance(labels, list | tuple) and len(labels) == len(words)
    )
    return not shape or not all(isinstance(value, str) for value in (*words, *given))


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A solution that is right on all training inputs, and its checks, which may leave a doubt."""

    solution: Solution
    program: Program
    checks: tuple[Evidence, ...]
    general: bool  # no doubt is left


class SearchRun:
    """One search: the labelled inputs it may look at, the sample, and the best so far."""

    def __init__(self, task: Task, settings: Settings, progress: Callable[[Status], None]) -> None:
        self.began = time.monotonic(), processor_seconds()
        self.task, self.settings, self.progress = task, settings, progress
        self.workers = usable_cores(settings.workers)
        self.domain = domain_of(task)
        self.words = task.train.words
        self.labels = spread(self.domain, task)
        self.rng = np.random.default_rng(settings.seed)
        self.sample = self._first_sample()
        self.kept: list[Checked] = []
        self.fitting: dict[Piece, Solution] = {}
        self.best: Solution | None = None
        self.guess: Solution | None = None
        self.shown = False  # whether a program that passes all checks was reported
        self.tried, self.work, self.stopped = 0, 0, "time"

    def _first_sample(self) -> list[int]:
        """Inputs by chance, half of them for their rarest label; mostly short ones if some are."""
        lengths = (self.words >= 0).sum(axis=1)
        longest = int(lengths.max())
        size = max(64, min(250, 1600 // longest))
        order = self.rng.permutation(len(self.words))
        order = order[(self.labels[order] >= 0).any(axis=1)]
        if longest > 20:
            short = np.quantile(lengths, 0.3)
            order = order[np.argsort(lengths[order] > max(short, 12), kind="stable")]
        half, rest = order[: size // 2], order[size // 2 : size // 2 + 20 * size]
        often = np.bincount(self.labels[self.labels >= 0], minlength=len(self.domain.classes))
        rarest = np.where(self.labels[rest] >= 0, often[self.labels[rest]], len(self.labels) * 999)
        # The rarest label of an input says how rare the input is; every label gets its share.
        label = np.take_along_axis(self.labels[rest], rarest.argmin(axis=1)[:, None], axis=1)[:, 0]
        turn = np.zeros(len(rest), np.int64)
        for name in np.unique(label):
            turn[label == name] = np.arange((label == name).sum())
        picked = rest[np.argsort(turn, kind="stable")][: size - len(half)]
        return [int(row) for row in (*half, *picked)]

    def run(self) -> Found:
        """Search until something passes every check, or the time is over, or it is interrupted."""
        try:
            while self._left() > 0 and not self._explore():
                pass
        except KeyboardInterrupt:
            self.stopped = "interrupted"  # the best so far is what was asked for
        if not self.kept and self.guess is not None:
            self._rejected(self.guess, self._examiner())
        return self._result()

    def _examiner(self) -> Examiner:
        return Examiner(self.domain, self.words, self.labels, self.task.pooled)

    def _program(self, solution: Solution) -> Program:
        return program_of_piece(solution.piece, self.domain, self.task.pooled, solution.names)

    def _left(self, share: float = 1 - CHECKED) -> float:
        return share * self.settings.seconds - (time.monotonic() - self.began[0])

    def _explore(self) -> bool:
        """One sample, until it is done (True) or has grown (False)."""
        examiner = self._examiner()
        rows = np.array(self.sample)
        examiner.sampled = set(self.sample)
        exploration = Exploration(
            examiner,
            self.words[rows],
            self.labels[rows],
            left=self._left,
            workers=self.workers,
            on_progress=self.progress,
            seed=self.settings.seed,
            states=lambda: self._states,
        )
        until, before = None, self.work
        try:
            for solutions in exploration.slices():
                cheapest = nsmallest(POLISHED, solutions, key=lambda one: one.cost)
                if any(self._rejected(solution, examiner) for solution in cheapest):
                    return False
                if not self.shown and (passed := self._passed()):
                    self.shown = True
                    exploration.tell("passes all checks; looking for a shorter one", tidied(passed))
                self.work = before + exploration.work
                until = until or self._until()
                if until is not None and self.work + exploration.ahead > until:
                    return True
        finally:
            self.tried += exploration.pool.tried
            if not self.kept:
                exploration.offer_best()
            self.best = better(self.best, examiner.best)
            self.guess = better(self.guess, examiner.guess)
        if exploration.stale:
            self.sample += examiner.fresh()[:16]
        return not exploration.stale

    def _passed(self) -> Program | None:
        """The first program kept that passed all its checks."""
        passed = (one.program for one in self.kept if all(check.passed for check in one.checks))
        return next(passed, None)

    def _until(self) -> float | None:
        """How much work to do in all for a better solution than those kept; None: any."""
        costs, few = [one.solution.cost for one in self._general], len(self.words) <= MAX_ROWS
        much = self.work * (1 + AFTER_RARE) + MORE_WORK * 20 * AFTER_RARE
        if costs and few and self.task.oracle is None and doubt(min(costs), self.task):
            return much
        if costs:
            more = AFTER_FIRST * (min(costs) if few else 1)  # of few, a dear one is in doubt
            return self.work * (1 + more) + MORE_WORK * min(20, *costs)
        fit = any(one.checks[-1].passed for one in self.kept)
        # Only rare cells leave a doubt (see `Solution.rare`), or that it is not proved.
        return much if fit and (self.task.oracle is None or self._provable) else None

    @cached_property
    def _states(self) -> list[Piece]:
        """The states of a finite machine that decides all labels; looked for once."""
        if self.task.pooled:
            return []
        sample = Sample(self.domain, self.words)
        return states(self.domain, sample, self.labels[:, : sample.width])

    # --- checks ---------------------------------------------------------------------------------

    def _rejected(self, solution: Solution, examiner: Examiner) -> bool:
        """Make a solution cheaper and check it; whether what it got wrong joined the sample."""
        if not self._worth_polishing(solution):
            return False
        solution = polished(solution, examiner, self._left)
        self.fitting[solution.piece] = solution
        if not self._worth_checking(solution):
            return False
        program = self._program(solution)
        checks = self._checks(program, solution, examiner)
        if not checks[0].passed and self.task.oracle is not None:
            self._learn_from(checks[0])
            return True
        if self._provable:
            general = any(check.kind == "proved" for check in checks)
        else:
            general = all(check.passed for check in checks) and solution.rare == 0
        self.kept.append(Checked(solution, program, checks, general))
        return False

    def _checks(
        self, program: Program, solution: Solution, examiner: Examiner
    ) -> tuple[Evidence, ...]:
        """A proof, or what is known; then longer inputs, as many as there is time for."""
        proof = check_every_length(program, self.task)
        if proof is not None and proof.passed:
            return (proof,)
        checks, began = [check_known(program, self.task)], time.monotonic()
        if proof is not None or not checks[0].passed:
            return (*checks, *filter(None, [proof]))
        for longer in self._longer:
            checks.append(check_longer(program, longer, QUICK))
            if self._provable or not checks[-1].passed:  # the search goes on for a proof
                return tuple(checks)
        if not self._longer:  # nobody can label longer inputs
            return (*checks, *filter(None, [examiner.on_longer(solution)]))
        spent = max(time.monotonic() - began, 0.001)
        most = max(QUICK, int(QUICK * self._left() / spent / 2))
        return (checks[0], *(check_longer(program, longer, most) for longer in self._longer))

    def _worth_polishing(self, solution: Solution) -> bool:
        """Not where something much cheaper is kept, nor what fails on longer inputs at once."""
        if self._general:
            return solution.cost <= min(one.solution.cost for one in self._general) + 2 * MARGIN
        if not self.kept or not self._longer:
            return True
        program = self._program(solution)
        return check_longer(program, self._longer[0], QUICK).passed

    def _worth_checking(self, solution: Solution) -> bool:
        """Not where something better is kept, nor where a smaller table did not hold."""
        for one in self.kept:
            known = one.solution
            smaller = 0 < known.cells <= solution.cells or known.piece == solution.piece
            if known.cost <= solution.cost if one.general else smaller:
                return False
        return True

    @property
    def _general(self) -> list[Checked]:
        return [one for one in self.kept if one.general]

    @property
    def _provable(self) -> bool:
        """Whether an automaton tells what is right at every length."""
        return self.task.space is not None and self.task.space.automaton is not None

    @cached_property
    def _longer(self) -> list[Task]:
        """The task at longer lengths, where it has a length that can be set."""
        wanted = min(self.settings.longer, int(QUICK * self.settings.seconds))
        made = (longer_task(self.task, factor, wanted) for factor in FACTORS if wanted)
        return [task for task in made if task is not None]

    def _learn_from(self, check: Evidence) -> None:
        """Put inputs that were answered wrong into the training inputs and the sample."""
        task, classes = self.task, self.domain.classes
        assert task.oracle is not None
        labels = np.full(check.wrong_rows.shape, -1, np.int32)
        for own, row in zip(labels, check.wrong_rows, strict=True):
            answer = task.oracle(task.words_of(row))
            own[: len(answer)] = [classes.index(n) if n in classes else -1 for n in answer]
        self.sample += range(len(self.words), len(self.words) + len(labels))
        self.words = np.concatenate([self.words, check.wrong_rows])
        self.labels = np.concatenate([self.labels, labels])

    def _shortest(self) -> Checked:
        """Of the kept programs that cost little more than the cheapest, the shortest in print."""
        kept = self._general or self.kept
        most = min(one.solution.cost for one in kept) + MARGIN
        near = [one for one in kept if one.solution.cost <= most]
        return min(near, key=lambda one: (program_size(tidied(one.program)), one.solution.cost))

    def _others(self, solution: Solution) -> tuple[tuple[int, Program], ...] | None:
        """Other programs that fit and what each costs more; None where examples are not few."""
        if self.task.oracle is not None or len(self.words) > QUICK:
            return None
        met = [one for one in self.fitting.values() if one.cost <= solution.cost + MARGIN]
        near = rivals(solution, self._examiner(), MARGIN, lambda: self._left(1.0))
        found = {one.piece: one for one in (*met, *near) if one.wrong == 0}
        found.pop(solution.piece, None)
        cheapest = sorted(found.values(), key=lambda one: one.cost)[:MAX_OTHERS]
        return tuple((one.cost - solution.cost, self._program(one)) for one in cheapest)

    def _result(self) -> Found:
        solution, program, exact = self.best, None, False
        checks: tuple[Evidence, ...] = ()
        if self.kept:
            self.stopped = ""
            shortest = self._shortest()
            solution, program, checks = shortest.solution, shortest.program, shortest.checks
            exact = solution.wrong == 0 and checks[0].passed
        elif solution is not None:
            program = self._program(solution)
            checks = (check_known(program, self.task),)
        return Found(
            self.task,
            self.settings,
            solution,
            None if program is None else with_checks(tidied(program), checks),
            checks,
            exact,
            time.monotonic() - self.began[0],
            processor_seconds() - self.began[1],
            self.tried,
            contradictions(self.words, self.labels),
            self.stopped,
            self._others(solution) if exact and solution is not None else None,
        )


def contradictions(words: Ints, labels: Ints) -> int:
    """How many labels are not the most common one at their position of inputs that are equal."""
    _, group = np.unique(words, axis=0, return_inverse=True)
    asked = labels >= 0
    row, position = np.nonzero(asked)
    width, classes = labels.shape[1], int(labels.max(initial=0)) + 1
    cell = group.ravel()[row].astype(np.int64) * width + position
    given, counts = np.unique(cell * classes + labels[asked], return_counts=True)
    starts = np.flatnonzero(np.diff(given // classes, prepend=-1))
    return int(asked.sum() - np.maximum.reduceat(counts, starts).sum()) if len(given) else 0
