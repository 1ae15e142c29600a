"""A target: which values are wanted where, and what makes an answer of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from .building import Piece

Form = Literal["number", "word", "label", "bag", "group"]
Lift = Callable[[Piece, int], Piece]
Rows = npt.NDArray[np.int16]  # (variables, inputs x positions)
Labels = npt.NDArray[np.int32]  # (inputs, positions): a class, -1 where nothing is asked


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Wanted values at places of the flattened sample.

    number: the variable plus a fixed shift must give them; word: the variable itself; label: the
    variable, or it and the word, must decide them; bag: inputs that are wanted (1) must have a
    value that no other input has anywhere; group: nothing is met, it only tells what a variable is
    worth. `lift` makes an answer of a variable and its shift.
    `begins`: the class that the flag found tells the beginnings of. `holds`: whether a whole row of
    values, shift included, leads to the right words on the sample; to tell more than `wanted` does.
    `through`: what the last steps make of whole rows; then no shift is allowed.
    """

    name: str
    form: Form
    places: npt.NDArray[np.intp]
    wanted: npt.NDArray[np.int16]
    lift: Lift
    cost: int = 0
    begins: int | None = None
    holds: Callable[[npt.NDArray[np.int16]], bool] | None = None
    through: Callable[[Rows], Rows] | None = None


def no_lift(found: Piece, shift: int) -> Piece:
    return found
