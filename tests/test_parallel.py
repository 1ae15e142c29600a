"""Forked workers: every part once, in order; what goes wrong in one is heard of."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

import pytest

from transformer_programs.search.parallel import in_parallel


def times(factor: int, part: Sequence[int]) -> list[int]:
    return [factor * item for item in part]


def refused(_: int, part: Sequence[int]) -> list[int]:
    if 3 in part:
        raise ValueError("three")
    return list(part)


def killed(_: int, part: Sequence[int]) -> list[int]:
    if 3 in part:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(part)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_parts_are_dealt_out_and_come_back_in_order(workers: int) -> None:
    parts = in_parallel(times, 10, range(7), workers)
    assert parts == [[10 * item for item in range(n, 7, workers)] for n in range(workers)]


def test_results_larger_than_a_pipe_holds_come_whole() -> None:
    (one, other) = in_parallel(times, 1, range(400_000), 2)
    assert (len(one), other[-1]) == (200_000, 399_999)


def test_what_a_worker_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="three"):
        in_parallel(refused, 0, range(4), 2)


def test_a_killed_worker_is_told_and_not_waited_for() -> None:
    with pytest.raises(ChildProcessError, match="was killed: was there enough memory"):
        in_parallel(killed, 0, range(4), 2)
