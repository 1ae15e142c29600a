"""A program network in a file, so that the proof of its program can be run again at any time."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ..program import Program, Vocabulary
from ..store.atomic import write_arrays
from ..store.reading import StoreError, decode, read_arrays
from .architecture import Architecture, Params
from .prove import Proof, prove


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
