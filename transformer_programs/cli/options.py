"""Options and arguments that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

MAX_SEEDS = 100_000

ProgramPath = Annotated[Path, Argument(metavar="PROGRAM", help="A .json file or a run folder.")]
Index = Annotated[
    int | None, Option(metavar="N", help="Program N of the run's front; default: the run's own.")
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
SettingsGiven = Annotated[
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
    Option(metavar="INPUT,LABEL", help="Columns of your own file: --columns message,category"),
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
