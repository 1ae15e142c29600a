"""Transformer Programs: neural networks you can read.

task = tp.tasks.sort(vocab=8, length=8)
program = tp.simplify(tp.fit(task, seeds=8).best.program).program
print(program)                                # the readable Python program

The types of a program's parts are in `tp.program`. Names are imported on first use. Training needs
JAX, and the estimators also need scikit-learn; everything else needs neither.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

_STUB = Path(__file__).with_suffix(".pyi").read_text("utf-8")  # the list of public names
_MODULE_OF = {name: module for module, name in re.findall(r"from (\S+) import (\w+)", _STUB)}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if _MODULE_OF[name] == ".":
        return import_module(f".{name}", __name__)
    found = getattr(import_module(_MODULE_OF[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
