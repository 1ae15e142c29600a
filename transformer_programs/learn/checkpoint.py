"""Files of a training run: a checkpoint that survives a kill at any moment, and the metrics.

A checkpoint is one .npz of plain arrays, written whole. It carries a description of the run it
belongs to, so that another run cannot continue from it by mistake.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from ..program.values import Refusal
from ..store.atomic import write_arrays, write_text
from ..store.reading import Arrays, StoreError, convert, decode, read_arrays

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Json = dict[str, Any]


class CheckpointError(Refusal):
    """A checkpoint that this run cannot continue from. The message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The state of a group of members after `step` steps, and the metrics up to there."""

    step: int
    seconds: float
    arrays: Arrays
    history: tuple[Json, ...]


class HistoryLine(TypedDict):
    """The metrics of one evaluation."""

    step: int
    seeds: list[int]
    loss: list[float | None]
    accuracy: list[float]
    diverged: list[bool]
    seconds: float


class CheckpointHeader(TypedDict):
    """The description of a checkpoint, beside its arrays."""

    run: Json
    step: int
    seconds: float
    history: list[HistoryLine]
    digest: str


def write(path: Path, checkpoint: Checkpoint, run: Mapping[str, object]) -> None:
    done = {"step": checkpoint.step, "seconds": checkpoint.seconds, "history": checkpoint.history}
    header = {"run": run, **done}
    header |= {"digest": _digest_of(header, checkpoint.arrays)}
    write_arrays(path, {"header": np.array(json.dumps(header)), **checkpoint.arrays})


def read(path: Path, run: Mapping[str, object], like: Arrays) -> Checkpoint | None:
    """The checkpoint in a file, None if there is no file; refused if it is of another run.

    Its arrays have the names, shapes and types of those of `like`, and what was stored with it says
    that neither they nor the metrics have changed since.
    """
    if not path.exists():
        return None
    try:
        arrays = read_arrays(path)
        header = decode(str(arrays.pop("header", "")), Json, "header")
        convert(header, CheckpointHeader, "header")
        found = header.pop("digest")
        if found != _digest_of(header, arrays):
            raise StoreError("it has been changed since it was written")
        history, members = header["history"], len(header["run"].get("seeds", ()))
        if bool(history) != bool(header["step"]) or any(len(h["loss"]) != members for h in history):
            raise StoreError("expected the metrics of every member up to its step")
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: remove it ({error})") from None
    difference = _difference(header["run"], json.loads(json.dumps(run)))
    difference = difference or _difference(_forms(arrays), _forms(like))
    if difference:
        raise CheckpointError(
            f"{path.parent} holds a checkpoint of another run ({difference}): "
            "choose another folder, or remove this one to start anew"
        )
    return Checkpoint(header["step"], header["seconds"], arrays, tuple(header["history"]))


def _forms(arrays: Arrays) -> Json:
    return {name: f"{array.dtype} {list(array.shape)}" for name, array in arrays.items()}


def _digest_of(header: Mapping[str, object], arrays: Arrays) -> str:
    text = np.frombuffer(json.dumps([header, list(arrays)]).encode(), np.uint8)
    return digest([text, *arrays.values()])


def write_metrics(path: Path, records: Sequence[Json]) -> None:
    """One JSON object a line."""
    write_text(path, "".join(json.dumps(record) + "\n" for record in records))


def _difference(found: object, wanted: object, where: str = "") -> str:
    """The first place where two descriptions differ, in words; empty if they do not."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in dict.fromkeys((*wanted, *found)):
            inner = _difference(found.get(key), wanted.get(key), str(key))
            if inner:
                return inner
        return ""
    if found == wanted:
        return ""
    return f"there {where} is {_short(found)}, here {_short(wanted)}"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def settings(record: DataclassInstance) -> Json:
    """A record's fields as JSON."""
    found: Json = json.loads(json.dumps(asdict(record)))
    return found


def digest(arrays: Sequence[npt.NDArray[np.generic]]) -> str:
    """A short name for the contents of some arrays."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(f"{array.shape}{array.dtype}".encode())
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()[:16]
