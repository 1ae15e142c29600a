"""Transformer Programs: neural networks you can read."""

from .interpret import Evaluation, InputError, evaluate
from .program import Program, Vocabulary, types
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
from .values import Categorical, Number, ProgramError

__all__ = [
    "Answer",
    "Categorical",
    "CategoricalHead",
    "Classifier",
    "Compare",
    "Evaluation",
    "Formula",
    "InputError",
    "Is",
    "Mlp",
    "Number",
    "NumericalHead",
    "One",
    "Position",
    "Program",
    "ProgramError",
    "Rows",
    "Table",
    "Token",
    "Variable",
    "Vocabulary",
    "Vote",
    "evaluate",
    "types",
]
