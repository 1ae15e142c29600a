"""Verdicts about "every input": each case differs on one input that is easy to forget."""

from __future__ import annotations

from dataclasses import replace

import pytest
from near_equal import trials

from transformer_programs import tasks, verify, verify_task
from transformer_programs.printer import emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Formula,
    Mlp,
    NumericalHead,
    One,
    Position,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import histogram, induction, reverse
from transformer_programs.verifier import VerifyError
from transformer_programs.verifier.pair import Failure

FLAG = Variable("flag", Categorical(("no", "yes")))


def by_words(vocabulary: Vocabulary, flags: tuple[int, ...], length: int | None = None) -> Program:
    """A program that answers each word by a table."""
    return Program(vocabulary, (Token(FLAG, flags),), Answer("flag"), length, True)


@pytest.mark.parametrize("length", [None, 3])
def test_an_unlisted_word_may_be_read_as_a_mark(length):
    words = Vocabulary(("<s>", "a"), unknown="<s>", begin="<s>")
    result = verify(by_words(words, (0, 0), length), by_words(words, (1, 0), length))
    assert result.counterexample is not None
    assert result.counterexample.tokens == ("<s>", "unlisted")


@pytest.mark.parametrize("length", [None, 3])
def test_a_stand_in_does_not_hide_the_unknown_word(length):
    words = Vocabulary(("<s>", "<xx>", "a"), unknown="<s>", begin="<s>")
    result = verify(by_words(words, (0, 0, 0), length), by_words(words, (1, 0, 0), length))
    assert result.counterexample is not None
    (word,) = result.counterexample.tokens[1:]
    assert word not in words.words
    assert result.counterexample.answers == ("no", "yes")


def test_a_file_must_read_the_shape_of_an_unlisted_word(tmp_path):
    words = Vocabulary(("<unk>", "<Xx~ov>", "a"), unknown="<unk>")
    program = by_words(words, (0, 1, 0), 2)
    file = tmp_path / "program.py"
    file.write_text(emit(program), encoding="utf-8")
    assert verify(program, file)
    file.write_text("def run(tokens):\n    return ['no' for _ in tokens]\n", encoding="utf-8")
    shown = verify(program, file).counterexample
    assert shown is not None
    assert program(list(shown.tokens)) != ["no"] * len(shown.tokens)


@pytest.mark.parametrize("largest", [1_400, 200])
def test_numbers_of_a_large_type_need_not_start_at_0(largest):
    large = Variable("large", Categorical(tuple(range(5, largest))))

    def sums(shift: int) -> Program:
        steps = (
            Position(Variable("positions", Number(0, None))),
            Token(Variable("is_a", Number(0, 1)), (1, 0)),
            Mlp(large, ("positions",), Formula("a", 5)),
            NumericalHead(
                Variable("count", Number(0, None)),
                *("large", "large", "is_a"),
                Compare("==", shift),
                "upto",
            ),
            Mlp(Variable("odd", Number(0, 1)), ("count",), Formula("%", 2)),
        )
        return Program(Vocabulary(("a", "b")), steps, Answer("odd"), None, True)

    assert not verify(sums(0), sums(-1))
    assert not verify(sums(0), sums(-5))


def test_a_program_that_refuses_the_inputs_of_a_task_is_wrong():
    task = tasks.hist(length=4, samples=20)
    for refusing in (
        replace(histogram.program, max_length=2),
        by_words(Vocabulary(("x", "y")), (0, 1)),
        reverse.program,
    ):
        shown = verify_task(refusing, task).counterexample
        assert shown is not None
        assert isinstance(shown.answers[0], Failure)


def test_a_wrong_program_of_a_task_gets_a_counterexample():
    one = One(Variable("one", Number(1, 1)))
    for task in (tasks.hist(length=4, samples=20), tasks.sort(length=5, samples=20)):
        vocabulary = task.vocabulary
        for steps in ((one,), (Token(Variable("w", Categorical(vocabulary.words)), (0,) * 99),)):
            if isinstance(steps[0], Token):
                steps = (replace(steps[0], lookup=(0,) * len(vocabulary.words)),)
            wrong = Program(vocabulary, steps, Answer(steps[0].out.name))
            shown = verify_task(wrong, task).counterexample
            assert shown is not None
            right = task.oracle(list(shown.tokens))[shown.position]
            assert shown.answers == (wrong(list(shown.tokens))[shown.position], right)


def test_a_label_that_is_the_first_class_counts_too():
    task = tasks.hist(length=4, samples=20)
    first = task.classes[0]
    right = histogram.program
    wrong = replace(right, output=replace(right.output, names=((int(first), "none"),)))
    shown = verify_task(wrong, task).counterexample
    assert shown is not None
    assert shown.answers == ("none", first)


def test_all_inputs_of_a_few_lengths_are_not_all_inputs():
    words, tokens = Vocabulary(("a",)), Token(Variable("tokens", Categorical(("a",))), (0,))
    count = NumericalHead(
        Variable("count", Number(0, None)), "tokens", "tokens", "one", Compare("==")
    )
    one = One(Variable("one", Number(1, 1)))
    a, b = (
        Program(
            words,
            (tokens, one, count, Mlp(Variable("n", Number(0, most)), ("count",), Formula("a"))),
            Answer("n"),
        )
        for most in (40, 41)
    )
    result = verify(a, b)
    assert not (result.equal and result.strength != "sampled")
    assert "up to 24 words" in str(result)


def test_programs_with_other_words_are_never_called_equal():
    a = by_words(Vocabulary(("a", "b"), unknown="a"), (0, 0))
    b = by_words(Vocabulary(("a",), unknown="a"), (0,))
    with pytest.raises(VerifyError, match="only one of them has the word"):
        verify(a, b)


def test_words_of_one_vocabulary_alone_are_the_counterexample():
    a, b = (by_words(Vocabulary(("a", other)), (0, 1), 3) for other in "bc")
    shown = verify(a, b).counterexample
    assert shown is not None
    assert shown.tokens == ("b",)
    assert shown.answers[0] == ["yes"]
    assert isinstance(shown.answers[1], Failure)


@pytest.mark.parametrize("example", [histogram, induction, reverse], ids=lambda e: e.name)
def test_a_file_must_refuse_what_the_program_refuses(example, tmp_path):
    program = example.program
    file, text = tmp_path / "program.py", emit(program)
    file.write_text(text, encoding="utf-8")
    assert verify(program, file)
    lines = text.splitlines(keepends=True)
    check = next(i for i, line in enumerate(lines) if "raise ValueError" in line)
    lines[check] = lines[check].split("raise")[0] + "pass\n"
    file.write_text("".join(lines), encoding="utf-8")
    assert not verify(program, file)


@pytest.mark.parametrize("length", [None, 3])
def test_programs_that_know_every_number_are_never_proved_equal_by_some(length):
    words = Vocabulary(tuple(map(str, range(4))), numerals=True)
    number = Token(Variable("number", Number(None, None)), tuple(range(4)))

    def held(most: int) -> Program:
        last = Mlp(Variable("held", Number(None, most)), ("number",), Formula("a"))
        return Program(words, (number, last), Answer("held"), length, True)

    assert verify(held(500), held(600)).strength == "sampled"
    assert verify(held(500), held(500)).strength == "identical"
    shown = verify(held(500), held(600), inputs=[["3", "550"]]).counterexample
    assert shown is not None
    assert shown.answers == ("500", "550")


def test_no_near_equal_programs_are_called_equal():
    counts, wrong = trials(pairs=80, seed=1)
    assert wrong == []
    assert min(counts[kind] for kind in ("exhaustive", "different", "every length")) > 2


def test_a_copy_from_before_the_first_word_is_told_apart():
    words, tokens = Vocabulary(("a", "b")), Variable("tokens", Categorical(("a", "b")))
    before = CategoricalHead(
        Variable("before", tokens.type), "positions", "positions", "tokens", Compare("==", -1)
    )
    steps = (Token(tokens, (0, 1)), Position(Variable("positions", Number(0, None))))
    a, b = (
        Program(words, (*steps, replace(before, reach=reach)), Answer("before"), None, True)
        for reach in ("upto", "before")
    )
    assert verify(a, b).strength == "every length"
    assert verify(a, b).equal
