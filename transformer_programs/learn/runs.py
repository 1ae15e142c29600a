"""From a task to programs: train a population, extract and prove its members, keep what was found.

task = tp.tasks.sort()
runs = tp.fit(task, seeds=8)
print(runs)                    # one line a seed
print(runs.best.program)       # the readable program
print(runs.best.proof)         # equal on every input (compositional proof: ...)
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import jax
import numpy as np

from ..batch import label_batch
from ..emit import emit_files
from ..program import Program
from ..store import save, write_text
from ..store.folder import RunRecord, digest, write_run
from ..tasks import Scores, Task, evaluate_program
from ..vectors import Vectors
from .config import Config, Shape
from .descend import Descent, descend
from .evolve import Evolution
from .evolve import evolve as following
from .extract import extract
from .initial import Given
from .population import Member, Population, Progress
from .presets import preset
from .prove import Proof, prove
from .train import fit as train

DESCENT_SECONDS = 60.0
IMPROVED = "improved"  # the name of the improved program's files in a run folder


@dataclass(frozen=True, eq=False)
class Run:
    """One trained network as a program. The program and its proof are made when first asked for."""

    task: Task
    member: Member

    @property
    def seed(self) -> int:
        return self.member.seed

    @cached_property
    def program(self) -> Program:
        """What the discretised network computes."""
        member = self.member
        return extract(member.params, member.architecture, self.task.vocabulary, self.task.classes)

    @cached_property
    def proof(self) -> Proof:
        """That `program` and the discretised network are the same function."""
        member, task = self.member, self.task
        return prove(
            self.program, member.params, member.architecture, task.vocabulary, task.classes
        )

    def scores(self, split: str = "test") -> Scores:
        """How good the program is on the train, validation or test split."""
        return evaluate_program(self.program, self.task, self.task.splits[split])

    def scores_on_all_inputs(self) -> Scores | None:
        """How good the program is on every input of the task; None where they are too many."""
        every = self.task.all_inputs()
        return None if every is None else evaluate_program(self.program, self.task, every)

    def disagreements(self) -> int:
        """On how many test inputs the program and the network differ: 0, as the proof says."""
        words = self.task.test.words
        labels = np.asarray(label_batch(self.program, words))
        given = self.member.run(words).labels
        differ = (labels != given) & (labels >= 0)
        return int(differ.reshape(len(words), -1).any(axis=1).sum())


@dataclass(frozen=True, eq=False)
class Runs:
    """All members of a population, as programs. Printed as a table.

    `improved`, after generations: the best program changed further. It is a program of its own,
    that no network computes.
    """

    task: Task
    config: Config
    population: Population
    runs: tuple[Run, ...]
    improved: Descent | None = None

    @cached_property
    def best(self) -> Run:
        """The run with the best validation score; of equals, the one with the lowest loss."""
        chosen = self.population.best
        return next(run for run in self.runs if run.member is chosen)

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __getitem__(self, index: int) -> Run:
        return self.runs[index]

    def __str__(self) -> str:
        return str(self.population)

    def _repr_html_(self) -> str:
        from ..view.notebook import table_html  # a method is only a short name for the function

        ranked = sorted(self.runs, key=lambda run: (run is not self.best, -run.member.validation))
        rows = [
            [
                str(run.seed),
                f"{run.member.validation:.2%}",
                f"{run.member.test:.2%}",
                "diverged" if run.member.diverged else f"{run.member.loss:.4f}",
            ]
            for run in ranked
        ]
        title = f"{self.task.name}: {len(self)} seeds, the best first"
        return table_html(title, ["seed", "validation", "test", "loss"], rows)

    def record(self) -> RunRecord:
        """Everything about the runs that is worth keeping, in plain values."""
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
        )

    def save(self, folder: str | Path) -> None:
        """Write the best program, its code and the record into a run folder."""
        folder = Path(folder)
        write_run(folder, self.best.program, self.record())
        if self.improved is not None:
            save(self.improved.program, folder / f"{IMPROVED}.json")
            facts = [f"Changed after training: {self.improved}."]
            for name, text in emit_files(self.improved.program, IMPROVED, facts=facts).items():
                write_text(folder / name, text)


def fit(
    task: Task,
    config: Config | None = None,
    seeds: int | Sequence[int] = 8,
    *,
    out: str | Path | None = None,
    shapes: Sequence[Shape] | None = None,
    progress: Callable[[Progress], None] | None = None,
    given: Sequence[Given] = (),
    vectors: Vectors | None = None,
    evolve: int | Evolution = 0,
    descent: float = DESCENT_SECONDS,
) -> Runs:
    """Train one network a seed, all at once, and hand them back as programs.

    Without `config`, the preset of the task. With `out`, a run folder is written there; a run that
    was killed goes on where it was when the same call is made again. `shapes` trains every seed in
    each of these shapes; `given` sets choices of modules before training. Learned word variables
    start from `vectors`. `evolve` generations follow, in which the best networks learn a few
    modules anew; then the best program is improved for `descent` seconds by changing it directly.
    """
    config = preset(task) if config is None else config
    folder = None if out is None else Path(out)
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
    plan = Evolution(evolve) if isinstance(evolve, int) else evolve
    if plan.generations:
        beside = None if folder is None else folder / "generations"
        population = following(task, population, plan, out=beside, progress=progress)
    runs = Runs(task, config, population, tuple(Run(task, m) for m in population.members))
    if plan.generations and descent and not task.pooled:
        improved = descend(runs.best.program, task, seconds=descent)
        runs = replace(runs, improved=improved)
    if folder is not None:
        runs.save(folder)
    return runs


def _described(member: Member) -> dict[str, Any]:
    return {
        "seed": member.seed,
        "shape": asdict(member.config.shape),
        "validation": round(member.validation, 6),
        "test": round(member.test, 6),
        "loss": None if np.isnan(member.loss) else round(member.loss, 6),
        "diverged": member.diverged,
    }
