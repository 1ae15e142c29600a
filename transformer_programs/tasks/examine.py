"""A program on labelled records: what it answers, which labels it confuses, its worst errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..dataset import EntityScores, IobRule, are_entity_tags, entity_scores
from ..meaning.batch import decode_batch, encode_batch, run_batch
from ..meaning.interpret import InputError
from ..program import Program, Vocabulary
from ..program.steps import Classifier
from .build import Preparation, labels_of, sentence_of, windows, without_marks
from .formats import DataError, Record
from .tokenizing import known_words

Answered = str | list[str]


@dataclass(frozen=True, slots=True)
class Answerer:
    """Something that answers inputs: the marks and the most words it takes, and the answers.

    `answers` gives for each input its answer, and how sure it is of it: the lead of its votes over
    those of each other label, by name; empty where that is not known.
    """

    begin: str | None
    end: str | None
    max_length: int | None
    pooled: bool
    answers: Callable[[list[list[str]]], list[tuple[Answered, dict[str, float]]]]


@dataclass(frozen=True, slots=True)
class Judged:
    """One record: the labels that are right (None: not scored) and those that were given."""

    record: Record
    words: tuple[str, ...]
    wanted: tuple[str | None, ...]
    given: tuple[str, ...]
    lead: float  # by how much the wrong answer beat the right one; 0 where that is not known

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
        """How many labels are scored."""
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
    def confusion(self) -> Counter[tuple[str, str]]:
        """How often a label that is right was answered by another (or by itself)."""
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


def examine(program: Answerer, records: Sequence[Record], how: Preparation) -> Examination:
    """Answered all records. Long ones are cut, as a task cuts them."""
    if isinstance(records[0].labels, str) != program.pooled:
        kinds = {True: "one label per input", False: "one tag per word"}
        raise DataError(
            f"{records[0].place}: the program gives {kinds[program.pooled]}, but the file has "
            f"{kinds[not program.pooled]}"
        )
    sentences = [
        without_marks(sentence_of(record, how, program.pooled), program.begin, program.end)
        for record in records
    ]
    begin, end = ([] if mark is None else [mark] for mark in (program.begin, program.end))
    longest = max(len(sentence.words) for sentence in sentences)
    most = program.max_length
    room = longest if most is None else most - len(begin) - len(end)
    pieces = [
        (number, part)
        for number, sentence in enumerate(sentences)
        for part in ([(0, 0, room)] if program.pooled else windows(len(sentence.words), room))
    ]
    inputs = [
        [*begin, *sentences[number].words[start : start + room], *end]
        for number, (start, _, _) in pieces
    ]
    try:
        answers = program.answers(inputs)
    except InputError as error:
        message, named = str(error), re.match(r"input (\d+): ", str(error))
        if named is not None:  # say where that input stands in its file
            place = sentences[pieces[int(named[1])][0]].record.place.at(None)
            message = f"{place}: {message[named.end() :]}"
        raise DataError(message) from None
    given: list[list[str]] = [[] for _ in sentences]
    leads = [0.0] * len(sentences)
    for (number, (start, low, high)), (answer, lead) in zip(pieces, answers, strict=True):
        if isinstance(answer, str):
            wanted = sentences[number].labels
            given[number] = [answer]
            leads[number] = lead.get(wanted, 0.0) if isinstance(wanted, str) else 0.0
        else:
            first = low - start + len(begin)
            given[number] += answer[first : first + high - low]
    judged = (
        Judged(one.record, one.words, labels_of(one), tuple(own), lead)
        for one, own, lead in zip(sentences, given, leads, strict=True)
    )
    cut = sum(len(one.words) > room for one in sentences) if program.pooled else 0
    return Examination(tuple(judged), program.pooled, cut)


def answerer(program: Program) -> Answerer:
    """A program as something that answers many inputs at once."""
    vocabulary, output = program.vocabulary, program.output
    pooled = isinstance(output, Classifier) and output.pooled

    spelled = known_words(vocabulary)

    def answers(inputs: list[list[str]]) -> list[tuple[Answered, dict[str, float]]]:
        words = encode_batch(program, [_spelled(tokens, vocabulary, spelled) for tokens in inputs])
        run = run_batch(program, words)
        answered = decode_batch(program, words, run.labels)
        if not pooled or not isinstance(output, Classifier):
            return [(answer, {}) for answer in answered]
        lengths = (words >= 0).sum(axis=1)[:, None]
        logits = np.asarray(run.scores, np.float64) / output.scale / lengths
        leads = logits.max(axis=1, keepdims=True) - logits
        return [
            (answer, dict(zip(output.classes, row, strict=True)))
            for answer, row in zip(answered, leads.tolist(), strict=True)
        ]

    return Answerer(vocabulary.begin, vocabulary.end, program.max_length, pooled, answers)


def _spelled(tokens: list[str], vocabulary: Vocabulary, spelled: Callable[[str], str]) -> list[str]:
    """The words of an input as a vocabulary has them; `begin` and `end` as they are."""
    first = int(vocabulary.begin is not None)
    stop = len(tokens) - (vocabulary.end is not None)
    return [*tokens[:first], *map(spelled, tokens[first:stop]), *tokens[stop:]]
