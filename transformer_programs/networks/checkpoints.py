"""Checkpoints and metrics of a training run.

The header of a checkpoint describes the run it belongs to, so that another run cannot continue from
it by mistake. Files are written whole.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any

import jax
import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..program.values import Refusal
from ..store import CHECKPOINT_FILE
from ..store.atomic import write_arrays, write_text
from ..store.folder import METRICS_FILE
from ..store.reading import decode, read_arrays
from .machine import copied
from .population import Progress
from .training_state import TrainingState

MAX_SHOWN = 60  # characters of a setting in a message
SMALL = 1 << 26  # bytes of a state that is written at every evaluation
WRITING = 0.1  # the part of the time that may go into writing larger ones

Json = dict[str, Any]
History = tuple[Progress, ...]


class CheckpointError(Refusal):
    """A checkpoint that this run cannot continue from. The message says why."""


@dataclass(frozen=True, slots=True)
class CheckpointHeader:
    """The run that a checkpoint belongs to, and its evaluations so far."""

    run: Json
    history: History


class RunFiles:
    """The checkpoint and the metrics of a run, in its folder."""

    def __init__(self, folder: Path, run: Json) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.run, self.due = folder, run, 0.0
        self.checkpoint = folder / CHECKPOINT_FILE

    def resumed(self, first: TrainingState) -> TrainingState:
        """The state in the checkpoint; without one, the first."""
        if not self.checkpoint.exists():
            return first
        leaves, tree = jax.tree.flatten((first.state, first.kept))
        history, stored = read_checkpoint(self.checkpoint, self.run, leaves)
        state, kept = copied(jax.tree.unflatten(tree, stored))
        return TrainingState(state, kept, history)

    def write(self, now: TrainingState, finished: bool) -> None:
        """Write the metrics, and the checkpoint if it is small, the last or due."""
        # Metrics first: a run that goes on from a checkpoint has them all, or writes them.
        lines = [json.dumps(one.line()) + "\n" for one in now.history]
        write_text(self.folder / METRICS_FILE, "".join(lines))
        begun, leaves = time.perf_counter(), jax.tree.leaves((now.state, now.kept))
        small = sum(leaf.nbytes for leaf in leaves) <= SMALL
        if small or finished or begun >= self.due:
            write_checkpoint(self.checkpoint, self.run, now.history, leaves)
            written = time.perf_counter()
            self.due = written + (written - begun) / WRITING


def identity_of(task: Task, seeds: Sequence[int], model: Json) -> Json:
    """The run of a checkpoint: everything that decides the result."""
    arrays = [x for split in task.splits.values() for x in (split.words, split.labels)]
    described = {
        "words": list(task.vocabulary.words),
        "classes": list(task.classes),
        "causal": task.causal,
        "pooled": task.pooled,
        "inputs": [len(split) for split in task.splits.values()],
        "data": digest_of_arrays(arrays),
    }
    return {"task": described, "seeds": list(seeds), **model}


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
        names = dict.fromkeys((*wanted, *found))
        inner = (_difference(found.get(name), wanted.get(name), str(name)) for name in names)
        return next(filter(None, inner), "")
    if found == wanted:
        return ""
    there, here = (
        shorten(json.dumps(one), MAX_SHOWN, placeholder="...") for one in (found, wanted)
    )
    return f"there {where} is {there}, here {here}"
