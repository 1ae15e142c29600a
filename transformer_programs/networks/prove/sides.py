"""The two sides of a proof: the program by its steps, the network by the pieces of its own code.

Compared here are the two ends of both, inputs and votes, and both as a whole, on some inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any, assert_never

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ...meaning.batch import run_batch
from ...meaning.interpret import winner
from ...meaning.kernels import winners
from ...program import Program, Vocabulary, types
from ...program import steps as lang
from ...program.values import Categorical, Number, Type
from ..architecture import VOTES, Architecture, Params, variable_name
from ..choices import Hard
from ..machine import Array, Tree
from ..model import (
    Stream,
    chosen_params,
    classify,
    forward,
    input_variables,
    labels_of,
    rounded,
)

WHOLE = 32  # inputs on which the whole network runs
CELLS = 1 << 22  # of the largest arrays that run at once

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.signedinteger[Any]]
Bools = npt.NDArray[np.bool_]

# A piece runs once or twice: what its compiler saves by thinking is less than what it costs.
quick_jit: Callable[..., Any] = partial(
    jax.jit, compiler_options={"xla_backend_optimization_level": 0}
)


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
    steps: Mapping[str, lang.Step]  # by the names of the network
    known: Mapping[str, Type]

    @staticmethod
    def of(program: Program, params: Params, architecture: Architecture) -> Sides:
        tree = {name: np.asarray(value)[None] for name, value in params.items()}
        exact, chosen = _discretised(tree, architecture)
        steps = {step.out.name: step for step in program.steps}
        return Sides(program, architecture, exact, chosen, steps, types(program))

    def step(self, module: str) -> lang.Step:
        """The step that stands for a module of the network."""
        return self.steps[variable_name(module)]


@partial(quick_jit, static_argnums=1)
def _discretised(params: Tree, architecture: Architecture) -> tuple[Tree, Tree]:
    exact = rounded(params, architecture)
    return exact, chosen_params(exact, architecture, Hard())


def blocks(count: int, cells: int, least: int = 1) -> Iterator[Ints]:
    """Row numbers in blocks of one size, so that one compiled function serves all of them.

    `cells`: of the largest array, per row. The last block repeats its last row to be as long, and
    sizes are powers of two where they can be, `least` at least.
    """
    size = min(max(least, 1 << (count - 1).bit_length()), max(1, CELLS // max(1, cells)))
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


def parts_of(*names: Sequence[str]) -> tuple[int, ...]:
    """The sizes of the blocks in which modules have written their variables."""
    return tuple(len(some) for some in names if some)


def as_stream(variables: tuple[Array, Array], parts: tuple[int, ...]) -> Stream:
    """The stream of some variables, in blocks as the network has them."""
    ends = list(accumulate(parts))
    assert ends[-1] == variables[0].shape[1]
    return Stream(tuple(jnp.split(variables[0], ends[:-1], axis=1)), variables[1])


# --- the frame ------------------------------------------------------------------------------------


def compare_frame(sides: Sides, vocabulary: Vocabulary, classes: tuple[str, ...]) -> None:
    """Words, classes, the lengths of inputs, and the names and kinds of all variables."""
    program, a, output = sides.program, sides.architecture, sides.program.output
    differ_unless(
        program.vocabulary == vocabulary,
        "the program does not have the network's words in their order",
    )
    differ_unless(
        isinstance(output, lang.Classifier) and output.classes == classes,
        "the program does not have the network's classes in their order",
    )
    differ_unless(
        program.causal == a.causal and program.max_length == a.length,
        "the network and the program take inputs of another kind",
    )
    modules = {variable_name(name) for name in a.categorical + a.numerical}
    differ_unless(
        set(sides.known) == modules,
        f"the network has the variables {sorted(modules)}, the program {sorted(sides.known)}",
    )
    for name in a.categorical:
        type = sides.step(name).out.type
        differ_unless(
            isinstance(type, Categorical) and len(type.values) <= a.k,
            f"{name} has one of {a.k} values in the network, {type} in the program",
        )
    for name in a.numerical:
        type = sides.step(name).out.type
        differ_unless(
            isinstance(type, Number) and None not in (type.low, type.high),
            f"{name} is a number in the network, {type} in the program",
        )


# --- inputs ---------------------------------------------------------------------------------------


@partial(quick_jit, static_argnums=2)
def _inputs(params: Tree, words: Array, architecture: Architecture) -> tuple[Array, Array]:
    stream = input_variables(params, words, architecture, Hard())
    return stream.categorical, stream.numerical


def compare_inputs(sides: Sides) -> int:
    """Every word at every position; gives how many values of words there are."""
    a = sides.architecture
    numbers = a.numerical[:1]
    for block in blocks(a.word_count, a.length * a.k * len(a.inputs)):
        words = np.broadcast_to(block, (1, a.length, len(block)))
        values, sums = (np.asarray(x)[0] for x in _inputs(sides.params, words, a))
        # Values (k, N, words) of categorical variables, numbers (N, words).
        for name, found in zip((*a.inputs, *numbers), (*values, *sums), strict=True):
            expected = _input_values(sides.step(name), a.length, block)
            right = expected if found.ndim == 2 else np.moveaxis(np.eye(a.k)[expected], 2, 0)
            differ_unless(
                np.array_equal(found, right),
                f"{name}: not what the network makes of every word and position",
            )
    return a.word_count * len(a.word_variables)


def _input_values(step: lang.Step, length: int, words: Ints) -> Ints:
    """The value of an input step for each of these words at each position: (N, words)."""
    match step:
        case lang.Token(_, lookup):
            return np.broadcast_to(np.asarray(lookup)[words], (length, len(words)))
        case lang.Position():
            return np.broadcast_to(np.arange(length)[:, None], (length, len(words)))
        case lang.One():
            return np.ones((length, len(words)), np.int64)
        case lang.CategoricalHead() | lang.NumericalHead() | lang.Mlp():
            raise Differs(f"{step.out.name} is an input in the network, not in the program")
        case _:
            assert_never(step)


# --- votes ----------------------------------------------------------------------------------------


@partial(quick_jit, static_argnums=3)
def _logits(
    params: Tree, variables: tuple[Array, Array], words: Array, architecture: Architecture
) -> Array:
    last = architecture.layers[-1]
    parts = parts_of(
        last.head_variables, last.categorical_heads, last.categorical_mlps, last.numerical_mlps
    )
    return classify(params, architecture, as_stream(variables, parts), words)[0]


def compare_votes(sides: Sides) -> int:
    """Require that each value of each variable alone gives its votes, and padding none."""
    a, output = sides.architecture, sides.program.output
    assert isinstance(output, lang.Classifier)
    weights = {vote.reads: np.asarray(vote.weights) for vote in output.votes}
    params = {name: sides.params[name] for name in VOTES if name in sides.params}
    names = [variable_name(name) for name in a.categorical + a.numerical]
    many, count = len(a.categorical), a.k * len(a.categorical) + len(a.numerical)
    for rows in blocks(count, 2 * count):
        variables = alone(rows, many, a.k, len(a.numerical), length=2)
        words = np.zeros((1, 2, len(rows)), int)
        logits = np.asarray(_logits(params, variables, words, a))
        pooled = logits.ndim == 2
        differ_unless(output.pooled == pooled, "pooled in one of them and not in the other")
        words[:, 1] = -1
        padded = np.asarray(_logits(params, variables, words, a))
        elsewhere = padded if pooled else logits[:, 0]
        differ_unless(not elsewhere.any(), "the network votes where the variable is not")
        for row, given in zip(rows.tolist(), (logits if pooled else logits[:, 1]).T, strict=True):
            # A row is a value of a categorical variable, or behind all of these a number.
            u, value = divmod(row, a.k) if row < many * a.k else (row - many * (a.k - 1), 0)
            type = sides.known[names[u]]
            if isinstance(type, Number) or value < len(type.values):
                votes = weights[names[u]][value] if names[u] in weights else np.zeros(a.class_count)
                differ_unless(np.array_equal(given, votes), f"the votes on {names[u]} differ")
    values = (len(kind.values) for kind in sides.known.values() if isinstance(kind, Categorical))
    return a.class_count * (len(a.numerical) + sum(values))


def compare_answers(sides: Sides) -> None:
    """The answer is the first of the classes with the most votes: alone, or with all behind it."""
    count = sides.architecture.class_count
    scores = np.concatenate([np.eye(count), np.triu(np.ones((count, count)))])  # (inputs, classes)
    given = scores.T[None] if sides.architecture.pooled else scores.T[None, :, None]
    labels = np.asarray(quick_jit(labels_of)(given)).ravel().tolist()
    right = [winner(row) for row in scores.tolist()]
    differ_unless(
        labels == right == winners(scores).tolist(),
        "the network does not answer with the first of the classes that have the most votes",
    )


# --- the whole ------------------------------------------------------------------------------------


@partial(quick_jit, static_argnums=2)
def _run(params: Tree, words: Array, architecture: Architecture) -> tuple[Array, Array, Array]:
    scores, stream = forward(params, architecture, words, Hard())
    return scores[0], stream.categorical[0], stream.numerical[0]


def compare_whole(sides: Sides) -> None:
    """Run both on some inputs: all variables and all votes must be the same."""
    a = sides.architecture
    words = some_inputs(sides.program.vocabulary, a.length)
    scores, values, numbers = map(np.asarray, _run(sides.rounded, words.T[None], a))
    run = run_batch(sides.program, words)
    given = (a.categorical, np.argmax(values, axis=1)), (a.numerical, numbers)
    for names, arrays in given:
        for name, array in zip(names, arrays, strict=True):
            same = np.asarray(run.variables[variable_name(name)]) == array.T
            differ_unless(bool(same[words >= 0].all()), f"{name} differs in the whole network")
    same = np.asarray(run.scores) == scores.T
    differ_unless(
        bool(same.all() if a.pooled else same[words >= 0].all()),
        "the votes of the whole network differ",
    )


def some_inputs(vocabulary: Vocabulary, length: int) -> npt.NDArray[np.int32]:
    """Inputs of every length that there is room for, of words drawn at random; -1 for padding."""
    rng = np.random.default_rng(0)
    index = {word: i for i, word in enumerate(vocabulary.words)}
    begin, end = ([] if w is None else [index[w]] for w in (vocabulary.begin, vocabulary.end))
    symbols = [index[word] for word in vocabulary.symbols]
    rows = []
    for number in range(WHOLE):
        inner = length - len(begin) - len(end) - number % length if symbols else 0
        inner = max(inner, 0 if begin or end else 1)
        row = [*begin, *rng.choice(symbols or [0], inner), *end][:length]
        rows.append(row + [-1] * (length - len(row)))
    return np.asarray(rows, np.int32)
