"""Language from end to end, at small size: files, vectors, training, proof, printed program."""

import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs import vectors
from transformer_programs.learn.baselines import baseline
from transformer_programs.networks.config import Config
from transformer_programs.networks.program_model import TrainedProgram
from transformer_programs.printer import emit
from transformer_programs.tasks import Task, load
from transformer_programs.vectors import Vectors

SYLLABLES = ("ba", "do", "ke", "li", "mo", "na", "pu", "ra", "si", "ta", "ve", "zo")
NAMES = [(a + b + c).capitalize() for a in SYLLABLES for b in SYLLABLES for c in ("n", "x", "l")]
FILLERS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in ("m", "r")]

TAGGER = Config(
    layers=1,
    categorical_heads=3,
    numerical_heads=0,
    categorical_mlps=0,
    numerical_mlps=0,
    word_variables=2,
    word_cardinality=8,
    epochs=40,
    batch=32,
    unknown_rate=1.0,
    schedule="cosine",
    keep="best",
    evaluations=5,
)


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
def best(named: tuple[Task, Vectors]) -> TrainedProgram:
    task, found = named
    return tp.fit(task, tp.Gradient(TAGGER, seeds=2, vectors=found)).best


def loaded(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(run: TrainedProgram, folder: Path, stem: str) -> ModuleType:
    (folder / f"{stem}.py").write_text(emit(run.program, name=stem), encoding="utf-8")
    return loaded(folder / f"{stem}.py")


def test_a_tagger_is_learned_from_a_file_and_proved(
    named: tuple[Task, Vectors], best: TrainedProgram
) -> None:
    task, _ = named
    assert task.metric == "entity"
    scores = best.scores["test"]
    assert scores.entities is not None
    assert scores.main > 0.9
    assert scores.main > baseline(task).scores(task, task.test).main
    assert best.test == pytest.approx(scores.main)
    assert best.proof.equal, best.proof
    assert best.disagreements() == 0


def test_the_printed_tagger_agrees_on_the_whole_test_set(
    named: tuple[Task, Vectors], best: TrainedProgram, tmp_path: Path
) -> None:
    task, _ = named
    module = written(best, tmp_path, "names")
    labels = best.predict(task.test.words)
    for row, words in enumerate(map(task.words_of, task.test.words)):
        inner = [task.classes[label] for label in labels[row][1 : len(words) - 1]]
        assert module.run(words) == ["<s>", *inner, "</s>"]
