"""Programs in files: what is saved is what is loaded; what is broken is refused with a sentence."""

from __future__ import annotations

import json
import os
import random
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from program_builder import HOSTILE_WORDS
from random_programs import programs, random_program

from transformer_programs.printer import named
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.content import digest
from transformer_programs.program.json_layout import WIDTH, json_line
from transformer_programs.program.steps import Answer, Classifier, Origin, Token, Variable, Vote
from transformer_programs.program.values import Categorical
from transformer_programs.shelf import SHELF, dyck2, histogram, places
from transformer_programs.store import StoreError, dumps, load, loads, save, write_text
from transformer_programs.store.untrusted import read_arrays
from transformer_programs.store.whole import write_arrays

VERY_HOSTILE = (
    *HOSTILE_WORDS,
    "\ud800",
    "\udfff",
    "\ud83d\ude00",  # two lone surrogates: not the character they would make together
    "\U0001f600",
    "x\ud83d\ude00\ud83dy",
    "\ufeff",
    "\u202e",
    "\x85",
)


def echo(words: tuple[str, ...]) -> Program:
    """Answers every word with itself, and names each word in every place that holds names."""
    token = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    votes = tuple(tuple(int(i == j) for j in range(len(words))) for i in range(len(words)))
    output = Classifier(words, (Vote("tokens", votes),))
    return Program(Vocabulary(words, unknown=words[-1]), (token,), output)


# --- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHELF)
def test_shelf_survives_the_file(name: str, tmp_path: Path) -> None:
    program = SHELF[name].program
    assert load(save(program, tmp_path / "p.json")) == program


@given(programs())
def test_random_programs_survive(program: Program) -> None:
    assert loads(dumps(program)) == program


def test_hundreds_of_random_programs_survive() -> None:
    rng = random.Random(7)
    for _ in range(400):
        program = random_program(rng)
        text = dumps(program)
        again = loads(text)
        assert again == program
        assert dumps(again) == text


def test_hostile_words_survive(tmp_path: Path) -> None:
    program = echo(VERY_HOSTILE)
    again = load(save(program, tmp_path / "p.json"))
    assert again == program
    assert again.vocabulary.words == VERY_HOSTILE
    assert again(list(VERY_HOSTILE)) == list(VERY_HOSTILE)


@given(st.lists(st.text(st.characters(exclude_categories=())), min_size=1, max_size=6, unique=True))
def test_any_words_survive(words: list[str]) -> None:
    program = echo(tuple(words))
    text = dumps(program)
    assert loads(text) == program
    text.encode()  # UTF-8 holds it
    assert len(text.splitlines()) == text.count("\n")  # no word breaks a line


def test_begin_end_and_unknown_may_be_surrogates() -> None:
    words = ("\ud83d\ude00", "\udc00", "\ud800", "a")
    vocabulary = Vocabulary(words, unknown=words[2], begin=words[0], end=words[1])
    token = Token(Variable("tokens", Categorical(words)), (0, 1, 2, 3))
    program = Program(vocabulary, (token,), Answer("tokens"))
    assert loads(dumps(program)) == program


def test_run_folder_holds_program_json(tmp_path: Path) -> None:
    assert save(histogram.program, tmp_path) == tmp_path / "program.json"
    assert load(tmp_path) == histogram.program


def test_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_bytes(b"\xef\xbb\xbf" + dumps(histogram.program).encode())
    assert load(file) == histogram.program


# --- for the person who reads it ------------------------------------------------------------------


def test_one_row_is_one_line() -> None:
    lines = dumps(dyck2.program).splitlines()
    assert "          [7, 0, 4, 13, 4]," in lines  # a table row
    assert "          [0, 1]," in lines  # a vote row
    assert '      "type": {"like": "tokens"},' in lines


def test_one_changed_cell_is_one_changed_line() -> None:
    text = dumps(dyck2.program)
    changed = json.loads(text)
    changed["steps"][3]["function"]["table"][2][3] = 12
    other = dumps(loads(json.dumps(changed)))
    pairs = list(zip(text.splitlines(), other.splitlines(), strict=True))
    assert [pair for pair in pairs if pair[0] != pair[1]] == [
        ("          [7, 0, 4, 13, 4],", "          [7, 0, 4, 12, 4],")
    ]


def test_long_vocabulary_is_wrapped() -> None:
    words = tuple(f"word{i}" for i in range(3000))
    text = dumps(echo_lookup(words))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert loads(text) == echo_lookup(words)


def echo_lookup(words: tuple[str, ...]) -> Program:
    values = Categorical(("even", "odd"))
    lookup = tuple(i % 2 for i in range(len(words)))
    return Program(
        Vocabulary(words), (Token(Variable("parity", values), lookup),), Answer("parity")
    )


@given(st.recursive(st.text() | st.integers() | st.booleans() | st.none(), st.lists, max_leaves=8))
def test_json_line_is_json(value: Any) -> None:
    assert json.loads(json_line(value)) == value


# --- refusals -------------------------------------------------------------------------------------


def refusal(text: str | bytes, folder: Path) -> str:
    file = folder / "broken.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    with pytest.raises(StoreError) as error:
        load(file)
    sentence = str(error.value)
    assert sentence.startswith(f"{file}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{file}: ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        ("def run(tokens): ...", "line 1, column 1: not valid JSON"),
        ("{'format': 1}", "line 1, column 2: not valid JSON"),
        ('{\n  "format": "transformer-program",\n  "version', "line 3, column 3: the JSON ends"),
        ('{"a": 1} {"b": 2}', "line 1, column 10: not valid JSON (extra data)"),
        ("[1, 2]", "this is JSON, but not a transformer program"),
        ("3", "this is JSON, but not a transformer program"),
        ("null", "this is JSON, but not a transformer program"),
        ('{"name": "package", "version": 1}', "this is JSON, but not a transformer program"),
        ('{"format": ["transformer-program"]}', "this is JSON, but not a transformer program"),
        ('{"format": "transformer-program"}', "version: expected a whole number"),
        ('{"format": "transformer-program", "version": true}', "version: expected a whole number"),
        ('{"format": "transformer-program", "version": 0}', "version: expected a whole number"),
        ('{"format": "transformer-program", "version": 6}', "has format version 6, but this"),
        ('{"format": "transformer-program", "version": 1}', "the field 'vocabulary' is missing"),
        ('{"a": 1, "a": 2}', "the field 'a' stands twice in one object"),
        ('{"a": NaN}', "expected numbers, got NaN"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ("9" * 10_000, "expected numbers of fewer digits"),
        (b"\x80\x04\x95pickle", "line 1, column 1: expected UTF-8 text, got the byte 0x80"),
        (b'{"a": "\xff"}', "line 1, column 8: expected UTF-8 text, got the byte 0xFF"),
        (b'\xef\xbb\xbf{"a": "\xff"}', "line 1, column 8: expected UTF-8 text, got the byte 0xFF"),
        (b'{"a":\n "\xff"}', "line 2, column 3: expected UTF-8 text, got the byte 0xFF"),
        ("\x00\x00", "line 1, column 1: not valid JSON"),
    ],
)
def test_not_a_program_file_is_refused(text: str | bytes, says: str, tmp_path: Path) -> None:
    assert says in refusal(text, tmp_path)


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    text = dumps(histogram.program)
    for end in range(len(text) - 2):
        refusal(text[:end], tmp_path)


def edit(*path: str | int, value: Any) -> Callable[[Any], None]:
    """An edit of a document: set what stands at a path."""

    def apply(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return apply


def test_a_file_without_origins_gets_them_from_names(tmp_path: Path) -> None:
    text = dumps(dyck2.program)
    assert '"origin"' not in text
    loaded = loads(text)
    wanted = [None, None, Origin(0, 0, "attn"), Origin(0, 0, "mlp"), Origin(1, 2, "attn")]
    assert [step.out.origin for step in loaded.steps] == wanted


def test_origins_outlive_names_and_are_no_part_of_a_program(tmp_path: Path) -> None:
    program = named(histogram.program)
    text = dumps(program)
    origins = [step.out.origin for step in loads(text).steps]
    assert origins == [None, None, Origin(0, 0, "num_attn")]
    assert json.loads(text)["version"] == 4
    bare = replace(
        program,
        steps=tuple(replace(s, out=Variable(s.out.name, s.out.type)) for s in program.steps),
    )
    assert bare == program
    assert digest(bare) == digest(program)
    assert dumps(bare) != text


@pytest.mark.parametrize(
    ("apply", "says"),
    [
        (
            edit("steps", 2, "origin", value=[0, 0]),
            "step 2 (attn_0_0_outputs), origin: expected an",
        ),
        (edit("steps", 2, "origin", value={"layer": 0}), "origin: the field 'number' is missing"),
        (
            edit("steps", 2, "origin", value={"layer": -1, "number": 0, "kind": "attn"}),
            "Origin, layer: expected 0 or more, got -1",
        ),
        (edit("max_length", value="8"), 'max_length: expected a whole number, got "8"'),
        (edit("max_length", value=0), "max_length: expected None or a whole number from 1 to"),
        (edit("max_length", value=10**30), "expected None or a whole number from 1 to 1,000,000"),
        (edit("causal", value=1), "causal: expected true or false, got 1"),
        (edit("vocabulary", value=[]), "vocabulary: expected an object with words"),
        (edit("vocabulary", "words", value="<s>"), "vocabulary, words: expected a list"),
        (edit("vocabulary", "words", 2, value=5), "vocabulary, words, 2: expected a string, got 5"),
        (edit("vocabulary", "words", 1, value="<s>"), "got '<s>' twice"),
        (edit("vocabulary", "begin", value=["<s>"]), "vocabulary, begin: expected a string"),
        (edit("vocabulary", "end", value="</s>"), "end: expected one of the words or None"),
        (edit("vocabulary", "pad", value=None), "vocabulary: expected words, unknown, begin, end;"),
        (edit("steps", value={}), "steps: expected a list"),
        (edit("steps", value=[]), "steps: expected a non-empty tuple"),
        (edit("steps", 0, value=None), "step 0, step: expected one of token, position"),
        (edit("steps", 0, "step", value="gate"), "step 0 (tokens), step: expected one of token"),
        (edit("steps", 0, "step", value=[]), "step 0 (tokens), step: expected one of token"),
        (edit("steps", 0, "out", value=3), "step 0, out: expected a string, got 3"),
        (edit("steps", 0, "out", value="for"), "step 0 (for), out: Variable, name: expected an"),
        (edit("steps", 0, "lookup", 3, value=1.0), "step 0 (tokens), lookup, 3: expected a whole"),
        (edit("steps", 0, "lookup", 3, value=99), "step 0 (tokens), lookup: expected an index"),
        (edit("steps", 0, "lookup", value=[0]), "step 0 (tokens), lookup: expected 5 values"),
        (edit("steps", 0, "type", value={}), "step 0 (tokens), type: expected an object with"),
        (
            edit("steps", 0, "type", "values", 0, value=True),
            "(tokens), type, values, 0: expected a",
        ),
        (edit("steps", 0, "type", "values", value=[]), "expected a non-empty tuple"),
        (edit("steps", 2, "type", "like", value="me"), "type, like: expected one of tokens, posi"),
        (edit("steps", 2, "type", "like", value=[]), "type, like: expected one of tokens, posi"),
        (edit("steps", 2, "key", value="later"), "step 2 (attn_0_0_outputs), reads: expected a"),
        (edit("steps", 2, "key", value=1), "step 2 (attn_0_0_outputs), key: expected a string"),
        (edit("steps", 2, "reach", value="far"), "(attn_0_0_outputs), reach: expected one of all"),
        (edit("steps", 2, "choose", value=0), "(attn_0_0_outputs), choose: expected one of near"),
        (edit("steps", 2, "predicate", value={}), "predicate: expected an object with rows or"),
        (edit("steps", 2, "predicate", "rows", 4, value=3), "predicate, rows, 4: expected a list"),
        (edit("steps", 2, "predicate", "rows", 4, value=[3, 3]), "predicate, row 4: expected asc"),
        (edit("steps", 2, "predicate", "rows", 4, value=["3"]), "rows, 4, 0: expected a whole"),
        (
            edit("steps", 2, "predicate", value={"compare": "=~", "shift": 0}),
            "predicate, compare: expe",
        ),
        (edit("steps", 2, "predicate", value={"compare": "<"}), "the field 'shift' is missing"),
        (
            edit("steps", 2, "predicate", value={"is": None}),
            "predicate, is: expected a whole number",
        ),
        (edit("steps", 3, "reads", value=["tokens"]), "step 3 (mlp_0_0_outputs), cells: expected"),
        (edit("steps", 3, "function", "table", 1, value=[7]), "function: row 1: expected 5 cells"),
        (
            edit("steps", 3, "function", value={"formula": "a/b", "shift": 0}),
            "function, formula: expec",
        ),
        (edit("output", value={}), "output: expected an object with answer or classes"),
        (edit("output", value={"answer": "nothing"}), "Answer, reads: expected a variable"),
        (edit("output", "scale", value=0), "Classifier, scale: expected a whole number above 0"),
        (edit("output", "classes", value=[1]), "output, classes, 0: expected a string, got 1"),
        (edit("output", "votes", 0, "weights", 2, value=[1]), "weights, row 2: expected 2 columns"),
        (edit("output", "votes", 0, "weights", 2, value=[1, 0.5]), "votes, 0, weights, 2, 1: ex"),
    ],
)
def test_broken_field_is_named(apply: Callable[[Any], None], says: str, tmp_path: Path) -> None:
    document = json.loads(dumps(dyck2.program))
    apply(document)
    assert says in refusal(json.dumps(document), tmp_path)


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


def test_folder_without_a_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"this folder holds no program\.json"):
        load(tmp_path)


def test_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "absent.json")


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


def test_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "f"
    write_text(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(file, "new \ud800")
    assert file.read_text() == "old"
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


def test_a_pipe_is_written_to_and_stays() -> None:
    reader, writer = os.pipe()
    write_text(f"/dev/fd/{writer}", "text")
    os.close(writer)
    with open(reader) as stream:
        assert stream.read() == "text"


def test_a_pipe_that_nobody_reads_is_named() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with pytest.raises(BrokenPipeError) as error:
        write_text(f"/dev/fd/{writer}", "text")
    os.close(writer)
    assert error.value.filename == f"/dev/fd/{writer}"


def test_any_damage_to_a_file_of_arrays_is_read_or_told(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    write_arrays(file, {"header": np.array("{}"), "numbers": np.arange(9)})
    whole, rng, told = file.read_bytes(), random.Random(0), 0
    for _ in range(1000):
        changed = bytearray(whole)
        for _ in range(rng.choice([1, 1, 3])):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        file.write_bytes(changed)
        try:
            read_arrays(file)
        except StoreError:
            told += 1
    assert told > 300
