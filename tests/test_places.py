"""Heads written out as comprehensions: where they are, what they say, that they are exact."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import black
import pytest
from random_programs import random_input, random_program
from test_emit import (
    LETTERS,
    ONES,
    PLACE,
    POSITIONS,
    TOKENS,
    WORD,
    assert_agrees,
    ruff,
    unsimplified,
)

import transformer_programs as tp
from transformer_programs.emit import as_module, emit
from transformer_programs.emit.places import has_many_kinds
from transformer_programs.emit.plan import plan
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Compare,
    Extreme,
    Head,
    Levels,
    Mlp,
    NumericalHead,
    Position,
    Reach,
    Rows,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.tasks import TASKS

STORED = Path(__file__).parent.parent / "docs" / "results" / "programs"
FOUND = sorted(STORED.glob("*-searched.json"))
EQUAL = Compare("==")
EVERY = Rows(((0, 1, 2, 3),) * 4)  # word matches every word
COUNT = NumericalHead(Variable("count", Number(0, 8)), "tokens", "tokens", "ones", EQUAL, "before")
COPY = CategoricalHead(Variable("copy", WORD), "count", "count", "tokens", EQUAL, "all", "first")


def with_heads(*heads: Head | Mlp, causal: bool = False) -> Program:
    steps = (TOKENS, POSITIONS, ONES, *heads)
    return Program(Vocabulary(LETTERS), steps, Answer(heads[-1].out.name), 8, causal)


def agrees(program: Program, code: str, seed: int = 0) -> None:
    rng, module = random.Random(seed), as_module(code)
    for _ in range(20):
        tokens = random_input(rng, program)
        assert module.run(tokens) == program(tokens), tokens


# --- where ----------------------------------------------------------------------------------------


def test_heads_of_several_kinds_are_written_out() -> None:
    code = unsimplified(with_heads(COUNT, COPY))
    assert code.count("\ndef ") == 1
    assert "    before = [positions[:i] for i in positions]\n" in code
    one = "count = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]"
    assert f"    {one}\n" in code
    other = "tokens[next((j for j in positions if count[j] == count[i]), 0)]\n"
    assert f"        {other}        for i in positions\n" in code
    agrees(with_heads(COUNT, COPY), code)


def test_one_kind_of_head_is_a_function_of_the_library() -> None:
    code = unsimplified(with_heads(COUNT, replace(COUNT, out=Variable("again", Number(0, 8)))))
    assert "def select_before(" in code


def test_the_two_kinds_of_a_network_are_functions_of_the_library() -> None:
    learned = (replace(COUNT, reach="all"), replace(COPY, choose="nearest"))
    for causal in (False, True):
        code = unsimplified(with_heads(*learned, causal=causal))
        assert "def select_closest(" in code
        assert "def aggregate_sum(" in code


def test_the_layout_of_the_paper_always_has_the_library() -> None:
    assert "def select_before(" in emit(with_heads(COUNT, COPY), raw=True)


def test_names_too_long_for_a_line_leave_heads_to_the_library() -> None:
    name = "x" * 60
    long = replace(COUNT, out=Variable(name, Number(0, 8)))
    code = unsimplified(with_heads(long, replace(COPY, query=name, key=name)))
    assert "def select_first(" in code
    assert black.format_str(code, mode=black.Mode()) == code


def test_a_table_of_scores_leaves_heads_to_the_library() -> None:
    levels = Levels.where(WORD, WORD, lambda q, k: int(q == k))
    scored = CategoricalHead(
        Variable("best", WORD), "tokens", "tokens", "tokens", Compare("!="), score=levels
    )
    assert not has_many_kinds(with_heads(COUNT, COPY, scored))


# --- what they say --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reach", "choose", "said"),
    [
        ("all", "first", "for j in positions if"),
        ("all", "last", "for j in reversed(positions) if"),
        ("all", "nearest", "for j in nearest[i] if"),
        ("before", "first", "for j in before[i] if"),
        ("before", "nearest", "for j in reversed(before[i]) if"),
        ("upto", "last", "for j in reversed(upto[i]) if"),
        ("upto", "nearest", "for j in [*reversed(before[i]), i] if"),
        ("after", "nearest", "for j in after[i] if"),
    ],
)
def test_positions_stand_in_the_order_of_preference(
    reach: Reach, choose: Choose, said: str
) -> None:
    head = CategoricalHead(
        Variable("copy", WORD), "positions", "count", "tokens", Compare("<="), reach, choose
    )
    other = replace(COUNT, reach="after")
    program = with_heads(other, head)
    code = unsimplified(program)
    assert said in code
    agrees(program, code)


def test_counting_needs_no_list_of_ones_but_adding_needs_its_values() -> None:
    total = NumericalHead(
        Variable("total", Number(0, 64)), "tokens", "tokens", "count", EQUAL, "after"
    )
    ever = replace(COUNT, out=Variable("ever", Number(0, 8)), predicate=EVERY)
    program = with_heads(COUNT, total, ever)
    code = unsimplified(program)
    assert "ones = " not in code
    assert "sum(count[j] for j in after[i] if tokens[j] == tokens[i])" in code
    assert "ever = [len(before[i]) for i in positions]" in code
    assert_agrees(program, as_module(code), list("abcaabd"))


def test_a_list_of_ones_stays_where_something_else_reads_it() -> None:
    more = Mlp(Variable("more", Number(0, 9)), ("count", "ones"), tp.steps.Formula("+"))
    assert "    ones = [1] * len(tokens)\n" in unsimplified(with_heads(COUNT, COPY, more))


@pytest.mark.parametrize(("best", "function"), [("largest", "max"), ("smallest", "min")])
def test_the_best_match_is_a_maximum_or_minimum(best: str, function: str) -> None:
    score = Extreme(best)  # type: ignore[arg-type]
    cases: list[tuple[Reach, Choose]] = [("before", "first"), ("upto", "last"), ("all", "nearest")]
    for reach, choose in cases:
        head = CategoricalHead(
            Variable("best", PLACE), "tokens", "tokens", "positions", EVERY, reach, choose, score
        )
        program = with_heads(COUNT, head)
        code = unsimplified(program)
        assert f"{function}(" in code
        assert ", key=lambda j: TOKEN_RANK[tokens[j]], default=0)" in code
        assert black.format_str(code, mode=black.Mode()) == code
        agrees(program, code)


def test_the_best_position_needs_no_key() -> None:
    head = CategoricalHead(
        Variable("best", WORD), "count", "positions", "tokens", Compare("!="), score=Extreme()
    )
    program = with_heads(COUNT, COPY, head)
    code = unsimplified(program)
    assert "tokens[max((j for j in nearest[i] if j != count[i]), default=0)]" in code
    agrees(program, code)


def test_a_choice_of_rows_is_a_condition_in_brackets() -> None:
    rows = Rows(((0, 1), (0, 1), (2, 3), (0, 1)))
    head = replace(COPY, query="tokens", key="tokens", predicate=rows)
    program = with_heads(COUNT, head)
    agrees(program, unsimplified(program))


def test_a_table_of_two_variables_is_a_set_or_a_dict() -> None:
    kind = Categorical(("x", "y", "z"))
    pair = Mlp(
        Variable("pair", Number(0, 1)),
        ("tokens", "copy"),
        Table.where([WORD, WORD], Number(0, 1), lambda a, b: int(a + str(b) in ("ab", "ba", "cd"))),
    )
    kinds = Mlp(
        Variable("kind", kind),
        ("pair", "copy"),
        Table.where(
            [Number(0, 1), WORD], kind, lambda a, b: "x" if a else "y" if b in ("a", "c") else "z"
        ),
    )
    program = with_heads(COUNT, COPY, pair, kinds)
    code = unsimplified(program)
    assert 'PAIR = {("a", "b"), ("b", "a"), ("c", "d")}\n' in code
    assert "pair = [1 if key in PAIR else 0 for key in zip(tokens, copy)]" in code
    assert "kind = [KIND.get(key, " in code
    agrees(program, code)


def test_positions_have_a_name_of_their_own_where_the_variable_is_missing_or_long() -> None:
    steps = (TOKENS, ONES, COUNT, COPY)
    program = Program(Vocabulary(LETTERS), steps, Answer("copy"), 8)
    assert "    positions = list(range(len(tokens)))\n" in unsimplified(program)
    place = Position(Variable("a_name_that_is_too_long", Number(0, 7)))
    copied = CategoricalHead(
        Variable("place", Number(0, 7)), "count", "count", place.out.name, EQUAL, "after", "last"
    )
    program = Program(Vocabulary(LETTERS), (TOKENS, place, ONES, COUNT, copied), Answer("place"), 8)
    code = unsimplified(program)
    assert "    positions = list(range(len(tokens)))\n" in code
    assert_agrees(program, as_module(code), list("abca"))


def test_loop_variables_never_hide_a_variable() -> None:
    word = Token(Variable("i", WORD), (0, 1, 2, 3))
    count = replace(COUNT, query="i", key="i", out=Variable("j", Number(0, 8)))
    copy = replace(COPY, query="j", key="j", value="i", out=Variable("before", WORD))
    program = Program(Vocabulary(LETTERS), (word, ONES, count, copy), Answer("before"), 8)
    code = unsimplified(program)
    assert has_many_kinds(program)
    assert plan(program).places is not None
    assert_agrees(program, as_module(code), list("abcabba"))


# --- any program ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(4))
def test_written_out_code_is_exact_and_as_black_leaves_it(block: int, tmp_path: Path) -> None:
    written = 0
    for seed in range(150 * block, 150 * block + 150):
        rng = random.Random(f"places {seed}")
        program = random_program(rng, most_steps=10)
        if not has_many_kinds(program) or plan(program).places is None:
            continue
        written += 1
        code = unsimplified(program)
        assert black.format_str(code, mode=black.Mode()) == code, seed
        module = as_module(code)
        for _ in range(3):
            assert_agrees(program, module, random_input(rng, program))
        (tmp_path / f"p{seed}.py").write_text(code, encoding="utf-8")
    assert written > 20
    assert ruff(tmp_path) == ""


# --- what the search found ------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_found_programs_print_in_at_most_60_lines(task: str) -> None:
    code = (STORED / f"{task}_searched.py").read_text("utf-8")
    assert len(code.splitlines()) <= 60


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_found_programs_stand_there_as_they_are_printed(file: Path) -> None:
    code = (STORED / f"{file.stem.replace('-', '_')}.py").read_text("utf-8")
    assert code == emit(tp.load(file), name=file.stem.removesuffix("-searched"))
    assert black.format_str(code, mode=black.Mode()) == code
