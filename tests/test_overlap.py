"""What the documents say of test and training inputs is what the tasks have."""

from __future__ import annotations

from pathlib import Path

import pytest

import transformer_programs as tp
from transformer_programs.dataset.scoring import overlap
from transformer_programs.experiments.ledger import read_lines

ROOT = Path(__file__).parent.parent
MEASURED = {
    line["part"]["name"]: line["overlap"] for line in read_lines(ROOT / "docs/results/data.jsonl")
}


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
    found = overlap(tp.tasks.make(task))
    assert MEASURED[part] == found
