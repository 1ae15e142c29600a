"""The command line, as a user sees it: what is printed, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from program_builder import HOSTILE_WORDS
from shell import Shell

import transformer_programs as tp
from transformer_programs.cli import VERBS, verb_of
from transformer_programs.shelf import SHELF, histogram
from transformer_programs.store import save

SHORT = replace(histogram.program, max_length=4)


@pytest.fixture
def tprog(tprog: Shell) -> Shell:
    """A shell in a folder with the programs of the shelf, and a short one with its run folder."""
    for name, example in SHELF.items():
        save(example.program, f"{name}.json")
    save(SHORT, "short.json")
    os.mkdir("run")
    save(SHORT, "run")
    return tprog


def echo(words: tuple[str, ...], file: str, unknown: str | None = None) -> None:
    """Save a program that answers every word with itself."""
    variable = tp.program.Variable("tokens", tp.program.Categorical(words))
    token = tp.program.Token(variable, tuple(range(len(words))))
    vocabulary = tp.Vocabulary(words, unknown)
    save(tp.Program(vocabulary, (token,), tp.program.Answer("tokens")), file)


# --- the command itself ---------------------------------------------------------------------------


def test_every_verb_is_listed_and_has_help_with_an_example(tprog: Shell) -> None:
    assert tprog() == 0
    listed = tprog.out
    for verb, sentence in VERBS.items():
        assert f" {verb} " in listed
        assert (verb_of(verb).__doc__ or "").startswith(sentence.rstrip(".")), verb
        assert tprog(verb, "--help") == 0
        assert f"Example: tprog {verb}" in tprog.out


def test_fault_of_ours_shows_no_traceback(tprog: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("oh")

    monkeypatch.delenv("TPROG_TRACEBACK", raising=False)
    monkeypatch.setattr("transformer_programs.cli.show.opened_program", broken)
    assert tprog("show", "short.json") == 70
    assert tprog.err.startswith("tprog: internal error: TypeError: oh")


def test_verbs_that_need_no_network_do_not_import_jax(tprog: Shell) -> None:
    code = (
        "import sys; sys.modules['jax'] = None; from transformer_programs.cli import main;"
        "main(['verify', 'short.json']); main(['show', 'short.json'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "equal on all 259 inputs" in done.stdout
    assert done.stderr == ""


# --- show -----------------------------------------------------------------------------------------


def test_hostile_words_are_shown_as_text(tprog: Shell) -> None:
    words = (*HOSTILE_WORDS, "\x1b]0;title\x07")
    echo(words, "hostile.json")
    assert tprog("show", "hostile.json") == 0
    assert "\x1b" not in tprog.out
    assert tprog("run", "hostile.json", json.dumps(words)) == 0
    assert "\x1b" not in tprog.out
    assert json.loads(tprog.out) == {"tokens": list(words), "labels": list(words)}
    assert "'\\x1bx'" in tprog.refused("run", "hostile.json", json.dumps(["\x1bx"]))


# --- run ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHELF)
def test_run_answers_the_shelf(name: str, tprog: Shell) -> None:
    for given, expected in SHELF[name].cases:
        assert tprog("run", f"{name}.json", given) == 0
        line = json.loads(tprog.out)
        assert line["tokens"] == given.split()
        assert line.get("label", " ".join(line.get("labels", []))) == expected


def test_run_reads_one_input_a_line(tprog: Shell) -> None:
    assert tprog("run", "run", stdin=b'a b a\n["<s>", "b"]\r\n<s>') == 0  # the mark may be left out
    assert [json.loads(line) for line in tprog.out.splitlines()] == [
        {"tokens": ["<s>", "a", "b", "a"], "labels": ["<s>", "2", "1", "2"]},
        {"tokens": ["<s>", "b"], "labels": ["<s>", "1"]},
        {"tokens": ["<s>"], "labels": ["<s>"]},
    ]


def test_brackets_may_be_words(tprog: Shell) -> None:
    echo(("[", "]", '["a"]'), "brackets.json")
    for text in ("[ ]", "[ [ ] ]", '["a"]'):
        assert tprog("run", "brackets.json", text) == 0
        assert json.loads(tprog.out)["tokens"] == text.split()
    assert tprog("run", "brackets.json", '["["]') == 0
    assert json.loads(tprog.out)["tokens"] == ["["]


def test_numbers_that_a_program_does_not_know_are_named(tprog: Shell) -> None:
    echo(("<unk>", "1", "2"), "numbers.json", "<unk>")
    assert tprog("run", "numbers.json", "1 9") == 0
    assert "numbers that this program does not know" in tprog.err
    assert tprog("run", "numbers.json", "1 x") == 0
    assert tprog.err == ""


# --- writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["emit", "view", "simplify"])
def test_no_verb_replaces_the_program_it_reads(verb: str, tprog: Shell, tmp_path: Path) -> None:
    for program, file in (("short.json", "short.json"), ("run", "run/program.json")):
        before = (tmp_path / file).read_text()
        assert "is an input of this command" in tprog.refused(verb, program, "-o", file)
        assert (tmp_path / file).read_text() == before


# --- verify ---------------------------------------------------------------------------------------


def test_verify_a_program_against_its_code(tprog: Shell) -> None:
    assert tprog("verify", "short.json") == 0
    assert tprog.out == "short.json and its code: equal on all 259 inputs (exhaustive)\n"


def test_verify_says_what_differs_and_exits_1(tprog: Shell) -> None:
    wrong = (*SHORT.steps[:2], replace(SHORT.steps[2], reach="before"))
    save(replace(SHORT, steps=wrong), "wrong.json")
    Path("short.py").write_text(tp.emit(SHORT, raw=True), encoding="utf-8")
    assert tprog("verify", "short.py", "wrong.json") == 1
    first, _, *rows = tprog.out.splitlines()
    assert first == ('short.py and wrong.json: differ on ["<s>", "a"]: position 1: "1" vs "0"')
    assert rows[-1].split() == ["output", '"1"', '"0"', "<-"]
    assert tprog.err == ""
