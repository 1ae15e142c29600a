"""Population search on top of the gradient: keep the best networks, learn a few modules anew.

In each generation the best members have children. A child is its parent with some modules started
afresh; all others are frozen as they are when discretised. The new modules and the votes of all are
trained for a few hundred steps, in the same compiled loop as everything else. Parents and children
then compete on validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..tasks import Task
from .architecture import VOTES, WORDS, Architecture, Leaf, Params, largest
from .config import Config, ConfigError
from .initial import Mask, initial
from .loop import Schedule
from .population import Member, Population
from .relax import ABSENT, SURE
from .train import ProgramTrainer
from .trainer import Report, Start


@dataclass(frozen=True, slots=True)
class Evolution:
    """How generations follow each other.

    The modules of a child are started afresh with a probability that is spaced evenly (by its
    logarithm) between the two `rates` over the children. Children train for about `steps` steps
    from `temperature` on; `parents` is the share of the population that has children.
    """

    generations: int
    steps: int = 400
    rates: tuple[float, float] = (0.08, 0.4)
    temperature: float = 1.0
    parents: float = 0.25

    def __post_init__(self) -> None:
        if self.generations < 0 or self.steps < 1:
            raise ConfigError("evolve: expected at least 0 generations of at least 1 step")
        low, high = self.rates
        if not 0 < low <= high <= 1 or not 0 < self.parents <= 1 or self.temperature <= 0:
            raise ConfigError("evolve: expected rates and a share of parents above 0 and up to 1")

    def config(self, config: Config, inputs: int) -> Config:
        """The settings with which children train."""
        return replace(
            config,
            epochs=max(1, round(self.steps / max(1, inputs // config.batch))),
            start_temperature=min(self.temperature, config.start_temperature),
            evaluations=min(config.evaluations, 4),
            keep="best",
        )


def evolve(
    task: Task,
    population: Population,
    plan: Evolution | int,
    *,
    out: Path | None = None,
    progress: Report | None = None,
) -> Population:
    """The best of a population and of the generations that follow it, as many as there were.

    Children are numbered on from the largest seed. With `out` the same call continues a run that
    was killed: every generation has its checkpoint.
    """
    plan = Evolution(plan) if isinstance(plan, int) else plan
    pool = list(population.members)
    if not plan.generations or not any(not member.diverged for member in pool):
        return population
    size, following = len(pool), 1 + max(member.seed for member in pool)
    shape = largest([member.config.shape for member in pool])
    first = pool[0]
    config = plan.config(first.config.with_shape(shape), len(task.train.words))
    large = replace(first.architecture, config=config)
    trainer = ProgramTrainer(
        task=task,
        architecture=large,
        schedule=Schedule.of(config, len(task.train)),
        keep=config.keep,
        out=out,
        progress=progress,
        seconds=population.seconds,
    )
    for generation in range(plan.generations):
        starts = children(pool, plan, config, size, following)
        found = trainer.train(starts, generation, plan.generations)
        pool += [_of(member, first.config) for member in found]
        pool, following = _best(pool, size), following + size
    steps = population.steps + plan.generations * trainer.schedule.steps
    return Population(tuple(pool), trainer.seconds, steps)


def children(
    pool: Sequence[Member], plan: Evolution, config: Config, size: int, seed: int
) -> list[Start[Architecture]]:
    """So many children of the best members, with the seeds from `seed` on."""
    sound = _best([member for member in pool if not member.diverged], len(pool))
    parents = sound[: max(1, round(plan.parents * size))]
    generator = np.random.default_rng([seed, 3])
    rates = generator.permutation(np.geomspace(*plan.rates, size))
    starts = []
    for i in range(size):
        parent = parents[i % len(parents)]
        own = replace(parent.architecture, config=config.with_shape(parent.config.shape))
        modules = own.modules
        chosen = generator.random(len(modules)) < rates[i]
        chosen[generator.integers(len(modules))] = True
        renewed = tuple(name for name, new in zip(modules, chosen, strict=True) if new)
        starts.append(Start(seed + i, own, child(parent.params, own, seed + i, renewed)))
    return starts


def child(
    params: Params, architecture: Architecture, seed: int, renewed: Sequence[str]
) -> tuple[Params, Mask]:
    """A network with some modules started afresh and all others frozen: (parameters, trained).

    Nobody has voted on what a new module says: its votes start at 0. All votes are trained.
    """
    fresh, trained = initial(architecture, seed)
    made: Params = {}
    for name, leaf in architecture.leaves.items():
        if name == WORDS:
            made[name] = params[name]
            continue
        axis = 0 if isinstance(leaf.axes[0], tuple) else 1
        names = leaf.axes[axis]
        assert not isinstance(names, int)
        new = np.asarray([module in renewed for module in names])
        new = new.reshape([-1 if i == axis else 1 for i in range(len(leaf.axes))])
        if name in VOTES:
            made[name] = np.where(new, np.float32(0), params[name])
        else:
            made[name] = np.where(new, fresh[name], discretised(params[name], leaf))
            trained[name] = np.broadcast_to(new, leaf.shape).copy()
    return made, trained


def discretised(values: npt.NDArray[np.float32], leaf: Leaf) -> npt.NDArray[np.float32]:
    """Logits whose choices no noise can change; other parameters as they are."""
    if leaf.choice:
        chosen = values.argmax(-1)[..., None] == np.arange(leaf.shape[-1])
        return np.where(chosen, np.float32(0), np.float32(ABSENT))
    if leaf.truth:
        return np.where(values > 0, np.float32(SURE), np.float32(-SURE))
    return values


def _best(pool: Sequence[Member], size: int) -> list[Member]:
    """The best on validation; of equals, those with the lowest loss; the diverged last."""
    return sorted(pool, key=lambda m: (m.diverged, -m.validation, m.loss))[:size]


def _of(member: Member, config: Config) -> Member:
    """A child with the settings its ancestors were trained with, but its own shape."""
    own = replace(member.architecture, config=config.with_shape(member.config.shape))
    return replace(member, architecture=own)
