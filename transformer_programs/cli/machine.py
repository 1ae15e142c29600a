"""The options --device and --engine: where networks are trained."""

from __future__ import annotations

import re
import shlex
import sys
from typing import TYPE_CHECKING, Any

from .console import OptionError, refuse_unused

if TYPE_CHECKING:
    from ..experiments.runner import Engine


def prepare(device: str | None) -> None:
    """Make this machine ready to train; refuse a device or a package that is not there."""
    try:
        import jax
        import scipy.sparse  # type: ignore[import-untyped]  # noqa: F401
    except ModuleNotFoundError as error:
        name = str(error.name).partition(".")[0]
        raise OptionError(
            f"learning needs {name}: pip install 'transformer-programs[learn]'"
        ) from None
    from ..learn.machine import share_cores

    share_cores()
    if device is not None:
        config: Any = jax.config
        config.update("jax_platforms", {"cpu": "cpu", "gpu": "cuda,cpu"}[device])
        try:
            jax.devices()
        except Exception:  # the type depends on what is missing
            hint = "for NVIDIA GPUs: pip install 'transformer-programs[cuda]'"
            raise OptionError(f"--device {device}: JAX finds no {device} here; {hint}") from None


def engine_of(name: str, address: str | None, gpus: float | None) -> Engine:
    """The engine that was asked for."""
    from ..experiments.ray_engine import Ray
    from ..experiments.runner import serial

    if name == "ray":
        return Ray(address, gpus)
    refuse_unused({"--address": address, "--gpus": gpus}, "works only with --engine ray")
    return serial


def command_given() -> str:
    """The command as it was given, without --out."""
    return re.sub(r" (--out|-o)[ =]('[^']*'|\S+)", "", shlex.join(["tprog", *sys.argv[1:]]))
