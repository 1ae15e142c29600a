"""Predicates and functions in print: the shortest of the forms that say the same."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from test_emit import (
    LETTERS,
    ONES,
    PLACE,
    WORD,
    assert_agrees,
    body,
    program_of,
    raw,
    unsimplified,
)

from transformer_programs.printer import as_module
from transformer_programs.printer import tree as py
from transformer_programs.printer.draft import drafted
from transformer_programs.printer.forms import Predicates
from transformer_programs.program import Origin, Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Formula,
    FormulaOp,
    Head,
    Is,
    Mlp,
    NumericalHead,
    Rows,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number, Type


def expression(program: Program, at: int = -1) -> str:
    """A form of the predicate of a program's last head: by default as one line of `q` and `k`."""
    head, scope = program.steps[-1], drafted(program).scope
    assert isinstance(head, Head)
    q, k = py.name("q"), py.name("k")
    return Predicates(head, "predicate", "X_KEYS", scope).forms(q, k)[at].code.text


def head_of(predicate: Any, query: str = "positions", key: str = "positions") -> CategoricalHead:
    return CategoricalHead(Origin(0, 1, "attn").variable(WORD), query, key, "tokens", predicate)


@pytest.mark.parametrize("form", [raw, unsimplified])
def test_queries_that_accept_the_same_keys_share_a_branch(form: Callable[[Program], str]) -> None:
    rows = Rows(((7,), (0,), (1, 2), (), (3,), (3,), (3,), (7,)))
    code = form(program_of(head_of(rows)))
    assert "def predicate_0_1(q_position, k_position):\n" in code
    assert body(code, "predicate_0_1").splitlines() == [
        "if q_position in {0, 7}:",
        "    return k_position == 7",
        "if q_position == 1:",
        "    return k_position == 0",
        "if q_position == 2:",
        "    return k_position in {1, 2}",
        "if q_position == 3:",
        "    return False",
        "return k_position == 3",
    ]


def test_raw_code_has_a_function_and_a_pattern_for_each_head() -> None:
    copy = head_of(Compare("==", -1))
    few = Rows(((0,), (1,), (2,), ()))
    count = NumericalHead(
        Origin(1, 0, "num_attn").variable(Number(0, 8)), "tokens", "attn_0_1_outputs", "ones", few
    )
    cells = Table((1, 1, 1, 0, 1, 1, 1, 1, 1))
    mlp = Mlp(Origin(1, 0, "num_mlp").variable(WORD), ("num_attn_1_0_outputs",), cells)
    program = program_of(copy, count, mlp)
    code = raw(program)
    assert body(code, "predicate_0_1") == "return k_position == q_position - 1"
    assert "def num_predicate_1_0(token, attn_0_1_output):\n" in code
    assert body(code, "num_mlp_1_0") == 'return "a" if num_attn_1_0_output == 3 else "b"'
    assert body(code, "run").splitlines()[-8:] == [
        "positions = list(range(len(tokens)))",
        "ones = [1] * len(tokens)",
        "attn_0_1_pattern = select_closest(positions, positions, predicate_0_1)",
        "attn_0_1_outputs = aggregate(attn_0_1_pattern, tokens)",
        "num_attn_1_0_pattern = select(attn_0_1_outputs, tokens, num_predicate_1_0)",
        "num_attn_1_0_outputs = aggregate_sum(num_attn_1_0_pattern, ones)",
        "num_mlp_1_0_outputs = list(map(num_mlp_1_0, num_attn_1_0_outputs))",
        "return num_mlp_1_0_outputs",
    ]
    assert_agrees(program, as_module(code), list("abcdabcd"))


@pytest.mark.parametrize(
    ("accepts", "expected"),
    [
        (((), (), (), ()), "False"),
        (((0, 1, 2, 3),) * 4, "True"),
        (((2,),) * 4, 'k == "c"'),
        (((0, 2),) * 4, 'k in "ac"'),
        (((0, 1, 2, 3), (), (), ()), 'q == "a"'),
        (((0, 1, 2, 3), (), (0, 1, 2, 3), (0, 1, 2, 3)), 'q != "b"'),
        (((), (3,), (3,), ()), 'q in "bc" and k == "d"'),
        (((3,), (0, 1, 2, 3), (3,), (3,)), 'q == "b" or k == "d"'),
        (((3,), (0,), (3,), (3,)), 'k == ("a" if q == "b" else "d")'),
        (((0,), (1,), (2,), ()), 'q != "d" and k == q'),
        (((0,), (1,), (0, 1, 2, 3), (3,)), 'q == "c" or k == q'),
        (((0,), (1,), (0,), (3,)), 'k == ("a" if q == "c" else q)'),
    ],
)
def test_rows_that_say_little_are_one_line(accepts: Any, expected: str) -> None:
    program = program_of(head_of(Rows(accepts), "tokens", "tokens"))
    assert expression(program) == expected
    assert_agrees(program, as_module(unsimplified(program)), list("abcdabcd"))


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ((3, 4, 5), "3 <= k <= 5"),
        ((0, 1, 2, 3), "k <= 3"),
        ((5, 6, 7), "k >= 5"),
        ((3, 5), "k in {3, 5}"),
        ((0, 1, 2, 4, 5, 6, 7), "k != 3"),
        ((0, 2, 3, 4, 6, 7), "k not in {1, 5}"),
    ],
)
def test_numbers_are_tested_in_the_shortest_way(keys: Any, expected: str) -> None:
    program = program_of(head_of(Rows((keys,) * 8)))
    assert expression(program) == expected
    assert_agrees(program, as_module(unsimplified(program)), list("abcdabcd"))


@pytest.mark.parametrize(
    ("exceptions", "expected"),
    [
        ({2: 7, 4: 1}, "k == X_KEYS.get(q, q - 1)"),
        ({2: 7, 4: 1, 5: None}, "k == X_KEYS.get(q)"),
        ({1: 3, 2: 1, 3: 6, 4: 4, 5: 7, 6: 2, 7: 3}, "k == X_KEYS.get(q)"),
    ],
)
def test_a_key_for_each_query_is_looked_up(
    exceptions: dict[int, int | None], expected: str
) -> None:
    keys = {q: exceptions.get(q, q - 1) for q in range(8)}
    rows = tuple((k,) if k is not None and k >= 0 else () for k in keys.values())
    program = program_of(replace(head_of(Rows(rows)), out=Variable("x", WORD)))
    at = 2 if "q - 1" in expected else 1
    assert expression(program, at) == expected
    code = unsimplified(program)
    assert expected.removeprefix("k == ").replace("q", "i") in code
    assert_agrees(program, as_module(code), list("abcdabcd"))


def test_a_rule_with_exceptions_has_the_exceptions_first() -> None:
    accepts = [(q - 1,) if q else () for q in range(8)]
    accepts[2], accepts[4], accepts[6] = (7,), (1, 5), (7,)
    program = program_of(head_of(Rows(tuple(accepts))))
    code = unsimplified(program)
    assert body(code, "predicate_0_1").splitlines() == [
        "if q_position in {2, 6}:",
        "    return k_position == 7",
        "if q_position == 4:",
        "    return k_position in {1, 5}",
        "return k_position == q_position - 1",
    ]
    assert_agrees(program, as_module(code), list("abcdabcd"))


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        (Compare("==", -1), "k == q - 1"),
        (Compare("<"), "k < q"),
        (Compare(">=", 2), "k >= q + 2"),
        (Is(3), "k == 3"),
    ],
)
def test_closed_forms_of_predicates_are_one_line(predicate: Any, expected: str) -> None:
    assert expression(program_of(head_of(predicate))) == expected


def test_order_between_words_is_that_of_the_type() -> None:
    type = Categorical(("b", "a", 7))
    tokens = Token(Variable("tokens", type), (1, 0, 2, 2))
    head = CategoricalHead(Variable("less", type), "tokens", "tokens", "tokens", Compare("<"))
    program = Program(Vocabulary(LETTERS), (tokens, head), Answer("less"))
    code = unsimplified(program)
    assert 'ORDER = {"b": 0, "a": 1, 7: 2}' in code
    assert expression(program) == "ORDER[k] < ORDER[q]"
    assert_agrees(program, as_module(code), list("abcd"))


def formula_of(op: FormulaOp, out: Type, *reads: str, shift: int = 0) -> str:
    mlp = Mlp(Origin(0, 0, "mlp").variable(out), reads, Formula(op, shift))
    code = unsimplified(program_of(mlp))
    loops = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ListComp)]
    return str(ast.get_source_segment(code, loops[0].elt))


def test_formulas_are_held_within_their_type_only_where_they_can_leave_it() -> None:
    assert formula_of("+", Number(0, 14), "positions", "positions") == "2 * i"
    assert formula_of("+", Number(0, 8), "positions", "ones") == "i + ones[i]"
    assert formula_of("+", Number(0, 7), "positions", "ones") == "min(i + ones[i], 7)"
    assert formula_of("-", Number(0, 7), "ones", "positions") == "max(ones[i] - i, 0)"
    assert formula_of("min", Number(0, 7), "ones", "positions") == "min(ones[i], i)"
    assert formula_of("a", Number(None, None), "positions", shift=-2) == "i - 2"
    bounded = formula_of("a", PLACE, "positions", shift=1)
    assert bounded == "min(i + 1, 7)"


def test_truths_are_one_line() -> None:
    answers = Categorical(("no", "yes"))
    assert formula_of("<", answers, "positions", "ones") == '"yes" if i < ones[i] else "no"'
    assert formula_of("not", Number(0, 1), "tokens") == '1 if token == "a" else 0'
    assert formula_of("keep", PLACE, "positions", "ones") == "i if ones[i] != 0 else 0"


def test_a_table_has_one_argument_where_both_reads_are_the_same() -> None:
    cells = tuple((1, 0, 2, 3)[a] if a == b else 0 for a in range(4) for b in range(4))
    mlp = Mlp(Origin(0, 0, "mlp").variable(WORD), ("tokens", "tokens"), Table(cells))
    code = unsimplified(program_of(mlp))
    assert "def mlp_0_0(token):\n" in code
    assert body(code, "mlp_0_0") == 'return {"a": "b", "b": "a", "c": "c", "d": "d"}[token]'
    assert "mlp_0_0_outputs = list(map(mlp_0_0, tokens))" in code


def test_a_table_takes_the_shorter_of_its_forms() -> None:
    kinds = Categorical(("x", "y", "z", "w"))

    def printed(function: Callable[..., str]) -> str:
        table = Table.where((WORD, WORD), kinds, function)
        copy = head_of(Compare("==", -1))
        mlp = Mlp(Origin(0, 0, "mlp").variable(kinds), ("tokens", "attn_0_1_outputs"), table)
        return body(unsimplified(program_of(copy, mlp)), "mlp_0_0")

    by_one = printed(lambda now, before: {"a": "x", "b": "y", "c": "w"}.get(before, "z"))
    assert by_one == 'return {"a": "x", "b": "y", "c": "w", "d": "z"}[attn_0_1_output]'
    by_both = printed(
        lambda now, before: (
            {"a": "x", "b": "y"}.get(before, "w") if now in "cd" else "x" if before == "d" else "z"
        )
    )
    assert by_both.splitlines() == [
        'if token in "ab":',
        '    return "x" if attn_0_1_output == "d" else "z"',
        'return {"a": "x", "b": "y"}.get(attn_0_1_output, "w")',
    ]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda a, b: 3 if a == 2 and b <= 1 else 5, "3 if i == 2 and count[i] <= 1 else 5"),
        (lambda a, b: 3 if a == b else 5, "3 if i == count[i] else 5"),
        (lambda a, b: 3 if a < b else 5, "3 if i < count[i] else 5"),
        (lambda a, b: 3 if a > b + 1 else 5, "3 if i > count[i] + 1 else 5"),
    ],
)
def test_a_choice_between_two_results_is_one_line(function: Any, expected: str) -> None:
    code = two_numbers(function)
    assert f"mlp_0_0_outputs = [{expected} for i in positions]" in code


def test_results_that_follow_from_a_sum_are_branches_on_the_sum() -> None:
    code = two_numbers(lambda a, b: 4 if a + b < 2 else 7 if a + b < 5 else 0)
    assert body(code, "mlp_0_0").splitlines() == [
        "number = position + count",
        "if number <= 1:",
        "    return 4",
        "if number <= 4:",
        "    return 7",
        "return 0",
    ]


def test_heads_that_ask_the_same_share_a_predicate() -> None:
    accepts = [(q - 1,) if q else () for q in range(8)]
    accepts[2], accepts[4], accepts[6] = (7,), (1, 5), (7,)
    one = head_of(Rows(tuple(accepts)))
    other = replace(one, out=Origin(0, 2, "attn").variable(PLACE), value="positions")
    program = program_of(one, other)
    code = unsimplified(program)
    assert code.count("def predicate") == 1
    assert code.count("predicate_0_1(") == 3
    assert_agrees(program, as_module(code), list("abca"))


def test_a_sum_that_cannot_leave_its_type_is_not_held() -> None:
    count = NumericalHead(Variable("count", Number(0, 7)), "tokens", "tokens", "ones", Is(1))
    words = ("<s>", *LETTERS)
    tokens = Token(Variable("tokens", Categorical(words)), tuple(range(5)))
    program = Program(Vocabulary(words, begin="<s>"), (tokens, ONES, count), Answer("count"), 8)
    assert "min(" not in unsimplified(program)  # the first of eight words is <s>
    assert "min(" in unsimplified(replace(program, vocabulary=Vocabulary(words)))


def test_keys_of_all_positions_stand_in_order() -> None:
    keys = (7, 2, 6, 1, 3, 5, 0, 4)
    head = replace(head_of(Rows(tuple((key,) for key in keys))), query="positions", key="positions")
    code = unsimplified(program_of(head))
    assert "KEYS_0_1 = (7, 2, 6, 1, 3, 5, 0, 4)" in code
    assert_agrees(program_of(head), as_module(code), list("abcabcd"))


def two_numbers(function: Callable[[int, int], int]) -> str:
    """The code of a program with this function of the position and of a count."""
    count = NumericalHead(Variable("count", Number(0, 8)), "tokens", "tokens", "ones", Is(0))
    table = Table.where((PLACE, Number(0, 8)), PLACE, function)
    mlp = Mlp(Origin(0, 0, "mlp").variable(PLACE), ("positions", "count"), table)
    program = program_of(count, mlp)
    code = unsimplified(program)
    assert_agrees(program, as_module(code), list("abca"))
    return code


def test_a_sum_that_can_leave_its_type_is_held_within_it() -> None:
    head = NumericalHead(Variable("few", Number(1, 2)), "tokens", "tokens", "ones", Compare("!="))
    program = program_of(head)
    code = unsimplified(program)
    assert "few = [min(max(sum(other != token for other in tokens), 1), 2)" in code
    assert as_module(code).run(list("aaab")) == ["1", "1", "1", "2"]
