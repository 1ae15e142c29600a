"""Transformer Programs: neural networks you can read.

task = tp.tasks.sort(vocab=8, length=8)
program = tp.simplify(tp.fit(task, seeds=8).best.program).program
print(program)                                # the readable Python program

The types of a program's parts are in `tp.program`. Names are imported on first use. Training needs
JAX, the estimators also need scikit-learn, and everything else needs only NumPy.
"""

from importlib import import_module
from typing import Any

PUBLIC = {  # module -> its public names; __init__.pyi says the same to type checkers
    "analysis": "infer",
    "attribution": "circuit explain",
    "cli.summary": "show",
    "estimator": "TransformerProgramClassifier TransformerProgramTagger",
    "learn.config": "Config",
    "learning": "Baseline Gradient Learned Readable Search Standard fit search",
    "meaning.batch": "run_batch",
    "meaning.interpret": "evaluate",
    "printer": "emit",
    "program": "Program Vocabulary",
    "program.program": "claims",
    "program.values": "Refusal",
    "simplifier": "simplify",
    "store": "load save",
    "tracer": "trace",
    "verifier": "Oracle load_emitted verify verify_task",
    "view": "page write_page",
}
_MODULE_OF = {name: module for module, names in PUBLIC.items() for name in names.split()}

__all__ = sorted([*_MODULE_OF, "program", "tasks"])


def __getattr__(name: str) -> Any:
    if name in ("program", "tasks"):
        return import_module(f".{name}", __name__)
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
