"""The search for a task: samples that grow by counterexamples, until a program passes all checks.

One schedule for every task. A solution that is right on all training inputs is compiled and run on
every input of the task that can be listed; what it gets wrong joins the sample, and the search
starts again. Solutions that only hold at the lengths seen, or stand on rare cells of a table, are
kept, but the search goes on for a better one while there is time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..program import Program
from ..tasks.task import Task
from .check import FACTORS, Check, check_known, check_longer, longer_task
from .compile import compiled
from .domain import domain_of, spread
from .explore import Exploration, Moment, usable_cores
from .fallback import Voting, vote
from .judge import Judge, Solution
from .nodes import Recipe
from .polish import polished

MOST_RESTARTS = 12
QUICK = 500  # longer inputs that most solutions that do not hold fail on
BITS = 5.0  # that a unit of cost takes to write down
AFTER_FIRST = 0.3  # how much longer to look for a cheaper solution, as a part of the time so far


@dataclass(frozen=True, slots=True)
class Settings:
    """How long and how hard to search. `noise`: the part of the labels that may be wrong."""

    seconds: float = 120.0
    seed: int = 0
    sample: int = 0  # inputs to start with; 0: by the length of the inputs
    noise: float = 0.0
    workers: int = 0  # processes; 0: as many as there are cores, at most two
    longer: int = 10_000  # inputs of each longer length that a program is checked on


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a search found, what it was checked on, and what it took.

    `exact`: right on every training input and in every check. Otherwise `program` is the best there
    was (None if there was none at all), and `solution.right` says how good that is.
    """

    task: Task
    settings: Settings
    solution: Solution | None
    program: Program | None
    checks: tuple[Check, ...]
    exact: bool
    voting: Voting | None  # the best classifier of the variables found, where nothing was exact
    seconds: float
    cpu_seconds: float
    tried: int
    complete: int  # every variable up to this cost was tried
    restarts: int

    def facts(self) -> list[str]:
        """What is known of the program, in sentences: the header of its file."""
        if not self.checks:
            return []
        first, *longer = self.checks
        text = f"Found by search: {first}"
        if longer and all(check.passed for check in longer):
            lengths = " ".join(check.what.split()[-2] for check in longer)
            text += f"; on {longer[0].inputs:,} each of up to {lengths} words (sampled)"
        else:
            text = "; ".join([text, *map(str, longer)])
        return [f"{text}."]

    def __str__(self) -> str:
        if self.exact:
            what = "votes" if self.solution is None or self.voting else "a program"
            cost = "" if self.solution is None or self.voting else f" of cost {self.solution.cost}"
            return f"{what}{cost}: " + "; ".join(map(str, self.checks))
        return f"no program of cost <= {self.complete} in this library fits; best found: " + (
            " and ".join(self._best()) or "nothing better than a guess"
        )

    def _best(self) -> Iterator[str]:
        if self.solution is not None:
            yield f"one of cost {self.solution.cost} with {self.solution.right:.2%} of the labels"
        if self.voting is not None:
            yield (
                f"votes of {len(self.voting.voters)} variables with {self.voting.right:.2%} "
                f"({self.voting.plain:.2%} with words and positions alone)"
            )


class Clock:
    """Seconds of work, as if the machine were ours alone: own time, and that of workers shared."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.wall, self.start = time.monotonic(), self._worked()

    def _worked(self) -> float:
        used = os.times()
        return used.user + used.system + (used.children_user + used.children_system) / self.workers

    def spent(self) -> float:
        return self._worked() - self.start

    def cpu(self) -> float:
        used = os.times()
        return used.user + used.system + used.children_user + used.children_system


def search(
    task: Task,
    settings: Settings | None = None,
    progress: Callable[[Moment], None] = lambda moment: None,
) -> Found:
    """Look for a short program that is right on every input of a task.

    >>> from transformer_programs.tasks import reverse
    >>> found = search(reverse(samples=400), Settings(seconds=20, workers=1))
    >>> found.exact, found.program(["<s>", "3", "1", "2", "</s>"])
    (True, ['<s>', '2', '1', '3', '</s>'])
    """
    return Search(task, settings or Settings(), progress).run()


class Search:
    """One search: the labelled inputs it may look at, the sample, and the best so far."""

    def __init__(self, task: Task, settings: Settings, progress: Callable[[Moment], None]) -> None:
        self.task, self.settings, self.progress = task, settings, progress
        self.workers = usable_cores(settings.workers)
        self.domain = domain_of(task)
        self.words = task.train.words
        self.labels = spread(task.train.labels, task.train)
        self.rng = np.random.default_rng(settings.seed)
        self.sample = self._first_sample()
        self.kept: list[tuple[Solution, Program, tuple[Check, ...]]] = []
        self.best: Solution | None = None
        self.variables: list[Recipe] = []  # those that tell most about the labels
        self.longer: list[Task] | None = None
        self.tried, self.complete, self.restarts = 0, 0, 0
        self.clock = Clock(self.workers)
        self.began = self.clock.cpu()

    def _first_sample(self) -> list[int]:
        """Inputs by chance, half of them for their rarest label; mostly short ones if some are."""
        lengths = (self.words >= 0).sum(axis=1)
        longest = int(lengths.max())
        size = self.settings.sample or max(64, min(250, 1600 // longest))
        order = self.rng.permutation(len(self.words))
        order = order[(self.labels[order] >= 0).any(axis=1)]
        if longest > 20:
            short = np.quantile(lengths, 0.3)
            order = order[np.argsort(lengths[order] > max(short, 12), kind="stable")]
        half = order[: size // 2]
        rest = order[size // 2 : size // 2 + 20 * size]
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
            while self.restarts <= MOST_RESTARTS and self._left() > 0:
                if self._explore():
                    break
                self.restarts += 1
        except KeyboardInterrupt:
            pass  # the best so far is what was asked for
        return self._result()

    def _left(self) -> float:
        return self.settings.seconds - self.clock.spent()

    def _explore(self) -> bool:
        """One sample, until it is done (True) or has grown (False)."""
        judge = Judge(self.domain, self.words, self.labels, self.settings.noise, self.task.pooled)
        rows = np.array(self.sample)
        judge.sampled = set(self.sample)
        exploration = Exploration(
            judge,
            self.words[rows],
            self.labels[rows],
            left=self._left,
            workers=self.workers,
            told=self.progress,
            seed=self.settings.seed,
        )
        until: float | None = None
        try:
            for solution in exploration.solutions():
                if solution is not None and self._rejected(polished(solution, judge)):
                    return False
                if until is None and any(map(self._is_general, self.kept)):
                    spent = self.clock.spent()
                    until = min(self.settings.seconds, spent * (1 + AFTER_FIRST) + 1)
                if until is not None and self.clock.spent() > until:
                    return True
        finally:
            self.tried += exploration.pool.tried
            self.complete = max(self.complete, exploration.complete)
            self.best = _better(self.best, judge.best)
            self.variables = exploration.telling()
        if exploration.stale:
            self.sample += judge.fresh()[:16]
        return not exploration.stale

    # --- checks ---------------------------------------------------------------------------------

    def _rejected(self, solution: Solution) -> bool:
        """Check a solution on all inputs; whether what it got wrong joined the sample."""
        if not self._worth_checking(solution):
            return False
        program = compiled(solution.recipe, self.domain, pooled=self.task.pooled)
        known = check_known(program, self.task)
        if not known.passed and not self.settings.noise and self.task.oracle is not None:
            self._learn_from(known)
            return True
        checks = [known]
        for longer in self._longer():
            checks.append(check_longer(program, longer, QUICK))
            if not checks[-1].passed:
                break
        else:
            checks[1:] = [check_longer(program, longer) for longer in self._longer()]
        self.kept.append((solution, program, tuple(checks)))
        return False

    def _worth_checking(self, solution: Solution) -> bool:
        """Not where something better is kept, nor where a smaller table did not hold."""
        for kept in self.kept:
            if self._is_general(kept):
                if kept[0].cost <= solution.cost:
                    return False
            elif 0 < kept[0].cells <= solution.cells or kept[0].cost == solution.cost:
                return False
        return True

    def _longer(self) -> list[Task]:
        """The task at longer lengths, where it has a length that can be set."""
        if self.longer is None:
            wanted = self.settings.longer
            made = (longer_task(self.task, factor, wanted) for factor in FACTORS if wanted)
            self.longer = [task for task in made if task is not None]
        return self.longer

    def _learn_from(self, check: Check) -> None:
        """Put inputs that were answered wrong into the training inputs and the sample."""
        labels = [self._label(row) for row in check.wrong_rows]
        start = len(self.words)
        self.words = np.concatenate([self.words, check.wrong_rows])
        self.labels = np.concatenate([self.labels, np.array(labels, np.int32)])
        self.sample += range(start, len(self.words))

    def _label(self, row: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The right labels of an input of the task."""
        task = self.task
        assert task.oracle is not None
        answer = task.oracle(task.words_of(row))
        labels = np.full(len(row), -1, np.int32)
        for place, name in enumerate(answer):
            if name is not None:
                labels[place] = task.classes.index(name)
        return labels

    def _is_general(self, kept: tuple[Solution, Program, tuple[Check, ...]]) -> bool:
        solution, _, checks = kept
        asked = checks[1:] if self.settings.noise else checks
        return all(check.passed for check in asked) and solution.rare == 0

    def _length(self, solution: Solution) -> float:
        """The length of a description: of the program, and of every label it gets wrong."""
        each = np.log2(solution.asked * max(2, len(self.domain.classes)))
        return float(BITS * solution.cost + each * solution.wrong)

    def _vote(self) -> Voting | None:
        """A classifier of what was found, where nothing found is right."""
        if not self.variables:
            return None
        return vote(self.domain, self.variables, self.words, self.labels, self.task.pooled)

    def _result(self) -> Found:
        kept = sorted(self.kept, key=lambda one: (not self._is_general(one), self._length(one[0])))
        solution = self.best
        program: Program | None = None
        checks: tuple[Check, ...] = ()
        voting: Voting | None = None
        exact = False
        if kept:
            solution, program, checks = kept[0]
            exact = solution.wrong == 0 and checks[0].passed
        else:
            voting = self._vote()
            if solution is not None:
                program = compiled(solution.recipe, self.domain, pooled=self.task.pooled)
            if voting is not None and (solution is None or voting.right > solution.right):
                program = voting.program
            if program is not None:
                checks = (check_known(program, self.task),)
            if program is not None and checks[0].passed:  # votes may be right everywhere, too
                checks += tuple(check_longer(program, longer) for longer in self._longer())
                exact = self.task.oracle is not None and not self.settings.noise
        return Found(
            self.task,
            self.settings,
            solution,
            program,
            checks,
            exact,
            voting,
            time.monotonic() - self.clock.wall,
            self.clock.cpu() - self.began,
            self.tried,
            self.complete,
            self.restarts,
        )


def _better(a: Solution | None, b: Solution | None) -> Solution | None:
    if a is None or b is None:
        return a or b
    return max(a, b, key=lambda one: (one.right, -one.cost))
