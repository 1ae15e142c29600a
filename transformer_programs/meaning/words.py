"""The words of an input: of a raw text, of a list, and the stand-ins of unknown words.

A text has the same words here, in an emitted file and on the page. Of a list only `begin` marks an
input. A position with the label `begin` has no answer: the list that answers an input leaves it
out, so that it may be shorter than the input, or empty. An unknown word still shows how it is
written: `<Xx>` stands for one with a capital, `<Xx~ov>` for one that ends in ov. They are words
like any others: what a program learns about them it learns from the rare words of training.

>>> tokenized("It's 19.99, isn't it?", "plain", None)
['It', "'s", '19.99', ',', 'is', "n't", 'it', '?']
>>> read_as("Ivanov", {"<Xx>", "<Xx~ov>", "<xx>"}, "<unk>"), read_as("zzz", {"<Xx>"}, "<unk>")
('<Xx~ov>', '<unk>')
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any

from ..program import Program, Vocabulary
from ..program.program import Tokenizer, is_pooled

DIGITS = "[0-9]+"
PIECES: dict[Tokenizer, tuple[str, ...]] = {  # lines of a regular expression for a word
    # English suffixes, then numbers, abbreviations, words, and any other sign alone.
    "plain": (
        r"n't\b|'(?:s|re|ve|ll|d|m)\b|\d+(?:[.,:]\d+)*|(?:[^\W\d_]\.){2,}|",
        r"\w+?(?=n't\b)|\w+(?:[-.]\w+)*|[^\w\s]",
    ),
    "chars": (r"\S",),
}
_PIECES = {name: re.compile("".join(lines), re.IGNORECASE) for name, lines in PIECES.items()}
_DIGITS = re.compile(DIGITS)


def with_digits_as(word: str, mark: str) -> str:
    """A word with each run of digits replaced by a mark, as the paper does for named entities."""
    return _DIGITS.sub(lambda _: mark, word)


def tokenized(text: str, tokenizer: Tokenizer | None, digits: str | None) -> list[str]:
    """The words of a text, as the fields of a vocabulary say."""
    words = text.split() if tokenizer is None else _PIECES[tokenizer].findall(text)
    return words if digits is None else [with_digits_as(word, digits) for word in words]


def text_input(text: str, program: Program) -> list[str]:
    """The input that a program reads a text as: its words between `begin` and `end`.

    Where a text has one label and is too long for the program, its first words are read.

    >>> from transformer_programs.shelf import histogram
    >>> text_input("a b", histogram.program)
    ['<s>', 'a', 'b']
    """
    words = tokenized(text, program.vocabulary.tokenizer, program.vocabulary.digits)
    inner = without_marks(words, program.vocabulary)[: most_words(program)]
    return program.vocabulary.framed(inner) if inner else []


def input_of(program: Program, given: Sequence[str]) -> Sequence[str]:
    """Words as they are; a text as a program with a tokenizer reads it."""
    if isinstance(given, str) and program.vocabulary.reads_text:
        return text_input(given, program)
    return given


def without_marks(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """Words without the marks that they begin and end with."""
    begin, end = vocabulary.begin, vocabulary.end
    first = int(begin is not None and words[:1] == [begin])
    return words[first : len(words) - int(end is not None and words[-1:] == [end])]


def most_words(program: Program) -> int | None:
    """The number of words at which a text is cut; None if a program never cuts one."""
    if program.max_length is None or not is_pooled(program):
        return None
    return max(0, program.max_length - len(program.vocabulary.marks))


# --- lists ----------------------------------------------------------------------------------------


def to_word(value: Any) -> str:
    """A value as a word: a string as it is, a number and true and false as JSON has them.

    >>> to_word("a"), to_word(3), to_word(True)
    ('a', '3', 'true')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def to_value(word: str) -> Any:
    """The value that a word is read as; the inverse of `to_word`.

    >>> to_value("a"), to_value("3"), to_value("true")
    ('a', 3, True)
    """
    try:
        return json.loads(word)
    except ValueError:
        return word


def list_input(values: Sequence[Any], vocabulary: Vocabulary) -> list[str]:
    """The words of a list, behind `begin`.

    >>> list_input([3, 1], Vocabulary(("<s>", "1", "3"), begin="<s>", lists="values"))
    ['<s>', '3', '1']
    """
    words = values if vocabulary.lists == "strings" else map(to_word, values)
    return [str(vocabulary.begin), *words]


def list_answer(labels: Sequence[str] | str, vocabulary: Vocabulary) -> Any:
    """The list that labels stand for, without positions that have no answer; or the one value.

    Where the answer is one number, all positions have it as their label; None where there is none.

    >>> list_answer(["<s>", "3", "<s>"], Vocabulary(("<s>", "3"), begin="<s>", lists="values"))
    [3]
    """
    if isinstance(labels, str):
        return labels if vocabulary.lists == "strings" else to_value(labels)
    if vocabulary.lists == "number":
        return None if labels[1] == vocabulary.begin else to_value(labels[1])
    return [list_answer(label, vocabulary) for label in labels if label != vocabulary.begin]


# --- unknown words --------------------------------------------------------------------------------

STEMS = (  # words of every shape
    *("unlisted", "Unlisted", "UNLISTED", "U", "un-listed", "Un-listed", "UN-LISTED", "U-"),
    *("7", "7x", "!"),
)
DESCRIPTIONS = {
    "Xx": "with a capital",
    "XX": "in capitals",
    "X": "of one capital",
    "xx": "in small letters",
    "0": "in digits",
    "0x": "with digits",
    ".": "without letters",
}
_STAND_IN = re.compile(
    r"<((?P<letters>Xx|XX|X|xx|0x?|\.)(?P<dash>-x)?)(?:~(?P<end>.*))?>", re.DOTALL
)


@lru_cache(maxsize=2**17)  # a vocabulary of 100,000 words is asked again and again
def candidates(word: str) -> tuple[str, ...]:
    """The stand-ins that a word could have, by its shape and ending, the nearest to it first.

    >>> candidates("Ivanov"), candidates("EU-"), candidates("@-@")
    (('<Xx~nov>', '<Xx~ov>', '<Xx~v>', '<Xx>'), ('<XX-x>',), ('<0>',))
    """
    letters, dash = [char for char in word if char.isalpha()], "-x" * ("-" in word)
    shape = ("Xx" if word[:1].isupper() else "xx") + dash
    if any(char == "@" or char.isdecimal() for char in word):
        shape = "0x" if letters else "0"
    elif all(char.isupper() for char in letters):
        shape = "X" * min(2, len(letters)) + dash if letters else "."
    low = word.lower()
    endings = [low[-size:] for size in (3, 2, 1) if size < len(low)]
    return (*(f"<{shape}~{ending}>" for ending in endings if ending.isalpha()), f"<{shape}>")


def read_as(word: str, listed: Collection[str], unknown: str | None) -> str | None:
    """The listed word that a word is read as: itself, its stand-in, or the unknown word, if any.

    >>> [read_as(word, {"<Xx>", "Rome"}, "<unk>") for word in ("Rome", "Oslo", "is")]
    ['Rome', '<Xx>', '<unk>']
    """
    if word in listed or unknown is None:
        return word if word in listed else None
    return next((one for one in candidates(word) if one in listed), unknown)


def is_stand_in(word: str) -> bool:
    """Whether a word stands for others, as <Xx~ing> does."""
    return _STAND_IN.fullmatch(word) is not None


def less_specific(name: str) -> tuple[str, ...]:
    """The stand-ins of words that have this one too: shorter endings, then the shape alone.

    >>> less_specific("<Xx~nov>"), less_specific("<Xx>"), less_specific("Ivanov")
    (('<Xx~ov>', '<Xx~v>', '<Xx>'), (), ())
    """
    found = _STAND_IN.fullmatch(name)
    if found is None or not found["end"]:
        return ()
    shorter = (found["end"][cut:] for cut in range(1, len(found["end"])))
    return (*(f"<{found[1]}~{ending}>" for ending in shorter), f"<{found[1]}>")


def described(name: str) -> str:
    """The words that a stand-in, or the unknown word, stands for.

    >>> described("<XX~u>"), described("<xx-x>"), described("<unk>")
    ('unknown word in capitals ending in -u', 'unknown word in small letters with a hyphen', \
'unknown word')
    """
    found = _STAND_IN.fullmatch(name)
    if found is None:
        return "unknown word"
    hyphen = " with a hyphen" if found["dash"] else ""
    end = f" ending in -{found['end']}" if found["end"] else ""
    return f"unknown word {DESCRIPTIONS[found['letters']]}{hyphen}{end}"


def unlisted_words(vocabulary: Vocabulary, taken: Collection[str] = ()) -> tuple[str, ...]:
    """One unlisted word for each listed word that unlisted words are read as; none is `taken`.

    >>> unlisted_words(Vocabulary(("<unk>", "<Xx~ov>", "a"), unknown="<unk>"))
    ('unlisted', 'Unlistedov')
    """
    if vocabulary.unknown is None:
        return ()
    listed, found = frozenset(vocabulary.words), list[str]()
    for target in dict.fromkeys((vocabulary.unknown, *filter(is_stand_in, vocabulary.words))):
        parts = _STAND_IN.fullmatch(target)
        ending = (parts["end"] or "") if parts else ""
        tried = product(range(1, 10), STEMS, (ending, ending.upper()))
        words = (stem * times + end for times, stem, end in tried)
        free = (word for word in words if word not in listed and word not in taken)
        read = (word for word in free if read_as(word, listed, vocabulary.unknown) == target)
        found += islice(read, 1)
    return tuple(found)


def common_stand_ins(words: Iterable[str], least: int) -> frozenset[str]:
    """The stand-ins for at least `least` of some different words: enough to learn from."""
    counts = Counter(one for word in set(words) for one in candidates(word))
    return frozenset(one for one, count in counts.items() if count >= least)


def stand_ins(vocabulary: Vocabulary) -> tuple[int, ...] | None:
    """For each word the word that stands for it when it is unknown; None where there is none.

    >>> words = Vocabulary(("<unk>", "<Xx>", "Rome", "is"), unknown="<unk>")
    >>> stand_ins(words)
    (0, 0, 1, 0)
    """
    if vocabulary.unknown is None:
        return None
    index, unknown = vocabulary.index, vocabulary.index[vocabulary.unknown]
    found = ((index[one] for one in candidates(word) if one in index) for word in vocabulary.words)
    return tuple(next(numbers, unknown) for numbers in found)
