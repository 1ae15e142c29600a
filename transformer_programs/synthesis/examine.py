"""Is a proposal right on all that is known? From a variable to an answer.

That is its own name, a number with a shift, or a small table. Tables are fitted on all training
inputs, each number held within the smallest range that gives the same answers, so that they say as
little as possible about values that were never seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..program.steps import Formula, Mlp, Table
from ..program.values import Categorical, Number, bounds
from .check import Evidence
from .domain import FEW_NAMES, MAX_CLASSES, MIN_SHOWN, NO_LABEL, Domain, Ints, Longs
from .pieces import TRUTH, Piece, cost_of, formula, piece, read_by_table, tabled
from .sample import Sample

MAX_CELLS = 4000  # of a table before its ranges are made small; more is no table to read
MAX_TRIED = 4000  # small changes of a program that are tried; inputs on which programs may differ
FEW = 150  # inputs that most wrong proposals fail on

Whole = npt.NDArray[np.integer]
Names = tuple[tuple[int, str], ...]  # numbers that are answered by a name


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A piece that is the answer, and how well: `wrong` of `asked` labels.

    `rare`: cells of its table that fewer than `MIN_SHOWN` labels stand for.
    """

    piece: Piece
    wrong: int
    asked: int
    rare: int = 0
    cells: int = 0
    names: Names = ()

    @property
    def cost(self) -> int:
        return cost_of(self.piece)

    @property
    def right(self) -> float:
        return 1 - self.wrong / self.asked

    @property
    def variables(self) -> list[Piece]:
        """The pieces its last table or shift was fitted to, or the answer itself."""
        function = self.piece.step.function if isinstance(self.piece.step, Mlp) else None
        if isinstance(function, Table):
            return read_by_table(self.piece)
        shifted = function is not None and function.op == "a" and function.shift
        return [self.piece.reads[0]] if shifted else [self.piece]


def better(a: Solution | None, b: Solution | None) -> Solution | None:
    """Of two solutions the one that is right more often, then the cheaper, then the first."""
    return max(filter(None, (a, b)), key=lambda one: (one.right, -one.cost), default=None)


def named_ending(domain: Domain, found: Piece, values: Whole, labels: Ints) -> Solution | None:
    """The variable is the answer, or is but for a fixed shift. None where it is not.

    Where labels are numbers and names, each name must have a number that no other label has.
    """
    asked = labels >= 0
    total, seen, wanted = int(asked.sum()), values[asked].astype(np.int64), labels[asked]
    if not isinstance(found.type, Number):
        right = (domain.class_words[wanted] == seen).all()
        return Solution(found, 0, total) if right else None
    numbers = domain.class_numbers
    if numbers is None:
        return None
    named = domain.class_named[wanted]
    off = (numbers[wanted] - seen)[~named]
    shift = int(np.median(off)) if len(off) else 0
    names = numbers_of_names(wanted[named], seen[named] + shift, seen[~named] + shift)
    if names is None or (off != shift).any():
        return None
    if domain.any_number and any(number > NO_LABEL for number in names):
        return None  # the answer to another list may be this number
    ready = piece(formula("a", shift), found) if shift else found
    if domain.point:  # the table of whole numbers as labels spell them: 2.0
        low, high = int(seen.min()) + shift, int(seen.max()) + shift
        high += (high - low) // 2
        spelled = tuple(f"{number}{domain.point}" for number in range(low, high + 1))
        type = Categorical(spelled)
        ready = tabled([ready], [(low, high)], tuple(range(len(spelled))), type)
    said = tuple((number, domain.classes[name]) for number, name in names.items())
    return Solution(ready, 0, total, names=said)


def numbers_of_names(names: Whole, values: Whole, others: Whole) -> dict[int, int] | None:
    """The name of each number that has one; None where a name has several, or shares one."""
    pairs = np.unique(values.astype(np.int64) * 2**15 + names)
    found = {int(pair) >> 15: int(pair) & (2**15 - 1) for pair in pairs[: FEW_NAMES + 1]}
    apart = len(found) == len(set(found.values())) == len(pairs)
    return found if apart and not np.isin(others, list(found)).any() else None


def table_ending(
    domain: Domain,
    pieces: Sequence[Piece],
    values: Sequence[Whole],
    labels: Ints,
    classes: bool = True,
) -> Solution | None:
    """The smallest table of the variables; None where they have too many values, or no label.

    Its results are classes, or else 0 and 1.
    """
    asked = labels >= 0
    if not asked.any():
        return None
    columns = [array[asked].astype(np.int64) for array in values]
    wanted = labels[asked].astype(np.int64)
    numeric = [isinstance(one.type, Number) for one in pieces]
    lows = [int(c.min()) if n else 0 for c, n in zip(columns, numeric, strict=True)]
    last_word = len(domain.words) - 1
    highs = [int(c.max()) if n else last_word for c, n in zip(columns, numeric, strict=True)]
    shape = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    count = len(domain.classes) if classes else 2
    if np.prod(shape) > MAX_CELLS or count > MAX_CLASSES:
        return None
    place = np.zeros(len(wanted), np.int64)
    for column, low, size in zip(columns, lows, shape, strict=True):
        place = place * size + column - low
    votes = np.bincount(place * count + wanted, minlength=int(np.prod(shape)) * count)
    votes = votes.reshape(*shape, count)
    support = votes.sum(axis=-1)
    grid = np.where(support > 0, votes.argmax(axis=-1), -1)
    wrong = len(wanted) - int(votes.max(axis=-1).sum())
    for axis in np.flatnonzero(numeric).tolist():
        # Join the outermost values of each number while they ask for the same: first the largest.
        for turn in (-1, 1):
            cells, counts = (np.moveaxis(one, axis, 0)[::turn] for one in (grid, support))
            cut = _joined(cells, counts)
            kept = range(len(cells))[cut:] if turn == 1 else range(len(cells) - cut)
            grid, support = grid.take(kept, axis), support.take(kept, axis)
            lows[axis] += kept.start
    ranges = [(low, low + size - 1) for low, size in zip(lows, grid.shape, strict=True)]
    rare = int(((support > 0) & (support < MIN_SHOWN)).sum())
    results = tuple(_filled(grid, numeric).ravel().tolist())
    out = Categorical(domain.classes) if classes else TRUTH
    table = tabled(pieces, ranges, results, out)
    return Solution(table, wrong, len(wanted), rare, len(results))


def threshold(flag: Piece) -> Piece:
    """The same flag by a comparison with a number, if its table has two cells, for two numbers."""
    if not isinstance(flag.step, Mlp) or not isinstance(flag.step.function, Table):
        return flag
    cells, (low, high) = flag.step.function.cells, bounds(flag.reads[0].type)
    read = read_by_table(flag)[0]
    if len(flag.reads) > 1 or low is None or high != low + 1 or not isinstance(read.type, Number):
        return flag
    above = piece(replace(flag.step, function=Formula("a", -low)), read)
    return above if cells == (0, 1) else piece(formula("not"), above)


def _joined(grid: Longs, support: Longs) -> int:
    """Add the first rows to those behind them while they agree; how many."""
    for row in range(len(grid) - 1):
        here, behind = grid[row], grid[row + 1]
        if not ((here == behind) | (here < 0) | (behind < 0)).all():
            return row
        grid[row + 1] = np.maximum(here, behind)
        support[row + 1] += support[row]
    return len(grid) - 1


def _filled(grid: Longs, numeric: list[bool]) -> Longs:
    """Cells that nothing was seen of: as the number below or above, else the most common."""
    for axis in np.flatnonzero(numeric).tolist():
        moved = np.moveaxis(grid, axis, 0)
        for rows in (moved, moved[::-1]):
            for n in range(1, len(rows)):
                rows[n] = np.where(rows[n] < 0, rows[n - 1], rows[n])
    seen = grid[grid >= 0]
    common = int(np.bincount(seen).argmax()) if seen.size else 0
    return np.where(grid < 0, common, grid)


class Examiner:
    """All labelled inputs that may be looked at, and the proposals that were made on a sample."""

    def __init__(self, domain: Domain, words: Ints, labels: Ints, pooled: bool = False) -> None:
        self.domain, self.pooled = domain, pooled
        self.sample = Sample(domain, words)
        self.labels = labels[:, : self.sample.width]
        self.few = Sample(domain, words[:FEW])
        self.seen: set[tuple[Piece, ...]] = set()
        self.refitted = 0  # variants of solutions that were tried
        self.counterexamples: list[int] = []
        self.sampled: set[int] = set()  # the training inputs that proposals are made on
        self.best: Solution | None = None
        self.guess: Solution | None = None  # a table of values: only if no rule is found

    def fresh(self) -> list[int]:
        """Training inputs that proposals failed on and that are not in the sample."""
        return [row for row in self.counterexamples if row not in self.sampled]

    def consider(self, *pieces: Piece) -> Solution | None:
        """The solution that these variables give together; None where they do not."""
        if pieces in self.seen:
            return None
        self.seen.add(pieces)
        found = self._fitted(pieces, show=True)
        self.best = better(self.best, found)
        if found is None or found.wrong:
            return None
        if found.cells and self.domain.tells_values:
            self.guess = better(self.guess, found)
            return None
        return found

    def again(self, pieces: Sequence[Piece]) -> Solution | None:
        """The solution of variants of the variables of another one, fitted anew."""
        self.refitted += 1
        found = self._fitted(pieces, show=False)
        return None if found is None or found.wrong else found

    def on_longer(self, solution: Solution) -> Evidence | None:
        """Fit the last table on the shorter inputs alone: is it right on the longer ones?

        None where there is no table, or too few inputs.
        """
        lengths = self.sample.lengths
        cut = int(np.median(lengths))
        short = lengths <= cut
        if solution.cells == 0 or short.sum() < FEW or (~short).sum() < FEW:
            return None
        pieces = solution.variables
        values = [self.sample.values(one)[short] for one in pieces]
        fitted = table_ending(self.domain, pieces, values, self.labels[short])
        if fitted is None:
            return None
        given = self.classes(fitted.piece, self.sample.values(fitted.piece))
        wrong = ((given != self.labels) & (self.labels >= 0))[~short]
        failed = int(wrong.any(axis=1).sum())
        what = f"training inputs of more than {cut} words, its last table made from the shorter"
        none = self.sample.given[:0]
        return Evidence(what, "given", len(wrong), len(wrong) - failed, none)

    def _fitted(self, pieces: Sequence[Piece], show: bool) -> Solution | None:
        """The answer that is fitted to some variables: on all inputs, if it is right on a few."""
        found = self._ended(pieces, self.few, show)
        return found if found is None or found.wrong else self._ended(pieces, self.sample, show)

    def _ended(self, pieces: Sequence[Piece], sample: Sample, show: bool) -> Solution | None:
        """The answer that is fitted to some variables on some of the inputs."""
        labels = self.labels[: sample.inputs, : sample.width]
        values = [sample.values(one) for one in pieces]
        found: Solution | None = None
        if len(pieces) == 1 and not self.pooled:  # votes are for classes
            found = named_ending(self.domain, pieces[0], values[0], labels)
        if found is None and (show or not self.domain.tells_values):
            found = table_ending(self.domain, pieces, values, labels)
        if found is not None and found.wrong and show:  # remember a few inputs that are wrong
            given = self.classes(found.piece, sample.values(found.piece))
            failed = np.flatnonzero(((given != labels) & (labels >= 0)).any(axis=1))[:4]  # a few
            known = set(self.counterexamples)
            self.counterexamples += [row for row in failed.tolist() if row not in known]
        return found

    def classes(self, answer: Piece, values: Whole) -> Ints:
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

    def flag(self, pieces: Sequence[Piece], wanted: Ints) -> Piece | None:
        """The table of a flag that these variables decide on all training inputs; or None."""
        values = [self.sample.values(one) for one in pieces]
        ending = table_ending(self.domain, pieces, values, wanted, classes=False)
        if ending is None or ending.wrong:
            return None
        same = len(pieces) == 1 and (values[0] == wanted)[wanted >= 0].all()
        if same and pieces[0].type == TRUTH:
            return pieces[0]
        return None if ending.rare else threshold(ending.piece)
