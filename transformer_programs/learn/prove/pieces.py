"""The two sides of a proof: the program by its steps, the network by the pieces of its own code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import numpy as np
import numpy.typing as npt

from ...program import Program, types
from ...program.steps import Step
from ...program.values import Type
from ..architecture import Architecture, Params, variable_name
from ..hardened import rounded
from ..model import Stream, Tree, chosen_params
from ..noise import Array
from ..relax import Hard

CELLS = 1 << 22  # of the largest arrays that run at once

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# A piece runs once or twice: what its compiler saves by thinking is less than what it costs.
piece: Callable[..., Any] = partial(jax.jit, compiler_options={"xla_backend_optimization_level": 0})


class Differs(Exception):
    """The sentence that says where network and program part."""


def differ_unless(equal: bool, sentence: str) -> None:
    if not equal:
        raise Differs(sentence)


@dataclass(frozen=True, slots=True)
class Sides:
    """The program by its steps, and the network with every choice made, each with one member."""

    program: Program
    architecture: Architecture
    rounded: Tree
    params: Tree
    steps: Mapping[str, Step]  # by the names of the network
    known: Mapping[str, Type]

    @staticmethod
    def of(program: Program, params: Params, architecture: Architecture) -> Sides:
        tree = {name: np.asarray(value)[None] for name, value in params.items()}
        architecture = architecture.still
        exact, chosen = _discretised(tree, architecture)
        steps = {step.out.name: step for step in program.steps}
        return Sides(program, architecture, exact, chosen, steps, types(program))

    def step(self, module: str) -> Step:
        """The step that stands for a module of the network."""
        return self.steps[variable_name(module)]


@partial(piece, static_argnums=1)
def _discretised(params: Tree, architecture: Architecture) -> tuple[Tree, Tree]:
    exact = rounded(params, architecture)
    return exact, chosen_params(exact, architecture, Hard())


def blocks(count: int, cells: int) -> Iterator[Ints]:
    """Row numbers in blocks of one size, so that one compiled function serves all of them.

    `cells`: of the largest array, per row. The last block repeats its last row to be as long, and
    sizes are powers of two where they can be.
    """
    size = min(1 << (count - 1).bit_length(), max(1, CELLS // max(1, cells)))
    for first in range(0, count, size):
        yield np.minimum(np.arange(first, first + size), count - 1)


# A stream: categorical (P, V, k, N, B), numerical (P, U, N, B). Pieces take NumPy's arrays as they
# are: every operation on JAX's own would be compiled by itself.
Variables = tuple[Floats, Floats]


def alone(rows: Ints, many: int, k: int, numbers: int, length: int = 1) -> Variables:
    """Streams in which one value of one variable, or one number, is 1 at the last position.

    Row u * k + v: value v of categorical variable u; row many * k + u: number u.
    """
    every = np.zeros((1, many * k + numbers, length, len(rows)))
    every[0, rows, -1, np.arange(len(rows))] = 1
    values, ones = np.split(every, [many * k], axis=1)
    return values.reshape(1, many, k, length, len(rows)), ones


def as_stream(variables: tuple[Array, Array]) -> Stream:
    return Stream(variables[:1], variables[1])
