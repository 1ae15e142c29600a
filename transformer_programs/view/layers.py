"""Where each step stands in the picture: the layer it belongs to."""

from __future__ import annotations

from ..program import Program
from ..program.steps import Mlp, One, Position, Token, reads


def layers(program: Program) -> dict[str, int]:
    """The layer of each variable: 0 for inputs, then as in the network, or as far as needed.

    A step never stands before what it reads; an MLP may stand in the layer of the heads it reads.

    >>> from transformer_programs.shelf import reverse
    >>> layers(reverse.program)
    {'tokens': 0, 'positions': 0, 'length': 1, 'targets': 1, 'outputs': 2}
    """
    found: dict[str, int] = {}
    functions: set[str] = set()
    for step in program.steps:
        name = step.out.name
        if isinstance(step, Token | Position | One):
            found[name] = 0
            continue
        after = functions if isinstance(step, Mlp) else found
        needed = [found[read] + int(read in after and found[read] > 0) for read in reads(step)]
        origin = step.out.origin
        found[name] = max(1, *needed, 1 if origin is None else origin.layer + 1)
        if isinstance(step, Mlp):
            functions.add(name)
    return found
