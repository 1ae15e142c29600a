"""Ctrl-C ends the command with one line and status 130, at whatever moment it comes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import transformer_programs as tp
from transformer_programs.shelf import induction

# A shell says 130 of both: an exit with that status, and an end by the signal itself.
ENDED = (130, -signal.SIGINT)


@contextmanager
def command(*arguments: str, options: tuple[str, ...] = ()) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, *options, "-m", "transformer_programs", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(process: subprocess.Popen[str]) -> str:
    """What it says after an interrupt."""
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode in ENDED, said
    return said


@pytest.mark.parametrize(
    "module",
    ["numpy.version", "numpy.linalg", "transformer_programs.program.values", "typer", "rich.box"],
)
def test_while_modules_are_imported(module):
    with command("tasks", options=("-X", "importtime")) as process:
        assert process.stderr is not None
        for line in process.stderr:  # a line for every module, when it has been imported
            if line.rpartition("|")[2].strip() == module:
                break
        said = interrupted(process)
    ours = [line for line in said.splitlines() if not line.startswith("import time:")]
    assert ours == ["tprog: interrupted"]


def test_while_it_waits_for_an_input(tmp_path):
    tp.save(induction.program, tmp_path / "induction.json")
    tokens, answer = induction.cases[0]
    with command("run", str(tmp_path / "induction.json")) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(tokens + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["labels"] == answer.split()
        assert interrupted(process) == "tprog: interrupted\n"


def test_within_two_seconds_while_python_hears_nothing():
    """As in a compiler: a long call that lets other threads run, but no handler of this one."""
    with subprocess.Popen(
        [sys.executable, "-c", DEAF], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        begun = time.monotonic()
        said = interrupted(process)
        assert time.monotonic() - begun < 2
    assert said == "tprog: stopping\ntprog: interrupted\n"


DEAF = """
import ctypes, sys
from transformer_programs import cli
def long():
    print("begun", flush=True)
    ctypes.CDLL(None).pause()  # returns after a signal
    for _ in range(6):
        ctypes.CDLL(None).usleep(900_000)
from transformer_programs.cli import choosing
import signal
def tasks():
    signal.signal(signal.SIGINT, lambda *_: None)
    long()
choosing.tasks = tasks
sys.exit(cli.main(["tasks"]))
"""


def test_not_in_the_background_where_it_is_meant_for_others():
    ignoring = "trap '' INT; exec \"$@\""
    done = subprocess.run(
        ["sh", "-c", ignoring, "sh", sys.executable, "-c", IGNORED],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


IGNORED = """
import os, signal, sys
from transformer_programs import __main__ as tprog
sys.argv[1:] = ["--version"]
os.kill(os.getpid(), signal.SIGINT)
status = tprog.main()
os.kill(os.getpid(), signal.SIGINT)
sys.exit(status)
"""


def test_the_command_starts_with_the_module_that_listens():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["scripts"] == {"tprog": "transformer_programs.__main__:main"}
