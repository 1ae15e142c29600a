"""Learning: whole populations of networks that become programs. The only part that needs JAX."""

from .architecture import Architecture
from .checkpoint import CheckpointError
from .config import Config, ConfigError, Shape
from .initial import Given
from .model import Outcome, hard_forward
from .population import Member, Population, Progress
from .train import fit, member

__all__ = [
    "Architecture",
    "CheckpointError",
    "Config",
    "ConfigError",
    "Given",
    "Member",
    "Outcome",
    "Population",
    "Progress",
    "Shape",
    "fit",
    "hard_forward",
    "member",
]
