"""Heads written out as comprehensions: where they are, what they say, that they are exact."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import black
import pytest
from printed import (
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
from random_programs import random_input, random_program

import transformer_programs as tp
from transformer_programs.printer import as_module, emit, printed_lines
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Compare,
    Extreme,
    Formula,
    Head,
    Mlp,
    NumericalHead,
    Predicate,
    Reach,
    Rows,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Number
from transformer_programs.simplifier import readable
from transformer_programs.tasks import TASKS

STORED = Path(__file__).parents[2] / "docs" / "results" / "programs"
FOUND = sorted(STORED.glob("*-searched.json"))
EQUAL = Compare("==")
EVERY = Rows(((0, 1, 2, 3),) * 4)  # word matches every word
COUNT = NumericalHead(Variable("count", Number(0, 8)), "tokens", "tokens", "ones", EQUAL, "before")
COPY = CategoricalHead(Variable("copy", WORD), "count", "count", "tokens", EQUAL, "all", "first")


def with_heads(*heads: Head | Mlp, causal: bool = False) -> Program:
    steps = (TOKENS, POSITIONS, ONES, *heads)
    return Program(Vocabulary(LETTERS), steps, Answer(heads[-1].out.name), 8, causal)


def agrees(program: Program) -> None:
    """The printed program has the answers of the interpreter."""
    code, rng = unsimplified(program), random.Random(0)
    run = as_module(code).run
    for _ in range(20):
        tokens = random_input(rng, program)
        assert run(tokens) == program(tokens), (tokens, code)


# --- every form -----------------------------------------------------------------------------------

PREDICATES: list[tuple[str, str, Predicate]] = [  # query, key, and what matches
    *(("positions", "positions", Compare("==", shift)) for shift in range(-3, 4)),
    *(("count", "positions", Compare("==", shift)) for shift in (-1, 0, 1)),
    *(("positions", "count", Compare(op)) for op in ("<", "<=", ">", ">=", "!=")),
    ("tokens", "tokens", EQUAL),
    ("tokens", "tokens", EVERY),
    *(("tokens", "tokens", Rows(rows)) for rows in (
        ((), (3,), (3,), ()),
        ((3,), (0, 1, 2, 3), (3,), (3,)),
        ((3,), (0,), (3,), (3,)),
        ((0,), (1,), (2,), ()),
        ((0, 1), (0, 1), (2, 3), (0, 1)),
    )),
    *(("positions", "positions", Rows(tuple((k,) for k in keys))) for keys in (
        (0, 0, 7, 2, 1, 4, 5, 6),
        (7, 2, 6, 1, 3, 5, 0, 4),
    )),
    ("positions", "positions", Rows(((7,), (0,), (1, 2), (), (3,), (3,), (3,), (7,)))),
    ("positions", "positions", Rows(((0, 1, 2, 4, 5, 6, 7),) * 8)),
]  # fmt: skip


@pytest.mark.parametrize("choose", ["first", "last", "nearest"])
@pytest.mark.parametrize("reach", ["all", "before", "upto", "after"])
def test_heads_are_exact_in_every_form(reach: Reach, choose: Choose) -> None:
    for query, key, predicate in PREDICATES:
        for value, kind in (("tokens", WORD), ("positions", PLACE)):
            out = Variable("copy", kind)
            for score in (None, Extreme("largest"), Extreme("smallest")):
                head = CategoricalHead(out, query, key, value, predicate, reach, choose, score)
                agrees(with_heads(COUNT, head))
        total = Variable("total", Number(0, 20))
        agrees(with_heads(COUNT, NumericalHead(total, query, key, "count", predicate, reach)))


TABLES: list[Callable[[int, int], int]] = [
    lambda a, b: 3 if a == 2 and b <= 1 else 5,
    lambda a, b: 3 if a == b else 5,
    lambda a, b: 3 if a > b + 1 else 5,
    lambda a, b: 4 if a + b < 2 else 7 if a + b < 5 else 0,
    lambda a, b: (3 * a) % 8,
    lambda a, b: {(1, 1): 1, (2, 0): 2, (4, 1): 3}.get((a, b), 0),
    lambda a, b: {0: 4, 1: 5}.get(b, 6) if a > 3 else 4 if b == 1 else 7,
]


def test_tables_and_formulas_are_exact_in_every_form() -> None:
    reads = ("positions", "count")
    for function in TABLES:
        table = Table.where((PLACE, Number(0, 8)), PLACE, function)
        agrees(with_heads(COUNT, Mlp(Variable("made", PLACE), reads, table)))
    for op in ("+", "-", "min", "max"):
        for high in (3, 20):
            out = Variable("made", Number(0, high))
            agrees(with_heads(COUNT, Mlp(out, reads, Formula(op))))  # type: ignore[arg-type]
    for op in ("==", "<", "and", "or"):
        truth = Mlp(Variable("truth", Number(0, 1)), reads, Formula(op))  # type: ignore[arg-type]
        opposite = Mlp(Variable("opposite", Number(0, 1)), ("truth",), Formula("not"))
        kept = Mlp(Variable("kept", Number(0, 8)), ("count", "opposite"), Formula("keep"))
        agrees(with_heads(COUNT, truth))
        agrees(with_heads(COUNT, truth, opposite, kept))


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
def test_found_programs_print_in_at_most_50_lines(task: str) -> None:
    program = tp.load(STORED / f"{task}-searched.json")
    assert printed_lines(readable(program)) <= 50
    assert not [name for name in types(program) if name[-1].isdigit()]


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_found_programs_stand_there_as_they_are_printed(file: Path) -> None:
    code = (STORED / f"{file.stem.replace('-', '_')}.py").read_text("utf-8")
    assert code == emit(readable(tp.load(file)), name=file.stem.removesuffix("-searched"))
    assert black.format_str(code, mode=black.Mode()) == code
