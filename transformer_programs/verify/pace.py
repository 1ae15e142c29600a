"""How long a check takes, known before it starts: some inputs are tried."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIED = 0.1  # seconds: a shorter try says little
SHORT = 1.0  # seconds of a check that need no better estimate
MORE = 4  # times as many inputs in the next try

Expected = Callable[[int, float], None]  # is told how many inputs are run, and about the seconds


def estimate(run: Callable[[int], int], most: int, units: int) -> float:
    """About the seconds that so many units take. `run` tries inputs and says how many units.

    First one input, then more, until a try takes a while, or the check is short, or at `most`.
    """
    inputs = 1
    while True:
        begun = time.perf_counter()
        tried = run(inputs)
        spent = time.perf_counter() - begun
        seconds = spent / max(1, tried) * units
        if spent >= TRIED or seconds < SHORT or inputs >= most:
            return seconds
        inputs = min(most, MORE * inputs)
