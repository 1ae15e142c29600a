"""The parts of the search: nodes mean what their compiled program means; tables, sums, targets."""

from __future__ import annotations

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.search.arena import Arena
from transformer_programs.search.combine import choices_to, sums_to
from transformer_programs.search.compile import compiled
from transformer_programs.search.domain import domain_of
from transformer_programs.search.fitting import table_ending
from transformer_programs.search.given import given_modules
from transformer_programs.search.goals import Goals
from transformer_programs.search.grow import jobs, ranking, stored
from transformer_programs.search.judge import Judge, joined
from transformer_programs.search.levels import Levels
from transformer_programs.search.nodes import Cells, Node, Recipe, own_cost, recipe_of
from transformer_programs.search.pool import Pool
from transformer_programs.search.targets import key_target, rank_target, targets_of
from transformer_programs.search.worker import Worker

BASE = (Node("word"), Node("position"), Node("one"))


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
    for node in (*BASE, Node("within", words=domain.sets[0])):
        row = arena.value(node, ()).ravel()
        pool.add(node, row, int(pool.hashed(row[None])[0]))
    double = Node("formula", (1, 1), "+")
    for node in (double, Node("formula", (len(pool), 1), "+")):
        row = arena.value(node, [pool.values(read) for read in node.reads]).ravel()
        pool.add(node, row, int(pool.hashed(row[None])[0]))
    pool.multiples = len(pool) - 2, len(pool) - 1
    todo = list(jobs(pool, ranking(pool), budget, set()))
    stored(pool, Worker(pool, goals, 12).work(todo))
    return pool, goals, targets


@pytest.mark.parametrize("name", ["sort", "dyck2"])
def test_every_node_means_what_its_compiled_program_means(name):
    pool, _, _ = filled_pool(name)
    arena = pool.arena
    vocabulary = arena.domain.vocabulary
    back = np.argsort(arena.domain.rank)
    words = np.where(arena.inside, back[arena.words], -1)
    rng = np.random.default_rng(0)
    chosen = rng.choice(np.arange(3, len(pool)), size=60, replace=False)
    for place in chosen.tolist():
        recipe = pool.recipe(place)
        program = compiled(recipe, arena.domain)
        ran = tp.run_batch(program, words.astype(np.int32))
        last = ran.variables[program.output.reads]
        assert program.vocabulary == vocabulary
        assert (last == pool.values(place))[arena.inside].all(), str(recipe)


LIBRARY = {
    "the largest so far": Node("copy", (0, 0, 0), ">=", 0, "upto", "first", "largest"),
    "the next smaller one": Node("copy", (0, 0, 1), "<", 0, "all", "first", "largest"),
    "the next larger one": Node("copy", (0, 0, 1), ">", 0, "after", "last", "smallest"),
    "two words as one": Node("pair", (0, 0)),
    "from the last symbol to the first": Node("falling"),
    "one symbol against another": Node("signed", words=(2, -3)),
    "is the position even": Node("sum", (1, 3, 2), "==", 0, "all"),
    "half of the position": Node("sum", (1, 3, 2), "<", 0, "all"),
}


@pytest.mark.parametrize("what", LIBRARY)
def test_a_piece_of_the_library_means_what_its_program_means(what):
    _, domain, words, _ = sample("sort")
    arena = Arena(domain, words)
    recipe = Recipe((*BASE, Node("formula", (1, 1), "+"), LIBRARY[what]))
    program = compiled(recipe_of(lambda place: recipe.nodes[place], 4), domain)
    found = tp.run_batch(program, words).variables[program.output.reads]
    assert (found == arena.run(recipe)[-1])[arena.inside].all()


def test_pairs_of_copied_words_are_numbers_of_both():
    _, domain, words, _ = sample("sort")
    arena = Arena(domain, words)
    before = Node("copy", (1, 1, 0), "==", -1, "all", "first")
    recipe = Recipe((*BASE, before, Node("pair", (3, 0))))
    program = compiled(recipe, domain)
    found = tp.run_batch(program, words).variables[program.output.reads]
    assert (found == arena.run(recipe)[-1])[arena.inside].all()
    pairs = {tuple(p) for p in np.stack([arena.run(recipe)[3], arena.words], -1)[arena.inside]}
    assert len(pairs) == len(np.unique(found[arena.inside]))


def test_every_program_of_a_level_is_made_once_and_costs_no_more():
    task, domain, words, labels = sample("hist")
    judge = Judge(domain, task.train.words, task.train.labels)
    levels = Levels(judge, words, labels, left=lambda: 1.0)
    first = next(levels.solutions())
    assert first.recipe.nodes[-1] == Node("sum", (0, 0, 1), "==")  # counts the same word
    assert levels.complete == 3
    assert max(entry.cost for entry in levels.pool.entries) == 4
    made = {str(levels.pool.recipe(place)) for place in range(len(levels.pool))}
    assert "v0 = word; v1 = position".replace("; ", "\n") not in made
    inside = levels.arena.inside.ravel()
    assert len(np.unique(levels.pool.rows[:, inside], axis=0)) == len(levels.pool)


def test_levels_hold_every_head_over_inputs():
    task, domain, words, labels = sample("swap")
    judge = Judge(domain, task.train.words, task.train.labels)
    levels = Levels(judge, words, labels, left=lambda: 1.0)
    steps = levels.solutions()
    while levels.complete < 5:
        next(steps, None)
        if levels.complete < 0:
            break
    arena, pool = levels.arena, levels.pool
    for node in (
        Node("sum", (0, 0, 2), "<", 0, "after"),
        Node("copy", (1, 1, 0), "==", 1, "all", "last"),
        Node("formula", (1, 1), "+"),
    ):
        row = arena.run(Recipe((*BASE, node)))[-1].reshape(1, -1)
        assert int(pool.hashed(row)[0]) in pool.place, node


def test_a_choice_of_three_numbers_is_found():
    pool, _, targets = filled_pool("swap", budget=16)
    pointer = next(target for target in targets if target.name == "pointer")
    rng = np.random.default_rng(0)
    proposals = choices_to(pool, pointer, ranking(pool), 0.0, rng)
    nested = [one for one in proposals if sum(node.op == "not" for node in one.nodes) == 2]
    assert nested
    row = pool.arena.run(pool.recipe(nested[0].places, *nested[0].nodes))[-1].ravel()
    assert (row[pointer.places] == pointer.wanted).mean() > 0.9


def test_a_key_is_wanted_where_the_word_asked_for_stands():
    pool, _, targets = filled_pool("largest")
    _, _, _, labels = sample("largest")
    arena = pool.arena
    labels = labels[:, : arena.width]
    pointer = next(target for target in targets if target.name == "pointer")
    nothing = np.zeros_like(arena.words)
    wanted = key_target(arena, labels, pointer, Pool.ONE, nothing)
    larger = arena.run(Recipe((*BASE, Node("sum", (0, 0, 2), ">"))))[-1].ravel()
    assert (larger[wanted.places] == wanted.wanted).all()
    assert wanted.holds(larger)
    assert not wanted.holds(arena.position.ravel())


def test_a_table_of_positions_does_not_hold_on_longer_inputs():
    task = tp.tasks.make("alternate", samples=600)
    domain = domain_of(task)
    judge = Judge(domain, task.train.words, task.train.labels)
    position = Recipe((Node("position"),))
    table = judge.consider([position])
    assert table.wrong == 0
    _, inputs, right = judge.on_longer(table)
    assert right < inputs
    even = Node("sum", (0, 2, 1), "==")
    doubled = (Node("position"), Node("one"), Node("formula", (0, 0), "+"), even)
    rule = judge.consider([Recipe(doubled)])
    cut, inputs, right = judge.on_longer(rule)
    assert right == inputs
    assert cut < task.max_length


def test_heads_are_given_to_modules_of_their_reach():
    _, domain, _, _ = sample("sort")
    less = Node("sum", (0, 0, 2), "<", 0, "before")
    recipes = [Recipe((*BASE, less)), Recipe((*BASE, Node("sum", (0, 0, 2), "==")))]
    assert [one["module"] for one in given_modules(recipes, domain, 8)] == ["num_attn_0_0"]
    both = given_modules(recipes, domain, 8, reaches=("all", "before"), many=True)
    assert [one["module"] for one in both] == ["num_attn_0_1", "num_attn_0_0"]
    order = domain.vocabulary.words
    wanted = {order[key] for key in both[0]["predicate"][order.index("2")]}
    assert wanted == {"<s>", "</s>", "0", "1"}


def test_a_rank_has_equal_words_in_order():
    pool, _, _ = filled_pool("sort")
    _, _, _, labels = sample("sort")
    every = pool.arena.value(Node("within", words=pool.arena.domain.sets[0]), ())
    ranks = rank_target(pool.arena, labels[:, : pool.arena.width], 0, every.astype(bool))
    before = Node("sum", (0, 0, 2), "==", 0, "before")
    less = Node("sum", (0, 0, 2), "<", 0, "all")
    values = pool.arena.run(Recipe((*BASE, before, less)))
    total = (values[3] + values[4]).ravel()[ranks.places]
    assert (ranks.wanted - total == ranks.wanted[0] - total[0]).all()


def test_recipes_of_any_length_and_of_a_fixed_length_agree():
    task, domain, words, _ = sample("sort")
    count = Node("sum", (0, 0, 2), "<", 0, "after")
    recipe = Recipe((*BASE, count))
    free, fixed = compiled(recipe, domain), compiled(recipe, domain, task.max_length)
    assert free.max_length is None
    assert fixed.max_length == task.max_length
    assert (tp.label_batch(free, words) == tp.label_batch(fixed, words)).all()


def test_equal_variables_are_kept_once():
    pool, _, _ = filled_pool("hist")
    inside = pool.arena.inside.ravel()
    assert len(np.unique(pool.rows[:, inside], axis=0)) == len(pool)


def test_a_head_costs_more_than_a_formula_and_a_shift_costs_extra():
    formula, head = Node("formula", (0, 1), "+"), Node("sum", (0, 0, 2), "==")
    moved = Node("sum", (0, 0, 2), "==", 1)
    assert own_cost(formula) < own_cost(head) < own_cost(moved)


def test_shared_parts_of_a_recipe_cost_once():
    count = Node("sum", (0, 0, 2), "==")
    once = Recipe((*BASE, count))
    twice = joined([once, once], Node("formula", (-1, -2), "+"))
    assert len(twice.nodes) == 4  # the position is not needed
    assert twice.cost == once.cost + 2


def test_a_recipe_ends_with_what_it_computes_and_holds_nothing_else():
    nodes = [*BASE, Node("sum", (0, 0, 2), "=="), Node("formula", (1, 3), "-")]
    assert recipe_of(lambda place: nodes[place], 3).nodes[-1].kind == "sum"
    assert len(recipe_of(lambda place: nodes[place], 3).nodes) == 3


def test_a_sum_of_two_variables_is_found_without_making_it():
    pool, _, _ = filled_pool("sort")
    every = Node("within", words=pool.arena.domain.sets[0])
    row = pool.arena.value(every, ())
    _, _, _, labels = sample("sort")
    place = pool.place[int(pool.hashed(row.reshape(1, -1))[0])]
    ranks = rank_target(pool.arena, labels[:, : pool.arena.width], place, row.astype(bool))
    assert ranks is not None
    proposals = sums_to(pool, ranks, ranking(pool), np.random.default_rng(0), few=False)
    assert proposals
    best = proposals[0]
    total = pool.arena.run(pool.recipe(best.places, *best.nodes))[-1].ravel()
    assert (total[ranks.places] + best.shift == ranks.wanted).all()


def test_words_that_are_not_those_asked_for_make_no_rank():
    pool, _, _ = filled_pool("sort")
    _, _, _, labels = sample("sort")
    nobody = np.zeros_like(pool.arena.inside)
    assert rank_target(pool.arena, labels[:, : pool.arena.width], 0, nobody) is None


def test_a_table_holds_numbers_within_what_makes_a_difference():
    _, domain, _, _ = sample("dyck1")
    values = np.array([[-3, -1, 0, 1, 2, 5]], np.int16)
    labels = np.array([[0, 0, 2, 1, 1, 1]], np.int32)
    ending = table_ending(domain, ["number"], [values], labels)
    assert ending is not None
    assert ending.nodes[0].cells == Cells(((-1, 1),), (0, 2, 1), classes=True)
    assert ending.wrong == 0


def test_a_table_counts_the_labels_it_cannot_have_right():
    _, domain, _, _ = sample("dyck1")
    values, labels = np.zeros((1, 4), np.int16), np.array([[0, 0, 0, 1]], np.int32)
    ending = table_ending(domain, ["number"], [values], labels)
    assert ending is not None
    assert (ending.wrong, ending.asked) == (1, 4)


def test_no_label_makes_no_table():
    _, domain, _, _ = sample("dyck1")
    nothing = np.full((1, 3), -1, np.int32)
    assert table_ending(domain, ["number"], [np.zeros((1, 3), np.int16)], nothing) is None


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
