"""Regular languages as tasks, held against Python's own regular expressions."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from transformer_programs.tasks import TaskError, make, regular
from transformer_programs.tasks.regular import DEAD, Minimal

EXPRESSIONS = (
    "(ab|aabb)*",
    "a*(ba*ba*)*",
    "(ab)+b+",
    "b|(bb)*",
    "c|cab|(bc)*",
    "[a-c]?(c|b(a)*)*",
    "(a|b)*a(a|b)(a|b)",
    r"(\*a|b)+\?",
    "(a?b?)*|",
)


def random_expression(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice("ab")
    first, second = (random_expression(rng, depth - 1) for _ in range(2))
    return rng.choice((f"({first}|{second})", first + second, f"({first}){rng.choice('*+?')}"))


def every_word(symbols: tuple[str, ...], longest: int) -> list[str]:
    return ["".join(word) for n in range(longest + 1) for word in product(symbols, repeat=n)]


def run(minimal: Minimal, word: str) -> int:
    state = 0
    for symbol in word:
        if state != DEAD:
            state = minimal.moves[state][minimal.symbols.index(symbol)]
    return state


RANDOM = tuple(random_expression(random.Random(n), 3) for n in range(30))


@pytest.mark.parametrize("text", EXPRESSIONS + RANDOM)
def test_the_automaton_accepts_what_python_accepts_and_is_minimal(text):
    minimal, pattern = Minimal.of(text), re.compile(text)
    words = every_word(minimal.symbols, 11 if len(minimal.symbols) < 3 else 6)
    accepted = {word for word in words if pattern.fullmatch(word)}
    states = {word: run(minimal, word) for word in words}
    assert {w for w, at in states.items() if at != DEAD and minimal.accepts[at]} == accepted
    # No two states are one: some end is accepted behind the one and not behind the other.
    shortest = {at: word for word, at in reversed(states.items()) if at != DEAD}
    assert set(shortest) == set(range(len(minimal.moves)))
    left = max(map(len, words)) - max(map(len, shortest.values()))
    ends = [word for word in words if len(word) <= left]
    tells = {tuple(word + end in accepted for end in ends) for word in shortest.values()}
    assert len(tells) == len(minimal.moves)


@pytest.mark.parametrize("text", ["(ab|aabb)*", "(c|b(a)*)*", "(a+b+)(a+b+)"])
def test_the_inputs_are_the_words_of_the_language_each_once(text):
    task = regular(text, length=9, samples=200)
    every = task.all_inputs()
    listed = ["".join(task.words_of(row)[1:]) for row in every.words]
    symbols = tuple(sorted(set(text) - set("(|)*+")))
    assert listed == [w for w in every_word(symbols, 8) if w and re.fullmatch(text, w)]
    drawn = {"".join(task.words_of(row)[1:]) for row in task.train.words}
    assert drawn <= set(listed)
    for number, row in enumerate(every.words):
        assert task.labels_of(every, number) == task.oracle(task.words_of(row))


def test_a_wrong_expression_is_refused_with_its_place():
    with pytest.raises(TaskError, match=re.escape("character 1: a ( without its )")):
        make("regex:(ab")


def test_labels_accepted_and_next_say_what_python_says():
    accepted = regular("(ab|aabb)*", label="accepted", words="all", length=9, samples=100)
    following = regular("(ab|aabb)*", label="next", length=9, samples=100)
    for word in every_word(("a", "b"), 8)[1:]:
        given = accepted.oracle(["<s>", *word])[1:]
        want = [bool(re.fullmatch("(ab|aabb)*", word[: n + 1])) for n in range(len(word))]
        assert given == ["yes" if holds else "no" for holds in want]
    assert following.oracle(["<s>", *"aabbab"]) == [None, "ab", "b", "b", "a$", "ab", "a$"]
