"""Names for groups of words: the label that a group speaks for, and its commonest word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain
from itertools import count as count_from

from ..meaning.words import is_stand_in
from ..program import Program
from ..program import steps as lang

MAX_WORD = 14  # letters of the word in a name
FREQUENT = 10  # a word of the first tenth of the vocabulary, which is sorted, is frequent
MIN_FREQUENT = 500  # words that are frequent in any case
ALIKE = 0.8  # of the words of a group, those that must be of a kind to give it their name
PART = re.compile("^[BIESLU]-(?=.)")  # says where in an entity a tag stands


def class_names(output: lang.Output) -> list[str]:
    """A name for each class; the parts of an entity have the same, what is in none has no name."""
    if not isinstance(output, lang.Classifier):
        return []
    names = [PART.sub("", name) for name in output.classes]
    spelled = [identifier(name) or name_of_word(name) for name in names]
    named = (name if name[:1].isalpha() else f"label_{name}" for name in spelled)
    return ["" if label == "O" else name for label, name in zip(names, named, strict=True)]


def numbered(wanted: Iterable[str]) -> list[str | int]:
    """Different names: a number tells equal ones apart."""
    names: dict[str | int, None] = {}
    for name in wanted:
        numbered = chain([name], (f"{name}_{number}" for number in count_from(2)))
        names[next(one for one in numbered if one not in names)] = None
    return list(names)


def group_name(label: str, words: Sequence[str], program: Program) -> str:
    """A name for a group of words: the label it speaks for, and its commonest frequent word.

    >>> from transformer_programs.shelf import places
    >>> group_name("loc", ["in", "at", "near"], places.program), group_name("", [], places.program)
    ('loc_in', 'none')
    """
    vocabulary = program.vocabulary
    marks = (vocabulary.begin, vocabulary.end)
    plain = [word for word in words if not is_stand_in(word) and word not in marks]
    if vocabulary.unknown in words:
        return "other"
    if not plain:
        kinds = {"begin": vocabulary.begin, "end": vocabulary.end}
        found = [kind for kind, mark in kinds.items() if mark in words]
        ends = sorted({word[1:-1].partition("~")[2] for word in words if is_stand_in(word)})
        found += ["unseen", *ends[:1]] if len(ends) == 1 else ["unseen"] if ends else []
        return "_".join([*filter(None, [label] if ends else []), *filter(None, found)]) or "none"
    digits = sum(any(map(str.isdigit, word)) for word in plain)
    signs = sum(not any(map(str.isalnum, word)) for word in plain)
    kind = "numbers" if digits >= ALIKE * len(plain) else ""
    kind = "signs" if signs >= ALIKE * len(plain) and len(plain) > 1 else kind
    common = max(MIN_FREQUENT, len(vocabulary.words) // FREQUENT)
    frequent = {*vocabulary.words[:common]} if len(plain) > 1 else {*plain}
    spelled = (identifier(word) for word in plain if word in frequent)
    short = [name for name in spelled if 1 < len(name) <= MAX_WORD]
    word = kind or next(chain(filter(str.isalpha, short), short), "")
    word = word or (name_of_word(plain[0]) if len(plain) == 1 else "" if label else "rare")
    return "_".join(dict.fromkeys(filter(None, (label, word))))


def is_ours(name: object, words: Sequence[str], labels: Sequence[str]) -> bool:
    """Whether a name of a group is a number, or made of labels and words."""
    if isinstance(name, int):
        return True
    text = re.sub(r"_\d+$", "", str(name))
    starts = [label for label in labels if text == label or text.startswith(f"{label}_")]
    rest = text[len(max(starts, key=len, default="")) :].strip("_")
    known = ("", "other", "begin", "end", "begin_end", "numbers", "signs", "rare", "none")
    made = {*words, *map(identifier, words), *map(name_of_word, words)}
    return rest in known or rest.startswith("unseen") or any(one.startswith(rest) for one in made)


def name_of_word(word: str) -> str:
    """The name of one word or sign.

    >>> name_of_word("Difference"), name_of_word("?"), name_of_word("--"), name_of_word("7")
    ('difference', 'question_mark', 'sign', '7')
    """
    sign = unicodedata.name(word, "") if len(word) == 1 and not word.isalnum() else ""
    return identifier(word) or identifier(sign) or "sign"


def identifier(text: str) -> str:
    """A text as part of a name, "" where nothing is left of it.

    >>> identifier("Sci/Tech"), identifier("1996"), identifier("'s"), identifier("Mañana")
    ('sci_tech', '1996', 's', 'mañana')
    """
    return re.sub(r"\W+", "_", text.lower()).strip("_")
