"""Reading files: text, lines, JSON records and arrays, plain or compressed by gzip.

A file that is damaged or holds something else raises a StoreError with file and place.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import msgspec
import numpy as np
import numpy.typing as npt

from ..program.values import Refusal

Arrays = dict[str, npt.NDArray[Any]]
T = TypeVar("T")


class StoreError(Refusal):
    """A file that cannot be used. The message says which, where and why."""


# --- bytes, text, lines ---------------------------------------------------------------------------


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """A file to read from; one whose name ends in .gz is unpacked."""
    try:
        with gzip.open(path) if str(path).endswith(".gz") else open(path, "rb") as stream:
            yield cast(BinaryIO, stream)
    except (zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise StoreError(f"{path}: expected a file compressed by gzip ({error})") from None


def read_bytes(path: str | Path) -> bytes:
    with opened(path) as stream:
        return stream.read()


def read_text(path: str | Path) -> str:
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        list(numbered(io.BytesIO(data), f"{path}: "))  # raises the error with line and column
        raise


def lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file with their numbers."""
    with opened(path) as stream:
        yield from numbered(stream, f"{path}, ")


def numbered(stream: BinaryIO, where: str = "") -> Iterator[tuple[int, str]]:
    r"""Lines with their numbers, without byte order mark and line ends.

    A line ends at \n or \r\n only: U+0085 and other characters that Python takes for line ends
    occur inside sentences.
    """
    for number, line in enumerate(stream, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8", "replace")) + 1
            byte = f"0x{line[error.start]:02X}"
            raise StoreError(
                f"{where}line {number}, column {column}: expected UTF-8 text, got the byte {byte}"
            ) from None
        yield number, text.removesuffix("\n").removesuffix("\r")


# --- JSON -----------------------------------------------------------------------------------------


def json_lines(path: str | Path, kind: Any = Any) -> Iterator[tuple[int, Any]]:
    """The values in a file of JSON lines, of the type `kind`, with the numbers of their lines."""
    for number, line in lines(path):
        if line.strip():
            yield number, decode(line, kind, f"{path}, line {number}")


def decode(data: str | bytes, kind: type[T], where: str) -> T:
    """The JSON value in a text, of the type `kind`; `where` starts the message of an error.

    >>> decode('[1, "b"]', list[int], "x.json")
    Traceback (most recent call last):
    transformer_programs.store.reading.StoreError: x.json, 1: expected `int`, got `str`
    """
    try:
        return convert(msgspec.json.decode(data), kind, where)
    except RecursionError:
        raise StoreError(f"{where}: the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        reason, _, byte = str(error).removeprefix("JSON is malformed: ").partition(" (byte ")
    place = ""
    if byte:
        before = (data.encode() if isinstance(data, str) else data)[: int(byte.rstrip(")"))]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        place = f"line {line}, column {column}: "
    if "truncated" in reason:
        raise StoreError(f"{where}: the JSON ends too early: the file is truncated")
    raise StoreError(f"{where}: {place}not valid JSON ({reason})")


def convert(value: Any, kind: type[T], where: str) -> T:
    """A plain value, such as JSON gives, converted to the type `kind`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:  # Expected `int`, got `str` - at `$.a[3]`
        reason, _, path = str(error).partition(" - at ")
    places = re.findall(r"\[\.\.\.\]|[^.\[\]$`]+", path)
    raise StoreError(f"{', '.join([where, *places])}: {reason[:1].lower()}{reason[1:]}")


def decode_version(text: str, kind: type[T], format: str, version: int, where: str) -> T:
    """The JSON object in a text; one of another format or version is rejected."""
    document: Any = decode(text, object, where)
    if not isinstance(document, dict) or document.get("format") != format:
        raise StoreError(f'{where}: expected a file with "format": "{format}"')
    if (found := document.get("version")) != version:
        raise StoreError(
            f"{where}: expected version {version} of the file format, got {found!r}: "
            "another release of transformer-programs wrote it"
        )
    return convert(document, kind, where)


# --- arrays ---------------------------------------------------------------------------------------


def read_arrays(path: str | Path) -> Arrays:
    """The arrays of a `.npz` file."""
    with open(path, "rb") as stream:
        try:
            with np.load(stream, allow_pickle=False) as found:
                return dict(found)
        except Exception as error:  # damage makes zipfile and NumPy raise almost anything
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise StoreError(f"{path}: not a readable .npz file ({reason})") from None
