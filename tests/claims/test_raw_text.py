"""A raw text has the same words and the same label wherever a program reads it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from browser import Watched, answers, run_input
from shell import Shell, write_rows

import transformer_programs as tp
from transformer_programs.estimator import TransformerProgramClassifier
from transformer_programs.meaning.words import text_input
from transformer_programs.printer import as_module
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Classifier, Token, Variable, Vote
from transformer_programs.program.values import Categorical
from transformer_programs.store import StoreError
from transformer_programs.view import page

PLACES = ["office", "river", "garden", "station", "market", "school", "bridge", "tower"]
TEXTS = [
    (text.format(place), label)
    for place in PLACES
    for text, label in (
        ("It's free!Call the {} now.", "spam"),
        ("Win a prize,free... at the {}!!", "spam"),
        ("Isn't the {} closed today?", "ham"),
        ("See you at the {}, I'll be late.", "ham"),
    )
]
# Only the tokenizer finds the words that tell the labels apart.
RAW = [
    *("free!!!", "Isn't it late?", "A prize,a prize,call...", "you're late;closed.", "(call)"),
    *("I'll be late", '"free"', "today?today?", "free", "Call:win"),
]


def write_texts(path: Path, rows: list[tuple[str, str]]) -> None:
    write_rows(path, [{"text": text, "label": label} for text, label in rows])


def text_program(max_length: int | None = None, **settings: str | None) -> Program:
    """Counts "free" and "call" against "n't" and "late"; its tokenizer is the plain one."""
    words = ("<unk>", "<s>", "</s>", "free", "call", "n't", "late", "#")
    group = Variable("group", Categorical(("other", "spam", "ham")))
    votes = Vote("group", ((0, 0), (1, 3), (2, 0)))
    vocabulary = Vocabulary(words, "<unk>", "<s>", "</s>", **{"tokenizer": "plain"} | settings)  # type: ignore[arg-type]
    token = Token(group, (0, 0, 0, 1, 1, 2, 2, 1))
    output = Classifier(("ham", "spam"), (votes,), pooled=True)
    return Program(vocabulary, (token,), output, max_length)


def labels_by_run(tprog: Shell, program: str, texts: list[str]) -> list[str]:
    assert tprog("run", program, stdin="".join(f"{text}\n" for text in texts).encode()) == 0
    return [json.loads(line)["label"] for line in tprog.out.splitlines()]


def test_one_raw_file_has_the_same_labels_everywhere(
    tprog: Shell, tmp_path: Path, watched: Watched
) -> None:
    write_texts(tmp_path / "train.jsonl", TEXTS)
    assert tprog("train", "train.jsonl") == 0
    given = labels_by_run(tprog, "runs/train", RAW)
    assert set(given) == {"ham", "spam"}
    assert tprog("emit", "runs/train", "-o", "spam.py") == 0
    for text, label in zip(RAW, given, strict=True):
        done = subprocess.run([sys.executable, "spam.py", text], capture_output=True, text=True)
        assert (done.stdout, done.stderr) == (f"{label}\n", "")
    # `evaluate` is right on every text if its labels are those of `run`.
    write_texts(tmp_path / "raw.jsonl", list(zip(RAW, given, strict=True)))
    alone = (tmp_path / "runs/train/program.json").rename(tmp_path / "alone.json")
    assert tprog("evaluate", alone.name, "--data", "raw.jsonl") == 0
    assert f"100.00% of {len(RAW)} correct" in tprog.out
    tab = watched.open(page(tp.load(alone)), tmp_path)
    shown = []
    for text in RAW:
        run_input(tab, text)
        shown += answers(tab)
    assert shown == given


def test_an_estimator_answers_as_its_program_does(tprog: Shell, tmp_path: Path) -> None:
    model = TransformerProgramClassifier(learner="readable").fit(*zip(*TEXTS, strict=True))
    texts = [*RAW, "late " + "word " * 300 + "free call prize free", "word " * 300 + "free!!!"]
    tp.save(model.program_, tmp_path / "model.json")
    by_run = labels_by_run(tprog, "model.json", texts)
    assert model.predict(texts).tolist() == by_run
    assert [model.program_(text) for text in texts] == by_run


def test_the_tokenizer_is_in_the_program_file(tmp_path: Path) -> None:
    for program in (text_program(), text_program(digits="#"), text_program(tokenizer=None)):
        file = tmp_path / "program.json"
        tp.save(program, file)
        assert tp.load(file) == program
        assert ("tokenizer" in file.read_text()) == (program.vocabulary.tokenizer is not None)
    document = json.loads(file.read_text())
    document["vocabulary"]["tokenizer"] = "mine"
    file.write_text(json.dumps(document))
    with pytest.raises(StoreError, match="tokenizer: expected one of plain"):
        tp.load(file)


SPLIT = [
    *("It's 19.99, isn't it?", "U.S.A. and e-mail a.b", "CAN'T won't n't 'LL 'ſ x'ſ"),
    "a_b 3,000:1",
    *("é é ½ ² Ⅷ. Ⅷ.x ٣٤,٥", "日本語 で。", "👩‍👩‍👧 ok", "a\x1cb\x85c d﻿e f", "<s> a </s>"),
]


def random_texts(count: int) -> list[str]:
    rng = random.Random(3)
    signs = [*"aZn'tsS._-,:;! 09\t\x1f\x85﻿½²ⅧſKéñ٣日👩‍", "n't", "'ll", "'S", "U.S."]
    return ["".join(rng.choices(signs, k=rng.randint(1, 12))) for _ in range(count)]


@pytest.mark.parametrize(
    "settings", [{}, {"digits": "#"}, {"tokenizer": None, "digits": "#"}, {"tokenizer": "chars"}]
)
def test_file_and_page_split_any_text_as_python_does(
    settings: dict[str, str | None], watched: Watched, tmp_path: Path
) -> None:
    program = text_program(**settings)
    module = as_module(tp.emit(program))
    tab = watched.open(page(program), tmp_path)
    # One text per character that browser and Python both know; then many of several.
    known = [chr(code) for code in range(0x3000) if chr(code).isprintable() or code < 0x100]
    texts = [*SPLIT, *random_texts(1500), *(f"a{char}b 1{char}2 n't{char}" for char in known)]
    texts = [text for text in texts if text_input(text, program)]
    split = tab.evaluate("(texts) => texts.map(window.transformerProgram.splitWords)", texts)
    for text, shown in zip(texts, split, strict=True):
        wanted = text_input(text, program)
        assert module.tokenize(text) == wanted
        assert shown == wanted, repr(text)
    label = "ham" if settings.get("tokenizer") == "chars" else "spam"  # no character is a word
    assert module.run("Free? free, call") == program("Free? free, call") == label


def test_words_without_a_tokenizer_are_split_at_spaces_and_a_text_is_refused() -> None:
    program = text_program(tokenizer=None)
    assert "import re" not in tp.emit(program)
    for run in (program, as_module(tp.emit(program)).run):
        with pytest.raises(ValueError, match=r"expected <s>|list of words"):
            run("free")


def test_a_long_text_is_cut_the_same_everywhere_and_it_is_said_once(
    tprog: Shell, watched: Watched, tmp_path: Path
) -> None:
    program = text_program(max_length=6)  # four words and two marks
    texts = ["late a b c free free", "a b c free late late", "free"]
    wanted = ["ham", "spam", "spam"]
    tp.save(program, tmp_path / "p.json")
    assert labels_by_run(tprog, "p.json", texts) == wanted
    assert tprog.err.count("reads the first 4 words of a text; a longer one was cut") == 1
    module = as_module(tp.emit(program))
    assert [module.run(text) for text in texts] == wanted
    assert "first 4 words" in tp.emit(program)
    write_texts(tmp_path / "raw.jsonl", list(zip(texts, wanted, strict=True)))
    assert tprog("evaluate", "p.json", "--data", "raw.jsonl") == 0
    assert "100.00% of 3 correct" in tprog.out
    assert "2 of 3 texts were cut" in tprog.err
    tab = watched.open(page(program), tmp_path)
    assert "longer texts are cut" in tab.inner_text("#facts")
    for text, label in zip(texts, wanted, strict=True):
        run_input(tab, text)
        assert answers(tab) == [label]


def test_training_says_that_long_texts_are_cut(tprog: Shell, tmp_path: Path) -> None:
    long = [(text + " and so on" * 100, label) for text, label in TEXTS[:3]]
    write_texts(tmp_path / "train.jsonl", [*TEXTS, *long])
    assert tprog("train", "train.jsonl") == 0
    assert tprog.err.count("3 texts are longer than 254 words: cut there") == 1
    model = TransformerProgramClassifier(learner="search", seconds=1)
    with pytest.warns(UserWarning, match="3 texts are longer than 62 words: cut there"):
        model.fit(*zip(*TEXTS, *long, strict=True))
