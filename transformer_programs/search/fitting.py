"""From a variable to an answer: its own name, a number with a shift, or a small table.

Tables are fitted on all training inputs, each number held within the smallest range that gives the
same answers, so that they say as little as possible about values that were never seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..program.values import Categorical, Number
from .building import TRUTH, Piece, formula, piece, tabled
from .domain import MOST_NAMES, Domain, spellings

MOST_VALUES = 4000  # cells before ranges are made small; more is no table to read
MOST_VOTES = 4_000_000  # cells x classes
UNSEEN = 2  # numbers above all seen that may be divided, too
FARTHEST = 99  # that an answer may be moved by
Ints = npt.NDArray[np.int64]
Names = tuple[tuple[int, str], ...]  # numbers that are answered by a name


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """The piece that turns variables into an answer, and how well: `wrong` of `asked` labels.

    `rare`: cells that fewer than three labels stand for.
    """

    piece: Piece
    wrong: int
    asked: int
    rare: int = 0
    cells: int = 0
    names: Names = ()


def named_ending(
    domain: Domain,
    found: Piece,
    values: npt.NDArray[np.integer],
    labels: npt.NDArray[np.int32],
    slack: float,
) -> Ending | None:
    """The variable is the answer, or is but for a fixed shift. None where it is not.

    Where labels are numbers and names, each name must have a number that no other label has.
    """
    asked = labels >= 0
    total, seen, wanted = int(asked.sum()), values[asked].astype(np.int64), labels[asked]
    if not isinstance(found.type, Number):
        wrong = int((domain.class_words[wanted] != seen).sum())
        return Ending(found, wrong, total) if wrong <= slack * total else None
    numbers = domain.class_numbers
    if numbers is None:
        return None
    named = domain.class_named[wanted]
    off = (numbers[wanted] - seen)[~named]
    shift = int(np.median(off)) if len(off) else 0
    names = numbers_of_names(wanted[named], seen[named] + shift, seen[~named] + shift)
    wrong = int((off != shift).sum())
    if names is None or wrong > slack * total or abs(shift) > FARTHEST:
        return None
    ready = piece(formula("a", shift), found) if shift else found
    if domain.point:
        ready = _with_point(domain, ready, seen + shift)
    said = tuple((number, domain.classes[name]) for number, name in names.items())
    return Ending(ready, wrong, total, names=said)


def numbers_of_names(
    names: npt.NDArray[np.integer], values: npt.NDArray[np.integer], others: npt.NDArray[np.integer]
) -> dict[int, int] | None:
    """The name of each number that has one; None where a name has several, or shares one."""
    pairs = np.unique(values.astype(np.int64) * 2**15 + names)
    found = {int(pair) >> 15: int(pair) & (2**15 - 1) for pair in pairs[: MOST_NAMES + 1]}
    apart = len(found) == len(set(found.values())) == len(pairs)
    return found if apart and not np.isin(others, list(found)).any() else None


def _with_point(domain: Domain, found: Piece, values: npt.NDArray[np.integer]) -> Piece:
    """The table of whole numbers as labels spell them: 2.0."""
    low, high = int(values.min()), int(values.max())
    high += (high - low) // 2
    spelled = tuple(f"{number}{domain.point}" for number in range(low, high + 1))
    return tabled([found], [(low, high)], tuple(range(len(spelled))), Categorical(spelled))


def table_ending(
    domain: Domain,
    pieces: Sequence[Piece],
    values: Sequence[npt.NDArray[np.integer]],
    labels: npt.NDArray[np.int32],
    classes: bool = True,
) -> Ending | None:
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
    if np.prod(shape) > MOST_VALUES or np.prod(shape) * count > MOST_VOTES:
        return None
    place = np.zeros(len(wanted), np.int64)
    for column, low, size in zip(columns, lows, shape, strict=True):
        place = place * size + column - low
    votes = np.bincount(place * count + wanted, minlength=int(np.prod(shape)) * count)
    votes = votes.reshape(*shape, count)
    support = votes.sum(axis=-1)
    grid = np.where(support > 0, votes.argmax(axis=-1), -1)
    wrong = len(wanted) - int(votes.max(axis=-1).sum())
    grid, support, ranges = _narrowed(grid, support, lows, numeric)
    rare = int(((support > 0) & (support < 3)).sum())
    results = tuple(_filled(grid, numeric).ravel().tolist())
    out = Categorical(domain.classes) if classes else TRUTH
    table = tabled(pieces, ranges, results, out)
    return Ending(table, wrong, len(wanted), rare, len(results))


def ratio_ending(
    domain: Domain,
    pieces: Sequence[Piece],
    values: Sequence[npt.NDArray[np.integer]],
    labels: npt.NDArray[np.int32],
    slack: float,
) -> Ending | None:
    """The first of two numbers divided by the second, as a table; None where it is not that."""
    if domain.class_ratios is None or len(pieces) != 2:
        return None
    asked, (known, near) = labels >= 0, domain.class_ratios
    ranges = [(int(one[asked].min()), int(one[asked].max())) for one in values]
    ranges[0] = ranges[0][0], ranges[0][1] + UNSEEN
    above, below = (np.arange(low, high + 1) for low, high in ranges)
    if ranges[1][0] < 1 or len(above) * len(below) > MOST_VALUES:
        return None
    wanted = values[0][asked] / values[1][asked]
    wrong = int((np.abs(wanted - known[labels[asked]]) > near).sum())
    if wrong > slack * len(wanted):
        return None
    table = _ratios(domain, pieces, ranges, np.stack([one[asked] for one in values]), labels[asked])
    return Ending(table, wrong, len(wanted), 0, len(above) * len(below))


def _ratios(
    domain: Domain,
    pieces: Sequence[Piece],
    ranges: Sequence[tuple[int, int]],
    seen: Ints,
    wanted: npt.NDArray[np.int32],
) -> Piece:
    """The table of one number divided by another, spelled as the labels are.

    Where no way to spell them gives all labels seen, each ratio is the nearest one seen.
    """
    assert domain.class_ratios is not None
    known, _ = domain.class_ratios
    above, below = (range(low, high + 1) for low, high in ranges)
    cells = [Fraction(a, b) for a in above for b in below]
    given = {(Fraction(*map(int, two)), int(n)) for two, n in zip(seen.T, wanted, strict=True)}
    digits = max(len(name.partition(".")[2]) for name in domain.classes)
    for spelling in spellings(digits):
        if all(spelling(ratio) == domain.classes[name] for ratio, name in given):
            texts = [spelling(ratio) for ratio in cells]
            classes = tuple(dict.fromkeys((*domain.classes, *texts)))
            results = tuple(map(classes.index, texts))
            return tabled(pieces, ranges, results, Categorical(classes))
    near = np.abs(np.array(cells, float)[:, None] - known).argmin(axis=1)
    return tabled(pieces, ranges, tuple(near.tolist()), Categorical(domain.classes))


def _narrowed(
    grid: Ints, support: Ints, lows: list[int], numeric: list[bool]
) -> tuple[Ints, Ints, tuple[tuple[int, int], ...]]:
    """Join the outermost values of each number while they ask for the same."""
    ranges = []
    for axis, (low, number) in enumerate(zip(lows, numeric, strict=True)):
        grid, support = np.moveaxis(grid, axis, 0), np.moveaxis(support, axis, 0)
        while number and len(grid) > 1 and _agree(grid[-1], grid[-2]):
            grid, support = _joined(grid, -1, -2), _added(support, -1, -2)
        while number and len(grid) > 1 and _agree(grid[0], grid[1]):
            grid, support, low = _joined(grid, 0, 1), _added(support, 0, 1), low + 1
        ranges.append((low, low + len(grid) - 1))
        grid, support = np.moveaxis(grid, 0, axis), np.moveaxis(support, 0, axis)
    return grid, support, tuple(ranges)


def _agree(a: Ints, b: Ints) -> bool:
    return bool(((a == b) | (a < 0) | (b < 0)).all())


def _joined(grid: Ints, gone: int, kept: int) -> Ints:
    grid = grid.copy()
    grid[kept] = np.where(grid[kept] < 0, grid[gone], grid[kept])
    return np.delete(grid, gone, axis=0)


def _added(support: Ints, gone: int, kept: int) -> Ints:
    support = support.copy()
    support[kept] += support[gone]
    return np.delete(support, gone, axis=0)


def _filled(grid: Ints, numeric: list[bool]) -> Ints:
    """Cells that nothing was seen of: as the number below or above, else the most common."""
    grid = grid.copy()
    for axis, number in enumerate(numeric):
        if number:
            moved = np.moveaxis(grid, axis, 0)
            for way in (range(1, len(moved)), range(len(moved) - 2, -1, -1)):
                for row in way:
                    beside = moved[row - 1 if way.step > 0 else row + 1]
                    moved[row] = np.where(moved[row] < 0, beside, moved[row])
    seen = grid[grid >= 0]
    common = int(np.bincount(seen).argmax()) if seen.size else 0
    return np.where(grid < 0, common, grid)
