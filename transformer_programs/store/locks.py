"""One writer at a time, by locks that the system lets go of when their process dies.

A lock lies on the folder or on the temporary file itself: there is no lock file to be left behind.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
