"""Transformer Programs: neural networks you can read.

Everything here needs NumPy only, but for `fit` and `Config`, which learn and need JAX.
"""

from typing import TYPE_CHECKING, Any

from . import tasks
from .batch import decode_batch, encode_batch, label_batch, run_batch
from .emit import emit, emit_files
from .infer import infer, live
from .interpret import Evaluation, InputError, evaluate
from .program import Program, Vocabulary, types
from .simplify import Simplification, simplify
from .steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Is,
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
from .store import StoreError, load, save
from .values import Categorical, Number, ProgramError
from .verify import Oracle, Verification, VerifyError, input_space, load_emitted, verify

if TYPE_CHECKING:
    from .learn import Config, Runs, fit

__all__ = [
    "Answer",
    "Categorical",
    "CategoricalHead",
    "Classifier",
    "Compare",
    "Config",
    "Evaluation",
    "Formula",
    "InputError",
    "Is",
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
    "Variable",
    "Verification",
    "VerifyError",
    "Vocabulary",
    "Vote",
    "decode_batch",
    "emit",
    "emit_files",
    "encode_batch",
    "evaluate",
    "fit",
    "infer",
    "input_space",
    "label_batch",
    "live",
    "load",
    "load_emitted",
    "run_batch",
    "save",
    "simplify",
    "tasks",
    "types",
    "verify",
]


def __getattr__(name: str) -> Any:
    """The learner, imported only when it is asked for: it needs JAX."""
    if name in ("Config", "Runs", "fit"):
        from . import learn

        return getattr(learn, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
