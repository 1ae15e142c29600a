"""Found heads as choices that are given to the gradient learner before it trains.

Only heads over inputs can be given: they compare words or positions, and stand in the first layer.
A network must have heads of the reach they need; where its predicates look for one key (`many` is
False), only `==` can be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..meaning.formulas import COMPARE
from ..program.steps import CategoricalHead, Compare, Head, NumericalHead, Position, Token, score_of
from .building import Piece, parts
from .domain import Domain
from .primitives import base

NEAREST = {("before", "last"), ("upto", "last"), ("after", "first")}  # the same as the nearest

Keys = tuple[int | tuple[int, ...] | None, ...]


def given_modules(
    pieces: Sequence[Piece],
    domain: Domain,
    max_length: int,
    frozen: bool = True,
    reaches: Sequence[str] = ("all",),
    many: bool = False,
) -> list[dict[str, Any]]:
    """The arguments of `learn.initial.Given` for each different head over inputs alone.

    `reaches` and `many` are those of the network: `Config.reaches`, dealt out in turn, and whether
    a query value may look for many keys. A network that is causal reads "upto" where it has "all".

    >>> from transformer_programs.tasks import sort
    >>> from .domain import domain_of
    >>> from .building import copied, piece
    >>> domain = domain_of(sort(samples=20))
    >>> word, position, _ = base(domain)
    >>> previous = piece(copied(Compare("==", -1)), position, position, word)
    >>> given_modules([previous], domain, 3)[0]["predicate"]
    (None, 0, 1)
    """
    own = ["upto" if domain.causal and reach == "all" else reach for reach in reaches]
    used = {(kind, reach): 0 for kind in ("attn", "num_attn") for reach in own}
    given = {one: one.step.out.name for one in base(domain)}
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for one in parts(*pieces):
        step = one.step
        if not isinstance(step, Head) or not all(read in given for read in one.reads):
            continue
        kind = "attn" if isinstance(step, CategoricalHead) else "num_attn"
        predicate = _predicate(step, one, domain, max_length, many)
        names = tuple(given[read] for read in one.reads)
        key = (kind, step.reach, names, predicate)
        if predicate is None or key in found or (kind, step.reach) not in used:
            continue
        number = own.index(step.reach) + len(own) * used[kind, step.reach]
        used[kind, step.reach] += 1
        choices = dict(zip(("query", "key", "value"), names, strict=True))
        module = {"module": f"{kind}_0_{number}", **choices, "predicate": predicate}
        found[key] = {**module, "frozen": frozen}
    return list(found.values())


def _predicate(step: Head, one: Piece, domain: Domain, max_length: int, many: bool) -> Keys | None:
    """The keys that each value of the query looks for; None where a network has no such head."""
    query, key, _ = one.reads
    compared = step.predicate
    if query != key or not isinstance(query.step, Token | Position) or score_of(step) is not None:
        return None
    if not isinstance(compared, Compare) or (compared.op != "==" and not many):
        return None
    at_positions = isinstance(query.step, Position)
    one_match = isinstance(step, NumericalHead) or (at_positions and compared.op == "==")
    choice = "nearest" if isinstance(step, NumericalHead) else step.choose
    if not one_match and choice != "nearest" and (step.reach, choice) not in NEAREST:
        return None
    # A network numbers the words as the vocabulary does.
    ordinal: Any = np.arange(max_length) if at_positions else domain.rank
    match = COMPARE[compared.op](ordinal[None, :], ordinal[:, None] + compared.shift)
    rows = [tuple(int(key) for key in np.flatnonzero(row)) for row in np.asarray(match)]
    return tuple(rows) if many else tuple(row[0] if row else None for row in rows)
