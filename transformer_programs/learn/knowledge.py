"""What a network can start with: what the training labels say of words, and of pairs of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..tasks import Split
from .architecture import Architecture, Params
from .config import ConfigError
from .initial import Given, WordRows
from .label_start import Doubles, held_columns, label_scores, started
from .pair_start import Codes, PairMlp, check, pair_choices, with_pairs


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What training inputs say of words; `length` is how many words count for a label."""

    words: Doubles
    length: float
    codes: Codes | None = None
    pairs: tuple[PairMlp, ...] = ()

    def placed(self, params: Params, architecture: Architecture) -> Params:
        """The parameters of a network that knows this."""
        params = started(params, architecture, self.words, self.length)
        if self.codes is None:
            return params
        return with_pairs(params, architecture, self.codes, list(self.pairs), self.length)


def knowledge(
    train: Split,
    architecture: Architecture,
    vectors: WordRows | None,
    chance: npt.ArrayLike | None = None,
    instead: npt.ArrayLike | None = None,
) -> Knowledge | None:
    """What the setting `word_start` asks for; None where words start from vectors alone.

    In training, word w becomes the word instead[w] with probability chance[w].
    """
    start, a = architecture.config.word_start, architecture
    if start == "vectors":
        return None
    check_start(a, vectors)
    unknown = None if chance is None or instead is None else (chance, instead)
    length = float((train.words >= 0).sum(axis=1).mean()) if a.pooled else 1.0
    if start == "labels":
        words, _ = label_scores(train, a.words, a.classes, vectors, unknown)
        return Knowledge(words, length)
    assert vectors is not None  # or it would have been refused
    codes = Codes.of(train, vectors, a)
    bags = codes.bags(train.words)
    words, tables = label_scores(train, a.words, a.classes, vectors, unknown, bags)
    counts = [np.asarray(bag.sum(axis=0)).ravel() for bag in bags]
    mlps = [
        PairMlp.fitted(said, seen, codes.size, a.config.hidden, a.k)
        for said, seen in zip(tables, counts, strict=True)
    ]
    return Knowledge(words, length, codes, tuple(mlps))


def check_start(architecture: Architecture, vectors: WordRows | None) -> None:
    """Refuse a `word_start` that the network has no room for, or that needs vectors."""
    start = architecture.config.word_start
    if start == "vectors":
        return
    held_columns(architecture)
    if start == "pairs":
        check(architecture)
        if vectors is None or not vectors.found.any():
            raise ConfigError("word_start: expected vectors of the words (--vectors) for pairs")


def first_choices(architecture: Architecture) -> tuple[Given, ...]:
    """The choices of modules that go with it."""
    return pair_choices(architecture) if architecture.config.word_start == "pairs" else ()
