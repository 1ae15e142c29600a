"""Work shared out over processes that see everything as it is now: they are forked."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

_shared: list[tuple[Callable[..., Any], Any]] = []  # what a forked worker finds there


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that started the workers; it ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(part: Sequence[Any]) -> Any:
    work, shared = _shared[-1]
    return work(shared, part)


def in_parallel(
    work: Callable[[Shared, Sequence[Item]], Result],
    shared: Shared,
    items: Sequence[Item],
    workers: int,
) -> list[Result]:
    """work(shared, part) for each of as many parts as there are workers: items[n::workers]."""
    parts = [items[n::workers] for n in range(workers)]
    if workers == 1:
        return [work(shared, parts[0])]
    _shared.append((work, shared))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside NumPy's threads
            processes = multiprocessing.get_context("fork").Pool(workers, _ignore_interrupts)
        with processes:
            return processes.map(_work, parts)
    finally:
        _shared.pop()


def usable_cores(wanted: int = 0, most: int = 2) -> int:
    """How many processes to use: one where a process cannot be forked, or must not be.

    A process that has loaded JAX has threads of JAX's own, and its fork can wait for them forever.
    """
    if "fork" not in multiprocessing.get_all_start_methods() or "jax" in sys.modules:
        return 1
    return wanted or min(most, os.cpu_count() or 1)
