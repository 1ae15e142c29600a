"""The verb that compares two programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ..emit import emit_files
from ..program import Program
from ..store import load
from ..store.folder import NETWORK_FILE, stored_proof
from ..verify import SAMPLES, VerifyError, verify_task
from ..verify import verify as compare
from ..verify.emitted import Emitted, load_emitted
from .choosing import task_of
from .console import errors, printable, refuse_unused
from .programs import inputs_in

Loaded = Program | Emitted


def verify(
    a: Annotated[Path, typer.Argument(metavar="A", help="A .json file, run folder or .py file.")],
    b: Annotated[
        Path | None, typer.Argument(metavar="B", help="The same; without it, A's emitted code.")
    ] = None,
    inputs: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare on these inputs only, one a line."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, max=10**12, help="Run all inputs if there are no more than this, else a sample."
        ),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(min=1, max=10**7, help=f"How many inputs a sample has; {SAMPLES:,}."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Which sample.")] = None,
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TASK",
            help="Compare A with the right answers to every input of a task; again for a setting: "
            "--task dyck2 --task length=12",
        ),
    ] = None,
    start: Annotated[
        int | None, typer.Option(min=0, help="With --task: go on from this input.")
    ] = None,
) -> None:
    """Whether two programs give the same answers; if not, an input.

    The input is the smallest there is where all inputs are run; one of a sample is made as small as
    it gets.

    The proof of a run folder's program is run again from the network that is kept there.

    The exit status is 0 if no difference was found, 1 if there is one. A .py file is run: only
    give files you trust.

    Example: `tprog verify sort.json sort.py`

    Example: `tprog verify sort.json`

    Example: `tprog verify dyck2.json --task dyck2`
    """
    sampling = {"--limit": limit, "--samples": samples, "--seed": seed}
    if task:
        refuse_unused(sampling, "not together with --task, which runs every input")
    elif inputs is not None:
        refuse_unused(sampling, "not together with --inputs, all of which are run")
    if not task:
        refuse_unused({"--start": start}, "only together with --task")
    left = _loaded(a)
    if task:
        if b is not None or inputs is not None or not isinstance(left, Program):
            raise VerifyError("--task: expected one program as a .json file or run folder, no more")
        _verify_task(a, left, task, start or 0)
        return
    with _loaded_or_emitted(left, a, b) as right, counting() as told:
        program = next((side for side in (left, right) if isinstance(side, Program)), None)
        if program is None and inputs is None:
            raise VerifyError(
                "a .py file does not say which inputs it takes: compare it with a program's "
                ".json file, or give --inputs FILE"
            )
        result = compare(
            left,
            right,
            inputs=None if inputs is None else list(inputs_in(inputs, program)),
            limit=limit,
            samples=SAMPLES if samples is None else samples,
            seed=seed or 0,
            names=_names(a, b),
            progress=told,
        )
    proved = [_proved(path, side) for path, side in ((a, left), (b, right))]
    # Not Console.print: a table of variables is neither wrapped nor cut.
    print(f"{printable(str(a))} and {printable(str(b or 'its code'))}: {result}")
    if not (result and all(proved)):
        raise typer.Exit(1)


def _verify_task(path: Path, program: Program, given: list[str], start: int) -> None:
    """Every input of a task; a run that is stopped says how to go on."""
    named = [text for text in given if "=" not in text]
    if len(named) != 1:
        raise VerifyError(f"--task: expected the name of one task, got {' '.join(named) or 'none'}")
    task = task_of(named[0], [text for text in given if "=" in text])
    reached = start
    with counting() as shown:

        def told(done: int, count: int) -> None:
            nonlocal reached
            reached = done
            shown(done, count)

        try:
            names = path.name, task.name
            result = verify_task(program, task, start=start, progress=told, names=names)
        except KeyboardInterrupt:
            errors().print(f"stopped; no difference before input {reached}: --start {reached}")
            raise typer.Exit(130) from None
    print(f"{printable(str(path))} and {task.name}: {result}")
    if not result:
        raise typer.Exit(1)


def _proved(path: Path | None, program: Loaded) -> bool:
    """Prove the program of a run folder again, where its network is kept; False if that fails."""
    if path is None or not path.is_dir() or not isinstance(program, Program):
        return True
    stored, shown = stored_proof(path, program), printable(str(path))
    if not (path / NETWORK_FILE).is_file():
        if stored is not None:
            print(f"{shown} and its network: {stored} (when learned; the network is not kept)")
        return True
    try:
        from ..learn.network import Network
    except ModuleNotFoundError as error:
        said = stored or "not proved"
        print(f"{shown} and its network: {said} (proving it again needs {error.name})")
        return True
    proof = Network.load(path / NETWORK_FILE).prove(program)
    print(f"{shown} and its network: {proof}{', proved again' if proof.equal else ''}")
    return proof.equal


def _loaded(path: Path) -> Loaded:
    return load_emitted(path) if path.suffix == ".py" else load(path)


@contextmanager
def _loaded_or_emitted(program: Loaded, path: Path, other: Path | None) -> Iterator[Loaded]:
    """The other side: a file, or the code that the program is printed as."""
    if other is not None:
        yield _loaded(other)
        return
    if not isinstance(program, Program):
        raise VerifyError(f"{path}: give a second program to compare this .py file with")
    with TemporaryDirectory() as folder:  # kept: a second file with words is read when needed
        files = {Path(folder, name): text for name, text in emit_files(program, "emitted").items()}
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
        yield load_emitted(next(iter(files)))


def _names(a: Path, b: Path | None) -> tuple[str, str]:
    if b is None:
        return a.name, "its code"
    return (a.name, b.name) if a.name != b.name else (str(a), str(b))


@contextmanager
def counting() -> Iterator[Callable[[int, int], None]]:
    """A bar that is only seen on a terminal, and gone at the end."""
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors(),
        transient=True,
        disable=not errors().is_terminal,
    )
    with bar:
        task = bar.add_task("inputs", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
