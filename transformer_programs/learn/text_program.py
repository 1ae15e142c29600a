"""A program of word groups: what is copied from where, which pairs count, and the votes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..printer.groups import named_groups
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
from ..simplifier import simplify_exactly
from .whole_votes import Whole
from .word_scores import BEGUN, FIRST, WordPairs


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
    paired = list(pairs.taken_apart())
    if len(offsets) > 1 or paired:
        steps.append(Position(place))

    def copied(read: Variable, offset: int) -> str:
        """The variable that holds what stands elsewhere."""
        out = Variable(copy_name(read.name, offset), read.type)
        where = Is(BEGUN) if offset == FIRST else Compare("==", offset)
        steps.append(CategoricalHead(out, place.name, place.name, read.name, where))
        return out.name

    cast = [
        Vote(copied(group, offset) if offset else group.name, tuple(map(tuple, rows.tolist())))
        for offset, rows in zip(offsets, table, strict=True)
        if rows.any()
    ]
    met = np.unique([word for _, _, *both in paired for part in both for word in part])
    listed = np.zeros(len(task.vocabulary.words), np.int64)  # 0: a word of no pair
    listed[met.astype(np.int64)] = 1 + np.arange(len(met))
    size = len(met) + 1
    word = Variable("word", Categorical(tuple(range(size))))
    if paired:
        steps.append(Token(word, tuple(listed.tolist())))
    for offset, which, there, here in paired:
        different, row = np.unique(votes[which], axis=0, return_inverse=True)
        pair = Variable(copy_name("pair", offset), Categorical(tuple(range(len(different) + 1))))
        cells = np.zeros((size, size), np.int64)
        cells[listed[there], listed[here]] = 1 + row.ravel()
        both = (copied(word, offset), word.name)
        steps.append(Mlp(pair, both, Table(tuple(cells.ravel().tolist()))))
        rows = [(0,) * len(task.classes), *map(tuple, different.tolist())]
        cast.append(Vote(pair.name, tuple(rows)))
    output = Classifier(task.classes, tuple(cast), task.pooled)
    made = Program(task.vocabulary, tuple(steps), output)
    return named_groups(simplify_exactly(made).program)  # as it is printed


def copy_name(name: str, offset: int) -> str:
    """
    >>> [copy_name("group", offset) for offset in (-2, -1, 1, FIRST)]
    ['group_2_before', 'group_before', 'group_after', 'group_first']
    """
    if offset == FIRST:
        return f"{name}_first"
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"{name}{many}_{'before' if offset < 0 else 'after'}"
