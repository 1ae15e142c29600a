"""Learning: whole populations of networks that become programs. The only part that needs JAX."""

from .checkpoint import CheckpointError
from .config import PRESETS, Config, ConfigError, Shape, preset
from .initial import Given
from .population import Member, Population, Progress
from .prove import Proof, prove
from .runs import Run, Runs, check_merge, fit, side_by_side
from .train import check

__all__ = [
    "PRESETS",
    "CheckpointError",
    "Config",
    "ConfigError",
    "Given",
    "Member",
    "Population",
    "Progress",
    "Proof",
    "Run",
    "Runs",
    "Shape",
    "check",
    "check_merge",
    "fit",
    "preset",
    "prove",
    "side_by_side",
]
