"""The inputs of a program: counted, and listed in order."""

from __future__ import annotations

from itertools import product

import pytest

import transformer_programs as tp
from transformer_programs.shelf import histogram
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


def test_space_counts_of_the_papers_tasks() -> None:
    sort = tp.Vocabulary(("<s>", "</s>", *"01234"), begin="<s>", end="</s>")
    assert InputSpace(sort, 8).count == 1 + 19_530  # and the input without words
    assert InputSpace(histogram.program.vocabulary, 8).count == 1 + 335_922


@pytest.mark.parametrize("length", [5, 50])
def test_a_sample_has_each_input_once_and_in_order(length: int) -> None:
    space = InputSpace(tp.Vocabulary(("<s>", "a", "b", "c"), begin="<s>"), length + 1)
    blocks = list(space.sample(range(length + 1, length + 2), 200, seed=0))
    rows = [tuple(row) for block in blocks for row in block.tolist()]
    assert rows == sorted(set(rows))
    assert 100 < len(rows) <= 200
    assert all(row[0] == 0 and set(row[1:]) <= {1, 2, 3} for row in rows)
