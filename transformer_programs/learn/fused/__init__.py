"""Attention and MLPs as one GPU kernel each, which stores nothing of what lies within.

A training step is bound by the bytes it moves. The plain forms (`relax`, `model`) store a score for
each pair of positions and a hidden layer for each position; these kernels compute them where they
are used, once on the way forward and once more on the way back. Activations are stored in bfloat16;
inside a kernel everything but the factors of an MLP's products is float32. The noise is that of
`noise.gumbel`, number for number.
"""

from __future__ import annotations

from .attention import attend, fits
from .hidden import mlps

__all__ = ["attend", "fits", "mlps"]
