"""`tprog emit`: write a program as Python code."""

from __future__ import annotations

from ..printer import emit as emit_code
from ..store import write_text
from ..store.atomic import is_stream
from . import options
from .console import say
from .program_argument import name_of, opened_program, protect


def emit(
    program: options.ProgramPath,
    out: options.OutFile = None,
    raw: options.Raw = False,
    index: options.Index = None,
) -> None:
    """Write a program as readable Python code without dependencies.

    --raw prints it in the layout of the paper. Long lists of words stand at the end of the file.
    `tprog simplify` makes a program shorter.

    Example: `tprog emit sort.json -o sort.py`
    """
    loaded = opened_program(program, index)
    if out is None:
        print(emit_code(loaded, name=name_of(program), raw=raw), end="")
        return
    file = out / f"{name_of(program)}.py" if out.is_dir() else out
    protect(file, program)
    text = emit_code(loaded, name=file.stem, raw=raw)
    write_text(file, text)
    if not is_stream(file):
        say(f"wrote {file} ({text.count(chr(10)):,} lines)")
