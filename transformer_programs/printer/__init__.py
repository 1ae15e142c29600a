"""Program -> one readable, self-contained Python file. Standard library only, black at 88 columns.

>>> from transformer_programs.shelf import histogram
>>> module = as_module(emit(histogram.program))
>>> module.run(["<s>", "a", "b", "a"])
['<s>', '2', '1', '2']
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from ..program import Program
from ..program.chain import claims
from .assembly import sections, step_code
from .group_tables import words_file
from .sentences import named

__all__ = [
    "MANY_WORDS",
    "as_module",
    "emit",
    "emit_files",
    "lines_without_votes",
    "named",
    "printed_lines",
    "sections",
    "step_code",
]

MANY_WORDS = 500  # from here on, `emit_files` puts the tables of words in a second file


def emit(
    program: Program, *, name: str = "program", raw: bool = False, facts: Sequence[str] = ()
) -> str:
    """Return the program as one Python file without dependencies.

    With `raw`, it has the paper's layout. The file is run beside the program on short inputs and on
    the longest, and a step whose code answers otherwise is printed in a plainer form. The docstring
    of the file ends with `facts` (sentences about the program) and the chain of claims.
    """
    return _text(program, name, None, raw, facts)


def emit_files(
    program: Program, stem: str, *, raw: bool = False, facts: Sequence[str] = ()
) -> dict[str, str]:
    """Return the text of each file by name: the program and, if large, its word lists.

    >>> from transformer_programs.shelf import induction
    >>> list(emit_files(induction.program, "induction"))
    ['induction.py']
    """
    if len(program.vocabulary.words) <= MANY_WORDS:
        return {f"{stem}.py": _text(program, stem, None, raw, facts)}
    beside = f"{stem}_words.json"
    return {f"{stem}.py": _text(program, stem, beside, raw, facts), beside: words_file(program)}


def printed_lines(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines* of a program: all lines of the printed file.

    >>> from transformer_programs.shelf import induction
    >>> printed_lines(induction.program) == str(induction.program).count("\\n")
    True
    """
    return emit_files(program, "program", raw=raw, facts=facts)["program.py"].count("\n")


def lines_without_votes(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines without votes*: all lines of the printed file but those of vote tables.

    The paper keeps these weights in a separate file, so this is the number to compare with its own.
    """
    beside = "program_words.json" if len(program.vocabulary.words) > MANY_WORDS else None
    parts = sections(program, "program", beside, raw=raw)
    tables = sum(part.own_lines for part in parts if "votes" in part.kind)
    return printed_lines(program, raw=raw, facts=facts) - tables


def _text(printed: Program, name: str, beside: str | None, raw: bool, facts: Sequence[str]) -> str:
    """The text of a file, which is Python; its docstring says the facts and the chain of claims."""
    known = [*facts, *(f"{str(link)[0].upper()}{str(link)[1:]}." for link in claims(printed))]
    code = "".join(part.text for part in sections(printed, name, beside, known, raw=raw))
    compile(code, f"<{name}>", "exec")
    return code


def as_module(code: str, name: str = "emitted") -> ModuleType:
    """The text of an emitted file, executed as a module of its own."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module
