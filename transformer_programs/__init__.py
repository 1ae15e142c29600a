"""Transformer Programs: neural networks you can read.

Everything here needs NumPy only, but for `fit` and `Config`, which learn and need JAX, and the
estimators, which need scikit-learn too.
"""

from typing import TYPE_CHECKING, Any

from . import tasks
from .emit import emit, emit_files
from .explain import circuit, explain
from .infer import infer
from .meaning.batch import decode_batch, encode_batch, label_batch, run_batch
from .meaning.interpret import Evaluation, InputError, evaluate
from .program import Program, Vocabulary, live, types
from .program.chain import claims
from .program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Is,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Table,
    Token,
    Variable,
    Vote,
)
from .program.values import Categorical, Number, ProgramError
from .simplify import Simplification, simplify
from .store import StoreError, load, save
from .trace import Trace, TraceError, trace
from .verify import (
    Oracle,
    Verification,
    VerifyError,
    input_space,
    load_emitted,
    verify,
    verify_task,
)
from .view import page, write_page

if TYPE_CHECKING:
    from .estimator import TransformerProgramClassifier, TransformerProgramTagger
    from .learn import Config, Runs, fit

__all__ = [
    "Answer",
    "Categorical",
    "CategoricalHead",
    "Classifier",
    "Compare",
    "Config",
    "Evaluation",
    "Extreme",
    "Formula",
    "InputError",
    "Is",
    "Levels",
    "Mlp",
    "Number",
    "NumericalHead",
    "One",
    "Oracle",
    "Position",
    "Program",
    "ProgramError",
    "Rows",
    "Runs",
    "Simplification",
    "StoreError",
    "Table",
    "Token",
    "Trace",
    "TraceError",
    "TransformerProgramClassifier",
    "TransformerProgramTagger",
    "Variable",
    "Verification",
    "VerifyError",
    "Vocabulary",
    "Vote",
    "circuit",
    "claims",
    "decode_batch",
    "emit",
    "emit_files",
    "encode_batch",
    "evaluate",
    "explain",
    "fit",
    "infer",
    "input_space",
    "label_batch",
    "live",
    "load",
    "load_emitted",
    "page",
    "run_batch",
    "save",
    "simplify",
    "tasks",
    "trace",
    "types",
    "verify",
    "verify_task",
    "write_page",
]


def __getattr__(name: str) -> Any:
    """The learner and the estimators, imported only when asked for: they need more than NumPy."""
    if name in ("Config", "Runs", "fit"):
        from . import learn

        return getattr(learn, name)
    if name in ("TransformerProgramClassifier", "TransformerProgramTagger"):
        from . import estimator

        return getattr(estimator, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
