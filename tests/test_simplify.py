"""Every rule keeps every answer, does what it says, and never makes a program longer."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest
from random_programs import every_input, random_input, random_program

from transformer_programs.batch import encode_batch, label_batch
from transformer_programs.infer import Inference, infer
from transformer_programs.infer.grids import cells_of, countable, function_grid, match_grid, rows_of
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.shelf import SHELF, induction
from transformer_programs.simplify import RULES, Simplification, apply_rule, simplify
from transformer_programs.simplify.closed_forms import function_form, general_form, predicate_form
from transformer_programs.simplify.lines import program_lines
from transformer_programs.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
    reads,
)
from transformer_programs.values import Categorical, Number, Type, size

PROGRAMS = 1000
# A rule that is never used is not tested: how often each must change one of the programs.
LEAST_USES = 25


# --- properties over random programs --------------------------------------------------------------


def written_out(program: Program) -> Program:
    """The same program with rows and cells for closed forms, as a network would learn it."""
    known = types(program)

    def step_of(step: Step) -> Step:
        operands = tuple(known[name] for name in reads(step))
        match step:
            case Mlp() if countable(operands) and prod(size(t) or 0 for t in operands) <= 300:
                return replace(
                    step, function=cells_of(function_grid(step.function, operands, step.out.type))
                )
            case CategoricalHead() | NumericalHead() if countable(operands[:2]):
                grid = match_grid(step.predicate, *operands[:2])
                return replace(step, predicate=rows_of(grid, operands[1]))
            case _:
                return step

    return replace(program, steps=tuple(map(step_of, program.steps)))


def repeated(rng: random.Random, program: Program) -> Program:
    """The same program with a step done twice; the copy votes instead of the first."""
    step = rng.choice(program.steps)
    copy = replace(step, out=Variable("copy_of_it", step.out.type))
    output: Output = program.output
    if isinstance(output, Classifier):
        votes = tuple(
            replace(vote, reads="copy_of_it") if vote.reads == step.out.name else vote
            for vote in output.votes
        )
        output = replace(output, votes=votes)
    elif output.reads == step.out.name:
        output = Answer("copy_of_it")
    return replace(program, steps=(*program.steps, copy), output=output)


@cache
def cases() -> list[tuple[Program, Inference, np.ndarray, np.ndarray]]:
    """Random programs with all their short inputs, some long ones, and the answers."""
    found = []
    rng = random.Random(7)
    while len(found) < PROGRAMS:
        program = random_program(rng, most_steps=rng.choice([3, 8, 12]))
        program = written_out(program) if rng.random() < 0.5 else program
        program = repeated(rng, program) if rng.random() < 0.3 else program
        inputs = every_input(program, 3)
        if inputs:
            inputs += [random_input(rng, program) for _ in range(20)]
            words = encode_batch(program, inputs)
            found.append((program, infer(program), words, label_batch(program, words)))
    return found


@pytest.mark.parametrize("rule", RULES)
def test_rule_keeps_every_answer_and_is_never_longer(rule: str) -> None:
    uses = 0
    for program, inference, words, labels in cases():
        changed, changes = RULES[rule](inference)
        assert (changed != program) == bool(changes)
        if changed != program:
            uses += 1
            assert np.array_equal(label_batch(changed, words), labels)
            assert {change.rule for change in changes} == {rule}
            # What a rule leaves without a reader is taken away by the next.
            cleaned = apply_rule("dead_steps", changed).program
            assert program_lines(cleaned) <= program_lines(program)
    assert uses >= LEAST_USES


def test_all_rules_together_keep_every_answer() -> None:
    shorter = 0
    for program, _, words, labels in cases():
        done = simplify(program)
        assert np.array_equal(label_batch(done.program, words), labels)
        assert program_lines(done.program) <= program_lines(program)
        assert len(done.program.steps) <= len(program.steps)
        shorter += program_lines(done.program) < program_lines(program)
    assert shorter > PROGRAMS / 2


def test_simplifying_twice_changes_nothing_more() -> None:
    for program, _, _, _ in cases()[:300]:
        once = simplify(program).program
        assert simplify(once) == Simplification(once, ())


def learned(seed: int, length: int = 6, heads: int = 3, layers: int = 2) -> Program:
    """A program of the shape a network learns: all variables vote, every row has one key."""
    rng = random.Random(seed)
    words = ("<s>", "</s>", "a", "b", "c")
    word, place = Categorical(words), Categorical(tuple(range(length)))
    steps: list[Step] = [
        Token(Variable("tokens", word), tuple(range(len(words)))),
        Position(Variable("positions", place)),
        One(Variable("ones", Number(1, 1))),
    ]
    named: list[tuple[str, Categorical]] = [("tokens", word), ("positions", place)]
    counted: list[tuple[str, Number]] = [("ones", Number(1, 1))]

    def rows(query: Categorical, key: Categorical) -> Rows:
        if query == key and rng.random() < 0.3:  # a learned comparison with a slip here and there
            shift = rng.choice([-1, 0, 1])
            return Rows(
                tuple(
                    ((q + shift) % len(key.values),) if rng.random() < 0.9 else (0,)
                    for q in range(len(query.values))
                )
            )
        return Rows(tuple((rng.randrange(len(key.values)),) for _ in query.values))

    for layer, head in product(range(layers), range(heads)):
        (query, query_type), (key, key_type) = rng.choice(named), rng.choice(named)
        value, type = rng.choice(named)
        out = Variable(f"attn_{layer}_{head}_outputs", type)
        steps.append(CategoricalHead(out, query, key, value, rows(query_type, key_type)))
        total = Variable(f"num_attn_{layer}_{head}_outputs", Number(0, length))
        steps.append(NumericalHead(total, query, key, "ones", rows(query_type, key_type)))
        named.append((out.name, type))
        counted.append((total.name, Number(0, length)))
        if head == 0:
            (a, a_type), (b, b_type) = rng.choice(named), rng.choice(named)
            cells = len(a_type.values) * len(b_type.values)
            table = Table(tuple(rng.choice([0, 0, 1, 2]) for _ in range(cells)))
            steps.append(Mlp(Variable(f"mlp_{layer}_outputs", place), (a, b), table))
            named.append((f"mlp_{layer}_outputs", place))
    classes = ("x", "y", "z")

    def weights(count: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(rng.randint(-2000, 2000) for _ in classes) for _ in range(count))

    votes = [Vote(name, weights(len(type.values))) for name, type in named]
    votes += [Vote(name, weights(1)) for name, _ in counted]
    output = Classifier(classes, tuple(votes), scale=1000)
    return Program(Vocabulary(words, begin="<s>", end="</s>"), tuple(steps), output, length)


@pytest.mark.parametrize("seed", range(25))
def test_learned_programs_answer_the_same_on_every_input(seed: int) -> None:
    program = learned(seed)
    done = simplify(program)
    words = encode_batch(program, every_input(program, 6))
    assert np.array_equal(label_batch(done.program, words), label_batch(program, words))
    assert program_lines(done.program) < program_lines(program)


@pytest.mark.parametrize("example", SHELF.values(), ids=lambda example: example.name)
def test_shelf_answers_the_same(example) -> None:
    done = simplify(example.program).program
    for words, answer in example.cases:
        label = done(words.split())
        assert (label if isinstance(label, str) else " ".join(label)) == answer


# --- each rule, before and after ------------------------------------------------------------------

WORDS = ("<s>", "a", "b", "c")
WORD = Categorical(WORDS)
PLACE = Categorical(tuple(range(5)))
YES_NO = Categorical(("no", "yes"))
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
POSITIONS = Position(Variable("positions", PLACE))
ONES = One(Variable("ones", Number(1, 1)))
INPUTS = (TOKENS, POSITIONS, ONES)


def program(*steps: Step, output: Output | None = None, begin: bool = True) -> Program:
    """A program over a, b, c of at most five words that answers with its last step."""
    vocabulary = Vocabulary(WORDS, begin="<s>") if begin else Vocabulary(WORDS)
    return Program(vocabulary, (*INPUTS, *steps), output or Answer(steps[-1].out.name), 5)


def checked(rule: str, before: Program) -> Simplification:
    """The rule applied, after comparing all answers."""
    after = apply_rule(rule, before)
    words = encode_batch(before, every_input(before, 5))
    assert np.array_equal(label_batch(after.program, words), label_batch(before, words))
    return after


def step(program: Program, name: str) -> Step:
    return next(step for step in program.steps if step.out.name == name)


def head(name: str = "head", **fields: object) -> CategoricalHead:
    plain = CategoricalHead(
        Variable(name, WORD), "positions", "positions", "tokens", Compare("==", -1)
    )
    return replace(plain, **fields)


def votes(*given: tuple[str, tuple[tuple[int, ...], ...]], pooled: bool = False) -> Classifier:
    classes = tuple("xyz"[: len(given[0][1][0])])
    return Classifier(classes, tuple(Vote(*vote) for vote in given), pooled)


def table(name: str, read: str | tuple[str, ...], *cells: int, type: Type = WORD) -> Mlp:
    return Mlp(Variable(name, type), (read,) if isinstance(read, str) else read, Table(cells))


def test_dead_step_goes() -> None:
    after = checked("dead_steps", program(head("unread"), head("read")))
    assert [s.out.name for s in after.program.steps] == ["tokens", "positions", "read"]
    assert "unread: dead, nothing reads it" in map(str, after.changes)


def test_a_program_keeps_one_step() -> None:
    after = checked("dead_steps", program(head(), output=Classifier(("x",), ())))
    assert after.program.steps == (TOKENS,)


def test_constant_head_reads_nothing_that_matters() -> None:
    # Only position 0 is before itself by nothing at all: every head starts at <s>.
    before = program(head(predicate=Is(0), choose="first"))
    after = checked("constant_steps", before)
    assert step(after.program, "head") == table("head", "ones", 0)
    assert str(after.changes[0]) == "head: always '<s>'"


def test_head_that_never_matches_reads_only_its_value() -> None:
    never = head(query="tokens", key="ones", value="positions", out=Variable("head", PLACE))
    before = program(replace(never, predicate=Rows(((),) * 4)))
    slim = step(checked("unread_keys", before).program, "head")
    assert (slim.query, slim.key, slim.value) == ("positions",) * 3
    assert slim.predicate == Rows(((),) * 5)


def test_finding_only_position_0_is_finding_nothing() -> None:
    # The key <s> stands only at position 0, where a head that finds nothing looks anyway.
    before = program(head(query="tokens", key="tokens", predicate=Is(0)))
    slim = step(checked("unread_keys", before).program, "head")
    assert slim.predicate == Rows(((),) * 4)


def test_query_that_makes_no_difference_is_not_read() -> None:
    rows = Rows(((2,), (2,), (0, 2), (2,)))  # <s>, key 0, is met only by looking at position 0
    before = program(
        table("always_a", "tokens", 1, 1, 1, 1),
        NumericalHead(Variable("n", Number(0, 5)), "always_a", "tokens", "ones", rows),
    )
    slim = step(checked("unread_keys", before).program, "n")
    assert (slim.query, slim.predicate) == ("tokens", Is(2))


def test_key_that_makes_no_difference_is_not_read() -> None:
    rows = Rows(((), (3,), (3,), ()))
    before = program(
        table("always_c", "tokens", 3, 3, 3, 3),
        NumericalHead(Variable("n", Number(0, 5)), "tokens", "always_c", "ones", rows),
    )
    slim = step(checked("unread_keys", before).program, "n")
    every = (0, 1, 2, 3)
    assert (slim.key, slim.predicate) == ("tokens", Rows(((), every, every, ())))


def test_mlp_drops_what_its_result_does_not_depend_on() -> None:
    before = program(
        head(), table("second", ("tokens", "head"), *(b for _ in range(4) for b in range(4)))
    )
    after = checked("unneeded_reads", before)
    assert step(after.program, "second") == Mlp(Variable("second", WORD), ("head",), Formula("a"))
    assert str(after.changes[0]) == "second: does not depend on tokens"


def test_constant_operand_is_folded() -> None:
    before = program(
        table("two", "tokens", 2, 2, 2, 2, type=Number(0, 4)),
        Mlp(Variable("sum", Number(0, 8)), ("positions", "two"), Formula("+")),
    )
    after = checked("unneeded_reads", before)
    assert step(after.program, "sum") == Mlp(
        Variable("sum", Number(0, 8)), ("positions",), Formula("a", 2)
    )


def test_variable_read_twice_is_read_once() -> None:
    before = program(table("same", ("tokens", "tokens"), *np.eye(4, dtype=int).ravel().tolist()))
    after = checked("unneeded_reads", before)
    assert step(after.program, "same").reads == ("tokens",)


def test_equal_steps_are_merged() -> None:
    other = Rows(((4,), (0,), (1,), (2,), (3,)))  # only position 0 differs, where both find <s>
    before = program(
        head("one"),
        head("two", predicate=other),
        table("both", ("one", "two"), *range(4), *[0] * 12),
    )
    after = checked("same_steps", before)
    assert step(after.program, "both").reads == ("one", "one")
    assert str(after.changes[0]) == "two: same as one"


def test_copy_is_the_variable_it_copies() -> None:
    before = program(table("copy", "tokens", 0, 1, 2, 3), head(value="copy"))
    assert step(checked("same_steps", before).program, "head").value == "tokens"


def test_head_that_looks_at_itself_is_a_copy() -> None:
    itself = head("itself", predicate=Compare("=="), reach="upto")
    before = program(itself, head(value="itself"))
    assert step(checked("same_steps", before).program, "head").value == "tokens"


def test_votes_of_merged_steps_are_added_up() -> None:
    rows = ((0, 0), (1, 0), (0, 2), (3, 3))
    output = votes(("one", rows), ("two", rows))
    after = checked("same_steps", program(head("one"), head("two"), output=output))
    assert after.program.output == votes(("one", ((0, 0), (2, 0), (0, 4), (6, 6))))


def test_tables_are_composed_when_that_is_shorter() -> None:
    before = program(
        head(),
        table(
            "kind",
            ("tokens", "head"),
            *(int(a == b) for a in range(4) for b in range(4)),
            type=YES_NO,
        ),
        table("name", "kind", 3, 1),
    )
    after = checked("compositions", before)
    assert "kind" not in types(after.program)
    assert step(after.program, "name").reads == ("tokens", "head")


def test_function_of_one_variable_is_worked_into_queries_and_keys() -> None:
    vowel = table("vowel", "tokens", 0, 1, 0, 0, type=YES_NO)
    before = program(vowel, head(query="vowel", key="vowel", predicate=Compare("==")))
    slim = step(checked("compositions", before).program, "head")
    assert (slim.query, slim.key) == ("tokens", "tokens")
    assert slim.predicate == Rows(((0, 2, 3), (1,), (0, 2, 3), (0, 2, 3)))


def test_composition_that_would_be_longer_is_left_alone() -> None:
    mixed = tuple((3 * a + 5 * b) % 7 % 4 for a in range(5) for b in range(4))
    before = program(
        head(),
        table("mixed", ("positions", "head"), *mixed),
        table("result", ("tokens", "mixed"), *(a * b % 4 for a in range(4) for b in range(4))),
    )
    assert apply_rule("compositions", before).changes == ()


def test_rows_become_a_comparison() -> None:
    learned_rows = Rows(((3,), (0,), (1,), (2,), (3,)))
    after = checked("comparisons", program(head(predicate=learned_rows)))
    assert step(after.program, "head").predicate == Compare("==", -1)
    assert str(after.changes[0]) == "head: matches where key positions == query positions - 1"


def test_rows_become_a_single_key() -> None:
    rows = Rows(((0, 2), (2,), (2,), (2,)))
    before = program(NumericalHead(Variable("n", Number(0, 5)), "tokens", "tokens", "ones", rows))
    assert step(checked("comparisons", before).program, "n").predicate == Is(2)


def test_table_becomes_a_formula_where_it_can_be_reached() -> None:
    count = NumericalHead(Variable("n", Number(0, 5)), "tokens", "tokens", "ones", Compare("=="))
    # n is at least 1 and at most 4 where a label counts; elsewhere the table says something else.
    cells = (9, 2, 3, 4, 5, 9)
    before = program(count, table("held", "n", *cells, type=Number(0, 9)))
    after = checked("formulas", before)
    assert step(after.program, "held").function == Formula("a", 1)


def test_rows_never_asked_for_follow_the_rest() -> None:
    # Position 0 always finds <s>; all other positions accept the same.
    rows = Rows(((3,), (1, 2), (1, 2), (1, 2), (1, 2)))
    after = checked("unreachable_rows", program(head(predicate=rows)))
    assert step(after.program, "head").predicate == Rows(((1, 2),) * 5)


def test_rows_never_asked_for_follow_a_comparison_with_exceptions() -> None:
    rows = Rows(((3,), (0,), (1,), (0, 3), (3,)))
    after = checked("unreachable_rows", program(head(predicate=rows)))
    assert step(after.program, "head").predicate == Rows(((), (0,), (1,), (0, 3), (3,)))


def test_cells_out_of_reach_are_filled_in() -> None:
    # A word other than <s> never stands at position 0, and <s> nowhere else.
    cells = [
        [(3 if w == 2 else 1) if (w > 0) == (p > 0) else (w + p) % 4 for p in range(5)]
        for w in range(4)
    ]
    before = program(table("t", ("tokens", "positions"), *(cell for row in cells for cell in row)))
    after = checked("unreachable_cells", before)
    grid = np.array(step(after.program, "t").function.cells).reshape(4, 5)
    assert grid.tolist() == [[1] * 5, [1] * 5, [3] * 5, [1] * 5]


def test_rows_of_votes_that_cannot_occur_are_nothing() -> None:
    output = votes(("tokens", ((9, 0), (1, 0), (4, 4), (0, 2))))
    after = checked("plain_votes", program(output=output))
    # The label of <s> is <s>, whatever is voted; and 4 for everything is nothing for anything.
    assert after.program.output == votes(("tokens", ((0, 0), (1, 0), (0, 0), (0, 2))))


def test_pooled_votes_of_the_begin_word_count() -> None:
    output = votes(("tokens", ((9, 0), (1, 0), (4, 4), (0, 2))), pooled=True)
    after = checked("plain_votes", program(output=output))
    assert after.program.output.votes[0].weights[0] == (9, 0)


def test_votes_are_divided_by_what_they_share_with_the_scale() -> None:
    output = replace(votes(("tokens", ((0, 0), (300, 0), (0, 0), (0, 600)))), scale=1000)
    after = checked("plain_votes", program(output=output)).program.output
    assert after.votes[0].weights == ((0, 0), (3, 0), (0, 0), (0, 6))
    assert after.scale == 10


def test_vote_that_makes_no_difference_goes() -> None:
    output = votes(
        ("head", ((1, 1), (2, 2), (0, 0), (5, 5))), ("tokens", ((0, 1),) + ((1, 0),) * 3)
    )
    after = checked("plain_votes", program(head(), output=output)).program.output
    assert [vote.reads for vote in after.votes] == ["tokens"]


def test_constant_votes_are_given_by_another_variable() -> None:
    constant = table("constant", "ones", 2)
    rows = ((0, 0), (1, 0), (0, 2), (0, 1))
    output = votes(("constant", ((0, 0), (0, 0), (0, 2), (0, 0))), ("tokens", rows))
    after = checked("shifted_votes", program(constant, output=output)).program.output
    assert [vote.reads for vote in after.votes] == ["tokens"]


def test_default_row_of_votes_is_nothing() -> None:
    previous = ((0, 3), (0, 3), (0, 3), (5, 0))
    own = ((0, 0), (4, 0), (1, 0), (0, 2))
    before = program(head(), output=votes(("head", previous), ("tokens", own)))
    after = checked("shifted_votes", before).program.output
    assert after.votes[0] == Vote("head", ((0, 0), (0, 0), (0, 0), (8, 0)))


def test_votes_move_to_the_variable_that_decides() -> None:
    vowel = table("vowel", "tokens", 0, 1, 0, 0, type=YES_NO)
    output = votes(("vowel", ((0, 1), (5, 0))), ("tokens", ((0, 0), (0, 0), (2, 0), (0, 0))))
    after = checked("moved_votes", program(vowel, output=output))
    assert after.program.output == votes(("tokens", ((0, 1), (5, 0), (2, 1), (0, 1))))


def test_number_gives_its_votes_to_the_variable_that_decides_it() -> None:
    number = table("number", "tokens", 0, 3, 1, 0, type=Number(0, 3))
    output = votes(("number", ((2, 0),)), ("tokens", ((0, 0), (0, 5), (0, 1), (0, 1))))
    after = checked("moved_votes", program(number, output=output))
    assert after.program.output == votes(("tokens", ((0, 0), (6, 5), (2, 1), (0, 1))))


def test_a_single_voter_votes_once_for_its_winner() -> None:
    output = replace(votes(("tokens", ((0, 0), (370, 20), (-4, 12), (7, 7)))), scale=1000)
    after = checked("one_voter", program(output=output)).program.output
    assert after == votes(("tokens", ((0, 0), (1, 0), (0, 1), (1, 0))))


def test_ties_still_go_to_the_first_class() -> None:
    rows = ((0, 0, 0), (2, 2, 0), (0, 2, 2), (1, 0, 1))
    before = program(output=votes(("tokens", rows)))
    assert simplify(before).program(["<s>", "a", "b", "c"]) == ["<s>", "x", "y", "x"]


# --- closed forms ---------------------------------------------------------------------------------


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("shift", [-1, 0, 2])
def test_every_comparison_is_found_again(op, shift: int) -> None:
    grid = match_grid(Compare(op, shift), PLACE, PLACE)
    found = predicate_form(grid, np.ones_like(grid), PLACE, PLACE)
    assert np.array_equal(match_grid(found, PLACE, PLACE), grid)


@pytest.mark.parametrize("op", ["+", "-", "min", "max"])
@pytest.mark.parametrize("shift", [-1, 0, 2])
def test_every_sum_is_found_again(op, shift: int) -> None:
    operands = (Number(0, 4), PLACE)
    grid = function_grid(Formula(op, shift), operands, Number(0, 7))
    order, found = function_form(grid, np.ones_like(grid, dtype=bool), operands, Number(0, 7))
    assert np.array_equal(
        function_grid(found, tuple(operands[i] for i in order), Number(0, 7)).transpose(order), grid
    )


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", "and", "or"])
def test_every_truth_is_found_again(op) -> None:
    grid = function_grid(Formula(op), (PLACE, PLACE), YES_NO)
    order, found = function_form(grid, np.ones_like(grid, dtype=bool), (PLACE, PLACE), YES_NO)
    assert np.array_equal(function_grid(found, (PLACE, PLACE), YES_NO).transpose(order), grid)


def test_words_are_not_compared_with_a_shift() -> None:
    grid = match_grid(Compare("==", 1), Number(0, 3), Number(0, 3))
    assert predicate_form(grid, np.ones_like(grid), WORD, WORD) is None


def test_most_rows_being_a_comparison_is_seen() -> None:
    grid = np.array(match_grid(Compare("==", -1), PLACE, PLACE))
    grid[3] = [True, False, True, False, False]
    form = general_form(grid, np.ones_like(grid), PLACE, PLACE)
    assert (form.form, form.exceptions) == (Compare("==", -1), (3,))


def test_the_learned_induction_head_keeps_its_last_row() -> None:
    # Position 9 truly looks elsewhere; position 0 can only see itself.
    after = simplify(induction.program).program
    learned_rows = match_grid(
        step(after, "attn_0_0_outputs").predicate, *[Categorical(tuple(range(10)))] * 2
    )
    previous = match_grid(Compare("==", -1), *[Categorical(tuple(range(10)))] * 2)
    assert np.flatnonzero((learned_rows != previous).any(1)).tolist() == [9]
