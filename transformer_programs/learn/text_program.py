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


@dataclass(frozen=True, slots=True, eq=False)
class GroupPairs:
    """Pairs of groups that vote: the group before times the number of groups, plus the group."""

    cells: tuple[int, ...]
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
    wanted = sorted({*offsets, *((-1,) if pairs.cells else ())} - {0})
    copies = {offset: Variable(copy_name(offset), values) for offset in wanted}
    steps: list[Step] = [Token(group, tuple(group_of.tolist()))]
    steps += [Position(place)] if copies else []
    steps += [
        CategoricalHead(out, place.name, place.name, group.name, Compare("==", offset))
        for offset, out in copies.items()
    ]
    cast = [
        Vote(copies[offset].name if offset else group.name, tuple(map(tuple, table.tolist())))
        for offset, table in zip(offsets, votes.reshape(len(offsets), count, -1), strict=True)
        if table.any()
    ]
    if pairs.cells:
        different, which = np.unique(pairs.votes, axis=0, return_inverse=True)
        pair = Variable("pair", Categorical(tuple(range(len(different) + 1))))
        cells = np.zeros(count * count, np.int64)
        cells[list(pairs.cells)] = 1 + which.ravel()
        table = Table(tuple(cells.tolist()))
        steps.append(Mlp(pair, (copies[-1].name, group.name), table))
        rows = [(0,) * len(task.classes), *map(tuple, different.tolist())]
        cast.append(Vote(pair.name, tuple(rows)))
    output = Classifier(task.classes, tuple(cast), task.pooled)
    return named_groups(Program(task.vocabulary, tuple(steps), output))


def copy_name(offset: int) -> str:
    """
    >>> [copy_name(offset) for offset in (-2, -1, 1)]
    ['group_2_before', 'group_before', 'group_after']
    """
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"group{many}_{'before' if offset < 0 else 'after'}"
