"""The baselines of words alone, against a few lines of plain Python."""

from __future__ import annotations

import os
from collections import Counter, defaultdict

import pytest
from shell import write_rows

from transformer_programs import tasks
from transformer_programs.learn.baselines import linear, naive_bayes, unigram_tagger

needs_data = pytest.mark.skipif(
    "TPROG_DATA" not in os.environ, reason="TPROG_DATA names no folder with the corpora"
)

TOPICS = {"goal": "sport", "match": "sport", "shares": "money", "bank": "money"}


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "topics.jsonl"
    words = list(TOPICS)
    rows = [
        {"text": f"the {words[n % 4]} of {n} and {words[(n + n // 8 % 2) % 4]}", "label": label}
        for n in range(80)
        for label in [TOPICS[words[n % 4]]]
    ]
    return tasks.load(write_rows(path, rows), tokenizer="spaces", vocab=50)


def joined(texts, split):
    return [" ".join(texts.words_of(row)) for row in split.words]


def test_the_unigram_tagger_gives_each_word_its_commonest_tag():
    task = tasks.sort(samples=400)
    counts = defaultdict(Counter)
    for row, labels in zip(task.train.words, task.train.labels, strict=True):
        for word, label in zip(row, labels, strict=True):
            if label >= 0:
                counts[word][label] += 1
    predicted = unigram_tagger(task).predict(task.test.words)
    for word, label in zip(task.test.words.ravel(), predicted.ravel(), strict=True):
        if word < 0:
            assert label == -1
        elif counts[word]:
            most = max(counts[word].values())
            assert label == min(c for c, n in counts[word].items() if n == most)


def test_the_linear_model_is_the_regression_of_scikit_learn_on_words_and_pairs(texts):
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    counter = CountVectorizer(
        tokenizer=str.split, token_pattern=None, ngram_range=(1, 2), lowercase=False
    )
    regression = LogisticRegression(C=0.5, fit_intercept=False, max_iter=500)  # ours: two columns
    regression.fit(counter.fit_transform(joined(texts, texts.train)), texts.train.labels)
    wanted = regression.predict(counter.transform(joined(texts, texts.test)))
    assert linear(texts).predict(texts.test.words).tolist() == wanted.tolist()


def test_naive_bayes_is_that_of_scikit_learn_on_word_counts(texts):
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    counter = CountVectorizer(
        tokenizer=str.split, token_pattern=None, vocabulary=texts.vocabulary.words, lowercase=False
    )
    model = MultinomialNB().fit(counter.transform(joined(texts, texts.train)), texts.train.labels)
    expected = model.predict(counter.transform(joined(texts, texts.test)))
    assert naive_bayes(texts).predict(texts.test.words).tolist() == expected.tolist()
    assert naive_bayes(texts).scores(texts, texts.test).main == 1.0


@needs_data
def test_the_baselines_of_the_real_corpora():
    conll = tasks.conll(test_long="drop")
    assert unigram_tagger(conll).scores(conll, conll.test).main == pytest.approx(0.550, abs=0.001)
    trec = tasks.trec()
    assert naive_bayes(trec).scores(trec, trec.test).main == pytest.approx(0.778, abs=0.001)
