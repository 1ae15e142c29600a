"""Words that start with what the training labels say of them, and of pairs of neighbours."""

from dataclasses import replace

import numpy as np
import pytest

from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config, ConfigError
from transformer_programs.learn.extract import extract
from transformer_programs.learn.hardened import hard_forward
from transformer_programs.learn.initial import Knowledge, initial
from transformer_programs.learn.network import Member
from transformer_programs.learn.program_model import train_programs
from transformer_programs.learn.prove import prove
from transformer_programs.meaning.batch import label_batch
from transformer_programs.program import Vocabulary
from transformer_programs.tasks import Split, Task
from transformer_programs.vectors import Vectors

LISTED = Vocabulary(("<unk>", "<s>", *(f"w{i}" for i in range(14))), unknown="<unk>", begin="<s>")
VECTORS = Vectors(LISTED.words, np.random.default_rng(0).normal(size=(16, 5)).astype(np.float32))
LENGTH = 7
START = Config(
    layers=1,
    categorical_heads=2,
    numerical_heads=0,
    categorical_mlps=2,
    numerical_mlps=0,
    hidden=24,
    word_variables=4,
    word_cardinality=16,
    word_start="labels",
    batch=16,
    epochs=2,
    evaluations=1,
)


def task_of(labels, classes: int, pooled: bool = True, count: int = 400) -> Task:
    """Random words after a mark; `labels` makes the labels of inputs (inputs, length)."""
    generator = np.random.default_rng(1)
    words = generator.integers(2, 16, (count, LENGTH)).astype(np.int32)
    words[:, 0] = 1
    words[np.arange(LENGTH) >= generator.integers(4, LENGTH + 1, count)[:, None]] = -1
    split = Split(words, labels(words).astype(np.int32))
    names = tuple(f"c{i}" for i in range(classes))
    return Task("made", "made", LISTED, names, LENGTH, False, pooled, split, split, split)


def majority(words):
    """Whether low words outnumber high ones."""
    return ((words >= 2) & (words < 9)).sum(1) > (words >= 9).sum(1)


def at_the_start(task: Task, config: Config) -> Member:
    architecture = Architecture.of(task, config)
    params = Knowledge.of(task, VECTORS).placed(initial(architecture, 0)[0], architecture)
    return Member(0, architecture, params, 0.0, 0.0, 0.0, False)


def right(member: Member, split: Split) -> float:
    found = member.run(split.words).labels
    return float((found == split.labels)[split.labels >= 0].mean())


def test_a_network_starts_as_a_linear_model_of_the_words() -> None:
    task = task_of(majority, 2)
    member = at_the_start(task, START)
    scores = Knowledge.of(task, VECTORS).scores
    said = np.where((task.train.words >= 0)[..., None], scores[task.train.words], 0).sum(1)
    sure = np.abs(said[:, 1] - said[:, 0]) > 0.2  # bins are a little off
    assert sure.mean() > 0.8
    found = member.run(task.train.words).labels
    assert (found == said.argmax(1))[sure].all()
    assert right(member, task.train) > 0.95


def test_words_of_labelled_positions_start_with_their_commonest_label() -> None:
    task = task_of(lambda words: np.where(words < 2, -1, words % 3), 3, pooled=False)
    assert right(at_the_start(task, START), task.train) == 1.0


def test_the_unknown_word_says_what_rare_words_say() -> None:
    words = np.full((24, LENGTH), -1, np.int32)
    words[:, :3] = [[1, 2, 3]] * 12 + [[1, 2, word] for word in range(4, 16)]  # each once
    split = Split(words, np.repeat([0, 1], 12).astype(np.int32))
    task = replace(task_of(majority, 2), train=split)
    scores = Knowledge.of(task, None).scores
    assert scores[3, 0] > 0.1
    assert scores[0] == pytest.approx(scores[4:].mean(axis=0), abs=1e-5)
    assert scores[0, 1] > 0.1


def test_a_network_that_started_from_labels_is_proved_equal_to_its_program() -> None:
    task = task_of(majority, 2)
    member = train_programs(task, START, seeds=1, vectors=VECTORS).best
    program = extract(member.params, member.architecture, LISTED, task.classes)
    assert prove(program, member.params, member.architecture, LISTED, task.classes).equal
    found = hard_forward(member.params, member.architecture, task.test.words).labels
    assert (label_batch(program, task.test.words) == found).all()


def test_votes_decay_back_to_where_they_started() -> None:
    task = task_of(majority, 2)
    start = at_the_start(task, replace(START, categorical_mlps=0)).params["votes"]
    held, free = (
        train_programs(
            task,
            replace(START, categorical_mlps=0, epochs=4, vote_decay=decay),
            seeds=1,
            vectors=VECTORS,
        )
        for decay in (5.0, 0.0)
    )
    near, far = (np.abs(run.best.params["votes"] - start).mean() for run in (held, free))
    assert near < far / 2


def test_a_start_that_cannot_be_is_refused() -> None:
    with pytest.raises(ConfigError, match="word_start: expected vectors or labels"):
        train_programs(task_of(majority, 2), replace(START, word_start="nothing"), seeds=1)
    with pytest.raises(ConfigError, match="at least 5 where words start from the labels"):
        train_programs(task_of(lambda words: words[:, 1] % 5, 5), START, seeds=1)
