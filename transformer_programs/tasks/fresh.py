"""Tasks that say how general the search is: those it was developed on, and those held out.

The tasks of `DEVELOPED` were looked at while the search was made; those of `HELD_OUT` were written
at the same time and searched once, at the end. What they ask is in `fresh_oracles`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dataset import Task
from . import fresh_oracles as oracles
from .more import (
    YES,
    Further,
    bars,
    counts,
    digits,
    four_letters,
    letters,
    maker,
    or_label,
    sums,
    these,
)

NOTHING = oracles.NOTHING

DEVELOPED: dict[str, Further] = {
    "half": Further("The symbol at half the position.", "letters", letters, "a b c d"),
    "larger_than_before": Further("Is it larger than the one before?", "digits", YES, "1 3 0"),
    "nth": Further("The how-manieth of its kind it is.", "letters", counts(1), "a b a"),
    "rank_distinct": Further("How many different ones are smaller.", "digits", counts(0), "3 1 1"),
    "mode_so_far": Further("The most common so far; then by name.", "letters", letters, "b a a"),
    "after_bar": Further(
        "The symbol after the first |.", "bars", or_label(bars, NOTHING), "a | b c"
    ),
    "successor": Further("The next letter; a after d.", "four letters", four_letters, "a d"),
    "shift_by_first": Further(
        "The symbol as far ahead as the first one says.",
        "digits",
        or_label(digits, NOTHING),
        "1 3 0",
    ),
    "halves": Further("Are both halves the same?", "bits", YES, "a b a b"),
    "first_repeated": Further(
        "The first that was there before.", "letters", or_label(letters, NOTHING), "a b b a"
    ),
    "where_before": Further("Where it stood last; 0: nowhere.", "letters", counts(0), "a b a"),
    "smallest_so_far": Further("The smallest digit so far.", "digits", digits, "2 1 3"),
    "inversions": Further("How many larger ones came before.", "digits", counts(0), "3 1 2"),
    "sorted_so_far": Further("Are they in order so far?", "digits", YES, "1 3 0"),
    "partner": Further("Where the other bracket is; 0: nowhere.", "brackets", counts(0), "( ( ) )"),
    "copy_before_a": Further("At an a the symbol before, else itself.", "letters", letters, "b a"),
    "distinct_pairs": Further(
        "How many different neighbours so far.", "letters", counts(0), "a b a b"
    ),
    "alternate": Further("A and B in turn.", "letters", these("A", "B"), "a b c"),
    "count_mod_3": Further(
        "How many a so far, modulo 3.", "letters", these("0", "1", "2"), "a b a a"
    ),
    "next_larger": Further("The next larger one.", "digits", or_label(digits, NOTHING), "1 0 3"),
    "where_largest": Further("Where the first largest one is.", "digits", counts(1), "1 3 3"),
    "turn_parts": Further("Each part between | turned around.", "bars", bars, "a b | a c"),
    "balance": Further("Are there as many a as b?", "letters", YES, "a b c"),
    "longest_so_far": Further("The longest run so far.", "letters", counts(1), "a b b a"),
}

HELD_OUT: dict[str, Further] = {
    "without_a": Further("All but the a.", "letters", or_label(letters, NOTHING), "b a c"),
    "span": Further("How many up to here are not larger.", "digits", counts(1), "3 1 2 2"),
    "spread": Further("From its first place to its last.", "letters", counts(0), "a b a"),
    "twin": Further("Is a neighbour the same?", "letters", YES, "a a b"),
    "mode_count": Further("How often the most common stands.", "letters", counts(1), "a b a"),
    "part_sum": Further("The sum since the last |.", "digit bars", sums, "1 2 | 2"),
    "ends": Further(
        "Is it the first, the last?",
        "letters",
        these("both", "first", "last", NOTHING),
        "a b a c",
    ),
    "odds_then_evens": Further("Every second, then the others.", "letters", letters, "a b c d"),
    "deepest_so_far": Further("The deepest so far.", "brackets", counts(0), "( ( ) ("),
    "where_last_smallest": Further("Where the last smallest is.", "digits", counts(1), "1 0 0 2"),
    "part_first": Further("The first since the last |.", "bars", bars, "a b | c a"),
    "lookup": Further(
        "What came after it the last time.", "letters", or_label(letters, NOTHING), "a b a"
    ),
}


def make_fresh(name: str) -> Callable[..., Task]:
    """The function that makes one of these tasks.

    >>> make_fresh("half")(samples=100).oracle(["<s>", "a", "b", "c"])
    [None, 'a', 'a', 'b']
    """
    if name in DEVELOPED:
        return maker(name, DEVELOPED[name], oracles.DEVELOPED[name])
    return maker(name, HELD_OUT[name], oracles.HELD_OUT[name])
