"""The command `tprog`: one function a verb, one file a group of verbs.

A verb is a plain function; `VERBS` lists them all. Verbs raise what goes wrong; only `main` turns
that into one sentence and an exit status: 0 done, 1 a check failed, 2 bad input, 130 interrupted.
Nothing here imports JAX: a verb that learns imports it when it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from ..experiments.part import ExperimentError
from ..explain import ExplainError
from ..meaning.interpret import InputError
from ..plot import PlotError
from ..program.chain import ProofError
from ..program.values import ProgramError
from ..store import StoreError
from ..tasks import TaskError
from ..trace import TraceError
from ..verify import VerifyError
from ..verify.emitted import EmittedError
from ..view import ViewError
from . import (
    checks,
    choosing,
    evaluating,
    looking,
    plotting,
    programs,
    reproducing,
    simplifying,
    training,
)
from .console import OptionError, complain, heeding_interrupts, prepare_streams, silence_output
from .learned import TrainError

__all__ = ["app", "main"]

VERBS: tuple[Callable[..., Any], ...] = (
    programs.show,
    programs.run,
    programs.emit,
    checks.verify,
    training.train,
    choosing.tasks,
    simplifying.simplify,
    evaluating.evaluate,
    looking.view,
    looking.trace,
    looking.explain,
    plotting.plot,
    reproducing.reproduce,
    reproducing.sweep,
)

# What a verb raises when the user asked for something that cannot be; all else is our fault.
REFUSALS = (
    ProgramError,
    InputError,
    StoreError,
    EmittedError,
    VerifyError,
    TaskError,
    TrainError,
    simplifying.SimplifyError,
    TraceError,
    ExplainError,
    ViewError,
    PlotError,
    ExperimentError,
    OptionError,
)

OUT_OF_MEMORY = "memory ran out: try fewer or smaller networks, inputs or settings"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
for verb in VERBS:
    app.command(context_settings={"ignore_unknown_options": verb is programs.run})(verb)


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

    A PROGRAM is a .json file, or a run folder that holds program.json.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status. Nothing that goes wrong shows a traceback."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with heeding_interrupts():
            status = _invoke(given or ["--help"])
        sys.stdout.flush()
        return status
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
    except REFUSALS as error:
        return complain(str(error))
    except MemoryError:
        return complain(OUT_OF_MEMORY)
    except Exception as error:
        if "RESOURCE_EXHAUSTED" in str(error):  # what JAX says of a GPU, and of this machine
            return complain(OUT_OF_MEMORY)
        if os.environ.get("TPROG_TRACEBACK"):
            raise
        if hasattr(error, "format_message"):  # a wrong option or argument
            return complain(_usage(error))
        complain(
            f"this is a fault of tprog: {type(error).__name__}: {error} "
            "(TPROG_TRACEBACK=1 shows where)"
        )
        return 70


def _invoke(arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("tprog", arguments) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    return 0


def _usage(error: Any) -> str:
    message: str = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "tprog"
    return f"{message[:1].lower()}{message[1:]} (see '{path} --help')"
