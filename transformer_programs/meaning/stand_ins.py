"""Stand-ins: words that stand for all unknown words of one shape, and of one ending.

An unknown word still shows how it is written. `<Xx>` stands for an unknown word with a capital,
`<Xx~ov>` for one that ends in ov. They are words like any others: what a program learns about them
it learns from the rare words of training.

>>> stand_in("Ivanov", {"<Xx>", "<Xx~ov>", "<xx>"}), stand_in("zzz", {"<Xx>"})
('<Xx~ov>', None)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import islice

from ..program import Vocabulary

LONGEST_ENDING = 3
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
SHAPES = frozenset((*DESCRIPTIONS, "Xx-x", "XX-x", "X-x", "xx-x"))


def shape(word: str) -> str:
    """How a word is written, in a few letters.

    >>> [shape(word) for word in ("Ivanov", "EU", "rejects", "@-@", "@th", "Anglo-Dutch")]
    ['Xx', 'XX', 'xx', '0', '0x', 'Xx-x']
    """
    letters = [char for char in word if char.isalpha()]
    if any(char == "@" or char.isdecimal() for char in word):
        return "0x" if letters else "0"
    if not letters:
        return "."
    if all(char.isupper() for char in letters):
        kind = "XX" if len(letters) > 1 else "X"
    else:
        kind = "Xx" if word[0].isupper() else "xx"
    return f"{kind}-x" if "-" in word else kind


def candidates(word: str) -> tuple[str, ...]:
    """The stand-ins that a word could have, the nearest to it first.

    >>> candidates("Ivanov")
    ('<Xx~nov>', '<Xx~ov>', '<Xx~v>', '<Xx>')
    """
    kind = shape(word)
    low = word.lower()
    endings = [low[-size:] for size in range(min(LONGEST_ENDING, len(low) - 1), 0, -1)]
    return (*(f"<{kind}~{ending}>" for ending in endings if ending.isalpha()), f"<{kind}>")


def stand_in(word: str, listed: Collection[str]) -> str | None:
    """The nearest of the stand-ins that are listed."""
    return next((one for one in candidates(word) if one in listed), None)


def less_specific(name: str) -> tuple[str, ...]:
    """The stand-ins of words that have this one too: shorter endings, then the shape alone.

    >>> less_specific("<Xx~nov>"), less_specific("<Xx>"), less_specific("Ivanov")
    (('<Xx~ov>', '<Xx~v>', '<Xx>'), (), ())
    """
    kind, _, ending = name[1:-1].partition("~")
    if not is_stand_in(name) or not ending:
        return ()
    return (*(f"<{kind}~{ending[cut:]}>" for cut in range(1, len(ending))), f"<{kind}>")


def is_stand_in(word: str) -> bool:
    """Whether a word stands for others, as <Xx~ing> does."""
    return word[:1] + word[-1:] == "<>" and word[1:-1].partition("~")[0] in SHAPES


def described(name: str) -> str:
    """The words that a stand-in, or the unknown word, stands for.

    >>> described("<XX~u>"), described("<xx-x>"), described("<unk>")
    ('unknown word in capitals ending in -u', 'unknown word in small letters with a hyphen', \
'unknown word')
    """
    if not is_stand_in(name):
        return "unknown word"
    kind, _, ending = name[1:-1].partition("~")
    letters, dash, _ = kind.partition("-")
    hyphen, end = " with a hyphen" if dash else "", f" ending in -{ending}" if ending else ""
    return f"unknown word {DESCRIPTIONS[letters]}{hyphen}{end}"


def read_as(word: str, listed: Collection[str], unknown: str | None) -> str | None:
    """The listed word that a word is read as: itself, its stand-in, or the unknown word, if any.

    >>> [read_as(word, {"<Xx>", "Rome"}, "<unk>") for word in ("Rome", "Oslo", "is")]
    ['Rome', '<Xx>', '<unk>']
    """
    if word in listed or unknown is None:
        return word if word in listed else None
    return stand_in(word, listed) or unknown


def unlisted_words(vocabulary: Vocabulary, taken: Collection[str] = ()) -> tuple[str, ...]:
    """One unlisted word for each listed word that unlisted words are read as; none is `taken`.

    >>> unlisted_words(Vocabulary(("<unk>", "<Xx~ov>", "a"), unknown="<unk>"))
    ('unlisted', 'Unlistedov')
    """
    if vocabulary.unknown is None:
        return ()
    listed = frozenset(vocabulary.words)
    found: list[str] = []
    for target in dict.fromkeys((vocabulary.unknown, *filter(is_stand_in, vocabulary.words))):
        ending = target[1:-1].partition("~")[2] if is_stand_in(target) else ""
        words = (
            stem * times + end
            for times in range(1, 10)
            for stem in STEMS
            for end in (ending, ending.upper())
        )
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
    index = {word: i for i, word in enumerate(vocabulary.words)}
    unknown = index[vocabulary.unknown]
    found = [stand_in(word, index) for word in vocabulary.words]
    return tuple(unknown if one is None else index[one] for one in found)
