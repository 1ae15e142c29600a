"""Files that anyone may have written: read within bounds, or refused in one sentence.

Everything that a user hands over is read here: text, lines, JSON, arrays, each plain or where it
may be compressed. What is no regular file, too large, damaged or not what it says is refused, with
its place. Nothing is pickled, nothing evaluated, and no header decides how much memory is taken.
"""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import json
import math
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

from ..program.values import Refusal

Arrays = dict[str, npt.NDArray[Any]]

MOST_BYTES = 2**30  # of a file that is read whole
MOST_LINE = 2**23  # bytes of a line
DEEPEST = 64  # levels of JSON
LARGEST = 2**63  # whole numbers of records are smaller
FREE, GROWTH = 2**20, 100  # what is unpacked may be so many bytes, or so many times the packed
HANDED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # open already, whatever they are

# What a field of a record must be: a type; a list of one kind; an object with some fields or, with
# the key `...`, any fields of one kind; or the first of a tuple, where None in it allows null and
# `...` allows that the field is missing.
Kind: TypeAlias = Any
Fields: TypeAlias = dict[Any, Kind]


class StoreError(Refusal):
    """A file that cannot be used. The message says which, where and why."""


@dataclass(frozen=True, slots=True)
class Such:
    """A kind that a test tells, and its name."""

    noun: str
    holds: Callable[[Any], bool]


@contextmanager
def refused_as(kind: type[ValueError]) -> Iterator[None]:
    """A refusal of this module as an error of another one."""
    try:
        yield
    except StoreError as error:
        raise kind(str(error)) from None


# --- bytes, text, lines ---------------------------------------------------------------------------


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """A regular file to read from; one whose name ends in .gz is unpacked.

    Pipes and devices are refused, for they may never end; but for those that are open already, such
    as the standard input.
    """
    name = os.fspath(path)
    try:
        mode = os.stat(path).st_mode
    except ValueError as error:  # a null byte, or half a character
        raise StoreError(f"{name}: there can be no file of this name ({error})") from None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(mode) and not name.startswith(HANDED):
        raise StoreError(f"{name}: expected a regular file, got a pipe or a device")
    with open(path, "rb") as stream:
        try:
            yield io.BufferedReader(_Unpacked(stream)) if name.endswith(".gz") else stream
        except (zlib.error, EOFError, gzip.BadGzipFile) as error:
            reason = str(error).partition("\n")[0]
            raise StoreError(f"{name}: expected a file compressed by gzip ({reason})") from None
        except _TooMuch:
            raise StoreError(
                f"{name}: expected a file that unpacks to at most {GROWTH} times its size"
            ) from None


class _TooMuch(Exception):
    """A few bytes unpack to very many."""


class _Unpacked(io.RawIOBase):
    """The content of a compressed file, piece by piece."""

    def __init__(self, packed: BinaryIO) -> None:
        self.packed, self.unpacked = packed, gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.packed.fileno()

    def readinto(self, buffer: Any) -> int:
        data = self.unpacked.read(len(buffer))
        _check_growth(self.unpacked.tell(), self.packed.tell())
        buffer[: len(data)] = data
        return len(data)


def _check_growth(unpacked: int, packed: int) -> None:
    if unpacked > FREE and unpacked > GROWTH * packed:
        raise _TooMuch


def lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The lines of a file of text with their numbers, without their ends."""
    with opened(path) as stream:
        yield from numbered(stream, f"{path}, ")


def numbered(stream: BinaryIO, where: str = "") -> Iterator[tuple[int, str]]:
    """The lines of a stream; `where` is what a refusal begins with.

    They end at a line feed only: other characters that Python takes for line ends, such as U+0085,
    occur inside sentences.
    """
    for number in count(1):
        line = stream.readline(MOST_LINE + 1)
        if not line:
            return
        if len(line) > MOST_LINE:
            raise StoreError(f"{where}line {number}: expected at most {MOST_LINE:,} bytes per line")
        try:
            line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            place = f"{where}line {number}, column {len(line[: error.start].decode()) + 1}"
            byte = f"0x{line[error.start]:02X}"
            raise StoreError(f"{place}: expected UTF-8 text, got the byte {byte}") from None
        yield number, text.removesuffix("\n").removesuffix("\r")


def read_bytes(path: str | Path) -> bytes:
    """All of a file."""
    with opened(path) as stream:
        large = os.fstat(stream.fileno()).st_size > MOST_BYTES
        data = b"" if large else stream.read(MOST_BYTES + 1)
    if large or len(data) > MOST_BYTES:
        raise StoreError(f"{path}: expected at most {MOST_BYTES:,} bytes")
    return data


def read_text(path: str | Path) -> str:
    """All of a file of text."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        for _ in numbered(io.BytesIO(data), f"{path}: "):  # refuses the line
            pass
        raise


# --- JSON -----------------------------------------------------------------------------------------


def read_json(path: str | Path) -> Any:
    """The value in a file of JSON."""
    return parse_json(read_text(path), str(path))


def json_lines(path: str | Path) -> Iterator[tuple[int, Any]]:
    """The values in a file with JSON on each line, with the numbers of the lines."""
    for number, line in lines(path):
        if line.strip():
            yield number, parse_json(line, str(path), number)


def parse_json(text: str, name: str, line: int | None = None) -> Any:
    """The value of a JSON text that holds each key once, finite numbers and no deep nesting.

    `name` is what a refusal calls the text; `line`, where it is one line of a file.

    >>> parse_json('{"a": 1, "a": 2}', "x.json")
    Traceback (most recent call last):
    transformer_programs.store.untrusted.StoreError: x.json: the field 'a' stands twice in one \
object
    """
    where = name if line is None else f"{name}, line {line}"
    if not text.strip():
        raise StoreError(f"{where}: {'the file' if line is None else 'the line'} is empty")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_finite, parse_float=_finite
        )
        if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
            raise RecursionError
    except json.JSONDecodeError as error:
        place = f"{name}: line {error.lineno}" if line is None else where
        place += f", column {error.colno}"
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise StoreError(f"{place}: the JSON ends too early: the file is truncated") from None
        raise StoreError(f"{place}: not valid JSON ({error.msg.lower()})") from None
    except StoreError as error:
        raise StoreError(f"{where}: {error}") from None
    except ValueError:  # more digits than Python reads
        raise StoreError(f"{where}: expected numbers of fewer digits") from None
    except RecursionError:
        raise StoreError(f"{where}: nested too deeply, over {DEEPEST} levels of JSON") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StoreError(f"the field {twice!r} stands twice in one object")
    return fields


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        spelled = text.isalpha() or text == "-Infinity"
        raise StoreError(f"expected {'' if spelled else 'finite '}numbers, got {text[:40]}")
    return value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


# --- records --------------------------------------------------------------------------------------


def require(value: Any, kind: Kind, where: str) -> None:
    """Refuse a value that is not of the kind; a whole number is a number too, a truth is neither.

    >>> require({"a": [1, "b"]}, {"a": [int]}, "x.json")
    Traceback (most recent call last):
    transformer_programs.store.untrusted.StoreError: x.json, a, 1: expected a whole number, got "b"
    """
    match kind:
        case tuple():
            if value is not None or None not in kind:
                require(value, kind[0], where)
        case list():
            require(value, list, where)
            for number, item in enumerate(value):
                require(item, kind[0], f"{where}, {number}")
        case dict():
            require(value, dict, where)
            each = kind.get(...)
            kinds = kind if each is None else dict.fromkeys(value, each)
            for name, inner in kinds.items():
                if name in value:
                    require(value[name], inner, f"{where}, {name}")
                elif not isinstance(inner, tuple) or ... not in inner:
                    raise StoreError(f"{where}: the field {name!r} is missing")
        case _:
            such = kind if isinstance(kind, Such) else _TYPES[kind]
            if not such.holds(value):
                raise StoreError(f"{where}: expected {such.noun}, got {brief(value)}")


def is_number(value: Any) -> bool:
    """Whether a value of JSON is a number, and a whole one no larger than 64 bits hold."""
    if isinstance(value, bool):
        return False
    return isinstance(value, float) or (isinstance(value, int) and abs(value) < LARGEST)


_TYPES = {
    bool: Such("true or false", lambda value: isinstance(value, bool)),
    int: Such("a whole number", lambda value: is_number(value) and isinstance(value, int)),
    float: Such("a number", is_number),
    dict: Such("an object", lambda value: isinstance(value, dict)),
    list: Such("a list", lambda value: isinstance(value, list)),
    str: Such("a text", lambda value: isinstance(value, str)),
}
SHARE = Such("a share from 0 to 1", lambda value: is_number(value) and 0 <= value <= 1)


def brief(value: Any, most: int = 60) -> str:
    """A value as JSON, cut where it is long."""
    text = json.dumps(value)
    return text if len(text) <= most else text[: most - 3] + "..."


# --- arrays ---------------------------------------------------------------------------------------


def read_arrays(path: str | Path) -> Arrays:
    """The arrays of a `.npz` file; refused if it is damaged or something else."""
    with opened(path) as stream:
        try:
            with zipfile.ZipFile(stream) as archive:
                entries = archive.infolist()
                size = os.fstat(stream.fileno()).st_size
                _check_growth(sum(entry.file_size for entry in entries), size)
                found = {}
                for entry in entries:
                    name = entry.filename.removesuffix(".npy")
                    if name == entry.filename or name in found:
                        raise ValueError(f"it holds {brief(entry.filename)}, or holds it twice")
                    found[name] = _array(archive.read(entry))
                return found
        except _TooMuch:
            raise
        except Exception as error:  # neither zipfile nor NumPy says what damage makes them raise
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise StoreError(f"{path}: not a readable .npz file ({reason})") from None


def _array(data: bytes) -> npt.NDArray[Any]:
    """The array in an .npy; its header must speak of just as many bytes as there are."""
    stream = io.BytesIO(data)
    first = np.lib.format.read_magic(stream) == (1, 0)
    read = np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0
    shape, fortran, dtype = read(stream)
    wanted, there = math.prod(shape) * dtype.itemsize, len(data) - stream.tell()
    if dtype.hasobject or wanted != there:
        raise ValueError(f"{wanted:,} bytes of {dtype} in {there:,}")
    return np.ndarray(shape, dtype, data, stream.tell(), order="F" if fortran else "C")
