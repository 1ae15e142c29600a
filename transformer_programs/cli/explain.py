"""`tprog explain`: which steps matter, and the circuit of a behaviour."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from typer import Option

from ..attribution import Array, ExplainError, circuit
from ..attribution import explain as explain_steps
from ..dataset import translated
from ..meaning.batch import encode_batch
from ..program import Program
from ..tasks import Task
from . import options
from .console import refuse_unused, say
from .program_argument import inputs_in, opened_program
from .task_argument import task_of_program


def explain(
    program: options.ProgramPath,
    task: options.TaskOfProgram = None,
    inputs: options.InputsFile = None,
    every: Annotated[bool, Option("--all", help="Use all inputs of the task.")] = False,
    label: Annotated[
        str | None, Option("--class", metavar="CLASS", help="Find the circuit of a class.")
    ] = None,
    position: Annotated[
        int | None, Option(metavar="POSITION", help="Find the circuit of a position.")
    ] = None,
    allow: Annotated[
        float | None,
        Option(metavar="SHARE", help="Share of answers that the circuit may change, from 0 to 1."),
    ] = None,
    raw: options.Raw = False,
    index: options.Index = None,
) -> None:
    """Switch off each step in turn; count the inputs whose answers change.

    With --class or --position, find a circuit instead: a few steps that suffice to tell which
    answers are this class, or to give all answers at this position, when all other steps are frozen
    at their most frequent values.

    Example: `tprog explain runs/sort --class 0 --position 1`
    """
    if allow is not None and not 0 <= allow <= 1:
        raise ExplainError(f"--allow: expected a share from 0 to 1, got {allow:g}")
    shown = opened_program(program, index, as_stored=raw)
    known = task_of_program(program, task)
    words, scored, source = _inputs(shown, known, inputs, every)
    if label is None and position is None:
        refuse_unused({"--allow": allow}, "works only with --class or --position")
        say(f"{source}: {explain_steps(shown, words, scored)}")
        return
    found = circuit(shown, words, label=label, position=position, scored=scored, allow=allow or 0.0)
    say(str(found), style="bold")
    width = max(map(len, found.steps), default=0)
    for step, needed in zip(found.steps, found.needed, strict=True):
        say(f"  {step:<{width}}  {needed:>7,} answers lost without it")


def _inputs(
    program: Program, task: Task | None, file: Path | None, every: bool
) -> tuple[Array, Array | None, str]:
    """The inputs to explain on, where their answers count, and what they are."""
    if file is not None:
        return encode_batch(program, list(inputs_in(file, program))), None, str(file)
    if task is None:
        raise ExplainError("expected --task TASK or --inputs FILE")
    chosen = task.all_inputs() if every else task.test
    if chosen is None:
        raise ExplainError(f"the task {task.name} has too many inputs to list: leave out --all")
    words = translated(chosen.words, task.vocabulary, program.vocabulary)
    scored = np.asarray(chosen.labels >= 0)
    return words, scored, "every input" if every else f"test inputs of {task.name}"
