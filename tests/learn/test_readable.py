"""Short programs from text: groups of words, copies from near by, small whole votes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from transformer_programs import tasks
from transformer_programs.dataset import evaluate_program
from transformer_programs.learn.readable import learn_readable
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import file
from transformer_programs.program.steps import Classifier
from transformer_programs.vectors import load_vectors

PLACES = [f"P{a}{b}land" for a in "aeiou" for b in "klmnr"]
NAMES = [f"N{a}{b}son" for a in "aeiou" for b in "klmnr"]


def sentence(
    draw: random.Random, places: list[str], names: list[str]
) -> tuple[list[str], list[str]]:
    """A word after `in` is a place, after `mr` a name; `may` is a name only after `mr`."""
    words, tags = [], []
    for _ in range(draw.randint(2, 4)):
        lead = draw.choice(["in", "mr", "the"])
        chosen = {"in": places, "mr": [*names, "may"], "the": ["may", "city", "man"]}[lead]
        words += [lead, draw.choice(chosen)]
        tags += ["O", {"in": "LOC", "mr": "PER", "the": "O"}[lead]]
    return words, tags


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Tagged sentences, labelled texts, and vectors of all words, also of those only test has."""
    folder, draw = tmp_path_factory.mktemp("own"), random.Random(0)

    def written(name: str, rows: list[dict[str, object]]) -> str:
        path = folder / f"{name}.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        return str(path)

    def tagged(count: int, places: list[str], names: list[str]) -> list[dict[str, object]]:
        pairs = [sentence(draw, places, names) for _ in range(count)]
        return [{"tokens": words, "tags": tags} for words, tags in pairs]

    def texts(count: int) -> list[dict[str, object]]:
        kinds = {"good": ["fine", "lovely", "great"], "bad": ["poor", "dull", "awful"]}
        rows: list[dict[str, object]] = []
        for _ in range(count):
            kind = draw.choice(["good", "bad"])
            words = [draw.choice(["the", "film", "is", "a"]) for _ in range(5)]
            words.insert(draw.randint(0, 5), draw.choice(kinds[kind]))
            rows.append({"text": " ".join(words), "label": kind})
        return rows

    words = ["in", "mr", "the", "may", "city", "man", *PLACES, *NAMES]
    table = np.zeros((len(words), 3), np.float32)
    table[:, 0] = [word in PLACES for word in words]
    table[:, 1] = [word in NAMES for word in words]
    table[:, 2] = 1
    np.savez(folder / "vectors.npz", vectors=table, words=np.array(words))
    return {
        "train": written("train", tagged(300, PLACES[:15], NAMES[:15])),
        "test": written("test", tagged(60, PLACES[15:], NAMES[15:])),
        "texts": written("texts", texts(300)),
        "vectors": str(folder / "vectors.npz"),
    }


def test_words_only_the_vectors_know_are_tagged(files: dict[str, str]) -> None:
    task = tasks.load(files["train"], test=files["test"], vectors=files["vectors"])
    found = learn_readable(
        task, vectors=load_vectors(files["vectors"]), sizes=(4, 8), penalties=(0.5,)
    )
    best = found[-1]
    assert evaluate_program(best.program, task).token == 1.0  # no place or name is in training
    assert [one.validation for one in found] == sorted(one.validation for one in found)
    tokens = ["<s>", "mr", "may", "in", PLACES[-1], "the", "may", "</s>"]
    assert evaluate(best.program, tokens).answer[1:-1] == ["O", "PER", "O", "LOC", "O", "O"]


def test_a_program_for_tags_takes_any_length_and_votes_small(files: dict[str, str]) -> None:
    task = tasks.load(files["train"], test=files["test"])
    for one in learn_readable(task, sizes=(4,), penalties=(0.5, 6.0)):
        output = one.program.output
        assert one.program.max_length is None
        assert isinstance(output, Classifier)
        cast = [weight for vote in output.votes for row in vote.weights for weight in row]
        assert all(-9 <= weight <= 9 for weight in cast)
        assert one.votes == sum(map(bool, cast))
        assert one.inputs == len(task.validation)


def test_texts_get_one_label_from_groups_of_words(files: dict[str, str]) -> None:
    task = tasks.load(files["texts"])
    best = learn_readable(task, sizes=(4,), penalties=(0.5,))[-1]
    assert evaluate_program(best.program, task).token == 1.0


def negated(draw: random.Random) -> tuple[list[str], str]:
    """`not` before `good` or `bad` turns it."""
    word, turned = draw.choice(["good", "bad"]), draw.random() < 0.5
    words = [draw.choice(["the", "film", "is", "a", "not"]) for _ in range(3)]
    words += ["really", *(["not"] if turned else []), word]
    return words, {"good": "bad", "bad": "good"}[word] if turned else word


def test_a_pair_of_words_turns_what_each_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(1)
    drawn = [negated(draw) for _ in range(400)]
    path = tmp_path / "turned.jsonl"
    path.write_text("\n".join(json.dumps({"tokens": a, "label": b}) for a, b in drawn))
    task = tasks.load(path)
    best = learn_readable(task, sizes=(6,), penalties=(0.1,))[-1]
    assert best.validation is not None
    assert best.validation > 0.95
    assert evaluate_program(best.program, task).token > 0.95
    monkeypatch.setattr(file, "MAX_TOP", 1)  # as where there are many words
    printed = str(best.program)
    assert "not good" in printed  # pairs are shown by their words
    assert "# WORD_WORDS: the words" in printed  # which are not listed again


def test_a_reader_who_interrupts_stops_it(files: dict[str, str]) -> None:
    def stop(doing: str, share: float) -> None:
        if share > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_readable(tasks.load(files["texts"]), on_progress=stop)


def test_a_score_of_texts_is_that_of_programs_fitted_without_them(tmp_path: Path) -> None:
    """Labels drawn by lot cannot be told of texts that were held out, nor therefore learned."""
    draw = random.Random(3)
    rows = [
        json.dumps({"text": f"w{draw.randint(0, 99)} v{number}", "label": draw.choice("ab")})
        for number in range(400)
    ]
    path = tmp_path / "lots.jsonl"
    path.write_text("\n".join(rows), encoding="utf-8")
    task = tasks.load(path)
    best = learn_readable(task, sizes=(8,), penalties=(0.1,))[-1]
    assert evaluate_program(best.program, task, task.train).token > 0.75
    assert best.validation is not None
    assert best.validation < 0.6
    assert best.inputs == len(task.train) + len(task.validation)
