"""Network -> Program: reads off the choices of a discretised network, module by module.

Everything is read off the parameters in NumPy. The proof runs the network's own code instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..analysis import Inference, infer
from ..program import Program, Vocabulary
from ..program import steps as lang
from ..program.values import Categorical, Number, ProgramError, Type, domain, size
from .architecture import (
    GRAIN,
    ONES,
    POSITIONS,
    WORDS,
    Architecture,
    Layer,
    Params,
    variable_name,
)
from .prove.ranges import inexact, largest_sums

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

MAX_CELLS = 20_000_000  # of the table of one MLP
ROWS = 1 << 16  # of a table; a larger one is made in parts, to fit in memory


class ExtractionError(ProgramError):
    """The reason why a network cannot become a program."""


def extract(
    params: Params, architecture: Architecture, vocabulary: Vocabulary, classes: tuple[str, ...]
) -> Program:
    """The program that a member's discretised network computes.

    A network whose sums may not be exact is refused: no program would be sure to compute the same.
    """
    reason = inexact(params, architecture)
    if reason is not None:
        raise ExtractionError(reason)
    a, network = architecture, Discrete(params, architecture)
    values = tuple(range(a.word_values)) if a.config.word_variables else vocabulary.words
    steps: list[lang.Step] = [
        lang.Token(lang.Variable(name, Categorical(values)), network.lookup(name))
        for name in a.word_variables
    ]
    steps.append(lang.Position(lang.Variable(POSITIONS, Categorical(tuple(range(a.length))))))
    if a.numerical:
        steps.append(lang.One(lang.Variable(ONES, Number(1, 1))))

    def program(output: lang.Answer | lang.Classifier) -> Program:
        return Program(vocabulary, tuple(steps), output, a.length, causal=a.causal)

    def known() -> dict[str, Type]:
        return {step.out.name: step.out.type for step in steps}

    found: Inference | None = None
    for layer in a.layers:
        before = known()
        steps += [_head(network, layer, name, before) for name in layer.heads]
        if layer.numerical_heads:
            so_far = program(lang.Answer(POSITIONS))
            found, largest = infer(so_far, found), largest_sums(so_far)
            steps = [_narrowed(step, found, largest) for step in steps]
        before = known()
        steps += [_mlp(network, layer, name, before) for name in layer.mlps]
    votes = tuple(lang.Vote(name, network.votes(name, type)) for name, type in known().items())
    return program(lang.Classifier(classes, votes, a.pooled, a.config.vote_scale))


def _out(module: str, type: Type) -> lang.Variable:
    """The variable that a module such as num_attn_0_1 writes."""
    kind, layer, number = module.rsplit("_", 2)
    return lang.Origin(int(layer), int(number), cast(Any, kind)).variable(type)


def _head(network: Discrete, layer: Layer, name: str, known: dict[str, Type]) -> lang.Head:
    query, key, value = network.reads(name)
    reach = layer.reaches[layer.heads.index(name)]
    if reach == "all" and network.architecture.causal:
        reach = "upto"
    looked_for = network.predicate(layer, name)
    queries, keys = domain(known[query]), domain(known[key])
    predicate = lang.Rows(tuple(tuple(k for k in keys if looked_for[q, k]) for q in queries))
    if name in layer.categorical_heads:
        out = _out(name, known[value])
        return lang.CategoricalHead(out, query, key, value, predicate, reach)
    out = _out(name, lang.sum_type(known[value], reach, network.architecture.length))
    return lang.NumericalHead(out, query, key, value, predicate, reach)


def _mlp(network: Discrete, layer: Layer, name: str, known: dict[str, Type]) -> lang.Mlp:
    reads = network.reads(name)
    count = prod(size(known[read]) or MAX_CELLS for read in reads)
    if count > MAX_CELLS:
        raise ExtractionError(
            f"a table of {name} would have {count:,} cells, one for each combination of the values "
            f"it reads; at most {MAX_CELLS:,} are written out (shorter inputs, fewer layers or "
            "numerical_mlps=0 make tables smaller)"
        )
    cells = network.mlp_cells(layer, name, [known[read] for read in reads])
    out = _out(name, Categorical(tuple(range(network.architecture.k))))
    return lang.Mlp(out, reads, lang.Table(tuple(cells.tolist())))


def _narrowed(step: lang.Step, found: Inference, largest: Mapping[str, int]) -> lang.Step:
    """The step with the type of a sum narrowed to its reachable values: tables stay small.

    Two analyses bound the sum: `found`, and `largest`, which the proof uses as well. The wider
    bound is used, so that a mistake in one of them cuts off no sum.
    """
    reached = found.values(step.out.name) if isinstance(step, lang.NumericalHead) else None
    if reached is None:
        return step
    type = Number(min(0, *reached), max(largest[step.out.name], *reached))
    return replace(step, out=replace(step.out, type=type))


class Discrete:
    """A discretised network, asked for one module at a time."""

    def __init__(self, params: Params, architecture: Architecture) -> None:
        self.params, self.architecture = params, architecture

    def _of(self, leaf: str, module: str) -> npt.NDArray[np.float32]:
        """The parameters of one module in an array."""
        at = self.architecture.modules_of(leaf).index(module)
        return np.asarray(self.params[leaf][at])

    def _weights(self, leaf: str, module: str) -> Floats:
        """The weights of an MLP, as they are rounded."""
        return np.round(self._of(leaf, module).astype(np.float64) * GRAIN) / GRAIN

    def lookup(self, variable: str) -> tuple[int, ...]:
        """The value of every word: that of a learned variable, or the word itself."""
        a = self.architecture
        if WORDS not in self.params:
            return tuple(range(a.word_count))
        logits = self.params[WORDS][:, a.word_variables.index(variable)]
        values: list[int] = np.argmax(logits, axis=-1).tolist()
        return tuple(values)

    def _chosen(self, module: str) -> list[str]:
        """The variables that a module reads, by the names of the network."""
        found: list[str] = []
        for name in self.architecture.choices_of(module).values():
            options: Any = self.architecture.leaves[name].axes[-1]
            found += [options[pick] for pick in np.argmax(self._of(name, module), axis=-1).flat]
        return found

    def reads(self, module: str) -> tuple[str, ...]:
        """The variables that a module reads: a head as query, key and value."""
        return tuple(map(variable_name, self._chosen(module)))

    def predicate(self, layer: Layer, module: str) -> Bools:
        """predicate[q, k]: whether query value q looks for key value k."""
        logits = self._of(f"{layer.number}.predicate", module)
        return np.asarray(logits.argmax(1)[:, None] == np.arange(self.architecture.k))

    def mlp_cells(self, layer: Layer, module: str, reads: list[Type]) -> Ints:
        """The output of an MLP for every combination of values, row-major.

        If an MLP reads a variable twice, cells where the reads differ cannot occur; they are filled
        from the first read.
        """
        chosen = self._chosen(module)
        kind = f"{layer.number}.{'mlp' if module in layer.categorical_mlps else 'num_mlp'}"
        into, bias = self._weights(f"{kind}_in", module), self._weights(f"{kind}_in_bias", module)
        out = self._weights(f"{layer.number}.mlp_out", module)
        out_bias = self._weights(f"{layer.number}.mlp_out_bias", module)
        domains = [domain(type) for type in reads]
        shape, cells = tuple(map(len, domains)), []
        for first in range(0, prod(shape), ROWS):
            rows = np.arange(first, min(first + ROWS, prod(shape)))
            places = np.unravel_index(rows, shape)
            hidden = np.broadcast_to(bias, (len(rows), len(bias)))
            for weights, name in zip(into, chosen, strict=True):
                read = chosen.index(name)
                values = places[read] + domains[read].start
                numerical = weights.ndim == 1
                hidden = hidden + (values[:, None] * weights if numerical else weights[values])
            cells.append(np.argmax(np.maximum(hidden, 0) @ out + out_bias, axis=1))
        return np.concatenate(cells)

    def votes(self, name: str, type: Type) -> tuple[tuple[int, ...], ...]:
        """The whole-number votes on a variable, one row per value (or one row for a number)."""
        a, number = self.architecture, isinstance(type, Number)
        leaf, modules = ("number_votes", a.numerical) if number else ("votes", a.categorical)
        at = [variable_name(module) for module in modules].index(name)
        weights = self.params[leaf][at].astype(np.float64)
        rows = np.atleast_2d(np.round(weights * a.config.vote_scale))
        count = 1 if isinstance(type, Number) else len(type.values)
        return tuple(tuple(int(weight) for weight in row) for row in rows[:count])
