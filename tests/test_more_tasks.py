"""The further tasks: their oracles on cases made by hand, and their labels against the oracles."""

from __future__ import annotations

import pytest

from transformer_programs.cli import main
from transformer_programs.tasks import MORE, TASKS, TaskError, make

CASES = {
    "previous": ("a b c", "<s> a b"),
    "next": ("a b c", "b c <s>"),
    "first": ("b a c", "b b b"),
    "last": ("b a c", "c c c"),
    "rotate": ("a b c", "b c a"),
    "swap": ("a b c d e", "b a d c e"),
    "largest": ("1 3 0", "3 3 3"),
    "largest_so_far": ("1 0 3 2", "1 1 3 3"),
    "second_largest": ("1 3 3 0", "1 1 1 1"),
    "sort_down": ("1 3 0 3", "3 3 1 0"),
    "smaller": ("1 3 0 1", "1 3 0 1"),
    "larger_after": ("1 3 0 2", "2 0 1 0"),
    "sum_so_far": ("1 3 0 2", "1 4 4 6"),
    "median": ("3 0 1 2", "1 1 1 1"),
    "palindrome": ("a b b a", "yes yes yes yes"),
    "distinct": ("a b a c", "3 3 3 3"),
    "distinct_so_far": ("a b a c", "1 2 2 3"),
    "repeated": ("a b a", "yes no yes"),
    "new": ("a b a", "yes yes no"),
    "once": ("a b a c", "b c <s> <s>"),
    "dedupe": ("a b a c", "a b c <s>"),
    "every_second": ("a b c d e", "a c e <s> <s>"),
    "back": ("a b a a", "0 0 2 1"),
    "pairs": ("a b a b", "1 2 1 2"),
    "run": ("a b b b a", "1 1 2 3 1"),
    "longest_run": ("a b b a", "2 2 2 2"),
    "parity": ("a b a a", "odd odd even odd"),
    "lead": ("a b b c", "a tie b b"),
    "since_bar": ("a | b a c", "1 0 1 2 3"),
    "before_bar": ("a | b c | a", "<s> a a a c c"),
    "depth": (") ( ( )", "-1 0 1 0"),
    "match": ("( ( ) ) )", "open open 2 1 none"),
    "half": ("a b c d", "a a b b"),
    "larger_than_before": ("1 3 0", "no yes no"),
    "nth": ("a b a a", "1 1 2 3"),
    "rank_distinct": ("3 1 1 0", "2 1 1 0"),
    "mode_so_far": ("b a a b", "b a a a"),
    "after_bar": ("a | b c", "b b b b"),
    "successor": ("a d", "b a"),
    "shift_by_first": ("1 3 0", "3 0 none"),
    "halves": ("a b a b", "yes yes yes yes"),
    "first_repeated": ("a b b a", "b b b b"),
    "where_before": ("a b a a", "0 0 1 3"),
    "smallest_so_far": ("2 1 3", "2 1 1"),
    "inversions": ("3 1 2", "0 1 1"),
    "sorted_so_far": ("1 3 0 3", "yes yes no no"),
    "partner": (") ( ( )", "0 0 4 3"),
    "copy_before_a": ("b a a c", "b b a c"),
    "distinct_pairs": ("a b a b", "0 1 2 2"),
    "alternate": ("a b c", "A B A"),
    "count_mod_3": ("a b a a", "1 1 2 0"),
    "next_larger": ("1 0 3 2", "3 3 none none"),
    "where_largest": ("1 3 3", "2 2 2"),
    "turn_parts": ("a b | a c", "b a | c a"),
    "balance": ("a b c", "yes yes yes"),
    "longest_so_far": ("a b b a", "1 1 2 2"),
    "without_a": ("b a c", "b c none"),
    "span": ("3 1 2 2", "1 1 2 3"),
    "spread": ("a b a", "2 0 2"),
    "twin": ("a a b", "yes yes no"),
    "mode_count": ("a b a", "2 2 2"),
    "part_sum": ("1 2 | 2", "1 3 0 2"),
    "ends": ("a b a c", "first none first last"),
    "odds_then_evens": ("a b c d", "a c b d"),
    "deepest_so_far": ("( ( ) (", "1 2 2 2"),
    "where_last_smallest": ("1 0 0 2", "3 3 3 3"),
    "part_first": ("a b | c a", "a a c c c"),
    "lookup": ("a b a a", "none none b a"),
}


def test_every_task_has_a_case():
    assert set(CASES) == set(MORE)
    assert not set(MORE) & set(TASKS)


@pytest.mark.parametrize("name", CASES)
def test_the_oracle_answers_as_a_person_does(name):
    words, answer = (text.split() for text in CASES[name])
    ends = MORE[name].example[-1] == "</s>"
    given = MORE[name].oracle(["<s>", *words, *(["</s>"] if ends else [])])
    assert given == [None, *answer, *([None] if ends else [])]


@pytest.mark.parametrize("name", CASES)
def test_labels_are_what_the_oracle_says(name):
    task = make(name, samples=60, length=6)
    for number, row in enumerate(task.train.words):
        assert task.labels_of(task.train, number) == task.oracle(task.words_of(row))


@pytest.mark.parametrize("name", CASES)
def test_all_inputs_can_be_listed_and_are_different(name):
    task = make(name, samples=20, length=5)
    every = task.all_inputs()
    assert len({row.tobytes() for row in every.words}) == task.input_count == len(every)


def test_what_a_causal_task_asks_never_depends_on_what_follows():
    for name, entry in MORE.items():
        if make(name, samples=20, length=5).causal:
            words, _ = CASES[name]
            whole = ["<s>", *words.split()]
            for length in range(2, len(whole) + 1):
                assert entry.oracle(whole[:length]) == entry.oracle(whole)[:length]


DIGITS = {
    "largest": ("10 2", "10 10"),
    "sort_down": ("2 10 9", "10 9 2"),
    "larger_than_before": ("9 10", "no yes"),
    "rank_distinct": ("10 2 9", "2 0 1"),
    "smallest_so_far": ("10 2", "10 2"),
    "inversions": ("10 2", "0 1"),
    "sorted_so_far": ("9 10", "yes yes"),
    "next_larger": ("9 10", "10 none"),
    "where_largest": ("9 10", "2 2"),
    "span": ("9 10", "1 2"),
    "where_last_smallest": ("10 2", "2 2"),
}


@pytest.mark.parametrize("name", DIGITS)
def test_numbers_are_compared_as_numbers(name):
    words, answer = (text.split() for text in DIGITS[name])
    end = ["</s>"] if name == "sort_down" else []
    given = MORE[name].oracle(["<s>", *words, *end])
    assert given == [None, *answer, *(None for _ in end)]


FIXED = ("successor", "halves", "partner", "deepest_so_far", "depth", "match")


@pytest.mark.parametrize("name", FIXED)
def test_another_number_of_symbols_is_refused_where_they_are_always_the_same(name):
    with pytest.raises(TaskError, match=f"{name}, symbols: leave this setting out"):
        make(name, symbols=3)


@pytest.mark.parametrize("name", sorted(set(CASES) - set(FIXED)))
@pytest.mark.parametrize("symbols", [2, 3, 20])
def test_every_task_can_have_other_symbols(name, symbols):
    task = make(name, symbols=symbols, samples=20, length=6)
    for number, row in enumerate(task.train.words):
        assert task.labels_of(task.train, number) == task.oracle(task.words_of(row))


def test_settings_out_of_range_are_refused():
    with pytest.raises(TaskError, match="rotate, length: expected a whole number from 4 to 200"):
        make("rotate", length=2)


def test_the_command_line_lists_them_apart(capsys):
    assert main(["tasks"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("dyck2") < shown.index("Further tasks") < shown.index("palindrome")
    assert max(map(len, shown.splitlines())) <= 100
