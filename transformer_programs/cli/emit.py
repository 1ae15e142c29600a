"""`tprog emit`: write a program as Python code."""

from __future__ import annotations

from ..printer import emit as emit_code
from ..printer import emit_files
from ..store import write_text
from ..store.atomic import is_stream
from .console import say
from .program_argument import Index, OutFile, ProgramPath, Raw, name_of, opened_program, protect


def emit(program: ProgramPath, out: OutFile = None, raw: Raw = False, index: Index = None) -> None:
    """Write a program as readable Python code without dependencies.

    --raw prints it in the layout of the paper. The word lists of a large vocabulary go to a second
    file. `tprog simplify` makes a program shorter.

    Example: `tprog emit sort.json -o sort.py`
    """
    loaded = opened_program(program, index)
    if out is None:
        print(emit_code(loaded, name=name_of(program), raw=raw), end="")
        return
    file = out / f"{name_of(program)}.py" if out.is_dir() else out
    main, *beside = emit_files(loaded, file.stem, raw=raw).items()
    # The file that reads the word lists is written last.
    targets = [(file.with_name(name), text) for name, text in beside] + [(file, main[1])]
    for target, _ in targets:
        protect(target, program)
    for target, text in targets:
        write_text(target, text)
        if not is_stream(target):
            say(f"wrote {target} ({text.count(chr(10)):,} lines)")
