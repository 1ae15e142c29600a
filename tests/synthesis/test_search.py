"""The search finds exact programs for small tasks, says what it checked, and is honest when not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.cli import main
from transformer_programs.dataset import Split
from transformer_programs.printer import as_module, emit
from transformer_programs.synthesis import Settings, search

QUICK = Settings(seconds=90, workers=1, longer=200)
# Programs are looked for; how long a search looks for cheaper ones, test_package.py shows.
pytestmark = pytest.mark.usefixtures("soon_content")


def small(name: str, **settings: int):
    return tp.tasks.make(name, **{"samples": 600, **settings})


@pytest.mark.parametrize(
    ("name", "length"),
    [("reverse", 6), ("hist", 5), ("induction", 8), ("previous", 6), ("depth", 9)],
)
def test_an_exact_program_of_any_length_is_found(name, length):
    task = small(name, length=length)
    found = search(task, QUICK)
    assert found.exact
    assert all(check.passed for check in found.checks)
    assert [check.kind for check in found.checks] == ["exhaustive", *["sampled"] * 3]
    assert found.program.max_length is None
    header = " ".join(emit(found.program).split())
    assert f"right on all {found.checks[0].inputs:,} inputs of the task (exhaustive)" in header
    longer = f"inputs each of up to {2 * length}, {4 * length} and {8 * length} words (sampled)"
    assert longer in header
    run = as_module(emit(found.program)).run
    for row in task.test.words[:30]:
        words = task.words_of(row)
        wanted, given = task.oracle(words), found.program(words)
        assert given == run(words)
        asked = [(g, w) for g, w in zip(given, wanted, strict=True) if w is not None]
        assert all(g == w for g, w in asked)


def test_two_processes_find_a_program_as_one_does():
    # In a process of its own: one that has loaded JAX must not fork, and searches alone.
    code = (
        "import transformer_programs as tp\n"
        "from transformer_programs.synthesis import Settings, search\n"
        "from transformer_programs.synthesis.parallel import usable_cores\n"
        "assert usable_cores(2) == 2\n"
        "task = tp.tasks.make('last', samples=600, length=6)\n"
        "print(search(task, Settings(seconds=90, workers=2, longer=200)).exact)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_labels_by_chance_give_an_honest_failure_and_the_best_program():
    task = small("hist", length=6)
    rng = np.random.default_rng(0)
    labels = task.train.labels
    noise = np.where(labels >= 0, rng.integers(0, 3, labels.shape), -1).astype(np.int32)
    train = Split(task.train.words, noise)
    chance = replace(task, train=train, validation=train, test=train, oracle=None, space=None)
    found = search(replace(chance, spec=None), Settings(seconds=0.6, workers=1))
    assert not found.exact
    said = str(found)
    assert said.startswith("no program that passes every check was found; ")
    assert f"{found.tried:,} steps were tried in 1 s; best found: " in said
    assert found.program is not None


def write_examples(file, inputs=400):
    generator = random.Random(0)
    with file.open("w") as stream:
        for _ in range(inputs):
            words = [generator.choice("abc") for _ in range(generator.randint(1, 7))]
            tags = ["again" if w in words[:i] else "new" for i, w in enumerate(words)]
            stream.write(json.dumps({"tokens": words, "tags": tags}) + "\n")


def test_a_file_of_examples_is_learned_at_the_command_line(tmp_path, capsys):
    file, folder = tmp_path / "examples.jsonl", tmp_path / "run"
    write_examples(file)
    command = ["search", str(file), "--out", str(folder)]
    assert main([*command, "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "test:  100.00%" in shown
    assert "chain: found by search: right on all " in shown
    assert main(["run", str(folder), "<s> a b a </s>"]) == 0
    assert '["<s>", "new", "new", "again", "</s>"]' in capsys.readouterr().out
    files = ["front", "front.jsonl", "program.json", "program.py", "run.json"]
    assert sorted(path.name for path in folder.iterdir()) == files


def write_lines(file, examples):
    file.write_text("".join(json.dumps(one) + "\n" for one in examples))


def searched_file(file, capsys, seconds=8):
    """The exit status, what was printed and what was complained about."""
    options = ["--jobs", "1", "--seconds", str(seconds)]
    command = ["search", str(file), "--out", str(file.parent / "run")]
    status = main([*command, *options])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_contradictory_labels_are_named(tmp_path, capsys):
    file = tmp_path / "twice.jsonl"
    generator = random.Random(0)
    examples = [
        {"tokens": [generator.choice("ab")] * n, "tags": [generator.choice("xy")] * n}
        for n in (1, 2, 3)
        for _ in range(30)
    ]
    write_lines(file, examples)
    status, out, _ = searched_file(file, capsys, seconds=1)
    assert status == 1
    assert "labels contradict those of an equal input" in " ".join(out.split())


def test_a_table_of_positions_does_not_pass_for_a_rule(tmp_path, capsys):
    file = tmp_path / "turns.jsonl"
    generator = random.Random(2)
    lengths = [generator.randint(1, 9) for _ in range(400)]
    inputs = [[generator.choice("abc") for _ in range(n)] for n in lengths]
    write_lines(file, [{"tokens": w, "tags": ["AB"[i % 2] for i in range(len(w))]} for w in inputs])
    status, _, _ = searched_file(file, capsys, seconds=90)
    assert status == 0
    run = tp.load(file.parent / "run" / "program.json")
    assert run(["<s>", *"abcabcabcabcabc", "</s>"])[1:-1] == [*"ABABABABABABABA"]


def test_labels_that_are_all_the_same_have_a_program():
    task = small("hist", length=5)
    same = {
        name: Split(split.words, np.where(split.labels >= 0, 1, -1).astype(np.int32))
        for name, split in task.splits.items()
    }
    found = search(replace(task, **same, oracle=None, space=None, spec=None), QUICK, seconds=2)
    assert found.exact
    assert found.program(["<s>", "a", "b", "a"])[1:] == [task.classes[1]] * 3


@pytest.mark.parametrize("label", ["{}", "pair,{}"])
def test_hundreds_of_labels_some_of_them_negative_are_searched(label):
    rng = random.Random(0)
    inputs = [[rng.randint(-99, 99) for _ in range(rng.randint(4, 12))] for _ in range(900)]
    rows = [
        ([str(w) for w in words], [label.format(sum(words[: i + 1])) for i in range(len(words))])
        for words in inputs
    ]
    found = search(rows, QUICK, seconds=5)
    assert found.exact == (label == "{}")
    if found.exact:
        answer = found.program(["<s>", "-30", "7", "80", "</s>"])
        assert answer == ["<s>", "-30", "-23", "57", "</s>"]


def next_place(words: tuple[str, ...], i: int) -> str:
    """Where the same word comes next; none, where it does not."""
    return str(words.index(words[i], i + 1)) if words[i] in words[i + 1 :] else "none"


def spelled_count(words: tuple[str, ...], i: int) -> str:
    return f"{words[: i + 1].count('a')}.0"


@pytest.mark.parametrize(("opening", "label"), [("BOS", next_place), ("", spelled_count)])
def test_numbers_with_names_or_points_are_found_also_behind_an_opening_word(opening, label):
    rng, first = random.Random(0), [opening] if opening else []
    inputs = {tuple(rng.choices("abcd", k=rng.randint(1, 7))) for _ in range(1200)}
    rows = [
        ([*first, *words], [*first, *(label(words, i) for i in range(len(words)))])
        for words in sorted(inputs)
    ]
    rng.shuffle(rows)
    found = search(rows[:600], Settings(seconds=200, workers=1))
    run = as_module(emit(found.program)).run
    assert found.exact
    for words, wanted in rows[600:]:
        for given in (found.program, run):
            assert given(["<s>", *words, "</s>"]) == ["<s>", *wanted, "</s>"]
