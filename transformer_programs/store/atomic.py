"""Atomic writes, and one writer per folder.

A file is written beside its place, synced, then renamed: a reader sees the old file or the new one.
Pipes and devices are written to directly.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from filelock import FileLock, Timeout

LOCK_FILE = ".tprog.lock"
UNFINISHED = ".*.tprog"  # the names of files that are being written


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """A folder to write in, for this thread alone; made if it is missing, removed if left empty.

    What killed processes left unfinished is removed. A second writer gets a BlockingIOError; the
    holder may lock the folder again.
    """
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder.resolve() / LOCK_FILE, timeout=0, is_singleton=True)
    try:
        lock.acquire()
    except Timeout:
        message = "another process is writing here: wait for its end, or choose another folder"
        raise BlockingIOError(errno.EWOULDBLOCK, message, str(folder)) from None
    try:
        if lock.lock_counter == 1:
            for left in folder.rglob(UNFINISHED):
                left.unlink(missing_ok=True)
        yield
    finally:
        if lock.lock_counter == 1:
            Path(lock.lock_file).unlink(missing_ok=True)
            with suppress(OSError):  # not empty
                for path in new:
                    path.rmdir()
        lock.release()


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """A stream that becomes the file at the end, unless an error is raised before."""
    file = Path(os.path.realpath(path))  # a link stays a link
    beside = file.with_name(f".{file.name}.{secrets.token_hex(4)}.tprog")
    try:
        if is_stream(path):
            with open(path, "wb") as stream:
                yield stream
            return
        with open(beside, "xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            beside.chmod(file.stat().st_mode & 0o777)
        os.replace(beside, file)
    except OSError as error:  # name the file that was asked for
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        with suppress(OSError):  # renamed, or never made
            beside.unlink()


def is_stream(path: str | Path) -> bool:
    """Whether a path is a pipe or a device, such as /dev/stdout."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def write_text(path: str | Path, text: str) -> None:
    encoded = text.encode()
    with writing(path) as stream:
        stream.write(encoded)


def write_arrays(
    path: str | Path, arrays: Mapping[str, npt.NDArray[np.generic]], *, compressed: bool = False
) -> None:
    """Write a `.npz` file."""
    with writing(path) as stream:
        (np.savez_compressed if compressed else np.savez)(stream, **arrays)  # type: ignore[arg-type]
