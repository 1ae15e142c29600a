"""The inputs of a program: counted, and listed in order."""

from __future__ import annotations

from itertools import product

import pytest

import transformer_programs as tp
from transformer_programs.verifier.inputs import InputSpace


def listed(space: InputSpace) -> list[tuple[str, ...]]:
    rows = [row for block in space.blocks(7) for row in block.tolist()]
    return [tuple(space.words[word] for word in row) for row in rows]


@pytest.mark.parametrize("begin", [None, "<s>"])
@pytest.mark.parametrize("end", [None, "</s>"])
def test_space_lists_every_input_in_order(begin: str | None, end: str | None) -> None:
    vocabulary = tp.Vocabulary(("a", "</s>", "b", "<s>"), begin=begin, end=end)
    symbols = [word for word in vocabulary.words if word not in (begin, end)]
    frame = ([begin] if begin else [], [end] if end else [])
    expected = [
        (*frame[0], *middle, *frame[1])
        for length in range(5)
        for middle in product(symbols, repeat=length)
        if 1 <= length + len(frame[0]) + len(frame[1]) <= 4
    ]
    space = InputSpace(vocabulary, 4)
    assert listed(space) == expected
    assert space.count == len(expected)


@pytest.mark.parametrize("unknown", ["a", "<s>", "</s>"])
def test_space_has_one_unlisted_word_where_they_are_read(unknown: str) -> None:
    vocabulary = tp.Vocabulary(("<s>", "a", "unlisted", "</s>"), unknown, "<s>", "</s>")
    expected = [
        ("<s>", *middle, "</s>")
        for length in range(3)
        for middle in product(("a", "unlisted", "Unlisted"), repeat=length)
    ]
    space = InputSpace(vocabulary, 4)
    assert listed(space) == expected
    assert space.count == len(expected)
