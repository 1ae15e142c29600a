"""The head of an emitted file: its docstring and its imports."""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from collections.abc import Iterable

from ..program import Program
from ..program import steps as lang
from ..program.program import is_pooled
from .code import COLUMNS, Code
from .sentences import sentences
from .word_votes import Tables, inlined, together

MAX_SUMMARY = 14  # lines of the docstring that say what each variable is
MAX_RAW_SUMMARY = 3  # in the paper's layout


def imports(run: Code, body: list[Code]) -> Code:
    lines = []
    tree = ast.parse(run)
    written = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    # Linters point out a variable that is never read; votes may read what they need of all.
    if "locals" not in read and written - read - {"_"}:
        lines.append("# ruff: noqa: F841 (some variables are read by no later step)")
    text = "\n".join(body)
    modules = {"json": "json.loads(", "re": "re.", "sys": "sys."}
    lines += [f"import {name}" for name, sign in modules.items() if name == "sys" or sign in text]
    if "@lru_cache" in text:
        lines.append("from functools import lru_cache")
    return "\n".join(lines)


def docstring(program: Program, tables: Tables, name: str, facts: Iterable[str], raw: bool) -> str:
    """The title, what each variable is, and what is known about the program."""
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    text = " or a text" if program.vocabulary.reads_text else ""
    out = "one label" if is_pooled(program) else "a label per word"
    out = "a list" if program.vocabulary.lists and not is_pooled(program) else out
    title = f"{plain[:30]}: a Transformer Program. In: {most} words{text}; out: {out}."
    known = dict(sentences(program))
    unnamed = inlined(program, tables)
    for step in program.steps:
        if step.out.name in together(tables):
            parts = [
                known.pop(read, read) if read in unnamed else read for read in lang.reads(step)
            ]
            known[step.out.name] = ", then ".join(parts)
    said: dict[str, list[str]] = {}  # variables, by their sentence
    for variable, sentence in known.items():
        said.setdefault(sentence, []).append(variable)
    told = [f"{', '.join(variables)}: {text}." for text, variables in said.items()]
    summary = [line for one in told for line in _wrapped(one.replace('"', "'"), "    ")]
    if len(summary) > (MAX_RAW_SUMMARY if raw else MAX_SUMMARY):
        summary = [_counts(program)]
    lines = [f'"""{title}', *summary, *(line for fact in facts for line in _wrapped(fact))]
    return "\n".join(lines) + '"""\n'


def _counts(program: Program) -> str:
    """How many steps of each kind there are."""
    kinds = Counter(type(step) for step in program.steps)
    votes = program.output.votes if isinstance(program.output, lang.Classifier) else ()
    counts = (
        (kinds[lang.CategoricalHead], "head that copies", "heads that copy"),
        (kinds[lang.NumericalHead], "head that sums", "heads that sum"),
        (kinds[lang.Mlp], "function", "functions"),
        (len(votes), "voting variable", "voting variables"),
    )
    listed = [f"{count} {one if count == 1 else more}" for count, one, more in counts if count]
    return f"Steps: {', '.join(listed)}."


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of a text, without what could end a docstring."""
    plain = "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)
    return textwrap.wrap(plain, COLUMNS - 4, subsequent_indent=indent)
