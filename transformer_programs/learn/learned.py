"""The result of a learner: programs or networks with their scores, and their run folder."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dataset import Scores, Task, evaluate_program
from ..meaning.batch import label_batch
from ..networks.population import Population, Stage
from ..program import Program
from ..program.program import ProofError, digest, linked
from ..program.values import Refusal
from ..simplifier import simplify
from ..store.folder import (
    NETWORK_FILE,
    RECORD_FILE,
    RunRecord,
    read_record,
    write_record,
    write_run,
)
from ..store.front import Front, front_of, is_small, read_front
from ..synthesis import Found
from .baselines import WordModel
from .learners import Gradient, How, OnProgress, Standard, learner_name, plain_settings

if TYPE_CHECKING:
    from ..networks.network import Member, Network
    from ..networks.prove import Proof


class LearningError(Refusal):
    """A request that does not fit a learner or a run, such as another task's folder."""


@dataclass(frozen=True, eq=False, repr=False)
class TrainedProgram:
    """One trained network as a program; program and proof are computed on first use.

    `extracted` is the program without its proof. `networks` is the number of merged networks.
    """

    task: Task
    member: Member
    networks: int = 1

    def __repr__(self) -> str:
        return f"<TrainedProgram: seed {self.seed}, validation {self.member.validation:.2%}>"

    @property
    def seed(self) -> int:
        return self.member.seed

    @cached_property
    def extracted(self) -> Program:
        """The program of the discretised network, without claims."""
        from ..networks.extract import extract  # loads JAX

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
        from ..networks.network import Network

        member, task = self.member, self.task
        return Network(member.architecture, task.vocabulary, task.classes, member.params)

    def require_proof(self) -> None:
        """Raise an error if the program is not proved equal to its network."""
        if not self.proof.equal:
            raise ProofError(f"the program of seed {self.seed} {self.proof}")

    @cached_property
    def all_scores(self) -> Mapping[str, Scores]:
        """The scores of the program by split, and on "all" inputs where they can be listed."""
        every = self.task.all_inputs()
        splits = dict(self.task.splits) | ({} if every is None else {"all": every})
        return {name: evaluate_program(self.extracted, self.task, s) for name, s in splits.items()}

    def scores(self, split: str = "test") -> Scores:
        """The scores of the program on the train, validation or test split."""
        if "all_scores" in vars(self):
            return self.all_scores[split]
        return evaluate_program(self.extracted, self.task, self.task.splits[split])

    def merge_record(self) -> dict[str, Any]:
        """The number of merged networks and the scores, for run.json."""
        return {"networks": self.networks} | self.member.rounded_scores()

    def disagreements(self) -> int:
        """The number of test inputs on which program and network differ; 0 if the proof holds."""
        words = self.task.test.words
        labels = np.asarray(label_batch(self.extracted, words))
        known = self.member.answered
        given = self.member.run(words).labels if known is None else known
        differ = (labels != given) & (labels >= 0)
        return int(differ.reshape(len(words), -1).any(axis=1).sum())


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
    population: Population | None = None
    merged: tuple[TrainedProgram, ...] = ()
    choices: Front | None = None
    found: Found | None = None
    model: WordModel | None = None

    @cached_property
    def networks(self) -> tuple[Any, ...]:
        """One entry per network: a `TrainedProgram` or, of `Standard`, a `StandardMember`."""
        if self.population is None:
            return ()
        if isinstance(self.how, Standard):
            return self.population.members
        return tuple(TrainedProgram(self.task, member) for member in self.population.members)

    @cached_property
    def best_single(self) -> Any:
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
            return self._require_programs(self.front).best
        if isinstance(self.how, Standard):
            return self.best_single
        return max([self.best_single, *self.merged], key=lambda run: run.member.validation)

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
            tell = on_progress or (lambda stage: None)
            done = simplify(program, task=self.task, on_progress=lambda text: tell(Stage(text)))
        return front_of(self.task, program, done)

    @property
    def program(self) -> Program:
        """The program of the run: the shortest within one standard error of the best."""
        return self._require_programs(self.front)[self.front.knee].program

    def _require_programs(self, front: Front) -> Front:
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
        if self.front:
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
        from ..view.notebook import table_html  # a method is only a short name for the function

        if self.population is None:
            return self.front._repr_html_() if self.front else f"<pre>{self}</pre>"
        members = sorted(
            self.population.members, key=lambda one: (one is not self.best_single, -one.validation)
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

        The network, its program and the record are written first, because simplifying takes long.
        Then the simplified programs join the front. Nothing is written if the proof failed.
        """
        folder = Path(folder)
        if isinstance(self.how, Gradient):
            self._save_network(folder)
            if "front" not in vars(self):
                vars(self)["front"] = self._simplified(on_progress)
            front = read_front(folder).joined(self.front)  # more may have joined it there
            front.save(folder, self.task.name)
        elif self.front:
            write_run(folder, self.front, self.record())
        elif self.found is None:
            write_record(folder, self.record())

    def _save_network(self, folder: Path) -> None:
        """Write the best network, its program and the record; the front has this program alone."""
        best: TrainedProgram = self.best
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
            run: TrainedProgram = self.best
            found = {"best": run.seed, "proof": str(run.proof), "program": digest(run.program)}
            found["networks"] = run.networks
            found["side_by_side"] = [merged.merge_record() for merged in self.merged]
        elif isinstance(self.how, Standard):
            found["best"] = self.best.seed
        elif self.found is not None:
            found["proof"] = "; ".join(map(str, self.found.checks))
        scores = self.best.all_scores if isinstance(self.how, Gradient) else self.scores
        return RunRecord(
            task={"name": self.task.name, "settings": dict(spec.settings) if spec else None},
            config={"learner": learner_name(self.how), **plain_settings(self.how)},
            members=[member.described() for member in self.population.members]
            if self.population is not None
            else [],
            scores={name: asdict(one) for name, one in scores.items()},
            seconds=round(self.seconds, 2),
            steps=0 if self.population is None else self.population.steps,
            made_with=made_with,
            **found,
        )


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
