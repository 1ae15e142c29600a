"""What the documents say of test and training inputs is what the tasks have."""

from __future__ import annotations

import pytest

pytest.importorskip("jax")

from measure import RESULTS, data_row, overlap

import transformer_programs as tp

TABLE = (RESULTS / "data.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["dyck2", "hist"])
def test_parts_of_test_inputs_are_found_in_training(name):
    task = tp.tasks.make(name, samples=300)
    train, test = ([task.words_of(row) for row in split.words] for split in (task.train, task.test))
    begin = {tuple(words[:n]) for words in train for n in range(len(words) + 1)}
    seen = [
        tuple(words[: i + 1]) in begin
        for number, words in enumerate(test)
        for i, label in enumerate(task.labels_of(task.test, number))
        if label is not None
    ]
    found = overlap(task)
    assert found["labels"] == len(seen)
    assert found["prefixes"] == (sum(seen) if task.causal else None)
    assert 0 < sum(seen) < len(seen)
    orders = [sorted(words) for words in train]
    assert found["reordered"] == sum(sorted(words) in orders for words in test)
    assert found["repeated"] == sum(words in train for words in test) == 0


@pytest.mark.parametrize(("part", "task"), [("sort 8/8", "sort"), ("dyck2", "dyck2")])
def test_the_published_shares_are_those_of_the_tasks(part, task):
    assert f"| {' | '.join([part, *data_row(tp.tasks.make(task))])} |" in TABLE
