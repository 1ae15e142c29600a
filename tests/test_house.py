"""How the package holds together: what imports what, and that every example in the docs is true."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import transformer_programs

NEEDS_JAX = ("transformer_programs.networks",)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(transformer_programs.__path__, "transformer_programs.")
    if not module.name.endswith("__main__")
]

BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("jax", "jaxlib"):
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


HEAVY = {"jax", "scipy", "pandas", "matplotlib", "sklearn", "numpy"}
LIGHT = {
    "the package": ("import transformer_programs", HEAVY | {"typer", "rich"}),
    "the help": ("from transformer_programs.cli import main; main(['--help'])", HEAVY),
}


@pytest.mark.parametrize(("code", "absent"), LIGHT.values(), ids=LIGHT)
def test_what_is_light_imports_nothing_heavy(code, absent):
    asked = f"{code}\nimport sys\nprint(*sorted({absent} & set(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stderr == "\n"


def test_public_names_are_few_and_no_module_has_the_name_of_a_function():
    pytest.importorskip("jax")
    names = transformer_programs.__all__
    modules = {name.split(".")[1] for name in MODULES}
    assert modules & set(names) == {"program", "tasks"}
    assert dir(transformer_programs) == sorted(names)
    assert len(names) <= 35
    assert all(getattr(transformer_programs, name) is not None for name in names)
    stub = ast.parse(Path(transformer_programs.__file__).with_suffix(".pyi").read_text("utf-8"))
    typed = [one for one in stub.body if isinstance(one, ast.ImportFrom)]
    assert sorted(alias.name for one in typed for alias in one.names) == names
    with pytest.raises(AttributeError, match="has no attribute 'serch'"):
        _ = transformer_programs.serch


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name):
    if name.startswith(NEEDS_JAX):
        pytest.importorskip("jax")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
