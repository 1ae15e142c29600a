"""How the package holds together: what imports what, and that every example in the docs is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import transformer_programs

NEEDS_JAX = ("transformer_programs.learn",)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(transformer_programs.__path__, "transformer_programs.")
    if not module.name.endswith("__main__")
]

BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("jax", "jaxlib", "optax"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
"""


def test_everything_but_the_learner_works_without_jax():
    core = [name for name in MODULES if not name.startswith(NEEDS_JAX)]
    lines = [BLOCKED, *(f"import {name}" for name in core)]
    lines += [
        "from transformer_programs.shelf import SHELF",
        "from transformer_programs import verify",
        "for example in SHELF.values():",
        "    for tokens, answer in example.cases:",
        "        given = example.program(tokens.split())",
        "        assert (given if isinstance(given, str) else ' '.join(given)) == answer",
        "    assert str(example.program)",
        "print(len(SHELF), 'programs')",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "6 programs\n", done.stderr


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name):
    if name.startswith(NEEDS_JAX):
        pytest.importorskip("jax")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
