"""No part of the package passes over a new kind of step in silence."""

from __future__ import annotations

import ast
from pathlib import Path

import transformer_programs

ROOT = Path(transformer_programs.__file__).parent
KINDS = ("Token", "Position", "One", "CategoricalHead", "NumericalHead", "Mlp")


def test_every_match_of_steps_says_what_it_does_with_others() -> None:
    """A match that names a kind of step ends in `assert_never` or says what is true of all others.

    Type checking then names every place that a new kind must be told to.
    """
    silent = []
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Match) and _kinds_named(node) and not _is_total(node):
                silent.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert silent == []


def _kinds_named(node: ast.Match) -> set[str]:
    patterns = [part for case in node.cases for part in ast.walk(case.pattern)]
    classes = [part.cls for part in patterns if isinstance(part, ast.MatchClass)]
    names = {
        cls.attr if isinstance(cls, ast.Attribute) else getattr(cls, "id", "") for cls in classes
    }
    return names & set(KINDS)


def _is_total(node: ast.Match) -> bool:
    last = node.cases[-1]
    return isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
