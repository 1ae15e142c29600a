"""Which part of the package may import which: what a part needs stands above it in the table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import transformer_programs

ROOT = Path(transformer_programs.__file__).parent
PUBLIC = "the public names"  # transformer_programs/__init__.py

# A part, a module or a folder -> what it imports when it is imported itself. From the bottom up:
# the data that everything meets at, what a program and a task mean, what is done with programs,
# what learns them, what a user calls.
IMPORTS = {
    "program": "",
    "shelf": "program",
    "meaning": "program",
    "analysis": "meaning program",
    "dataset": "meaning program",
    "printer": "analysis meaning program",
    "simplifier": "dataset analysis meaning printer program",
    "store": "printer program",
    "rules": "printer program simplifier",
    "vectors": "program store",
    "tasks": "dataset meaning program store vectors",
    "verifier": "dataset meaning program store tasks",
    "tracer": "meaning program",
    "attribution": "meaning program tracer",
    "view": "dataset printer meaning program simplifier store tasks",
    "plot": "program store",
    "synthesis": "dataset printer meaning program simplifier tasks verifier",
    "networks": "dataset analysis meaning program simplifier store vectors",
    "learn": "dataset meaning networks printer program simplifier store synthesis vectors",
    "estimator": "dataset learn networks program rules store tasks",
    "experiments": "dataset learn printer program store tasks vectors view",
    "cli": "dataset learn printer experiments attribution meaning plot program synthesis "
    "simplifier store tasks tracer vectors verifier view",
    "__main__": "",
    PUBLIC: "",
}
# What is imported when it is called: ways from a value to what stands further down, such as
# print(program); the learner, which needs JAX; and what only few commands need.
LATER = {
    "program": "printer meaning view",
    "networks": "learn",
    "estimator": "vectors",
    "experiments": "networks synthesis",
    "cli": "networks",
    "__main__": "cli",
}


def part_of(file: Path) -> str:
    inside = file.relative_to(ROOT)
    return PUBLIC if inside == Path("__init__.py") else inside.with_suffix("").parts[0]


PARTS = {part_of(file) for file in ROOT.rglob("*.py")}


def imports(file: Path) -> Iterator[tuple[str, bool]]:
    """The parts that a file imports, and whether it does so only when something is called."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    at_once = {id(statement) for statement in tree.body}
    folders = file.relative_to(ROOT).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            path = [*folders[: len(folders) - node.level + 1], *(node.module or "").split(".")]
            # Without a path, as in `from .. import emit, plot`, the names are those of parts.
            for target in [path[0]] if path[0] else [alias.name for alias in node.names]:
                if target != part_of(file):
                    yield target, id(node) not in at_once
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names]
            assert not any(name.split(".")[0] == ROOT.name for name in names), (
                f"{file}: not relative"
            )


def test_every_part_has_its_line():
    assert set(IMPORTS) == PARTS


@pytest.mark.parametrize("part", IMPORTS)
def test_a_part_imports_what_its_lines_say(part):
    found = [one for file in ROOT.rglob("*.py") if part_of(file) == part for one in imports(file)]
    at_once, in_calls = set(IMPORTS[part].split()), set(LATER.get(part, "").split())
    assert {target for target, later in found if not later} <= at_once
    assert {target for target, _ in found} == at_once | in_calls


def test_a_part_imports_only_what_stands_above_it():
    above: set[str] = set()
    for part, needs in IMPORTS.items():
        assert set(needs.split()) <= above, part
        above.add(part)


# --- one name for one thing -----------------------------------------------------------------------


def test_no_two_classes_have_the_same_name():
    found: dict[str, list[str]] = {}
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
