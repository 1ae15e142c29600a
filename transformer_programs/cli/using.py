"""The verbs that use one program: show, run, emit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from typer import Argument, Option

from ..meaning.interpret import InputError, encode, word_index
from ..meaning.lists import list_answer, list_input
from ..meaning.tokenizer import marked, most_words, tokenized, without_marks
from ..printer import emit as emit_code
from ..printer import emit_files
from ..program import Program
from ..program.json_layout import json_line
from ..store import RUN_FILE, write_text
from ..store.atomic import is_stream
from ..store.folder import LEARNED_FILE, agreement, program_of
from ..store.front import PROGRAMS, Front, has_front, read_front
from ..store.reading import StoreError, decode, numbered, opened, refused_as
from .console import OptionError, note, note_once, output, print_code, printable, refuse_unused, say
from .learned import without_votes
from .summary import show as print_summary

ProgramPath = Annotated[Path, Argument(metavar="PROGRAM", help="A .json file or a run folder.")]
Index = Annotated[
    int | None,
    Option(help="Use program N of the run's front; by default the one in program.json."),
]

Raw = Annotated[
    bool, Option("--raw", help="Use the program as it is stored, without simplifying it.")
]
Code = Annotated[bool | None, Option(help="Print the code; the default if it fits on a screen.")]
Votes = Annotated[bool, Option("--votes", help="Print the code with all its votes.")]
OutFile = Annotated[
    Path | None,
    Option(
        "--out", "-o", metavar="FILE", help="File or folder to write to; a file is overwritten."
    ),
]
InputsFile = Annotated[
    Path | None, Option("--inputs", metavar="FILE", help="File of inputs, one per line.")
]


def show(
    program: ProgramPath,
    index: Index = None,
    lines: Annotated[
        int | None, Option(min=1, help="Pick the best program of at most N lines.")
    ] = None,
    code: Annotated[bool, Option("--code", help="Print the Python code.")] = False,
    votes: Votes = False,
    raw: Raw = False,
) -> None:
    """Show the programs of a run, the steps of a program, or its Python code.

    A run folder lists its programs from the shortest to the best; --index or --lines picks one, and
    --code alone prints the program of the run, which all verbs use. The code is simplified, which
    changes no answer; --raw prints it as stored. Into a file, all of it is printed; on a terminal,
    long tables of votes only with --votes, and long lists of words not at all.

    Example: `tprog show sort.json --code`

    Example: `tprog show runs/sort --lines 60 --code`
    """
    code = code or votes
    if not has_front(program):
        picked = {"--index": index, "--lines": lines}
        refuse_unused(picked, "works only for a run folder with a front")
    elif index is not None or lines is not None or code:
        front = read_front(program)
        number = front.chosen(index, lines)
        note(f"program {number} of the front: {front[number]}")
        index = None if number == front.knee else number
    elif len(front := read_front(program)) > 1:
        _print_front(front, program)
        return
    loaded = opened_program(program, index)
    if not code:
        print_summary(loaded)
        return
    name = name_of(program)
    if not output().is_terminal:
        print(emit_code(loaded, name=name, raw=raw), end="")
        return
    text = emit_files(loaded, name, raw=raw)[f"{name}.py"]
    print_code(text if votes or raw else without_votes(loaded, name, text))


def _print_front(front: Front, folder: Path) -> None:
    """The table of a run, and how to read the programs that matter most."""
    opened_program(folder, None)
    say(f"{front}\n")
    say(
        f"{RUN_FILE} is program {front.knee}, the shortest within one standard error of the best; "
        f"all are in {folder}/{PROGRAMS}/"
    )
    say(f"read:  tprog show {folder} --code (--index N: another one, in every command)")


def opened_program(path: Path, index: int | None) -> Program:
    """The program that a verb uses; of a run folder, with a word on how it compares."""
    program = program_of(path, index)
    if path.is_dir() and (said := agreement(path, program)) is not None:
        note(f"{printable(str(path))}: {said}")
    return program


def run(
    program: ProgramPath,
    tokens: Annotated[
        list[str] | None,
        Argument(help="Words of one input; by default, read one input per line of standard input."),
    ] = None,
    index: Index = None,
) -> None:
    """Run a program; print one line of JSON per input.

    Words are separated by spaces; a program for texts splits them as in training. An input may also
    be a JSON list of words. The marks `<s>` and `</s>` may be left out. A program for lists answers
    a list, such as `3 1 2` or `[]`, with a list.

    Example: `tprog run sort.json "<s> 3 1 2 </s>"`

    Example: `tprog run runs/messages "The invoice is wrong."`

    Example: `tprog run sort.json < inputs.txt`
    """
    loaded = opened_program(program, index)
    if tokens:
        _answer(loaded, split(" ".join(tokens), loaded))
        return
    if sys.stdin.isatty():
        note("enter one input per line; end with Ctrl-D", style="dim")
    for words in inputs_of(sys.stdin.buffer, loaded):
        _answer(loaded, words)


def emit(program: ProgramPath, out: OutFile = None, raw: Raw = False, index: Index = None) -> None:
    """Write a program as readable Python code without dependencies.

    The program is simplified first, which changes no answer; --raw prints it as stored, in the
    layout of the paper. The word lists of a large vocabulary go to a second file.

    Example: `tprog emit sort.json -o sort.py`
    """
    loaded = opened_program(program, index)
    if out is None:
        print(emit_code(loaded, name=name_of(program), raw=raw), end="")
        return
    file = out / f"{name_of(program)}.py" if out.is_dir() else out
    main, *beside = emit_files(loaded, file.stem, raw=raw).items()
    targets = [(file.with_name(name), text) for name, text in beside] + [(file, main[1])]
    for target, _ in targets:
        protect(target, program)
    for target, text in targets:  # the file that needs the other comes last
        write_text(target, text)
        if not is_stream(target):  # it may be where this would be printed
            say(f"wrote {target} ({text.count(chr(10)):,} lines)")


def name_of(path: Path) -> str:
    """The name of a program: of its file, or of its run folder."""
    resolved = path.resolve()
    return resolved.name if path.is_dir() else resolved.stem


def split(text: str, program: Program | None) -> list[str]:
    """The words of an input: those of a text, as the program splits it, or a JSON list of strings.

    Brackets may be words: a text that is made of the program's words is never read as JSON. The
    marks of a program, <s> and </s>, are added to an input without them.
    """
    if program is None:
        return _listed(text) or text.split()
    vocabulary = program.vocabulary
    if vocabulary.lists is not None:
        with suppress(StoreError):
            values: Any = decode(text, Any, "input") if text.lstrip().startswith("[") else None
            if isinstance(values, list):
                return list_input(values, vocabulary)
        return list_input(without_marks(text.split(), vocabulary), vocabulary)
    words = tokenized(text, vocabulary.tokenizer, vocabulary.digits)
    if not all(word in word_index(vocabulary) for word in words):
        words = _listed(text) or words
    inner, most = without_marks(words, vocabulary), most_words(program)
    if most is not None and len(inner) > most:
        note_once(f"this program reads the first {most:,} words of a text; a longer one was cut")
    return marked(inner[:most], vocabulary) if words else []


def _listed(text: str) -> list[str] | None:
    """The words of a JSON list of strings, None if a text is none."""
    if text.lstrip().startswith("["):
        with suppress(StoreError):
            return decode(text, list[str], "input") or None
    return None


def inputs_of(stream: BinaryIO, program: Program | None, where: str = "") -> Iterator[list[str]]:
    """The inputs in a text, one per line. An error begins with `where`, and names the line."""
    with refused_as(InputError):
        for number, line in numbered(stream, where):
            words = split(line, program)
            if program is not None:
                try:
                    encode(program, words)
                except InputError as error:
                    raise InputError(f"{where}line {number}: {error}") from None
            yield words


def inputs_in(file: Path, program: Program | None) -> Iterator[list[str]]:
    """The inputs in a file, one per line. An error names the file and the line."""
    with refused_as(InputError), opened(file) as stream:
        yield from inputs_of(stream, program, f"{file}: ")


def _answer(program: Program, words: list[str]) -> None:
    if program.vocabulary.lists is not None:
        values = list_answer(words, program.vocabulary)
        print(json_line({"input": values, "output": program(values)}), flush=True)
        return
    answer = program(words)
    label = {"label": answer} if isinstance(answer, str) else {"labels": answer}
    print(json_line({"tokens": words} | label), flush=True)


def protect(out: Path, *read: Path | None) -> None:
    """An output never replaces a file that the command reads."""
    for path in filter(None, read):
        for file in (path / RUN_FILE, path / LEARNED_FILE) if path.is_dir() else (path,):
            if file.exists() and out.exists() and out.samefile(file):
                raise OptionError(f"--out: {out} is an input of this command: choose another name")
