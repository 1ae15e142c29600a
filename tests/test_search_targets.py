"""The parts of the search: tables, sums and targets that labels lead to."""

from __future__ import annotations

from itertools import product

import numpy as np
from search_samples import SAME, sample

import transformer_programs as tp
from transformer_programs.synthesis.aims import targets_of
from transformer_programs.synthesis.arena import Arena
from transformer_programs.synthesis.building import (
    Piece,
    copied,
    formula,
    piece,
    total,
)
from transformer_programs.synthesis.domain import base, domain_of, inputs, word_flag
from transformer_programs.synthesis.examiner import Examiner, ratio_ending
from transformer_programs.synthesis.solve import task_of_examples
from transformer_programs.synthesis.written import program_of


def test_a_table_of_positions_does_not_hold_on_longer_inputs():
    task = tp.tasks.make("alternate", samples=600)
    domain = domain_of(task)
    examiner = Examiner(domain, task.train.words, task.train.labels)
    _, position, one = base(domain)
    table = examiner.consider(position)
    assert table.wrong == 0
    longer = examiner.on_longer(table)
    assert longer.right < longer.inputs
    even = piece(total(SAME), position, piece(formula("+"), position, position), one)
    rule = examiner.consider(even)
    longer = examiner.on_longer(rule)
    assert longer.right == longer.inputs
    assert int(longer.what.split()[5]) < task.max_length


def test_inputs_that_noise_accounts_for_are_not_called_right():
    task = tp.tasks.make("alternate", samples=600)
    domain, labels = domain_of(task), task.train.labels.copy()
    lengths = (task.train.words >= 0).sum(axis=1)
    changed = np.flatnonzero(lengths == lengths.max())[:3]
    labels[changed, 1] = 1 - labels[changed, 1]
    examiner = Examiner(domain, task.train.words, labels, slack=0.02)
    _, position, one = base(domain)
    even = piece(total(SAME), position, piece(formula("+"), position, position), one)
    longer = examiner.on_longer(examiner.consider(even))
    assert (longer.right, longer.tolerated) == (longer.inputs - 3, 3)
    assert longer.passed
    assert "100.00%" not in str(longer)


def test_a_pointer_is_looked_for_without_the_words_that_stay():
    task, domain, words, labels = sample("turn_parts")
    arena = Arena(domain, words)
    labels = labels[:, : arena.width]
    (target,) = (t for t in targets_of(arena, labels) if t.name == "pointer elsewhere")
    _, position, one = base(domain)
    bar = word_flag(domain, domain.words.index("|"))
    part = piece(total(SAME, "upto"), one, one, bar)
    first, last = (piece(copied(SAME, "all", c), part, part, position) for c in ("first", "last"))
    ends = piece(formula("+"), first, last)
    answer = target.lift(piece(formula("-"), ends, position), 1)
    program = program_of(answer, domain)
    for row in words[:40]:
        given = task.words_of(row)
        assert program(given)[1:] == task.oracle(given)[1:]


def test_a_ratio_is_known_where_no_example_shows_it():
    rng = np.random.default_rng(0)
    rows = [rng.integers(6, size=rng.integers(1, 6)).tolist() for _ in range(300)]

    def mean(row):
        return f"{sum(row) / len(row):.2f}"

    task = task_of_examples([(list(map(str, row)), [mean(row)] * len(row)) for row in rows])
    domain = domain_of(task)
    arena, (_, _, one) = Arena(domain, task.train.words), base(domain)
    numbers, symbol = (
        next(Piece(m.step) for m, _ in inputs(domain) if getattr(m.step, "lookup", 0) == t)
        for t in (tuple(domain.numbers[domain.rank].tolist()), domain.symbol_lookup)
    )
    pair = [piece(total(SAME), one, one, value) for value in (numbers, symbol)]
    labels = task.train.labels[:, : arena.width]
    ending = ratio_ending(domain, pair, [arena.values(one) for one in pair], labels, 0.0)
    assert ending is not None
    program, seen = program_of(ending.piece, domain), set(map(tuple, rows))
    unseen = [row for n in range(1, 5) for row in product(range(6), repeat=n) if row not in seen]
    for row in [row for row in unseen if mean(row) in task.classes][::20]:
        words = ["<s>", *map(str, row), "</s>"]
        assert set(program(words)[1:-1]) == {mean(row)}
