"""A program of word groups: what is copied from where, which pairs count, and the votes."""

from __future__ import annotations

from collections.abc import Sequence

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
from .text_features import WordPairs
from .whole_votes import Whole


def program_of(
    task: Task,
    group_of: npt.NDArray[np.int32],
    offsets: Sequence[int],
    table: Whole,
    pairs: WordPairs,
    votes: Whole,
) -> Program:
    """The program with these groups of words, copies, pairs and votes.

    `table`: the votes of the groups (offsets, groups, classes); `votes` those of the pairs.
    """
    group = Variable("group", Categorical(tuple(range(table.shape[1]))))
    place = Variable("positions", Number(0, None))
    steps: list[Step] = [Token(group, tuple(group_of.tolist()))]
    if len(offsets) > 1 or len(votes):
        steps.append(Position(place))

    def copied(read: Variable, offset: int) -> str:
        """The variable that holds what stands elsewhere."""
        out = Variable(copy_name(read.name, offset), read.type)
        where = Compare("==", offset)
        steps.append(CategoricalHead(out, place.name, place.name, read.name, where))
        return out.name

    cast = [
        Vote(copied(group, offset) if offset else group.name, tuple(map(tuple, rows.tolist())))
        for offset, rows in zip(offsets, table, strict=True)
        if rows.any()
    ]
    if len(votes):
        before, here = np.divmod(pairs.listed, pairs.words)
        met = np.union1d(before, here)
        listed = np.zeros(len(task.vocabulary.words), np.int64)  # 0: a word of no pair
        listed[met] = 1 + np.arange(len(met))
        word = Variable("word", Categorical(tuple(range(len(met) + 1))))
        different, row = np.unique(votes, axis=0, return_inverse=True)
        pair = Variable("pair", Categorical(tuple(range(len(different) + 1))))
        cells = np.zeros((len(met) + 1, len(met) + 1), np.int64)
        cells[listed[before], listed[here]] = 1 + row.ravel()
        steps.append(Token(word, tuple(listed.tolist())))
        both = (copied(word, -1), word.name)
        steps.append(Mlp(pair, both, Table(tuple(cells.ravel().tolist()))))
        rows = [(0,) * len(task.classes), *map(tuple, different.tolist())]
        cast.append(Vote(pair.name, tuple(rows)))
    output = Classifier(task.classes, tuple(cast), task.pooled)
    return Program(task.vocabulary, tuple(steps), output)


def copy_name(name: str, offset: int) -> str:
    """
    >>> [copy_name("group", offset) for offset in (-2, -1, 1)]
    ['group_2_before', 'group_before', 'group_after']
    """
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"{name}{many}_{'before' if offset < 0 else 'after'}"
