"""A program of word groups: what is copied from where, which pairs count, and the votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Is,
    Mlp,
    Position,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from ..program.values import Categorical, Number
from ..simplify.groups import named_groups
from .whole_votes import Whole
from .word_scores import BEGUN, FIRST


@dataclass(frozen=True, slots=True, eq=False)
class GroupPairs:
    """Pairs of groups that vote: place, group there and group, as digits to their number."""

    places: tuple[int, ...]
    cells: npt.NDArray[np.int64]
    votes: Whole


def program_of(
    task: Task,
    group_of: npt.NDArray[np.int32],
    count: int,
    offsets: Sequence[int],
    votes: Whole,
    pairs: GroupPairs,
) -> Program:
    """The program with these groups, copies, pairs and votes (offsets x groups, classes)."""
    values = Categorical(tuple(range(count)))
    group, place = Variable("group", values), Variable("positions", Number(0, None))
    at = pairs.cells // count**2
    met = {pairs.places[i]: np.flatnonzero(at == i) for i in np.unique(at)}
    copied = sorted({*offsets, *met} - {FIRST}) + ([FIRST] if FIRST in met else [])
    copies = {offset: Variable(copy_name(offset), values) for offset in copied}
    steps: list[Step] = [Token(group, tuple(group_of.tolist()))]
    steps += [Position(place)] if copies else []
    steps += [
        CategoricalHead(
            out,
            place.name,
            place.name,
            group.name,
            Is(BEGUN) if offset == FIRST else Compare("==", offset),
        )
        for offset, out in copies.items()
    ]
    cast = [
        Vote(copies[offset].name if offset else group.name, tuple(map(tuple, table.tolist())))
        for offset, table in zip(offsets, votes.reshape(len(offsets), count, -1), strict=True)
        if table.any()
    ]
    for where, own in met.items():
        different, which = np.unique(pairs.votes[own], axis=0, return_inverse=True)
        named = copy_name(where).replace("group", "pair")
        pair = Variable(named, Categorical(tuple(range(len(different) + 1))))
        cells = np.zeros(count * count, np.int64)
        cells[pairs.cells[own] % count**2] = 1 + which.ravel()
        table = Table(tuple(cells.tolist()))
        steps.append(Mlp(pair, (copies[where].name, group.name), table))
        rows = [(0,) * len(task.classes), *map(tuple, different.tolist())]
        cast.append(Vote(pair.name, tuple(rows)))
    output = Classifier(task.classes, tuple(cast), task.pooled)
    return named_groups(Program(task.vocabulary, tuple(steps), output))


def copy_name(offset: int) -> str:
    """
    >>> [copy_name(offset) for offset in (-2, -1, 1, FIRST)]
    ['group_2_before', 'group_before', 'group_after', 'group_first']
    """
    if offset == FIRST:
        return "group_first"
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"group{many}_{'before' if offset < 0 else 'after'}"
