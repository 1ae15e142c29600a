"""Options that several verbs share, and the machine that --device and --engine ask for."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from .console import OptionError, refuse_unused

if TYPE_CHECKING:
    from ..experiments.runner import Engine

MAX_SEEDS = 100_000

ProgramPath = Annotated[Path, Argument(metavar="PROGRAM", help="A .json file or a run folder.")]
Index = Annotated[
    int | None, Option(metavar="N", help="Program N of the run's front; default: its knee.")
]
Raw = Annotated[
    bool, Option("--raw", help="Use the program as it is stored; code in the layout of the paper.")
]
Code = Annotated[bool | None, Option(help="Print the code; the default if it fits on a screen.")]
OutFile = Annotated[
    Path | None, Option("--out", "-o", metavar="FILE", help="File (overwritten) or folder.")
]
InputsFile = Annotated[
    Path | None, Option("--inputs", metavar="FILE", help="File of inputs, one per line.")
]
TaskName = Annotated[
    str, Argument(metavar="TASK", help="A task from `tprog tasks`, or a file of your own.")
]
TaskSettings = Annotated[
    list[str] | None, Option("--task", metavar="NAME=VALUE", help="Change the task: length=16")
]
TaskOfProgram = Annotated[
    str | None, Option("--task", metavar="TASK", help="Task of a .json file; run folders store it.")
]
NetworkSettings = Annotated[
    list[str] | None, Option("--set", metavar="NAME=VALUE", help="Change a setting: --set layers=2")
]
Data = Annotated[
    Path | None, Option(metavar="DIR", help="Folder of the text corpora; default: $TPROG_DATA.")
]
TestFile = Annotated[
    Path | None, Option("--test", metavar="FILE", help="Test set for your own file.")
]
ValidationFile = Annotated[
    Path | None, Option("--validation", metavar="FILE", help="Validation set for your own file.")
]
Columns = Annotated[
    str | None,
    Option(metavar="INPUT,LABEL", help="Fields of your own file: --columns message,category"),
]
RunFolder = Annotated[
    Path | None, Option("--out", "-o", metavar="DIR", help="Run folder; default: runs/TASK.")
]
DeviceOption = Annotated[
    Literal["cpu", "gpu"] | None,
    Option(help="Where to train; by default on a GPU if there is one."),
]
EngineOption = Annotated[
    Literal["local", "ray"], Option(help="Run on this machine or on a Ray cluster.")
]
Address = Annotated[
    str | None, Option(help="Address of a Ray cluster; by default Ray starts on this machine.")
]
Gpus = Annotated[
    float | None, Option(min=0, help="With Ray: GPUs per part; by default 1 if available.")
]


def require_package(name: Literal["jax", "scikit-learn"]) -> None:
    """Refuse to learn if the package that a learner needs is not installed."""
    try:
        import_module({"scikit-learn": "sklearn"}.get(name, name))
    except ModuleNotFoundError:
        raise OptionError(
            f"learning needs {name}: pip install 'transformer-programs[learn]'"
        ) from None


def prepare(device: str | None) -> None:
    """Make this machine ready to train networks; refuse a device that is not there."""
    require_package("jax")
    import jax

    from ..networks.machine import share_cores

    share_cores()  # as `train` does for Python: here before the devices are asked for
    if device is not None:
        config: Any = jax.config
        config.update("jax_platforms", {"cpu": "cpu", "gpu": "cuda,cpu"}[device])
        try:
            jax.devices(device)
        except Exception:  # the type depends on what is missing
            hint = "for NVIDIA GPUs: pip install 'transformer-programs[cuda]'"
            raise OptionError(f"--device {device}: JAX finds no {device} here; {hint}") from None


def engine_of(name: str, address: str | None, gpus: float | None) -> Engine:
    """The engine that was asked for."""
    from ..experiments.ray_engine import Ray
    from ..experiments.runner import serial

    if name == "ray":
        return Ray(address, gpus)
    refuse_unused({"--address": address, "--gpus": gpus}, "works only with --engine ray")
    return serial


def command_given() -> str:
    """The command as it was given, without --out."""
    return re.sub(r" (--out|-o)[ =]('[^']*'|\S+)", "", shlex.join(["tprog", *sys.argv[1:]]))
