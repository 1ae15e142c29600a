"""The interpreter in the page against the one in Python, in a real browser."""

from __future__ import annotations

import json
import random

import pytest
from browser import Watched
from playwright.sync_api import Browser, Page
from random_programs import UNSEEN, random_input, random_program, standing

import transformer_programs as tp
from transformer_programs.program import Program
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Mlp,
    Step,
    Token,
    Variable,
)
from transformer_programs.program.values import MAX_NUMBER, Categorical, Number
from transformer_programs.shelf import induction
from transformer_programs.store.schema import to_plain
from transformer_programs.tracer import Trace, trace
from transformer_programs.view import page

COUNT = 150

RUN = """(text) => JSON.stringify(JSON.parse(text).map((asked) => {
  const { document, tokens, off, fixed, against } = asked;
  const { readProgram, runProgram, whyOf, chainOf, sentenceOf } = window.transformerProgram;
  const program = readProgram(document);
  const run = runProgram(program, tokens, new Set(off), new Map(fixed));
  const places = typeof run.labels === "string" ? [null] : tokens.map((_, i) => i);
  const inLines = ({ rows, cause, ...rest }) => ({
    ...rest,
    rows: rows.map((r) => [r.name, r.position, r.value, r.votes, r.against, r.sources]),
    cause: cause && sentenceOf(cause),
  });
  return {
    labels: run.labels,
    scores: run.scores,
    values: Object.fromEntries(run.values),
    why: places.flatMap((place) =>
      [null, against].map((rival) => inLines(whyOf(run, place, rival)))),
    chains: program.steps.map(({ name }) => chainOf(run, name, tokens.length - 1).map(
      (cause) => [cause.depth, sentenceOf(cause)])),
  };
}))"""


@pytest.fixture(scope="module")
def interpreter(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Any page: its interpreter runs the JSON of any program."""
    watched = Watched(browser.new_page())
    return watched.open(page(induction.program), tmp_path_factory.mktemp("page"))


def rival_of(run: Trace) -> str | None:
    """A class to compare every answer with."""
    output = run.program.output
    return output.classes[0] if isinstance(output, Classifier) else None


def in_python(run: Trace) -> dict[str, object]:
    """What the page is asked for, from the trace."""
    last = len(run.tokens) - 1
    rivals = (None, rival_of(run))
    reasons = [run.why(place, against) for place in run.places for against in rivals]
    return {
        "labels": run.answer,
        "scores": [list(row) for row in run.scores],
        "values": {record.name: list(record.values) for record in run.steps},
        "why": [
            {
                "position": why.position,
                "label": why.label,
                "rival": why.rival,
                "score": why.score,
                "rivalScore": why.rival_score,
                "rows": [
                    [r.variable, r.position, r.value, r.votes, r.against, list(r.sources)]
                    for r in why.rows
                ],
                "always": list(why.always),
                "cause": None if why.cause is None else str(why.cause),
            }
            for why in reasons
        ],
        "chains": [
            [[cause.depth, str(cause)] for cause in run.chain(record.name, last)]
            for record in run.steps
        ],
    }


def case(rng: random.Random, program: Program, tokens: list[str], change: bool) -> Trace:
    """A run, as it is or with a step switched off and a value set by hand."""
    run = trace(program, tokens)
    if not change:
        return run
    run = run.without(rng.choice(program.steps).out.name)
    record = run.step(rng.choice(program.steps).out.name)
    here, there = (rng.randrange(len(tokens)) for _ in range(2))
    return run.set(record.name, here, record.symbol(there))


def in_the_page(interpreter: Page, runs: list[Trace]) -> list[dict[str, object]]:
    """What the page answers when it does the same runs."""
    asked = [
        {
            "document": to_plain(run.program),
            "tokens": run.tokens,
            "off": run.off,
            "against": rival_of(run),
            "fixed": [[f"{i} {name}", value] for (name, i), value in run.fixed.items()],
        }
        for run in runs
    ]
    given: list[dict[str, object]] = json.loads(interpreter.evaluate(RUN, json.dumps(asked)))
    return given


@pytest.mark.parametrize("changed", [False, True], ids=["as it is", "what if"])
def test_page_agrees_with_python_on_random_programs(changed: bool, interpreter: Page) -> None:
    rng = random.Random(int(changed))
    runs = []
    while len(runs) < COUNT:
        program = random_program(rng)
        runs.append(case(rng, program, random_input(rng, program), changed))
    for run, given in zip(runs, in_the_page(interpreter, runs), strict=True):
        assert given == in_python(run), run.program


def test_page_reads_unknown_words_by_their_shape_and_ending(interpreter: Page) -> None:
    rng = random.Random(0)
    runs = [trace(standing(rng, many=False), ["<s>", *UNSEEN, "</s>"]) for _ in range(10)]
    assert in_the_page(interpreter, runs) == list(map(in_python, runs))


@pytest.mark.parametrize("number", [MAX_NUMBER, -MAX_NUMBER])
def test_page_compares_exactly_at_the_ends_of_what_a_program_holds(
    number: int, interpreter: Page
) -> None:
    """The query and its shift, added up, are more than the page can write down."""
    count, truth = Number(None, None), Categorical(("no", "yes"))
    near = number - 1 if number > 0 else number + 1
    steps: list[Step] = [Token(Variable("n", count), (number, near))]
    for op in ("==", "!=", "<", "<=", ">", ">="):
        out = Variable(f"head_{len(steps)}", count)
        steps.append(CategoricalHead(out, "n", "n", "n", Compare(op, number), choose="last"))
    for op in ("==", "!=", "<", "<="):
        out = Variable(f"truth_{len(steps)}", truth)
        steps.append(Mlp(out, ("n", "n"), Formula(op, number)))
    last = steps[-1].out.name
    program = tp.Program(tp.Vocabulary(("a", "b")), tuple(steps), tp.program.Answer(last))
    run = trace(program, ["b", "a", "b"])
    (given,) = in_the_page(interpreter, [run])
    assert given["values"] == in_python(run)["values"]
