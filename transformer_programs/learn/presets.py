"""Settings for each task: the best shape of the paper's Table 1, or what works better."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..tasks import Task
from .config import Config, Shape


def _rasp(layers: int, heads: int, mlps: int) -> Config:
    """Heads and MLPs per layer, half of them categorical and half numerical, as in the paper."""
    return Config().with_shape(Shape(layers, heads // 2, heads // 2, mlps // 2, mlps // 2))


def _words(layers: int, heads: int, values: int, **others: Any) -> Config:
    """Four learned variables of so many values a word, categorical modules alone, one MLP a layer.

    For tags the shape is the paper's; for texts it gives the number of values alone. The learning
    rate falls, rare words are trained as the unknown one, and each member ends with the parameters
    that were best on validation.
    """
    words = Config(word_variables=4, word_cardinality=values, unknown_rate=0.5)
    trained = replace(words, schedule="cosine", keep="best", evaluations=10)
    return replace(trained.with_shape(Shape(layers, heads, categorical_mlps=1)), **others)


TAGGER = _words(2, 8, 32, epochs=30, batch=32)
TEXT_CLASSIFIER = _words(1, 4, 64, epochs=30, batch=64)
# Start from what linear models know of the words, with vectors or without, and stay near.
FROM_LABELS = replace(
    TEXT_CLASSIFIER,
    word_start="labels",
    epochs=10,
    learning_rate=0.01,
    word_dropout=0.1,
    vote_decay=0.3,
    start_temperature=1.0,
    word_rate=0.3,
)

PRESETS: dict[str, Config] = {
    # Wide (four heads per layer where two in all are enough), cool and short: every seed finds it.
    "induction": Config(epochs=40, start_temperature=1.0, attention_noise=0.6).with_shape(
        Shape(layers=2, categorical_heads=4)
    ),
    "reverse": _rasp(3, 8, 2),
    "hist": _rasp(1, 4, 2),
    "double_hist": _rasp(3, 4, 2),
    "sort": _rasp(3, 8, 4),
    "most_freq": _rasp(3, 8, 4),
    "dyck1": _rasp(3, 8, 2),
    "dyck2": _rasp(3, 4, 4),
    "conll": TAGGER,
    "trec": TEXT_CLASSIFIER,
    "mr": replace(FROM_LABELS, categorical_heads=1, categorical_mlps=0),
    "subj": FROM_LABELS,
    "ag_news": replace(FROM_LABELS, word_variables=8, epochs=3),
}

MANY_WORDS = 64  # a task with more words learns what to know of a word

# Inputs longer than the paper's 8 words: the accuracy of Sort grows with every doubling of heads.
LONG = 8
LONG_PRESETS: dict[str, Config] = {"sort": _rasp(3, 16, 4)}


def preset(task: str | Task) -> Config:
    """The settings for a task, or for the name of one.

    A task without a name of its own here has learned word variables where its words are many, and
    the largest of the paper's shapes where they are few.

    >>> preset("trec").word_variables, preset("anything").word_variables
    (4, 0)
    """
    name = task if isinstance(task, str) else getattr(task, "name", "")
    if not isinstance(task, str) and task.max_length > LONG and name in LONG_PRESETS:
        return LONG_PRESETS[name]
    if name in PRESETS:
        return PRESETS[name]
    if isinstance(task, str) or len(task.vocabulary.words) <= MANY_WORDS:
        return _rasp(3, 8, 4)
    found = TEXT_CLASSIFIER if task.pooled else TAGGER
    if task.vocabulary.unknown is None:
        found = replace(found, unknown_rate=0.0)
    smallest = max(1, len(task.train.words) // 16)  # some steps an epoch, however few the inputs
    return replace(found, batch=min(found.batch, smallest))
