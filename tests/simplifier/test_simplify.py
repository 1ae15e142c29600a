"""Every rule keeps every answer, does what it says, and never makes a program longer."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest
from random_programs import every_input, random_input, random_program

from transformer_programs.analysis import Inference, infer
from transformer_programs.analysis.grids import (
    cells_of,
    countable,
    function_grid,
    match_grid,
    rows_of,
)
from transformer_programs.meaning.batch import decode_batch, encode_batch, label_batch
from transformer_programs.printer.size import program_size
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Mlp,
    NumericalHead,
    One,
    Origin,
    Output,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
    reads,
)
from transformer_programs.program.values import Categorical, Number, size
from transformer_programs.simplifier import RULES, Simplification, apply_rule, simplify

PROGRAMS = 300
# A rule that is never used is not tested: how often each must change one of the programs.
LEAST_USES = 6


# --- properties over random programs --------------------------------------------------------------


def written_out(program: Program) -> Program:
    """The same program with rows and cells for closed forms, as a network would learn it."""
    known = types(program)

    def step_of(step: Step) -> Step:
        operands = tuple(known[name] for name in reads(step))
        match step:
            case Mlp() if countable(operands) and prod(size(t) or 0 for t in operands) <= 300:
                return replace(
                    step, function=cells_of(function_grid(step.function, operands, step.out.type))
                )
            case CategoricalHead() | NumericalHead() if countable(operands[:2]):
                grid = match_grid(step.predicate, *operands[:2])
                return replace(step, predicate=rows_of(grid, operands[1]))
            case _:
                return step

    return replace(program, steps=tuple(map(step_of, program.steps)))


def repeated(rng: random.Random, program: Program) -> Program:
    """The same program with a step done twice; the copy votes instead of the first."""
    step = rng.choice(program.steps)
    copy = replace(step, out=Variable("copy_of_it", step.out.type))
    output: Output = program.output
    if isinstance(output, Classifier):
        votes = tuple(
            replace(vote, reads="copy_of_it") if vote.reads == step.out.name else vote
            for vote in output.votes
        )
        output = replace(output, votes=votes)
    elif output.reads == step.out.name:
        output = Answer("copy_of_it")
    return replace(program, steps=(*program.steps, copy), output=output)


@cache
def cases() -> list[tuple[Program, Inference, np.ndarray, np.ndarray]]:
    """Random programs with all their short inputs and some long ones, and their labels."""
    found = []
    rng = random.Random(7)
    while len(found) < PROGRAMS:
        program = random_program(rng, most_steps=rng.choice([3, 8, 12]))
        program = written_out(program) if rng.random() < 0.5 else program
        program = repeated(rng, program) if rng.random() < 0.3 else program
        inputs = every_input(program, 3)
        if inputs:
            inputs += [random_input(rng, program) for _ in range(20)]
            words = encode_batch(program, inputs)
            found.append((program, infer(program), words, label_batch(program, words)))
    return found


def same_labels(
    after: Program, before: Program, words: np.ndarray, labels: np.ndarray | None = None
) -> bool:
    """Whether two programs answer with the same words."""
    first = label_batch(after, words)
    second = label_batch(before, words) if labels is None else labels
    if isinstance(after.output, Answer) == isinstance(before.output, Answer):
        return np.array_equal(first, second)
    return decode_batch(after, words, first) == decode_batch(before, words, second)


@pytest.mark.parametrize("rule", RULES)
def test_rule_keeps_every_answer_and_is_never_longer(rule: str) -> None:
    uses = 0
    for program, inference, words, labels in cases():
        changed, changes = RULES[rule](inference)
        assert (changed != program) == bool(changes)
        if changed != program:
            uses += 1
            assert same_labels(changed, program, words, labels)
            assert {change.rule for change in changes} == {rule}
            # What a rule leaves without a reader is taken away by the next.
            cleaned = apply_rule("dead_steps", changed).program
            assert program_size(cleaned) <= program_size(program)
    assert uses >= LEAST_USES


def test_all_rules_together_keep_every_answer() -> None:
    shorter = 0
    for program, _, words, labels in cases()[:150]:
        done = simplify(program)
        assert same_labels(done.program, program, words, labels)
        assert program_size(done.program) <= program_size(program)
        assert len(done.program.steps) <= len(program.steps)
        shorter += program_size(done.program) < program_size(program)
    assert shorter > 80


def test_simplifying_twice_changes_nothing_more() -> None:
    for program, *_ in cases()[:60]:
        once = simplify(program).program
        assert simplify(once) == Simplification(once, ())


def learned(seed: int, length: int = 6, heads: int = 3, layers: int = 2) -> Program:
    """A program of the shape a network learns: all variables vote, every row has one key."""
    rng = random.Random(seed)
    words = ("<s>", "</s>", "a", "b", "c")
    word, place = Categorical(words), Categorical(tuple(range(length)))
    steps: list[Step] = [
        Token(Variable("tokens", word), tuple(range(len(words)))),
        Position(Variable("positions", place)),
        One(Variable("ones", Number(1, 1))),
    ]
    named: list[tuple[str, Categorical]] = [("tokens", word), ("positions", place)]
    counted: list[tuple[str, Number]] = [("ones", Number(1, 1))]

    def rows(query: Categorical, key: Categorical) -> Rows:
        if query == key and rng.random() < 0.3:  # a learned comparison with a slip here and there
            shift = rng.choice([-1, 0, 1])
            return Rows(
                tuple(
                    ((q + shift) % len(key.values),) if rng.random() < 0.9 else (0,)
                    for q in range(len(query.values))
                )
            )
        return Rows(tuple((rng.randrange(len(key.values)),) for _ in query.values))

    for layer, head in product(range(layers), range(heads)):
        (query, query_type), (key, key_type) = rng.choice(named), rng.choice(named)
        value, type = rng.choice(named)
        out = Origin(layer, head, "attn").variable(type)
        steps.append(CategoricalHead(out, query, key, value, rows(query_type, key_type)))
        total = Origin(layer, head, "num_attn").variable(Number(0, length))
        steps.append(NumericalHead(total, query, key, "ones", rows(query_type, key_type)))
        named.append((out.name, type))
        counted.append((total.name, Number(0, length)))
        if head == 0:
            (a, a_type), (b, b_type) = rng.choice(named), rng.choice(named)
            cells = len(a_type.values) * len(b_type.values)
            table = Table(tuple(rng.choice([0, 0, 1, 2]) for _ in range(cells)))
            steps.append(Mlp(Variable(f"mlp_{layer}_outputs", place), (a, b), table))
            named.append((f"mlp_{layer}_outputs", place))
    classes = ("x", "y", "z")

    def weights(count: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(rng.randint(-2000, 2000) for _ in classes) for _ in range(count))

    votes = [Vote(name, weights(len(type.values))) for name, type in named]
    votes += [Vote(name, weights(1)) for name, _ in counted]
    output = Classifier(classes, tuple(votes), scale=1000)
    return Program(Vocabulary(words, begin="<s>", end="</s>"), tuple(steps), output, length)


@pytest.mark.parametrize("seed", range(15))
def test_learned_programs_answer_the_same_on_every_input(seed: int) -> None:
    program = learned(seed)
    done = simplify(program)
    words = encode_batch(program, every_input(program, 6))
    assert same_labels(done.program, program, words)
    assert program_size(done.program) < program_size(program)
