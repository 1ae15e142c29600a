"""A run folder is its program.json: what training shows is what every command uses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from shell import Shell, made_run, page_data, write_rows

import transformer_programs as tp
from transformer_programs.dataset import Split
from transformer_programs.learn.front import front_of, measured
from transformer_programs.program.program import linked
from transformer_programs.program.steps import Answer, Classifier, Mlp, Table, Vote
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import histogram
from transformer_programs.simplifier import readable
from transformer_programs.store import StoreError
from transformer_programs.store.folder import Front, read_front

TASK = tp.tasks.hist(vocab=6, length=7, samples=100)
INPUT = "<s> a a a b"
PRUNED = ["<s>", "3", "3", "3", "1"]
CONSTANT = ["<s>", "1", "1", "1", "1"]
DIFFER = "different answers on 1 of the 80 training inputs given, with 0 right labels lost"


def extracted_program() -> tp.Program:
    """A histogram that never counts beyond two, as a network may have learned it."""
    count = histogram.program.steps[-1].out
    table = Table((0, 1, *[2] * 7))
    capped = Mlp(tp.program.Variable("capped", Number(0, 8)), (count.name,), table)
    steps = (*histogram.program.steps, capped)
    program = replace(histogram.program, steps=steps, output=Answer("capped"))
    return linked(program, "extracted", "network = extracted program: equal on every input (all)")


def voting_program() -> tp.Program:
    """A histogram whose counts vote for their labels."""
    labels, steps = tuple("1234567"), histogram.program.steps
    kinds = Table(tuple(min(6, max(0, count - 1)) for count in range(9)))
    kind = Mlp(tp.program.Variable("kind", Categorical(labels)), (steps[-1].out.name,), kinds)
    rows = tuple(tuple(int(i == j) for j in range(7)) for i in range(7))
    output = Classifier(labels, (Vote("kind", rows),), pooled=False)
    return replace(histogram.program, steps=(*steps, kind), output=output)


@pytest.fixture
def tprog(tprog: Shell) -> Shell:
    """A shell in a folder with a run whose program is not the extracted one."""
    extracted = extracted_program()
    pruned = linked(histogram.program, "pruned", DIFFER, after=extracted)
    constant = replace(histogram.program, steps=histogram.program.steps[:2], output=Answer("ones"))
    made_run(Path("run"), TASK, extracted, {"simplified": pruned, "by hand": constant})
    return tprog


def labels(line: str) -> list[str]:
    found: list[str] = json.loads(line)["labels"]
    return ["<s>", *found[1:]]  # a program may answer anything at the begin mark


def ran(file: str, text: str = INPUT) -> list[str]:
    """The answers of an emitted file, run as a file."""
    command = [sys.executable, file, *text.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return ["<s>", *done.stdout.split()[1:]]


def test_the_files_are_the_knee_and_the_extracted_program(tprog: Shell) -> None:
    front = read_front(Path("run"))
    assert front.knee == 1
    assert tp.load("run") == front[1].program == readable(histogram.program)
    assert tp.load("run/extracted.json") == extracted_program()
    assert ran("run/program.py") == PRUNED


@pytest.mark.parametrize(("index", "expected"), [((), PRUNED), (("--index", "0"), CONSTANT)])
def test_every_command_uses_the_program_of_the_run(
    tprog: Shell, index: tuple[str, ...], expected: list[str]
) -> None:
    assert tprog("run", "run", INPUT, *index) == 0
    assert labels(tprog.out) == expected
    assert tprog("emit", "run", "-o", "emitted.py", *index) == 0
    assert ran("emitted.py") == expected
    assert tprog("show", "run", "--code", *index) == 0
    Path("shown.py").write_text(tprog.out)
    assert ran("shown.py") == expected
    assert tprog("trace", "run", INPUT, *index) == 0
    answered = next(line for line in tprog.out.splitlines() if line.startswith("output"))
    assert answered.split()[2:] == expected[1:]
    assert tprog("verify", "run", "shown.py", *index) == 0
    write_rows(Path("data.jsonl"), [{"tokens": INPUT.split(), "tags": expected}])
    assert tprog("evaluate", "run", "--data", "data.jsonl", *index) == 0
    assert "labels:   100.00%" in tprog.out
    assert tprog("explain", "run", *index) == 0
    assert ("count" in tprog.out) == (expected == PRUNED)
    assert tprog("view", "run", "--out", "page.html", *index) == 0
    shown = page_data(Path("page.html"))["layers"]
    assert ("count" in " ".join(shown)) == (expected == PRUNED)
    assert tprog("simplify", "run", "--out", "short.json", "--no-code", *index) == 0
    assert tprog("run", "short.json", INPUT) == 0
    assert labels(tprog.out) == expected


@pytest.mark.parametrize("verb", ["run", "trace", "show", "emit", "explain"])
def test_every_screen_says_how_far_the_program_agrees(tprog: Shell, verb: str) -> None:
    assert tprog(verb, "run", *([INPUT] if verb in ("run", "trace") else [])) == 0
    (line,) = [one for one in tprog.err.splitlines() if "its network" in one]
    assert line == f"run and its network: {DIFFER.partition(', with')[0]}"


def test_of_a_program_that_was_edited_nothing_is_said(tprog: Shell) -> None:
    file = Path("run/program.json")
    file.write_text(file.read_text().replace('"==" ', '"=="').replace('"ones"', '"units"'))
    assert tprog("run", "run", INPUT) == 0
    assert "nothing is known of this program" in tprog.err


@pytest.mark.parametrize("verb", ["run", "emit", "show", "trace", "view", "explain", "simplify"])
def test_an_index_without_a_front_is_refused(tprog: Shell, verb: str) -> None:
    tp.save(histogram.program, "alone.json")
    more = [INPUT] if verb in ("run", "trace") else []
    said = tprog.refused(verb, "alone.json", *more, "--index", "1")
    assert "run folder with a front" in said
    said = tprog.refused(verb, "run", *more, "--index", "7")
    assert "no program 7: the front has programs 0 to 1" in said


def test_a_folder_of_another_version_is_refused(tprog: Shell) -> None:
    file = Path("run/run.json")
    file.write_text(file.read_text().replace('"version": 7', '"version": 1'))
    assert "expected version 7 of the file format, got 1" in tprog.refused("run", "run", INPUT)


def test_simplifying_a_run_adds_to_its_front_and_leaves_no_other_file(tprog: Shell) -> None:
    before = {file.name for file in Path("run").iterdir()}
    assert tprog("simplify", "run", "--budget", "60%", "--no-code") == 0
    assert {file.name for file in Path("run").iterdir()} == before
    front = read_front(Path("run"))
    assert tp.load("run") == front[front.knee].program


def test_code_shown_into_a_file_runs_without_any_other_file(tprog: Shell) -> None:
    """Of a program with more words than one reads, too."""
    words = ("<s>", *(f"w{i}" for i in range(600)))
    lookup = tuple(i % 7 for i in range(len(words)))
    token, *others = histogram.program.steps
    steps = (replace(token, lookup=lookup), *others)
    many = replace(histogram.program, vocabulary=tp.Vocabulary(words, begin="<s>"), steps=steps)
    tp.save(many, "many.json")
    assert tprog("show", "many.json", "--code") == 0
    Path("x.py").write_text(tprog.out)
    assert ran("x.py", "<s> w1 w8 w2") == ["<s>", "2", "2", "1"]  # w1 and w8 are of one kind


# --- fronts compare like with like ----------------------------------------------------------------


def test_a_front_refuses_two_kinds_of_scores() -> None:
    one = measured("by hand", histogram.program, TASK)
    for held_out in ("cross-validation accuracy", "validation F1"):
        other = replace(one, scores={held_out: 0.5, "test accuracy": 0.5})
        with pytest.raises(StoreError, match="one kind of score"):
            Front().joined([one, other])


def test_the_program_of_a_search_takes_no_other(tprog: Shell) -> None:
    front_of(None, [("found by search", histogram.program)]).save(Path("found"))
    said = tprog.refused("simplify", "found")
    assert "found: no inputs were held out from its program" in said
    assert said.endswith("add --out FILE")


def test_pruning_never_looks_at_the_validation_inputs() -> None:
    """Where no word is repeated, the answer 1 is enough; validation tells that it is not."""
    once = (TASK.train.labels <= TASK.classes.index("1")).all(axis=1)
    few = Split(TASK.train.words[once], TASK.train.labels[once])
    task = replace(TASK, train=few, space=None)
    before = voting_program()
    pruned = tp.simplify(before, task=task).program
    assert ["<s>", *pruned(INPUT.split())[1:]] == CONSTANT
    assert str(tp.claims(pruned)[-1]).endswith(f"of the {once.sum()} training inputs given")
    front = front_of(task, [("pruned", pruned), ("before", before)])
    assert [one.origin for one in front] == ["pruned", "before"]
    assert front[front.knee].program == readable(before)


def test_a_front_of_texts_names_its_score_and_takes_no_other(tprog: Shell, tmp_path: Path) -> None:
    good = ["fine good nice", "good great day", "nice fun"]
    texts = [*good, "bad sad", "awful bad day", "sad"]
    rows = [{"text": f"{text} {i}", "label": str(text in good)} for i in range(9) for text in texts]
    write_rows(Path("texts.jsonl"), rows)
    assert tprog("train", "texts.jsonl", "--no-code") == 0
    table = Path("runs/texts/front.jsonl").read_text()
    assert "cross-validation accuracy" in table
    assert '"validation accuracy"' not in table
    said = tprog.refused("simplify", "runs/texts", "--budget", "5%")
    assert "compared by cross-validation" in said
    assert said.endswith("add --out FILE")
    assert tprog("simplify", "runs/texts", "--budget", "5%", "--out", "short.json") == 0
    assert Path("runs/texts/front.jsonl").read_text() == table
    # A file of the same name but another ending, or in another folder, is another run.
    Path("texts.csv").write_text(
        "text,label\n" + "".join(f"{r['text']},{r['label']}\n" for r in rows)
    )
    assert tprog("train", "texts.csv", "--learner", "readable") == 2
    said = tprog.err.splitlines()[-1].removeprefix("tprog: ")
    assert said == f"runs/texts holds a run of {tmp_path / 'texts.jsonl'}: choose another folder"
    front = read_front(Path("runs/texts"))
    assert tp.load("runs/texts") == front[front.knee].program


# --- the real command -----------------------------------------------------------------------------


def test_what_training_shows_is_what_runs(tprog: Shell) -> None:
    """Few epochs: the network is wrong where many words are the same, the pruned program is not."""
    pytest.importorskip("jax")
    command = "train hist --seeds 1 --set epochs=40 --set hidden=16 --task samples=4000 --code"
    assert tprog(*command.split()) == 0
    screen = tprog.out
    code = screen[screen.index('"""program:') : screen.index("chain: ")]
    Path("printed.py").write_text(code)
    (tried,) = re.findall(r'^try:   tprog run runs/hist "(.*)"$', screen, re.MULTILINE)
    extracted, program = tp.load("runs/hist/extracted.json"), tp.load("runs/hist")
    inputs = ["<s> a a a a a a a", "<s> f f f f f f f", "<s> a b c d e f a", tried]
    assert extracted != program
    for text in inputs:
        assert tprog("run", "runs/hist", text) == 0
        assert labels(tprog.out) == ran("printed.py", text)
    assert re.search("^ *pruned: (different|same) answers on", screen, re.MULTILINE)
    assert tprog("verify", "runs/hist") == 0
    assert "runs/hist: extracted program and network: equal on every input" in tprog.out
    Path("runs/hist/network.npz").write_bytes(b"")
    assert tprog("verify", "runs/hist") == 2
    assert "network.npz: not a stored network" in tprog.err
