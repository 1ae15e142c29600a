"""A task in one small file, with the vectors of its words: to train on a machine without the data.

Reading a corpus needs its files, a tokenizer and files of word vectors. A packed task needs NumPy.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..dataset import Split, Task, TaskError, TaskSpec
from ..program import Vocabulary
from ..store.untrusted import Arrays, parse_json, read_arrays
from ..store.whole import write_arrays
from ..vectors import Vectors

VERSION = 1
FIELDS = ("name", "description", "classes", "max_length", "causal", "pooled", "filler", "metric")
SIZE = 300  # of the vectors, at most


def pack(path: str | Path, task: Task, vectors: Vectors | None = None) -> None:
    """Write a task, without its oracle, to a file; of the vectors those of its words."""
    path = Path(path)
    vocabulary = task.vocabulary
    meta = {
        "version": VERSION,
        **{field: getattr(task, field) for field in FIELDS},
        "words": list(vocabulary.words),
        "marks": [vocabulary.unknown, vocabulary.begin, vocabulary.end],
        "spec": None if task.spec is None else [task.spec.name, list(task.spec.settings)],
    }
    arrays: Arrays = {"meta": np.frombuffer(json.dumps(meta).encode(), np.uint8)}
    for name, split in task.splits.items():
        arrays[f"{name}.words"], arrays[f"{name}.labels"] = (
            _small(split.words),
            _small(split.labels),
        )
        if split.sentences is not None:
            arrays[f"{name}.sentences"] = split.sentences
    if vectors is not None:
        rows, found = vectors.balanced_rows(vocabulary.words)
        arrays["vectors"] = rotated(rows[found]).astype(np.float16)
        arrays["found"] = found
    path.parent.mkdir(parents=True, exist_ok=True)
    write_arrays(path, arrays, compressed=True)


def unpack(path: str | Path) -> tuple[Task, Vectors | None]:
    """The task in a file, and the vectors of its words if they are there."""
    try:
        arrays = read_arrays(path)
        meta = parse_json(arrays["meta"].tobytes().decode(), "meta")
        if meta["version"] != VERSION:
            raise TaskError(f"{path}: expected version {VERSION}, got {meta['version']}")
        fields = {field: meta[field] for field in FIELDS} | {"classes": tuple(meta["classes"])}
        vocabulary = Vocabulary(tuple(meta["words"]), *meta["marks"])
        splits = {
            name: Split(
                arrays[f"{name}.words"].astype(np.int32),
                arrays[f"{name}.labels"].astype(np.int32),
                arrays.get(f"{name}.sentences"),
            )
            for name in ("train", "validation", "test")
        }
        spec = meta["spec"] and TaskSpec(meta["spec"][0], tuple(map(tuple, meta["spec"][1])))
    except FileNotFoundError:
        raise TaskError(f"{path}: there is no such file") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaskError(f"{path}: this is no packed task ({error})") from None
    task = Task(vocabulary=vocabulary, spec=spec, **fields | splits)
    if "vectors" not in arrays:
        return task, None
    found = zip(vocabulary.words, arrays["found"], strict=True)
    words = tuple(word for word, own in found if own)
    return task, Vectors(words, arrays["vectors"].astype(np.float32))


def rotated(rows: npt.NDArray[np.float32], size: int = SIZE) -> npt.NDArray[np.float32]:
    """Long vectors along their `size` main directions.

    Random projections, which is all that vectors are used for, do not see a rotation.
    """
    if rows.shape[1] <= size:
        return rows
    values, directions = np.linalg.eigh(rows.T.astype(np.float64) @ rows)
    main = directions[:, np.argsort(-values)[:size]]
    return np.asarray(rows @ main, np.float32)


def _small(array: npt.NDArray[np.int32]) -> npt.NDArray[np.generic]:
    return array.astype(np.int16) if array.max(initial=0) < 2**15 else array
