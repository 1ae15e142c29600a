"""The compositional proof: a network and a program are the same function.

The network's own code runs piece by piece, with hard choices, on every value that a piece can be
given; what it writes is compared with what the program's step computes.

- Inputs: every word at every position.
- Reads, hidden sums of MLPs and votes are linear in the variables: each value of each variable
  alone tells all.
- Matches: every query value with every key value.
- Choices: which of several matches a head copies from, for every set of one or two matches. The
  logit of a match depends on nothing but the two positions; that of any other position is far
  below. So the winner of a pair decides that of any set.
- MLPs: every combination of the values that each one depends on, with all MLPs of its layer.
- Sums: no sum of the program leaves the range of its type, by the proof's own interval arithmetic
  (`ranges`), and those of the network are exact.
- Answers: of equal votes, the first class counts.
- At last the whole network runs on some inputs, and every variable must be that of the program.

Equal pieces that are joined in the same way compute equal functions, so the answer holds for every
input of every length, not for a sample. It rests on this:

- The layers are joined as `architecture` says. Only the inputs of the last step show that.
- The bounds of sums are right. Extraction refuses a network by `ranges.inexact`, as the proof does.
  It gives a sum the wider of two ranges, that of `ranges.largest_sums` and that of `analysis`; the
  proof compares this with `largest_sums` again. So if both are wrong, a sum may be cut off.
- The layout of networks (`architecture`), and the types and the meaning of programs, which
  extraction uses, too.

Words that mark the begin or the end of an input are not asked for: programs answer them themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import jax

from ...program import Program, Vocabulary
from ...program.values import bounds
from ..architecture import Architecture, Params
from ..machine import keep_compiled, on_cpu
from ..model import layer_params
from . import modules, sides
from .ranges import inexact, largest_sums
from .sides import Differs, Sides, differ_unless

MAX_SHOWN = 5  # differences that are printed


@dataclass(frozen=True, slots=True)
class Proof:
    """Counts of what was compared, and where network and program differ, module by module.

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
            shown = "; ".join(self.differences[:MAX_SHOWN])
            more = len(self.differences) - MAX_SHOWN
            return f"differs from its network: {shown}{f'; {more} more' if more > 0 else ''}"
        modules = f"{self.modules} module{'s' * (self.modules != 1)}"
        return (
            f"equal on every input (compositional proof: {modules}, "
            f"{self.cells:,} cells, {self.choices:,} choices, {self.votes:,} votes)"
        )


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
    counts = dict.fromkeys(("modules", "cells", "choices", "votes"), 0)
    differences: list[str] = []

    @contextmanager
    def piece() -> Iterator[None]:
        """A piece that is compared by itself: where it differs, the others are still compared."""
        try:
            yield
        except Differs as found:
            differences.append(str(found))

    # What raises outside of a piece of its own, such as other words, ends the comparison.
    with piece(), jax.enable_x64(True), on_cpu():
        sentence = inexact(params, architecture)
        differ_unless(sentence is None, str(sentence))
        both = Sides.of(program, params, architecture)
        k = both.architecture.k
        sides.compare_frame(both, vocabulary, classes)
        with piece():
            counts["cells"] += sides.compare_inputs(both)
        sets = modules.Sets(architecture) if architecture.layers[0].heads else None
        for n, layer in enumerate(architecture.layers):
            params_of_layer = layer_params(both.params, n)
            if sets is not None:
                gates = modules.gates_of(params_of_layer, layer, k)
                met = modules.met_by(both, params_of_layer, layer)
                for at, name in enumerate(layer.heads):
                    with piece():
                        step = modules.step_of(both, layer, name)
                        modules.compare_reads(step, name, gates, layer)
                        counts["choices"] += sets.compare(step, name, at)
                        counts["cells"] += modules.compare_matches(both, step, name, met[at])
            if layer.mlps:
                read = modules.read_by_mlps(params_of_layer, layer, k)
            for name in layer.mlps:
                with piece():
                    counts["cells"] += modules.compare_mlp(both, params_of_layer, layer, name, read)
            counts["modules"] += len(layer.heads + layer.mlps)
        with piece():
            counts["votes"] += sides.compare_votes(both)
            sides.compare_answers(both)
        if not differences:
            # The network's sums have no bounds: no type of the program may cut one off.
            for name, largest in largest_sums(program).items():
                with piece():
                    low, high = bounds(both.known[name])
                    differ_unless(
                        low is not None and high is not None and low <= 0 and largest <= high,
                        f"{name}: sums may leave the range of {both.known[name]}",
                    )
            sides.compare_whole(both)
    return Proof(**counts, differences=tuple(differences))
