"""A trained network as a proved program; the best networks merged into one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..meaning.batch import label_batch
from ..program import Program
from ..program.program import ProofError, linked
from ..tasks import Scores, Task, evaluate_program
from .architecture import Architecture
from .config import Config, ConfigError, Shape
from .extract import extract
from .merge import ROUNDS, Values, together, values_of, widened
from .network import Member, Network
from .population import Population, Stage
from .prove import Proof


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


def merge_best(
    population: Population[Member],
    task: Task,
    most: int,
    on_progress: Callable[[Any], None] | None = None,
) -> list[Run]:
    """The best `most` networks merged, also half of them, a quarter and so on; the fewest first.

    The votes of each are fitted jointly.
    """
    ranked = population.ranked(population.best.config.layers)[:most]
    counts = [len(ranked) >> i for i in range(len(ranked).bit_length())]
    known: list[tuple[Values, Values]] = []
    found: list[Run] = []

    def on_round(rounds: int, loss: float, validation: float) -> None:
        if on_progress is not None:
            networks = f"{count} network{'s' * (count > 1)}"
            doing = f"fitting the votes of {networks}: step {rounds}/{ROUNDS}"
            share = (len(found) + rounds / ROUNDS) / len(counts)
            on_progress(Stage(f"{doing}  best validation {validation:.2%}", share))

    for count in reversed(counts):
        chosen = ranked[:count]
        on_round(0, float("nan"), chosen[0].validation)
        known += [values_of(member, task) for member in chosen[len(known) :]]
        member = together(chosen, task, known=known, on_round=on_round)
        run = Run(task, member, count)
        validation, test = (run.scores(split).main for split in ("validation", "test"))
        found.append(replace(run, member=replace(member, validation=validation, test=test)))
    return found


def check_merge(
    merge: int, task: Task, config: Config, networks: int, shapes: Sequence[Shape] = ()
) -> None:
    """Raise ConfigError, before training, if `merge` networks of these shapes cannot be merged."""
    if not isinstance(merge, int) or isinstance(merge, bool) or not 0 <= merge <= networks:
        raise ConfigError(
            f"merge: expected a whole number from 0 to {networks}, the number of networks, "
            f"got {merge!r}"
        )
    if merge > 1:
        whole = Architecture.of(task, config)
        for shape in shapes or [config.shape]:
            widened([whole.with_shape(shape)] * 2)
