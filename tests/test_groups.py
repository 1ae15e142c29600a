"""Groups of words: merged, named and printed as tables, with the answers of the interpreter."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from printed import formatted
from random_programs import random_input, random_program

from transformer_programs.printer import emit
from transformer_programs.printer.file import MANY_WORDS
from transformer_programs.printer.groups import named_groups
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Mlp,
    Position,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import readable
from transformer_programs.verifier.pair import load_emitted

CLASSES = ("B-PER", "I-PER", "O")
# Values 0 and 4 say the same; 3 says nothing anywhere, and neither does an unknown word.
OWN = ((5, 0, -3), (0, 0, 4), (-1, 0, 2), (0, 0, 0), (5, 0, -3))
BEFORE = ((0, 6, 0), (0, 0, 0), (0, 0, 1), (0, 0, 0), (0, 6, 0))


def tagger(pooled: bool = False) -> Program:
    """A word variable of five values, copied from the word before."""
    lists = {0: ["Anna", "Tim"], 1: ["was", "is"], 2: ["1", "22"], 4: ["Eve"]}
    group_of = {word: value for value, words in lists.items() for word in words}
    words = ("<unk>", "<s>", "</s>", *group_of, *(f"rare{i}" for i in range(MANY_WORDS)))
    type = Categorical(tuple(range(5)))
    return Program(
        Vocabulary(words, unknown="<unk>", begin="<s>", end="</s>"),
        (
            Token(Variable("groups", type), tuple(group_of.get(word, 3) for word in words)),
            Position(Variable("positions", Number(0, None))),
            CategoricalHead(
                Variable("before", type), "positions", "positions", "groups", Compare("==", -1)
            ),
        ),
        Classifier(CLASSES, (Vote("groups", OWN), Vote("before", BEFORE)), pooled=pooled),
    )


def inputs(program: Program, count: int) -> list[list[str]]:
    rng = random.Random(0)
    words = [*program.vocabulary.symbols[:12], "never seen"]
    return [
        ["<s>", *rng.choices(words, k=rng.randrange(8)), "</s>"] for _ in range(count)
    ]  # fmt: skip


def test_a_group_of_one_sign_is_named_for_it() -> None:
    words = ("<unk>", ".", ",", "(", "a", "b")
    group = Token(Variable("group", Categorical((0, 1, 2, 3, 4))), (0, 1, 2, 3, 4, 4))
    rows = ((0, 0, 0), (2, 0, 0), (0, 3, 0), (0, 0, 4), (5, 5, 0))
    output = Classifier((".", ",", "("), (Vote("group", rows),))
    (step,) = named_groups(Program(Vocabulary(words, "<unk>"), (group,), output)).steps
    assert isinstance(step.out.type, Categorical)
    assert set(step.out.type.values) == {"other", "full_stop", "comma", "left", "a"}


def test_naming_again_changes_nothing() -> None:
    once = named_groups(tagger())
    assert named_groups(once) == once


@pytest.mark.parametrize("block", range(4))
def test_named_programs_answer_as_before(block: int) -> None:
    for seed in range(40 * block, 40 * block + 40):
        rng = random.Random(f"groups {seed}")
        program = random_program(rng, most_steps=rng.randint(2, 8))
        changed = named_groups(program)
        for _ in range(4):
            tokens = random_input(rng, program)
            assert changed(tokens) == program(tokens), seed


@pytest.mark.parametrize("pooled", [False, True])
def test_votes_of_groups_are_printed_as_a_table(pooled: bool, tmp_path: Path) -> None:
    program = tagger(pooled)
    code = emit(readable(program), name="tagger")
    (tmp_path / "tagger.py").write_text(code, encoding="utf-8")
    assert formatted(code) == code
    assert [line for line in code.split("\n") if line.startswith("per ")] == [
        "per   |     .     6     .|     5     .    -3| 3 Anna Tim Eve"
    ]
    (other,) = [line for line in code.split("\n") if line.startswith("other ")]
    assert [*other.replace("|", " ").split()][1:7] == ["."] * 6  # it has no votes
    run = load_emitted(tmp_path / "tagger.py")
    for tokens in inputs(program, 200):
        assert run(tokens) == program(tokens)


@pytest.mark.parametrize("pooled", [False, True])
def test_groups_that_come_together_have_a_list_of_their_own(pooled: bool, tmp_path: Path) -> None:
    program = tagger(pooled)
    cells = tuple(1 + (a + b) % 2 if 0 < a < 3 > b else 0 for a in range(5) for b in range(5))
    pair = Mlp(Variable("pair", Categorical((0, 1, 2))), ("before", "groups"), Table(cells))
    votes = Vote("pair", ((0, 0, 0), (-4, 2, 0), (0, 0, 7)))
    output = program.output
    assert isinstance(output, Classifier)
    program = replace(
        program,
        steps=(*program.steps, pair),
        output=replace(output, votes=(*output.votes, votes)),
    )
    code = emit(readable(program), name="tagger")
    (tmp_path / "tagger.py").write_text(code, encoding="utf-8")
    assert formatted(code) == code
    assert "was per, was digits, digits was: O 7" in code
    run = load_emitted(tmp_path / "tagger.py")
    for tokens in inputs(program, 200):
        assert run(tokens) == program(tokens)


@pytest.mark.parametrize("pooled", [False, True])
def test_votes_for_many_classes_are_printed_as_lists(pooled: bool, tmp_path: Path) -> None:
    rng, program = random.Random(0), tagger(pooled)
    classes = ('"', "''", "NN|SYM", ":", ",", "a=b", *(f"C-{i}" for i in range(34)))

    def votes(many: int) -> tuple[int, ...]:
        return tuple(rng.choice([3, -1]) if i < many else 0 for i in range(40))

    own, before = tuple(map(votes, (1, 4, 40, 0, 2))), tuple(map(votes, (40, 0, 2, 0, 1)))
    cast = (Vote("groups", own), Vote("before", before))
    program = replace(program, output=Classifier(classes, cast, pooled))
    code = emit(readable(program), name="tagger")
    (tmp_path / "tagger.py").write_text(code, encoding="utf-8")
    assert formatted(code) == code
    assert "= 2 Anna Tim" in code
    assert max(map(len, code.split("\n"))) <= 88
    run = load_emitted(tmp_path / "tagger.py")
    for tokens in inputs(program, 200):
        assert run(tokens) == program(tokens)
