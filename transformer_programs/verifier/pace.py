"""How long a check takes, known before it starts: some inputs are tried."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

MEASURED = 0.05  # seconds by which a larger try must take longer
LONG = 1.0  # seconds of a try that no larger one follows
SHORT = 1.0  # seconds of a check that need no better estimate
MORE = 4  # times as many inputs in the next try

Expected = Callable[[int, float], None]  # is told how many inputs are run, and about the seconds
Try = Callable[[], int]  # runs some inputs, and says how many units of work they were


class Pace(NamedTuple):
    """The seconds of a block of inputs: some for the block, and some for each unit of work."""

    block: float
    unit: float


def pace(prepared: Callable[[int], Try], most: int, units: int) -> Pace:
    """The pace of a check of so many units, by tries of some inputs, prepared beforehand.

    The first try is not counted: whatever is done only once is done then. Then more and more inputs
    are tried, until some take measurably longer than fewer, or long, or there are no more; or until
    the check is short even if each unit takes its share of all the time of a try.
    """
    prepared(1)()
    inputs, fewer, now = 1, (0.0, 0), _timed(prepared(1))
    while inputs < most and now[0] < LONG and now[0] / now[1] * units > SHORT:
        inputs = min(most, MORE * inputs)
        last, now = now, _timed(prepared(inputs))
        fewer = last if last[1] < now[1] else fewer
        if now[0] - fewer[0] >= MEASURED:
            break
    unit = max(0.0, now[0] - fewer[0]) / (now[1] - fewer[1])
    return Pace(max(0.0, now[0] - unit * now[1]), unit)


def _timed(run: Try) -> tuple[float, int]:
    """The seconds of a try, and its units."""
    begun = time.perf_counter()
    units = max(1, run())
    return time.perf_counter() - begun, units
