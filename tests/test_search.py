"""The search finds exact programs for small tasks, says what it checked, and is honest when not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache

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


@cache
def searched(name: str, length: int):
    """A task and what the search finds for it."""
    task = small(name, length=length)
    return task, search(task, QUICK)


@pytest.mark.parametrize(
    ("name", "length"),
    [("reverse", 6), ("hist", 5), ("induction", 8), ("previous", 6), ("depth", 9)],
)
def test_an_exact_program_of_any_length_is_found(name, length):
    _, found = searched(name, length)
    assert found.exact
    assert found.program is not None
    assert all(check.passed for check in found.checks)
    assert [check.kind for check in found.checks] == ["exhaustive", *["sampled"] * 3]
    assert found.program.max_length is None


def test_the_program_agrees_with_the_oracle_and_with_its_printed_form():
    task, found = searched("reverse", 6)
    assert found.exact
    program = found.program
    run = as_module(emit(program)).run
    for row in task.test.words[:30]:
        words = task.words_of(row)
        wanted = task.oracle(words)
        given = program(words)
        assert given == run(words)
        assert [g for g, w in zip(given, wanted, strict=True) if w is not None] == wanted[1:-1]


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


def test_the_header_says_what_the_program_was_checked_on():
    _, found = searched("hist", 5)
    text = emit(found.program)
    assert "right on all 1,554 inputs of the task (exhaustive)" in " ".join(text.split())
    assert "inputs each of up to 10, 20 and 40 words (sampled)" in " ".join(text.split())


def test_a_program_that_was_not_run_on_all_inputs_is_not_called_exhaustive():
    found = search(small("previous", length=16), QUICK)
    assert found.exact
    assert found.checks[0].kind == "sampled"


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


@pytest.mark.parametrize(("name", "samples"), [("last", 400), ("depth", 1500)])
def test_a_few_wrong_labels_do_not_hide_the_program(name, samples):
    task = small(name, length=6 if name == "last" else 9, samples=samples)
    rng = np.random.default_rng(1)
    labels = task.train.labels.copy()
    flipped = (labels >= 0) & (rng.random(labels.shape) < 0.01)
    labels[flipped] = (labels[flipped] + 1) % len(task.classes)
    assert flipped.sum() > 5
    noisy = replace(task, train=Split(task.train.words, labels))
    found = search(noisy, replace(QUICK, noise=0.02))
    assert tp.tasks.evaluate_program(found.program, task).exact == 1.0
    assert found.solution.wrong == flipped.sum()
    assert found.accepted
    assert not found.exact
    assert f"wrong on {flipped.sum()} of " in str(found)


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
    files = ["front", "front.jsonl", "front.md", "program.json", "program.py", "run.json"]
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


def test_five_examples_are_enough_for_a_short_program(tmp_path, capsys):
    file = tmp_path / "five.jsonl"
    inputs = ["a b a", "b", "a a", "c b b a", "c c"]
    write_lines(
        file,
        [
            {"tokens": (w := text.split()), "tags": [str(w[:i].count(x)) for i, x in enumerate(w)]}
            for text in inputs
        ],
    )
    status, out, _ = searched_file(file, capsys)
    assert status == 0
    assert "chain: found by search: right on" in out


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


def test_inputs_of_one_word_and_labels_of_whole_inputs_are_learned(tmp_path, capsys):
    file = tmp_path / "single.jsonl"
    vowels = [{"tokens": [w], "tags": ["v" if w in "aeiou" else "c"]} for w in "abcdefghijklmnop"]
    write_lines(file, vowels)
    status, out, _ = searched_file(file, capsys)
    assert status in (0, 1)  # what the words held out are cannot be known
    generator = random.Random(1)
    texts = [[generator.choice("abc") for _ in range(generator.randint(1, 6))] for _ in range(300)]
    write_lines(file, [{"text": " ".join(t), "label": "yn"[t.count("a") == 0]} for t in texts])
    status, out, _ = searched_file(file, capsys)
    assert status == 0
    assert "test:  100.00%" in out


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


def test_an_interrupted_search_gives_the_best_so_far():
    def stop(status):
        if status.budget >= 16:
            raise KeyboardInterrupt

    found = search(small("palindrome"), QUICK, stop)
    assert not found.exact
    assert found.program is not None


def test_examples_are_searched_from_several_seeds_and_the_best_is_given():
    generator = random.Random(3)
    inputs = [[generator.choice("abc") for _ in range(generator.randint(1, 5))] for _ in range(80)]
    examples = [(words, [str(words[:i].count(w)) for i, w in enumerate(words)]) for words in inputs]
    found = tp.search(examples, replace(QUICK, seconds=10), seeds=2)
    assert found.exact
    assert found.settings.seed in (0, 1)
    assert found.program(["<s>", "a", "b", "a", "a", "</s>"])[1:-1] == ["0", "0", "1", "2"]
    alone = tp.search(examples, QUICK, seconds=10, seeds=[1])
    assert found.worth >= alone.worth


def test_labels_that_are_all_the_same_have_a_program():
    task = small("hist", length=5)
    same = {
        name: Split(split.words, np.where(split.labels >= 0, 1, -1).astype(np.int32))
        for name, split in task.splits.items()
    }
    found = search(replace(task, **same, oracle=None, space=None, spec=None), QUICK, seconds=2)
    assert found.accepted
    assert found.program(["<s>", "a", "b", "a"])[1:] == [task.classes[1]] * 3


def test_a_number_that_no_example_has_is_answered():
    rng = np.random.default_rng(0)
    drawn = rng.integers(100, size=(10, 8)).tolist()
    examples = [([str(n) for n in row], [str(n) for n in np.cumsum(row)]) for row in drawn]
    found = tp.search(examples, seconds=20)
    unseen = next(n for n in range(20, 99) if all(n not in row for row in drawn))
    assert found.program is not None
    given = ["<s>", str(unseen), "3", "</s>"]
    assert found.program(given)[1:3] == [str(unseen), str(unseen + 3)]
    code = emit(found.program)
    assert as_module(code).run(given) == found.program(given)


@pytest.mark.parametrize("opened", [True, False])
def test_numbers_and_names_are_found_behind_a_word_that_opens_every_input(opened):
    rng = random.Random(0)
    inputs = {tuple(rng.choices("abcd", k=rng.randint(1, 7))) for _ in range(1200)}

    def labels(words: tuple[str, ...]) -> list[str]:
        """Where the same word comes next; none, where it does not."""
        later = (
            words.index(w, i + 1) if w in words[i + 1 :] else "none" for i, w in enumerate(words)
        )
        return list(map(str, later))

    first = ["BOS"] if opened else []
    rows = [([*first, *words], [*first, *labels(words)]) for words in sorted(inputs)]
    rng.shuffle(rows)
    found = search(rows[:600], Settings(seconds=200, workers=1))
    run = as_module(emit(found.program)).run
    assert found.exact
    for words, wanted in rows[600:]:
        for given in (found.program, run):
            assert given(["<s>", *words, "</s>"]) == ["<s>", *wanted, "</s>"]


def test_whole_numbers_are_spelled_as_in_the_examples():
    rng = random.Random(0)
    inputs = {tuple(rng.choices("abc", k=rng.randint(1, 9))) for _ in range(1200)}

    def counts(words: tuple[str, ...]) -> list[str]:
        return [f"{words[: i + 1].count('a')}.0" for i in range(len(words))]

    rows = [(words, counts(words)) for words in sorted(inputs)]
    rng.shuffle(rows)
    found = search(rows[:600], Settings(seconds=200, workers=1))
    for words, wanted in rows[600:]:
        assert found.program(["<s>", *words, "</s>"])[1:-1] == wanted
