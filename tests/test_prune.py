"""Rules that stand on a task's inputs, and pruning: what may change, and what may not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from test_simplify import learned

from transformer_programs import tasks
from transformer_programs.dataset import evaluate_program, predictions
from transformer_programs.meaning.batch import label_batch
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    NumericalHead,
    One,
    Rows,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import induction
from transformer_programs.simplifier import (
    simplify,
)
from transformer_programs.simplifier.judge import judge_of
from transformer_programs.simplifier.prune import prune
from transformer_programs.simplifier.refit import Cases, lbfgs, refit
from transformer_programs.simplifier.voters import (
    Prices,
    ballots_of,
    sample,
    votes_of,
)

# --- a task ---------------------------------------------------------------------------------------

TASK = tasks.make("induction", samples=600)


def wide(seed: int = 0) -> Program:
    """The induction program among heads that look at this and that and vote a little."""
    rng = random.Random(seed)
    program = induction.program
    known = types(program)
    word, place = known["tokens"], known["positions"]
    noise = [
        CategoricalHead(
            Variable(f"noise_{i}", word),
            "positions",
            "positions",
            "tokens",
            Rows(tuple((rng.randrange(10),) for _ in place.values)),
            "upto",
        )
        for i in range(4)
    ]
    output = program.output
    assert isinstance(output, Classifier)

    def votes(name: str, count: int, most: int) -> Vote:
        return Vote(
            name, tuple(tuple(rng.randint(0, most) for _ in range(5)) for _ in range(count))
        )

    strong = [
        Vote(vote.reads, tuple(tuple(1000 * w for w in row) for row in vote.weights))
        for vote in output.votes
    ]
    weak = [votes(head.out.name, 9, 120) for head in noise] + [votes("tokens", 9, 50)]
    weak.append(votes("positions", 10, 50))
    return replace(
        program,
        steps=(*program.steps, *noise),
        output=replace(output, votes=(*strong, *weak), scale=1000),
    )


def test_pruning_finds_the_two_heads_that_matter() -> None:
    done = simplify(wide(), task=TASK, budget=0)
    names = [s.out.name for s in done.program.steps]
    assert names == ["tokens", "positions", "attn_0_0_outputs", "attn_1_0_outputs"]
    assert evaluate_program(done.program, TASK).token == 1
    assert "noise_0: not needed" in map(str, done.changes)


def test_without_a_budget_no_right_answer_is_lost() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    for seed in range(3):
        program = unlearned(task, seed)
        pruned = prune(program, task, 0.0).program
        for split in (task.train, task.validation):
            right = predictions(program, task, split) == split.labels
            still = predictions(pruned, task, split) == split.labels
            assert not (right & ~still).any()


def test_a_budget_is_kept_and_buys_lines() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    program = unlearned(task, 1)
    free, paid = prune(program, task, 0.0), prune(program, task, 0.2)
    assert paid.after.score >= paid.before.score - 0.2
    assert paid.after.lines < free.after.lines <= free.before.lines


@pytest.mark.parametrize("seed", range(2))
def test_a_larger_budget_never_buys_less(seed: int) -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    program = unlearned(task, seed)
    lines = [prune(program, task, budget).after.lines for budget in (0.0, 0.001, 0.01, 0.1, 0.3)]
    assert lines == sorted(lines, reverse=True)


def test_a_variable_that_is_the_answer_needs_no_votes() -> None:
    task = tasks.make("hist", vocab=5, length=5, samples=100)
    classes = tuple(str(n) for n in range(1, 5))
    rng = random.Random(3)
    words = task.vocabulary.words
    word = Categorical(words)
    steps = (
        Token(Variable("tokens", word), tuple(range(len(words)))),
        One(Variable("ones", Number(1, 1))),
        NumericalHead(Variable("c", Number(0, 5)), "tokens", "tokens", "ones", Compare("==")),
    )
    noise = tuple(tuple(rng.randint(0, 30) for _ in classes) for _ in words)
    votes = (Vote("tokens", noise), Vote("c", ((2, 4, 6, 8),)), Vote("ones", ((-1, -4, -9, -16),)))
    output = Classifier(classes, votes)
    program = Program(task.vocabulary, steps, output, task.max_length)
    pruned = prune(program, task).program
    assert pruned.output == Answer("c")
    assert evaluate_program(pruned, task).token == 1


def unlearned(task: tasks.Task, seed: int) -> Program:
    """A program for a task that has learned nothing yet, and votes at random."""
    program = learned(seed, task.max_length, heads=2)
    words = task.vocabulary.words
    renamed = {"<s>": "<s>", "</s>": "</s>"} | dict(
        zip("abc", [w for w in words if w not in ("<s>", "</s>")], strict=False)
    )
    vocabulary = replace(
        program.vocabulary, words=tuple(renamed[word] for word in program.vocabulary.words)
    )
    output = replace(program.output, classes=tuple(renamed[c] for c in "abc"))
    return replace(program, vocabulary=vocabulary, output=output)


def test_refitted_votes_are_the_best_there_are() -> None:
    draw = np.random.default_rng(0)
    features = np.eye(6)[draw.integers(0, 6, 300)]
    labels = draw.integers(0, 3, 300)
    cases = Cases.of(features.T, labels, np.ones(300), 3)
    weights = refit(cases, np.zeros((6, 3)), rounds=500)
    likely = np.exp(features @ weights)
    likely /= likely.sum(1, keepdims=True)
    for value in range(6):  # at the optimum, chances are the frequencies
        rows = features[:, value] == 1
        seen = np.bincount(labels[rows], minlength=3) / rows.sum()
        assert np.allclose(likely[rows][0], seen, atol=0.01)


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e-12])
@pytest.mark.parametrize("start", [(1.0, 1.0), (1e-6, 1e-6)])
def test_a_long_valley_is_walked_to_its_end_at_any_scale(
    scale: float, start: tuple[float, float]
) -> None:
    curved = scale * np.array([1e6, 1.0])

    def measure(weights: np.ndarray) -> tuple[float, np.ndarray]:
        return float((curved * weights**2).sum()) / 2, curved * weights

    first = np.array(start)
    *_, (weights, loss) = islice(lbfgs(measure, first), 60)
    assert loss < 1e-12 * measure(first)[0]
    assert np.abs(weights).max() < 1e-6 * first.max()
    *_, (_, loss) = lbfgs(measure, first)  # to where numbers end: no warning, no NaN
    assert loss >= 0


def test_a_budget_counts_in_the_score_of_the_task() -> None:
    """One word of eight carries the only entity: without it most labels stay right, F1 is lost."""
    classes = ("O", "B-PER")
    words = ("<unk>", "Anna", *"abcdef")
    rows = np.array([[1, 2, 3, 4, 5, 6, 7, 2]] * 20, np.int32)
    split = tasks.Split(rows, (rows == 1).astype(np.int32))
    vocabulary = Vocabulary(words, unknown="<unk>")
    plain = tasks.Task("names", "", vocabulary, classes, 8, False, False, split, split, split)
    person = Token(Variable("person", Categorical(("no", "yes"))), (0, 1, *[0] * 6))
    voting = Classifier(classes, (Vote("person", ((1, 0), (0, 1))),))
    program = Program(vocabulary, (person,), voting, 8)
    nothing = replace(program, output=Classifier(classes, (Vote("person", ((1, 0), (1, 0))),)))
    assert judge_of(program, plain, 0.2).allows(nothing)
    entities = replace(plain, metric="entity")
    judge = judge_of(program, entities, 0.2)
    assert not judge.allows(nothing)
    assert judge.allows(program)
    assert [point.score for point in judge.worth] == [1.0]  # the other is no shorter


def test_running_again_gives_the_answers_of_running_anew() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    for seed in range(4):
        program = unlearned(task, seed)
        judge = judge_of(program, task, 0.0)
        assert judge.rerun.quick
        for changed in (program, *one_head_changed(program), program):
            expected = [
                (predictions(changed, task, split) == split.labels)[split.labels >= 0]
                for split in (task.train, task.validation)
            ]
            # The judge orders labels its own way.
            assert judge.answers(changed).sum() == np.concatenate(expected).sum()
            labels = label_batch(changed, judge.rerun.words)
            assert np.array_equal(judge.rerun.labels(changed), labels.T.ravel()[judge.rerun.places])


def one_head_changed(program: Program) -> list[Program]:
    """The program with the rows of one head turned round, for each head that has rows."""
    found = []
    for head in program.steps:
        if isinstance(head, CategoricalHead | NumericalHead) and isinstance(head.predicate, Rows):
            turned = replace(head, predicate=Rows(head.predicate.accepts[::-1]))
            steps = tuple(turned if s is head else s for s in program.steps)
            found.append(replace(program, steps=steps))
    return found


def test_prices_count_a_shared_step_once() -> None:
    program = learned(0)
    prices = Prices(program)
    names = [s.out.name for s in program.steps]
    assert prices.of(names) == sum(prices.lines.values()) + len(names)
    assert prices.of([]) == 0
    for name in names:
        assert prices.of([name]) <= prices.of(names)


def test_a_sample_of_ballots_stands_for_all_of_them() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    program = unlearned(task, 1)
    every = ballots_of(program, judge_of(program, task, 0.2))
    assert every.whole
    assert isinstance(program.output, Classifier)
    votes = votes_of(program.output, every.columns)
    shares = every.cases.answers.sum(0)
    labels, there = every.cases.answers.argmax(0), np.flatnonzero(shares)
    scores = every.cases.scores(votes)[:, there]
    chosen, counts = sample(scores, labels[there], shares[there], 60)
    assert len(set(chosen)) == len(counts) == 60
    assert np.isclose(counts.sum(), 1)
    wrong = 1 - judge_of(program, task, 0.2).right.mean()
    assert abs(every.lost(votes) - wrong) < 0.05


def test_a_sample_of_ballots_has_the_closest_decisions() -> None:
    margins = np.random.default_rng(0).permutation(100) + 1.0
    scores, labels = np.stack([margins, 0 * margins]), np.zeros(100, dtype=int)
    chosen, _ = sample(scores, labels, np.ones(100), 20)
    assert {*range(1, 11)} <= set(margins[chosen])
