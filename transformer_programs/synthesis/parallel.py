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
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any, TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item], workers: int
) -> list[Result]:
    """work(shared, item) for each item; worker n does items[n::workers].

    What a worker raises is raised here; so is a ChildProcessError if one is killed.
    """
    if workers == 1:
        return [work(shared, item) for item in items]
    context = multiprocessing.get_context("fork")
    started = []
    try:
        for n in range(workers):
            reader, writer = context.Pipe(duplex=False)
            given = (writer, work, shared, items[n::workers])
            process = context.Process(target=_send, args=given, daemon=True)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside NumPy's threads
                process.start()
            writer.close()  # so that the end of the worker is the end of the pipe
            started.append((process, reader))
        shares = [_received(reader) for _, reader in started]
        return [shares[n % workers][n // workers] for n in range(len(items))]
    finally:
        for process, reader in started:
            reader.close()
            process.terminate()
            process.join()


def limit(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds are over, in this process or in one it forks."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _send(
    writer: Connection, work: Callable[[Shared, Item], Result], shared: Shared, part: Sequence[Item]
) -> None:
    """Do the work of one process, and send what came of it."""
    # Ctrl-C is for the process that started the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with closing(writer):
        try:
            found: list[Result] | Exception = [work(shared, item) for item in part]
        except Exception as error:
            found = error
        writer.send(found)


def _end_with_parent() -> None:
    """End this worker when the process that started it is gone, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _received(reader: Connection) -> Any:
    try:
        found = reader.recv()
    except EOFError:
        raise ChildProcessError(
            "a process of the search was killed: was there enough memory? One alone needs less "
            "(--jobs 1)"
        ) from None
    if isinstance(found, Exception):
        raise found
    return found


def usable_cores(wanted: int = 0) -> int:
    """How many processes to use: one where a process cannot be forked, or must not be.

    A process that has loaded JAX has threads of JAX's own, and its fork can wait for them forever.
    """
    if "fork" not in multiprocessing.get_all_start_methods() or "jax" in sys.modules:
        return 1
    return wanted or os.cpu_count() or 1
