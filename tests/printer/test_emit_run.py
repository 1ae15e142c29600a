"""What a printed program runs on: its prelude, its embeddings, its check, its command line."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import pytest
from printed import (
    LETTERS,
    PLACE,
    assert_agrees,
    formatted,
    program_of,
    raw,
)

from transformer_programs.meaning.interpret import InputError, evaluate
from transformer_programs.printer import as_module
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Classifier,
    Compare,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    Reach,
    Step,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import SHELF

# --- the prelude ----------------------------------------------------------------------------------


def in_reach(i: int, length: int, reach: Reach) -> range:
    starts: dict[Reach, range] = {"all": range(length), "before": range(i), "upto": range(i + 1)}
    return starts.get(reach, range(i + 1, length))


def direct(i: int, matches: list[int], choose: Choose) -> int:
    """Rule 2 as a formula: the nearest, left before right, oneself last; else position 0."""
    if choose != "nearest":
        return ([*matches, 0] if choose == "first" else [0, *matches])[
            0 if choose == "first" else -1
        ]
    others = [j for j in matches if j != i]
    distance = min((abs(i - j) for j in others), default=0)
    if distance:
        return i - distance if i - distance in others else i + distance
    return i if i in matches else 0


@pytest.mark.parametrize("choose", ["nearest", "first", "last"])
@pytest.mark.parametrize("reach", ["all", "before", "upto", "after", "mixed"])
def test_every_tie_goes_where_the_rule_says(reach: Any, choose: Choose) -> None:
    own: Reach = "after" if reach == "mixed" else reach
    head = CategoricalHead(
        Variable("copy", PLACE), "positions", "positions", "positions", Is(0), own, choose
    )
    other = replace(head, out=Variable("other", PLACE), reach="all")
    module = as_module(raw(program_of(*([head, other] if reach == "mixed" else [head]))))
    longest = 8 if choose == "nearest" and reach == "all" else 6
    for length in range(1, longest + 1):
        everywhere = list(range(length))
        for found in chain.from_iterable(combinations(everywhere, r) for r in range(length + 1)):
            matching = module.select(everywhere, everywhere, lambda q, k, f=found: k in f, own)
            chosen = module.aggregate(matching, everywhere, choose)
            for i in everywhere:
                matches = [j for j in found if j in in_reach(i, length, own)]
                assert chosen[i] == direct(i, matches, choose), (i, found)


@pytest.mark.parametrize("reach", ["all", "before", "upto", "after"])
def test_a_count_is_over_all_matches_in_reach(reach: Reach) -> None:
    count = NumericalHead(
        Variable("count", Number(0, 8)), "tokens", "tokens", "ones", Compare("=="), reach
    )
    run = as_module(raw(program_of(count))).run
    tokens = list("abbab")
    expected = [str(sum(tokens[j] == tokens[i] for j in in_reach(i, 5, reach))) for i in range(5)]
    assert run(tokens) == expected


# --- learned embeddings ---------------------------------------------------------------------------


def embedded(*extra: Step, output: Any) -> Program:
    """Two embeddings of the same type that group the words differently."""
    type = Categorical((0, 1, 2, 3))
    var0 = Token(Variable("var0_embeddings", type), (1, 1, 3, 3))
    var1 = Token(Variable("var1_embeddings", type), (3, 1, 1, 3))
    return Program(Vocabulary(LETTERS), (var0, var1, *extra), output, 8)


def test_embeddings_that_are_counted_or_answered_are_written_as_named() -> None:
    type = Categorical((0, 1, 2, 3))
    total = Mlp(
        Variable("total", Number(0, 6)), ("var0_embeddings", "var1_embeddings"), Formula("+")
    )
    mixed = CategoricalHead(
        Variable("mixed", type),
        "var0_embeddings",
        "var1_embeddings",
        "var0_embeddings",
        Compare("=="),
    )
    for program in (
        embedded(total, output=Answer("total")),
        embedded(mixed, output=Classifier(("x",), ())),
        embedded(output=Answer("var0_embeddings")),
    ):
        code = raw(program)
        assert_agrees(program, as_module(code), list("abcd"))


# --- run, check, command line ---------------------------------------------------------------------

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


def test_nothing_happens_on_import(capsys: pytest.CaptureFixture[str]) -> None:
    for example in SHELF.values():
        as_module(raw(example.program))
    assert capsys.readouterr() == ("", "")


def test_a_title_cannot_break_out() -> None:
    for name in ('"""', "\\", 'x"""\nimport os', "a\nb", "é" * 200):
        code = raw(MARKED, name=name)
        assert formatted(code) == code
        assert as_module(code).run(["<s>", "a", "</s>"]) == ["<s>", "a", "</s>"]
