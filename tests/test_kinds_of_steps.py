"""A new kind of step is refused by every room that must know it; none passes it over in silence."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import transformer_programs
from transformer_programs.analysis import infer
from transformer_programs.analysis.grids import function_grid, match_grid
from transformer_programs.attribution import circuit, explain
from transformer_programs.meaning import arrays, prefixes
from transformer_programs.meaning.batch import label_batch, run_batch
from transformer_programs.meaning.columns import Columns, Inputs, spans
from transformer_programs.meaning.interpret import apply, evaluate, matches
from transformer_programs.plot import figures as plots
from transformer_programs.printer import emit
from transformer_programs.program import Program, Vocabulary, live
from transformer_programs.program.content import content, digest
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Compare,
    Is,
    Mlp,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    output_reads,
    reads,
    with_reads,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import SHELF
from transformer_programs.simplifier import simplify
from transformer_programs.simplifier.observe import Observed, ScoredInputs
from transformer_programs.store import dumps
from transformer_programs.tracer import trace
from transformer_programs.verifier import verify
from transformer_programs.view import page
from transformer_programs.view.data import page_data

ROOT = Path(transformer_programs.__file__).parent
WORD = Categorical(("a", "b"))
PLACE = Number(0, 3)
KINDS = ("Token", "Position", "One", "CategoricalHead", "NumericalHead", "Mlp")


@dataclass(frozen=True)
class Gate:
    """A made-up kind of step, with all that a step must have."""

    out: Variable
    reads: tuple[str, ...]


@dataclass(frozen=True)
class Pattern:
    """A made-up predicate, score, function and output."""

    reads: str = "tokens"


def with_gate(answer: str = "copied") -> Program:
    """A causal program in which a gate reads words, and a head copies what it gives.

    A Program refuses to exist with a step it does not know, so the step is put in behind its back.
    """
    tokens = Token(Variable("tokens", WORD), (0, 1))
    places = Position(Variable("places", PLACE))
    plain = Mlp(Variable("gated", WORD), ("tokens",), Table((1, 0)))
    head = CategoricalHead(Variable("copied", WORD), "places", "places", "gated", Compare("=="))
    steps = (tokens, places, plain, head)
    program = Program(Vocabulary(("a", "b")), steps, Answer(answer), 4, causal=True)
    gate: Any = Gate(plain.out, plain.reads)
    object.__setattr__(program, "steps", tuple(gate if s is plain else s for s in steps))
    return program


PLAIN = Program(
    Vocabulary(("a", "b")), (Token(Variable("tokens", WORD), (0, 1)),), Answer("tokens"), 4
)
WORDS = np.array([[0, 1, 0], [1, 1, 0]])


def stepwise(steps: Sequence[Step]) -> Columns:
    """What steps give, one by one, without a program of them."""
    planner, inputs, columns = arrays.Planner(3, True), Inputs.of(WORDS, False), Columns()
    for step in steps:
        columns[step.out.name] = planner.step(step)(inputs, columns)
        planner.know(step)
    return columns


ROOMS: dict[str, Callable[[Program], object]] = {
    "program": lambda program: replace(program, causal=False),
    "program: reads": lambda program: reads(program.steps[2]),
    "program: with_reads": lambda program: with_reads(program.steps[2], str.upper),
    "program: live": live,
    "program: content": content,
    "program: digest": digest,
    "interpret": lambda program: evaluate(program, ["a", "b"]),
    "arrays: plan": lambda program: arrays.plan(program, 3, every_step=True),
    "arrays: one step": lambda program: stepwise(program.steps),
    "batch: every variable": lambda program: run_batch(program, WORDS),
    "batch: labels": lambda program: label_batch(program, WORDS),
    "prefixes": lambda program: prefixes.Prefixes(program, 3),
    "spans": lambda program: spans(program, 3),
    "infer": infer,
    "simplify": simplify,
    "simplify: on inputs": lambda program: Observed(program, ScoredInputs(WORDS)),
    "emit": emit,
    "emit: raw": lambda program: emit(program, raw=True),
    "store": dumps,
    "trace": lambda program: trace(program, ["a", "b"]),
    "explain": lambda program: explain(program, WORDS),
    "explain: circuit": lambda program: circuit(program, WORDS),
    "verify": lambda program: verify(program, PLAIN),
    "verify: against a function": lambda program: verify(program, lambda tokens: tokens),
    "view: data": lambda program: page_data(program, name="gate"),
    "view: page": lambda program: page(program, name="gate"),
    "plot": plots.stream,
}


@pytest.mark.parametrize("room", ROOMS)
def test_a_kind_of_step_that_a_room_does_not_know_is_refused(room: str) -> None:
    with pytest.raises((AssertionError, KeyError), match="Gate"):
        ROOMS[room](with_gate())


def test_a_step_that_nothing_reads_is_no_exception() -> None:
    for room in ("interpret", "batch: every variable", "spans", "infer", "store", "emit", "trace"):
        with pytest.raises((AssertionError, KeyError), match="Gate"):
            ROOMS[room](with_gate("tokens"))


@pytest.mark.parametrize("name", SHELF)
def test_the_kinds_there_are_are_known_everywhere(name: str) -> None:
    """The rooms fail for the new kind alone."""
    program = SHELF[name].program
    for room in ("program: live", "program: content", "infer", "store", "emit", "view: data"):
        ROOMS[room](program)


def test_a_new_predicate_function_or_output_is_refused() -> None:
    new: Any = Pattern()
    refusals: list[Callable[[], object]] = [
        lambda: matches(new, WORD, WORD, 0, 0),
        lambda: apply(new, [WORD], WORD, (0,)),
        lambda: match_grid(new, WORD, WORD),
        lambda: function_grid(new, (WORD,), WORD),
        lambda: output_reads(new),
    ]
    for refusal in refusals:
        with pytest.raises(AssertionError, match="Pattern"):
            refusal()


@pytest.mark.parametrize(
    "predicate", [Rows(((0,), (1,), (0,), (1,))), Compare("=="), Is(0), Pattern()]
)
def test_heads_on_arrays_refuse_a_new_predicate(predicate: Any) -> None:
    tokens = Token(Variable("tokens", WORD), (0, 1))
    same = Token(Variable("same", WORD), (0, 1))
    head = CategoricalHead(Variable("copied", WORD), "tokens", "same", "tokens", predicate)
    if isinstance(predicate, Rows):
        head = replace(head, predicate=Rows(((0,), (1,))))
    if isinstance(predicate, Pattern):
        with pytest.raises(AssertionError, match="Pattern"):
            stepwise((tokens, same, head))
    else:
        assert stepwise((tokens, same, head))["copied"].shape == (3, 2)


def test_every_match_of_steps_says_what_it_does_with_others() -> None:
    """A match that names a kind of step ends in `assert_never` or says what is true of all others.

    Type checking then names every place that a new kind must be told to.
    """
    silent = []
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Match) and _kinds_named(node) and not _is_total(node):
                silent.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert silent == []


def _kinds_named(node: ast.Match) -> set[str]:
    patterns = [part for case in node.cases for part in ast.walk(case.pattern)]
    classes = [part.cls for part in patterns if isinstance(part, ast.MatchClass)]
    names = {
        cls.attr if isinstance(cls, ast.Attribute) else getattr(cls, "id", "") for cls in classes
    }
    return names & set(KINDS)


def _is_total(node: ast.Match) -> bool:
    last = node.cases[-1]
    return isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
