"""Pruning: what may change, and what may not."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from test_simplify import learned

from transformer_programs import tasks
from transformer_programs.dataset import evaluate_program, predictions
from transformer_programs.printer.size import program_size
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
from transformer_programs.simplifier import prune, simplify
from transformer_programs.simplifier.judge import judge_of

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
    origins = [str(step.out.origin) for step in done.program.steps]
    assert origins == ["None", "None", "attn_0_0", "attn_1_0"]
    assert evaluate_program(done.program, TASK).token == 1
    assert "noise_0: not needed" in map(str, done.changes)


def test_without_a_budget_no_right_answer_is_lost() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    for seed in range(3):
        program = unlearned(task, seed)
        pruned = prune(program, task, 0.0).program
        right = predictions(program, task, task.train) == task.train.labels
        still = predictions(pruned, task, task.train) == task.train.labels
        assert not (right & ~still).any()  # validation is held out: it compares the programs


def test_a_budget_is_kept_and_buys_lines() -> None:
    task = tasks.make("sort", vocab=6, length=5, samples=200)
    program = unlearned(task, 1)
    free, paid = (prune(program, task, budget).program for budget in (0.0, 0.2))
    assert program_size(paid) < program_size(free) <= program_size(program)
    words, labels = (
        np.concatenate([getattr(split, name) for split in (task.train, task.validation)])
        for name in ("words", "labels")
    )
    before, after = (
        evaluate_program(one, task, tasks.Split(words, labels)).token for one in (program, paid)
    )
    assert after >= before - 0.2


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
