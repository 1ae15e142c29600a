"""The command `tprog`: one file per verb.

`VERBS` lists them; the file of a verb is imported when the verb is used. Verbs raise errors; `main`
turns them into one sentence and an exit status: 0 done, 1 a check failed, 2 bad input, 130
interrupted. Nothing here imports JAX: a verb that learns imports it when it is called.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from ..program.program import ProofError
from ..program.values import Refusal
from .console import complain, prepare_streams

VERBS = {  # and the first sentence of their help
    "train": "Learn a program from labelled data.",
    "search": "Search for a short program that is correct on every example.",
    "show": "Show the programs of a run, the steps of a program, or its Python code.",
    "run": "Run a program; print one line of JSON per input.",
    "evaluate": "Score a program on labelled data; print scores per class and errors.",
    "trace": "Show every variable at every position, or explain one answer.",
    "explain": "Switch off each step in turn; count the inputs whose answers change.",
    "view": "Write an HTML page that runs the program.",
    "simplify": "Shorten a program; report changes and lost accuracy.",
    "verify": "Check whether two programs are equivalent; print a counterexample.",
    "emit": "Write a program as readable Python code without dependencies.",
    "plot": "Plot the training of a run.",
    "tasks": "List the tasks, with examples.",
    "reproduce": "Run an experiment of the paper; print a table.",
    "sweep": "Train a grid of settings, several seeds each.",
}
OUT_OF_MEMORY = "out of memory: use fewer or smaller networks, or fewer inputs"


def verb_of(name: str) -> Callable[..., Any]:
    """The function of a verb."""
    verb: Callable[..., Any] = getattr(import_module(f".{name}", __name__), name)
    return verb


def parser_of(given: Sequence[str]) -> Any:
    """The parser of the command line; only the verb in `given` is imported, with its options."""
    app = typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown"
    )
    app.callback()(_tprog)
    chosen = next((word for word in given if not word.startswith("-")), "")
    for name, sentence in VERBS.items():
        if name == chosen:
            # The words of an input may begin with a dash.
            dashes = {"ignore_unknown_options": name == "run"}
            app.command(name, context_settings=dashes)(verb_of(name))
        else:
            app.command(name, help=sentence)(lambda: None)
    group: Any = typer.main.get_command(app)
    for command in (group, *group.commands.values()):
        for option in command.params:
            if getattr(option, "is_flag", False):
                option.metavar = ""  # no type beside a flag
            elif getattr(option, "min", None) is not None:
                option.metavar = option.metavar or "N"
    return group


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"tprog {version('transformer-programs')}")
        raise typer.Exit


def _tprog(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Transformer Programs: neural networks you can read.

    A PROGRAM is a .json file or a run folder.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; errors show no traceback."""
    began = time.monotonic()
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        prepare_streams()
        with (group := parser_of(given)).make_context("tprog", given, obj=began) as context:
            group.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as done:
        sys.stdout.flush()
        return done.exit_code
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return 130
    except BrokenPipeError:  # the reader of our output has closed it
        # Discard what is still to be written, also what Python flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        what = f"{error.filename}: " if error.filename is not None else ""
        reason = error.strerror or str(error)
        return complain(f"{what}{reason[:1].lower()}{reason[1:]}")
    except ProofError as error:
        complain(str(error))
        return 1
    except Refusal as error:
        return complain(str(error))
    except Exception as error:
        if isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error):  # JAX's word
            return complain(OUT_OF_MEMORY)
        if os.environ.get("TPROG_TRACEBACK"):
            raise
        if hasattr(error, "format_message"):
            return complain(_wrong_usage(error, given))
        hint = "set TPROG_TRACEBACK=1 to see the traceback"
        complain(f"internal error: {type(error).__name__}: {error} ({hint})")
        return 70


def _wrong_usage(error: Any, given: Sequence[str]) -> str:
    """The sentence about a wrong option or argument."""
    message = " ".join(error.format_message().split()).rstrip(".")
    message = message.replace("Value error, ", "")
    if "Input should be" in message:  # Pydantic's words: they do not say what was given
        value = error.__cause__.errors()[0]["input"]
        message = message.partition(", unable")[0].replace("Input should be", "expected")
        message = message.replace("greater than or equal to", "at least")
        message = message.replace("less than or equal to", "at most")
        message = f"{message.replace('valid integer', 'whole number')}, got {value!r}"
    where = getattr(error, "ctx", None)
    verb = [word for word in given[:1] if word in VERBS]
    path = " ".join(["tprog", *verb]) if where is None else where.command_path
    return f"{message[:1].lower()}{message[1:]} (see '{path} --help')"
