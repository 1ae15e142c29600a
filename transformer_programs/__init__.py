"""Transformer Programs: neural networks you can read.

task = tp.tasks.sort(vocab=8, length=8)
program = tp.simplify(tp.fit(task, seeds=8).best.program).program
print(program)                                # the readable Python program

The types of a program's parts are in `tp.program`. Names are imported on first use. Training needs
JAX, the estimators also need scikit-learn, and everything else needs only NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import program, tasks
    from .analysis import infer
    from .attribution import circuit, explain
    from .cli.summary import show
    from .estimator import TransformerProgramClassifier, TransformerProgramTagger
    from .learn.config import Config
    from .learning import Baseline, Gradient, Learned, Readable, Search, Standard, fit, search
    from .meaning.batch import run_batch
    from .meaning.interpret import evaluate
    from .printer import emit
    from .program import Program, Vocabulary
    from .program.chain import claims
    from .program.values import Refusal
    from .simplifier import simplify
    from .store import load, save
    from .tracer import trace
    from .verifier import Oracle, load_emitted, verify, verify_task
    from .view import page, write_page

__all__ = [
    "Baseline",
    "Config",
    "Gradient",
    "Learned",
    "Oracle",
    "Program",
    "Readable",
    "Refusal",
    "Search",
    "Standard",
    "TransformerProgramClassifier",
    "TransformerProgramTagger",
    "Vocabulary",
    "circuit",
    "claims",
    "emit",
    "evaluate",
    "explain",
    "fit",
    "infer",
    "load",
    "load_emitted",
    "page",
    "program",
    "run_batch",
    "save",
    "search",
    "show",
    "simplify",
    "tasks",
    "trace",
    "verify",
    "verify_task",
    "write_page",
]

_NAMES = {
    "cli.summary": "show",
    "printer": "emit printed_lines",
    "estimator": "TransformerProgramClassifier TransformerProgramTagger",
    "attribution": "circuit explain",
    "analysis": "infer live",
    "learn.config": "Config",
    "learning": "Baseline Gradient Learned Readable Search Standard fit search",
    "meaning.batch": "decode_batch encode_batch label_batch run_batch",
    "meaning.interpret": "Evaluation InputError evaluate",
    "program": "Answer Categorical CategoricalHead Classifier Compare Extreme Formula Is "
    "Mlp Number NumericalHead One Position Program ProgramError Rows Table Token Variable "
    "Vocabulary Vote types",
    "program.chain": "claims",
    "program.values": "Refusal",
    "simplifier": "Simplification simplify",
    "store": "StoreError load save",
    "tracer": "Trace TraceError trace",
    "verifier": "Oracle Verification VerifyError load_emitted verify verify_task",
    "view": "page write_page",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name in ("program", "tasks"):
        return import_module(f".{name}", __name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
