"""Programs in files: what is saved is what is loaded; what is broken is refused with a sentence."""

from __future__ import annotations

import json
import os
import random
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_programs import random_program

from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.program import digest
from transformer_programs.program.steps import Classifier, Token, Variable, Vote
from transformer_programs.program.values import Categorical
from transformer_programs.shelf import SHELF, dyck2, histogram, places
from transformer_programs.store import StoreError, dumps, load, loads, save


def echo(words: tuple[str, ...]) -> Program:
    """Answers every word with itself, and names each word in every place that holds names."""
    token = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    votes = tuple(tuple(int(i == j) for j in range(len(words))) for i in range(len(words)))
    output = Classifier(words, (Vote("tokens", votes),))
    return Program(Vocabulary(words, unknown=words[-1]), (token,), output)


# --- round trips ----------------------------------------------------------------------------------


def test_programs_survive_the_file(tmp_path: Path) -> None:
    for example in SHELF.values():
        assert load(save(example.program, tmp_path / "p.json")) == example.program
    assert save(histogram.program, tmp_path) == tmp_path / "program.json"  # of a run folder
    assert load(tmp_path) == histogram.program
    (tmp_path / "p.json").write_bytes(b"\xef\xbb\xbf" + dumps(dyck2.program).encode())
    assert load(tmp_path / "p.json") == dyck2.program  # a byte order mark is read over


def test_hundreds_of_random_programs_survive() -> None:
    rng = random.Random(7)
    for _ in range(300):
        program = random_program(rng)
        text = dumps(program)
        again = loads(text)
        assert again == program
        assert dumps(again) == text


@given(st.lists(st.text(), min_size=1, max_size=6, unique=True))
def test_any_words_survive(words: list[str]) -> None:
    program = echo(tuple(words))
    text = dumps(program)
    assert loads(text) == program
    assert len(text.splitlines()) == text.count("\n")  # no word breaks a line


def test_a_word_that_utf_8_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not valid JSON"):
        save(echo(("\ud800",)), tmp_path / "p.json")
    assert not list(tmp_path.iterdir())


def test_one_changed_cell_is_one_changed_line_and_another_digest() -> None:
    text = dumps(dyck2.program)
    changed = json.loads(text)
    turned = json.dumps(dict(reversed(changed.items())), indent=1)
    assert digest(loads(turned)) == digest(dyck2.program)
    changed["steps"][2]["predicate"]["accepts"][0] = [11]
    other = loads(json.dumps(changed))
    pairs = list(zip(text.splitlines(), dumps(other).splitlines(), strict=True))
    assert [(a.strip(), b.strip()) for a, b in pairs if a != b] == [("[12],", "[11],")]
    assert digest(other) != digest(dyck2.program)


# --- refusals -------------------------------------------------------------------------------------


def refusal(text: str | bytes, folder: Path) -> str:
    file = folder / "broken.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    with pytest.raises(StoreError) as error:
        load(file)
    sentence = str(error.value)
    assert "\n" not in sentence
    assert sentence.startswith((f"{file}: ", f"{file}, "))
    return sentence[len(str(file)) + 2 :]


def test_broken_field_is_named(tmp_path: Path) -> None:
    document = json.loads(dumps(dyck2.program))
    document["steps"][2]["predicate"]["accepts"][4] = 3
    said = refusal(json.dumps(document), tmp_path)
    assert said == "steps, 2, predicate, accepts, 4: expected `array`, got `int`"
    document["steps"][2]["predicate"]["accepts"][4] = [99]
    said = refusal(json.dumps(document), tmp_path)
    assert "step 2 (attn_0_0_outputs), predicate, row 4: expected ascending values" in said


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    text = dumps(histogram.program)
    for end in range(0, len(text) - 2, 7):
        refusal(text[:end], tmp_path)


@given(st.randoms(use_true_random=False), st.sampled_from(["x", 1, -1, 1.5, None, True, [], {}]))
def test_any_replaced_value_loads_or_is_refused(rng: random.Random, value: Any) -> None:
    document = json.loads(dumps(places.program))
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        inside = isinstance(place[key], dict | list) and place[key]
        if not inside or rng.random() < 0.2:
            break
        place = place[key]
    place[key] = value
    try:
        program = loads(json.dumps(document))
    except StoreError:
        return
    assert loads(dumps(program)) == program


# --- atomic writes --------------------------------------------------------------------------------


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_failing_write_leaves_the_old_file(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = save(histogram.program, tmp_path / "p.json")
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, full)
    with pytest.raises(OSError, match="No space left"):
        save(dyck2.program, file)
    monkeypatch.undo()
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_link_and_permissions_are_kept(tmp_path: Path) -> None:
    file, link = tmp_path / "p.json", tmp_path / "link.json"
    save(histogram.program, file)
    file.chmod(0o640)
    link.symlink_to(file)
    save(dyck2.program, link)
    assert link.is_symlink()
    assert load(file) == dyck2.program
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
