"""Tasks: their labels, their splits, the list of all their inputs, their settings, their scores."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from transformer_programs.program import (
    Categorical,
    Classifier,
    Program,
    Token,
    Variable,
    Vocabulary,
    Vote,
)
from transformer_programs.shelf import Exhibit, histogram
from transformer_programs.shelf import induction as induction_10
from transformer_programs.shelf import reverse as reverse_16
from transformer_programs.tasks import (
    TASKS,
    Split,
    Task,
    TaskError,
    TaskSpec,
    evaluate_program,
    make,
)
from transformer_programs.tasks.drawing import Brackets, Pairs, Strings

# Small, odd and large settings of every task, beside its defaults.
CASES: list[tuple[str, dict[str, int]]] = [
    *((name, {}) for name in TASKS),
    ("induction", {"letters": 1, "numbers": 12, "length": 4, "samples": 40}),
    ("induction", {"letters": 30, "numbers": 3, "length": 40, "samples": 300}),
    ("reverse", {"vocab": 16, "length": 16, "samples": 2000}),
    ("sort", {"vocab": 4, "length": 64, "samples": 2000}),
    ("hist", {"vocab": 200, "length": 5, "samples": 300}),
    ("double_hist", {"vocab": 4, "length": 30, "samples": 300}),
    ("most_freq", {"vocab": 4, "length": 30, "samples": 300}),
    ("most_freq", {"vocab": 40, "length": 5, "samples": 300}),
    ("dyck1", {"length": 9, "samples": 300}),
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


def test_every_label_is_right(task: Task) -> None:
    for split in task.splits.values():
        labels_are_right(task, split, np.arange(min(len(split), 1000)))


def test_no_input_stands_twice_or_in_two_splits(task: Task) -> None:
    everything = [row for split in task.splits.values() for row in inputs(split)]
    assert len(set(everything)) == len(everything)


def test_splits_are_80_10_10_and_no_more_than_asked_for(task: Task) -> None:
    sizes = [len(split) for split in task.splits.values()]
    total = sum(sizes)
    assert np.allclose(sizes, [0.8 * total, 0.1 * total, 0.1 * total], atol=1)
    assert total <= min(dict(task.spec.settings)["samples"], task.input_count)


def test_a_task_is_made_again_from_its_spec(task: Task) -> None:
    again = make(task.spec.name, **dict(task.spec.settings))
    assert again.spec == task.spec
    for name, split in task.splits.items():
        assert np.array_equal(split.words, again.splits[name].words)
        assert np.array_equal(split.labels, again.splits[name].labels)


@pytest.mark.parametrize("name", TASKS)
def test_twenty_thousand_distinct_inputs_where_they_can_be_found(name: str) -> None:
    task = make(name)
    found = sum(len(split) for split in task.splits.values())
    assert task.input_count == COUNTS[name]
    if name in ("sort", "reverse"):  # 100,000 draws, uniform over lengths, find 14,138 on average
        assert abs(found - 14_138) < 200
    else:
        assert found == 20_000


@pytest.mark.parametrize("name", TASKS)
def test_all_inputs_are_all_different_and_as_many_as_counted(name: str) -> None:
    task = make(name)
    everything = task.all_inputs()
    if name == "dyck2":
        assert everything is None
        return
    listed = inputs(everything)
    different = set(listed)
    assert len(listed) == len(different) == COUNTS[name]
    for split in task.splits.values():
        assert different.issuperset(inputs(split))
    labels_are_right(task, everything, np.random.default_rng(0).integers(0, len(listed), 2000))


def test_induction_lists_each_sequence_with_one_number_a_letter() -> None:
    pairs = Pairs(letters=3, numbers=2, pairs=3)
    consistent = [
        list(body)
        for body in itertools.product(*[range(3), range(3, 5)] * 3, range(3))
        if len(set(zip(body[::2], body[1::2], strict=False))) == len(set(body[:-1:2]))
    ]
    assert list(map(list, pairs.every())) == consistent
    assert pairs.count == len(consistent)


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


def test_most_freq_breaks_ties_by_position_and_scores_its_filler() -> None:
    task = make("most_freq")
    assert task.oracle("<s> c b a b c".split()) == [None, "c", "b", "a", "<s>", "<s>"]
    labels = task.test.labels[task.test.labels >= 0]
    assert task.filler == "<s>"
    assert 0.30 < (labels == task.classes.index("<s>")).mean() < 0.36


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("name", "size"), [("hist", 8), ("double_hist", 8), ("hist", 16)])
def test_every_class_stands_in_training(name: str, size: int, seed: int) -> None:
    task = make(name, vocab=size, length=size, seed=seed)
    labels = task.train.labels
    assert set(np.unique(labels[labels >= 0])) == set(range(len(task.classes)))


def test_half_of_the_dyck_draws_start_with_a_valid_string() -> None:
    body = Brackets.of(2, 15).draw(np.random.default_rng(0), 20_000)
    uniform = Strings(4, 15, 15).draw(np.random.default_rng(0), 20_000)

    def valid_starts(rows: np.ndarray) -> float:
        return np.mean([_has_valid_start(row) for row in rows.tolist()])

    # A draw starts validly by the bias, or, like a uniform one, by chance.
    chance = valid_starts(uniform)
    expected = 0.5 * (1 + chance)
    assert abs(valid_starts(body) - expected) < 0.04


def _has_valid_start(row: list[int]) -> bool:
    """Whether a prefix is valid, or the whole is the cut start of a valid string."""
    stack: list[int] = []
    for symbol in row:
        if symbol % 2 == 0:
            stack.append(symbol)
        elif not stack or stack.pop() + 1 != symbol:
            return False
        if not stack:
            return True
    return len(stack) == 1


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("srot", {}, "no task 'srot': did you mean 'sort'\\? Choose from induction, reverse"),
        ("sort", {"lenght": 8}, "sort has no setting 'lenght': did you mean 'length'"),
        ("dyck1", {"vocab": 8}, "dyck1 has no setting 'vocab': choose from length, samples, seed"),
        ("sort", {"vocab": 3}, "sort, vocab: expected a whole number from 4 to 1000, got 3"),
        ("hist", {"length": 10**9}, "hist, length: expected a whole number from 2 to 1000"),
        ("hist", {"samples": None}, "hist, samples: expected .* got None"),
        ("hist", {"vocab": 1000, "samples": 5_000_000}, "samples x .* expected at most"),
        ("hist", {"vocab": 3, "length": 5}, "at least 10 different inputs, found 4"),
        ("induction", {"length": 9}, "induction, length: expected an even number"),
    ],
)
def test_wrong_names_and_settings_are_refused(
    name: str, settings: dict[str, int], message: str
) -> None:
    with pytest.raises(TaskError, match=message):
        make(name, **settings)


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


def test_words_and_classes_are_matched_by_name() -> None:
    task = make("sort", samples=500)
    words = ("4", "3", "?", "2", "1", "0", "</s>", "<s>")
    kind = Categorical(words)
    votes = tuple(tuple(int(word == other) for other in words[:6]) for word in words)
    echo = Program(
        Vocabulary(words, unknown="?", begin="<s>", end="</s>"),
        (Token(Variable("tokens", kind), tuple(range(8))),),
        Classifier(words[:6], (Vote("tokens", votes),)),
        max_length=8,
    )
    split = task.test
    rows = [task.words_of(row) for row in split.words]
    answers = [zip(echo(row), task.oracle(row), strict=True) for row in rows]
    right = [answer == target for row in answers for answer, target in row if target is not None]
    assert evaluate_program(echo, task).token == pytest.approx(np.mean(right))
    assert 0 < np.mean(right) < 1


def test_a_task_can_be_pickled() -> None:
    task = make("hist", samples=100)
    again = pickle.loads(pickle.dumps(task))
    assert np.array_equal(again.test.labels, task.test.labels)
    assert np.array_equal(again.all_inputs().labels, task.all_inputs().labels)
    assert again.spec == TaskSpec(
        "hist", (("vocab", 8), ("length", 8), ("samples", 100), ("seed", 0))
    )
