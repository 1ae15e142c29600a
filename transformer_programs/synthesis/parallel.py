"""Work shared out over processes that see everything as it is now: they are forked."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

_inherited: tuple[Callable[[Any, Any], Any], Any]  # of a worker: its work, and what all share


def in_parallel(
    work: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item], workers: int
) -> list[Result]:
    """work(shared, item) for each item, in order; only items and results are sent.

    What a worker raises is raised here; so is a ChildProcessError if one is killed.
    """
    if workers == 1:
        return [work(shared, item) for item in items]
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, context, _begin, (work, shared))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside NumPy's threads
            return list(pool.map(_done, items))
    except BrokenProcessPool:
        raise ChildProcessError(
            "a process of the search was killed: was there enough memory? One alone needs less "
            "(--jobs 1)"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def limit(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds are over, in this process or in one it forks."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _begin(work: Callable[[Any, Any], Any], shared: Any) -> None:
    """Start a worker, which ends with its parent, even if that is killed."""
    global _inherited
    _inherited = work, shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started it
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _done(item: Any) -> Any:
    work, shared = _inherited
    return work(shared, item)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def usable_cores(wanted: int = 0) -> int:
    """How many processes to use: one where a process cannot be forked, or must not be.

    A process that has loaded JAX has threads of JAX's own, and its fork can wait for them forever.
    """
    if "fork" not in multiprocessing.get_all_start_methods() or "jax" in sys.modules:
        return 1
    return wanted or os.cpu_count() or 1
