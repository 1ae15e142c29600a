"""Networks so small that a test runs all their inputs, and a small task to train; needs JAX."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import jax
import numpy as np

import transformer_programs as tp
from transformer_programs.meaning.batch import label_batch, run_batch
from transformer_programs.networks.architecture import Architecture, Params, variable_name
from transformer_programs.networks.choices import Hard
from transformer_programs.networks.config import Config
from transformer_programs.networks.initial import initial
from transformer_programs.networks.model import forward, rounded
from transformer_programs.networks.population import Population
from transformer_programs.networks.program_model import ProgramModel, ProgramNetwork
from transformer_programs.networks.trainer import train
from transformer_programs.tasks import Split, Task

VOCABULARY = tp.Vocabulary(("<s>", "a", "b", "c"), begin="<s>")
CLASSES = ("x", "y", "z")
LENGTH = 5


def settings(*counts: int, **changes: int) -> Config:
    names = ("layers", "categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
    return Config(**dict(zip(names, counts, strict=True)), hidden=8, **changes)


# Every kind of module alone and together, causal, pooled, one and three inputs an MLP. Layers stand
# on each other in two of them; every further layer is compiled anew.
NETWORKS = {
    "categorical heads": (settings(1, 2, 0, 0, 0), {}),
    "numerical heads": (settings(1, 0, 2, 0, 0), {}),
    "numerical MLPs": (settings(1, 0, 2, 0, 2), {}),
    "everything": (settings(2, 2, 2, 1, 1), {}),
    "causal": (settings(1, 2, 1, 1, 1, mlp_inputs=1), {"causal": True}),
    "pooled": (settings(1, 1, 1, 1, 1), {"pooled": True}),
    "three reads": (settings(1, 1, 1, 1, 1, mlp_inputs=3), {}),
    "spare values": (settings(1, 2, 1, 1, 1, cardinality=9), {}),
}


def random_network(
    config: Config, flags: dict[str, bool], seed: int
) -> tuple[Params, Architecture]:
    architecture = Architecture(config, len(VOCABULARY.words), len(CLASSES), LENGTH, **flags)
    params, _ = initial(architecture, seed)
    # Spread the MLPs' inputs so that tables are not all one value.
    return {k: v * (4 if "mlp" in k else 1) for k, v in params.items()}, architecture


def every_input() -> np.ndarray:
    """All inputs, as word indices with -1 for padding."""
    return np.asarray(
        [
            (0, *inner) + (-1,) * (LENGTH - length)
            for length in range(1, LENGTH + 1)
            for inner in product((1, 2, 3), repeat=length - 1)
        ],
        np.int32,
    )


class Computed(NamedTuple):
    """What a discretised network computes; at padding the values mean nothing."""

    votes: np.ndarray  # (B, N, classes), or (B, classes) when pooled
    categorical: np.ndarray  # (V, B, N)
    numerical: np.ndarray  # (U, B, N)

    @property
    def labels(self) -> np.ndarray:
        return self.votes.argmax(-1)


@partial(jax.jit, static_argnums=1)
def _forward(params: Params, architecture: Architecture, words: np.ndarray):
    exact = rounded({name: value[None] for name, value in params.items()}, architecture)
    scores, stream = forward(exact, architecture, words.T[None], Hard())
    values = stream.categorical[0].argmax(1)
    return scores[0].T, values.swapaxes(1, 2), stream.numerical[0].swapaxes(1, 2)


def hard_forward(params: Params, architecture: Architecture, words: np.ndarray) -> Computed:
    """The discretised network on some inputs: words (B, N), -1 for padding."""
    with jax.enable_x64(True):
        return Computed(*map(np.asarray, _forward(params, architecture, words)))


def is_the_network(program: tp.Program, params: Params, architecture: Architecture) -> bool:
    """Whether network and program have the same variables and votes on every input there is."""
    words = every_input()
    real = words >= 0
    outcome = hard_forward(params, architecture, words)
    run = run_batch(program, words)
    for names, values in (
        (architecture.categorical, outcome.categorical),
        (architecture.numerical, outcome.numerical),
    ):
        for module, expected in zip(names, values, strict=True):
            found = np.asarray(run.variables[variable_name(module)])
            if not (found == expected)[real].all():
                return False
    votes = np.asarray(run.scores) == outcome.votes
    return bool(votes.all() if architecture.pooled else votes[real].all())


def agrees(network: ProgramNetwork) -> bool:
    """Whether a trained network and its program give the same answers to the test inputs."""
    words = network.task.test.words
    labels = np.asarray(label_batch(network.unproved, words))
    return bool((labels == network.predict(words))[labels >= 0].all())


# --- a task to train ------------------------------------------------------------------------------

TINY = Config(
    layers=1,
    categorical_heads=2,
    numerical_heads=1,
    categorical_mlps=1,
    numerical_mlps=1,
    hidden=8,
    epochs=6,
    batch=32,
    evaluations=4,
)


def toy(pooled: bool = False, causal: bool = True, sizes: Sequence[int] = (200, 60, 60)) -> Task:
    """Say the word at the position before, `a` at the first; or how the input begins if pooled."""
    generator = np.random.default_rng(0)
    splits = []
    for inputs in sizes:
        words = generator.integers(0, 3, (inputs, 5)).astype(np.int32)
        words[np.arange(5) >= generator.integers(2, 6, inputs)[:, None]] = -1
        labels = np.roll(words, 1, axis=1)
        labels[:, 0] = 0
        labels[words < 0] = -1
        splits.append(Split(words, words[:, 0].copy() if pooled else labels))
    names = ("a", "b", "c")
    return Task("toy", "", tp.Vocabulary(names), names, 5, causal, pooled, *splits)


def train_programs(task: Task, config: Config, seeds=8, out=None, shapes=(), on_progress=None):
    return train(ProgramModel.of(task, config, shapes), task, seeds, out, on_progress)


def same(first: Population, second: Population) -> bool:
    """Whether two populations have the same parameters."""
    return all(
        (a.params[name] == b.params[name]).all()
        for a, b in zip(first.members, second.members, strict=True)
        for name in a.params
    )
