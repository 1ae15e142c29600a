"""The printed program: exact, readable, stable under black and ruff, and safe from its own words.

`python tests/printer/test_emit.py` writes the golden files anew; read the difference first.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import FrameType

import pytest
from printed import assert_agrees, formatted, raw, ruff
from random_programs import random_input, random_program

import transformer_programs as tp
from transformer_programs.cli import main
from transformer_programs.printer import as_module, emit, printed_lines
from transformer_programs.program import (
    Answer,
    Categorical,
    Formula,
    Mlp,
    Number,
    Program,
    Table,
    Token,
    Variable,
    Vocabulary,
)
from transformer_programs.shelf import SHELF
from transformer_programs.simplifier import readable

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
STORED = ROOT / "docs" / "results" / "programs"
FOUND = sorted(STORED.glob("*-searched.json"))
MAX_FILES = 25  # of ours whose functions are entered to print a stored program


@pytest.mark.parametrize("name", SHELF)
def test_shelf_prints_as_the_golden_file_and_answers_its_cases(name: str) -> None:
    printed = emit(readable(SHELF[name].program), name=name)
    assert printed == (GOLDEN / f"{name}.py").read_text("utf-8")
    for given, expected in SHELF[name].cases:
        answer = as_module(printed).run(given.split())
        assert answer == (expected if isinstance(answer, str) else expected.split())


@pytest.mark.parametrize("form", [raw, emit])
@pytest.mark.parametrize("block", range(4))
def test_emitted_file_agrees_with_the_interpreter_in_every_variable(block: int, form) -> None:
    for seed in range(20 * block, 20 * block + 20):
        rng = random.Random(seed)
        program = random_program(rng)
        code = form(program)
        assert formatted(code) == code, f"seed {seed}"
        module = as_module(code)
        for _ in range(3):
            assert_agrees(program, module, random_input(rng, program))


def test_ruff_finds_nothing(tmp_path: Path) -> None:
    for seed in range(2000, 2025):
        program = random_program(random.Random(seed))
        for form, code in (("raw", raw(program)), ("readable", emit(program))):
            (tmp_path / f"{form}{seed}.py").write_text(code, encoding="utf-8")
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


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_found_programs_stand_there_as_they_are_printed(file: Path) -> None:
    program = readable(tp.load(file))
    code = (STORED / f"{file.stem.replace('-', '_')}.py").read_text("utf-8")
    assert code == emit(program, name=file.stem.removesuffix("-searched"))
    assert formatted(code) == code
    assert printed_lines(program) <= 50


def test_show_code_enters_few_files(tmp_path: Path) -> None:
    shelf = [tp.save(SHELF[name].program, tmp_path / f"{name}.json") for name in SHELF]
    ours, entered = str(Path(tp.__file__).parent), set[str]()

    def watch(frame: FrameType, event: str, _: object) -> None:
        is_function = frame.f_code.co_flags & 1  # not the body of a module or a class
        if event == "call" and is_function and frame.f_code.co_filename.startswith(ours):
            entered.add(frame.f_code.co_filename)

    # Once before counting: decorators are entered, too, when a module is first imported.
    assert main(["show", str(shelf[0]), "--code"]) == 0
    before = sys.getprofile()
    for file in [*STORED.glob("*.json"), *shelf]:
        entered.clear()
        sys.setprofile(watch)
        try:
            assert main(["show", str(file), "--code"]) == 0
        finally:
            sys.setprofile(before)
        assert len(entered) <= MAX_FILES, (file.name, sorted(entered))


def test_a_flag_that_no_word_has_is_printed() -> None:
    word = Token(Variable("flag", Categorical((0, 1))), (0,))
    both = Mlp(Variable("both", Number(0, 1)), ("flag", "flag"), Formula("*"))
    program = Program(Vocabulary(("a",)), (word, both), Answer("both"), max_length=2)
    assert as_module(emit(program)).run(["a"]) == program(["a"])


def test_a_flag_that_is_always_1_is_printed() -> None:
    flag = Token(Variable("flag", Categorical((0, 1))), (0, 1))
    always = Mlp(Variable("always", Categorical((0, 1))), ("flag", "flag"), Table((1, 0, 0, 1)))
    program = Program(Vocabulary(("a", "b")), (flag, always), Answer("always"), max_length=2)
    assert as_module(emit(program)).run(["a", "b"]) == program(["a", "b"]) == ["1", "1"]


if __name__ == "__main__":
    for name, example in SHELF.items():
        text = emit(readable(example.program), name=name)
        (GOLDEN / f"{name}.py").write_text(text, encoding="utf-8")
