"""The printed code of each step by itself, taken from the file that the printer writes."""

from __future__ import annotations

import ast
import textwrap

from ..emit import MANY_WORDS, sections
from ..program import Program, types

ANSWER = ""  # the key of the code that makes the answer


def step_code(program: Program, *, raw: bool = False) -> dict[str, str]:
    """Variable -> the lines that compute it, with the functions and tables they need.

    The lines that make the answer stand under the empty name.

    >>> from transformer_programs.shelf import histogram
    >>> print(step_code(histogram.program)["num_attn_0_0_outputs"])
    num_attn_0_0_outputs = aggregate_sum(  # counts all positions with the same token
        select(tokens, tokens, lambda q, k: k == q), ones
    )
    """
    many = len(program.vocabulary.words) > MANY_WORDS
    parts = sections(program, "program", "words.json" if many else None, raw=raw)
    defined = _definitions("".join(p.text for p in parts if p.kind == "steps"))
    run = next(p.text for p in parts if p.kind == "run").strip("\n") + "\n"
    code: dict[str, list[str]] = {name: [] for name in (*types(program), ANSWER)}
    waiting: list[tuple[str, set[str]]] = []  # statements that belong to the next variable
    for text, targets, names in _statements(run):
        owner = next((name for name in targets if name in types(program)), None)
        waiting.append((text, names))
        if owner is None and not text.lstrip().startswith("return"):
            continue
        used = [name for _, read in waiting for name in defined if name in read]
        code[owner or ANSWER] += [defined[name] for name in dict.fromkeys(used)]
        code[owner or ANSWER] += [line for line, _ in waiting]
        waiting = []
    return {name: "\n".join(parts) or f"{name}  # as given" for name, parts in code.items()}


def _definitions(text: str) -> dict[str, str]:
    """The functions and tables at the top of the file, by name."""
    lines = text.split("\n")
    found = {}
    for node in ast.parse(text).body:
        start = node.lineno - 1
        if isinstance(node, ast.FunctionDef):
            start -= len(node.decorator_list)
            name = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        else:
            continue
        gap = "\n" if isinstance(node, ast.FunctionDef) else ""
        found[name] = "\n".join(lines[start : node.end_lineno]) + gap
    return found


def _statements(run: str) -> list[tuple[str, list[str], set[str]]]:
    """The statements of `run`: their text with its comment, what they assign, what they read."""
    lines = run.split("\n")
    (function,) = ast.parse(run).body
    assert isinstance(function, ast.FunctionDef)
    found: list[tuple[str, list[str], set[str]]] = []
    end = function.lineno
    for node in function.body:
        assert node.end_lineno is not None
        text = textwrap.dedent("\n".join(lines[end : node.end_lineno])).strip("\n")
        end = node.end_lineno
        if isinstance(node, ast.If):  # it ends the check of the input, which is no step
            found.clear()
            continue
        targets = [t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)]
        names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        found.append((text, targets, names))
    return found
