"""The scikit-learn face: estimators that clone, pickle, and work in pipelines and searches."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from tiny_networks import settings

from transformer_programs.estimator import (
    TransformerProgramClassifier,
    TransformerProgramTagger,
)
from transformer_programs.learn import readable
from transformer_programs.program.values import Refusal
from transformer_programs.tasks import DataError

WORDS = {"word_variables": 1, "word_cardinality": 4}
TINY = settings(1, 1, 0, 0, 0, epochs=40, batch=32, evaluations=2, **WORDS)
GOOD, BAD, PLAIN = "good great fine".split(), "bad dull weak".split(), "film plot cast".split()


def reviews(count, seed=0):
    """Texts with one telling word, and 1 for praise or 0 for blame."""
    rng = random.Random(seed)
    texts, labels = [], []
    for _ in range(count):
        praise = rng.random() < 0.5
        words = [rng.choice(PLAIN), rng.choice(GOOD if praise else BAD), rng.choice(PLAIN)]
        texts.append(" ".join(words))
        labels.append(int(praise))
    return texts, labels


def sentences(count, seed=0):
    """Words with tags: names are persons."""
    rng = random.Random(seed)
    rows = [[rng.choice(["Anna", "Ben", *PLAIN]) for _ in range(4)] for _ in range(count)]
    return rows, [["B-PER" if word in ("Anna", "Ben") else "O" for word in row] for row in rows]


@pytest.fixture(scope="module")
def classifier():
    return TransformerProgramClassifier(TINY, seeds=2, tokenizer="spaces").fit(*reviews(200))


@pytest.fixture(scope="module")
def tagger():
    return TransformerProgramTagger(TINY, seeds=2, length=6).fit(*sentences(200))


def test_a_classifier_learns_and_answers_with_the_labels_it_was_given(classifier):
    texts, labels = reviews(60, seed=1)
    predicted = classifier.predict(texts)
    assert predicted.dtype == np.asarray(labels).dtype
    assert classifier.classes_.tolist() == [0, 1]
    assert classifier.score(texts, labels) >= 0.9
    # one input at a time, by the program alone
    words = [["<s>", *text.split(), "</s>"] for text in texts]
    assert [int(classifier.program_(row)) for row in words] == predicted.tolist()


def test_probabilities_add_up_and_agree_with_the_answer(classifier):
    texts, _ = reviews(40, seed=2)
    shares = classifier.predict_proba(texts)
    assert shares.shape == (40, 2)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert classifier.classes_[shares.argmax(axis=1)].tolist() == classifier.predict(texts).tolist()


def test_a_tagger_learns_and_scores_entities(tagger):
    rows, tags = sentences(40, seed=1)
    predicted = tagger.predict(rows)
    assert [len(row) for row in predicted] == [4] * 40
    assert tagger.score(rows, tags) >= 0.9
    shares = tagger.predict_proba(rows)
    assert [part.shape for part in shares] == [(4, 2)] * 40
    named = [tagger.classes_[part.argmax(axis=1)].tolist() for part in shares]
    assert named == predicted


def test_a_tagger_answers_every_word_of_a_long_sentence(tagger):
    row = ["Anna", "film"] * 20
    assert tagger.predict([row, ["Ben"]])[0] == ["B-PER", "O"] * 20


def long_reviews(count, seed=0):
    """Reviews among so many other words that they are text."""
    rng = random.Random(seed)
    texts, labels = reviews(count, seed)
    others = [
        f"{a}{b}" for a in "bcdfghklmn" for b in ("ale", "oro", "ing", "ust", "eft", "iny", "op")
    ]
    return [f"{rng.choice(others)} {text} {rng.choice(others)}" for text in texts], labels


def test_text_becomes_groups_of_words_with_rules_and_a_front(monkeypatch):
    few = readable.FOR_TEXTS._replace(groups=((8, (0,)), (16, (0,))))
    monkeypatch.setattr(readable, "FOR_TEXTS", few)
    model = TransformerProgramClassifier(tokenizer="spaces").fit(*long_reviews(1000))
    assert model.learned_.networks == ()
    texts, labels = long_reviews(60, seed=1)
    assert model.score(texts, labels) >= 0.9
    assert model.program_ == model.front_[model.front_.knee].program
    assert not any("test accuracy" in one.scores for one in model.front_)  # no test data
    mean = model.predict_proba(texts).max(axis=1).mean()  # calibrated, not flat
    assert mean == pytest.approx(model.score(texts, labels), abs=0.1)
    assert any({"good", "fine"} <= {*row["words"].split(", ")} for row in model.get_rules())
    again = pickle.loads(pickle.dumps(model))
    assert again.predict(texts).tolist() == model.predict(texts).tolist()
    model.set_params(max_lines=model.front_[0].lines).fit(*long_reviews(1000))
    assert model.program_ == model.front_[0].program


def test_a_rule_over_few_words_is_found_by_search():
    rows, tags = sentences(120)
    model = TransformerProgramTagger(learner="search", seconds=3).fit(rows, tags)
    assert model.learned_.networks == ()
    assert model.predict([["Ben", "film", "Anna"]]) == [["B-PER", "O", "B-PER"]]


def test_a_wrong_setting_is_refused():
    with pytest.raises(Refusal, match="there is no setting 'epoch'"):
        TransformerProgramClassifier({"epoch": 3}).fit(*reviews(20))
    with pytest.raises(DataError, match="learner: expected one of auto, readable"):
        TransformerProgramClassifier(learner="guess").fit(*reviews(20))


def test_estimators_clone_without_what_they_learned_and_pickle_with_it(classifier, tagger):
    texts, rows = reviews(20, seed=3)[0], sentences(20, seed=3)[0]
    for fitted, inputs in ((classifier, texts), (tagger, rows)):
        copy, again = clone(fitted), pickle.loads(pickle.dumps(fitted))
        assert copy.get_params() == fitted.get_params()
        with pytest.raises(NotFittedError):
            copy.predict(inputs)
        assert list(again.predict(inputs)) == list(fitted.predict(inputs))
        assert str(again.learned_) == str(fitted.learned_)


def test_a_classifier_works_in_a_pipeline_and_a_search():
    texts, labels = reviews(90)
    lower = FunctionTransformer(lambda texts: [text.lower() for text in texts])
    model = TransformerProgramClassifier(TINY, seeds=1, tokenizer="spaces")
    pipeline = Pipeline([("lower", lower), ("program", model)])
    short = settings(1, 1, 0, 0, 0, epochs=1, batch=32, evaluations=1, **WORDS)
    grid = {"program__config": [short, TINY]}
    search = GridSearchCV(pipeline, grid, cv=2, error_score="raise")
    search.fit([text.upper() for text in texts], labels)
    assert search.best_params_ == {"program__config": TINY}
    assert search.best_estimator_.predict(["GOOD FILM PLOT"]).shape == (1,)
