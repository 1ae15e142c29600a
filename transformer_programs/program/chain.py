"""The chain of claims of a program: from the network or the search it came from to what it is now.

Each link names one program by its digest, and says how it was made from the one before and what
that keeps. `dataclasses.replace` copies the chain to a changed program, of which it says nothing:
ask `claims`, never the field.

>>> from transformer_programs.shelf import histogram
>>> made = linked(histogram.program, "found by search", "right on all inputs (exhaustive)")
>>> print(*claims(made))
found by search: right on all inputs (exhaustive)
>>> claims(replace(made, causal=True))
()
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from .program import MAX_CLAIM, Link, LinkKind, Program


def digest(program: Program) -> str:
    """A short name for a program's content; equal programs have equal digests.

    Origins and the chain of claims are not part of it.
    """
    content = (
        program.vocabulary,
        program.steps,
        program.output,
        program.max_length,
        program.causal,
    )
    return hashlib.sha256(ascii(content).encode()).hexdigest()[:16]


class ProofError(Exception):
    """A program that is not what its network computes. The message says where they differ."""


def claims(program: Program) -> tuple[Link, ...]:
    """The chain of claims, oldest first; empty if the program was changed afterwards."""
    if not program.chain or program.chain[-1].digest != digest(program):
        return ()
    return program.chain


def linked(program: Program, kind: LinkKind, says: str, after: Program | None = None) -> Program:
    """The program with one more claim, behind those of the program that it was made of."""
    text = "".join(char if char.isprintable() else "?" for char in says)
    text = text if len(text) <= MAX_CLAIM else text[: MAX_CLAIM - 3] + "..."
    earlier = () if after is None else claims(after)
    return replace(program, chain=(*earlier, Link(kind, text, digest(program))))


def carried(program: Program, before: Program) -> Program:
    """The claims of a program, said of one that differs from it in the names of variables alone."""
    chain = claims(before)
    last = (replace(link, digest=digest(program)) for link in chain[-1:])
    return replace(program, chain=(*chain[:-1], *last))
