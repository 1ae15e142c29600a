"""From a task to programs: train a population, extract and prove its members, keep what was found.

task = tp.tasks.sort()
runs = tp.fit(task, seeds=8)
print(runs)                    # one row per seed
print(runs.best.program)       # the readable program
print(runs.best.proof)         # equal on every input (compositional proof: ...)
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import jax
import numpy as np

from ..meaning.batch import label_batch
from ..program import Program
from ..program.chain import ProofError, digest, linked
from ..simplifier import simplify
from ..store.atomic import locked
from ..store.folder import NETWORK_FILE, RunRecord, write_run
from ..store.front import Front, front_of, is_small
from ..tasks import Scores, Task, evaluate_program
from ..vectors import Vectors
from .architecture import Architecture
from .config import Config, ConfigError, Shape, preset
from .extract import extract
from .initial import Given
from .merge import ROUNDS, Heard, Told, heard, together, widened
from .population import Member, Network, Population, Progress
from .prove import Proof
from .train import fit as train
from .trainer import Report, seed_numbers


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """One trained network as a program; program and proof are computed on first use.

    `extracted` is the program without its proof. `networks` is the number of merged networks.
    """

    task: Task
    member: Member
    networks: int = 1

    def __repr__(self) -> str:
        return f"<Run: seed {self.seed}, validation {self.member.validation:.2%}>"

    @property
    def seed(self) -> int:
        return self.member.seed

    @cached_property
    def extracted(self) -> Program:
        """The program of the discretised network, without claims."""
        member = self.member
        return extract(member.params, member.architecture, self.task.vocabulary, self.task.classes)

    @cached_property
    def proof(self) -> Proof:
        """The proof that program and discretised network compute the same function."""
        return self.network.prove(self.extracted)

    @cached_property
    def program(self) -> Program:
        """The program, with the result of its proof as the first claim of its chain."""
        network = "network" if self.networks == 1 else f"{self.networks} merged networks"
        sign = "=" if self.proof.equal else "!="
        return linked(
            self.extracted, "extracted", f"{network} {sign} extracted program: {self.proof}"
        )

    @property
    def network(self) -> Network:
        """The network, with the names of its words and classes."""
        member, task = self.member, self.task
        return Network(member.params, member.architecture, task.vocabulary, task.classes)

    def require_proof(self) -> None:
        """Raise an error if the program is not proved equal to its network."""
        if not self.proof.equal:
            raise ProofError(f"the program of seed {self.seed} {self.proof}")

    def scores(self, split: str = "test") -> Scores:
        """The scores of the program on the train, validation or test split."""
        return evaluate_program(self.extracted, self.task, self.task.splits[split])

    def scores_on_all_inputs(self) -> Scores | None:
        """The scores of the program on all inputs of the task; None if there are too many."""
        every = self.task.all_inputs()
        return None if every is None else evaluate_program(self.extracted, self.task, every)

    def disagreements(self) -> int:
        """The number of test inputs on which program and network differ; 0 if the proof holds."""
        words = self.task.test.words
        labels = np.asarray(label_batch(self.extracted, words))
        known = self.member.answered
        given = self.member.run(words).labels if known is None else known
        differ = (labels != given) & (labels >= 0)
        return int(differ.reshape(len(words), -1).any(axis=1).sum())


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
    """All networks of a population, as programs; prints as a table.

    With `merge`, `wide` has the merged networks, from the smallest to the largest.
    """

    task: Task
    config: Config
    population: Population[Member]
    runs: tuple[Run, ...]
    wide: tuple[Run, ...] = ()

    @cached_property
    def alone(self) -> Run:
        """The single network that is best on validation; in a tie, the one with the lowest loss."""
        chosen = self.population.best
        return next(run for run in self.runs if run.member is chosen)

    @cached_property
    def best(self) -> Run:
        """The best on validation: a single network, or merged networks if they are better."""
        return max([self.alone, *self.wide], key=lambda run: run.member.validation)

    @cached_property
    def front(self) -> Front:
        """The best program and shorter ones; small programs are first simplified for their task."""
        program = self.best.program
        small = is_small(program)
        done = simplify(program, task=self.task) if small else None
        return front_of(self.task, program, done)

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __getitem__(self, index: int) -> Run:
        return self.runs[index]

    def __str__(self) -> str:
        lines = [str(self.population)]
        if self.wide:
            lines.append("merged networks with jointly fitted votes:")
            lines.append(f"{'networks':>25} {'validation':>10} {'test':>8}")
        for run in self.wide:
            cells = run.member.shown()
            lines.append(f"{run.networks:>25} {cells['validation']:>10} {cells['test']:>8}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..view.notebook import table_html  # a method is only a short name for the function

        ranked = sorted(self.runs, key=lambda run: (run is not self.best, -run.member.validation))
        shown = [(str(run.seed), run.member.shown()) for run in ranked]
        for (_, cells), run in zip(shown, ranked, strict=True):
            cells["loss"] = "diverged" if run.member.diverged else cells["loss"]
        shown += [
            (f"{run.networks} merged", run.member.shown() | {"loss": ""}) for run in self.wide
        ]
        columns = [name for name in shown[0][1] if name != "shape"]
        rows = [[name, *(cells.get(column, "") for column in columns)] for name, cells in shown]
        title = f"{self.task.name}: {len(self)} seeds, the best first"
        return table_html(title, ["seed", *columns], rows)

    def record(self) -> RunRecord:
        """Return a record of the runs in plain values."""
        best, spec = self.best, self.task.spec
        every = best.scores_on_all_inputs()
        scores = {name: asdict(best.scores(name)) for name in self.task.splits}
        return RunRecord(
            task={"name": self.task.name, "settings": dict(spec.settings) if spec else None},
            config=asdict(self.config),
            members=[_described(run.member) for run in self.runs],
            best=best.seed,
            scores=scores | ({} if every is None else {"all": asdict(every)}),
            proof=str(best.proof),
            program=digest(best.program),
            seconds=round(self.population.seconds, 2),
            steps=self.population.steps,
            made_with={
                "python": platform.python_version(),
                "jax": jax.__version__,
                "device": jax.devices()[0].device_kind,
            },
            networks=best.networks,
            side_by_side=[{"networks": run.networks} | _rounded(run.member) for run in self.wide],
        )

    def save(self, folder: str | Path) -> None:
        """Write the best program, its network, its code and the record into a run folder.

        The front of the folder has this program alone. Nothing is written if the proof failed.
        """
        folder = Path(folder)
        self.best.require_proof()
        folder.mkdir(parents=True, exist_ok=True)
        self.best.network.save(folder / NETWORK_FILE)
        program = self.best.program
        write_run(folder, front_of(self.task, program, None), self.record(), program)


def fit(
    task: Task,
    config: Config | None = None,
    seeds: int | Sequence[int] = 8,
    *,
    out: str | Path | None = None,
    shapes: Sequence[Shape] | None = None,
    progress: Report | None = None,
    given: Sequence[Given] = (),
    vectors: Vectors | None = None,
    merge: int = 0,
) -> Runs:
    """Train one network per seed, all at once, and return them as programs.

    `config` defaults to the preset of the task. `shapes` trains every seed in each of these shapes.
    `given` sets choices of modules before training. `vectors` initialise the word variables. With
    `merge`, up to that many of the best networks are merged, with jointly fitted votes, if this is
    better on validation.

    With `out`, a run folder is written, and the same call resumes an interrupted run. Notebooks
    show progress unless `progress` is given.
    """
    config = preset(task) if config is None else config
    if progress is None and "ipykernel" in sys.modules:  # in a notebook, one line that changes
        progress = lambda moment: print(f"\r{moment}", end="", file=sys.stderr)  # noqa: E731
    networks = len(seed_numbers(seeds)) * (1 if shapes is None else len(shapes))
    check_merge(merge, task, config, networks, shapes)
    folder = None if out is None else Path(out)
    with nullcontext() if folder is None else locked(folder):
        population = train(
            task,
            config,
            seeds,
            out=folder,
            shapes=shapes,
            progress=progress,
            given=given,
            vectors=vectors,
        )
        runs = Runs(task, config, population, tuple(Run(task, m) for m in population.members))
        if merge:
            wide = side_by_side(population, task, merge, progress=progress)
            runs = replace(runs, wide=tuple(wide))
        if folder is not None:
            runs.save(folder)
        return runs


def side_by_side(
    population: Population[Member], task: Task, most: int, *, progress: Report | None = None
) -> list[Run]:
    """The best networks merged, up to `most` of them, from the fewest on.

    Of their number, half of it, a quarter and so on are tried, each with votes that are fitted to
    these networks together.
    """
    ranked = population.ranked(population.best.config.layers)[:most]
    counts = [len(ranked) >> i for i in range(len(ranked).bit_length())]
    known: list[tuple[Heard, Heard]] = []
    found = []
    for number, count in enumerate(reversed(counts)):
        chosen = ranked[:count]
        told = None if progress is None else _teller(progress, chosen, number, len(counts))
        known += [heard(member, task) for member in chosen[len(known) :]]
        member = together(chosen, task, known=known, told=told)
        run = Run(task, member, count)
        validation, test = (run.scores(split).main for split in ("validation", "test"))
        found.append(replace(run, member=replace(member, validation=validation, test=test)))
    return found


def _teller(progress: Report, chosen: Sequence[Member], number: int, numbers: int) -> Told:
    """What reports how far the fitting of votes is, `number` of so many times."""
    begun = time.perf_counter()
    noun = "network" if len(chosen) == 1 else "networks"
    looks: list[tuple[int, float]] = []

    def told(done: int, loss: float, validation: float) -> None:
        seconds = time.perf_counter() - begun
        looks.append((done, seconds))
        first, before = looks[min(1, len(looks) - 1)]  # with which compiling is over
        pace = (seconds - before) / (done - first) if done > first else float("nan")
        seeds, count = tuple(member.seed for member in chosen), len(chosen)
        each = (loss,) * count, (validation,) * count, (False,) * count
        left, doing = pace * (ROUNDS - done), f"fitting the votes of {count} {noun}"
        progress(Progress(number, numbers, done, ROUNDS, 0.0, seconds, left, seeds, *each, doing))

    told(0, float("nan"), chosen[0].validation)
    return told


def check_merge(
    merge: int, task: Task, config: Config, networks: int, shapes: Sequence[Shape] | None = None
) -> None:
    """Refuse what `fit` cannot put side by side, before anything is trained."""
    if not isinstance(merge, int) or isinstance(merge, bool) or not 0 <= merge <= networks:
        raise ConfigError(
            f"merge: expected a whole number from 0 to {networks}, the number of networks, "
            f"got {merge!r}"
        )
    if merge > 1:
        whole = Architecture.of(task, config)
        for shape in [config.shape] if shapes is None else shapes:
            widened([whole.with_shape(shape)] * 2)


def _described(member: Member) -> dict[str, Any]:
    return {
        "seed": member.seed,
        "shape": asdict(member.config.shape),
        **_rounded(member),
        "loss": None if np.isnan(member.loss) else round(member.loss, 6),
        "diverged": member.diverged,
        **({} if member.ancestor is None else {"ancestor": member.ancestor}),
    }


def _rounded(member: Member) -> dict[str, float]:
    return {name: round(getattr(member, name), 6) for name in ("validation", "test")}
