"""The command line, as a user sees it: what is printed, and the exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from program_builder import HOSTILE_WORDS
from shell import Shell

import transformer_programs as tp
from transformer_programs.cli import VERBS, verb_of
from transformer_programs.printer import emit
from transformer_programs.shelf import SHELF, dyck2, histogram, places, reverse, sentiment
from transformer_programs.store import dumps, save

SHORT = replace(histogram.program, max_length=4)


@pytest.fixture
def tprog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name, example in SHELF.items():
        save(example.program, f"{name}.json")
    save(SHORT, "short.json")
    os.mkdir("run")
    save(SHORT, "run")
    return Shell(capsys, monkeypatch)


# --- the command itself ---------------------------------------------------------------------------


def test_version(tprog: Shell) -> None:
    assert tprog("--version") == 0
    assert tprog.out.startswith("tprog 0.")


def test_every_verb_is_listed_and_has_help_with_an_example(tprog: Shell) -> None:
    assert tprog() == 0
    listed = tprog.out
    for verb, sentence in VERBS.items():
        assert f" {verb} " in listed
        assert (verb_of(verb).__doc__ or "").startswith(sentence.rstrip(".")), verb
        assert tprog(verb, "--help") == 0
        assert f"Example: tprog {verb}" in tprog.out


def test_wrong_usage_is_one_sentence(tprog: Shell) -> None:
    assert "no such command 'shw'" in tprog.refused("shw")
    assert tprog.refused("show") == "missing argument 'PROGRAM' (see 'tprog show --help')"
    assert "works only for a run folder" in tprog.refused("show", "short.json", "--index", "1")
    assert "(see 'tprog trace --help')" in tprog.refused("trace", "short.json", "a", "--why")
    for option, value in (("--seeds", "two"), ("--seeds", "-1"), ("--learner", "foo")):
        refusal = tprog.refused("train", "sort", option, value)
        assert {option, value} <= set(refusal.replace("'", " ").replace(":", " ").split())
        assert not any(word in refusal for word in ("Input", "Value error"))


def test_simplify_counts_the_lines_that_show_prints(tprog: Shell) -> None:
    assert tprog("show", "reverse.json", "--code", "--votes") == 0
    lines = tprog.out.count("\n")
    assert tprog("simplify", "reverse.json", "--exact", "--out", "once.json", "--no-code") == 0
    assert f"(before: {lines} lines" in tprog.out or "nothing could be removed" in tprog.out
    assert tprog("simplify", "once.json", "--exact", "--out", "twice.json", "--no-code") == 0
    assert "nothing could be removed" in tprog.out
    assert "before" not in tprog.out


def test_broken_files_are_one_sentence(tprog: Shell, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text(dumps(SHORT)[:200])
    (tmp_path / "other.json").write_text("[1]")
    assert tprog.refused("show", "absent.json") == "absent.json: no such file or directory"
    assert "cut.json: the JSON ends too early" in tprog.refused("show", "cut.json")
    assert "other.json: expected a file with" in tprog.refused("run", "other.json", "a")
    assert "holds no program.json" in tprog.refused("emit", ".")
    assert "absent.py: no such file" in tprog.refused("verify", "short.json", "absent.py")


def test_fault_of_ours_shows_no_traceback(tprog: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("oh")

    monkeypatch.delenv("TPROG_TRACEBACK", raising=False)
    monkeypatch.setattr("transformer_programs.cli.program_argument.program_of", broken)
    assert tprog("show", "short.json") == 70
    assert tprog.err.startswith("tprog: internal error: TypeError: oh")


def test_closed_pipe_is_quiet(tprog: Shell, tmp_path: Path) -> None:
    code = "from transformer_programs.cli import main; exit(main())"
    (tmp_path / "in.txt").write_text("<s> a b\n" * 20_000)
    with (
        open(tmp_path / "in.txt") as lines,
        subprocess.Popen(
            [sys.executable, "-c", code, "run", "short.json"],
            stdin=lines,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["labels"] == ["<s>", "1", "1"]
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGPIPE


def test_verbs_do_not_import_jax(tprog: Shell) -> None:
    code = (
        "import sys; sys.modules['jax'] = None; from transformer_programs.cli import main;"
        "main(['verify', 'short.json']); main(['show', 'short.json'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "equal on all 259 inputs" in done.stdout
    assert done.stderr == ""


# --- show -----------------------------------------------------------------------------------------


def test_show_names_every_variable(tprog: Shell) -> None:
    for name, example in SHELF.items():
        assert tprog("show", f"{name}.json") == 0
        for step in example.program.steps:
            assert step.out.name in tprog.out


def test_show_code_is_the_emitted_file(tprog: Shell) -> None:
    assert tprog("show", "reverse.json", "--code") == 0
    assert tprog.out == emit(reverse.program, name="reverse")
    tprog("show", "dyck2.json", "--code", "--raw")
    assert tprog.out == emit(dyck2.program, name="dyck2", raw=True)


def test_hostile_words_are_shown_as_text(tprog: Shell) -> None:
    words = (*HOSTILE_WORDS, "\x1b]0;title\x07")
    token = tp.program.Token(
        tp.program.Variable("tokens", tp.program.Categorical(words)), tuple(range(len(words)))
    )
    save(tp.Program(tp.Vocabulary(words), (token,), tp.program.Answer("tokens")), "hostile.json")
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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"<s> x", "line 2: the word 'x' at position 1 is not in the vocabulary"),
        (b"", "line 2: the input is empty: a program needs at least one word"),
        (b"<s> \xff", "line 2, column 5: expected UTF-8 text, got the byte 0xFF"),
    ],
)
def test_bad_line_is_named(line: bytes, says: str, tprog: Shell) -> None:
    assert tprog.refused("run", "short.json", stdin=b"<s> a\n" + line + b"\n<s>\n").startswith(says)
    assert json.loads(tprog.out)["labels"] == ["<s>", "1"]


def test_brackets_may_be_words(tprog: Shell) -> None:
    words = ("[", "]", '["a"]')
    token = tp.program.Token(
        tp.program.Variable("tokens", tp.program.Categorical(words)), (0, 1, 2)
    )
    save(tp.Program(tp.Vocabulary(words), (token,), tp.program.Answer("tokens")), "brackets.json")
    for text in ("[ ]", "[ [ ] ]", '["a"]'):
        assert tprog("run", "brackets.json", text) == 0
        assert json.loads(tprog.out)["tokens"] == text.split()
    assert tprog("run", "brackets.json", '["["]') == 0
    assert json.loads(tprog.out)["tokens"] == ["["]


# --- emit -----------------------------------------------------------------------------------------


def test_emit_prints_or_writes_the_same_code(tprog: Shell, tmp_path: Path) -> None:
    assert tprog("emit", "dyck2.json") == 0
    code = tprog.out
    assert code == emit(dyck2.program, name="dyck2")
    assert tprog("emit", "dyck2.json", "--raw", "-o", "raw.py") == 0
    assert (tmp_path / "raw.py").read_text() == emit(dyck2.program, name="raw", raw=True)
    assert tprog("emit", "dyck2.json", "-o", "dyck2.py") == 0
    assert (tmp_path / "dyck2.py").read_text() == code
    assert tprog("emit", "run", "-o", ".") == 0
    assert (tmp_path / "run.py").exists()


def test_emitted_file_runs_by_itself(tprog: Shell, tmp_path: Path) -> None:
    tprog("emit", "places.json", "-o", "places.py")
    given, expected = places.cases[0]
    command = [sys.executable, "-I", str(tmp_path / "places.py"), given]
    assert subprocess.run(command, capture_output=True, text=True).stdout.strip() == expected


def test_emit_writes_into_a_pipe_and_nothing_else(tprog: Shell) -> None:
    reader, writer = os.pipe()
    assert tprog("emit", "dyck2.json", "-o", f"/dev/fd/{writer}") == 0
    os.close(writer)
    with open(reader) as stream:
        assert stream.read() == emit(dyck2.program, name=str(writer))
    assert tprog.out == ""


@pytest.mark.parametrize("verb", ["emit", "view", "simplify"])
def test_no_verb_replaces_the_program_it_reads(verb: str, tprog: Shell, tmp_path: Path) -> None:
    for program, file in (("short.json", "short.json"), ("run", "run/program.json")):
        before = (tmp_path / file).read_text()
        assert "is an input of this command" in tprog.refused(verb, program, "-o", file)
        assert (tmp_path / file).read_text() == before


def test_emit_puts_many_words_into_one_file(tprog: Shell, tmp_path: Path) -> None:
    words = tuple(f"w{i}" for i in range(600))
    kind = tp.program.Variable("kind", tp.program.Categorical(("even", "odd")))
    token = tp.program.Token(kind, tuple(i % 2 for i in range(600)))
    save(tp.Program(tp.Vocabulary(words), (token,), tp.program.Answer("kind"), 3), "many.json")
    assert tprog("emit", "many.json", "-o", "many.py") == 0
    assert {file.name for file in tmp_path.glob("many*")} == {"many.json", "many.py"}
    assert tprog("verify", "many.json", "many.py", "--samples", "100") == 0
    assert tprog("verify", "many.json", "--samples", "100") == 0


# --- verify ---------------------------------------------------------------------------------------


def test_verify_a_program_against_its_code(tprog: Shell) -> None:
    assert tprog("verify", "short.json") == 0
    assert tprog.out == "short.json and its code: equal on all 259 inputs (exhaustive)\n"


def test_verify_says_what_differs_and_exits_1(tprog: Shell) -> None:
    wrong = (*SHORT.steps[:2], replace(SHORT.steps[2], reach="before"))
    save(replace(SHORT, steps=wrong), "wrong.json")
    tprog("emit", "short.json", "--raw", "-o", "short.py")
    assert tprog("verify", "short.py", "wrong.json") == 1
    first, _, *rows = tprog.out.splitlines()
    assert first == ('short.py and wrong.json: differ on ["<s>", "a"]: position 1: "1" vs "0"')
    assert rows[-1].split() == ["output", '"1"', '"0"', "<-"]
    assert tprog.err == ""


def test_verify_options_are_used(tprog: Shell, tmp_path: Path) -> None:
    assert tprog("verify", "short.json", "--limit", "10", "--samples", "50", "--seed", "3") == 0
    assert "(sampled)" in tprog.out
    (tmp_path / "in.txt").write_text("<s> a\n<s> b b\n")
    assert tprog("verify", "short.json", "--inputs", "in.txt") == 0
    assert "equal on all 2 inputs (exhaustive: the inputs given)" in tprog.out
    tprog("emit", "short.json", "-o", "short.py")
    assert tprog("verify", "short.py", "short.py", "--inputs", "in.txt") == 0
    (tmp_path / "in.txt").write_text("<s> a\n<s> x\n")
    assert "in.txt: line 2: the word 'x'" in tprog.refused(
        "verify", "short.json", "--inputs", "in.txt"
    )


def test_verify_refuses_what_cannot_be_compared(tprog: Shell, tmp_path: Path) -> None:
    tprog("emit", "short.json", "-o", "short.py")
    (tmp_path / "not.py").write_text("import nothing_of_that_name\n")
    assert "expected a second program" in tprog.refused("verify", "short.py")
    assert "--inputs FILE" in tprog.refused("verify", "short.py", "short.py")
    assert tprog("verify", "short.json", "reverse.json") == 1  # only one takes the word
    assert "not.py: the file cannot be loaded" in tprog.refused("verify", "short.json", "not.py")
    assert sentiment.program.max_length is None
    assert "other at each" in tprog.refused("verify", "sentiment.json", "short.json")
