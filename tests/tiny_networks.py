"""Networks so small that a test runs all their inputs; needs JAX."""

from __future__ import annotations

from itertools import product

import numpy as np

import transformer_programs as tp
from transformer_programs.learn.architecture import Architecture, Params, variable_name
from transformer_programs.learn.config import Config
from transformer_programs.learn.hardened import hard_forward
from transformer_programs.learn.initial import initial
from transformer_programs.meaning.batch import run_batch

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
    "categorical MLPs": (settings(1, 1, 0, 2, 0), {}),
    "numerical MLPs": (settings(1, 0, 2, 0, 2), {}),
    "everything": (settings(2, 2, 2, 1, 1), {}),
    "causal": (settings(2, 2, 1, 1, 1), {"causal": True}),
    "pooled": (settings(1, 1, 1, 1, 1), {"pooled": True}),
    "one read": (settings(1, 1, 1, 1, 1, mlp_inputs=1), {}),
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


def assert_same_on_every_input(
    program: tp.Program, params: Params, architecture: Architecture
) -> None:
    """Network and program agree on every variable and every answer, wherever there is a word."""
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
            assert (found == expected)[real].all(), module
    same = run.labels == outcome.labels
    # Position 0 holds the begin word, which answers itself.
    assert same.all() if architecture.pooled else same[:, 1:][real[:, 1:]].all()
