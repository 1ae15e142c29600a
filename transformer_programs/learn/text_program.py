"""Word groups, pairs and votes that were fitted, and the program that they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task
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
from ..simplifier.fitting import softmax_loss
from .text_features import Floats, PairGroups, cases
from .whole_votes import Whole, certain


class Recipe(NamedTuple):
    """How many groups of words, copied from where, and of pairs of words; the cost of a vote."""

    size: int
    offsets: tuple[int, ...]
    pairs: int
    penalty: float


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """The result of a recipe: the groups of words and of pairs of words, and the votes of both.

    `votes` (offsets x groups + groups of pairs, classes). `score`: that on inputs that were held
    out; `held_sums` and `held_labels` are their sums of votes, and their labels.
    """

    recipe: Recipe
    groups: Ints
    count: int
    pairs: PairGroups
    votes: Whole
    score: float = 0.0
    held_sums: Floats = field(default_factory=lambda: np.zeros((0, 1), np.float32))
    held_labels: Ints = field(default_factory=lambda: np.zeros(0, np.int32))

    def seen(self, split: Split) -> csr_matrix:
        """Which groups, and which pairs, each case of a split has."""
        groups = groups_seen(split, self.groups, self.count, self.recipe.offsets)
        if not self.pairs.count:
            return groups
        return hstack([groups, self.pairs.counted(split.words)]).tocsr()

    def sums(self, split: Split) -> Floats:
        """The sum of votes for each class, in each case."""
        return np.asarray(self.seen(split) @ self.votes, np.float32)

    @property
    def temperature(self) -> float:
        """The number of votes per unit of a logit under which held-out labels are likeliest."""
        answers = certain(self.held_labels, self.held_sums.shape[1])
        tried = np.geomspace(0.5, 64, 43, dtype=np.float32)
        return float(min(tried, key=lambda by: softmax_loss(self.held_sums / by, answers)[0]))

    @property
    def lines(self) -> int:
        """About how many lines the votes take: groups with equal votes are one row."""
        rows, of_pairs = np.unique(self.table, axis=1), np.unique(self.pair_votes, axis=0)
        offsets, many, classes = rows.shape
        width = 22 + 2 * offsets + 9 * np.count_nonzero(rows, axis=(0, 2))
        own = np.ceil(width / 80).sum() + (width % 80 > 55).sum()
        if offsets > 1:  # or with a vote of three columns for every class
            per_line = max(1, 80 // (3 * classes + 3))
            own = min(own, many * -(-(offsets + 0.8) // per_line))
        paired = 36 + 9 * np.count_nonzero(of_pairs, axis=1)
        return int(own + len(of_pairs) + (paired > 84).sum() + 5 * bool(len(of_pairs)))

    @property
    def table(self) -> Whole:
        """The votes of groups of words (offsets, groups, classes)."""
        offsets = len(self.recipe.offsets)
        return self.votes[: offsets * self.count].reshape(offsets, self.count, -1)

    @property
    def pair_votes(self) -> Whole:
        """The votes of groups of pairs (groups, classes)."""
        return self.votes[len(self.recipe.offsets) * self.count :]

    def __str__(self) -> str:
        voting = np.unique(self.table, axis=1).any(axis=(0, 2)).sum()
        of_pairs = np.unique(self.pair_votes, axis=0).any(axis=1).sum()
        said = [f"{voting} groups"]
        beside = ", ".join(f"{offset:+}" for offset in self.recipe.offsets if offset)
        said += [f"also read at {beside}"] if beside else []
        return ", ".join([*said, *([f"{of_pairs} groups of pairs"] if of_pairs else [])])

    def program(self, task: Task) -> Program:
        """The program with these groups of words, copies, pairs and votes."""
        group = Variable("group", Categorical(tuple(range(self.count))))
        place = Variable("positions", Number(0, None))
        steps: list[Step] = [Token(group, tuple(self.groups.tolist()))]
        if len(self.recipe.offsets) > 1 or self.pair_votes.any():
            steps.append(Position(place))

        def copied(read: Variable, offset: int) -> str:
            """The variable that holds what stands elsewhere."""
            out = Variable(copy_name(read.name, offset), read.type)
            where = Compare("==", offset)
            steps.append(CategoricalHead(out, place.name, place.name, read.name, where))
            return out.name

        cast = [
            Vote(copied(group, offset) if offset else group.name, tuple(map(tuple, rows.tolist())))
            for offset, rows in zip(self.recipe.offsets, self.table, strict=True)
            if rows.any()
        ]
        if self.pair_votes.any():
            used = np.isin(self.pairs.groups, np.flatnonzero(self.pair_votes.any(axis=1)))
            listed, of = self.pairs.pairs.listed[used], self.pairs.groups[used]
            before, here = np.divmod(listed, self.pairs.pairs.words)
            met = np.union1d(before, here)
            own = np.zeros(self.pairs.pairs.words, np.int64)  # 0: a word of no pair
            own[met] = 1 + np.arange(len(met))
            word = Variable("word", Categorical(tuple(range(len(met) + 1))))
            pair = Variable("pair", Categorical(tuple(range(self.pairs.count + 1))))
            cells = np.zeros((len(met) + 1, len(met) + 1), np.int64)
            cells[own[before], own[here]] = 1 + of
            steps.append(Token(word, tuple(own.tolist())))
            both = (copied(word, -1), word.name)
            steps.append(Mlp(pair, both, Table(tuple(cells.ravel().tolist()))))
            rows = [(0,) * len(task.classes), *map(tuple, self.pair_votes.tolist())]
            cast.append(Vote(pair.name, tuple(rows)))
        output = Classifier(task.classes, tuple(cast), task.pooled)
        return Program(task.vocabulary, tuple(steps), output)


def groups_seen(split: Split, groups: Ints, count: int, offsets: Sequence[int]) -> csr_matrix:
    """Which groups stand at each offset of each case (cases, offsets x groups)."""
    at = np.where(split.words >= 0, groups[split.words], -1).astype(np.int32)
    return cases(Split(at, split.labels), offsets, count)[0]


def copy_name(name: str, offset: int) -> str:
    """
    >>> [copy_name("group", offset) for offset in (-2, -1, 1)]
    ['group_2_before', 'group_before', 'group_after']
    """
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"{name}{many}_{'before' if offset < 0 else 'after'}"
