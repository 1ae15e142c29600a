"""Lists in, lists out: the values of JSON as the words and labels of a program, and back.

Only `begin` marks an input. A position with the label `begin` has no answer: the list that answers
an input leaves it out, so that it may be shorter than the input, or empty.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..program import Vocabulary


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
    words = map(to_word, values) if vocabulary.lists == "values" else values
    return [str(vocabulary.begin), *words]


def list_answer(labels: Sequence[str] | str, vocabulary: Vocabulary) -> Any:
    """The list that labels stand for, without positions that have no answer; or the one value.

    >>> list_answer(["<s>", "3", "<s>"], Vocabulary(("<s>", "3"), begin="<s>", lists="values"))
    [3]
    """
    if isinstance(labels, str):
        return to_value(labels) if vocabulary.lists == "values" else labels
    return [list_answer(label, vocabulary) for label in labels if label != vocabulary.begin]
