"""A trained network in a file, so that the proof of its program can be run again at any time."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..program import Program, ProgramError, Vocabulary
from ..store import StoreError
from ..store.whole import DamagedError, read_arrays, write_arrays
from .architecture import Architecture, Params
from .config import Config, ConfigError
from .prove import Proof, prove

HEADER = "network"
SIZES = ("words", "classes", "length", "causal", "pooled")  # of an architecture


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
        write_arrays(path, {HEADER: text, **self.params}, compressed=True)

    @staticmethod
    def load(path: Path) -> Network:
        """The network in a file; refused if the file is not what `save` writes."""
        try:
            arrays = read_arrays(path)
            header = json.loads(str(arrays.pop(HEADER)))
            network = _described(header, dict(arrays))
        except DamagedError as error:
            raise StoreError(f"{path}: not a stored network: {error}") from None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(f"{path}: not a stored network ({error})") from None
        return network


def _described(header: dict[str, Any], params: Params) -> Network:
    """A network from what its file says of it; its arrays must be those of its architecture."""
    words = header["vocabulary"] | {"words": tuple(header["vocabulary"]["words"])}
    try:
        architecture = Architecture(Config(**header["config"]), **header["sizes"])
        network = Network(params, architecture, Vocabulary(**words), tuple(header["classes"]))
    except (ConfigError, ProgramError) as error:
        raise DamagedError(str(error)) from None
    wanted = {name: leaf.shape for name, leaf in architecture.leaves.items()}
    found = {name: array.shape for name, array in params.items()}
    if found != wanted or any(array.dtype != np.float32 for array in params.values()):
        raise DamagedError("its arrays are not those of its architecture")
    counts = len(network.vocabulary.words), len(network.classes)
    if counts != (architecture.words, architecture.classes):
        raise DamagedError("it has other words or classes than its architecture")
    return network
