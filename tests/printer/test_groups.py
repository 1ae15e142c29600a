"""Groups of words: merged, named and printed as tables, with the answers of the interpreter."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from printed import formatted
from random_programs import random_input, random_program

from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Mlp,
    Position,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import readable
from transformer_programs.simplifier.word_groups import named_groups

CLASSES = ("B-PER", "I-PER", "O")
# Values 0 and 4 say the same; 3 says nothing anywhere, and neither does an unknown word.
OWN = ((5, 0, -3), (0, 0, 4), (-1, 0, 2), (0, 0, 0), (5, 0, -3))
BEFORE = ((0, 6, 0), (0, 0, 0), (0, 0, 1), (0, 0, 0), (0, 6, 0))
RARE = tuple(f"rare{i}" for i in range(600))


def tagger(pooled: bool = False) -> Program:
    """A word variable of five values, copied from the word before."""
    lists = {0: ["Anna", "Tim"], 1: ["was", "is"], 2: ["1", "22"], 4: ["Eve"]}
    group_of = {word: value for value, words in lists.items() for word in words}
    words = ("<unk>", "<s>", "</s>", *group_of, *RARE)
    type = Categorical(tuple(range(5)))
    return Program(
        Vocabulary(words, unknown="<unk>", begin="<s>", end="</s>"),
        (
            Token(Variable("groups", type), tuple(group_of.get(word, 3) for word in words)),
            Position(Variable("positions", Number(0, None))),
            CategoricalHead(
                Variable("before", type), "positions", "positions", "groups", Compare("==", -1)
            ),
        ),
        Classifier(CLASSES, (Vote("groups", OWN), Vote("before", BEFORE)), pooled=pooled),
    )


def paired(program: Program) -> Program:
    """The program with votes for pairs of groups."""
    cells = tuple(1 + (a + b) % 2 if 0 < a < 3 > b else 0 for a in range(5) for b in range(5))
    pair = Mlp(Variable("pair", Categorical((0, 1, 2))), ("before", "groups"), Table(cells))
    output = program.output
    assert isinstance(output, Classifier)
    votes = (*output.votes, Vote("pair", ((0, 0, 0), (-4, 2, 0), (0, 0, 7))))
    return replace(program, steps=(*program.steps, pair), output=replace(output, votes=votes))


def with_many_classes(program: Program) -> Program:
    rng = random.Random(0)
    classes = ('"', "''", "NN|SYM", ":", ",", "a=b", *(f"C-{i}" for i in range(34)))

    def votes(many: int) -> tuple[int, ...]:
        return tuple(rng.choice([3, -1]) if i < many else 0 for i in range(40))

    own, before = tuple(map(votes, (1, 4, 40, 0, 2))), tuple(map(votes, (40, 0, 2, 0, 1)))
    output = program.output
    assert isinstance(output, Classifier)
    cast = (Vote("groups", own), Vote("before", before))
    return replace(program, output=Classifier(classes, cast, output.pooled))


@pytest.mark.parametrize("make", [lambda p: p, paired, with_many_classes])
@pytest.mark.parametrize("pooled", [False, True])
def test_a_program_of_groups_runs_as_one_file(pooled: bool, make) -> None:
    program = make(tagger(pooled))
    code = emit(readable(program), name="tagger")
    assert formatted(code) == code
    assert '"""' not in code.split('"""', 2)[2].replace('"""The words', "").replace('."""', "")
    module, rng = as_module(code), random.Random(0)
    words = [*program.vocabulary.symbols[:12], "never seen"]
    for _ in range(200):
        tokens = ["<s>", *rng.choices(words, k=rng.randrange(8)), "</s>"]
        assert module.run(tokens) == program(tokens)


def test_long_lists_are_complete_in_the_file_and_cut_short_where_they_are_shown() -> None:
    program = tagger()
    votes = tuple((value, 0, 0) for value in range(5))
    lookup = tuple(i % 4 for i in range(len(program.vocabulary.words)))
    token = Token(Variable("groups", Categorical(tuple(range(5)))), lookup)
    output = Classifier(CLASSES, (Vote("groups", votes),))
    many = readable(replace(program, steps=(token,), output=output))
    file, shown = emit(many), emit(many, complete=False)
    assert all(f'"{word}"' in file for word in RARE if lookup[many.vocabulary.words.index(word)])
    assert "rare599" not in shown
    assert shown.count("\n") < 60
    assert str(many) == shown


def test_names_that_a_person_gave_stay() -> None:
    type = Categorical(("people", "verbs", "V02", "rest", "more"))
    program = tagger()
    token = program.steps[0]
    assert isinstance(token, Token)
    steps = (replace(token, out=replace(token.out, type=type)),)
    output = Classifier(CLASSES, (Vote("groups", (*OWN[:4], (1, 0, 0))),))
    kept = named_groups(replace(program, steps=steps, output=output)).steps[0].out.type
    assert isinstance(kept, Categorical)
    assert {*kept.values} == {*type.values}


@pytest.mark.parametrize("block", range(4))
def test_named_programs_answer_as_before(block: int) -> None:
    for seed in range(40 * block, 40 * block + 40):
        rng = random.Random(f"groups {seed}")
        program = random_program(rng, most_steps=rng.randint(2, 8))
        changed = named_groups(program)
        assert named_groups(changed) == changed
        for _ in range(4):
            tokens = random_input(rng, program)
            assert changed(tokens) == program(tokens), seed
