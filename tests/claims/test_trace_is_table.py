"""An explanation has the rows of the printed table, with their numbers."""

from __future__ import annotations

import random
from pathlib import Path
from types import ModuleType

import pytest
from browser import Watched, run_input
from shell import Shell

import transformer_programs as tp
from transformer_programs.estimator import TransformerProgramClassifier
from transformer_programs.printer import as_module
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Classifier, One, Token, Variable, Vote
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import readable
from transformer_programs.view import page

UNKNOWN = "Mañana compramos pan"
STAND_INS = ("<Xx>", "<xx~an>", "<xx>")


def many_groups(seed: int, unknown: tuple[int, int], stand_ins: tuple[str, ...] = ()) -> Program:
    """Twelve groups that vote; `unknown` are the votes of the unknown word."""
    rng = random.Random(seed)
    words = ("<unk>", "<s>", "</s>", *stand_ins, *(f"w{i}" for i in range(36)))
    names = tuple(f"g{i}" for i in range(12))
    votes = (unknown, *((rng.randint(0, 9), rng.randint(0, 9)) for _ in names[1:]))
    groups = [0, 1, 2, *(rng.randrange(3, 12) for _ in words[3:])]
    token = Token(Variable("group", Categorical(names)), tuple(groups))
    vocabulary = Vocabulary(words, "<unk>", "<s>", "</s>", "plain")
    output = Classifier(("ham", "spam"), (Vote("group", votes),), pooled=True)
    return Program(vocabulary, (token,), output)


def printed_votes(module: ModuleType, group: str, label: str) -> int:
    """What the printed table says, as the printed file reads it."""
    row = module.VOTES[group]
    return int(row.get(label, 0) if isinstance(row, dict) else row[module.CLASSES.index(label)])


def check_rows(program: Program, text: str) -> None:
    """Each row is one of the printed table, and all of them together are the score."""
    module = as_module(tp.emit(program))
    why = tp.trace(program, text).why()
    assert module.run(text) == why.label
    for row in why.rows:
        assert row.votes == printed_votes(module, str(row.value), why.label)
        assert row.against == printed_votes(module, str(row.value), str(why.rival))
    assert why.always == (0, 0)
    assert sum(row.votes for row in why.rows) == why.score
    assert sum(row.against for row in why.rows) == why.rival_score
    explained = {row.position for row in why.rows}
    unlisted = {i for i, w in enumerate(why.trace.tokens) if w not in program.vocabulary.words}
    assert unlisted <= explained


@pytest.mark.parametrize("unknown", [(0, 0), (0, 3), (4, 1)])
@pytest.mark.parametrize("stand_ins", [(), STAND_INS])
def test_every_row_is_a_row_of_the_printed_table(
    unknown: tuple[int, int], stand_ins: tuple[str, ...]
) -> None:
    for seed in range(4):
        program = readable(many_groups(seed, unknown, stand_ins))
        rng = random.Random(seed)
        words = [*rng.choices(program.vocabulary.words[3:], k=6), "Nunca", "pan"]
        rng.shuffle(words)
        check_rows(program, " ".join(words))
        check_rows(program, UNKNOWN)


def test_the_program_that_is_learned_is_the_one_that_is_printed() -> None:
    labels = ["late", "free", "lost", "broken"]
    texts = [f"my {label} {thing} number {n}" for label in labels for thing in "abc" for n in "12"]
    model = TransformerProgramClassifier(learner="readable").fit(
        texts, [t.split()[1] for t in texts]
    )
    for text in (texts[0], "free late free", UNKNOWN):
        check_rows(model.program_, text)


def test_the_group_of_unknown_words_is_printed_with_its_votes() -> None:
    for unknown, shown in (((0, 0), 0), ((0, 3), 3)):
        program = readable(many_groups(1, unknown))
        module = as_module(tp.emit(program))
        (group,) = {str(row.value) for row in tp.trace(program, UNKNOWN).why().rows[2:]} or {"?"}
        assert printed_votes(module, group, "spam") == shown


def test_a_sentence_of_unknown_words_is_explained_by_them(tprog: Shell, tmp_path: Path) -> None:
    tp.save(many_groups(1, (0, 4), ("<xx~an>",)), tmp_path / "p.json")
    assert tprog("trace", "p.json", UNKNOWN) == 0
    assert "constant votes" not in tprog.out
    assert '"Mañana", an unknown word: group = ' in tprog.out
    assert '"pan", an unknown word in small letters ending in -an: group = ' in tprog.out


def test_only_constants_are_constant_votes(watched: Watched, tmp_path: Path) -> None:
    plain = many_groups(1, (0, 0))
    assert isinstance(plain.output, Classifier)
    votes = (*plain.output.votes, Vote("one", ((2, 0),)))
    one = One(Variable("one", Number(1, 1)))
    output = Classifier(plain.output.classes, votes, pooled=True)
    program = Program(plain.vocabulary, (*plain.steps, one), output)
    why = tp.trace(program, "w1 w2").why()
    sign = 1 if why.label == "ham" else 0
    assert why.always == ((8, 0) if sign else (0, 8))  # two for each of four words
    tab = watched.open(page(program), tmp_path)
    run_input(tab, "w1 zzz w2")
    rows = tab.locator("table#why tr").all_inner_texts()
    assert sum("constant votes" in row for row in rows) == 1
    assert sum('"zzz"' in row or "zzz, an unknown word" in row for row in rows) == 1
    assert sum("<s>" in row for row in rows) == 1
