"""From labelled records to a Task: words, vocabulary, lengths, arrays.

A sentence of tags that is too long for a program is cut into windows that overlap; each word is
scored once, in the window where it stands farther from the edge, so that every word of every test
sentence counts. A text with one label is cut after the last word that fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, pairwise
from typing import Any, Literal, get_args

import numpy as np

from ..dataset import Ints, Split, Task, TaskSpec, are_entity_tags, require_task
from ..meaning.words import to_value, tokenized, with_digits_as
from ..program import Vocabulary
from ..program.numerals import is_numeral
from ..program.program import Lists
from .formats import DataError, Labels, Record, has_numbers, require_strings, with_one_number
from .tokenizing import BEGIN, END, TOKENIZERS, known_words, vector_words, vocabulary_of

Long = Literal["cut", "drop"]
Metrics = Literal["auto", "token"]

MAX_WORDS = 64  # of an input with its marks, by default
MAX_INPUT_CELLS = 200_000_000  # inputs x length, of all splits
RANGES = {
    "vocab": (1, 10**7),
    "least_count": (1, 10**9),
    "length": (3, 10_000),
    "stand_ins": (0, 10**9),
}
ALLOWED: dict[str, Collection[str]] = {
    "tokenizer": TOKENIZERS,
    "train_long": get_args(Long),
    "test_long": get_args(Long),
    "metric": get_args(Metrics),
}


@dataclass(frozen=True, slots=True)
class Preparation:
    """The settings by which records become inputs.

    `digits` replaces every run of digits in a word. `vocab` words that occur at least `least_count`
    times in training are known; the others are the unknown word if `unknown`, and else all words
    of all splits are known. `length` is the most words of an input with its marks; None takes the
    longest training sentence, up to 64. `train_long` and `test_long` say whether longer inputs are
    cut or dropped; validation is like test. With `stand_ins`, an unknown word is replaced by a word
    for its shape and ending, if so many different training words have these. `vectors` are files of
    word vectors, joined by commas: their words are known too.
    """

    tokenizer: str = "plain"
    digits: str | None = None
    vocab: int = 10_000
    least_count: int = 1
    length: int | None = None
    unknown: bool = True
    train_long: Long = "cut"
    test_long: Long = "cut"
    metric: Metrics = "auto"
    stand_ins: int = 0
    vectors: str | None = None

    def __post_init__(self) -> None:
        for field, (low, high) in RANGES.items():
            value = getattr(self, field)
            require_task(
                (type(value) is int and low <= value <= high) or (field, value) == ("length", None),
                f"{field}: expected a whole number from {low} to {high:,}, got {value!r}",
            )
        for field, names in ALLOWED.items():
            value = getattr(self, field)
            require_task(
                value in names, f"{field}: expected one of {', '.join(names)}, got {value!r}"
            )

    @staticmethod
    def of(settings: Mapping[str, Any]) -> Preparation:
        """The preparation among the settings of a task."""
        names = {field.name for field in fields(Preparation)}
        return Preparation(**{name: value for name, value in settings.items() if name in names})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A record in words. `labels` is one tag per word, or one label for all."""

    words: tuple[str, ...]
    labels: Labels
    record: Record


def build(
    name: str,
    description: str,
    records: Mapping[str, Sequence[Record]],
    preparation: Preparation,
    spec: TaskSpec,
    *,
    shared: bool = False,
    constant: bool = False,
) -> Task:
    """The task that the records of its splits make: "train", "validation" and "test".

    `shared`: one file was split, so labels are in common. `constant`: all labels may be the same.
    """
    if has_numbers([*chain(*records.values())]):
        records = {split: [*map(with_one_number, some)] for split, some in records.items()}
    first = records["train"][0]
    pooled, lists = isinstance(first.labels, str), _lists(chain(*records.values()))
    splits = {
        split: [sentence_of(record, preparation, pooled) for record in listed]
        for split, listed in records.items()
    }
    begin, end = (BEGIN, None) if lists else _marks(splits["train"])
    splits = {
        name: [without_marks(s, begin, end) for s in listed] for name, listed in splits.items()
    }
    classes = classes_of(splits, shared)
    if len(classes) == 1 and not constant:
        same = "output is empty" if lists and classes[0] == BEGIN else f"label is {classes[0]!r}"
        raise DataError(f"{first.place.file}: expected two or more labels, but every {same}")
    marks = (begin is not None) + (end is not None)
    given = chain(*splits.values()) if lists else splits["train"]  # a list is never cut
    longest = max(len(sentence.words) for sentence in given) + marks
    length = preparation.length or (longest if lists else min(longest, MAX_WORDS))
    rule = dict.fromkeys(splits, preparation.test_long) | {"train": preparation.train_long}
    kept = {
        split: [s for s in listed if rule[split] == "cut" or len(s.words) <= length - marks]
        for split, listed in splits.items()
    }
    if not kept["train"]:
        raise DataError(f"{name}: no training input has at most {length - marks} words")
    cells = sum(map(len, kept.values())) * length
    require_task(
        cells <= MAX_INPUT_CELLS,
        f"{name}: inputs x length is {cells:,}; expected at most {MAX_INPUT_CELLS:,}: "
        "give a smaller length",
    )
    raw = any(isinstance(record.content, str) for record in records["train"])
    vocabulary = replace(
        _vocabulary(kept, preparation, begin, end, known=bool(lists), numerals=not raw),
        tokenizer=TOKENIZERS[preparation.tokenizer] if raw else None,  # lists of words need none
        digits=preparation.digits,
        lists=lists,
    )
    made = {split: encoded(s, vocabulary, classes, length, pooled) for split, s in kept.items()}
    long = {id(s.record) for s in chain(*kept.values()) if len(s.words) > length - marks}
    if long and pooled:
        texts = "1 text is" if len(long) == 1 else f"{len(long):,} texts are"
        description += f"; {texts} longer than {length - marks:,} words: cut there"
    is_entity = preparation.metric == "auto" and not pooled and are_entity_tags(classes)
    if lists == "values" and any(isinstance(to_value(word), float) for word in vocabulary.words):
        description += "; numbers with a fraction are read as words, which have no order"
    return Task(
        name=name,
        description=description,
        vocabulary=vocabulary,
        classes=classes,
        max_length=length,
        causal=False,
        pooled=pooled,
        train=made["train"],
        validation=made["validation"],
        test=made["test"],
        spec=spec,
        metric="entity" if is_entity else "token",
    )


def _lists(records: Iterable[Record]) -> Lists | None:
    """Whether inputs and answers are lists: of strings, or of values where one is a number."""
    listed = [record for record in records if record.lists]
    if any(record.lists == "number" for record in listed):
        return "number"
    if not any(record.lists == "values" for record in listed):
        return "strings" if listed else None
    for record in listed:
        if record.lists == "strings":
            require_strings((*record.content, *tags_of(record.labels)), record.place)
    return "values"


def _vocabulary(
    splits: dict[str, list[Sentence]],
    preparation: Preparation,
    begin: str | None,
    end: str | None,
    *,
    known: bool,
    numerals: bool,
) -> Vocabulary:
    """The words of training; with `known`, or where no word is unknown, those of all splits.

    With `numerals`, the numbers of all splits, where at least half of the training words are such.
    """
    unknown = preparation.unknown and not known
    every = {word for sentence in chain(*splits.values()) for word in sentence.words}
    trained = {word for sentence in splits["train"] for word in sentence.words}
    more = []
    if preparation.vectors is not None:
        more += vector_words(preparation.vectors.split(","), preparation.digits)
    if numerals and 2 * sum(map(is_numeral, trained)) >= len(trained):
        more += sorted(filter(is_numeral, every - trained))
    return vocabulary_of(
        (s.words for s in (splits["train"] if unknown else chain(*splits.values()))),
        most=preparation.vocab,
        least_count=preparation.least_count,
        unknown=unknown,
        begin=begin,
        end=end,
        stand_ins=preparation.stand_ins,
        more=more,
    )


def sentence_of(record: Record, preparation: Preparation, pooled: bool) -> Sentence:
    """A record in words, checked."""
    labels, content = record.labels, record.content
    if isinstance(labels, str) != pooled:
        kinds = {True: "one label", False: "a tag for each word"}
        raise DataError(f"{record.place}: expected {kinds[pooled]}, as in the first input")
    if isinstance(content, str):
        words = tokenized(content, TOKENIZERS[preparation.tokenizer], preparation.digits)
    else:
        words = [
            word if preparation.digits is None else with_digits_as(word, preparation.digits)
            for word in content
        ]
    if not words and not record.lists:
        raise DataError(f"{record.place.at(None)}: expected at least one word, got an empty input")
    return Sentence(tuple(words), labels, record)


def classes_of(splits: dict[str, list[Sentence]], shared: bool) -> tuple[str, ...]:
    """The labels of training, or of all splits where one file was split; the commonest first.

    So a program answers the commonest where votes are equal, as for words that say nothing. Another
    split may have more: words of the input that a label stands for, and numbers.
    """
    counted = splits if shared else {"train": splits["train"]}
    found = Counter(
        label
        for sentences in counted.values()
        for sentence in sentences
        for label in tags_of(sentence.labels)
        if label is not None
    )
    first = splits["train"][0].record.place.file
    if not found:
        raise DataError(f"{first}: expected labels, but no word has one")
    numbers, more = any(map(is_numeral, found)), set[str]()
    for sentence in chain(splits["validation"], splits["test"]):
        for i, label in enumerate(tags_of(sentence.labels)):
            if label is None or label in found:
                continue
            if label in sentence.words or (numbers and is_numeral(label)):
                more.add(label)
            else:
                place, lines = sentence.record.place, sentence.record.lines
                place = place if lines is None else replace(place, line=lines[i])
                raise DataError(f"{place}: the label {label!r} does not occur in training")
    return (*sorted(found, key=lambda label: (-found[label], label)), *sorted(more))


def encoded(
    sentences: Sequence[Sentence],
    vocabulary: Vocabulary,
    classes: tuple[str, ...],
    length: int,
    pooled: bool,
) -> Split:
    """Sentences as arrays, marks added and long ones cut."""
    index = vocabulary.index
    label_index: dict[str | None, int] = {label: i for i, label in enumerate(classes)}
    label_index[None] = -1
    marks = vocabulary.begin, vocabulary.end
    begin, end = ([] if mark is None else [index[mark]] for mark in marks)
    room = length - len(begin) - len(end)
    body = {word: i for word, i in index.items() if word not in marks}
    spelled = known_words(vocabulary)
    rows: list[list[int]] = []
    labels: list[list[int]] = []
    numbers: list[int] = []
    for number, sentence in enumerate(sentences):
        known = [body.get(spelled(word), -1) for word in sentence.words]
        if min(known, default=0) < 0:
            word, place = sentence.words[known.index(-1)], sentence.record.place.at(None)
            why = "may only stand at an end" if word in marks else "is not in the vocabulary"
            raise DataError(f"{place}: the word {word!r} {why}")
        for start, low, high in [(0, 0, room)] if pooled else windows(len(known), room):
            part = known[start : start + room]
            rows.append(_padded([*begin, *part, *end], length))
            numbers.append(number)
            scored = [label_index[label] for label in tags_of(sentence.labels)[low:high]]
            before = [] if pooled else [-1] * (len(begin) + low - start)
            labels.append(_padded([*before, *scored], 1 if pooled else length))
    target = np.array(labels, np.int32).reshape(len(rows), 1 if pooled else length)
    return Split(
        np.array(rows, np.int32).reshape(len(rows), length),
        target[:, 0].copy() if pooled else target,
        None if len(rows) == len(sentences) else np.array(numbers, np.int32),
    )


def _padded(values: list[int], length: int) -> list[int]:
    return values + [-1] * (length - len(values))


def windows(words: int, room: int) -> Iterator[tuple[int, int, int]]:
    """Windows of `room` words: (first word, first scored word, one after the last scored word).

    Neighbours overlap by a third; what they share is scored half in one and half in the other.

    >>> list(windows(20, 30)), list(windows(40, 30))
    ([(0, 0, 20)], [(0, 0, 20), (10, 20, 40)])
    >>> list(windows(60, 30))
    [(0, 0, 25), (20, 25, 40), (30, 40, 60)]
    """
    stride = room - room // 3
    starts = [*range(0, max(1, words - room), stride)]
    if starts[-1] + room < words:
        starts.append(words - room)
    edges = [0, *((a + room + b) // 2 for a, b in pairwise(starts)), words]
    for start, (low, high) in zip(starts, pairwise(edges), strict=True):
        yield start, low, high


def held_out(count: int, share: float = 0.1, seed: int = 0) -> tuple[Ints, Ints]:
    """Rows to keep and rows to hold out: the rule of scikit-learn's train_test_split.

    >>> held_out(10)[1].tolist(), len(held_out(5452)[1])
    ([2], 546)
    """
    order = np.random.RandomState(seed).permutation(count)
    out = int(np.ceil(share * count))
    return order[out:].astype(np.int32), order[:out].astype(np.int32)


def tags_of(labels: Labels) -> tuple[str | None, ...]:
    """The labels as a tuple: one tag per word, or the label of the whole input."""
    return (labels,) if isinstance(labels, str) else labels


def _marks(train: Sequence[Sentence]) -> tuple[str | None, str | None]:
    """The marks around every input: those that all inputs have already, else both are added."""
    begins = all(s.words[0] == BEGIN for s in train)
    ends = all(s.words[-1] == END for s in train)
    if not begins and not ends:
        return BEGIN, END
    return (BEGIN if begins else None), (END if ends else None)


def without_marks(sentence: Sentence, begin: str | None, end: str | None) -> Sentence:
    """A sentence without the marks that it brings."""
    first = int(begin is not None and sentence.words[:1] == (begin,))
    stop = len(sentence.words) - int(end is not None and sentence.words[-1:] == (end,))
    if first == 0 and stop == len(sentence.words):
        return sentence
    if first >= stop:
        place = sentence.record.place.at(None)
        raise DataError(f"{place}: expected at least one word between {BEGIN} and {END}")
    labels = sentence.labels if isinstance(sentence.labels, str) else sentence.labels[first:stop]
    return Sentence(sentence.words[first:stop], labels, sentence.record)
