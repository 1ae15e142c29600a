"""The tree of a printed program: names and steps are data, and the layout follows black."""

from __future__ import annotations

import ast
import random
import symtable

import black
import pytest
from random_programs import random_program

from transformer_programs.printer import sections, step_code
from transformer_programs.printer import tree as py
from transformer_programs.printer.body import ANSWER, CHECK, run_function
from transformer_programs.printer.draft import drafted
from transformer_programs.printer.tree import fits, lay_out
from transformer_programs.program import types
from transformer_programs.shelf import SHELF

A, B = py.name("a"), py.name("b")


def test_an_expression_knows_the_names_it_reads() -> None:
    assert py.either(A, py.comparison(B, "==", py.literal("a")), py.literal(0)).names == {"a", "b"}
    assert py.call("max", A, py.item("words", B)).names == {"max", "a", "words", "b"}


def test_the_targets_of_a_loop_and_the_arguments_of_a_lambda_are_no_names_it_reads() -> None:
    loop = py.comprehension("[", py.plus(A, 1), ("a",), B, "]", py.comparison(A, "<", B))
    assert (loop.text, loop.names) == ("[a + 1 for a in b if a < b]", {"b"})
    assert py.comprehension("[", B, ("a",), A, "]").names == {"a", "b"}
    assert py.lambda_of(("a",), py.comparison(A, "==", B)).names == {"b"}


def test_a_choice_is_put_in_brackets_where_it_is_a_test() -> None:
    choice = py.either(py.TRUE, A, B)
    assert (
        py.comprehension("(", A, ("a",), B, ")", choice).text
        == "(a for a in b if (True if a else b))"
    )


def test_a_function_reads_no_argument_of_its_own() -> None:
    made = py.function("f", ("a",), (py.returns(py.seq(A, " + ", B)),))
    assert (made.names, made.writes) == ({"b"}, "f")
    assert lay_out((made,)) == ["def f(a):", "    return a + b"]


@pytest.mark.parametrize("length", range(20, 100, 8))
def test_a_long_word_is_compared_through_a_set(length: int) -> None:
    test = py.one_of(A, [py.literal("x" * length)])
    lines = lay_out([py.when(test, py.returns(B))])
    assert (len(lines) == 2) == fits(f"if {test}:")
    code = "\n".join([*lines, ""])
    assert black.format_str(code, mode=black.Mode()) == code


def names_read(text: str) -> set[str]:
    """The names that a statement reads, and that no loop or lambda in it binds."""

    def reads(table: symtable.SymbolTable, is_top: bool) -> set[str]:
        found = {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (is_top or symbol.is_global())
        }
        return found.union(*(reads(inner, False) for inner in table.get_children()))

    return reads(symtable.symtable(text, "text", "exec"), True)


@pytest.mark.parametrize("raw", [True, False])
def test_names_and_steps_of_the_tree_are_those_that_python_finds(raw: bool) -> None:
    for seed in range(60):
        program = random_program(random.Random(seed))
        run = run_function(drafted(program, raw=raw))
        for statement in run.body:
            assert isinstance(statement, py.Simple)
            assert statement.step in {*types(program), ANSWER, CHECK, None}
            text = "\n".join(lay_out([statement]))
            if statement.step in types(program):
                assert statement.names == names_read(text), text
            (parsed,) = ast.parse(text).body or [None]
            if isinstance(parsed, ast.Assign):
                (target,) = parsed.targets
                assert isinstance(target, ast.Name)
                assert statement.writes == target.id
                if target.id in types(program):
                    assert statement.step == target.id


@pytest.mark.parametrize("name", SHELF)
def test_the_code_of_each_step_stands_in_the_file(name: str) -> None:
    program = SHELF[name].program
    printed = "".join(part.text for part in sections(program, name))
    for code in step_code(program).values():
        for line in code.splitlines():
            assert line.strip() in printed or line.endswith("# as given")
