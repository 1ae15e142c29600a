"""Is a proposal right on all that is known? Endings are fitted on every training input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..program.steps import Mlp, Table
from ..program.values import Categorical
from .arena import Arena
from .building import Piece, cost_of, read_by_table
from .domain import Domain
from .fitting import Ending, Names, named_ending, ratio_ending, table_ending

FEW = 120  # inputs that almost all variants of a solution fail on
FIRST_LOOK = 600  # inputs that most wrong proposals fail on
MOST_FLAG_CELLS = 40  # of a table inside a program
SHOWN = 4  # counterexamples kept of one proposal

Labels = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A piece that is the answer, how often it is wrong, and how sure its tables are."""

    piece: Piece
    wrong: int
    asked: int
    rare: int
    cells: int
    names: Names = ()

    @property
    def cost(self) -> int:
        return cost_of(self.piece)

    @property
    def right(self) -> float:
        return 1 - self.wrong / self.asked

    @property
    def variables(self) -> list[Piece]:
        """What its last table or shift was fitted to; the answer itself where there is none."""
        function = self.piece.step.function if isinstance(self.piece.step, Mlp) else None
        if isinstance(function, Table):
            return read_by_table(self.piece)
        shifted = function is not None and function.op == "a" and function.shift
        return [self.piece.reads[0]] if shifted else [self.piece]


class Longer(NamedTuple):
    """How a table that was fitted on inputs of at most `cut` words does on the longer ones."""

    cut: int
    inputs: int
    right: int  # inputs that are right throughout
    tolerated: int  # inputs that are wrong, where noise is allowed for and accounts for them


class Examiner:
    """All labelled inputs that may be looked at, and the proposals that were made on a sample."""

    def __init__(
        self,
        domain: Domain,
        words: npt.NDArray[np.int32],
        labels: Labels,
        slack: float = 0.0,
        pooled: bool = False,
    ) -> None:
        self.domain, self.slack, self.pooled = domain, slack, pooled
        self.arena = Arena(domain, words)
        self.labels = labels[:, : self.arena.width]
        self.few = Arena(domain, words[:FEW])
        self.first = Arena(domain, words[:FIRST_LOOK])
        self.seen: set[tuple[Piece, ...]] = set()
        self.counterexamples: list[int] = []
        self.sampled: set[int] = set()  # the training inputs that proposals are made on
        self.best: Solution | None = None

    def fresh(self) -> list[int]:
        """Training inputs that proposals failed on and that are not in the sample."""
        return [row for row in self.counterexamples if row not in self.sampled]

    def consider(self, *pieces: Piece) -> Solution | None:
        """The solution that these variables give together; None where they do not."""
        if pieces in self.seen:
            return None
        self.seen.add(pieces)
        found = self._ended(pieces, self.first, show=True)
        if found is not None and self._allows(found.wrong, found.asked):
            found = self._ended(pieces, self.arena, show=True)
        if found is None:
            return None
        if self.best is None or (found.right, -found.cost) > (self.best.right, -self.best.cost):
            self.best = found
        return found if self._allows(found.wrong, found.asked) else None

    def again(self, pieces: Sequence[Piece]) -> Solution | None:
        """The solution of variants of the variables of another one, fitted anew."""
        found = None
        for arena in (self.few, self.arena):
            found = self._ended(pieces, arena, show=False)
            if found is None or not self._allows(found.wrong, found.asked):
                return None
        return found

    def _allows(self, wrong: int, asked: int) -> bool:
        return wrong <= 2 * self.slack * asked

    def on_longer(self, solution: Solution) -> Longer | None:
        """Fit the last table on the shorter inputs alone: is it right on the longer ones?

        None where there is no table, or too few inputs.
        """
        lengths = self.arena.lengths
        cut = int(np.median(lengths))
        short = lengths <= cut
        if solution.cells == 0 or short.sum() < FEW or (~short).sum() < FEW:
            return None
        pieces = solution.variables
        values = [self.arena.values(one)[short] for one in pieces]
        fitted = table_ending(self.domain, pieces, values, self.labels[short])
        ratio = ratio_ending(self.domain, pieces, values, self.labels[short], 0.0)
        if fitted is None or ratio is not None:  # a rule fills the cells of a ratio
            return None
        given = self.classes(fitted.piece, self.arena.values(fitted.piece))
        wrong = ((given != self.labels) & (self.labels >= 0))[~short]
        failed = int(wrong.any(axis=1).sum())
        asked = int((self.labels[~short] >= 0).sum())
        tolerated = failed if self._allows(int(wrong.sum()), asked) else 0
        return Longer(cut, len(wrong), len(wrong) - failed, tolerated)

    def _ended(self, pieces: Sequence[Piece], arena: Arena, show: bool) -> Solution | None:
        """The answer that is fitted to some variables on some of the inputs."""
        labels = self.labels[: arena.inputs, : arena.width]
        values = [arena.values(one) for one in pieces]
        ending: Ending | None = None
        if len(pieces) == 1 and not self.pooled:  # votes are for classes
            ending = named_ending(self.domain, pieces[0], values[0], labels, 2 * self.slack)
        if ending is None:
            ending = ratio_ending(self.domain, pieces, values, labels, 2 * self.slack)
        if ending is None:
            ending = table_ending(self.domain, pieces, values, labels)
        if ending is None:
            return None
        if ending.wrong and show:
            self._show(ending.piece, arena, labels)
        counts = ending.wrong, ending.asked, ending.rare, ending.cells
        return Solution(ending.piece, *counts, ending.names)

    def _show(self, answer: Piece, arena: Arena, labels: Labels) -> None:
        """Remember a few inputs on which a proposal is wrong."""
        given = self.classes(answer, arena.values(answer))
        failed = ((given != labels) & (labels >= 0)).any(axis=1)
        known = set(self.counterexamples)
        self.counterexamples += [int(r) for r in np.flatnonzero(failed)[:SHOWN] if r not in known]

    def classes(self, answer: Piece, values: npt.NDArray[np.integer]) -> Labels:
        """The class of each value of an answer; -2 where it is none."""
        if isinstance(answer.type, Categorical):
            place = {name: n for n, name in enumerate(self.domain.classes)}
            table = [place.get(str(name), -2) for name in answer.type.values]
            return np.asarray(np.array(table, np.int32)[values])
        numbers = self.domain.class_numbers
        if numbers is None:
            return np.full(values.shape, -2, np.int32)
        order = np.argsort(numbers, kind="stable")
        nearest = order[np.searchsorted(numbers[order], values).clip(max=len(order) - 1)]
        return np.where(numbers[nearest] == values, nearest, -2).astype(np.int32)

    def flag(self, pieces: Sequence[Piece], wanted: Labels) -> Piece | None:
        """The table of a flag that these variables decide on all training inputs; or None."""
        values = [self.arena.values(one) for one in pieces]
        ending = table_ending(self.domain, pieces, values, wanted, classes=False)
        if ending is None or not self._allows(ending.wrong, ending.asked):
            return None
        return ending.piece if ending.cells <= MOST_FLAG_CELLS and not ending.rare else None
