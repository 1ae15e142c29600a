"""`tprog run`: run a program on inputs."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Argument

from ..meaning.words import list_answer
from ..program import Program
from ..program.json_layout import json_line
from . import options
from .console import note
from .program_argument import inputs_of, opened_program, split


def run(
    program: options.ProgramPath,
    tokens: Annotated[
        list[str] | None,
        Argument(help="Words of one input; default: one input per line of standard input."),
    ] = None,
    index: options.Index = None,
) -> None:
    """Run a program; print one line of JSON per input.

    Words are separated by spaces; a program for texts splits them as in training. An input may also
    be a JSON list of words. The marks `<s>` and `</s>` may be left out. A program for lists answers
    a list, such as `3 1 2` or `[]`, with a list.

    Example: `tprog run runs/messages "The invoice is wrong."`

    Example: `tprog run sort.json < inputs.txt`
    """
    loaded = opened_program(program, index)
    if tokens:
        _print_answer(loaded, split(" ".join(tokens), loaded))
        return
    if sys.stdin.isatty():
        note("enter one input per line; end with Ctrl-D", style="dim")
    for words in inputs_of(sys.stdin.buffer, loaded):
        _print_answer(loaded, words)


def _print_answer(program: Program, words: list[str]) -> None:
    if program.vocabulary.lists is not None:
        values = [list_answer(word, program.vocabulary) for word in words[1:]]
        print(json_line({"input": values, "output": program(values)}), flush=True)
        return
    answer = program(words)
    label = {"label": answer} if isinstance(answer, str) else {"labels": answer}
    print(json_line({"tokens": words} | label), flush=True)
