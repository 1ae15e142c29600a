"""The command `tprog`: one function per verb, one file per group of verbs.

`VERBS` lists them; a verb is a plain function and its file is imported when it is used. Verbs raise
what goes wrong; only `main` turns that into one sentence and an exit status: 0 done, 1 a check
failed, 2 bad input, 130 interrupted. Nothing here imports JAX: a verb that learns imports it when
it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..program.chain import ProofError
from ..program.values import Refusal
from .console import complain, prepare_streams, silence_output

__all__ = ["VERBS", "app", "command_of", "main", "verb_of"]

VERBS = {  # its file, and how its help begins
    "show": ("using", "Show the programs of a run, the steps of a program, or its Python code."),
    "run": ("using", "Run a program; print one line of JSON per input."),
    "emit": ("using", "Write a program as readable Python code without dependencies."),
    "verify": ("judging", "Check whether two programs are equivalent; print a counterexample."),
    "train": ("training", "Learn a program from labelled data."),
    "search": ("searching", "Search for a short program that is correct on every example."),
    "tasks": ("choosing", "List the tasks, with examples."),
    "simplify": ("simplifying", "Shorten a program; report changes and lost accuracy."),
    "evaluate": ("judging", "Score a program on labelled data; print confusions and worst errors."),
    "view": ("looking", "Write an HTML page that runs the program."),
    "trace": ("looking", "Show every variable at every position, or explain one answer."),
    "explain": ("looking", "Switch off each step in turn; count the changed answers."),
    "plot": ("plotting", "Plot the training of a run, or what the heads of programs read."),
    "reproduce": ("reproducing", "Run an experiment of the paper; print a table."),
    "sweep": ("reproducing", "Train a grid of shapes and seeds as one population."),
}

OUT_OF_MEMORY = "out of memory: use fewer or smaller networks, or fewer inputs"
STYLE = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": "markdown"}


def verb_of(name: str) -> Callable[..., Any]:
    """The function of a verb."""
    verb: Callable[..., Any] = getattr(import_module(f".{VERBS[name][0]}", __name__), name)
    return verb


def command_of(name: str) -> TyperCommand:
    """The command of a verb, with its options."""
    own = typer.Typer(**STYLE)  # type: ignore[arg-type]
    # The words of an input may begin with a dash.
    dashes = {"ignore_unknown_options": name == "run"}
    own.command(name, cls=_Plain, context_settings=dashes)(verb_of(name))
    return typer.main.get_command(own)  # type: ignore[return-value]


class _Plain(TyperCommand):
    """A command whose help shows no type beside a flag, and N for a number within limits."""

    def get_params(self, ctx: Any) -> Any:
        found = super().get_params(ctx)
        for one in found:
            if getattr(one, "is_flag", False):
                one.metavar = ""
            elif one.metavar is None and getattr(one, "min", None) is not None:
                one.metavar = "N"
        return found


class _Verb(TyperCommand):
    """A verb that is known by its name and first sentence until it is used."""

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **others: Any
    ) -> Any:
        assert self.name is not None
        return command_of(self.name).make_context(info_name, args, *more, **others)


class _Group(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        if cmd_name not in VERBS:
            return None
        return _Verb(cmd_name, help=VERBS[cmd_name][1], rich_markup_mode="markdown")


app = typer.Typer(cls=_Group, **STYLE)  # type: ignore[arg-type]


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"tprog {version('transformer-programs')}")
        raise typer.Exit


@app.callback()
def tprog(
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
    """Run one command; gives the exit status. Nothing that goes wrong shows a traceback."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        command = typer.main.get_command(app)
        with command.make_context("tprog", given or ["--help"]) as context:
            command.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as done:
        sys.stdout.flush()
        return done.exit_code
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough
        silence_output()
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
    except MemoryError:
        return complain(OUT_OF_MEMORY)
    except Exception as error:
        if "RESOURCE_EXHAUSTED" in str(error):  # what JAX says of a GPU, and of this machine
            return complain(OUT_OF_MEMORY)
        if os.environ.get("TPROG_TRACEBACK"):
            raise
        if hasattr(error, "format_message"):  # a wrong option or argument
            message = " ".join(error.format_message().split()).rstrip(".")  # choices stand below it
            message = message.replace(". Choose from:", ": choose from")
            where = getattr(error, "ctx", None)
            path = "tprog" if where is None else where.command_path
            return complain(f"{message[:1].lower()}{message[1:]} (see '{path} --help')")
        hint = "set TPROG_TRACEBACK=1 to see the traceback"
        complain(f"internal error: {type(error).__name__}: {error} ({hint})")
        return 70
