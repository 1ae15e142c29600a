"""Proofs at every length, held against the definition on inputs that can be listed."""

from __future__ import annotations

import operator
import random
from dataclasses import replace
from itertools import product
from math import inf

import pytest
from random_programs import random_program

from transformer_programs import verify, verify_task
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Extreme,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.synthesis import Settings, search
from transformer_programs.tasks import regular
from transformer_programs.verifier import finite_state
from transformer_programs.verifier.finite_state import (
    NotBounded,
    Range,
    Transducer,
    Unknown,
    every_length,
)

ANY = Number(None, None)
WORDS = Vocabulary(("<s>", "a", "b"), begin="<s>")
TOKENS = Token(Variable("tokens", Categorical(("<s>", "a", "b"))), (0, 1, 2))
IS_A = Token(Variable("is_a", Number(0, 1)), (0, 1, 0))
SIGN = Token(Variable("sign", Number(-1, 1)), (0, 1, -1))
PLACES = Position(Variable("places", Number(0, None)))
ONES = One(Variable("ones", Number(1, 1)))


def program(*steps: Step) -> Program:
    return Program(WORDS, steps, Answer(steps[-1].out.name), None, True)


def total(name: str, value: str) -> NumericalHead:
    """The sum of a value so far."""
    return NumericalHead(Variable(name, ANY), "ones", "ones", value, Compare("=="), "upto")


def held(name: str, read: str, low: int, high: int) -> Mlp:
    return Mlp(Variable(name, Number(low, high)), (read,), Formula("a"))


def rest(name: str, read: str, by: int) -> Mlp:
    return Mlp(Variable(name, Number(0, by - 1)), (read,), Formula("%", by))


PARITY = program(IS_A, ONES, total("count", "is_a"), rest("odd", "count", 2))
PARITY_BY_FLAG = program(
    IS_A,
    ONES,
    total("count", "is_a"),
    rest("four", "count", 4),
    Mlp(Variable("odd", Number(0, 1)), ("four",), Table((0, 1, 0, 1))),
)


def labels_by_machine(program: Program, words: list[str]) -> list[str | None]:
    for largest in finite_state.EXACT_UP_TO:
        try:
            machine, labels = Transducer(program, largest), []
            state = machine.start
            for word in words:
                label, state = machine.read(state, word)
                labels.append(label)
            return labels
        except Unknown:
            continue
    raise NotBounded("numbers grow")


OPERATIONS = [operator.add, operator.sub, lambda a, b: a * 3 - b, lambda a, b: b - a * -2]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]


def members(value: Range | int) -> set[int]:
    """The numbers of a range, up to a limit."""
    if isinstance(value, int):
        return {value}
    span = range(-60, 61)
    return {n for n in span if value.low <= n <= value.high and n % value.by == value.rest}


def test_arithmetic_of_ranges_loses_no_number_and_comparisons_hold_for_all():
    rng, decided = random.Random(0), 0
    for _ in range(600):
        drawn = []
        for _ in range(2):
            first, by = rng.randint(-8, 8), rng.choice((1, 2, 3, 4, 6))
            low, high = rng.choice((-inf, first)), rng.choice((inf, first + rng.randint(1, 9)))
            drawn.append(Range(low, high, by, rng.randint(0, 9)))
        a, b = drawn[0], rng.choice((drawn[1], rng.randint(-9, 9)))
        pairs = list(product(members(a), members(b)))
        for operation in OPERATIONS:
            found = operation(a, b)
            results = {operation(x, y) for x, y in pairs}
            assert {n for n in results if abs(n) <= 60} <= members(found)
        by = rng.choice((2, 3, 4))
        assert {x % by for x in members(a)} <= members(a % by)
        for compare in COMPARISONS:
            try:
                answer = compare(a, b)
            except Unknown:
                continue
            decided += 1
            assert {compare(x, y) for x, y in pairs} <= {answer}
    assert decided > 500


COUNT = total("count", "is_a")
HEADS = {  # query, key, predicate
    "constant": ("ones", "tokens", Is(1)),
    "rows": ("tokens", "tokens", Rows(((0, 1), (1, 2), ()))),
    "equal": ("is_a", "is_a", Compare("==")),
    "below": ("is_a", "sign", Compare("<", 1)),
    "count and word": ("count", "sign", Compare("<=", -1)),
    "later count as word": ("count", "sign", Compare("==", -3)),
    "word and count": ("sign", "count", Compare(">", 2)),
    "here": ("places", "places", Compare("==")),
    "one back": ("places", "places", Compare("==", -1)),
    "three back": ("places", "places", Compare("==", -3)),
    "ahead": ("places", "places", Compare("==", 1)),
}
CHOICES = [("sum", None), *((one, None) for one in ("first", "last", "nearest"))]
BEST = [("last", "largest"), ("first", "smallest"), ("nearest", "largest")]
GROWING = "places", "count"  # the best of numbers that grow is not bounded
CASES = [
    (kind, *choice)
    for kind, (_, key, _) in HEADS.items()
    for choice in CHOICES + ([] if key in GROWING else BEST)
]


@pytest.mark.parametrize("reach", ["before", "upto"])
@pytest.mark.parametrize(("kind", "choose", "best"), CASES)
def test_a_head_remembers_what_it_needs(kind, choose, best, reach):
    query, key, predicate = HEADS[kind]
    for value in ("sign", "places", "ones"):
        steps: list[Step] = [TOKENS, IS_A, SIGN, PLACES, ONES, COUNT]
        if choose == "sum":
            steps.append(NumericalHead(Variable("found", ANY), query, key, value, predicate, reach))
        else:
            read = next(step.out.type for step in steps if step.out.name == value)
            score = None if best is None else Extreme(best)
            out = Variable("found", read)
            steps.append(CategoricalHead(out, query, key, value, predicate, reach, choose, score))
        for made in (rest("answer", "found", 3), rest("answer", "found", 4)):
            whole = program(*steps, made)
            for seed in range(4):
                words = random.Random(seed).choices("ab", [1, 1 + 3 * seed], k=12)
                assert labels_by_machine(whole, words) == whole(["<s>", *words])[1:], value


def test_the_machine_of_a_program_gives_what_the_program_gives():
    tried = 0
    for seed in range(200):
        rng = random.Random(seed)
        kind = rng.choice(("answer", "classifier"))
        made = random_program(rng, finite=False, causal=True, hostile=False, output=kind)
        vocabulary = made.vocabulary
        if not vocabulary.symbols:
            continue
        words = [rng.choice(vocabulary.symbols) for _ in range(20)]
        try:
            given = labels_by_machine(made, words)
        except NotBounded:
            continue
        tried += 1
        begin = [] if vocabulary.begin is None else [vocabulary.begin]
        end = [] if vocabulary.end is None else [vocabulary.end]
        answer = made([*begin, *words, *end])
        assert given == answer[len(begin) : len(begin) + len(words)], seed
    assert tried > 120


@pytest.mark.parametrize("words", ["language", "all"])
def test_a_program_is_the_automaton_at_every_length(words):
    task = regular("b*(ab*ab*)*", words=words, length=12, samples=100)
    assert str(verify_task(PARITY, task)).startswith("equal on every input of every length (")


def test_two_ways_to_count_modulo_2_are_equal_and_modulo_3_is_not():
    result = verify(PARITY, PARITY_BY_FLAG)
    assert (result.equal, result.strength) == (True, "every length")
    other = program(IS_A, ONES, total("count", "is_a"), rest("odd", "count", 3))
    result = verify(PARITY, other)
    assert not result
    assert result.counterexample.tokens == ("<s>", "a", "a")


def test_the_first_difference_may_be_far_away():
    short, long = (
        program(IS_A, ONES, total("count", "is_a"), held("few", "count", 0, most))
        for most in (40, 41)
    )
    result = verify(short, long)
    assert result.counterexample.tokens == ("<s>", *["a"] * 41)


def test_no_equality_is_said_that_the_definition_does_not_confirm(monkeypatch):
    last = CategoricalHead(
        Variable("last", TOKENS.out.type), "ones", "ones", "tokens", Compare("=="), "before", "last"
    )
    newest, oldest = (program(TOKENS, ONES, replace(last, choose=one)) for one in ("last", "first"))
    assert every_length(newest, oldest).differs == ("<s>", "a", "a")
    monkeypatch.setattr(finite_state.OnlineHead, "_after", lambda self, past, scores, value: past)
    with pytest.raises(NotBounded, match="the walk and the definition disagree"):
        every_length(newest, oldest)


def test_a_search_for_a_regular_language_ends_with_a_proof_and_its_header_says_so():
    found = search(regular("(a*ab)*", length=12, samples=100), Settings(workers=1), seconds=20)
    assert [check.kind for check in found.checks] == ["proved"]
    says = " ".join(str(found.program).split())
    assert "Found by search: right on every input of every length (" in says
