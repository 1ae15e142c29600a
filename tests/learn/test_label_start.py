"""Words that start with what the training labels say of them, and of pairs of neighbours."""

from dataclasses import replace

import numpy as np

from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config
from transformer_programs.learn.initial import Knowledge, initial
from transformer_programs.learn.network import Member
from transformer_programs.learn.program_model import train_programs
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
