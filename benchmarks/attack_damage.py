"""Ways to damage a file: its bytes, its JSON, its arrays, its compression, or what it is at all.

Each way is a function of a random generator and of what a file holds; `damaged` draws one.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Arrays = dict[str, np.ndarray[Any, Any]]
Way = Callable[[random.Random, bytes], bytes]

DEEP = 100_000
LONG = 9_000_000  # bytes of a line: more than a reader takes


# --- bytes ----------------------------------------------------------------------------------------


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 2, 5, 40)))


def flip(rng: random.Random, data: bytes) -> bytes:
    """One to three bytes of it changed."""
    changed = bytearray(data or b"x")
    for _ in range(rng.randrange(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def another_letter(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data or b"x")
    changed[rng.randrange(len(changed))] = rng.choice(b'0123456789abcxyz"[]{},:.- \t\n')
    return bytes(changed)


def truncate(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def delete(rng: random.Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + data[stop:]


def repeat(rng: random.Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:stop] + data[start:]


def insert(rng: random.Random, data: bytes) -> bytes:
    start, _ = _span(rng, data)
    extra = rng.choice(
        (b"\0", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\r", b"\n", b"\xe2\x80\xa8")
    )
    return data[:start] + extra + data[start:]


def mark_first(rng: random.Random, data: bytes) -> bytes:
    """A byte order mark, once, twice, or in another encoding."""
    return rng.choice((b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2, b"\xff\xfe")) + data


def another_encoding(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-32", "utf-7")))


def other_line_ends(rng: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n")))


def _with_lines(change: Callable[[random.Random, list[bytes]], None]) -> Way:
    def changed(rng: random.Random, data: bytes) -> bytes:
        listed = data.split(b"\n")
        change(rng, listed)
        return b"\n".join(listed)

    return changed


def _twice(rng: random.Random, listed: list[bytes]) -> None:
    at = rng.randrange(len(listed))
    listed.insert(rng.randrange(len(listed)), listed[at])


def _swapped(rng: random.Random, listed: list[bytes]) -> None:
    a, b = rng.randrange(len(listed)), rng.randrange(len(listed))
    listed[a], listed[b] = listed[b], listed[a]


def _left_out(rng: random.Random, listed: list[bytes]) -> None:
    del listed[rng.randrange(len(listed))]


def long_line(rng: random.Random, data: bytes) -> bytes:
    start, _ = _span(rng, data)
    return data[:start] + rng.choice((b"x", b" ", b"[", b"9", b'"')) * LONG + data[start:]


def something_else(rng: random.Random, data: bytes) -> bytes:
    return rng.choice(
        (b"", b"\n", b" ", b"null", b"[]", b"{}", b"0", b'"', b"\0" * 50, rng.randbytes(200))
    )


BYTES: tuple[Way, ...] = (
    *(flip, flip, another_letter, another_letter, truncate, truncate, delete, repeat, insert),
    *(mark_first, another_encoding, other_line_ends),
    *(_with_lines(_twice), _with_lines(_swapped), _with_lines(_left_out)),
    lambda rng, data: data * 2,
    lambda rng, data: data + rng.randbytes(rng.randrange(1, 30)),
    something_else,
)


# --- JSON -----------------------------------------------------------------------------------------

ODD: tuple[str, ...] = (
    *("null", "true", "false", "0", "-1", "1", "0.5", "1e400", "-1e400", "NaN", "Infinity"),
    *('""', '"x"', "[]", "{}", "[[]]", '{"a": 1}', "[1, 2]", "9" * 5000, "9" * 30, "1e308"),
    *('"' + "y" * 100_000 + '"', '"\\ud800"', '"\\u0000"', '"\\n"', "[" * DEEP + "]" * DEEP),
    *("[" * 70 + "]" * 70, '{"a":' * 500 + "1" + "}" * 500, "2", "3", "18446744073709551616"),
)
MARK = "\x01odd\x01"


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for name, inner in value.items():
            found += _paths(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value[:20]):
            found += _paths(inner, (*path, number))
    return found


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def changed_json(rng: random.Random, text: str) -> str:
    """A JSON text with one place of it changed."""
    value = json.loads(text)
    paths = _paths(value)
    if not paths:
        return rng.choice(ODD)
    # Short paths are few, and matter most.
    path = min(rng.sample(paths, min(len(paths), rng.choice((1, 1, 4)))), key=len)
    parent, last = _at(value, path[:-1]), path[-1]
    match rng.randrange(8):
        case 0 if isinstance(parent, dict):
            del parent[last]
        case 1 if isinstance(parent, dict):
            parent[rng.choice(("x", str(last) + "s", ""))] = parent.pop(last)
        case 2 if isinstance(parent, dict):
            parent["extra"] = 1
        case 3:
            other = rng.choice(paths)
            parent[last] = json.loads(json.dumps(_at(value, other)))
        case 4 if isinstance(parent, list):
            parent.insert(last, parent[last])
        case 5 if isinstance(parent, dict):
            field = f"{json.dumps(last)}: {json.dumps(parent[last])}"
            return json.dumps(value).replace(field, f"{field}, {field}", 1)
        case 6 if isinstance(parent[last], int | float) and not isinstance(parent[last], bool):
            parent[last] += rng.choice((-1, 1, 0.5, 1000))
        case _:
            parent[last] = MARK
            return json.dumps(value).replace(json.dumps(MARK), rng.choice(ODD))
    return json.dumps(value)


def json_document(rng: random.Random, data: bytes) -> bytes:
    return changed_json(rng, data.decode()).encode()


def json_line(rng: random.Random, data: bytes) -> bytes:
    listed = data.decode().removesuffix("\n").split("\n")
    at = rng.randrange(len(listed))
    listed[at] = changed_json(rng, listed[at])
    return "".join(line + "\n" for line in listed).encode("utf-8", "surrogatepass")


# --- compression ----------------------------------------------------------------------------------


def bomb(rng: random.Random, data: bytes) -> bytes:
    """A few kilobytes that become many megabytes."""
    filler = rng.choice((b"\0", b"\n", b"x", b'{"text": "a", "label": "b"}\n'))
    return gzip.compress(filler * (60_000_000 // len(filler)), 6)


def packed(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Damage before packing, after it, and packing that is none."""

    def within(way: Way) -> Way:
        return lambda rng, data: gzip.compress(way(rng, data), mtime=0)

    def after(way: Way) -> Way:
        return lambda rng, data: way(rng, gzip.compress(data, mtime=0))

    outside = tuple(after(way) for way in (flip, flip, flip, truncate, truncate, delete, insert))
    twice: Way = lambda rng, data: gzip.compress(gzip.compress(data))  # noqa: E731
    plain: Way = lambda rng, data: data  # noqa: E731
    return (*map(within, ways), *outside * 3, twice, plain, bomb)


# --- arrays ---------------------------------------------------------------------------------------


def unpacked(data: bytes) -> Arrays:
    with np.load(io.BytesIO(data)) as found:
        return {name: found[name] for name in found.files}


def stored(arrays: Arrays) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


def other_array(rng: random.Random, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array that is not what it was."""
    ways: list[Callable[[], np.ndarray[Any, Any]]] = [
        lambda: np.array("text"),
        lambda: np.array(0.0),
        lambda: np.zeros(0),
        lambda: array.reshape(-1),
        lambda: array[None],
        lambda: array.T.copy(),
        lambda: array[..., :-1].copy() if array.ndim else array,
        lambda: np.concatenate([array, array]) if array.ndim else array,
        lambda: array.astype("S"),
        lambda: array.astype("U"),
        lambda: array.astype(bool) if array.dtype.kind in "biuf" else array.astype("S"),
        lambda: array.astype(np.float64) if array.dtype.kind in "biuf" else array.astype("S"),
        lambda: array.astype(np.complex128) if array.dtype.kind in "biuf" else np.zeros(3),
        lambda: np.full(array.shape, np.nan),
        lambda: np.full(array.shape, np.inf, np.float32),
        lambda: np.asfortranarray(array),
        lambda: array + array.dtype.type(1) if array.dtype.kind in "iuf" else array[::-1].copy(),
        lambda: np.zeros(array.shape, array.dtype),
        lambda: array.astype(array.dtype.newbyteorder()),
        lambda: np.zeros(array.shape, [("a", "i4"), ("b", "f8")]),
        lambda: np.zeros(array.shape, "M8[s]"),
        lambda: np.zeros(array.shape, "V7"),
    ]
    return rng.choice(ways)()


def one_array(rng: random.Random, data: bytes) -> bytes:
    arrays = unpacked(data)
    name = rng.choice(sorted(arrays))
    match rng.randrange(6):
        case 0:
            del arrays[name]
        case 1:
            arrays[rng.choice(("x", name + "s"))] = arrays.pop(name)
        case 2:
            arrays["extra"] = np.zeros(3)
        case 3:
            other = rng.choice(sorted(arrays))
            arrays[name], arrays[other] = arrays[other], arrays[name]
        case _:
            arrays[name] = other_array(rng, arrays[name])
    return stored(arrays)


def large_header(rng: random.Random, data: bytes) -> bytes:
    """A header that speaks of far more than there is; or of nothing that can be."""
    header = rng.choice(
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 3)}",
            "{'descr': '|O', 'fortran_order': False, 'shape': (3,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': " + "(" * 3000 + ")" * 3000 + "}",
            "{'descr': 'x', 'fortran_order': 1, 'shape': 3}",
            "__import__('os')",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (" + "9" * 4500 + ",)}",
        )
    ).encode()
    body = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\0" * 64
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, array in unpacked(data).items():
            own = io.BytesIO()
            np.save(own, array)
            archive.writestr(f"{name}.npy", own.getvalue())
        name = rng.choice(("vectors", "words", "header", "state_0", "diverged"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a name is there twice is the point
            archive.writestr(f"{name}.npy" if rng.random() < 0.8 else name, body)
    return stream.getvalue()


def other_archive(rng: random.Random, data: bytes) -> bytes:
    """A zip of something else, a single array, or one that unpacks to very much."""
    stream = io.BytesIO()
    if rng.random() < 0.3:
        np.save(stream, np.zeros(3))
        return stream.getvalue()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        many = rng.choice((10, 30_000_000))
        archive.writestr(rng.choice(("vectors.npy", "header.npy", "a.txt")), b"\0" * many)
    return stream.getvalue()


ARRAYS: tuple[Way, ...] = (
    *(one_array,) * 8,
    *(large_header, large_header, other_archive),
    *(flip, flip, flip, truncate, truncate, delete, insert, something_else),
)


# --- what the file is at all ----------------------------------------------------------------------


def replaced(rng: random.Random, path: Path) -> str:
    """Put something else in place of a file; gives its name."""
    ways = ["folder", "pipe", "loop", "device", "nothing", "endless", "sparse"]
    if os.geteuid() != 0:  # root may read everything
        ways.append("unreadable")
    what = rng.choice(ways)
    if what == "unreadable":
        path.chmod(0)
        return what
    path.unlink()
    match what:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path.name)
        case "device":
            path.symlink_to("/dev/null")
        case "endless":
            path.symlink_to("/dev/zero")
        case "sparse":
            with path.open("wb") as stream:
                stream.truncate(2**40)
    return what


TEXT: tuple[Way, ...] = (*BYTES, long_line)
DOCUMENT: tuple[Way, ...] = (*BYTES, long_line, *(json_document,) * 20)
LINES: tuple[Way, ...] = (*BYTES, long_line, *(json_line,) * 20)
