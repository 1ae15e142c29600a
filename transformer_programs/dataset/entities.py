"""Named entities in IOB2 tags: precision, recall and F1 over whole entities.

A tag is `O`, `B-TYPE` (an entity begins) or `I-TYPE` (it goes on). Two rules are in use for an
entity that begins with `I-`, where `B-` would be right:

strict   it is no entity. What `seqeval` calls strict IOB2, and what the paper reports.
lenient  it is one: an `I-` after another type or after `O` begins an entity, as the CoNLL script
         `conlleval` has it, and `seqeval` by default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer]
IobRule = Literal["strict", "lenient"]

OUTSIDE = "O"
TAG = re.compile(r"([BI])-(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class EntityScores:
    """The numbers of entities in the data, entities found, and entities found correctly.

    >>> print(EntityScores(wanted=4, found=2, right=1))
    F1 33.33% (precision 50.00%, recall 25.00%) of 4 entities
    """

    wanted: int
    found: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        total = self.wanted + self.found
        return 2 * self.right / total if total else 0.0

    def __str__(self) -> str:
        return (
            f"F1 {self.f1:.2%} (precision {self.precision:.2%}, recall {self.recall:.2%}) "
            f"of {self.wanted:,} entities"
        )


def are_entity_tags(tags: Iterable[str]) -> bool:
    """Whether these are IOB2 tags, with at least one that begins an entity.

    >>> are_entity_tags(["O", "B-PER"]), are_entity_tags(["NOUN", "O"]), are_entity_tags(["O"])
    (True, False, False)
    """
    named = [tag for tag in tags if tag != OUTSIDE]
    return bool(named) and all(TAG.fullmatch(tag) for tag in named)


def entity_scores(
    predicted: Ints, wanted: Ints, sentence: Ints, classes: Sequence[str], rule: IobRule = "strict"
) -> EntityScores:
    """The scores of the predicted tags of many sentences, laid end to end.

    All three arrays have one entry per word: class indices (a predicted one that is no class of
    `classes`, below 0, counts as outside), and the number of the sentence that the word is in.

    >>> tags = ("O", "B-PER", "I-PER")
    >>> wanted, predicted = np.array([1, 2, 0, 1]), np.array([1, 2, 0, 0])
    >>> print(entity_scores(predicted, wanted, np.array([0, 0, 0, 1]), tags))
    F1 66.67% (precision 100.00%, recall 50.00%) of 2 entities
    """
    there = _spans(wanted, sentence, classes, rule)
    given = _spans(predicted, sentence, classes, rule)
    _, mine, theirs = np.intersect1d(there[0], given[0], return_indices=True)
    same = (there[1][mine] == given[1][theirs]) & (there[2][mine] == given[2][theirs])
    return EntityScores(len(there[0]), len(given[0]), int(same.sum()))


def _spans(tags: Ints, sentence: Ints, classes: Sequence[str], rule: IobRule) -> tuple[Ints, ...]:
    """First word, one after the last, and type of every entity, in order."""
    kinds, begins = _types(classes)
    index = np.where(tags < 0, len(classes), tags)
    kind, begin = kinds[index], begins[index]
    fresh = np.ones(len(tags), bool)  # no entity goes on here from the word before
    fresh[1:] = begin[1:] | (kind[1:] != kind[:-1]) | (sentence[1:] != sentence[:-1])
    first = np.flatnonzero(fresh)
    stop = np.append(first[1:], len(tags))
    kept = kind[first] >= 0
    if rule == "strict":
        kept &= begin[first]
    return first[kept], stop[kept], kind[first][kept]


def _types(classes: Sequence[str]) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """The type of each class (-1: outside), and whether it begins an entity."""
    found = [TAG.fullmatch(tag) for tag in classes]
    names = list(dict.fromkeys(match[2] for match in found if match))
    kinds = [names.index(match[2]) if match else -1 for match in found]
    begins = [match is not None and match[1] == "B" for match in found]
    return np.array([*kinds, -1], np.int64), np.array([*begins, False])
