"""What the search starts from: the word, the position, one, and what else words may mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..program.steps import One, Position, Token, Variable
from ..program.values import Categorical, Number
from .building import OUT, Piece
from .domain import FEW_WORDS, Domain
from .pool import Draft


class Input(NamedTuple):
    """A variable that reads no other one."""

    draft: Draft
    named: bool = False  # whether it asks for certain words


def inputs(domain: Domain) -> Iterator[Input]:
    """Word, position and one, in the order of their places; then what else words may mean."""
    yield Input(Draft(Token(Variable("tokens", Categorical(domain.words)), _lookup(domain.rank))))
    yield Input(Draft(Position(Variable("positions", Number(0, None)))))
    yield Input(Draft(One(Variable("ones", Number(1, 1)))))
    if domain.numeric:
        yield Input(_by_word(domain, domain.numbers, 2, "numbers"))
    if domain.numbers.min() < 0:
        yield Input(_by_word(domain, np.abs(domain.numbers), 2))
    for numbers in domain.fields:
        yield Input(_by_word(domain, numbers, 2))
    if domain.falling.any():
        yield Input(_by_word(domain, domain.falling, 2))
    places = np.arange(len(domain.words))
    symbols = len(domain.words) - domain.marks
    for words in domain.sets:
        many = len(words) == 1 and len(domain.symbols) > FEW_WORDS  # singling one out is dear
        cost = (1 if len(words) > 4 else 2) + (2 if many else 0)
        yield Input(_by_word(domain, np.isin(places, words), cost), len(words) < symbols)
    for words in domain.signs:
        signs = [(place in words) - (-place in words) for place in places.tolist()]
        yield Input(_by_word(domain, np.array(signs), 3), named=True)


def base(domain: Domain) -> tuple[Piece, Piece, Piece]:
    """The word, the position and the one."""
    word, position, one = (Piece(given.draft.step) for given in islice(inputs(domain), 3))
    return word, position, one


def word_flag(domain: Domain, *words: int) -> Piece:
    """Whether a word is one of these."""
    return by_word(domain, np.isin(np.arange(len(domain.words)), words))


def by_word(domain: Domain, values: npt.NDArray[np.generic]) -> Piece:
    """A number for each word."""
    made = _by_word(domain, values, 2)
    return Piece(made.step, (), made.cost)


def _lookup(values: npt.NDArray[np.generic]) -> tuple[int, ...]:
    return tuple(int(value) for value in values.tolist())


def _by_word(domain: Domain, values: npt.NDArray[np.generic], cost: int, name: str = OUT) -> Draft:
    """A number for each word. 0 is always in its range: `keep` may have to give it."""
    lookup = _lookup(values[domain.rank])
    return Draft(Token(Variable(name, Number(min(0, *lookup), max(0, *lookup))), lookup), (), cost)
