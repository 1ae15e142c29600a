"""Small programs, and what tests ask of a printed file: that it agrees, and is laid out well."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import black

from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import emit
from transformer_programs.printer.scope import safe
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Answer, One, Position, Step, Token, Variable
from transformer_programs.program.values import Categorical, Number, Type, symbol

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
    return emit(program)


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
    program = safe(program)  # variables under the names that they have in print
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
