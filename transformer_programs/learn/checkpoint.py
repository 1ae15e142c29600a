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
from typing import Any

import numpy as np
import numpy.typing as npt

from ..program.values import Refusal
from ..store.atomic import write_arrays, write_text
from ..store.reading import Arrays, StoreError, decode, read_arrays
from .population import Json, Metrics

MAX_SHOWN = 60  # characters of a setting in a message


class CheckpointError(Refusal):
    """A checkpoint that this run cannot continue from. The message says why."""


@dataclass(frozen=True, slots=True)
class CheckpointHeader:
    """The run that a checkpoint belongs to, and its evaluations so far."""

    run: Json
    step: int
    seconds: float
    history: tuple[Metrics, ...]


def write(path: Path, header: CheckpointHeader, arrays: Arrays) -> None:
    write_arrays(path, {"header": np.array(json.dumps(asdict(header))), **arrays})


def read(path: Path, run: Mapping[str, Any], like: Arrays) -> tuple[CheckpointHeader, Arrays]:
    """The checkpoint in a file; refused if it is of another run.

    Its arrays have the names, shapes and types of those of `like`.
    """
    try:
        arrays = read_arrays(path)
        header = decode(str(arrays.pop("header", "")), CheckpointHeader, "header")
        members = len(header.run.get("seeds", ()))
        if any(len(one.loss) != members for one in header.history):
            raise StoreError("expected the metrics of every member up to its step")
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: remove it ({error})") from None
    difference = _difference(header.run, json.loads(json.dumps(run)))
    difference = difference or _difference(_forms(arrays), _forms(like))
    if difference:
        raise CheckpointError(
            f"{path.parent} holds a checkpoint of another run ({difference}): "
            "choose another folder, or remove this one to start anew"
        )
    return header, arrays


def write_metrics(path: Path, lines: Sequence[Json]) -> None:
    """One JSON object per line."""
    write_text(path, "".join(json.dumps(line) + "\n" for line in lines))


def digest_of_arrays(arrays: Sequence[npt.NDArray[np.generic]]) -> str:
    """A short name for the contents of some arrays."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(f"{array.shape}{array.dtype}".encode())
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()[:16]


def _forms(arrays: Arrays) -> Json:
    return {name: f"{array.dtype} {list(array.shape)}" for name, array in arrays.items()}


def _difference(found: object, wanted: object, where: str = "") -> str:
    """The first place where two descriptions differ, in words; empty if they do not."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        inner = (
            _difference(found.get(key), wanted.get(key), str(key))
            for key in dict.fromkeys((*wanted, *found))
        )
        return next(filter(None, inner), "")
    if found == wanted:
        return ""
    return f"there {where} is {_shown(found)}, here {_shown(wanted)}"


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."
