"""What each task asks, in a few lines of plain Python on one input of words.

These are written apart from `targets`, which labels whole arrays: the tests hold one against the
other. An answer is None where the task scores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

Answer = list[str | None]


def reverse(words: Sequence[str]) -> Answer:
    """
    >>> reverse(["<s>", "3", "1", "2", "</s>"])
    [None, '2', '1', '3', None]
    """
    return [None, *reversed(words[1:-1]), None]


def sort(words: Sequence[str]) -> Answer:
    """
    >>> sort(["<s>", "3", "10", "2", "</s>"])
    [None, '2', '3', '10', None]
    """
    return [None, *sorted(words[1:-1], key=int), None]


def hist(words: Sequence[str]) -> Answer:
    """
    >>> hist(["<s>", "a", "b", "b", "c"])
    [None, '1', '2', '2', '1']
    """
    return [None, *(str(words.count(word)) for word in words[1:])]


def double_hist(words: Sequence[str]) -> Answer:
    """
    >>> double_hist(["<s>", "a", "b", "b", "c"])
    [None, '2', '1', '1', '2']
    """
    symbols = words[1:]
    return [
        None,
        *(
            str(len({other for other in symbols if symbols.count(other) == symbols.count(word)}))
            for word in symbols
        ),
    ]


def most_freq(words: Sequence[str]) -> Answer:
    """
    >>> most_freq(["<s>", "a", "b", "b", "c"])
    [None, 'b', 'a', 'c', '<s>']
    """
    symbols = list(words[1:])
    ranked = sorted(set(symbols), key=lambda word: (-symbols.count(word), symbols.index(word)))
    return [None, *ranked, *["<s>"] * (len(symbols) - len(ranked))]


def dyck(words: Sequence[str]) -> Answer:
    """T: what was read is a valid string; P: it may still become one; F: it cannot.

    >>> dyck(["<s>", *"({})(}"])
    [None, 'P', 'P', 'P', 'T', 'P', 'F']
    """
    answers: Answer = [None]
    left = ""  # what is left of the input so far when matching neighbours are crossed out
    for word in words[1:]:
        left += word
        if left.endswith(("()", "{}")):
            left = left[:-2]
        answers.append("F" if set(left) & set(")}") else "P" if left else "T")
    return answers


def induction(words: Sequence[str]) -> Answer:
    """
    >>> induction(["<s>", "a", "1", "b", "2", "a"])
    [None, 'unk', None, 'unk', None, '1']
    """
    answers: Answer = [None]
    for i, word in enumerate(words[1:], start=1):
        earlier = list(words[:i])
        if word.isdigit():
            answers.append(None)
        else:
            answers.append(earlier[earlier.index(word) + 1] if word in earlier else "unk")
    return answers
