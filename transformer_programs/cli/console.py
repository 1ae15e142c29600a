"""Printing for all verbs: streams, lines, tables, code, errors, and one progress bar."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from typing import NoReturn, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from ..program.json_layout import json_line
from ..program.values import Refusal

UNBOUNDED = 1000  # columns of a table that is written into a file or a pipe
MAX_MESSAGE = 800  # characters
SECONDS_PER_LINE = 5.0  # of progress, where there is no terminal
_NOTED: set[str] = set()  # notes that this command has printed once


class OptionError(Refusal):
    """An option that is wrong or would do nothing. The message says what would be right."""


def refuse_unused(options: Mapping[str, object], why: str) -> None:
    """Refuse options that were given but would do nothing.

    >>> refuse_unused({"--seed": None, "--limit": 3}, "cannot be combined with --inputs")
    Traceback (most recent call last):
    transformer_programs.cli.console.OptionError: --limit: cannot be combined with --inputs
    """
    for option, value in options.items():
        if value is not None and value is not False:
            raise OptionError(f"{option}: {why}")


# --- streams --------------------------------------------------------------------------------------


def prepare_streams() -> None:
    """Make any word printable: UTF-8 into files and pipes, escapes where nothing else works."""
    _NOTED.clear()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def silence_output() -> None:
    """Discard what is still to be written, also what Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    """A console that raises when its reader is gone; Rich would end the process."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def output(stderr: bool = False) -> Console:
    """Standard output, or standard error; colours only on a terminal."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


# --- lines ----------------------------------------------------------------------------------------


def say(text: str | Text, style: str | None = None) -> None:
    """Print a line without wrapping it."""
    output().print(text, style=style, soft_wrap=True)


def say_first(lines: Sequence[str], most: int, noun: str, indent: str = "") -> None:
    """Print the first lines, and how many more there are."""
    for line in lines[:most]:
        say(f"{indent}{printable(line)}")
    if len(lines) > most:
        say(f"  and {counted(len(lines) - most, noun)}")


def note(text: str, style: str | None = None) -> None:
    """Print a line to standard error."""
    output(stderr=True).print(text, style=style, soft_wrap=True)


def note_once(text: str) -> None:
    """Print a line to standard error, once per command."""
    if text not in _NOTED:
        _NOTED.add(text)
        note(text)


def complain(sentence: str) -> int:
    """Print an error; returns the exit status of bad input."""
    print(f"tprog: {shortened(printable(sentence))}", file=sys.stderr)
    return 2


def print_wide(shown: RenderableType, most: int = UNBOUNDED) -> None:
    """Print as wide as the terminal; into a file or a pipe, with at most `most` columns."""
    console = output()
    if console.is_terminal:
        console.print(shown)
        return
    text = StringIO()
    Console(file=text, width=most, markup=False, emoji=False).print(shown)
    for line in text.getvalue().splitlines():
        print(line.rstrip())


def print_code(text: str) -> None:
    """Print Python code: coloured on a terminal, never wrapped, so that a copy still runs."""
    console = output()
    if console.is_terminal:
        from rich.syntax import Syntax

        highlighted = Syntax(text, "python", theme="ansi_dark").highlight(text)
        console.print(highlighted, soft_wrap=True, end="")
    else:
        print(text, end="")


# --- progress -------------------------------------------------------------------------------------


class ShowProgress(Protocol):
    """Shows what is being done and the share of it that is done.

    Without a terminal, `news` is printed at once and anything else every few seconds.
    """

    def __call__(self, text: str, news: bool = False, share: float | None = None) -> None: ...


@contextmanager
def progress(first: str) -> Iterator[ShowProgress]:
    """A bar with the time left on a terminal; elsewhere lines."""
    console = output(stderr=True)
    if console.is_terminal:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        text = TextColumn("{task.description}", markup=False)
        columns = BarColumn(20), TimeRemainingColumn(compact=True), text
        with Progress(*columns, console=console, transient=True) as shown:
            console.show_cursor()  # a killed process could not bring it back
            bar = shown.add_task(first, total=None)  # it only pulses until a share is known

            def draw(text: str, news: bool = False, share: float | None = None) -> None:
                total = None if share is None else 1.0
                shown.update(bar, description=text, total=total, completed=share)

            yield draw
        return
    last = time.monotonic()

    def print_line(text: str, news: bool = False, share: float | None = None) -> None:
        nonlocal last
        if news or time.monotonic() - last > SECONDS_PER_LINE:
            last = time.monotonic()
            done = "" if share is None or news else f"{share:4.0%}  "
            console.print(f"{done}{text}", soft_wrap=True)

    yield print_line


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process at once, as a kill does; the last checkpoint is on disk.

    Compiled code can run for a minute before Python hears of an interrupt.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- words ----------------------------------------------------------------------------------------


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "line"), counted(2000, "line")
    ('1 line', '2,000 lines')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def shortened(text: str, most: int = MAX_MESSAGE) -> str:
    """A text that is cut in the middle if it is too long.

    >>> shortened("x" * 30 + "yes", 20)
    'xxxxxxxxx ... xxxyes'
    """
    first, last = (most - 5) * 3 // 5, most - 5 - (most - 5) * 3 // 5
    return text if len(text) <= most else f"{text[:first]} ... {text[-last:]}"


def printable(text: str) -> str:
    """Text on one line without control characters."""
    return text if text.isprintable() else json_line(text)[1:-1].replace('\\"', '"')


def spelled(word: str | int) -> str:
    r"""A word, in quotes where its ends would not be seen.

    >>> spelled("a"), spelled("a b"), spelled(""), spelled("\x1b[0m")
    ('a', '"a b"', '""', '"\\u001b[0m"')
    """
    plain = isinstance(word, int) or (word.isprintable() and word and not set(word) & set(' "'))
    return str(word) if plain else json_line(word)


def listed(words: tuple[str | int, ...], room: int = 60) -> str:
    """As many words as fit, and how many more there are.

    >>> listed(("a", "b", "c"), 4)
    'a b (1 more)'
    """
    shown: list[str] = []
    for word in words:
        text = spelled(word)
        if shown and room < len(text):
            return " ".join(shown) + f" ({len(words) - len(shown):,} more)"
        shown.append(text)
        room -= len(text) + 1
    return " ".join(shown)
