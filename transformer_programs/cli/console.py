"""Printing for all verbs: streams, lines, tables, code, errors, and one progress bar."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import StringIO, TextIOWrapper
from typing import NoReturn

from rich.console import Console, RenderableType
from rich.text import Text

from ..program.json_layout import json_line
from ..program.values import Refusal

UNBOUNDED = 1000  # columns of a table that is written into a file or a pipe
MAX_MESSAGE = (480, 320)  # characters of a long error: its begin and its end
SECONDS_PER_LINE = 5.0  # of progress, where there is no terminal
SECONDS_OF_SPEED = 600.0  # the last ones, which tell the time left


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
    note_once.cache_clear()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


class _Console(Console):
    """A console that raises when its reader is gone; Rich would end the process."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def output(stderr: bool = False) -> Console:
    """Standard output, or standard error; colours only on a terminal."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


# --- lines ----------------------------------------------------------------------------------------


def say(text: str | Text, style: str | None = None) -> None:
    """Print text without wrapping it; control characters are escaped."""
    output().print(_shown(text), style=style, soft_wrap=True)


def say_first(lines: Sequence[str], most: int, noun: str, indent: str = "") -> None:
    """Print the first lines, and how many more there are."""
    for line in lines[:most]:
        say(f"{indent}{line}")
    if len(lines) > most:
        say(f"  and {counted(len(lines) - most, noun)}")


def note(text: str, style: str | None = None) -> None:
    """Print text to standard error."""
    output(stderr=True).print(_shown(text), style=style, soft_wrap=True)


@cache
def note_once(text: str) -> None:
    """Print a line to standard error, once per command."""
    note(text)


def complain(sentence: str) -> int:
    """Print an error; returns the exit status of bad input."""
    text, (first, last) = printable(sentence), MAX_MESSAGE
    text = text if len(text) <= first + last else f"{text[:first]} ... {text[-last:]}"
    print(f"tprog: {text}", file=sys.stderr)
    return 2


def _shown(text: str | Text) -> str | Text:
    return text if isinstance(text, Text) else "\n".join(map(printable, text.split("\n")))


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


@contextmanager
def progress(first: str) -> Iterator[Callable[..., None]]:
    """Shows progress and the time left: a bar on a terminal, elsewhere lines.

    It is called with a text, whether it is `news`, and the `share` that is done. Lines are printed
    after one second, then every few seconds; news is printed at once.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console, last = output(stderr=True), time.monotonic() - SECONDS_PER_LINE + 1
    text = TextColumn("{task.description}", markup=False)
    columns = BarColumn(20), TimeRemainingColumn(compact=True), text
    lines = not console.is_terminal
    with Progress(
        *columns,
        console=console,
        transient=True,
        disable=lines,
        speed_estimate_period=SECONDS_OF_SPEED,
    ) as shown:
        if not lines:
            console.show_cursor()  # a killed process could not bring it back
        bar = shown.add_task(first, total=None)  # it only pulses until a share is known

        def show(text: str, news: bool = False, share: float | None = None) -> None:
            nonlocal last
            if share is not None and share < shown.tasks[0].completed:
                shown.reset(bar)  # other work has begun, with a speed of its own
            total = None if share is None else 1.0
            shown.update(bar, description=text, total=total, completed=share)
            if lines and (news or time.monotonic() - last > SECONDS_PER_LINE):
                last = time.monotonic()
                left = shown.tasks[0].time_remaining
                done = "" if share is None or news else f"{share:4.0%}  "
                if done and left is not None:
                    done += f"{left:,.0f} s left  "
                console.print(f"{done}{text}", soft_wrap=True)

        yield show


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


def listed(words: Sequence[str | int], room: int = 60) -> str:
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
