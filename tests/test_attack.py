"""A small fixed part of benchmarks/attack.py: damaged files are refused, or read as they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import attack
import attack_checks
import attack_files
from attack_oracles import Evaluator, Refused, data_rows, strict_json

from transformer_programs.shelf import SHELF
from transformer_programs.store import dumps

UNTRAINED = ("program", "data", "emitted", "inputs", "standard input", "ledger of an exp")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attack") / "base"
    folder.mkdir()
    attack_files.prepare(folder, None)
    return folder


@pytest.mark.parametrize("part", UNTRAINED)
def test_damaged_files_are_refused_or_read_as_they_are(base: Path, part: str) -> None:
    attacked = attack.Worker(base, seed=0, files=10**6, log=base.parent / "errors")
    names = [kind.name for kind in attack_files.KINDS]
    numbers = [n for n in range(2 * len(names)) if names[n % len(names)].startswith(part)]
    verdicts = [attacked(number) for number in numbers]
    assert [verdict for verdict in verdicts if verdict.finding] == []
    assert len(verdicts) >= 2


def test_hostile_options_are_refused_in_one_sentence(base: Path) -> None:
    attacked = attack.Worker(base, seed=0, files=0, log=base.parent / "errors")
    options = [n for n in range(40) if n % 18 < 8]  # no training
    assert [verdict for n in options if (verdict := attacked(n)).finding] == []


def test_what_is_wrong_is_found(base: Path) -> None:
    """The attack's own eyes: each kind of fault is called one."""
    assert attack._misbehaved(2, "tprog: one\ntprog: two\n", "run")
    assert attack._misbehaved(2, "tprog: " + "x" * 2000 + "\n", "run")
    assert attack._misbehaved(70, "tprog: internal error\n", "run")
    assert attack._misbehaved(1, "", "show")
    assert attack._misbehaved(2, "Traceback (most recent call last):\n", "run")
    assert not attack._misbehaved(2, "tprog: one\n", "run")
    case = attack_checks.Case("", "histogram.json", "", ["run", "histogram.json", "<s> a"])
    right = '{"tokens": ["<s>", "a"], "labels": ["<s>", "1"]}'
    for out, wrong in ((right, ""), (right.replace("1", "2"), "another answer")):
        ran = attack_checks.Ran(base, case, 0, out, "")
        assert attack_checks.check_program(ran) == wrong


@pytest.mark.parametrize("name", SHELF)
def test_the_evaluator_of_files_agrees_with_the_programs(name: str) -> None:
    example = SHELF[name]
    for tokens, answer in example.cases:
        found = Evaluator(strict_json(dumps(example.program)), tokens.split()).answer()
        assert (found if isinstance(found, str) else " ".join(found)) == answer


@pytest.mark.parametrize("name", attack_files.LABELLED_FILES)
def test_the_reader_of_data_is_strict_and_right(base: Path, tmp_path: Path, name: str) -> None:
    rows = data_rows(base / name)
    assert rows == data_rows(base / f"{name}.gz")
    assert len(rows) == len(attack_files.TAGGED if "tags" in name else attack_files.LABELLED)
    (tmp_path / name).write_bytes(b"\xff")
    with pytest.raises(Refused):
        data_rows(tmp_path / name)
