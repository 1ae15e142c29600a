"""A program of word groups: what is copied from where, which pairs count, and the votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Task
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
from .features import BEGUN, EARLY, FIRST, WordPairs
from .whole_votes import Whole


class Votes(NamedTuple):
    """The votes of groups at each place (places, groups, classes), and those of pairs of words."""

    groups: Whole
    pairs: WordPairs
    paired: Whole


def program_of(task: Task, group_of: Ints, places: Sequence[int], votes: Votes) -> Program:
    """The program with these groups (words,), copies and votes."""
    group = Variable("group", Categorical(tuple(range(votes.groups.shape[1]))))
    positions = Variable("positions", Number(0, None))
    steps: list[Step] = [Token(group, tuple(group_of.tolist())), Position(positions)]
    cast: list[Vote] = []

    def copied(read: Variable, offset: int) -> Variable:
        """The variable that holds what stands elsewhere."""
        out = Variable(copy_name(read.name, offset), read.type)
        where = Is(BEGUN) if offset == FIRST else Compare("==", offset)
        steps.append(CategoricalHead(out, positions.name, positions.name, read.name, where))
        return out

    def add_pairs(name: str, reads: tuple[Variable, Variable], at: _Cells, rows: Whole) -> None:
        """Pairs of values, each with its row of votes; pairs with equal rows are one value."""
        different, row = np.unique(rows, axis=0, return_inverse=True)
        sizes = [len(read.type.values) for read in reads if isinstance(read.type, Categorical)]
        cells = np.zeros(sizes, np.int64)
        cells[at] = 1 + row.ravel()
        out = Variable(name, Categorical(tuple(range(len(different) + 1))))
        both = (reads[0].name, reads[1].name)
        steps.append(Mlp(out, both, Table(tuple(cells.ravel().tolist()))))
        silent = (0,) * len(task.classes)
        cast.append(Vote(out.name, (silent, *map(tuple, different.tolist()))))

    for offset, table in zip(places, votes.groups, strict=True):
        used = np.flatnonzero(table.any(axis=1))
        if task.pooled and offset == EARLY and len(used):
            begin = group_of[task.vocabulary.words.index(str(task.vocabulary.begin))]
            near = (np.full(len(used), begin), used)
            add_pairs("early", (copied(group, offset), group), near, table[used])
        elif len(used):
            name = copied(group, offset).name if offset else group.name
            cast.append(Vote(name, tuple(map(tuple, table.tolist()))))
    paired = list(votes.pairs.taken_apart())
    met = np.unique([word for _, _, *both in paired for part in both for word in part])
    listed = np.zeros(len(task.vocabulary.words), np.int64)  # 0: a word of no pair
    listed[met.astype(np.int64)] = 1 + np.arange(len(met))
    word = Variable("word", Categorical(tuple(range(len(met) + 1))))
    if paired:
        steps.append(Token(word, tuple(listed.tolist())))
    for offset, which, there, here in paired:
        at = (listed[there], listed[here])
        add_pairs(copy_name("pair", offset), (copied(word, offset), word), at, votes.paired[which])
    output = Classifier(task.classes, tuple(cast), task.pooled)
    made = Program(task.vocabulary, tuple(steps), output)
    return named_groups(simplify_exactly(made).program)  # as it is printed


_Cells = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def copy_name(name: str, offset: int) -> str:
    """
    >>> [copy_name("group", offset) for offset in (-2, -1, 1, FIRST)]
    ['group_2_before', 'group_before', 'group_after', 'group_first']
    """
    if offset == FIRST:
        return f"{name}_first"
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"{name}{many}_{'before' if offset < 0 else 'after'}"
