"""Files that are whole or not there: written beside, on disk, then renamed.

A reader sees the old file or the new one, never a part, whatever happens meanwhile. Pipes and
devices, which nothing can be put in place of, are written to as they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from .locks import temporary


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
