"""Language from end to end, at small size: files, vectors, training, proof, printed program."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tiny_networks import agrees, settings

import transformer_programs as tp
from transformer_programs import vectors
from transformer_programs.learn.baselines import baseline
from transformer_programs.networks.program_model import ProgramNetwork
from transformer_programs.printer import as_module, emit
from transformer_programs.tasks import Task, load
from transformer_programs.vectors import Vectors

SYLLABLES = ("ba", "do", "ke", "li", "mo", "na", "pu", "ra", "si", "ta", "ve", "zo")
NAMES = [(a + b + c).capitalize() for a in SYLLABLES for b in SYLLABLES for c in ("n", "x", "l")]
FILLERS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in ("m", "r")]

WORDS = {"word_variables": 2, "word_cardinality": 8, "unknown_rate": 1.0}
BEST = {"epochs": 40, "batch": 32, "schedule": "cosine", "keep": "best", "evaluations": 5}
TAGGER = replace(settings(1, 3, 0, 0, 0), **WORDS, **BEST)


def sentence(rng: random.Random) -> list[tuple[str, str]]:
    """Names are persons after `Mr` and places after `in`: the word before decides."""
    found: list[tuple[str, str]] = []
    for _ in range(rng.randint(1, 2)):
        found += [(rng.choice(FILLERS), "O") for _ in range(rng.randint(1, 2))]
        mark, kind = rng.choice([("Mr", "PER"), ("in", "LOC")])
        found += [(mark, "O"), (rng.choice(NAMES), f"B-{kind}")]
    return [*found, (".", "O")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of tagged sentences and vectors for most of their words."""
    found, rng = tmp_path_factory.mktemp("language"), random.Random(0)
    sentences = [sentence(rng) for _ in range(400)]
    text = "\n\n".join("\n".join(f"{word} {tag}" for word, tag in one) for one in sentences)
    (found / "names.conll").write_text(text + "\n")
    generator = np.random.default_rng(0)
    kinds = {word: kind for kind, listed in enumerate((NAMES, FILLERS)) for word in listed[:-20]}
    centres = generator.normal(size=(2, 10))
    with (found / "vectors.txt").open("w") as file:
        for word, kind in kinds.items():
            row = centres[kind] + 0.2 * generator.normal(size=10)
            file.write(f"{word.lower()} {' '.join(f'{x:.4f}' for x in row)}\n")
    return found


@pytest.fixture(scope="module")
def named(folder: Path) -> tuple[Task, Vectors]:
    return load(folder / "names.conll"), vectors.load_vectors(folder / "vectors.txt")


@pytest.fixture(scope="module")
def best(named: tuple[Task, Vectors]) -> ProgramNetwork:
    task, found = named
    return tp.fit(task, tp.Gradient(TAGGER, seeds=2, vectors=found)).best


def test_a_tagger_is_learned_from_a_file_and_proved(
    named: tuple[Task, Vectors], best: ProgramNetwork
) -> None:
    task, _ = named
    assert task.metric == "entity"
    scores = best.scores["test"]
    assert scores.entities is not None
    assert scores.main > 0.9
    assert scores.main > baseline(task).scores(task, task.test).main
    assert best.test == pytest.approx(scores.main)
    assert best.proof.equal, best.proof
    assert agrees(best)


def test_the_printed_tagger_agrees_on_the_whole_test_set(
    named: tuple[Task, Vectors], best: ProgramNetwork
) -> None:
    task, _ = named
    module = as_module(emit(best.program))
    labels = best.predict(task.test.words)
    for row, words in enumerate(map(task.words_of, task.test.words)):
        inner = [task.classes[label] for label in labels[row][1 : len(words) - 1]]
        assert module.run(words) == ["<s>", *inner, "</s>"]
