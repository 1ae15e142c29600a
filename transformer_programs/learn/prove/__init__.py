"""The compositional proof: a network and a program are the same function.

The network's own code runs piece by piece, with hard choices, on every value that a piece can be
given; what it writes is compared with what the program's step computes. The proof reads no
parameter by itself and shares no code with extraction, so a mistake there cannot hide here.

- Inputs: every word at every position.
- Reads and votes are linear in the variables: each value of each variable alone tells all.
- Matches: every query value with every key value; where matches have levels, with every two.
- Choices: which of several matches a head copies from, for every set of one or two matches. The
  logit of a match depends on nothing but the two positions and its level, and rises with the level;
  that of any other position is far below. So the winner of a pair decides that of any set.
- MLPs: the sums before ReLU are linear, so it is seen which variables they depend on; then every
  combination of the values of these.
- Sums: no sum of the program leaves the range of its type, and those of the network are exact.
- At last the whole network runs on some inputs, and every variable must be that of the program. The
  proof does not rest on them; they would show pieces that are joined otherwise than assumed.

Equal pieces that are joined in the same way compute equal functions, so the answer holds for every
input of every length, not for a sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import jax

from ...infer import infer
from ...program import Program, Vocabulary
from ...program.steps import Answer, NumericalHead, Step, sum_type
from ...program.values import Type, domain
from ..architecture import Architecture, Layer, Params, variable_name
from ..exact import inexact
from ..machine import keep_compiled, on_cpu
from ..model import Tree, layer_params
from .ends import compare_frame, compare_inputs, compare_votes, compare_whole
from .heads import Sets, compare_matches, compare_reads, gates_of, met_by, step_of
from .mlps import Sums, compare_cells
from .mlps import compare_reads as compare_mlp_reads
from .pieces import Differs, Sides, differ_unless

MOST_TOLD = 5  # differences that are printed


@dataclass(frozen=True, slots=True)
class Proof:
    """What was compared, and where network and program differ, module by module.

    >>> print(Proof(modules=3, cells=128, choices=720, votes=90))
    equal on every input (compositional proof: 3 modules, 128 cells, 720 choices, 90 votes)
    >>> print(Proof(3, 128, 720, 90, ("attn_0_0 reads tokens as query, the program positions",)))
    differs from its network: attn_0_0 reads tokens as query, the program positions
    """

    modules: int
    cells: int
    choices: int
    votes: int
    differences: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        return not self.differences

    def __str__(self) -> str:
        if self.differences:
            told = "; ".join(self.differences[:MOST_TOLD])
            more = len(self.differences) - MOST_TOLD
            return f"differs from its network: {told}{f'; {more} more' if more > 0 else ''}"
        modules = f"{self.modules} module{'s' * (self.modules != 1)}"
        return (
            f"equal on every input (compositional proof: {modules}, "
            f"{self.cells:,} cells, {self.choices:,} choices, {self.votes:,} votes)"
        )


@dataclass(slots=True)
class _Tally:
    """What was compared so far."""

    modules: int = 0
    cells: int = 0
    choices: int = 0
    votes: int = 0
    differences: list[str] = field(default_factory=list)

    @contextmanager
    def piece(self) -> Iterator[None]:
        """A piece that is compared by itself: where it differs, the others are still compared."""
        try:
            yield
        except Differs as found:
            self.differences.append(str(found))

    def proof(self) -> Proof:
        return Proof(self.modules, self.cells, self.choices, self.votes, tuple(self.differences))


def prove(
    program: Program,
    params: Params,
    architecture: Architecture,
    vocabulary: Vocabulary,
    classes: tuple[str, ...],
) -> Proof:
    """Compare a program with a network, module by module.

    A network counts its words and classes; `vocabulary` and `classes` are what it was trained with
    and give them their names. The program must have the same, in the same order.

    The cells are pairs of a query and a key value, combinations of values that MLPs read, and the
    values of words; the choices are those of heads among sets of matches; the votes are the
    classifier's weights.
    """
    keep_compiled()
    tally = _Tally()
    # What raises outside of a piece of its own, such as other words, ends the comparison.
    with tally.piece(), jax.enable_x64(True), on_cpu():
        sentence = inexact(params, architecture)
        differ_unless(sentence is None, str(sentence))
        sides = Sides.of(program, params, architecture)
        compare_frame(sides, vocabulary, classes)
        with tally.piece():
            tally.cells += compare_inputs(sides)
        first = layer_params(sides.params, 0)
        sets = Sets(sides.architecture, first) if architecture.layers[0].heads else None
        for n, layer in enumerate(architecture.layers):
            own = layer_params(sides.params, n)
            if sets is not None:
                _compare_heads(sides, own, layer, sets, tally)
            _compare_mlps(sides, own, layer, tally)
            with tally.piece():
                _compare_ranges(sides, n)
        with tally.piece():
            tally.votes += compare_votes(sides)
        if not tally.differences:
            compare_whole(sides)
    return tally.proof()


def _compare_heads(sides: Sides, own: Tree, layer: Layer, sets: Sets, tally: _Tally) -> None:
    scores = (getattr(sides.step(name), "score", None) for name in layer.heads)
    keys = 2 if "levels" in own or any(scores) else 1
    gates = gates_of(own, layer, sides.architecture.k)
    met = met_by(sides, own, layer, keys)
    for at, name in enumerate(layer.heads):
        tally.modules += 1
        with tally.piece():
            step = step_of(sides, layer, name)
            compare_reads(step, name, gates, layer)
            tally.cells += compare_matches(sides, step, name, met[at], keys)
            tally.choices += sets.compare(step, name, at)


def _compare_mlps(sides: Sides, own: Tree, layer: Layer, tally: _Tally) -> None:
    if not layer.mlps:
        return
    sums = Sums.of(own, layer, sides.architecture.k)
    for name in layer.mlps:
        tally.modules += 1
        with tally.piece():
            step = compare_mlp_reads(sides, sums, layer, name)
            tally.cells += compare_cells(sides, own, sums, layer, name, step)


def _compare_ranges(sides: Sides, n: int) -> None:
    """No sum of a layer is ever cut off by its type, since the network's sums have no bounds.

    Sums are given the widest type they could need, and what they can then reach must lie within the
    types that the program declares. Lower layers have passed this test already.
    """
    layers, program, known = sides.architecture.layers, sides.program, sides.known
    own = {variable_name(name) for name in layers[n].numerical_heads}
    if not own:
        return
    above = {variable_name(name) for layer in layers[n:] for name in layer.heads + layer.mlps} - own
    kept = [step for step in program.steps if step.out.name not in above]
    widened = tuple(_widened(s, known, program) if s.out.name in own else s for s in kept)
    found = infer(replace(program, steps=widened, output=Answer(kept[0].out.name)))
    for name in sorted(own):
        declared, reached = known[name], found.values(name)
        differ_unless(
            reached is not None and set(reached) <= set(domain(declared)),
            f"{name}: sums can leave the range of {declared}",
        )


def _widened(step: Step, known: Mapping[str, Type], program: Program) -> Step:
    assert isinstance(step, NumericalHead)
    type = sum_type(known[step.value], step.reach, program.max_length)
    return replace(step, out=replace(step.out, type=type))
