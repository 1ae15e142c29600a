"""Files of networks: checkpoints and metrics of a training run, and the network of a program.

Arrays are in .npz files, written whole, with a header in JSON. The header of a checkpoint describes
the run it belongs to, so that another run cannot continue from it by mistake. The network of a
program is kept, so that the proof can be run again at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..program import Program, Vocabulary
from ..program.values import Refusal
from ..store.atomic import write_arrays, write_text
from ..store.reading import StoreError, decode, read_arrays
from .architecture import Architecture, Params
from .population import Json, Metrics
from .prove import Proof, prove

MAX_SHOWN = 60  # characters of a setting in a message

History = tuple[Metrics, ...]


# --- checkpoints and metrics ----------------------------------------------------------------------


class CheckpointError(Refusal):
    """A checkpoint that this run cannot continue from. The message says why."""


@dataclass(frozen=True, slots=True)
class CheckpointHeader:
    """The run that a checkpoint belongs to, and its evaluations so far."""

    run: Json
    history: History


def write_checkpoint(path: Path, run: Json, history: History, leaves: Sequence[Any]) -> None:
    arrays = {f"state_{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
    header = np.array(json.dumps(asdict(CheckpointHeader(run, history))))
    write_arrays(path, {"header": header, **arrays})


def read_checkpoint(path: Path, run: Json, like: Sequence[Any]) -> tuple[History, list[Any]]:
    """The checkpoint in a file, with arrays as those of `like`; refused if it is of another run."""
    try:
        arrays = dict(read_arrays(path))
        header = decode(str(arrays.pop("header", "")), CheckpointHeader, "header")
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} is not a readable checkpoint: remove it ({error})") from None
    leaves = list(arrays.values())
    found, wanted = (
        [f"{leaf.dtype} {list(leaf.shape)}" for leaf in some] for some in (leaves, like)
    )
    difference = _difference(header.run, json.loads(json.dumps(run)))
    difference = difference or _difference(found, wanted, "state")
    if difference:
        raise CheckpointError(
            f"{path.parent} holds a checkpoint of another run ({difference}): "
            "choose another folder, or remove this one to start anew"
        )
    return header.history, leaves


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
    there, here = (json.dumps(one) for one in (found, wanted))
    there, here = (
        text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..." for text in (there, here)
    )
    return f"there {where} is {there}, here {here}"


# --- the network of a program ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NetworkHeader:
    """The meaning of a network's parameters, as its file stores it."""

    architecture: Architecture
    vocabulary: Vocabulary
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Network(NetworkHeader):
    """Parameters, and all that gives them a meaning."""

    params: Params

    def prove(self, program: Program) -> Proof:
        """Whether a program is what this network computes."""
        return prove(program, self.params, self.architecture, self.vocabulary, self.classes)

    def save(self, path: Path) -> None:
        header = NetworkHeader(self.architecture, self.vocabulary, self.classes)
        text = np.array(json.dumps(asdict(header)))
        write_arrays(path, {"header": text, **self.params}, compressed=True)

    @staticmethod
    def load(path: Path) -> Network:
        """The network in a file; refused if the file is not what `save` writes."""
        try:
            params = dict(read_arrays(path))
            header = decode(str(params.pop("header", "")), NetworkHeader, "header")
            wanted = {name: leaf.shape for name, leaf in header.architecture.leaves.items()}
            found = {name: array.shape for name, array in params.items()}
            if found != wanted or any(array.dtype != np.float32 for array in params.values()):
                raise StoreError("expected the arrays of its architecture")
            counts = len(header.vocabulary.words), len(header.classes)
            if counts != (header.architecture.words, header.architecture.classes):
                raise StoreError("expected as many words and classes as its architecture has")
        except ValueError as error:
            raise StoreError(f"{path}: not a stored network ({error})") from None
        return Network(header.architecture, header.vocabulary, header.classes, params)
