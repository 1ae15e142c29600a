"""`tprog verify`: compare two programs, or a program with its task."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from typer import Argument, Option

from ..printer import emit
from ..program import Program
from ..program.program import digest
from ..store import load
from ..store.folder import EXTRACTED_FILE, NETWORK_FILE, read_record
from ..tasks import Task, make
from ..verifier import SAMPLES, VerifyError, verify_task
from ..verifier import verify as compare
from ..verifier.every import Progress
from ..verifier.pair import Emitted, load_emitted
from . import options
from .console import note, progress, refuse_unused, say
from .program_argument import inputs_in, opened_program
from .task_argument import task_settings_of

Loaded = Program | Emitted


def verify(
    a: Annotated[Path, Argument(metavar="A", help="A .json file, run folder or .py file.")],
    b: Annotated[
        Path | None, Argument(metavar="B", help="The other program; default: A's code.")
    ] = None,
    index: options.Index = None,
    inputs: options.InputsFile = None,
    limit: Annotated[
        int | None,
        Option(min=1, max=10**12, help="Run all inputs if there are at most N, else a sample."),
    ] = None,
    samples: Annotated[int, Option(min=1, max=10**7, help="Size of the sample.")] = SAMPLES,
    seed: Annotated[int, Option(min=0, help="Seed of the sample.")] = 0,
    task: Annotated[
        list[str] | None,
        Option(metavar="TASK", help="Compare A with a task: --task dyck2 --task length=12"),
    ] = None,
) -> None:
    """Check whether two programs are equivalent; print a counterexample.

    The programs run on all inputs if possible, otherwise on a sample. Finite-state programs without
    a maximum length are compared at every length. --index picks a program of A. For a run folder,
    the proof is repeated with the extracted program and the stored network. With --task, all inputs
    of the task are run; if there are more than 20 million, all inputs up to a smaller length, then
    a sample.

    The exit status is 0 if no difference was found, otherwise 1. A .py file is executed: pass only
    files you trust.

    Example: `tprog verify sort.json sort.py`

    Example: `tprog verify dyck2.json --task dyck2`
    """
    left = load_program(a, index)
    if task:
        if b is not None or inputs is not None or not isinstance(left, Program):
            raise VerifyError("--task: expected a single program, as a .json file or run folder")
        known, runs = _task_of(task), list[Path]()
        other = known.name
        with _inputs_progress() as report:
            result = verify_task(left, known, progress=report, names=(a.name, other))
    else:
        other, runs = ("its code", [a]) if b is None else (str(b), [a, b])
        names = (a.name, other if b is None else b.name)
        with _loaded_or_emitted(left, a, b) as right, _inputs_progress() as report:
            program = next((side for side in (left, right) if isinstance(side, Program)), None)
            if program is None and inputs is None:
                raise VerifyError(
                    "a .py file does not say which inputs it accepts: compare it with a program's "
                    ".json file, or give --inputs FILE"
                )
            result = compare(
                left,
                right,
                inputs=None if inputs is None else inputs_in(inputs, program),
                limit=limit,
                samples=samples,
                seed=seed,
                names=names if names[0] != names[1] else (str(a), other),
                progress=report,
            )
    proved = [_proved(path) for path in runs if path.is_dir()]
    say(f"{a} and {other}: {result}")
    if not (result and all(proved)):
        raise typer.Exit(1)


def _task_of(given: list[str]) -> Task:
    """The task that --task names, with its settings."""
    names = [text for text in given if "=" not in text]
    if len(names) != 1:
        raise VerifyError(f"--task: expected the name of one task, got {' '.join(names) or 'none'}")
    settings = [text for text in given if "=" in text]
    return make(names[0], **task_settings_of(names[0], settings))


@contextmanager
def _loaded_or_emitted(program: Loaded, path: Path, other: Path | None) -> Iterator[Loaded]:
    """The other side: a file, or the code of the program itself."""
    if other is not None:
        yield load_program(other)
        return
    if not isinstance(program, Program):
        raise VerifyError(f"{path}: expected a second program to compare this .py file with")
    with TemporaryDirectory() as folder:
        file = Path(folder, "emitted.py")
        file.write_text(emit(program, name="emitted"), encoding="utf-8")
        yield load_emitted(file)


def _proved(path: Path) -> bool:
    """Repeat the proof of a run folder; False if it fails."""
    stored_network = os.path.lexists(path / NETWORK_FILE)  # one that cannot be read is refused
    if not stored_network and not (path / EXTRACTED_FILE).exists():
        return True
    program, record = load(path / EXTRACTED_FILE), read_record(path)
    known = record.proof if record.extracted == digest(program) and record.proof else "not proved"
    try:
        from ..networks.program_model import prove_stored
    except ModuleNotFoundError as error:
        stored_network, missing = False, f"repeating this needs {error.name}"
    else:
        missing = f"no {NETWORK_FILE}"
    if not stored_network:
        say(f"{path}: extracted program and network: {known} (when learned; {missing})")
        return True
    note("proving that extracted program and network are equal; compiling takes a few seconds")
    proof = prove_stored(path / NETWORK_FILE, program)
    again = ", proved again" if proof.equal else ""
    say(f"{path}: extracted program and network: {proof}{again}")
    return proof.equal


@contextmanager
def _inputs_progress() -> Iterator[Progress]:
    """The progress bar, called with the inputs done and the total."""
    with progress("running inputs") as report:
        yield lambda done, total: report(f"{done:,} of {total:,} inputs", share=done / total)


def load_program(path: Path, index: int | None = None) -> Loaded:
    """A program, or an emitted file."""
    if path.suffix != ".py":
        return opened_program(path, index)
    refuse_unused({"--index": index}, "works only for a run folder with a front")
    return load_emitted(path)
