"""Code of a test, run by a process of its own in which JAX has two devices."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np

TWO = "--xla_force_host_platform_device_count=2"


def on_two_devices(code: str, folder: Path) -> list[np.ndarray]:
    """The list `arrays` that the code leaves; the modules of the tests can be imported there."""
    file = folder / "arrays.npz"
    before = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nimport jax\n"
    after = f"\nassert len(jax.devices()) == 2\nimport numpy; numpy.savez({str(file)!r}, *arrays)\n"
    whole = before + textwrap.dedent(code) + after
    flags = {"XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {TWO}"}
    subprocess.run([sys.executable, "-c", whole], env=os.environ | flags, timeout=300, check=True)
    with np.load(file) as arrays:
        return [arrays[name] for name in arrays.files]
