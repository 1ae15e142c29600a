"""A start in which MLPs know pairs of neighbouring words: what a linear model says of them.

Word variables make pairs few enough to count: `common` gives each of the commonest words a value of
its own, and each of the `kinds` has a value for each group of words with near vectors, grouped from
another beginning each time. Heads copy them from the word before, one variable each. An MLP reads a
variable of a word and what a head copied, such as the kind of a word and which common word stands
before it. What the regression says of such a pair is what the MLP starts to write, as one of its
values. There are as many kinds as heads and word variables have room for, and as many pairs as
there are MLPs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..tasks import Split
from .architecture import POSITIONS, WORDS, Architecture, Params
from .config import ConfigError
from .initial import Given, WordRows
from .label_start import STEEP, Doubles, bags_of, held_columns

Ints = npt.NDArray[np.int64]

HEADS = MLPS = 2  # that start with something to do
CERTAIN = 8.0  # the first logit of a word's own value, where that of all others is 0
ROUNDS = 20  # of the search for groups
FITTED = 300  # rounds of the optimiser that fits an MLP to its table
SMALL = 1e-4  # how much the weights of an MLP are held back


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Values of each word (values, words): which common word it is, and of which kinds it is.

    `read`: the pairs to know, each a value of a word and a value of the word before it.
    """

    values: Ints
    read: tuple[tuple[int, int], ...]
    size: int

    @staticmethod
    def of(split: Split, vectors: WordRows, architecture: Architecture) -> Codes:
        words, size = architecture.words, architecture.word_values
        counts = np.bincount(split.words[split.words >= 0], minlength=words)
        rank = np.argsort(np.argsort(-counts, kind="stable"))
        rows = vectors.rows - vectors.rows[vectors.found].mean(axis=0)
        rows = np.where(vectors.found[:, None], rows, 0)
        length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
        count, read = room(architecture)
        flat = (rows / length).astype(np.float64)
        kinds = [grouped(flat, size, seed=seed)[1] for seed in range(count - 1)]
        return Codes(np.stack([np.minimum(rank, size - 1), *kinds]), read, size)

    def pairs(self, words: npt.NDArray[np.int32]) -> list[Ints]:
        """The pairs at each position (inputs, length): a value * size + that of the word before.

        The first word of an input stands before itself: so do heads that find nothing.
        """
        before = np.concatenate([words[:, :1], words[:, :-1]], axis=1)
        made = [self.values[x][words] * self.size + self.values[y][before] for x, y in self.read]
        return [np.where(words >= 0, pair, -1) for pair in made]

    def bags(self, words: npt.NDArray[np.int32]) -> list[csr_matrix]:
        return [bags_of(pair.astype(np.int32), self.size**2) for pair in self.pairs(words)]


def room(architecture: Architecture) -> tuple[int, tuple[tuple[int, int], ...]]:
    """How many values of a word there is room for, and the pairs of them that MLPs can read."""
    config = architecture.config
    free = config.word_variables - len(held_columns(architecture))
    count = min(config.categorical_heads, free)
    pairs = [(1, 0), (0, 1), (0, 0), (1, 1)]
    pairs += [pair for kind in range(2, count) for pair in ((kind, 0), (0, kind), (kind, kind))]
    return count, tuple(pairs[: config.categorical_mlps])


def grouped(
    rows: Doubles, size: int, weights: Doubles | None = None, seed: int = 0
) -> tuple[Doubles, Ints]:
    """Rows in groups of near ones (k-means): the centres (size, width), and the group of each.

    >>> centres, group = grouped(np.array([[0.0], [0.1], [5.0], [5.2]]), 2)
    >>> group[0] == group[1], group[2] == group[3], group[0] == group[2]
    (np.True_, np.True_, np.False_)
    """
    generator = np.random.default_rng([seed, 5])
    weights = np.ones(len(rows)) if weights is None else weights
    centres = rows[generator.choice(len(rows), size, replace=len(rows) < size)]
    for _ in range(ROUNDS):
        group = (rows @ centres.T - np.square(centres).sum(axis=1) / 2).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, group, rows * weights[:, None])
        totals = np.bincount(group, weights, minlength=size)
        filled = totals > 0
        centres[filled] = sums[filled] / totals[filled, None]
        # An empty group takes the row that is farthest from its centre.
        for empty in np.flatnonzero(~filled)[:1]:
            away = np.square(rows - centres[group]).sum(axis=1) * weights
            centres[empty] = rows[away.argmax()]
    return centres, (rows @ centres.T - np.square(centres).sum(axis=1) / 2).argmax(axis=1)


def check(architecture: Architecture) -> None:
    """Refuse a network without room for this start."""
    config, held = architecture.config, len(held_columns(architecture))
    wanted = {"categorical_heads": HEADS, "categorical_mlps": MLPS, "word_variables": held + 2}
    for name, least in wanted.items():
        if getattr(config, name) < least:
            raise ConfigError(
                f"{name}: expected at least {least} with word_start=pairs, "
                f"got {getattr(config, name)}"
            )
    if not architecture.pooled or config.mlp_inputs != 2:
        raise ConfigError(
            "word_start: expected vectors or labels unless each input has one label "
            "and mlp_inputs is 2, got pairs"
        )


def pair_choices(architecture: Architecture) -> tuple[Given, ...]:
    """What the heads look at and copy, and what the MLPs read."""
    count, pairs = room(architecture)
    first, length = len(held_columns(architecture)), architecture.length
    values = architecture.word_variables[first : first + count]
    before = (0, *(at - 1 if at < length else None for at in range(1, architecture.k)))
    heads = [
        Given(f"attn_0_{i}", POSITIONS, POSITIONS, value, before) for i, value in enumerate(values)
    ]
    mlps = [
        Given(f"mlp_0_{i}", reads=(values[own], f"attn_0_{other}"))
        for i, (own, other) in enumerate(pairs)
    ]
    return (*heads, *mlps)


def with_pairs(
    params: Params, architecture: Architecture, codes: Codes, tables: list[PairMlp], length: float
) -> Params:
    """The parameters with these word variables, and with MLPs that know their pairs."""
    first = len(held_columns(architecture))
    params = {name: value.copy() for name, value in params.items()}
    everyone = np.arange(architecture.words)
    for variable, values in enumerate(codes.values, start=first):
        params[WORDS][:, variable] = 0
        params[WORDS][everyone, variable, values] = CERTAIN
    for i, mlp in enumerate(tables):
        width = mlp.into.shape[2]
        params["0.mlp_in"][i] = 0
        params["0.mlp_in"][i, :, : codes.size, :width] = mlp.into
        params["0.mlp_in_bias"][i] = 0
        params["0.mlp_out"][i] = 0
        params["0.mlp_out_bias"][i] = -1e3
        centres = mlp.centres
        gaps = np.square(centres[:, None] - centres).sum(axis=2) + 1e9 * np.eye(len(centres))
        strength = STEEP / max(float(np.median(gaps.min(axis=1))), 1e-6)
        params["0.mlp_out"][i, :width, : len(centres)] = 2 * strength * mlp.out @ centres.T
        params["0.mlp_out_bias"][i, : len(centres)] = -strength * np.square(centres).sum(axis=1)
        place = architecture.categorical.index(f"mlp_0_{i}")
        params["votes"][place, : len(centres)] = centres * length
    return params


@dataclass(frozen=True, slots=True, eq=False)
class PairMlp:
    """An MLP that writes what is said of a pair: weights (2, size, width), (width, classes).

    `centres` (values, classes): what each of its values says.
    """

    into: Doubles
    out: Doubles
    centres: Doubles

    @staticmethod
    def fitted(said: Doubles, counts: Doubles, size: int, width: int, values: int) -> PairMlp:
        """Near what is said of each pair (size * size, classes), where the pair is not rare."""
        generator = np.random.default_rng([size, 6])
        classes, seen = said.shape[1], np.sqrt(counts)[:, None] + 0.1
        first, second = np.divmod(np.arange(size * size), size)
        start = np.concatenate(
            [
                generator.standard_normal(2 * size * width) * 0.3,
                generator.standard_normal(width * classes) * 0.1,
            ]
        )

        def parts(flat: Doubles) -> tuple[Doubles, Doubles]:
            inner = flat[: 2 * size * width].reshape(2, size, width)
            return inner, flat[2 * size * width :].reshape(width, classes)

        def loss(flat: Doubles) -> tuple[float, Doubles]:
            into, out = parts(flat)
            units = np.maximum(into[0][:, None] + into[1][None], 0).reshape(-1, width)
            errors = seen * (units @ out - said)
            back = ((errors @ out.T) * (units > 0)).reshape(size, size, width)
            slopes = [
                back.sum(axis=1).ravel(),
                back.sum(axis=0).ravel(),
                (units.T @ errors).ravel(),
            ]
            value = float((errors * (units @ out - said)).sum() + SMALL * (flat @ flat)) / 2
            return value, np.concatenate(slopes) + SMALL * flat

        found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": FITTED})
        into, out = parts(found.x)
        written = np.maximum(into[0][first] + into[1][second], 0) @ out
        centres, _ = grouped(written, values, seen[:, 0] ** 2)
        return PairMlp(into, out, centres)
