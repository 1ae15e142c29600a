"""Entities in tags: what counts as one, and that the scores are those of `seqeval`."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_programs.dataset import EntityScores, Split, Task
from transformer_programs.dataset.entities import entity_scores
from transformer_programs.program import Vocabulary

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-a-b", "I-a-b")


def seqeval_scores(wanted, predicted, rule):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where nothing is found
        from seqeval import metrics
        from seqeval.scheme import IOB2

        how = {"mode": "strict", "scheme": IOB2} if rule == "strict" else {}
        names = ("precision_score", "recall_score", "f1_score")
        return [float(getattr(metrics, name)(wanted, predicted, **how)) for name in names]


sentence_pairs = st.lists(
    st.integers(1, 8).flatmap(
        lambda size: st.tuples(*[st.lists(st.sampled_from(TAGS), min_size=size, max_size=size)] * 2)
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("rule", ["strict", "lenient"])
@given(pairs=sentence_pairs)
def test_scores_are_those_of_seqeval(rule, pairs):
    wanted, predicted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    sentence = np.repeat(np.arange(len(pairs)), list(map(len, wanted)))
    flat = [
        np.array([TAGS.index(tag) for tags in side for tag in tags]) for side in (wanted, predicted)
    ]
    scores = entity_scores(flat[1], flat[0], sentence, TAGS, rule)
    expected = seqeval_scores(wanted, predicted, rule)
    assert [scores.precision, scores.recall, scores.f1] == pytest.approx(expected)


def tagging_task(split: Split) -> Task:
    words = Vocabulary(("<unk>", "x"), "<unk>")
    classes = ("B-PER", "I-PER", "O")
    return Task("t", "", words, classes, 3, False, False, split, split, split, metric="entity")


def test_pieces_of_a_sentence_are_put_together_before_entities_are_counted():
    words = np.zeros((2, 3), np.int32)
    labels = np.array([[2, 0, -1], [-1, 1, 2]], np.int32)  # O B-PER | I-PER O
    joined = Split(words, labels, np.array([0, 0], np.int32))
    apart = Split(words, labels)
    task = tagging_task(joined)
    assert task.accuracy(labels, joined).entities == EntityScores(1, 1, 1)
    cut_short = np.array([[2, 0, -1], [-1, 2, 2]], np.int32)
    assert task.accuracy(cut_short, joined).entities == EntityScores(1, 1, 0)
    assert task.accuracy(cut_short, apart).entities == EntityScores(1, 1, 1)
