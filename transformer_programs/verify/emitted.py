"""An emitted file as a function, with every intermediate variable of its `run`."""

from __future__ import annotations

import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from ..program.values import Refusal, Symbol
from ..store.untrusted import read_bytes, refused_as


class EmittedError(Refusal):
    """A Python file that cannot be used as an emitted program. The message says why."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """The `run` function of an emitted file: call it with a list of words."""

    path: Path
    module: ModuleType

    def __call__(self, tokens: Sequence[str]) -> Any:
        return self.module.run(tokens)

    def variables(self, tokens: Sequence[str]) -> dict[str, tuple[Symbol, ...]]:
        """Every variable of `run` that has a value for each position, by name."""
        return {
            name: tuple(v if isinstance(v, str | int) else repr(v) for v in values)
            for name, values in _locals_at_return(self.module.run, list(tokens)).items()
            if isinstance(values, list | tuple) and len(values) == len(tokens)
        }


def load_emitted(path: str | Path) -> Emitted:
    """Load a printed program. This executes the file: load only files you trust.

    Each call creates a fresh module and leaves `sys.modules` unchanged.
    """
    file = Path(path)
    loader = importlib.machinery.SourceFileLoader(file.stem, str(file))
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    with refused_as(EmittedError):
        source = read_bytes(file)
    try:
        # Not `exec_module`: a bytecode cache beside the file could be older than the file.
        code = loader.source_to_code(source, str(file))
    except SyntaxError as error:
        raise EmittedError(f"{file}: line {error.lineno}: not Python ({error.msg})") from None
    except ValueError as error:  # what Python before 3.11.4 says of a null byte
        raise EmittedError(f"{file}: not Python ({error})") from None
    try:
        exec(code, module.__dict__)
    except OSError:
        raise
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise EmittedError(f"{file}: the file cannot be loaded ({reason})") from None
    if not callable(getattr(module, "run", None)):
        raise EmittedError(f"{file}: expected an emitted program, but it defines no run(tokens)")
    return Emitted(file, module)


def _locals_at_return(function: Callable[..., Any], tokens: list[str]) -> dict[str, Any]:
    """The local variables of a function at the moment it returns, or fails."""
    found: dict[str, Any] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is function.__code__:
            found.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        with suppress(Exception):
            function(tokens)
    finally:
        sys.setprofile(before)
    return found
