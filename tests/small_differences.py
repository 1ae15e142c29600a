"""A difference between two evaluators made small: fewer steps and votes, one short input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import evaluators
from evaluators import Case, Difference, Page, Run

from transformer_programs.program.json_layout import json_text
from transformer_programs.program.steps import Answer, Classifier
from transformer_programs.program.values import ProgramError
from transformer_programs.store.schema import to_plain


def smallest(case: Case, name: str, page: Page | None) -> tuple[Case, Difference]:
    """A program with fewer steps and votes, and one short input, that differ in the same place."""
    found = _differs(case, name, page)
    assert found is not None
    while True:
        for smaller in _smaller(case, found.tokens):
            differs = _differs(smaller, name, page)
            if differs is not None:
                case, found = smaller, differs
                break
        else:
            return case, found


def _differs(case: Case, name: str, page: Page | None) -> Difference | None:
    if name == evaluators.PAGE_NAME:
        assert page is not None
        given: list[Run] | Difference = page([case])[0]
    else:
        given = evaluators.attempted(name, evaluators.EVALUATORS[name], case)
    if isinstance(given, Difference):
        return given
    return evaluators.difference(name, case, evaluators.interpreted(case), given)


def _smaller(case: Case, tokens: list[str] | None) -> Iterator[Case]:
    program, output = case.program, case.program.output
    if tokens is not None and len(case.inputs) > 1:
        yield replace(case, inputs=[tokens])
    if len(case.inputs) == 1:
        for i in range(len(case.inputs[0])):
            yield Case(program, [case.inputs[0][:i] + case.inputs[0][i + 1 :]])
    shapes: list[dict[str, Any]] = []
    for i in reversed(range(len(program.steps))):
        fewer = program.steps[:i] + program.steps[i + 1 :]
        shapes.append({"steps": fewer})
        shapes += [{"steps": fewer, "output": Answer(step.out.name)} for step in fewer[-1:]]
    if isinstance(output, Classifier):
        shapes += [{"output": Answer(step.out.name)} for step in program.steps]
        for i in range(len(output.votes)):
            votes = output.votes[:i] + output.votes[i + 1 :]
            shapes.append({"output": replace(output, votes=votes)})
    for shape in shapes:
        with suppress(ProgramError):  # something reads that step
            yield replace(case, program=replace(program, **shape))


def store(seed: int, number: int, found: Difference, page: Page | None, folder: Path) -> Path:
    """Write a difference, made small, into a file of its own."""
    case, small = smallest(evaluators.case_of(seed, number), found.evaluator, page)
    path = folder / f"agreement-{seed}-{number}-{found.evaluator.replace(' ', '-')}.json"
    record = {
        "evaluator": small.evaluator,
        "seed": seed,
        "number": number,
        "tokens": small.tokens,
        "inputs": case.inputs,
        "interpreter": repr(small.expected),
        "got": repr(small.got),
        "program": to_plain(case.program),
    }
    path.write_text(json_text(record) + "\n", encoding="utf-8")
    return path
