"""Files that are whole or not there, and one writer at a time.

A file is written beside, on disk, then renamed: a reader sees the old file or the new one, never a
part. Pipes and devices, which nothing can be put in place of, are written to as they are. A lock
lies on the folder or on the temporary file itself, and the system lets go of it when its process
dies: there is no lock file to be left behind.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

LOCKS = os.name == "posix"  # else two writers at once are not noticed, and what a kill left stays
if LOCKS:
    import fcntl

IN_WORK = re.compile(r"\..+\.[0-9a-f]{8}\.tprog")  # the name of a file that is being written

# (thread, device, number) of each folder that is held -> its descriptor
_held: dict[tuple[int, int, int], int] = {}


def _release() -> None:
    for descriptor in _held.values():
        os.close(descriptor)
    _held.clear()


if hasattr(os, "register_at_fork"):  # a worker must not go on holding what its parent held
    os.register_at_fork(after_in_child=_release)


def lock(descriptor: int) -> bool | None:
    """Lock an open file or folder until it is closed; False if another has it.

    None where there are no locks: on Windows, and on some network drives.
    """
    if not LOCKS:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """A folder to write in, for this process alone; made if it is not there, removed if empty then.

    A second process is refused. Whoever holds a folder may ask for it again.
    """
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if not LOCKS:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    status = os.fstat(descriptor)
    place = threading.get_ident(), status.st_dev, status.st_ino
    if place in _held:
        os.close(descriptor)
        yield
        return
    if lock(descriptor) is False or not folder.exists():  # a folder left empty has just gone
        os.close(descriptor)
        message = "another process is writing here: wait for its end, or choose another folder"
        raise BlockingIOError(errno.EWOULDBLOCK, message, str(folder))
    _held[place] = descriptor
    try:
        yield
    finally:
        with suppress(OSError):  # it holds something
            for path in new:
                path.rmdir()
        os.close(_held.pop(place))


@contextmanager
def temporary(file: Path) -> Iterator[Path]:
    """A new file beside another, to be renamed to it; those of killed processes go before.

    It is locked for as long as it is in use, which tells it from one that was left.
    """
    _remove_left(file.parent)
    while True:
        path = file.with_name(f".{file.name}.{secrets.token_hex(4)}.tprog")
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        mine = lock(descriptor)
        if mine and path.exists():
            break
        os.close(descriptor)
        if mine is None:
            break
        # else it was taken for one that was left, before it was locked
    try:
        yield path
    finally:
        with suppress(OSError):  # it has been renamed
            path.unlink()
        if mine:
            os.close(descriptor)


def _remove_left(folder: Path) -> None:
    """Remove what killed processes were writing in a folder: files that nobody locks any more."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if IN_WORK.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError), open(entry.path, "r+b") as stream:
                    if lock(stream.fileno()):
                        os.unlink(entry.path)


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """A stream that becomes the file at the end, unless something is raised before."""
    if is_stream(path):
        try:
            with open(path, "wb") as stream:
                yield stream
        except OSError as error:
            error.filename = str(path)
            raise
        return
    file = Path(os.path.realpath(path))  # a link stays a link
    try:
        with temporary(file) as beside:
            with open(beside, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if file.exists():
                beside.chmod(file.stat().st_mode & 0o777)
            os.replace(beside, file)
    except OSError as error:  # name the file that was asked for
        error.filename, error.filename2 = str(path), None
        raise
    with suppress(OSError):  # the rename on disk too; not every system lets a folder be synced
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def is_stream(path: str | Path) -> bool:
    """Whether a path is a pipe or a device, such as /dev/stdout."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def write_text(path: str | Path, text: str) -> None:
    """Write a whole file of text, or nothing."""
    encoded = text.encode("utf-8")
    with writing(path) as stream:
        stream.write(encoded)


def write_arrays(
    path: str | Path, arrays: Mapping[str, npt.NDArray[np.generic]], *, compressed: bool = False
) -> None:
    """Write a whole `.npz` file, or nothing."""
    with writing(path) as stream:
        (np.savez_compressed if compressed else np.savez)(stream, **arrays)  # type: ignore[arg-type]
