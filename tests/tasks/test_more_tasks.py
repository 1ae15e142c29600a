"""The further tasks, and those of the search's benchmark: oracles on cases made by hand, labels."""

from __future__ import annotations

import pytest
import search_tasks

from transformer_programs.tasks import FURTHER, TASKS, make

CASES = {
    "previous": ("a b c", "<s> a b"),
    "last": ("b a c", "c c c"),
    "rotate": ("a b c", "b c a"),
    "swap": ("a b c d e", "b a d c e"),
    "largest": ("1 3 0", "3 3 3"),
    "largest_so_far": ("1 0 3 2", "1 1 3 3"),
    "sum_so_far": ("1 3 0 2", "1 4 4 6"),
    "median": ("3 0 1 2", "1 1 1 1"),
    "palindrome": ("a b b a", "yes yes yes yes"),
    "distinct_so_far": ("a b a c", "1 2 2 3"),
    "new": ("a b a", "yes yes no"),
    "dedupe": ("a b a c", "a b c <s>"),
    "run": ("a b b b a", "1 1 2 3 1"),
    "parity": ("a b a a", "odd odd even odd"),
    "since_bar": ("a | b a c", "1 0 1 2 3"),
    "depth": (") ( ( )", "-1 0 1 0"),
    "match": ("( ( ) ) )", "open open 2 1 none"),
    "alternate": ("a b c", "A B A"),
    "turn_parts": ("a b | a c", "b a | c a"),
    "deepest_so_far": ("( ( ) (", "1 2 2 2"),
}


def test_every_task_has_a_case():
    assert set(CASES) == set(FURTHER)
    assert not set(FURTHER) & set(TASKS)
    assert not set(search_tasks.TASKS) & set(FURTHER | TASKS)


@pytest.mark.parametrize("name", CASES)
def test_the_oracle_answers_as_a_person_does(name):
    words, answer = (text.split() for text in CASES[name])
    ends = FURTHER[name].example[-1] == "</s>"
    given = FURTHER[name].oracle(["<s>", *words, *(["</s>"] if ends else [])])
    assert given == [None, *answer, *([None] if ends else [])]
    task = make(name, samples=20, length=5)
    every = task.all_inputs()
    assert len({row.tobytes() for row in every.words}) == task.input_count == len(every)
    for end in range(2, len(words) + 2) if task.causal else ():  # it depends on what was before
        assert task.oracle(["<s>", *words][:end]) == given[:end]


@pytest.mark.parametrize("name", search_tasks.TASKS)
def test_the_tasks_of_the_benchmark_have_right_oracles_and_can_be_made(name):
    entry = search_tasks.TASKS[name]
    assert [one for one in entry.target if one is not None] == search_tasks.ANSWERS[name]
    assert len(entry.function(samples=30, length=6).train) == 24
