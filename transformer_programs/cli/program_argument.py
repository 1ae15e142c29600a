"""The argument PROGRAM of the verbs, and the inputs that a user gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ..meaning.interpret import InputError, encode
from ..meaning.words import list_input, most_words, tokenized, without_marks
from ..program import Program, Vocabulary
from ..program.numerals import is_numeral, with_numerals
from ..store import PROGRAM_FILE, load, write_text
from ..store.atomic import is_stream
from ..store.folder import EXTRACTED_FILE, difference_from_network, program_of
from ..store.reading import StoreError, decode, numbered, opened
from .console import OptionError, note, note_once, say


def opened_program(path: Path, index: int | None, as_stored: bool = True) -> Program:
    """The program that a verb uses; a note says so if it may differ from the run's network."""
    in_run = path.is_dir() or index is not None
    program = program_of(path, index) if in_run else load(path)
    if in_run and (difference := difference_from_network(path, program)) is not None:
        note(f"{path} and its network: {difference}")
    if as_stored:
        return program
    from ..simplifier import readable

    return readable(program)


def name_of(path: Path) -> str:
    """The name of a program: of its file, or of its run folder."""
    resolved = path.resolve()
    return resolved.name if path.is_dir() else resolved.stem


def protect(out: Path, *read: Path | None) -> None:
    """Refuse to overwrite a file that the command reads."""
    for path in filter(None, read):
        for file in (path / PROGRAM_FILE, path / EXTRACTED_FILE) if path.is_dir() else (path,):
            if file.exists() and out.exists() and out.samefile(file):
                raise OptionError(f"--out: {out} is an input of this command: choose another name")


def page_file(given: Path | None, program: Path) -> Path:
    """The page to write: the file that was named, one in that folder, or one by the program."""
    if given is None:
        return program / "view.html" if program.is_dir() else program.with_suffix(".html")
    return given / f"{name_of(program)}.html" if given.is_dir() else given


def write_page(file: Path, text: str) -> None:
    """Write a page and say so."""
    write_text(file, text)
    if not is_stream(file):  # it may be where this would be printed
        say(f"wrote {file} ({len(text.encode()) / 1e6:.2f} MB)")


# --- inputs ---------------------------------------------------------------------------------------


def split(text: str, program: Program | None) -> list[str]:
    """The words of an input: a text as the program splits it, or a JSON list of strings.

    Brackets may be words: a text that is made of the program's words is never read as JSON. The
    marks <s> and </s> are added to an input without them.
    """
    if program is None:
        return _json_words(text) or text.split()
    vocabulary = program.vocabulary
    if vocabulary.lists is not None:
        with suppress(StoreError):
            values: Any = decode(text, Any, "input") if text.lstrip().startswith("[") else None
            if isinstance(values, list):
                return list_input(values, vocabulary)
        return list_input(without_marks(text.split(), vocabulary), vocabulary)
    words = tokenized(text, vocabulary.tokenizer, vocabulary.digits)
    if not all(word in vocabulary.index for word in words):
        words = _json_words(text) or words
    inner, most = without_marks(words, vocabulary), most_words(program)
    if _has_unlisted_numbers(inner, vocabulary):
        note_once("numbers that this program does not know are all read as the same unknown word")
    if most is not None and len(inner) > most:
        note_once(f"this program reads the first {most:,} words of a text; a longer one was cut")
    return vocabulary.framed(inner[:most]) if words else []


def _has_unlisted_numbers(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether numbers become the unknown word, in a program that lists other numbers."""
    if vocabulary.unknown is None or vocabulary.reads_text:
        return False
    unlisted = (word not in vocabulary.index and is_numeral(word) for word in words)
    return any(unlisted) and any(map(is_numeral, vocabulary.words))


def _json_words(text: str) -> list[str] | None:
    """The words of a JSON list of strings, or None."""
    if text.lstrip().startswith("["):
        with suppress(StoreError):
            return decode(text, list[str], "input") or None
    return None


def inputs_of(stream: BinaryIO, program: Program | None, where: str = "") -> Iterator[list[str]]:
    """The inputs of a stream, one per line. An error begins with `where` and names the line."""
    for number, line in numbered(stream, where):
        words = split(line, program)
        if program is not None:
            try:
                encode(with_numerals(program, words), words)
            except InputError as error:
                raise InputError(f"{where}line {number}: {error}") from None
        yield words


def inputs_in(file: Path, program: Program | None) -> Iterator[list[str]]:
    """The inputs of a file, one per line."""
    with opened(file) as stream:
        yield from inputs_of(stream, program, f"{file}: ")
