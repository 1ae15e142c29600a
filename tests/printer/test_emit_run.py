"""What a printed program runs on: its prelude, its embeddings, its check, its command line."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from printed import formatted, raw

from transformer_programs.meaning.interpret import InputError, evaluate
from transformer_programs.printer import as_module
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    Classifier,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical
from transformer_programs.shelf import SHELF

MARKED = Program(
    Vocabulary(("<s>", "a", "b", "</s>"), begin="<s>", end="</s>"),
    (Token(Variable("tokens", Categorical(("<s>", "a", "b", "</s>"))), (0, 1, 2, 3)),),
    Answer("tokens"),
    max_length=5,
)


@pytest.mark.parametrize("unknown", [None, "u"])
@pytest.mark.parametrize("end", [None, "E", "the end, said with many words"])
@pytest.mark.parametrize("begin", [None, "B", "{'it\\s'}"])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("identity", [False, True])
@pytest.mark.parametrize("most", [None, 1, 3])
def test_emitted_file_refuses_exactly_what_the_interpreter_refuses(
    unknown: str | None,
    end: str | None,
    begin: str | None,
    many: bool,
    identity: bool,
    most: int | None,
) -> None:
    marks = tuple(word for word in (unknown, begin, end) if word is not None)
    words = ("a", "3", *marks, *(f"word{i}" for i in range(30 * many)))
    type = Categorical(words if identity else ("x", "y"))
    lookup = tuple(i if identity else i % 2 for i in range(len(words)))
    program = Program(
        Vocabulary(words, unknown, begin, end),
        (Token(Variable("tokens", type), lookup),),
        Answer("tokens"),
        most,
    )
    run = as_module(raw(program)).run
    odd: list[Any] = ["a", "zzz", 3, ["a"], None, *marks]
    given: list[Any] = [list(t) for n in range(5) for t in product(odd, repeat=min(n, 2))]
    inner: list[list[Any]] = [["a"], ["a", "3"], ["a", "zzz"], [3], [["a"]], [begin], [end], []]
    given += [[*[begin][: begin is not None], *some, *[end][: end is not None]] for some in inner]
    others: list[Any] = [None, 5, b"a", {"a": 1}, {"a"}, "a", "aa", ("a",), tuple(given[-3])]
    for tokens in [*given, *others]:
        try:
            expected: Any = evaluate(program, tokens).answer
        except InputError:
            expected = None
        if expected is None:
            with pytest.raises(ValueError, match=r"^expected .*; got "):
                run(tokens)
        else:
            assert run(tokens) == expected


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("marked", [True, False])
def test_a_program_without_votes_gives_its_first_class(pooled: bool, marked: bool) -> None:
    vocabulary = MARKED.vocabulary if marked else Vocabulary(MARKED.vocabulary.words)
    program = replace(
        MARKED, vocabulary=vocabulary, output=Classifier(("x", "y"), (), pooled=pooled)
    )
    code = raw(program)
    assert as_module(code).run(["<s>", "a", "</s>"]) == program(["<s>", "a", "</s>"])
    assert formatted(code) == code


def shell(file: Path, *arguments: str) -> tuple[int, str, str]:
    # -I: nothing but the standard library can be imported.
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(file), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_file_is_a_command_that_needs_nothing_but_python(tmp_path: Path) -> None:
    file = tmp_path / "reverse.py"
    file.write_text(raw(SHELF["reverse"].program), encoding="utf-8")
    assert shell(file, "<s> 3 1 2 </s>") == (0, "<s> 2 1 3 </s>\n", "")
    assert shell(file, "<s>", "3", "</s>") == (0, "<s> 3 </s>\n", "")
    wanted = "expected <s>, up to 14 known words, </s>; got"
    assert shell(file, "3 1 2") == (2, "", f"{wanted} ['3', '1', '2']\n")
    assert shell(file, "") == (2, "", f"{wanted} []\n")
    assert shell(file) == (2, "", f"{wanted} []\n")
