"""Upper bounds of sums: of an extracted program, and of the discretised network itself.

Of a program, by interval arithmetic: for each position of an input, the values that each variable
may have there, and the largest that each number may be. A sum adds the numbers at all positions in
reach whose key may match a query value; the largest of these sums is its bound. All numbers are
sums of ones: none is negative.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ...meaning.interpret import matches, reachable
from ...program import Program, types
from ...program import steps as lang
from ...program.values import Categorical
from ..architecture import GRAIN, ONES, Architecture, Params

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

EXACT = 2.0**52  # doubles count up to twice as far; the other half is for rounding of the bound


def largest_sums(program: Program) -> dict[str, int]:
    """For each sum, a number that it does not exceed on any input, unless a type cuts one off."""
    heads = [step for step in program.steps if isinstance(step, lang.Head)]
    grids = {head.out.name: _grid(head, program) for head in heads}
    largest: dict[str, int] = {}
    for words in _words(program):
        for name, sums in _sums(program, words, grids).items():
            largest[name] = max(largest.get(name, 0), int(sums.max()))
    return largest


def _grid(head: lang.Head, program: Program) -> Bools:
    """(query values, key values): which pairs match."""
    query, key = (types(program)[name] for name in (head.query, head.key))
    assert isinstance(query, Categorical)
    assert isinstance(key, Categorical)
    grid = np.zeros((len(query.values), len(key.values)), bool)
    if isinstance(head.predicate, lang.Rows):
        for row, accepts in zip(grid, head.predicate.accepts, strict=True):
            row[list(accepts)] = True
        return grid
    for q, k in np.ndindex(grid.shape):
        grid[q, k] = matches(head.predicate, query, key, q, k)
    return grid


def _words(program: Program) -> Iterator[Bools]:
    """(positions, words) for inputs of each length: which words may stand where.

    Without an end word, the longest inputs have the largest sums: further words only add to them.
    """
    vocabulary, longest = program.vocabulary, program.max_length
    assert longest is not None
    marks = vocabulary.begin, vocabulary.end
    inner = [word not in marks or word == vocabulary.unknown for word in vocabulary.words]
    shortest = 1 + (vocabulary.begin is not None)
    for length in range(longest if vocabulary.end is None else shortest, longest + 1):
        words = np.tile(np.array(inner), (length, 1))
        for place, mark in zip((0, -1), marks, strict=True):
            if mark is not None:
                words[place] = np.array(vocabulary.words) == mark
        yield words


def _sums(program: Program, words: Bools, grids: dict[str, Bools]) -> dict[str, Floats]:
    """The largest that each sum can be at each position of an input."""
    length = len(words)
    values: dict[str, Bools] = {}  # (positions, values) of a variable: which it may have there
    numbers: dict[str, Floats] = {}
    for step in program.steps:
        name, type = step.out.name, step.out.type
        if isinstance(step, lang.One):
            numbers[name] = np.ones(length)
            continue
        if isinstance(step, lang.Head):
            may_match = grids[name] @ values[step.key].T  # (query values, positions)
            seen = np.zeros((length, length), bool)
            for i in range(length):
                seen[i, list(reachable(i, length, step.reach, program.causal))] = True
        if isinstance(step, lang.NumericalHead):
            added = np.where(may_match, numbers[step.value], 0.0)
            numbers[name] = np.where(values[step.query], seen * 1.0 @ added.T, 0.0).max(1)
        elif isinstance(step, lang.CategoricalHead):
            looks = values[step.query] @ may_match & seen  # (positions, positions)
            values[name] = looks @ values[step.value] | values[step.value][0]
        else:
            assert isinstance(type, Categorical)
            every = np.arange(len(type.values))
            match step:
                case lang.Token(_, lookup):
                    values[name] = words @ (np.array(lookup)[:, None] == every)
                case lang.Position():
                    values[name] = np.arange(length)[:, None] == every
                case lang.Mlp(_, _, lang.Table(cells)):
                    values[name] = np.tile(np.isin(every, cells), (length, 1))
                case _:
                    values[name] = np.ones((length, len(every)), bool)
    return {name: numbers[name] for name in grids if name in numbers}


# --- the sums of the network ----------------------------------------------------------------------


def inexact(params: Params, architecture: Architecture) -> str | None:
    """Why sums of a member's discretised network may not be exact; None where all of them are.

    Every sum is bounded by the magnitudes of what is added: of a unit of an MLP, a whole number of
    1 / GRAIN; of what it makes of its units, of 1 / GRAIN^2; of numbers and of votes, of 1.
    """
    for name in architecture.leaves:
        if name in params and not np.isfinite(params[name]).all():
            return f"{name}: the network has a parameter that is no finite number"
    # The most that each numerical variable can be: a head adds up what it reads.
    top = {ONES: 1.0}
    for n, layer in enumerate(architecture.layers):
        for head, logits in zip(layer.numerical_heads, params.get(f"{n}.number", ()), strict=True):
            top[head] = architecture.length * top[layer.head_numbers[int(np.argmax(logits))]]
    for n in range(len(architecture.layers)):
        units, logits = _largest_units(params, architecture, n, top)
        if units * GRAIN > EXACT or logits * GRAIN**2 > EXACT:
            return (
                f"the sums of an MLP of layer {n} may reach {max(units, logits):.3g}: beyond "
                f"{EXACT / GRAIN**2:.3g} they are not exact"
            )
    scale = architecture.config.vote_scale
    votes = np.abs(np.round(np.float64(params["votes"]) * scale)).max(1).sum(0)
    for name, row in zip(architecture.numerical, params.get("number_votes", ()), strict=True):
        votes += np.abs(np.round(np.float64(row) * scale)) * top[name]
    most = float(votes.max()) * (architecture.length if architecture.pooled else 1)
    if max(most, *top.values()) > EXACT:
        return (
            f"votes may reach {most:.3g} and numbers {max(top.values()):.3g}: beyond {EXACT:.3g} "
            "their sums are not exact"
        )
    return None


def _largest_units(
    params: Params, architecture: Architecture, n: int, top: dict[str, float]
) -> tuple[float, float]:
    """The most that a unit of an MLP of layer n can be, up or down, and the most it makes of them.

    Magnitudes are added up, whatever the signs: no order of the sum is larger on the way.
    """

    def size(name: str) -> npt.NDArray[np.float64]:
        grains = np.round(np.asarray(params[f"{n}.{name}"], np.float64) * GRAIN)
        return np.asarray(np.abs(grains) / GRAIN)

    units = []  # (MLPs, hidden) of each kind
    if f"{n}.mlp_in" in params:
        units.append(size("mlp_in").max(2).sum(1) + size("mlp_in_bias"))
    if f"{n}.num_mlp_in" in params:
        names = architecture.layers[n].mlp_numbers
        picks = np.argmax(params[f"{n}.num_mlp_reads"], axis=-1)
        read = np.array([[top[names[int(pick)]] for pick in row] for row in picks])
        units.append((size("num_mlp_in") * read[:, :, None]).sum(1) + size("num_mlp_in_bias"))
    if not units:
        return 0.0, 0.0
    every = np.concatenate(units)
    made = np.einsum("mw,mwk->mk", every, size("mlp_out")) + size("mlp_out_bias")
    return float(every.max()), float(made.max())
