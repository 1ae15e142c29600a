"""No option is ignored, and what cannot be is refused before any work is done or announced."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.shelf import induction, reverse


@pytest.fixture
def tprog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    tp.save(reverse.program, "reverse.json")
    return Shell(capsys, monkeypatch)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--budget 0", "--budget: works only with --task, or for a run folder"),
        ("--exact --budget 1%", "--budget: cannot be combined with --exact"),
        ("--exact --task reverse", "--task: cannot be combined with --exact"),
    ],
)
def test_simplify_refuses_options_that_would_do_nothing(
    tprog: Shell, options: str, sentence: str
) -> None:
    assert tprog.refused("simplify", "reverse.json", *options.split()) == sentence
    assert not Path("reverse_simplified.json").exists()


def test_a_score_is_not_called_a_proof(tprog: Shell) -> None:
    tp.save(induction.program, "induction.json")
    assert tprog("simplify", "induction.json", "--no-code") == 0
    assert "chain: simplified: same answer on every input, by rules (1 change)\n" in tprog.out
    assert tprog("simplify", "induction.json", "--task", "induction", "--no-code") == 0
    pruned = "same answers at every scored position of all 66,880 inputs of induction (exhaustive)"
    assert f"       pruned: {pruned}\n" in tprog.out
    assert "proof" not in tprog.out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("train --set layres=2", "there is no setting 'layres'"),
        ("train --set cardinality=2", "cardinality: expected at least 8 for 7 words"),
        ("train --set word_start=labels", "word_variables: expected at least"),
        (
            "train --set unknown_rate=0.5",
            "unknown_rate, word_dropout: expected 0 for a task with no",
        ),
        ("compare --set layres=2", "there is no setting 'layres'"),
        ("compare --set standard.heads=7", "heads: expected a divisor of width"),
        ("compare --set cardinality=2", "cardinality: expected at least 8 for 7 words"),
    ],
)
def test_settings_are_refused_before_it_is_said_what_will_be_done(
    tprog: Shell, options: str, sentence: str
) -> None:
    verb, *rest = options.split()
    assert tprog.refused(verb, "sort", *rest).startswith(sentence)
    assert tprog.out == ""
    assert not Path("runs").exists()


def test_vectors_without_variables_of_words_are_refused(tprog: Shell) -> None:
    Path("vectors.txt").write_text("1 0.5 0.5\n2 0.1 0.9\n", encoding="utf-8")
    assert tprog("train", "sort", "--vectors", "vectors.txt") == 2
    assert "--vectors: works only with --set word_variables=N" in tprog.err
