"""The printed program: exact, readable, stable under black and ruff, and safe from its own words.

`python tests/test_emit.py` writes the golden files anew; read the difference before keeping it.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import black
import pytest
from random_programs import random_input, random_program
from transformer_programs.printer.tree import Expression, Simple, assign, bracketed, lay_out

from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit, sections
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Formula,
    Mlp,
    One,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number, Type, symbol
from transformer_programs.shelf import SHELF
from transformer_programs.simplifier import readable

GOLDEN = Path(__file__).parent / "golden"
LETTERS = ("a", "b", "c", "d")
WORD = Categorical(LETTERS)
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
PLACE = Categorical(tuple(range(8)))
POSITIONS = Position(Variable("positions", PLACE))
ONES = One(Variable("ones", Number(1, 1)))


def raw(program: Program, name: str = "program") -> str:
    """The program printed as it is: every variable is there to be compared."""
    return emit(program, name=name, raw=True)


def unsimplified(program: Program) -> str:
    """The program printed in the short form, with every variable that it has."""
    return "".join(part.text for part in sections(program, "program"))


def program_of(*steps: Step, output: Any = None, causal: bool = False) -> Program:
    """A program over a, b, c, d that answers with its last variable."""
    output = Answer(steps[-1].out.name) if output is None else output
    return Program(Vocabulary(LETTERS), (TOKENS, POSITIONS, ONES, *steps), output, 8, causal)


def watched(run: Callable[[list[str]], Any], tokens: Sequence[str]) -> tuple[Any, dict[str, Any]]:
    """The answer of an emitted `run`, and its local variables when it returned."""
    found: dict[str, Any] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is run.__code__:
            found.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        return run(list(tokens)), found
    finally:
        sys.setprofile(before)


def means(written: object, type: Type, value: int) -> bool:
    """Whether what an emitted file holds is this value."""
    named = symbol(type, value)
    return written == named and isinstance(written, str) == isinstance(named, str)


def assert_agrees(program: Program, module: ModuleType, tokens: Sequence[str]) -> None:
    expected = evaluate(program, tokens)
    answer, found = watched(module.run, tokens)
    assert answer == expected.answer
    for step in program.steps:
        if isinstance(step, One | Position) and step.out.name not in found:
            continue  # what no printed line reads is not printed
        values = expected.variables[step.out.name]
        written = found[step.out.name]
        assert isinstance(written, list)
        assert len(written) == len(values)
        assert all(map(means, written, [step.out.type] * len(values), values)), step.out.name


def formatted(code: str) -> str:
    return black.format_str(code, mode=black.Mode())


def ruff(folder: Path) -> str:
    found = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if found.returncode == 0 else found.stdout + found.stderr


# --- golden files ---------------------------------------------------------------------------------


def golden(name: str, form: str) -> Path:
    return GOLDEN / f"{name}.py" if form == "readable" else GOLDEN / form / f"{name}.py"


@pytest.mark.parametrize("form", ["readable", "raw"])
@pytest.mark.parametrize("name", SHELF)
def test_shelf_prints_as_the_golden_file(name: str, form: str) -> None:
    program = SHELF[name].program
    printed = emit(program, name=name, raw=True)
    if form == "readable":
        printed = emit(readable(program), name=name)
    assert printed == golden(name, form).read_text("utf-8")


@pytest.mark.parametrize("form", ["readable", "raw"])
@pytest.mark.parametrize("name", SHELF)
def test_golden_file_answers_the_cases_of_the_shelf(name: str, form: str) -> None:
    module = as_module(golden(name, form).read_text("utf-8"))
    for given, expected in SHELF[name].cases:
        answer = module.run(given.split())
        assert answer == (expected if isinstance(answer, str) else expected.split())


def test_golden_files_are_clean_under_ruff() -> None:
    assert ruff(GOLDEN) == ""


# --- any program ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(10))
def test_emitted_file_agrees_with_the_interpreter_in_every_variable(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        rng = random.Random(seed)
        program = random_program(rng)
        module = as_module(raw(program))  # the other form: test_places.py
        for _ in range(3):
            assert_agrees(program, module, random_input(rng, program))


@pytest.mark.parametrize("block", range(5))
def test_black_changes_nothing(block: int) -> None:
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        program = random_program(random.Random(seed))
        code = raw(program)  # the other form: test_places.py
        assert formatted(code) == code, f"seed {seed}"


def test_ruff_finds_nothing(tmp_path: Path) -> None:
    for seed in range(2000, 2100):
        program = random_program(random.Random(seed))
        for form, code in (("raw", raw(program)), ("readable", emit(program))):
            (tmp_path / f"{form}{seed}.py").write_text(code, encoding="utf-8")
    assert ruff(tmp_path) == ""


@pytest.mark.parametrize("seed", range(20))
def test_long_names_and_words_stay_as_black_leaves_them(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    words = tuple(
        rng.choice(["a", "é", "日", "'", '"', "\\", "\ud800", "क्"]) * rng.randint(1, 90) + str(i)
        for i in range(5)
    )
    type = Categorical(words)
    names = [f"{rng.choice('abx') * rng.randint(1, 90)}_{i}s" for i in range(5)]
    grid = range(len(words))
    table = Table(tuple(rng.choice(grid) for _ in range(25)))
    rows = Rows(tuple(tuple(k for k in grid if rng.random() < 0.4) for _ in grid))
    steps: tuple[Step, ...] = (
        Token(Variable(names[0], type), tuple(grid)),
        CategoricalHead(Variable(names[1], type), names[0], names[0], names[0], rows),
        Mlp(Variable(names[2], type), (names[0], names[1]), table),
        CategoricalHead(Variable(names[3], type), names[1], names[2], names[2], Compare("<")),
        Mlp(Variable(names[4], Categorical(words[:2])), (names[1], names[2]), Formula("==")),
    )
    program = Program(Vocabulary(words), steps, Answer(names[-1]))
    for form, code in (("raw", raw(program)), ("short", unsimplified(program))):
        assert formatted(code) == code
        assert_agrees(program, as_module(code), [rng.choice(words) for _ in range(6)])
        (tmp_path / f"{form}.py").write_text(code, encoding="utf-8")
    assert ruff(tmp_path) == ""


def test_same_program_same_text_whatever_the_hash_seed() -> None:
    script = "from transformer_programs.shelf import SHELF\n"
    script += "for example in SHELF.values(): print(example.program)"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


# --- the layout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("display", [True, False])
@pytest.mark.parametrize("name", range(1, 85, 7))
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("size", [3, 17, 30, 79])
def test_brackets_are_split_as_black_splits_them(
    display: bool, name: int, count: int, size: int
) -> None:
    items = [Expression("x" * size) for _ in range(count)]
    listed = bracketed("[", items, "]") if display else bracketed("g(", items, ")", "call")
    block = Simple(Expression("def f():"), (assign("x" * name, listed),))
    text = "\n".join([*lay_out([block]), ""])
    assert formatted(text) == text


def write_golden_files() -> None:
    for name, example in SHELF.items():
        for form in ("readable", "raw"):
            program = example.program if form == "raw" else readable(example.program)
            text = emit(program, name=name, raw=form == "raw")
            golden(name, form).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_golden_files()
