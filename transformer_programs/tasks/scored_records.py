"""A program on labelled records: its answers, the labels it confuses, its worst errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..dataset import EntityScores, IobRule, Task, are_entity_tags, entity_scores, predictions_of
from ..dataset.scoring import probabilities
from ..program import Program
from ..program.numerals import with_numerals
from ..program.steps import Classifier
from .build import Preparation, encoded, sentence_of, tags_of, without_marks
from .formats import DataError, Record


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """One record: the labels that are right (None: not scored) and those that were given."""

    record: Record
    words: tuple[str, ...]
    wanted: tuple[str | None, ...]
    given: tuple[str, ...]
    confidence: tuple[float, ...]  # the probability of each answer; 0 where it is not known
    lead: float  # of wrong answers over the right ones, in probability

    @property
    def wrong(self) -> int:
        return sum(w is not None and w != g for w, g in zip(self.wanted, self.given, strict=True))


class ClassScores(NamedTuple):
    """The scores of one class; `instead` counts the classes that were answered instead of it."""

    name: str
    labels: int
    precision: float
    recall: float
    f1: float
    instead: Counter[str]


@dataclass(frozen=True, slots=True)
class ScoredRecords:
    """All records of a file, answered."""

    records: tuple[ScoredRecord, ...]
    pooled: bool
    cut: int = 0  # texts with one label that are longer than the program reads

    @property
    def labels(self) -> int:
        """The number of scored labels."""
        return sum(want is not None for one in self.records for want in one.wanted)

    @property
    def accuracy(self) -> float:
        """The share of scored labels that are right."""
        return 1 - sum(one.wrong for one in self.records) / max(1, self.labels)

    @property
    def exact(self) -> float:
        """The share of inputs with every label right."""
        return sum(one.wrong == 0 for one in self.records) / len(self.records)

    @property
    def calibration_error(self) -> float | None:
        """The expected calibration error of all answers, in ten bins; None if it is not known."""
        rows = [
            (sure, want == given)
            for one in self.records
            for want, given, sure in zip(one.wanted, one.given, one.confidence, strict=True)
            if want is not None
        ]
        confidence, right = np.array(rows, float).reshape(-1, 2).T
        if not confidence.all():
            return None
        bins = np.minimum((confidence * 10).astype(int), 9)
        return float(np.abs(np.bincount(bins, right - confidence)).sum() / len(bins))

    @property
    def confusion(self) -> Counter[tuple[str, str]]:
        """The count of each pair of a right label and the label that was given."""
        return Counter(
            (want, given)
            for one in self.records
            for want, given in zip(one.wanted, one.given, strict=True)
            if want is not None
        )

    def by_class(self) -> list[ClassScores]:
        """The scores of every class, the most frequent first, among labels and answers."""
        pairs = self.confusion
        wanted, given = Counter[str](), Counter[str]()
        instead: dict[str, Counter[str]] = defaultdict(Counter)
        for (want, answer), count in pairs.items():
            wanted[want] += count
            given[answer] += count
            if want != answer:
                instead[want][answer] += count
        found = []
        for name, total in (wanted + given).most_common():
            right = pairs[name, name]
            precision, recall = right / max(1, given[name]), right / max(1, wanted[name])
            f1 = 2 * right / total
            found.append(ClassScores(name, wanted[name], precision, recall, f1, instead[name]))
        return found

    def entities(self, rule: IobRule = "strict") -> EntityScores | None:
        """Scores of whole entities, where the labels are entity tags."""
        if self.pooled or not are_entity_tags({want for want, _ in self.confusion}):
            return None
        classes = sorted({label for pair in self.confusion for label in pair})
        index = {label: i for i, label in enumerate(classes)}
        rows = [
            (number, index[want], index[given])
            for number, one in enumerate(self.records)
            for want, given in zip(one.wanted, one.given, strict=True)
            if want is not None
        ]
        sentence, wanted, given = np.array(rows, np.int64).T
        return entity_scores(given, wanted, sentence, classes, rule)

    def worst(self) -> list[ScoredRecord]:
        """The inputs with wrong labels: most of them first, then those that were surest."""
        wrong = [one for one in self.records if one.wrong]
        return sorted(wrong, key=lambda one: (-one.wrong, -one.lead))


def score_records(
    program: Program,
    records: Sequence[Record],
    preparation: Preparation,
    temperature: float = 0.0,
) -> ScoredRecords:
    """Answer all records. Long ones are cut, as a task cuts them.

    `temperature` turns sums of votes into probabilities; 0 if it is not known.
    """
    vocabulary, output = program.vocabulary, program.output
    pooled = isinstance(output, Classifier) and output.pooled
    if vocabulary.lists == "number" and all(isinstance(one.labels, str) for one in records):
        records = [*map(_scored_once, records)]
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
    found = predictions_of((program,), task, split, others)[0][split.labels >= 0]
    names = dict(enumerate(classes)) | {number: label for label, number in others.items()}
    sure, lead = np.zeros((2, len(found)))
    if isinstance(output, Classifier):
        shares = probabilities(program, split.words, temperature)[split.labels >= 0]
        index, most = {label: i for i, label in enumerate(output.classes)}, shares.max(axis=1)
        right = [index.get(want, -1) for tags in wanted for want in tags if want is not None]
        of_right = shares[np.arange(len(right)), right]
        lead = np.where(np.array(right) < 0, 0, most - of_right)
        sure = most if temperature else sure
    named = (names[label] for label in found.tolist())
    answers = zip(named, sure.tolist(), lead.tolist(), strict=True)
    scored = []
    for one, tags in zip(sentences, wanted, strict=True):
        rows = [next(answers) if want is not None else ("", 0.0, 0.0) for want in tags]
        given, confidence, leads = zip(*rows, strict=True) if rows else ((), (), ())
        scored.append(ScoredRecord(one.record, one.words, tags, given, confidence, sum(leads)))
    cut = sum(len(one.words) > length - marks for one in sentences) if pooled else 0
    return ScoredRecords(tuple(scored), pooled, cut)


def _scored_once(record: Record) -> Record:
    """A list that one number answers, with this number as the label of its first value."""
    labels = (str(record.labels), *[None] * len(record.content))
    return replace(record, labels=labels[: len(record.content)])
