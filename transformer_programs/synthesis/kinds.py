"""The library of the search: every kind of step it makes, and of which variables.

`KINDS` is the table. A row has a name, how many variables it is made of, which variables fill the
slots of its templates, and the templates. One more row is one more kind: `docs/architecture.md`
shows how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from ..program.steps import (
    CategoricalHead,
    Choose,
    Compare,
    Extreme,
    FormulaOp,
    Is,
    Predicate,
    Reach,
)
from .domain import Array, Domain, base, by_word, marked
from .pieces import (
    EQUAL,
    GREATER,
    HERE,
    LEAST,
    LESS,
    MOST,
    ONES,
    OTHER,
    POSITIVE,
    WORD,
    A,
    B,
    Piece,
    Places,
    copied,
    copied_by,
    formula,
    piece,
    total,
)
from .pool import Draft, Pool
from .sample import CELLS

MAX_WINDOW = 8  # positions that a window may hold

REACHES: dict[bool, tuple[Reach, ...]] = {
    False: ("all", "before", "after", "upto"),
    True: ("before", "upto"),
}
CHOOSE: tuple[Choose, ...] = ("first", "last", "nearest")
CHOICES: dict[bool, tuple[tuple[Reach, Choose], ...]] = {
    False: (*product(REACHES[False][:3], CHOOSE[:2]), ("all", "nearest"), ("upto", "last")),
    True: tuple(product(REACHES[True], CHOOSE[:2])),
}
NEAREST: dict[bool, tuple[tuple[Reach, Choose], ...]] = {
    False: (("all", "first"), ("before", "last"), ("after", "first")),
    True: (("before", "last"),),
}
SHIFTED = (Compare("==", -1), Compare("==", 1))
LARGEST_KEY, SMALLEST_KEY = Extreme("largest"), Extreme("smallest")
# By the types of two variables: what is made of them, and what of the second and the first. Of two
# that mean the same there is one: an order of words takes lines to print.
FORMULAS: dict[str, tuple[Sequence[FormulaOp], Sequence[FormulaOp]]] = {
    "WW": (("==", "!=", "<"), ("<",)),
    "NN": (("+", "-", "*", "min", "max", "==", "<"), ("-", "<")),
    "FF": (("+", "-", "max", "==", "<", "and"), ("-", "<")),
    "NF": (("+", "-", "<", "keep"), ("-", "<")),
    "FN": (("+", "-", "<"), ("-", "<", "keep")),
}


# --- formulas -------------------------------------------------------------------------------------

Templates = Iterator[Piece]


def unary(pool: Pool, types: str) -> Templates:
    """Is a number 0? Is it above 0?"""
    yield piece(formula("not"), A)
    if types == "N":
        yield piece(POSITIVE, A)


def distances(pool: Pool, types: str) -> Templates:
    """The distance from the own position to one that was found."""
    yield piece(formula("-"), HERE, A)


def divided(pool: Pool, types: str) -> Templates:
    """A number divided by 2, 3, 10, the number of classes and of symbols; and twice a number.

    Remainder and whole part. Other remainders are those of finite machines.
    """
    yield piece(formula("+"), A, A)
    domain = pool.sample.domain
    counted = {2, 3} | ({10} if domain.numeric else set())
    if not domain.any_number:
        counted |= {len(domain.classes), len(domain.symbols)}
    for by in sorted(by for by in counted if 2 <= by <= 100):
        yield piece(formula("%", by), A)
        if by != 3:
            yield piece(formula("//", by), A)


def formulas(pool: Pool, types: str) -> Templates:
    """Two variables in every formula of two that is worth making of their types."""
    ahead, turned = FORMULAS.get(types, ((), ()))
    yield from (piece(formula(op), A, B) for op in ahead)
    yield from (piece(formula(op), B, A) for op in turned)
    if types == "NN" and pool.sample.domain.any_number:  # the distance
        yield piece(formula("max"), piece(formula("-"), A, B), piece(formula("-"), B, A))


# --- heads ----------------------------------------------------------------------------------------


def _copies(
    causal: bool, tests: Sequence[Predicate], query: Piece, key: Piece, values: Sequence[Piece]
) -> Templates:
    """Copies of each value from positions where a key passes a test."""
    for test, (reach, choose), value in product(tests, CHOICES[causal], values):
        yield piece(copied(test, reach, choose), query, key, value)


def _sums(
    causal: bool, tests: Sequence[Compare], query: Piece, key: Piece, value: Piece
) -> Templates:
    for test, reach in product(tests, REACHES[causal]):
        yield piece(total(test, reach), query, key, value)


def heads(pool: Pool, types: str) -> Templates:
    """Every head over a query and a key that counts, or copies the word or the position."""
    causal, number = pool.sample.domain.causal, "W" not in types
    query, key = A, A if len(types) == 1 else B
    shifted = SHIFTED if number else ()
    yield from _sums(causal, (EQUAL, LESS, GREATER, OTHER, MOST, LEAST, *shifted), query, key, ONES)
    yield from _copies(causal, (EQUAL, *shifted, LESS, GREATER, OTHER), query, key, (WORD, HERE))
    yield from _best(causal, query, key, number)


def _best(causal: bool, query: Piece, key: Piece, number: bool) -> Templates:
    """Copies from the largest or smallest key: of all, where the query is the key; or the next."""
    values = (WORD, HERE, key) if number else (WORD, HERE)
    tests = [(LESS, LARGEST_KEY), (GREATER, SMALLEST_KEY)]
    if query == key:
        tests += [(LEAST, LARGEST_KEY), (MOST, SMALLEST_KEY)][: 2 if number else 1]
    whole: tuple[Reach, ...] = ("upto",) if causal else ("all", "upto")
    for test, score in tests:
        next_one = test in (LESS, GREATER)
        ways = NEAREST[causal] if next_one else tuple(product(whole, CHOOSE[:2]))
        for (reach, choose), value in product(ways, values):
            yield piece(copied(test, reach, choose, score), query, key, value)


def flags(pool: Pool, types: str) -> Templates:
    """Copies from where a flag holds, a number is 1, or a word stands; how far away that is."""
    causal = pool.sample.domain.causal
    tests = [Is(value) for value in (pool.sample.single if types == "W" else (1,))]
    yield from _copies(causal, tests, A, A, (WORD, HERE))
    if types == "F":
        for reach in ("before", "upto"):
            last = piece(copied(Is(1), reach, "last"), A, A, HERE)
            yield piece(formula("-"), HERE, last)
        if not causal:
            following = piece(copied(Is(1), "after", "first"), A, A, HERE)
            yield piece(formula("-"), following, HERE)


def simple_heads(pool: Pool) -> list[tuple[CategoricalHead, Piece]]:
    """Heads whose query and key are an input, and that input.

    Of heads that copy from the same positions everywhere the first is given.
    """
    found: dict[bytes, tuple[CategoricalHead, Piece]] = {}
    batch, inside = pool.batch([()]), pool.sample.inside
    tests = [(ONES, EQUAL), (HERE, EQUAL), *((HERE, test) for test in SHIFTED), (WORD, EQUAL)]
    for (slot, test), (reach, choose) in product(tests, CHOICES[pool.sample.domain.causal]):
        head = copied(test, reach, choose)
        source = np.where(inside, batch.source(head, slot), 0)
        found.setdefault(source.tobytes(), (head, slot))
    return list(found.values())


def values_there(pool: Pool, types: str) -> Templates:
    """Other variables as the values of simple heads."""
    for head, slot in simple_heads(pool):
        yield piece(head, slot, slot, A)
    if types != "W":
        causal = pool.sample.domain.causal
        yield from _sums(causal, (EQUAL,), ONES, ONES, A)
        yield from _sums(causal, (EQUAL, LESS, GREATER), WORD, WORD, A)


def weighted(pool: Pool, types: str) -> Templates:
    """Sums of flags over the positions whose variable compares with the own one."""
    yield from _sums(pool.sample.domain.causal, (EQUAL, LESS, GREATER), A, A, B)


def fetched(pool: Pool, types: str) -> Templates:
    """The word at the position that a number names, or just before or after it."""
    reach: Reach = "upto" if pool.sample.domain.causal else "all"
    for shift in (0, -1, 1):
        there = piece(copied(Compare("==", shift), reach, "first"), A, HERE, WORD)
        yield there
        if shift == 0:
            yield piece(formula("=="), there, WORD)
            yield piece(formula("!="), there, WORD)


def windows(pool: Pool, types: str) -> Templates:
    """A variable some positions before; a number's sum over the last positions, and its growth."""
    domain, widths = pool.sample.domain, range(2, min(MAX_WINDOW, pool.sample.width - 1) + 1)
    for width in widths:
        yield _before(domain, A, width)
        if types != "W":
            yield piece(total(Compare(">", -width), "upto"), HERE, HERE, A)
    if types != "W":
        last = _before(domain, A, 1)
        growth, fall = piece(formula("-"), A, last), piece(formula("-"), last, A)
        yield growth
        yield piece(formula("max"), growth, fall)


def _before(domain: Domain, one: Piece, by: int) -> Piece:
    """A variable as it is `by` positions before."""
    return piece(copied(Compare("==", -by), "upto" if domain.causal else "all"), HERE, HERE, one)


def pairs(pool: Pool, types: str) -> Templates:
    """The own word and a copied one as one number, to be compared with others."""
    causal, both = pool.sample.domain.causal, piece(formula("+"), A, B)
    yield both
    yield from _sums(causal, (EQUAL, LESS, GREATER), both, both, ONES)
    yield from _copies(causal, (EQUAL, *SHIFTED, LESS, GREATER, OTHER), both, both, (HERE,))


def usual(domain: Domain) -> Iterator[Piece]:
    """Variables often of use: the length, its halves; of numbers parity, sum, neighbours, order."""
    if domain.causal:
        return
    word, position, one = base(domain)
    symbols = by_word(domain, np.arange(len(domain.words)) >= domain.marks, cost=1)
    length = piece(total(EQUAL), one, one, one if domain.opening is None else symbols)
    lengths = [length, piece(formula("a", -1 if domain.vocabulary.lists else 1), length)]
    yield from (*lengths, *(piece(formula("//", 2), one) for one in lengths))
    if domain.any_number:
        plain = by_word(domain, domain.numbers, name="numbers")
        odd = piece(formula("%", 2), plain)
        yield from (odd, piece(formula("not"), odd), piece(total(EQUAL), one, one, plain))
        for number in (plain, marked(domain)):
            yield piece(copied(EQUAL, "before", "last"), one, one, number)
            yield piece(copied(EQUAL, "after", "first"), one, one, number)
        if domain.numbers.min() < 0:
            minus = piece(formula("-"), piece(formula("a", -1), one), plain)
            yield piece(formula("max"), plain, minus)
        for test, shift in ((LESS, -1), (GREATER, 0)):  # the mark is above all numbers
            number = marked(domain)
            ahead = piece(total(test), number, number, one)
            ties = piece(total(EQUAL, "before"), number, number, one)
            rank = piece(formula("+"), ahead, ties)
            yield piece(copied(Compare("==", shift)), position, rank, word)


# --- of which variables steps are made ------------------------------------------------------------


class Round(NamedTuple):
    """One round of the search: the variables, the best first, and how far down it goes."""

    pool: Pool
    ranked: Sequence[int]
    budget: int


Slots = Callable[[Round, int, int], Iterator[Places]]  # of a round, a rank and a variable


def each(types: str) -> Slots:
    """One variable, of any of these types: words (W), flags (F), other numbers (N)."""

    def slots(given: Round, rank: int, place: int) -> Iterator[Places]:
        if given.pool.kinds[place] in types:
            yield (place,)

    return slots


def a_position(given: Round, rank: int, place: int) -> Iterator[Places]:
    """A position that a head copied, however often."""
    if copied_by(given.pool.piece(place)) == given.pool.piece(Pool.POSITION):
        yield (place,)


def two_words(given: Round, rank: int, place: int) -> Iterator[Places]:
    """A copy of the multiple of the order of words, and the order."""
    order, *multiple = given.pool.sample.domain.orders
    if [copied_by(given.pool.piece(place))] == multiple:
        yield from ((place, own) for own in given.pool.spelled if given.pool.piece(own) == order)


def with_the_word(given: Round, rank: int, place: int) -> Iterator[Places]:
    if given.pool.kinds[place] == "W":
        yield place, Pool.WORD


def attending(given: Round, rank: int, place: int) -> Iterator[Places]:
    """A query that is the key, and a query and a key of which one is an input."""
    yield (place,)
    other = Pool.WORD if given.pool.kinds[place] == "W" else Pool.POSITION
    yield place, other
    yield other, place


def weighing(given: Round, rank: int, place: int) -> Iterator[Places]:
    """With variables known to be useful; of the best, with numbers of words and small numbers."""
    weights = dict.fromkeys(given.pool.useful)
    if rank <= given.budget:
        weights |= dict.fromkeys(given.pool.spelled)
        for other in given.ranked[: 2 * given.budget // rank]:
            low, high = given.pool.entries[other].span
            if given.pool.kinds[other] != "W" and low >= -1 and high <= 1:
                weights[other] = None
    for weight in weights:
        yield place, weight


def with_better_ones(given: Round, rank: int, place: int) -> Iterator[Places]:
    better = given.ranked[: min(rank - 1, 8 * given.budget // rank)]
    for other in (Pool.POSITION, Pool.ONE, *better):
        yield place, other


# --- the table ------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of step. A round with budget B makes it of the first `budget` x B variables.

    `slots` gives the variables for the slots A and B, given the round, the rank of a variable and
    its place. `templates` are those for variables of certain types, such as "NF".
    """

    name: str
    budget: int
    slots: Slots
    templates: Callable[[Pool, str], Iterable[Piece]]


KINDS = [
    Kind("unary", 16, each("FN"), unary),
    Kind("flags", 32, each("F"), flags),
    Kind("formulas", 64, with_the_word, formulas),
    Kind("distances", 64, a_position, distances),
    Kind("formulas", 8, with_better_ones, formulas),
    Kind("divided", 8, each("N"), divided),
    Kind("fetched", 8, each("N"), fetched),
    Kind("pairs", 8, two_words, pairs),
    Kind("windows", 1, each("WFN"), windows),
    Kind("values", 4, each("WFN"), values_there),
    Kind("flags", 4, each("N"), flags),
    Kind("heads", 1, attending, heads),
    Kind("weighted", 4, weighing, weighted),
]
FIRST: tuple[tuple[str, Places], ...] = (  # what every search begins with
    ("heads", (Pool.WORD,)),
    ("heads", (Pool.POSITION,)),
    ("heads", (Pool.ONE,)),
    ("flags", (Pool.WORD,)),
    ("values", (Pool.POSITION,)),
    ("divided", (Pool.POSITION,)),
    ("formulas", (Pool.POSITION, Pool.POSITION)),
)


def templates_of(pool: Pool, kind: Kind, types: str) -> list[Piece]:
    """The templates of a kind for variables of some types, made once."""
    if (kind.name, types) not in pool.templates:
        pool.templates[kind.name, types] = list(kind.templates(pool, types))
    return pool.templates[kind.name, types]


def by_types(pool: Pool, several: Sequence[Places]) -> dict[str, list[Places]]:
    found: dict[str, list[Places]] = {}
    for places in several:
        found.setdefault("".join(pool.kinds[place] for place in places), []).append(places)
    return found


def batches(
    pool: Pool, kind: Kind, several: Sequence[Places]
) -> Iterator[tuple[list[Draft], Array]]:
    """All candidates of a kind over some variables, and their values."""
    most = max(1, CELLS // (pool.sample.inside.size * pool.sample.width))
    for types, every in by_types(pool, several).items():
        for start in range(0, len(every), most):
            some = every[start : start + most]
            batch = pool.batch(some)
            for top in templates_of(pool, kind, types):
                yield [Draft(top, places) for places in some], batch.rows(top)
