"""One call learns: `fit(task, how) -> Learned`, whatever learns.

task = tp.tasks.sort()
learned = tp.fit(task, tp.Gradient(seeds=8))
print(learned)                 # a table
print(learned.program)         # the program of the run: the knee of the front
print(learned.best.proof)      # equal on every input (compositional proof: ...)

`how` is one of five records: `Gradient` (networks that become programs), `Standard` (standard
Transformers), `Baseline` (models of words alone), `Readable` (word groups and votes) and `Search`
(a short program that is right on every example).
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never, cast

import numpy as np

from ..dataset import Scores, Task, evaluate_program
from ..networks.config import Config as Config
from ..networks.config import ConfigError as ConfigError
from ..networks.config import Given as Given
from ..networks.config import Shape as Shape
from ..networks.config import StandardConfig as StandardConfig
from ..networks.config import preset as preset
from ..program import Program
from ..program.program import digest
from ..program.values import Refusal
from ..store import CHECKPOINT_FILE
from ..store.atomic import locked
from ..store.folder import (
    NETWORK_FILE,
    RECORD_FILE,
    Front,
    RunRecord,
    read_front,
    read_record,
    write_record,
    write_run,
)
from ..synthesis import Found, Settings
from ..synthesis.search_run import Example, task_of_examples
from ..synthesis.search_run import search as find_program
from .baselines import BASELINES, WordModel
from .front import extracted_front, found_front, front_for_task, is_small
from .learners import Baseline as Baseline
from .learners import Gradient as Gradient
from .learners import How as How
from .learners import OnProgress as OnProgress
from .learners import Readable as Readable
from .learners import Search as Search
from .learners import Seeds as Seeds
from .learners import Stage, learner_name, plain_settings
from .learners import Standard as Standard

if TYPE_CHECKING:
    from ..networks.population import Population
    from ..networks.program_model import ProgramNetwork
    from ..networks.standard import StandardNetwork


class LearningError(Refusal):
    """A request that does not fit a learner or a run, such as another task's folder."""


def fit(
    task: Task,
    how: How | Config | None = None,
    seeds: Seeds | None = None,
    *,
    out: str | Path | None = None,
    on_progress: OnProgress | None = None,
) -> Learned:
    """Learn from a task; `how` says what learns.

    A `Config` means `Gradient(config)`, None the preset of the task. `seeds` is a short way to set
    those of `how`. With `out`, a run folder is written; the same call resumes an interrupted
    training there. `on_progress` is given a report now and then; notebooks show progress anyway.
    """
    how = Gradient(how) if how is None or isinstance(how, Config) else how
    if seeds is not None:
        if isinstance(how, Baseline | Readable):
            raise LearningError(f"seeds: expected none for {type(how).__name__}, got {seeds!r}")
        how = replace(how, seeds=seeds)
    if on_progress is None and "ipykernel" in sys.modules:  # one line that changes
        on_progress = lambda report: print(f"\r{report}", end="", file=sys.stderr)  # noqa: E731
    show = on_progress or (lambda stage: None)
    folder = None if out is None else Path(out)
    with nullcontext() if folder is None else locked(folder):
        if folder is not None:
            _require_own_folder(folder, how, task)
        match how:
            case Gradient():
                learned = _fit_gradient(task, how, folder, show)
            case Standard():
                learned = _fit_standard(task, how, folder, show)
            case Baseline():
                begun = time.perf_counter()
                model = BASELINES[how.model](task)
                learned = Learned(task, how, time.perf_counter() - begun, word_model=model)
            case Readable():
                learned = _fit_readable(task, how, show)
            case Search():
                found = find_program(task, how, show, seeds=how.seeds)
                learned = Learned(task, how, found.seconds, found=found)
            case _:
                assert_never(how)
        return learned if folder is None else replace(learned, known_front=learned.save(folder))


def search(
    task: Task | Sequence[Example],
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    *,
    seconds: float | None = None,
    seeds: Seeds | None = None,
) -> Found:
    """Search for a short program: `fit` with `Search`, also for a list of examples.

    `seconds` overrides the settings.
    """
    changes = {"seconds": seconds, "seeds": seeds}
    chosen = asdict(settings or Settings()) | {n: v for n, v in changes.items() if v is not None}
    made = task if isinstance(task, Task) else task_of_examples(task)
    found = fit(made, Search(**chosen), on_progress=on_progress).found
    assert found is not None
    return found


# --- the learners ---------------------------------------------------------------------------------


def _fit_gradient(
    task: Task, how: Gradient, folder: Path | None, on_progress: OnProgress
) -> Learned:
    """Train networks; their programs are extracted, proved and simplified when they are used."""
    from ..networks.program_model import ProgramModel
    from ..networks.trainer import train

    config = preset(task) if how.config is None else how.config
    model = ProgramModel.of(task, config, how.shapes, how.given, how.vectors)
    population = train(model, task, how.seeds, folder, on_progress)
    how = replace(how, config=config)
    return Learned(task, how, population.seconds, population, on_progress=on_progress)


def _fit_standard(
    task: Task, how: Standard, folder: Path | None, on_progress: OnProgress
) -> Learned:
    from ..networks.standard import Encoder
    from ..networks.trainer import train

    config = how.config or StandardConfig()
    model = Encoder.to_train(task, config, how.vectors)
    population = train(model, task, how.seeds, folder, on_progress)
    return Learned(task, replace(how, config=config), population.seconds, population)


def _fit_readable(task: Task, how: Readable, on_progress: OnProgress) -> Learned:
    from .readable import learn_readable

    begun = time.perf_counter()
    front = learn_readable(
        task,
        vectors=how.vectors,
        sizes=how.sizes,
        penalties=how.penalties,
        seed=how.seed,
        on_progress=lambda doing, share: on_progress(Stage(doing, share)),
    )
    return Learned(task, how, time.perf_counter() - begun, known_front=front)


# --- the result -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Learned:
    """The result of `fit`; prints as a table.

    It has what the learner makes: a `population` of networks, what a search `found`, a
    `word_model`, or a front. `known_front` is that of `Readable`, or of the run folder, if there is
    one: programs may have joined it there. `on_progress` is given reports while the program of a
    network is simplified.
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
            return found_front(self.found.program)
        if not isinstance(self.how, Gradient):
            return Front()
        program, wanted = self.best.program, self.how.simplify
        if not (is_small(program) if wanted is None else wanted):
            return self._extracted_front
        show = self.on_progress or (lambda stage: None)
        return front_for_task(
            self.task, program, self._extracted_front, lambda text: show(Stage(text))
        )

    @cached_property
    def _extracted_front(self) -> Front:
        return extracted_front(self.task, self.best.program)

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

    def save(self, folder: str | Path) -> Front:
        """Write a run folder: the front and its knee, the network with its program, the record.

        Gives the front that the folder then has. If the proof fails, no program is written.
        """
        folder = Path(folder)
        if not isinstance(self.how, Gradient):
            if self.front:
                write_run(folder, self.front, self.record())
            elif self.found is None:
                write_record(folder, self.record())
            return self.front
        network = self.best
        # Extract and prove: properties of the network, computed here and kept.
        program = network.program
        # Write the network and the run: from here on the folder is complete.
        folder.mkdir(parents=True, exist_ok=True)
        network.save(folder / NETWORK_FILE)
        write_run(folder, self._extracted_front, self.record(), program)
        # Simplify for the task: a property of the run, computed here and kept. It takes long.
        simplified = self.front
        # Join what has joined the folder before.
        front = read_front(folder).joined(simplified)
        front.save(folder)
        return front

    def record(self) -> RunRecord:
        """The record of the run, in plain values; of networks, the scores are those of `best`."""
        spec, population = self.task.spec, self.population
        if isinstance(self.how, Gradient):
            best = self.best
            scores, proof, extracted = best.scores, str(best.proof), digest(best.program)
        else:
            checks = () if self.found is None else self.found.checks
            scores, proof, extracted = self.scores, "; ".join(map(str, checks)), ""
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


def _require_own_folder(folder: Path, how: How, task: Task) -> None:
    """Refuse a folder with a run of another learner, of another task or of another file.

    The same task with other settings is not refused here: a network's checkpoint is compared with
    all of them.
    """
    name = learner_name(how)
    if (folder / RECORD_FILE).is_file():
        record = read_record(folder)
        found = record.config.get("learner", "gradient")
        before = (record.task["settings"] or {}).get("path", record.task["name"])
        path = dict(task.spec.settings).get("path", task.name) if task.spec else task.name
        if found == name and before != path:
            raise LearningError(f"{folder} holds a run of {before}: choose another folder")
    elif not isinstance(how, Gradient | Standard) and (folder / CHECKPOINT_FILE).exists():
        found = "gradient"
    else:
        return
    if found != name:
        verb = "search" if found == "search" else f"train --learner {found}"
        raise LearningError(f"{folder} holds a run of `tprog {verb}`: choose another folder")
