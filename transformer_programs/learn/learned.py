"""The result of `fit`: what was learned, its front, its scores and its run folder."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..dataset import Scores, Task, evaluate_program
from ..program import Program
from ..program.program import digest
from ..program.values import Refusal
from ..store.folder import (
    NETWORK_FILE,
    Front,
    RunRecord,
    read_front,
    write_record,
    write_run,
)
from ..synthesis import Found
from .baselines import WordModel
from .front import exact_front, front_of, is_small, simplified_front
from .learners import Gradient, How, OnProgress, Stage, learner_name, plain_settings

if TYPE_CHECKING:
    from ..networks.population import Population
    from ..networks.program_model import ProgramNetwork
    from ..networks.standard import StandardNetwork


class LearningError(Refusal):
    """A request that does not fit a learner or a run, such as another task's folder."""


@dataclass(frozen=True, eq=False, repr=False)
class Learned:
    """The result of `fit`; prints as a table.

    It has what the learner makes: a `population` of networks, what a search `found`, a
    `word_model`, or a front. `known_front`, if set, is returned by `front` instead of computing it.
    `on_progress` is given reports while the program of a network is simplified.
    """

    task: Task
    how: How
    seconds: float
    population: Population[ProgramNetwork] | Population[StandardNetwork] | None = None
    found: Found | None = None
    word_model: WordModel | None = None
    known_front: Front | None = None
    on_progress: OnProgress | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "on_progress": None}  # functions are not stored

    @property
    def networks(self) -> Sequence[ProgramNetwork | StandardNetwork]:
        """One per seed; none if the learner trains none."""
        return () if self.population is None else self.population.members

    @property
    def ranked(self) -> Sequence[ProgramNetwork | StandardNetwork]:
        """Those that did not diverge, the best on validation first."""
        return () if self.population is None else self.population.ranked()

    @property
    def best(self) -> ProgramNetwork:
        """The best network on validation of those that can become programs."""
        if self.population is None or not isinstance(self.how, Gradient):
            name = type(self.how).__name__
            raise LearningError(f"{name} trains no networks that become programs")
        return cast("ProgramNetwork", self.population.best)

    @cached_property
    def front(self) -> Front:
        """The programs from the shortest to the best; empty if what was learned is no program.

        The program of a network is simplified for the task on first use, unless it is large.
        """
        if self.known_front is not None:
            return self.known_front
        if self.found is not None and self.found.program is not None:
            return front_of(None, [("found by search", self.found.program)])
        if not isinstance(self.how, Gradient):
            return Front()
        program = self.best.program
        return self._simplified(program, exact_front(self.task, program))

    def _simplified(self, extracted: Program, front: Front) -> Front:
        """The front of a network's program, simplified for the task if that is wanted."""
        wanted = self.how.simplify if isinstance(self.how, Gradient) else None
        if not (is_small(extracted) if wanted is None else wanted):
            return front
        show = self.on_progress or (lambda stage: None)
        return simplified_front(self.task, extracted, front, lambda text: show(Stage(text)))

    @property
    def program(self) -> Program:
        """The program of the run: the shortest within one standard error of the best."""
        if not self.front:
            raise LearningError(f"there is no program: {self}")
        return self.front[self.front.knee].program

    @cached_property
    def scores(self) -> Mapping[str, Scores]:
        """Scores by split: of the program of the run, or of what was learned instead of one."""
        splits = self.task.scored_splits()
        if self.front:
            program = self.program
            return {n: evaluate_program(program, self.task, s) for n, s in splits.items()}
        model: Any = self.word_model if self.population is None else self.population.best
        return {n: self.task.accuracy(model.predict(s.words), s) for n, s in splits.items()}

    def __str__(self) -> str:
        if self.word_model is not None:
            return f"{self.word_model.name}: {self.scores['test']}"
        return str(self.population or self.found or self.known_front)

    __repr__ = __str__

    # --- the run folder ---------------------------------------------------------------------------

    def save(self, folder: str | Path) -> Front:
        """Write a run folder: the front and its knee, the network with its program, the record.

        Gives the front that the folder then has. If the proof fails, no program is written.
        """
        if isinstance(self.how, Gradient):
            return self._save_network(Path(folder))
        checks = "" if self.found is None else "; ".join(map(str, self.found.checks))
        if self.front:
            write_run(Path(folder), self.front, self._record(self.scores, checks))
        elif self.found is None:
            write_record(Path(folder), self._record(self.scores, checks))
        return self.front

    def _save_network(self, folder: Path) -> Front:
        """Extract, prove, write; then simplify, which may take minutes, and write the front."""
        network = self.best  # extracts: the best network that becomes a program
        proof, extracted = network.proof, network.program  # ProofError if they differ
        record = self._record(network.scores, str(proof), digest(extracted))
        front = exact_front(self.task, extracted)
        folder.mkdir(parents=True, exist_ok=True)
        network.save(folder / NETWORK_FILE)
        write_run(folder, front, record, extracted)  # from here on the folder is complete
        simplified = self._simplified(extracted, front)
        front = read_front(folder).joined(simplified)
        front.save(folder)
        return front

    def _record(self, scores: Mapping[str, Scores], proof: str, extracted: str = "") -> RunRecord:
        """The record of the run, in plain values."""
        spec, population = self.task.spec, self.population
        made_with = {"python": platform.python_version(), "numpy": np.__version__}
        if population is not None:
            import jax

            made_with |= {"jax": jax.__version__, "device": jax.devices()[0].device_kind}
        return RunRecord(
            task={"name": self.task.name, "settings": dict(spec.settings) if spec else None},
            config={"learner": learner_name(self.how), **plain_settings(self.how)},
            members=[network.described() for network in self.networks],
            best=0 if population is None else population.best.seed,
            extracted_scores={name: asdict(one) for name, one in scores.items()},
            proof=proof,
            extracted=extracted,
            seconds=round(self.seconds, 2),
            training_steps=0 if population is None else population.steps,
            made_with=made_with,
        )
