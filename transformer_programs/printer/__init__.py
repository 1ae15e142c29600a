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
from ..program.program import claims
from .file import FileSection, sections, step_code
from .sentences import named

__all__ = [
    "FileSection",
    "as_module",
    "emit",
    "lines_without_votes",
    "named",
    "printed_lines",
    "sections",
    "step_code",
]


def emit(
    program: Program,
    *,
    name: str = "program",
    raw: bool = False,
    facts: Sequence[str] = (),
    complete: bool = True,
) -> str:
    """Return the program as one Python file without dependencies.

    With `raw`, it has the paper's layout. The file is run beside the program on short inputs and on
    the longest, and a step whose code answers otherwise is printed in a plainer form. The docstring
    of the file ends with `facts` (sentences about the program) and the chain of claims. Long lists
    of words stand at its end; without `complete`, they are cut short: to be read, not to be run.
    """
    claimed = (f"{str(link)[0].upper()}{str(link)[1:]}." for link in claims(program))
    parts = sections(program, name, [*facts, *claimed], raw=raw, complete=complete)
    code = "".join(part.text for part in parts)
    compile(code, f"<{name}>", "exec")
    return code


def printed_lines(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines* of a program: all lines of the file as it is shown.

    >>> from transformer_programs.shelf import induction
    >>> printed_lines(induction.program) == str(induction.program).count("\\n")
    True
    """
    return emit(program, raw=raw, facts=facts, complete=False).count("\n")


def lines_without_votes(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines without votes*: all lines of the file as it is shown, but vote tables.

    The paper keeps these weights in a separate file, so this is the number to compare with its own.
    """
    parts = sections(program, "program", raw=raw, complete=False)
    tables = sum(part.own_lines for part in parts if "votes" in part.kind)
    return printed_lines(program, raw=raw, facts=facts) - tables


def as_module(code: str, name: str = "emitted") -> ModuleType:
    """The text of an emitted file, executed as a module of its own."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module
