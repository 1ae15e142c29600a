"""What the verbs share: where they print to, and how words and errors are spelled."""

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

from ..program import Program
from ..program.chain import claims
from ..program.json_layout import json_line
from ..program.values import Refusal

UNBOUNDED = 1000  # columns, of text that no terminal wraps
LONGEST = 800  # characters of a message
SECONDS = 5.0  # between two reports where there is no terminal
_NOTED: set[str] = set()  # by this command


class OptionError(Refusal):
    """An option that would do nothing. The message says what it needs."""


def refuse_unused(options: Mapping[str, object], why: str) -> None:
    """No option is ignored: one that was given but would do nothing is refused.

    >>> refuse_unused({"--seed": None, "--limit": 3}, "cannot be combined with --inputs")
    Traceback (most recent call last):
    transformer_programs.cli.console.OptionError: --limit: cannot be combined with --inputs
    """
    for option, value in options.items():
        if value is not None and value is not False:
            raise OptionError(f"{option}: {why}")


def prepare_streams() -> None:
    """Any word can be printed: UTF-8 into files and pipes, escapes where nothing else works."""
    _NOTED.clear()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Within it, Ctrl-C ends the process there and then, as a kill does: nothing is lost.

    It is for training. Compiled code can run for a minute before Python hears of an interrupt, and
    the last checkpoint is in the run folder anyway.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def silence_output() -> None:
    """Let nothing more be written, not even what Python flushes when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    """A console that tells its caller when nobody reads on; Rich would end the process."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def output(stderr: bool = False) -> Console:
    """The standard output, or the standard error output; colours only on a terminal."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def say(text: str | Text, style: str | None = None) -> None:
    """Print a line; a terminal wraps it, and nothing else does."""
    output().print(text, style=style, soft_wrap=True)


def say_first(lines: Sequence[str], most: int, noun: str, indent: str = "") -> None:
    """Print the first of some lines, and how many more there are."""
    for line in lines[:most]:
        say(f"{indent}{printable(line)}")
    if len(lines) > most:
        say(f"  and {counted(len(lines) - most, noun)}")


def note_once(text: str) -> None:
    """Print a line to the standard error output, once per command."""
    if text not in _NOTED:
        _NOTED.add(text)
        note(text)


def note(text: str, style: str | None = None) -> None:
    """Print a line to the standard error output."""
    output(stderr=True).print(text, style=style, soft_wrap=True)


def print_wide(shown: RenderableType, most: int = UNBOUNDED) -> None:
    """Print as wide as the terminal is; into a file or a pipe, in at most so many columns."""
    console = output()
    if console.is_terminal:
        console.print(shown)
        return
    text = StringIO()
    Console(file=text, width=most, markup=False, emoji=False).print(shown)
    for line in text.getvalue().splitlines():
        print(line.rstrip())


def print_code(text: str) -> None:
    """Python code: coloured on a terminal; never wrapped nor cut, so what is copied still runs."""
    console = output()
    if console.is_terminal:
        from rich.syntax import Syntax

        highlighted = Syntax(text, "python", theme="ansi_dark").highlight(text)
        console.print(highlighted, soft_wrap=True, end="")
    else:
        print(text, end="")


def print_chain(program: Program) -> None:
    """Where a program comes from and what is known of it, one claim per line."""
    for number, link in enumerate(claims(program)):
        say(f"{'' if number else 'chain:':<7}{link}")


class Teller(Protocol):
    """Says what is being done, and the share of it that is; `news` is worth a line of its own."""

    def __call__(self, text: str, news: bool = False, share: float | None = None) -> None: ...


@contextmanager
def reporting(first: str) -> Iterator[Teller]:
    """A bar and the time left on a terminal; elsewhere news, and a line every few seconds."""
    console = output(stderr=True)
    if console.is_terminal:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        text = TextColumn("{task.description}", markup=False)
        columns = BarColumn(20), TimeRemainingColumn(compact=True), text
        with Progress(*columns, console=console, transient=True) as shown:
            console.show_cursor()  # a process that is killed could not bring it back
            bar = shown.add_task(first, total=None)  # it only moves until a share is known

            def drawn(text: str, news: bool = False, share: float | None = None) -> None:
                total = None if share is None else 1.0
                shown.update(bar, description=text, total=total, completed=share)

            yield drawn
        return
    last = time.monotonic()

    def told(text: str, news: bool = False, share: float | None = None) -> None:
        nonlocal last
        if news or time.monotonic() - last > SECONDS:
            last = time.monotonic()
            done = "" if share is None or news else f"{share:4.0%}  "
            console.print(f"{done}{text}", soft_wrap=True)

    yield told


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "line"), counted(2000, "line")
    ('1 line', '2,000 lines')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def complain(sentence: str) -> int:
    """Print what was wrong; gives the exit status for it."""
    print(f"tprog: {shortened(printable(sentence))}", file=sys.stderr)
    return 2


def shortened(text: str, most: int = LONGEST) -> str:
    """A text that is cut in the middle where it is too long to read.

    >>> shortened("x" * 30 + "yes", 20)
    'xxxxxxxxx ... xxxyes'
    """
    first, last = (most - 5) * 3 // 5, most - 5 - (most - 5) * 3 // 5
    # Where a sentence begins says what and where, its end what would be right.
    return text if len(text) <= most else f"{text[:first]} ... {text[-last:]}"


def printable(text: str) -> str:
    """Text on one line without what a terminal would obey."""
    return text if text.isprintable() else json_line(text)[1:-1].replace('\\"', '"')


def spelled(word: str | int) -> str:
    r"""A word as it is, or in quotes where its edges would not be seen.

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
