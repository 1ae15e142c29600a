"""Program -> one readable, self-contained Python file. Standard library only, black at 88 columns.

>>> from transformer_programs.shelf import histogram
>>> module = as_module(emit(histogram.program))
>>> module.run(["<s>", "a", "b", "a"])
['<s>', '2', '1', '2']
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import ModuleType

from ..program import Program
from ..program.chain import carried, claims, linked
from ..program.json_layout import json_line
from ..program.steps import Token
from ..program.values import symbol
from ..simplify import simplify_exactly
from ..simplify.claims import by_rules
from .draft import drafted
from .parts import FileSection, Kind, sections, step_code
from .sentences import named

__all__ = [
    "MANY_WORDS",
    "FileSection",
    "Kind",
    "as_module",
    "emit",
    "emit_files",
    "line_count",
    "named",
    "readable",
    "sections",
    "step_code",
]

MANY_WORDS = 500  # from here on, `emit_files` puts the tables of words in a second file


def emit(
    program: Program, *, name: str = "program", raw: bool = False, facts: Sequence[str] = ()
) -> str:
    """The program as the text of one Python file that needs nothing else.

    It is printed in its simplest form, which gives the same answers; `raw`: step by step as it is,
    in the paper's layout.
    Its docstring ends with `facts`, which are sentences about the program, and with the chain of
    claims of what is printed.
    """
    printed = program if raw else readable(program)
    return _checked(sections(printed, name, facts=_known(printed, facts), raw=raw), name)


def emit_files(
    program: Program, stem: str, *, raw: bool = False, facts: Sequence[str] = ()
) -> dict[str, str]:
    """File name -> text. The tables of a large vocabulary stand in a second file beside the first.

    >>> from transformer_programs.shelf import induction
    >>> list(emit_files(induction.program, "induction"))
    ['induction.py']
    """
    if len(program.vocabulary.words) <= MANY_WORDS:
        return {f"{stem}.py": emit(program, name=stem, raw=raw, facts=facts)}
    printed = program if raw else readable(program)
    beside = f"{stem}_words.json"
    return {
        f"{stem}.py": _checked(
            sections(printed, stem, beside, _known(printed, facts), raw=raw), stem
        ),
        beside: _words_file(printed, beside),
    }


def readable(program: Program) -> Program:
    """The program as it is best read: simplified, its steps named for what they do.

    Its answers are the same on every input, and so its chain of claims says, if it has one; its
    variables may be fewer, and others.
    """
    done = simplify_exactly(program)
    printed = named(done.program)
    if done.program == program or not claims(program):
        return carried(printed, program)
    return linked(printed, "simplified", by_rules(done.changes), after=program)


def line_count(program: Program, raw: bool = False) -> int:
    """How many lines a program has, as the paper counts: the library included, votes excluded.

    What its docstring says beyond the program itself, such as its chain, is not counted either.

    >>> from transformer_programs.shelf import induction
    >>> line_count(induction.program) < line_count(induction.program, raw=True)
    True
    """
    parts = sections(program if raw else readable(program), "program", raw=raw)
    return sum(part.text.count("\n") for part in parts if part.kind != "votes")


def _known(printed: Program, facts: Sequence[str]) -> list[str]:
    """What the docstring says of a program: the facts given, and its chain of claims."""
    return [*facts, *(f"{str(link)[0].upper()}{str(link)[1:]}." for link in claims(printed))]


def as_module(code: str, name: str = "emitted") -> ModuleType:
    """The text of an emitted file, executed as a module of its own."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module


def _checked(parts: tuple[FileSection, ...], name: str) -> str:
    code = "".join(part.text for part in parts)
    compile(ast.parse(code), f"<{name}>", "exec")
    return code


def _words_file(program: Program, beside: str) -> str:
    """The words behind each value of each Token variable, as JSON: one line a value."""
    p = drafted(program, beside)
    words = program.vocabulary.words
    tables: dict[str, list[tuple[str | int | None, list[str]]]] = {}
    for step in program.steps:
        if isinstance(step, Token) and step.out.name in p.called.lookups:
            groups: dict[int, list[str]] = {}
            for word, value in zip(words, step.lookup, strict=True):
                groups.setdefault(value, []).append(word)
            embedding = p.spelling[step.out.name].embedding
            tables[step.out.name] = [
                (embedding.members[value] if embedding else symbol(step.out.type, value), group)
                for value, group in sorted(groups.items())
            ]
    if not tables:
        tables = {"": [(None, list(words))]}
    blocks = [
        f"{json_line(name)}: [\n" + ",\n".join(map(json_line, groups)) + "\n]"
        for name, groups in tables.items()
    ]
    return "{\n" + ",\n".join(blocks) + "\n}\n"
