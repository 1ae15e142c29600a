"""The parts of the search: tables, sums and targets that labels lead to."""

from __future__ import annotations

from itertools import product

import numpy as np
from search_samples import GREATER, LESS, SAME, count_of, filled_pool, sample, symbols

import transformer_programs as tp
from transformer_programs.program.steps import Table
from transformer_programs.program.values import Categorical, Number
from transformer_programs.synthesis.aims import key_target, rank_target, targets_of
from transformer_programs.synthesis.arena import Arena
from transformer_programs.synthesis.building import (
    Piece,
    copied,
    formula,
    piece,
    total,
)
from transformer_programs.synthesis.combine import bags_to, choices_to, sums_to
from transformer_programs.synthesis.domain import _columns, base, domain_of, inputs, word_flag
from transformer_programs.synthesis.examiner import Examiner, ratio_ending, table_ending
from transformer_programs.synthesis.goals import Target, no_lift
from transformer_programs.synthesis.rounds import ranking
from transformer_programs.synthesis.solve import _task_of
from transformer_programs.synthesis.written import program_of


def test_words_that_hold_several_numbers_are_taken_apart():
    assert _columns(["(0, -1)", "(2, 5)"]) == [(0, 2), (-1, 5)]
    assert _columns(["1,2", "1;2"]) == _columns(["12", "3"]) == _columns(["01,2"]) == []


def test_a_choice_of_three_numbers_is_found():
    pool, _, targets = filled_pool("swap", budget=16)
    pointer = next(target for target in targets if target.name == "pointer")
    rng = np.random.default_rng(0)
    proposals = choices_to(pool, pointer, ranking(pool), 0.0, rng)
    nested = [one for one in proposals if count_of(one.piece, "not") == 2]
    assert nested
    row = pool.arena.values(nested[0].piece).ravel()
    assert (row[pointer.places] == pointer.wanted).mean() > 0.9


def test_a_key_is_wanted_where_the_word_asked_for_stands():
    pool, _, targets = filled_pool("largest")
    _, _, _, labels = sample("largest")
    arena = pool.arena
    labels = labels[:, : arena.width]
    pointer = next(target for target in targets if target.name == "pointer")
    nothing = np.zeros_like(arena.words)
    word, _, one = base(arena.domain)
    wanted = key_target(arena, labels, pointer, one, nothing)
    larger = (arena.values(piece(total(GREATER), word, word, one)) * arena.inside).ravel()
    assert (larger[wanted.places] == wanted.wanted).all()
    assert wanted.holds(larger)
    assert not wanted.holds(arena.position.ravel())


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


def test_a_rank_has_equal_words_in_order():
    pool, _, _ = filled_pool("sort")
    _, _, _, labels = sample("sort")
    every, _ = symbols(pool)
    word, _, one = base(pool.arena.domain)
    chosen = pool.arena.values(every).astype(bool) & pool.arena.inside
    ranks = rank_target(pool.arena, labels[:, : pool.arena.width], every, chosen)
    before, less = total(SAME, "before"), total(LESS)
    both = piece(formula("+"), piece(before, word, word, one), piece(less, word, word, one))
    found = pool.arena.values(both).ravel()[ranks.places]
    assert (ranks.wanted - found == ranks.wanted[0] - found[0]).all()


def test_a_sum_of_two_variables_is_found_without_making_it():
    pool, _, _ = filled_pool("sort")
    every, place = symbols(pool)
    _, _, _, labels = sample("sort")
    chosen = pool.values(place).astype(bool)
    ranks = rank_target(pool.arena, labels[:, : pool.arena.width], every, chosen)
    assert ranks is not None
    proposals = sums_to(pool, ranks, ranking(pool), np.random.default_rng(0), few=False)
    assert proposals
    best, shift = proposals[0]
    found = pool.arena.values(best).ravel()
    assert (found[ranks.places] + shift == ranks.wanted).all()


def test_words_that_are_not_those_asked_for_make_no_rank():
    pool, _, _ = filled_pool("sort")
    _, _, _, labels = sample("sort")
    nobody = np.zeros_like(pool.arena.inside)
    word, _, _ = base(pool.arena.domain)
    assert rank_target(pool.arena, labels[:, : pool.arena.width], word, nobody) is None


def test_a_table_holds_numbers_within_what_makes_a_difference():
    _, domain, _, _ = sample("dyck1")
    values = np.array([[-3, -1, 0, 1, 2, 5]], np.int16)
    labels = np.array([[0, 0, 2, 1, 1, 1]], np.int32)
    _, position, _ = base(domain)
    ending = table_ending(domain, [position], [values], labels)
    assert ending is not None
    assert ending.piece.step.function == Table((0, 2, 1))
    assert ending.piece.type == Categorical(domain.classes)
    assert ending.piece.reads[0].type == Number(-1, 1)
    assert ending.piece.reads[0].reads == (position,)
    assert ending.wrong == 0


def test_a_table_counts_the_labels_it_cannot_have_right():
    _, domain, _, _ = sample("dyck1")
    values, labels = np.zeros((1, 4), np.int16), np.array([[0, 0, 0, 1]], np.int32)
    ending = table_ending(domain, [base(domain)[1]], [values], labels)
    assert ending is not None
    assert (ending.wrong, ending.asked) == (1, 4)


def test_no_label_makes_no_table():
    _, domain, _, _ = sample("dyck1")
    nothing = np.full((1, 3), -1, np.int32)
    assert table_ending(domain, [base(domain)[1]], [np.zeros((1, 3), np.int16)], nothing) is None


def test_absorbing_classes_have_a_target_of_their_beginnings():
    _, domain, words, labels = sample("dyck1")
    names = [target.name for target in targets_of(Arena(domain, words), labels)]
    assert "begins 0" in names  # F, which never ends
    assert "begins 1" not in names


def test_classes_of_whole_inputs_have_a_target_of_any_position():
    _, domain, words, labels = sample("palindrome", 150)
    arena = Arena(domain, words)
    assert any(target.form == "bag" for target in targets_of(arena, labels))


def test_numbers_are_ordered_by_value_and_words_by_the_alphabet():
    assert domain_of(tp.tasks.sort(vocab=14, length=4, samples=50)).words[-2:] == ("9", "10")
    assert domain_of(tp.tasks.hist(samples=50)).words == ("<s>", *"abcdef")


def test_two_flags_that_hold_together_tell_inputs_apart():
    pool, _, _ = filled_pool("sort", budget=16)
    inside = pool.arena.inside
    scored = np.flatnonzero(inside)
    flags = pool.flags(range(len(pool)))
    both = pool.rows[flags[:, None], scored] & pool.rows[flags[-1], scored]  # with the last one
    often = [len(np.unique(scored[one > 0] // pool.arena.width)) for one in both]
    other = flags[int(np.argmin(np.abs(np.array(often) - pool.arena.inputs / 2)))]
    here = (pool.values(int(other)) & pool.values(int(flags[-1]))).any(axis=1)
    wanted = np.repeat(here, pool.arena.width)[scored].astype(np.int16)
    target = Target("any", "bag", scored, wanted, no_lift)
    found = bags_to(pool, target, range(len(pool)))
    assert found
    for one in found:
        assert ((pool.arena.values(one) * inside).any(axis=1) == here).all()


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

    task = _task_of([(list(map(str, row)), [mean(row)] * len(row)) for row in rows])
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
