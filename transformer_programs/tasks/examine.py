"""A program on labelled records: its answers, the labels it confuses, its worst errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..dataset import EntityScores, IobRule, are_entity_tags, entity_scores
from ..meaning.batch import decode_batch, encode_batch, run_batch
from ..meaning.interpret import InputError
from ..program import Program
from ..program.numerals import with_numerals
from ..program.steps import Classifier
from .build import Preparation, sentence_of, tags_of, windows, without_marks
from .formats import DataError, Record, with_one_number
from .tokenizing import known_words


@dataclass(frozen=True, slots=True)
class Judged:
    """One record: the labels that are right (None: not scored) and those that were given."""

    record: Record
    words: tuple[str, ...]
    wanted: tuple[str | None, ...]
    given: tuple[str, ...]
    lead: float  # by how much the wrong answer beat the right one; 0 where that is not known
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
    vocabulary, first = program.vocabulary, int(vocabulary.begin is not None)
    longest = max(len(sentence.words) for sentence in sentences)
    marks = first + (vocabulary.end is not None)
    room = longest if program.max_length is None else program.max_length - marks
    pieces = [
        (number, part)
        for number, sentence in enumerate(sentences)
        for part in ([(0, 0, room)] if pooled else windows(len(sentence.words), room))
    ]
    spelled = known_words(vocabulary)
    inputs = [
        vocabulary.framed([*map(spelled, sentences[number].words[start : start + room])])
        for number, (start, _, _) in pieces
    ]
    try:
        words = encode_batch(program, inputs)
    except InputError as error:
        message, named = str(error), re.match(r"input (\d+): ", str(error))
        if named is not None:  # say where that input stands in its file
            place = sentences[pieces[int(named[1])][0]].record.place.at(None)
            message = f"{place}: {message[named.end() :]}"
        raise DataError(message) from None
    run = run_batch(program, words)
    answers = decode_batch(program, words, run.labels)
    given: list[list[str]] = [[] for _ in sentences]
    for (number, (start, low, high)), answer in zip(pieces, answers, strict=True):
        cut = slice(low - start + first, high - start + first)
        given[number] += [answer] if isinstance(answer, str) else answer[cut]
    leads, sure = [0.0] * len(sentences), [0.0] * len(sentences)
    if isinstance(output, Classifier) and pooled:  # a piece is a sentence
        lengths = (words >= 0).sum(axis=1)[:, None]
        logits = np.asarray(run.scores, np.float64) / output.scale / lengths
        wanted = [[label == one.labels for label in output.classes] for one in sentences]
        lead = logits.max(axis=1) - np.where(wanted, logits, -np.inf).max(axis=1)
        leads = np.where(np.isfinite(lead), lead, 0).tolist()
        if temperature:
            sums = np.asarray(run.scores, np.float64)
            powers = np.exp((sums - sums.max(axis=1, keepdims=True)) / temperature)
            sure = (1 / powers.sum(axis=1)).tolist()
    judged = (
        Judged(one.record, one.words, tags_of(one.labels), tuple(own), *last)
        for one, own, *last in zip(sentences, given, leads, sure, strict=True)
    )
    cut_texts = sum(len(one.words) > room for one in sentences) if pooled else 0
    return Examination(tuple(judged), pooled, cut_texts)
