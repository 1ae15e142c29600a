"""Words, vocabularies, windows and the named corpora, on small corpora that the tests write."""

from __future__ import annotations

import gzip
import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_programs import tasks
from transformer_programs.tasks import TaskError
from transformer_programs.tasks.build import windows
from transformer_programs.tasks.texts import CORPORA, records_of
from transformer_programs.tasks.tokenizing import vocabulary_of

REAL = os.environ.get("TPROG_DATA")
needs_data = pytest.mark.skipif(REAL is None, reason="TPROG_DATA names no folder with the corpora")

LONG = ["Anna", "met", "Ben", "in", "Rome"] * 8
LONG_TAGS = ["B-PER", "O", "B-PER", "O", "B-LOC"] * 8


@pytest.fixture
def data(tmp_path):
    """A folder with a conll and a trec of a few sentences."""
    conll, trec = tmp_path / "conll2003", tmp_path / "trec"
    conll.mkdir()
    trec.mkdir()
    short = "Anna NNP B-NP B-PER\npaid VBD B-VP O\n19.99 CD B-NP O\n\nRome NNP B-NP B-LOC\n\n"
    long = "".join(f"{w} X Y {t}\n" for w, t in zip(LONG, LONG_TAGS, strict=True)) + "\n"
    for split in ("train", "validation", "test"):
        (conll / f"{split}.txt").write_text(short + long, encoding="utf-8")
    rows = [f"{'HUM' if n % 2 else 'NUM'}\tWho isn't number {n} ?\n" for n in range(40)]
    (trec / "train.tsv").write_text("".join(rows), encoding="utf-8")
    (trec / "test.tsv.gz").write_bytes(gzip.compress("".join(rows[:4]).encode()))
    return tmp_path


# --- words ----------------------------------------------------------------------------------------


def test_the_order_of_the_inputs_does_not_decide_which_rare_words_are_known() -> None:
    # All words are equally rare. By order of occurrence, only those of the last would be unknown.
    praise, blame = [["good"], ["fine"]], [["bad"], ["awful"]]
    first, second = (vocabulary_of(x, most=2) for x in (praise + blame, blame + praise))
    assert first.words == second.words
    assert {"awful", "bad"} <= set(first.words)


# --- lengths and splits ---------------------------------------------------------------------------


@given(st.integers(1, 300), st.integers(3, 64))
def test_windows_score_every_word_once_where_it_can_be_seen(words, room):
    parts = list(windows(words, room))
    scored = [word for _, low, high in parts for word in range(low, high)]
    assert scored == list(range(words))
    for start, low, high in parts:
        assert 0 <= start <= low < high <= min(start + room, words)
    if words > room:
        assert all(start + room <= words for start, _, _ in parts)


def test_long_sentences_are_cut_for_test_and_dropped_from_training(data):
    task = tasks.conll(data=str(data), length=16)
    assert [len(split) for split in task.splits.values()] == [2, 6, 6]
    assert task.test.sentences.tolist() == [0, 1, 2, 2, 2, 2]
    assert (task.test.labels >= 0).sum() == 3 + 1 + 40
    perfect = task.accuracy(task.test.labels, task.test)
    assert perfect.entities.wanted == perfect.entities.right == 1 + 1 + 24
    assert task.words_of(task.train.words[0]) == ["<s>", "Anna", "paid", "@.@", "</s>"]
    dropped = tasks.conll(data=str(data), length=16, test_long="drop")
    assert [len(split) for split in dropped.splits.values()] == [2, 2, 2]


# --- the named corpora ----------------------------------------------------------------------------


def test_a_corpus_is_found_by_folder_or_by_environment(data, monkeypatch):
    task = tasks.make("trec", data=str(data), tokenizer="plain")
    assert task.classes == ("HUM", "NUM")
    assert [len(split) for split in task.splits.values()] == [36, 4, 4]
    assert task.words_of(task.test.words[0]) == "<s> Who is n't number 0 ? </s>".split()
    monkeypatch.setenv("TPROG_DATA", str(data))
    again = tasks.make("trec", tokenizer="plain")
    assert np.array_equal(again.train.words, task.train.words)
    assert dict(again.spec.settings)["data"] is None
    assert dict(again.spec.settings)["tokenizer"] == "plain"


class HubRows(list):
    """The rows of a split, with the names of their labels, as the package `datasets` has them."""

    def __init__(self, rows, **features):
        super().__init__(rows)
        self.features = features


def test_corpora_come_from_the_hub_without_a_folder(monkeypatch):
    monkeypatch.delenv("TPROG_DATA", raising=False)
    tags = SimpleNamespace(feature=SimpleNamespace(names=["O", "B-PER", "B-LOC"]))
    sentence = {"tokens": ["Anna", "likes", "Rome"], "ner_tags": [1, 0, 2]}
    known = {
        "eriktks/conll2003": {
            split: HubRows([sentence] * 3, ner_tags=tags)
            for split in ("train", "validation", "test")
        },
    }

    def load_dataset(name, revision=None):
        return known[name]

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load_dataset))
    task = tasks.conll()
    assert task.labels_of(task.test, 0) == [None, "B-PER", "O", "B-LOC", None]
    with pytest.raises(
        TaskError, match=r"mr: .*rotten_tomatoes cannot be had from the hub \(KeyEr"
    ):
        tasks.mr()


# --- the real corpora, where they are -------------------------------------------------------------


@needs_data
def test_the_real_conll_has_the_published_counts():
    records = records_of("conll")
    assert {split: len(listed) for split, listed in records.items()} == CORPORA["conll"].published
    words = [sum(len(record.content) for record in listed) for listed in records.values()]
    assert words == [203_621, 51_362, 46_435]
    task = tasks.conll()
    assert "as published" in task.description
    assert len(task.train) == 12_255
    wanted = [
        task.accuracy(split.labels, split).entities.wanted for split in (task.validation, task.test)
    ]
    assert wanted == [5_942, 5_648]
    assert (task.test.labels >= 0).sum() == 46_435
