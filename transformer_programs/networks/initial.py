"""Initial parameters: random values, choices given by hand, small networks inside large ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..program.values import suggestion
from .architecture import ABSENT, Architecture, Axis, Params, indices, nothing_in
from .config import ConfigError, Given

Mask = dict[str, npt.NDArray[np.bool_]]


def initial(
    architecture: Architecture, seed: int, given: Sequence[Given] = ()
) -> tuple[Params, Mask]:
    """The first parameters of one member, by its seed alone, and which of them are trained.

    The values of words are always trained.
    """
    generator = np.random.default_rng([seed, 0])
    params: Params = {}
    for name, leaf in architecture.leaves.items():
        values = generator.standard_normal(leaf.shape, dtype=np.float32)
        params[name] = values * np.float32(leaf.scale)
    trainable = {name: np.ones(leaf.shape, bool) for name, leaf in architecture.row.items()}
    for one in given:
        _give(params, trainable, architecture, one)
    return params, trainable


def noise_key(seed: int) -> npt.NDArray[np.uint32]:
    """The two words from which all noise and all batches of a member come."""
    return np.random.SeedSequence([seed, 1]).generate_state(2).astype(np.uint32)


def widen(
    params: Params, trainable: Mask, small: Architecture, large: Architecture
) -> tuple[Params, Mask]:
    """A small network as a member of a population of larger ones.

    What it does not have is never read, has no votes and is not trained: so the large network
    computes what the small one does.
    """
    wide = nothing_in(large)
    wide_trained = {name: np.zeros(leaf.shape, bool) for name, leaf in large.row.items()}
    for name, leaf in small.leaves.items():
        place = indices(leaf, large.leaves[name])
        wide[name][place] = params[name]
        if name in wide_trained:
            wide_trained[name][place] = trainable[name]
    return wide, wide_trained


def _give(params: Params, trainable: Mask, architecture: Architecture, given: Given) -> None:
    """Write one record's choices into the parameters, in place."""
    known = [name for layer in architecture.layers for name in layer.heads + layer.mlps]
    if given.module not in known:
        meant = suggestion(given.module, known)
        raise ConfigError(f"there is no module {given.module!r}: {meant}")
    choices = architecture.choices_of(given.module)
    if "query" in choices:
        choices["predicate"] = choices["query"].replace("query", "predicate")
    for field in ("query", "key", "value", "predicate", "reads"):
        wanted, name = getattr(given, field), choices.get(field)
        if wanted is None:
            continue
        if name is None:
            raise ConfigError(f"{given.module} has no {field}: it cannot be given")
        rows = wanted if isinstance(wanted, tuple) else (wanted,)
        leaf, where = architecture.leaves[name], f"{given.module}, {field}"
        at = architecture.modules_of(name).index(given.module)
        logits, mask = (one[name][at].reshape(-1, leaf.shape[-1]) for one in (params, trainable))
        if len(rows) != len(logits):
            raise ConfigError(f"{where}: expected {len(logits)} choices, got {len(rows)}")
        low, high = (ABSENT, 0.0) if given.frozen else (0.0, given.strength)
        for i, choice in enumerate(rows):
            if choice is not None:
                logits[i] = low
                logits[i, _column(choice, leaf.axes[-1], where, i)] = high
                mask[i] &= not given.frozen


def _column(choice: str | int, options: Axis, where: str, row: int) -> int:
    """The place of a variable, or of a key value, among the options."""
    if isinstance(options, tuple):
        if choice not in options:
            meant = suggestion(str(choice), options)
            raise ConfigError(f"{where}: {choice!r} cannot be read there: {meant}")
        return options.index(str(choice))
    if not isinstance(choice, int) or not 0 <= choice < options:
        raise ConfigError(
            f"{where}, row {row}: expected a value from 0 to {options - 1}, got {choice!r}"
        )
    return choice
