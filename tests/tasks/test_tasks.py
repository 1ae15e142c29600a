"""Tasks: their labels, their splits, the list of all their inputs, their settings, their scores."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from transformer_programs.shelf import Exhibit, histogram
from transformer_programs.shelf import induction as induction_10
from transformer_programs.shelf import reverse as reverse_16
from transformer_programs.tasks import (
    TASKS,
    Split,
    Task,
    evaluate_program,
    make,
)

# Small, odd and large settings of every task, beside its defaults.
CASES: list[tuple[str, dict[str, int]]] = [
    *((name, {}) for name in TASKS),
    ("induction", {"letters": 1, "numbers": 12, "length": 4, "samples": 40}),
    ("induction", {"letters": 30, "numbers": 3, "length": 40, "samples": 300}),
    ("sort", {"vocab": 4, "length": 64, "samples": 2000}),
    ("hist", {"vocab": 200, "length": 5, "samples": 300}),
    ("double_hist", {"vocab": 4, "length": 30, "samples": 300}),
    ("most_freq", {"vocab": 4, "length": 30, "samples": 300}),
    ("dyck2", {"length": 33, "samples": 2000}),
]

COUNTS = {
    "induction": 66_880,
    "reverse": 19_530,
    "sort": 19_530,
    "hist": 335_922,
    "double_hist": 335_922,
    "most_freq": 335_922,
    "dyck1": 32_768,
    "dyck2": 1_073_741_824,
}


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def task(request: pytest.FixtureRequest) -> Task:
    name, settings = request.param
    return make(name, **settings)


def inputs(split: Split) -> list[bytes]:
    return [row.tobytes() for row in split.words]


def depths(s: list[str]) -> list[str]:
    """F, P or T after each bracket, by a stack."""
    stack, found = list[str](), list[str]()
    for symbol in s:
        if "F" in found or (symbol in ")}" and (not stack or stack.pop() + symbol not in PAIRS)):
            found.append("F")
            continue
        stack += [symbol] if symbol in "({" else []
        found.append("P" if stack else "T")
    return found


def followers(s: list[str]) -> list[str | None]:
    known: dict[str, str] = {}
    found: list[str | None] = []
    for letter, number in itertools.zip_longest(s[::2], s[1::2]):
        found += [known.get(letter, "unk"), None]
        known[letter] = number
    return found[: len(s)]


PAIRS = ("()", "{}")
RIGHT: dict[str, Callable[[list[str]], Sequence[str | None]]] = {
    "induction": followers,
    "reverse": lambda s: s[::-1],
    "sort": lambda s: [str(n) for n in np.sort(np.array(s, int))],
    "hist": lambda s: [str(Counter(s)[x]) for x in s],
    "double_hist": lambda s: [str(sum(s.count(y) == s.count(x) for y in set(s))) for x in s],
    "most_freq": lambda s: ([x for x, _ in Counter(s).most_common()] + ["<s>"] * len(s))[: len(s)],
    "dyck1": depths,
    "dyck2": depths,
}


def labels_are_right(task: Task, split: Split, rows: np.ndarray) -> None:
    for i in rows:
        words = task.words_of(split.words[i])
        inner = words[1:-1] if task.vocabulary.end else words[1:]
        right = [None, *RIGHT[task.name](inner), *([None] if task.vocabulary.end else [])]
        assert task.labels_of(split, i) == task.oracle(words) == right, words


def test_every_label_is_right_and_the_splits_share_no_input(task: Task) -> None:
    for split in task.splits.values():
        labels_are_right(task, split, np.arange(min(len(split), 500)))
    everything = [row for split in task.splits.values() for row in inputs(split)]
    assert len(set(everything)) == len(everything)
    sizes = np.array([len(split) for split in task.splits.values()])
    assert np.allclose(sizes, sizes.sum() * np.array([0.8, 0.1, 0.1]), atol=1)
    assert sizes.sum() <= min(dict(task.spec.settings)["samples"], task.input_count)
    again = make(task.spec.name, **dict(task.spec.settings))
    for name, split in task.splits.items():
        assert np.array_equal(split.words, again.splits[name].words)


@pytest.mark.parametrize("name", TASKS)
def test_all_inputs_are_all_different_and_as_many_as_counted(name: str) -> None:
    task = make(name)
    assert task.input_count == COUNTS[name]
    if task.input_count > 10**5:  # fewer of the same kind are listed
        assert (task.all_inputs() is None) == (name == "dyck2")
        task = make(name, length=6, samples=100)
    everything = task.all_inputs()
    listed = inputs(everything)
    different = set(listed)
    assert len(listed) == len(different) == task.input_count
    for split in task.splits.values():
        assert different.issuperset(inputs(split))
    labels_are_right(task, everything, np.random.default_rng(0).integers(0, len(listed), 1000))


def test_the_papers_examples() -> None:
    targets = {
        name: "".join(label or "" for label in entry.target) for name, entry in TASKS.items()
    }
    assert targets == {
        "induction": "unkunk01",
        "reverse": "2113",
        "hist": "1221",
        "double_hist": "2112",
        "sort": "1123",
        "most_freq": "bac<s>",
        "dyck1": "PTPTF",
        "dyck2": "PPPTPF",
    }


def test_scores_count_tokens_inputs_and_leave_out_filler() -> None:
    task = make("most_freq", samples=500)
    split = task.test
    perfect = task.accuracy(split.labels, split)
    assert (perfect.token, perfect.without_filler, perfect.exact) == (1, 1, 1)
    filler = task.classes.index("<s>")
    lazy = task.accuracy(np.full_like(split.labels, filler), split)
    scored = Counter((split.labels[split.labels >= 0] == filler).tolist())
    assert lazy.token == scored[True] / (scored[True] + scored[False])
    assert (lazy.without_filler, lazy.exact) == (0, 0)
    assert (lazy.inputs, lazy.labels) == (50, scored.total())
    one_wrong = split.labels.copy()
    one_wrong[7, 1] = filler
    assert task.accuracy(one_wrong, split).exact == pytest.approx(0.98)


@pytest.mark.parametrize(
    ("name", "example"), [("hist", histogram), ("reverse", reverse_16), ("induction", induction_10)]
)
def test_a_hand_made_program_is_right_on_every_input(name: str, example: Exhibit) -> None:
    task = make(name, samples=100)
    scores = evaluate_program(example.program, task, task.all_inputs())
    assert (scores.token, scores.exact, scores.inputs) == (1, 1, COUNTS[name])
