"""Heads written out as comprehensions: where they are, what they say, that they are exact."""

from __future__ import annotations

import random
from collections.abc import Callable
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
from transformer_programs.printer import as_module, emit, line_count
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Compare,
    CompareOp,
    Extreme,
    Formula,
    Head,
    Mlp,
    NumericalHead,
    Position,
    Reach,
    Rows,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Number
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


# --- what they say --------------------------------------------------------------------------------


def written(head: Head, causal: bool = False) -> str:
    """The code of a head of the last of some variables, which is exact."""
    program = with_heads(COUNT, head, causal=causal)
    code = unsimplified(program)
    assert black.format_str(code, mode=black.Mode()) == code
    agrees(program, code)
    lines = code.split(f"    {head.out.name} = ", 1)[1].split("\n    return", 1)[0]
    return " ".join(lines.split()).replace("[ ", "[").replace(" ]", "]")


def test_heads_are_lists_over_what_they_read() -> None:
    code = unsimplified(with_heads(COUNT, COPY))
    assert code.count("\ndef ") == 1
    assert "    count = [tokens[:i].count(tokens[i]) for i in positions]\n" in code
    assert "    copy = [tokens[count.index(n)] for n in count]\n" in code
    agrees(with_heads(COUNT, COPY), code)


def test_the_layout_of_the_paper_always_has_the_prelude() -> None:
    assert "def select_before(" in emit(with_heads(COUNT, COPY), raw=True)


@pytest.mark.parametrize(
    ("reach", "choose", "said"),
    [
        ("all", "first", "next((j for j in positions if count[j] <= i), 0)"),
        ("all", "last", "max((j for j in positions if count[j] <= i), default=0)"),
        ("all", "nearest", "next((j for j in nearest[i] if count[j] <= i), 0)"),
        ("before", "first", "next((j for j in range(i) if count[j] <= i), 0)"),
        ("before", "nearest", "max((j for j in range(i) if count[j] <= i), default=0)"),
        ("upto", "last", "max((j for j in range(i + 1) if count[j] <= i), default=0)"),
        ("upto", "nearest", "next((j for j in back[i] if count[j] <= i), 0)"),
        ("after", "nearest", "next((j for j in positions[i + 1 :] if count[j] <= i), 0)"),
    ],
)
def test_positions_stand_in_the_order_of_preference(
    reach: Reach, choose: Choose, said: str
) -> None:
    head = CategoricalHead(
        Variable("copy", WORD), "positions", "count", "tokens", Compare("<="), reach, choose
    )
    assert written(head) == f"[tokens[{said}] for i in positions]"


@pytest.mark.parametrize(
    ("shift", "reach", "code"),
    [
        (-1, "all", "[tokens[0], *tokens[:-1]]"),
        (-1, "before", "[tokens[0], *tokens[:-1]]"),
        (1, "all", "[*tokens[1:], tokens[0]]"),
        (-3, "upto", "[tokens[max(i - 3, 0)] for i in positions]"),
        (-2, "all", "[tokens[0], tokens[0], *tokens][:-2]"),
        (2, "all", "[*tokens, tokens[0], tokens[0]][2:]"),
        (3, "all", "[tokens[i + 3 if i + 3 < len(tokens) else 0] for i in positions]"),
    ],
)
def test_a_copy_from_a_fixed_distance_is_a_slice_or_an_index(
    shift: int, reach: Reach, code: str
) -> None:
    rule = Compare("==", shift)
    head = CategoricalHead(
        Variable("copy", WORD), "positions", "positions", "tokens", rule, reach, "first"
    )
    assert written(head) == code


@pytest.mark.parametrize(
    ("reach", "shift", "place"),
    [
        ("all", 0, "n"),  # the count is of earlier ones, so it is below the length
        ("all", -1, "max(n - 1, 0)"),
        ("all", 1, "n + 1 if n + 1 < len(tokens) else 0"),
        ("upto", 1, "count[i] + 1 if count[i] < i else 0"),
        ("before", 0, "count[i] if count[i] < i else 0"),
    ],
)
def test_a_position_that_is_looked_up_is_tested_only_where_it_can_be_out_of_reach(
    reach: Reach, shift: int, place: str
) -> None:
    rule = Compare("==", shift)
    head = CategoricalHead(
        Variable("copy", WORD), "count", "positions", "tokens", rule, reach, "first"
    )
    loop = "for i in positions" if "[i]" in place else "for n in count"
    assert written(head) == f"[tokens[{place}] {loop}]"


@pytest.mark.parametrize("choose", ["first", "last", "nearest"])
@pytest.mark.parametrize("reach", ["all", "before", "upto", "after"])
@pytest.mark.parametrize("value", ["tokens", "positions"])
def test_a_head_that_matches_everything_is_exact(reach: Reach, choose: Choose, value: str) -> None:
    kind = WORD if value == "tokens" else PLACE
    head = CategoricalHead(Variable("copy", kind), "tokens", "tokens", value, EVERY, reach, choose)
    assert "next" not in written(head)
    assert reach == "after" or " j " not in written(head, causal=True)


def test_a_value_is_copied_from_where_it_is_the_same() -> None:
    seen = CategoricalHead(
        Variable("seen", WORD), "tokens", "tokens", "tokens", EQUAL, "before", "first"
    )
    either = "tokens[i] if tokens[i] in tokens[:i] else tokens[0]"
    assert written(seen) == f"[{either} for i in positions]"
    place = replace(seen, out=Variable("place", PLACE), value="positions", reach="all")
    assert written(place) == "[tokens.index(token) for token in tokens]"


def test_counting_needs_no_list_of_ones_but_adding_needs_its_values() -> None:
    total = NumericalHead(
        Variable("total", Number(0, 64)), "tokens", "tokens", "count", EQUAL, "after"
    )
    ever = replace(COUNT, out=Variable("ever", Number(0, 8)), predicate=EVERY)
    summed = replace(total, out=Variable("summed", Number(0, 64)), predicate=EVERY, reach="upto")
    program = with_heads(COUNT, total, ever, summed)
    code = unsimplified(program)
    assert "ones = " not in code
    assert "sum(count[j] for j in positions[i + 1 :] if tokens[j] == tokens[i])" in code
    assert "ever = [i for i in positions]" in code
    assert "summed = [sum(count[: i + 1]) for i in positions]" in code
    assert_agrees(program, as_module(code), list("abcaabd"))


def test_a_list_of_ones_stays_where_something_else_reads_it() -> None:
    kind = Mlp(Variable("kind", WORD), ("ones", "tokens"), Table((1, 0, 3, 2)))
    code = unsimplified(with_heads(COUNT, COPY, kind))
    assert "    ones = [1] * len(tokens)\n" in code


@pytest.mark.parametrize(("best", "function"), [("largest", "max"), ("smallest", "min")])
def test_the_best_match_is_a_maximum_or_minimum(best: str, function: str) -> None:
    score = Extreme(best)  # type: ignore[arg-type]
    cases: list[tuple[Reach, Choose]] = [("before", "first"), ("upto", "last"), ("all", "nearest")]
    for reach, choose in cases:
        head = CategoricalHead(
            Variable("best", PLACE), "tokens", "tokens", "positions", EVERY, reach, choose, score
        )
        assert f"{function}(" in written(head)
        assert "key=lambda j: ORDER[tokens[j]]" in written(head)
    head = replace(head, out=Variable("best", WORD), value="tokens")
    assert written(head) == f"[{function}(tokens, key=ORDER.get) for _ in tokens]"


@pytest.mark.parametrize("op", [">=", ">", "<="])
def test_the_best_of_those_no_worse_than_the_own_is_the_best_of_all(op: CompareOp) -> None:
    head = CategoricalHead(
        Variable("best", Number(0, 8)), "count", "count", "count", Compare(op), score=Extreme()
    )
    assert (written(head) == "[max(count)] * len(tokens)") == (op == ">=")
    assert ("for other in count" in written(head)) == (op != ">=")


def test_a_choice_of_rows_is_a_condition_in_brackets() -> None:
    rows = Rows(((0, 1), (0, 1), (2, 3), (0, 1)))
    head = replace(COPY, query="tokens", key="tokens", predicate=rows)
    program = with_heads(COUNT, head)
    agrees(program, unsimplified(program))


def test_a_table_of_two_variables_is_a_set_or_a_choice_or_a_dict() -> None:
    def pair(function: Callable[[str, str], int], high: int) -> str:
        kind = Number(0, high)
        table = Table.where([WORD, WORD], kind, function)
        program = with_heads(COUNT, COPY, Mlp(Variable("pair", kind), ("tokens", "copy"), table))
        program = replace(program, output=Answer("copy"))
        code = unsimplified(program)
        agrees(program, code)
        assert_agrees(program, as_module(code), list("abcaabd"))
        return code

    code = pair(lambda a, b: int(a + b in ("ab", "ba", "cd")), 1)
    assert 'PAIR = {("a", "b"), ("b", "a"), ("c", "d")}\n' in code
    assert "pair = [(tokens[i], copy[i]) in PAIR for i in positions]" in code
    code = pair(lambda a, b: 3 if a == "a" else 2 if b == "c" else 0, 3)
    assert 'pair = [3 if tokens[i] == "a" else 2 if copy[i] == "c" else 0' in " ".join(code.split())
    code = pair(lambda a, b: {"ab": 1, "ba": 2, "cd": 3}.get(a + b, 0), 3)
    assert "pair = [PAIR.get((tokens[i], copy[i]), 0) for i in positions]" in code


def test_truths_are_conditions_unless_they_are_the_answer() -> None:
    first = Mlp(Variable("first", Number(0, 1)), ("count",), Formula("not"))
    later = Mlp(Variable("later", Number(0, 1)), ("first",), Formula("not"))
    kept = Mlp(Variable("kept", Number(0, 8)), ("count", "first"), Formula("keep"))
    program = with_heads(COUNT, first, later, kept)
    code = unsimplified(program)
    assert "first = [n == 0 for n in count]" in code
    assert "later = [not n for n in first]" in code
    assert "kept = [count[i] if first[i] else 0 for i in positions]" in code
    agrees(program, code)
    for answer in (first, later):
        program = replace(program, output=Answer(answer.out.name))
        agrees(program, unsimplified(program))


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
    assert_agrees(program, as_module(code), list("abcabba"))


# --- any program ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(4))
def test_written_out_code_is_exact_and_as_black_leaves_it(block: int, tmp_path: Path) -> None:
    for seed in range(30 * block, 30 * block + 30):
        rng = random.Random(f"places {seed}")
        program = random_program(rng, most_steps=10)
        code = unsimplified(program)
        assert black.format_str(code, mode=black.Mode()) == code, seed
        module = as_module(code)
        for _ in range(3):
            assert_agrees(program, module, random_input(rng, program))
        (tmp_path / f"p{seed}.py").write_text(code, encoding="utf-8")
    assert ruff(tmp_path) == ""


# --- what the search found ------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_found_programs_print_in_at_most_45_lines(task: str) -> None:
    program = tp.load(STORED / f"{task}-searched.json")
    assert line_count(program) <= 45
    assert not [name for name in types(program) if name[-1].isdigit()]


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_found_programs_stand_there_as_they_are_printed(file: Path) -> None:
    code = (STORED / f"{file.stem.replace('-', '_')}.py").read_text("utf-8")
    assert code == emit(tp.load(file), name=file.stem.removesuffix("-searched"))
    assert black.format_str(code, mode=black.Mode()) == code
