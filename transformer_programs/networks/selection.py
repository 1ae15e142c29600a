"""Selection: while networks train, copies of the best replace the worst, by training loss alone.

Networks are selected within islands of consecutive members. The size of an island depends on the
number of seeds, not on the machine. Within an island, networks of the same shape are compared, if
there are four or more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .population import Metrics

MAX_ISLAND = 16  # members that must fit in memory together
QUARTER = 4  # one member of so many is replaced
COOLEST, HOTTEST = 0.02, 1.5  # temperatures between which members are selected


def island_size(seeds: int) -> int:
    """The number of members of an island; the last one may have fewer.

    >>> island_size(8), island_size(17), island_size(40)
    (8, 9, 14)
    """
    return -(-seeds // -(-seeds // MAX_ISLAND))


def parents(
    loss: npt.NDArray[np.float64], diverged: Sequence[bool], shapes: Sequence[object], island: int
) -> list[int]:
    """The member that each one continues from: itself, or a better one of its island and shape.

    >>> parents(np.array([3.0, 1.0, 2.0, 4.0]), [False] * 4, "aaaa", island=4)
    [0, 1, 2, 1]
    """
    found = list(range(len(loss)))
    cost = np.where(diverged, np.inf, loss)
    groups: dict[tuple[int, object], list[int]] = {}
    for i, shape in enumerate(shapes):
        groups.setdefault((i // island, shape), []).append(i)
    for group in groups.values():
        ranked = sorted(group, key=lambda i: cost[i])
        count = len(ranked) // QUARTER
        for good, bad in zip(ranked[:count], ranked[len(ranked) - count :], strict=True):
            found[bad] = bad if diverged[good] else good
    return found


def ancestor(history: Sequence[Metrics], member: int, keep: str) -> int:
    """The member from whose start the final parameters of a member descend."""
    end = len(history) - 1
    if keep == "best":  # those of the latest of the best evaluations
        scores = np.array([one.scores[member] for one in history])
        end = int(np.flatnonzero(scores == scores.max())[-1])
    for one in reversed(history[:end]):
        member = member if one.parents is None else one.parents[member]
    return member
