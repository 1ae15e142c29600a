"""A trained network in a file, so that the proof of its program can be run again at any time."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ..program import Program, Vocabulary
from ..store.untrusted import Fields, StoreError, parse_json, read_arrays, require
from ..store.whole import write_arrays
from .architecture import Architecture, Params
from .config import Config
from .prove import Proof, prove

SIZES = {"words": int, "classes": int, "length": int, "causal": bool, "pooled": bool}
MARKS = {"unknown": (str, None), "begin": (str, None), "end": (str, None)}
HEADER: Fields = {
    "config": {  # a setting that a file is too old for is as it is by default
        f.name: (int, None, ...) if f.default is None else (type(f.default), ...)
        for f in fields(Config)
    },
    "sizes": SIZES,
    "vocabulary": {"words": [str], **MARKS},
    "classes": [str],
}


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Parameters, and all that gives them a meaning."""

    params: Params
    architecture: Architecture
    vocabulary: Vocabulary
    classes: tuple[str, ...]

    def prove(self, program: Program) -> Proof:
        """Whether a program is what this network computes."""
        return prove(program, self.params, self.architecture, self.vocabulary, self.classes)

    def save(self, path: Path) -> None:
        header = {
            "config": asdict(self.architecture.config),
            "sizes": {name: getattr(self.architecture, name) for name in SIZES},
            "vocabulary": asdict(self.vocabulary),
            "classes": list(self.classes),
        }
        text = np.array(json.dumps(header))
        write_arrays(path, {"header": text, **self.params}, compressed=True)

    @staticmethod
    def load(path: Path) -> Network:
        """The network in a file; refused if the file is not what `save` writes."""
        try:
            arrays = read_arrays(path)
            header = parse_json(str(arrays.pop("header", "")), "header")
            require(header, HEADER, "header")
            return _described(header, dict(arrays))
        except ValueError as error:
            raise StoreError(f"{path}: not a stored network ({error})") from None


def _described(header: dict[str, Any], params: Params) -> Network:
    """A network from what its file says of it; its arrays must be those of its architecture."""
    config, sizes, words = (
        {name: header[part][name] for name in HEADER[part] if name in header[part]}
        for part in ("config", "sizes", "vocabulary")
    )
    architecture = Architecture(Config(**config), **sizes)
    vocabulary = Vocabulary(**words | {"words": tuple(words["words"])})
    network = Network(params, architecture, vocabulary, tuple(header["classes"]))
    wanted = {name: leaf.shape for name, leaf in architecture.leaves.items()}
    found = {name: array.shape for name, array in params.items()}
    if found != wanted or any(array.dtype != np.float32 for array in params.values()):
        raise StoreError("expected the arrays of its architecture")
    counts = len(network.vocabulary.words), len(network.classes)
    if counts != (architecture.words, architecture.classes):
        raise StoreError("expected as many words and classes as its architecture has")
    return network
