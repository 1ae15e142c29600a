"""A task that can be made by its name: how, what it asks, an example; and the check of settings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..dataset import Oracle, Setting, Task, TaskError


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """A task that can be made: how, what it asks, and an example input.

    `answer` is what is right for the example of a task that has no oracle.
    """

    function: Callable[..., Task]
    description: str
    oracle: Oracle | None
    example: tuple[str, ...]
    answer: tuple[str, ...] = ()

    @property
    def target(self) -> list[str | None]:
        """What is right for the example; None where nothing is scored."""
        return list(self.answer) if self.oracle is None else self.oracle(self.example)

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings and their defaults."""
        parameters = inspect.signature(self.function).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


def check_kinds(function: Callable[..., Task], settings: Mapping[str, Setting]) -> None:
    """Refuse settings of another type than the function names; those of a run come from a file."""
    for name, value in settings.items():
        kind = str(inspect.signature(function).parameters[name].annotation)
        if value is None and "None" in kind:
            continue
        wanted: type = bool if "bool" in kind else int if "int" in kind else str
        if type(value) is not wanted or (name == "seed" and not 0 <= int(value or 0) < 2**32):
            nouns = {bool: "true or false", int: "a whole number", str: "a text"}
            noun = "a whole number from 0 to 2**32 - 1" if name == "seed" else nouns[wanted]
            raise TaskError(f"{name}: expected {noun}, got {value!r}")
