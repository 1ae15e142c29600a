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
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, assert_never

import numpy as np

from .dataset import Scores, Task, evaluate_program
from .learn.baselines import BASELINES, WordModel
from .learn.config import Config, Shape, preset
from .learn.population import Stage
from .program import Program
from .program.chain import digest
from .program.values import Refusal
from .simplifier import simplify
from .store.atomic import locked
from .store.folder import NETWORK_FILE, RECORD_FILE, RunRecord, read_record, write_record, write_run
from .store.front import Front, front_of, is_small, read_front, unscored_choice
from .synthesis import Found, Settings
from .synthesis.search_run import Example, task_of_examples
from .synthesis.search_run import search as find_program

if TYPE_CHECKING:
    from .learn.initial import Given
    from .learn.network import Member
    from .learn.population import Population
    from .learn.runs import Run
    from .learn.standard import StandardConfig, StandardMember
    from .vectors import Vectors

Seeds = int | Sequence[int]  # how many, or which


class LearningError(Refusal):
    """Something that was asked of a run and that it does not have."""


# --- how to learn ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gradient:
    """Train one network per seed, all at once; the best on validation becomes a proved program.

    `config` is by default the preset of the task. `shapes` trains every seed in each of these
    shapes. `given` sets choices of modules before training, `vectors` initialise word variables.
    With `merge`, up to that many of the best networks are merged, with jointly fitted votes, if
    this is better on validation. The program is simplified for its task unless it is large;
    `simplify` overrides this.
    """

    config: Config | None = None
    seeds: Seeds = 8
    shapes: Sequence[Shape] = ()
    given: Sequence[Given] = ()
    vectors: Vectors | None = None
    merge: int = 0
    simplify: bool | None = None


@dataclass(frozen=True)
class Standard:
    """Train standard Transformers, one per seed, to compare with; they do not become programs."""

    config: StandardConfig | None = None
    seeds: Seeds = 8
    vectors: Vectors | None = None


@dataclass(frozen=True)
class Baseline:
    """Fit a model of words: "words alone" (naive Bayes, or the commonest tag) or "linear"."""

    model: str = "words alone"


@dataclass(frozen=True)
class Readable:
    """Learn word groups and votes, for text; `sizes` are the numbers of groups to try."""

    vectors: Vectors | None = None
    sizes: Sequence[int | tuple[int, ...]] | None = None
    penalties: Sequence[float] | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Search(Settings):
    """Search for a short program that is right on every example.

    With several `seeds`, each has its own time limit, and the best result counts.
    """

    seeds: Seeds | None = None


How = Gradient | Standard | Baseline | Readable | Search


class Report(Protocol):
    """How far learning is; its text says so. `share` is the part that is done, if it is known."""

    @property
    def share(self) -> float | None: ...


OnProgress = Callable[[Any], None]  # is given a `Report`


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
    training there. `on_progress` is given a `Report` now and then; notebooks show progress anyway.
    """
    how = Gradient(how) if how is None or isinstance(how, Config) else how
    if seeds is not None:
        if isinstance(how, Baseline | Readable):
            raise LearningError(f"seeds: expected none for {type(how).__name__}, got {seeds!r}")
        how = replace(how, seeds=seeds)
    if on_progress is None and "ipykernel" in sys.modules:  # one line that changes
        on_progress = lambda report: print(f"\r{report}", end="", file=sys.stderr)  # noqa: E731
    folder = None if out is None else Path(out)
    with nullcontext() if folder is None else locked(folder):
        if folder is not None:
            require_own_folder(folder, how, task)
        match how:
            case Gradient():
                learned = _gradient(task, how, folder, on_progress)
            case Standard():
                learned = _standard(task, how, folder, on_progress)
            case Baseline():
                begun = time.perf_counter()
                model = BASELINES[how.model](task)
                learned = Learned(task, how, time.perf_counter() - begun, model=model)
            case Readable():
                learned = _readable(task, how, on_progress)
            case Search():
                learned = _search(task, how, on_progress)
            case _:
                assert_never(how)
        if folder is not None:
            learned.save(folder, on_progress)
        return learned


def search(
    task: Task | Sequence[Example],
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    *,
    seconds: float | None = None,
    seeds: Seeds | None = None,
    noise: float | None = None,
) -> Found:
    """Search for a short program: `fit` with `Search`, also for a list of examples.

    `seconds` and `noise` override the settings.
    """
    given = {"seconds": seconds, "noise": noise, "seeds": seeds}
    chosen = asdict(settings or Settings()) | {n: v for n, v in given.items() if v is not None}
    made = task if isinstance(task, Task) else task_of_examples(task)
    found = fit(made, Search(**chosen), on_progress=on_progress).found
    assert found is not None
    return found


# --- what was learned -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Learned:
    """The result of `fit`; prints as a table.

    `population` has the trained networks, `merged` the merged ones, from the smallest to the
    largest. `choices` are the programs of a learner that trains no networks, `found` is what a
    search found, `model` the model of a baseline.
    """

    task: Task
    how: How
    seconds: float
    population: Population[Any] | None = None
    merged: tuple[Run, ...] = ()
    choices: Front | None = None
    found: Found | None = None
    model: WordModel | None = None

    @cached_property
    def networks(self) -> tuple[Any, ...]:
        """One entry per network: a `Run` of `Gradient`, a `StandardMember` of `Standard`."""
        if self.population is None:
            return ()
        if isinstance(self.how, Standard):
            return self.population.members
        from .learn.runs import Run

        return tuple(Run(self.task, member) for member in self.population.members)

    @cached_property
    def alone(self) -> Any:
        """The single network that is best on validation; in a tie, the one with the lowest loss."""
        if self.population is None:
            raise LearningError(f"{type(self.how).__name__} trains no networks")
        return self.networks[self.population.members.index(self.population.best)]

    @cached_property
    def best(self) -> Any:
        """The best on validation: a network (merged ones, if they are better), program or model."""
        if self.model is not None:
            return self.model
        if self.choices is not None:
            return self._chosen(self.front).best
        if isinstance(self.how, Standard):
            return self.alone
        return max([self.alone, *self.merged], key=lambda run: run.member.validation)

    @cached_property
    def front(self) -> Front:
        """The programs from the shortest to the best; empty if what was learned is no program.

        The program of a network is first simplified for the task, unless it is large.
        """
        if self.choices is not None:
            return self.choices
        return self._simplified(None) if isinstance(self.how, Gradient) else Front(())

    def _simplified(self, on_progress: OnProgress | None) -> Front:
        """The front of the best network's program and of what simplifying makes of it."""
        assert isinstance(self.how, Gradient)
        program, asked, done = self.best.program, self.how.simplify, None
        if is_small(program) if asked is None else asked:
            tell = (lambda text: None) if on_progress is None else _texts(on_progress)
            done = simplify(program, task=self.task, on_progress=tell)
        return front_of(self.task, program, done)

    @property
    def program(self) -> Program:
        """The program of the run: the shortest within one standard error of the best."""
        return self._chosen(self.front)[self.front.knee].program

    def _chosen(self, front: Front) -> Front:
        if not len(front):
            raise LearningError(f"there is no program: {self}")
        return front

    @cached_property
    def scores(self) -> Mapping[str, Scores]:
        """Scores by split, and on "all" inputs where they can be listed: of the program, or of what
        was learned instead of one."""
        every = self.task.all_inputs()
        splits = {name: s for name, s in self.task.splits.items() if (s.labels >= 0).any()}
        splits |= {} if every is None else {"all": every}
        if self.front.choices:
            program = self.program
            return {n: evaluate_program(program, self.task, s) for n, s in splits.items()}
        predict = self.best.predict
        return {n: self.task.accuracy(predict(s.words), s) for n, s in splits.items()}

    def __str__(self) -> str:
        if self.found is not None:
            return str(self.found)
        if self.model is not None:
            return f"{self.model.name}: {self.scores['test']}"
        if self.population is None:
            return str(self.front)
        lines = [str(self.population)]
        if self.merged:
            lines.append("merged networks with jointly fitted votes:")
            lines.append(f"{'networks':>25} {'validation':>10} {'test':>8}")
        for run in self.merged:
            cells = run.member.shown()
            lines.append(f"{run.networks:>25} {cells['validation']:>10} {cells['test']:>8}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .view.notebook import table_html  # a method is only a short name for the function

        if self.population is None:
            return self.front._repr_html_() if self.front.choices else f"<pre>{self}</pre>"
        members = sorted(
            self.population.members, key=lambda one: (one is not self.alone, -one.validation)
        )
        shown = [(str(member.seed), member.shown()) for member in members]
        for (_, cells), member in zip(shown, members, strict=True):
            cells["loss"] = "diverged" if member.diverged else cells["loss"]
        shown += [(f"{r.networks} merged", r.member.shown() | {"loss": ""}) for r in self.merged]
        columns = [name for name in shown[0][1] if name != "shape"]
        rows = [[name, *(cells.get(column, "") for column in columns)] for name, cells in shown]
        title = f"{self.task.name}: {len(members)} seeds, the best first"
        return table_html(title, ["seed", *columns], rows)

    def save(self, folder: str | Path, on_progress: OnProgress | None = None) -> None:
        """Write a run folder: the front and its knee, the network with its program, the record.

        Nothing is written if the proof failed.
        """
        folder = Path(folder)
        if isinstance(self.how, Gradient):
            self._save_network(folder)  # simplifying takes long: what was trained is safe before it
            if "front" not in vars(self):
                vars(self)["front"] = self._simplified(on_progress)
            front = read_front(folder).joined(self.front)  # more may have joined it there
            front.save(folder, self.task.name)
        elif self.front.choices:
            write_run(folder, self.front, self.record())
        elif self.found is None:
            write_record(folder, self.record())

    def _save_network(self, folder: Path) -> None:
        """Write the best network, its program and the record; the front has this program alone."""
        best: Run = self.best
        best.require_proof()
        folder.mkdir(parents=True, exist_ok=True)
        best.network.save(folder / NETWORK_FILE)
        write_run(folder, front_of(self.task, best.program, None), self.record(), best.program)

    def record(self) -> RunRecord:
        """How the run came about, in plain values; scores are those of `best`."""
        spec, jax = self.task.spec, sys.modules.get("jax")
        made_with = {"python": platform.python_version(), "numpy": np.__version__}
        if self.population is not None and jax is not None:
            device = jax.devices()[0].device_kind
            made_with |= {"jax": jax.__version__, "device": device}
        found: dict[str, Any] = {"best": 0, "proof": "", "program": ""}
        if isinstance(self.how, Gradient):
            run: Run = self.best
            found = {"best": run.seed, "proof": str(run.proof), "program": digest(run.program)}
            found["networks"] = run.networks
            found["side_by_side"] = [merged.scored() for merged in self.merged]
        elif isinstance(self.how, Standard):
            found["best"] = self.best.seed
        elif self.found is not None:
            found["proof"] = "; ".join(map(str, self.found.checks))
        scores = self.best.all_scores if isinstance(self.how, Gradient) else self.scores
        return RunRecord(
            task={"name": self.task.name, "settings": dict(spec.settings) if spec else None},
            config={"learner": learner_name(self.how), **_settings(self.how)},
            members=[member.described() for member in self.population.members]
            if self.population is not None
            else [],
            scores={name: asdict(one) for name, one in scores.items()},
            seconds=round(self.seconds, 2),
            steps=0 if self.population is None else self.population.steps,
            made_with=made_with,
            **found,
        )


def learner_name(how: How) -> str:
    """As the command line calls it: gradient, standard, baseline, readable or search."""
    return type(how).__name__.lower()


def _settings(how: How) -> dict[str, Any]:
    """The settings of a learner in plain values."""
    if isinstance(how, Gradient | Standard):
        return {} if how.config is None else asdict(how.config)
    own = asdict(how)
    own.pop("vectors", None)
    return own


def require_own_folder(folder: Path, how: How, task: Task) -> None:
    """Refuse a folder with a run of another learner or of another file."""
    name = learner_name(how)
    if (folder / RECORD_FILE).is_file():
        record = read_record(folder)
        found = record.config.get("learner", "gradient")
        before = (record.task["settings"] or {}).get("path", record.task["name"])
        path = dict(task.spec.settings).get("path", task.name) if task.spec else task.name
        if found == name and before != path:
            raise LearningError(f"{folder} holds a run of {before}: choose another folder")
    elif not isinstance(how, Gradient | Standard) and any(folder.glob("checkpoint_*.npz")):
        found = "gradient"
    else:
        return
    if found != name:
        verb = "search" if found == "search" else f"train --learner {found}"
        raise LearningError(f"{folder} holds a run of `tprog {verb}`: choose another folder")


# --- the learners ---------------------------------------------------------------------------------


def _gradient(
    task: Task, how: Gradient, folder: Path | None, on_progress: OnProgress | None
) -> Learned:
    from .learn.program_model import train_programs
    from .learn.runs import check_merge, merge_best
    from .learn.trainer import seed_numbers

    config = preset(task) if how.config is None else how.config
    networks = len(seed_numbers(how.seeds)) * max(1, len(how.shapes))
    check_merge(how.merge, task, config, networks, how.shapes)
    population: Population[Member] = train_programs(
        task,
        config,
        how.seeds,
        out=folder,
        shapes=how.shapes,
        given=how.given,
        vectors=how.vectors,
        on_progress=on_progress,
    )
    merged = merge_best(population, task, how.merge, on_progress) if how.merge else ()
    how = replace(how, config=config)
    return Learned(task, how, population.seconds, population, tuple(merged))


def _standard(
    task: Task, how: Standard, folder: Path | None, on_progress: OnProgress | None
) -> Learned:
    from .learn.standard import StandardConfig, train_standard

    how = replace(how, config=how.config or StandardConfig())
    assert how.config is not None
    population: Population[StandardMember] = train_standard(
        task, how.config, how.seeds, out=folder, vectors=how.vectors, on_progress=on_progress
    )
    return Learned(task, how, population.seconds, population)


def _readable(task: Task, how: Readable, on_progress: OnProgress | None) -> Learned:
    from .learn.candidate import front_of as front_of_candidates
    from .learn.readable import readable

    begun = time.perf_counter()
    found = readable(
        task,
        vectors=how.vectors,
        sizes=how.sizes,
        penalties=how.penalties,
        seed=how.seed,
        progress=None
        if on_progress is None
        else lambda doing, share: on_progress(Stage(doing, share)),
    )
    front = front_of_candidates(task, found)
    return Learned(task, how, time.perf_counter() - begun, choices=front)


def _search(task: Task, how: Search, on_progress: OnProgress | None) -> Learned:
    own = asdict(how)
    seeds = own.pop("seeds")
    found = find_program(task, Settings(**own), on_progress or (lambda status: None), seeds=seeds)
    choices: tuple[Any, ...] = ()
    if found.program is not None:  # the checks leave no inputs held out
        choices = (unscored_choice("found by search", found.program),)
    return Learned(task, how, found.seconds, choices=Front(choices), found=found)


def _texts(on_progress: OnProgress) -> Callable[[str], None]:
    return lambda text: on_progress(Stage(text))
