"""A program on labelled records: its answers, the labels it confuses, its worst errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..dataset import EntityScores, IobRule, Task, are_entity_tags, entity_scores, predictions
from ..dataset.scoring import probabilities
from ..program import Program
from ..program.numerals import with_numerals
from ..program.steps import Classifier
from .build import Preparation, encoded, sentence_of, tags_of, without_marks
from .formats import DataError, Record, with_one_number


@dataclass(frozen=True, slots=True)
class Judged:
    """One record: the labels that are right (None: not scored) and those that were given."""

    record: Record
    words: tuple[str, ...]
    wanted: tuple[str | None, ...]
    given: tuple[str, ...]
    lead: float  # of a wrong answer over the right one, in probability; 0 where it is not known
    confidence: float = 0.0  # the probability of the answer; 0 where that is not known

    @property
    def wrong(self) -> int:
        return sum(w is not None and w != g for w, g in zip(self.wanted, self.given, strict=True))


@dataclass(frozen=True, slots=True)
class Examination:
    """All records of a file, answered."""

    judged: tuple[Judged, ...]
    pooled: bool
    cut: int = 0  # texts with one label that are longer than the program reads

    @property
    def labels(self) -> int:
        """The number of scored labels."""
        return sum(want is not None for one in self.judged for want in one.wanted)

    @property
    def accuracy(self) -> float:
        """The share of scored labels that are right."""
        return 1 - sum(one.wrong for one in self.judged) / max(1, self.labels)

    @property
    def exact(self) -> float:
        """The share of inputs with every label right."""
        return sum(one.wrong == 0 for one in self.judged) / len(self.judged)

    @property
    def calibration_error(self) -> float | None:
        """The expected calibration error, in ten bins; None where confidence is not known."""
        confidence = np.array([one.confidence for one in self.judged])
        if not confidence.all():
            return None
        right = np.array([one.wrong == 0 for one in self.judged])
        bins = np.minimum((confidence * 10).astype(int), 9)
        return float(np.abs(np.bincount(bins, right - confidence)).sum() / len(bins))

    @property
    def confusion(self) -> Counter[tuple[str, str]]:
        """The count of each pair of a right label and the label that was given."""
        return Counter(
            (want, given)
            for one in self.judged
            for want, given in zip(one.wanted, one.given, strict=True)
            if want is not None
        )

    def entities(self, rule: IobRule = "strict") -> EntityScores | None:
        """Scores of whole entities, where the labels are entity tags."""
        if self.pooled or not are_entity_tags({want for want, _ in self.confusion}):
            return None
        classes = sorted({label for pair in self.confusion for label in pair})
        index = {label: i for i, label in enumerate(classes)}
        rows = [
            (number, index[want], index[given])
            for number, one in enumerate(self.judged)
            for want, given in zip(one.wanted, one.given, strict=True)
            if want is not None
        ]
        sentence, wanted, given = np.array(rows, np.int64).T
        return entity_scores(given, wanted, sentence, classes, rule)

    def worst(self) -> list[Judged]:
        """The inputs with wrong labels: most of them first, then those that were surest."""
        wrong = [one for one in self.judged if one.wrong]
        return sorted(wrong, key=lambda one: (-one.wrong, -one.lead))


def examine(
    program: Program,
    records: Sequence[Record],
    preparation: Preparation,
    temperature: float = 0.0,
) -> Examination:
    """Answer all records. Long ones are cut, as a task cuts them.

    `temperature` turns sums of votes for a whole input into probabilities; 0 if it is not known.
    """
    vocabulary, output = program.vocabulary, program.output
    pooled = isinstance(output, Classifier) and output.pooled
    if vocabulary.lists == "number" and all(isinstance(one.labels, str) for one in records):
        records = [*map(with_one_number, records)]
    if isinstance(records[0].labels, str) != pooled:
        kinds = {True: "one label per input", False: "one tag per word"}
        raise DataError(
            f"{records[0].place}: the program gives {kinds[pooled]}, but the file has "
            f"{kinds[not pooled]}"
        )
    sentences = [
        without_marks(sentence_of(record, preparation, pooled), vocabulary.begin, vocabulary.end)
        for record in records
    ]
    program = with_numerals(program, (word for one in sentences for word in one.words))
    marks = (vocabulary.begin is not None) + (vocabulary.end is not None)
    length = program.max_length or max(len(one.words) for one in sentences) + marks
    wanted = [tags_of(one.labels) for one in sentences]
    classes = tuple(sorted({label for tags in wanted for label in tags if label is not None}))
    split = encoded(sentences, program.vocabulary, classes, length, pooled)
    name = records[0].place.file
    task = Task(
        name, "", program.vocabulary, classes, length, program.causal, pooled, split, split, split
    )
    others: dict[str, int] = {}  # answers that no record has as its label
    found = predictions(program, task, split, others)[split.labels >= 0]
    names = dict(enumerate(classes)) | {number: label for label, number in others.items()}
    answers = map(names.__getitem__, found.tolist())
    given = [tuple("" if want is None else next(answers) for want in tags) for tags in wanted]
    leads, sure = np.zeros((2, len(sentences)))
    if isinstance(output, Classifier) and pooled:
        shares = probabilities(program, split.words, temperature)
        right = np.array([[label == one.labels for label in output.classes] for one in sentences])
        leads = np.where(right.any(axis=1), shares.max(axis=1) - (shares * right).sum(axis=1), 0)
        sure = shares.max(axis=1) if temperature else sure
    rows = zip(sentences, wanted, given, leads.tolist(), sure.tolist(), strict=True)
    judged = tuple(Judged(one.record, one.words, *others) for one, *others in rows)
    cut = sum(len(one.words) > length - marks for one in sentences) if pooled else 0
    return Examination(judged, pooled, cut)
