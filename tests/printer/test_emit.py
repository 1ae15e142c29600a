"""The printed program: exact, readable, stable under black and ruff, and safe from its own words.

`python tests/printer/test_emit.py` writes the golden files anew; read the difference first.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from printed import assert_agrees, formatted, raw, ruff
from random_programs import random_input, random_program

from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Formula,
    Mlp,
    Rows,
    Step,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical
from transformer_programs.shelf import SHELF
from transformer_programs.simplifier import readable

GOLDEN = Path(__file__).parents[1] / "golden"


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
    for form, code in (("raw", raw(program)), ("short", emit(program))):
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


def write_golden_files() -> None:
    for name, example in SHELF.items():
        for form in ("readable", "raw"):
            program = example.program if form == "raw" else readable(example.program)
            text = emit(program, name=name, raw=form == "raw")
            golden(name, form).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_golden_files()
