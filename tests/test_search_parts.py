"""The parts of the search: steps mean what their program means; tables, sums, targets."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, islice, product

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.program.steps import Compare, Extreme, Mlp, Table
from transformer_programs.program.values import Categorical, Number
from transformer_programs.search.aims import key_target, rank_target, targets_of
from transformer_programs.search.arena import Arena
from transformer_programs.search.building import (
    Piece,
    copied,
    cost_of,
    formula,
    own_cost,
    parts,
    piece,
    steps_of,
    total,
)
from transformer_programs.search.cascade import states as states_of
from transformer_programs.search.check import Evidence
from transformer_programs.search.combine import bags_to, choices_to, sums_to
from transformer_programs.search.domain import _columns, domain_of
from transformer_programs.search.eligible import Round, is_difference
from transformer_programs.search.examiner import Examiner
from transformer_programs.search.fitting import ratio_ending, table_ending
from transformer_programs.search.given import base, inputs, word_flag
from transformer_programs.search.goals import Goals
from transformer_programs.search.making_formulas import sizes
from transformer_programs.search.pool import Pool, draft
from transformer_programs.search.primitives import PRIMITIVES
from transformer_programs.search.rounds import jobs, ranking
from transformer_programs.search.solve import _task_of
from transformer_programs.search.target import Target, no_lift
from transformer_programs.search.worker import Worker, stored
from transformer_programs.search.written import program_of

SAME, LESS, GREATER = Compare("=="), Compare("<"), Compare(">")


def in_time() -> float:
    return 1.0


def sample(name: str, inputs: int = 40, **settings: int):
    task = tp.tasks.make(name, samples=200, **settings)
    return task, domain_of(task), task.train.words[:inputs], task.train.labels[:inputs]


def filled_pool(name: str, budget: int = 8):
    """A pool after one small round, with its goals."""
    _, domain, words, labels = sample(name)
    arena = Arena(domain, words)
    pool = Pool(arena)
    targets = targets_of(arena, labels[:, : arena.width])
    goals = Goals.of(targets, arena.words.ravel(), arena.width)

    def put(made):
        row = pool.value(made)
        return pool.add(made, row, int(pool.hashed(row[None])[0]))

    for given in islice(inputs(domain), 6):  # word, position, one, numbers of words, flags
        put(given.draft)
    todo = list(jobs(pool, ranking(pool), budget, set()))
    stored(pool, Worker(pool, goals, 12).work(todo))
    return pool, goals, targets


def ran(top: Piece, arena: Arena):
    """What the program of a piece computes, by the batch evaluator."""
    program = program_of(top, arena.domain)
    return tp.run_batch(program, arena.given).variables[program.output.reads]


@pytest.mark.parametrize("name", ["sort", "dyck2"])
def test_every_variable_means_what_its_program_means(name):
    pool, _, _ = filled_pool(name)
    arena = pool.arena
    rng = np.random.default_rng(0)
    chosen = rng.choice(np.arange(3, len(pool)), size=60, replace=False)
    for place in chosen.tolist():
        top = pool.piece(place)
        assert program_of(top, arena.domain).vocabulary == arena.domain.vocabulary
        assert (ran(top, arena) == pool.values(place))[arena.inside].all(), str(top)
        assert (arena.values(top) == pool.values(place))[arena.inside].all(), str(top)


@pytest.mark.parametrize("name", ["sort", "dyck2"])
def test_steps_that_are_made_many_at_once_mean_what_each_means_alone(name):
    pool, _, _ = filled_pool(name)
    inside, ranked = pool.arena.inside.ravel(), ranking(pool)
    made = dict.fromkeys((primitive.name for primitive in PRIMITIVES), 0)
    given = Round(pool, ranked, 64)
    for primitive in PRIMITIVES:
        todo = [
            places
            for rank, place in enumerate(ranked[:120], start=1)
            for places in primitive.places(given, rank, place)
        ]
        for candidates in primitive.make(pool, todo[:5]):
            step = max(1, len(candidates.drafts) // 7)
            for one, row in zip(candidates.drafts[::step], candidates.rows[::step], strict=True):
                assert (pool.value(one) == row)[inside].all(), (primitive.name, one)
                made[primitive.name] += 1
    assert min(made.values()) > 0, made


def test_a_difference_that_was_since_computed_otherwise_is_passed_over():
    pool, _, _ = filled_pool("sort")
    place = next(place for place in range(len(pool)) if is_difference(pool, place))
    assert len(list(sizes(pool, [(place, 0)]))) == 1
    half = draft(formula("//", 2), Pool.POSITION)
    pool.entries[place] = replace(pool.entries[place], draft=half)
    assert not list(sizes(pool, [(place, 0)]))


def library(domain):
    word, position, one = base(domain)
    double = piece(formula("+"), position, position)
    by_word = {given.draft.step.lookup: given.draft for given in list(inputs(domain))[3:]}
    falling = next(one for lookup, one in by_word.items() if max(lookup) == 5)
    signs = next(one for lookup, one in by_word.items() if min(lookup) == -1)
    largest, smallest = Extreme("largest"), Extreme("smallest")
    return {
        "the largest so far": piece(
            copied(Compare(">="), "upto", "first", largest), word, word, word
        ),
        "the next smaller one": piece(copied(LESS, "all", "first", largest), word, word, position),
        "the next larger one": piece(
            copied(GREATER, "after", "last", smallest), word, word, position
        ),
        "two words as one": piece(domain.pair, word, word, cost=3),
        "from the last symbol to the first": Piece(falling.step, (), falling.cost),
        "one symbol against another": Piece(signs.step, (), signs.cost),
        "is the position even": piece(total(SAME), position, double, one),
        "half of the position": piece(total(LESS), position, double, one),
    }


LIBRARY = library(domain_of(tp.tasks.sort(samples=200)))


@pytest.mark.parametrize("what", LIBRARY)
def test_a_piece_of_the_library_means_what_its_program_means(what):
    _, domain, words, _ = sample("sort")
    arena = Arena(domain, words)
    assert (ran(LIBRARY[what], arena) == arena.values(LIBRARY[what]))[arena.inside].all()


def test_pairs_of_copied_words_are_numbers_of_both():
    _, domain, words, _ = sample("sort")
    arena = Arena(domain, words)
    word, position, _ = base(domain)
    before = piece(copied(Compare("==", -1)), position, position, word)
    pair = piece(domain.pair, before, word, cost=3)
    found = ran(pair, arena)
    assert (found == arena.values(pair))[arena.inside].all()
    pairs = {tuple(p) for p in np.stack([arena.values(before), arena.words], -1)[arena.inside]}
    assert len(pairs) == len(np.unique(found[arena.inside]))
    assert not any(
        isinstance(step, Mlp) and isinstance(step.function, Table)
        for step in program_of(pair, domain).steps
    )


def turned(state: int, word: str) -> int:
    """The symmetries of a triangle: "s" swaps two corners, "r" turns."""
    return {"s": (0, 2, 1), "r": (1, 2, 0)}[word][state]


MACHINES = {  # words, and the state after a word
    "a carry in base 3": (
        [f"{a},{b}" for a in range(3) for b in range(3)],
        lambda carry, word: int(sum(map(int, word.split(","))) + carry >= 3),
    ),
    "division by 7": ("01", lambda rest, word: (2 * rest + int(word)) % 7),
    "a triangle": ("rs", turned),
    "count, or start again": ("ab0", lambda count, word: 0 if word == "0" else (count + 1) % 4),
    "the last two words": ("ab", lambda state, word: 2 * state % 4 + (word == "b")),
}


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("name", MACHINES)
def test_the_state_of_a_learned_machine_is_computed_by_heads(name, forward):
    words, after = MACHINES[name]
    rng = np.random.default_rng(0)
    examples = []
    for _ in range(400):
        given = [str(word) for word in rng.choice(list(words), size=rng.integers(4, 9))]
        labels = [str(state) for state in accumulate(given, after, initial=0)][1:]
        turn = slice(None) if forward else slice(None, None, -1)
        examples.append((given[turn], labels[turn]))
    task = _task_of(examples)
    domain = domain_of(task)
    arena = Arena(domain, task.train.words)
    labels = task.train.labels[:, : arena.width]
    found = states_of(domain, arena, labels)[0 if forward else -1]
    program = program_of(found, domain)
    states = tp.run_batch(program, arena.given).variables[program.output.reads]
    asked = labels >= 0
    triples = {
        *zip(
            states[asked].tolist(), arena.words[asked].tolist(), labels[asked].tolist(), strict=True
        )
    }
    assert len(triples) == len({(state, word) for state, word, _ in triples})
    assert len({state for state, _, _ in triples}) <= len(task.classes)


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


def count_of(top: Piece, op: str) -> int:
    """How many formulas of an operation a piece has."""
    return sum(one.step == formula(op) for one in parts(top))


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
    assert longer.cut < task.max_length


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
    evidence = Evidence(
        "inputs", "given", longer.inputs, longer.right, labels[:0], longer.tolerated
    )
    assert evidence.passed
    assert "100.00%" not in str(evidence)


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


def test_equal_variables_are_kept_once():
    pool, _, _ = filled_pool("hist")
    inside = pool.arena.inside.ravel()
    assert len(np.unique(pool.rows[:, inside], axis=0)) == len(pool)


def test_a_head_costs_more_than_a_formula_and_a_shift_costs_extra():
    moved = total(Compare("==", 1))
    assert own_cost(formula("+")) < own_cost(total(SAME)) < own_cost(moved)
    assert own_cost(moved) < own_cost(moved, same=False)


def test_shared_parts_cost_once():
    word, _, one = base(domain_of(tp.tasks.sort(samples=50)))
    once = piece(total(SAME), word, word, one)
    twice = piece(formula("+"), once, piece(total(SAME), word, word, one))
    assert len(parts(twice)) == 4  # the position is not needed
    assert cost_of(twice) == cost_of(once) + 2


def test_a_program_ends_with_what_its_piece_computes_and_holds_nothing_else():
    domain = domain_of(tp.tasks.sort(samples=50))
    word, _, one = base(domain)
    program = program_of(piece(total(SAME), word, word, one), domain)
    assert [type(step).__name__ for step in program.steps] == ["Token", "One", "NumericalHead"]
    assert program.output.reads == program.steps[-1].out.name


def test_pieces_may_be_thousands_deep():
    _, position, _ = base(domain_of(tp.tasks.sort(samples=50)))
    top = position
    for _ in range(3000):
        top = piece(formula("a", 1), top)
    assert len(steps_of(top)) == 3001
    assert cost_of(top) == 6000


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


def symbols(pool: Pool) -> tuple[Piece, int]:
    """The flag of all symbols, and its place."""
    (place,) = (
        place
        for place, entry in enumerate(pool.entries)
        if not entry.draft.reads and entry.span == (0, 1) and entry.cost == 1
    )
    return pool.piece(place), place


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
        next(Piece(g.draft.step) for g in inputs(domain) if getattr(g.draft.step, "lookup", 0) == t)
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
