"""The printed form: as short as can be proved, named for what it does, the same answers."""

from __future__ import annotations

import random

import black
import pytest
from random_programs import random_input, random_program

from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import (
    as_module,
    emit,
    lines_without_votes,
    named,
    sections,
)
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Head,
    Is,
    One,
    Origin,
    Position,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import SHELF, dyck2, induction, reverse, sentiment
from transformer_programs.simplifier import readable

WORDS = ("<s>", "a", "b", "</s>")
WORD = Categorical(WORDS)
PLACE = Number(0, 7)
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
POSITIONS = Position(Variable("positions", PLACE))
ONES = One(Variable("ones", Number(1, 1)))
BEFORE = Compare("==", -1)
MODULE = Origin(0, 0, "attn")


def with_heads(*heads: Head, causal: bool = False) -> Program:
    vocabulary = Vocabulary(WORDS, begin="<s>", end="</s>")
    steps = (TOKENS, POSITIONS, ONES, *heads)
    return Program(vocabulary, steps, Answer(heads[-1].out.name), 8, causal)


def copy_head(name: str, query: str, key: str, value: str, predicate: object) -> CategoricalHead:
    type = WORD if value != "positions" else PLACE
    out = MODULE.variable(type) if name == f"{MODULE}_outputs" else Variable(name, type)
    return CategoricalHead(out, query, key, value, predicate)  # type: ignore[arg-type]


# --- the same answers -----------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(20))
def test_readable_code_and_raw_code_give_the_answers_of_the_interpreter(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        rng = random.Random(f"readable {seed}")
        program = random_program(rng, most_steps=rng.randint(2, 8))
        short, literal = as_module(emit(program)), as_module(emit(program, raw=True))
        for _ in range(4):
            tokens = random_input(rng, program)
            expected = program(tokens)
            assert short.run(list(tokens)) == expected, seed
            assert literal.run(list(tokens)) == expected, seed


@pytest.mark.parametrize("block", range(3))
def test_readable_code_is_as_black_leaves_it(block: int) -> None:
    for seed in range(3000 + 20 * block, 3020 + 20 * block):
        code = emit(random_program(random.Random(seed)))
        assert black.format_str(code, mode=black.Mode()) == code, f"seed {seed}"


@pytest.mark.parametrize("name", SHELF)
def test_names_change_nothing_but_names(name: str) -> None:
    program = SHELF[name].program
    new = named(program)
    to = {old.out.name: step.out.name for old, step in zip(program.steps, new.steps, strict=True)}
    assert len(set(to.values())) == len(to)
    for tokens, _ in SHELF[name].cases:
        before, after = evaluate(program, tokens.split()), evaluate(new, tokens.split())
        assert after.answer == before.answer
        assert after.variables == {to[key]: values for key, values in before.variables.items()}


# --- short ----------------------------------------------------------------------------------------


def test_the_induction_program_prints_as_at_most_46_lines() -> None:
    code = emit(readable(induction.program), name="induction")
    assert len(code.splitlines()) <= 46
    assert code.count("def ") == 2  # `run`, and `at`, which copies from a position if it exists


@pytest.mark.parametrize("name", SHELF)
def test_readable_code_is_never_longer(name: str) -> None:
    program = SHELF[name].program
    assert lines_without_votes(program) <= lines_without_votes(program, raw=True)


def test_lines_are_counted_with_the_prelude_and_without_the_votes() -> None:
    parts = sections(readable(sentiment.program), "program")
    votes = "".join(part.text for part in parts if part.kind == "votes").strip("\n")
    printed = emit(sentiment.program).count("\n")
    assert 0 < lines_without_votes(sentiment.program) == printed - votes.count("\n") - 1 < printed


# --- the docstring --------------------------------------------------------------------------------


def test_the_docstring_says_what_each_variable_is_and_what_is_known() -> None:
    facts = ['100 % of "all" inputs right\\ """', "proof: compositional, " * 12]
    code = emit(reverse.program, name="reverse", facts=facts)
    assert black.format_str(code, mode=black.Mode()) == code
    module = as_module(code)
    assert module.__doc__ is not None
    assert ": a Transformer Program." in module.__doc__.splitlines()[0]
    assert "length: the last position." in module.__doc__
    assert "100 % of  all  inputs right" in module.__doc__
    assert module.run("<s> 1 2 </s>".split()) == "<s> 2 1 </s>".split()


def test_a_word_in_a_sentence_cannot_end_the_docstring() -> None:
    words = ('"""', "\\", "'", "\n")
    type = Categorical(words)
    tokens = Token(Variable("tokens", type), (0, 1, 2, 3))
    for value in range(4):
        head = CategoricalHead(Variable("copy", type), "tokens", "tokens", "tokens", Is(value))
        program = Program(Vocabulary(words), (tokens, head), Answer("copy"))
        code = emit(program)
        assert black.format_str(code, mode=black.Mode()) == code
        assert as_module(code).run(list(words)) == program(words)


def test_printing_a_program_prints_its_readable_form() -> None:
    assert str(dyck2.program) == emit(dyck2.program)
    assert str(dyck2.program) != emit(dyck2.program, raw=True)
