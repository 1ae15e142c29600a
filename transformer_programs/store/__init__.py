r"""Programs in JSON files that a person can read and diff. Writing is atomic.

>>> from transformer_programs.shelf import histogram
>>> print("\n".join(dumps(histogram.program).splitlines()[:3]))
{
  "format": "transformer-program",
  "version": 7,
>>> loads(dumps(histogram.program)) == histogram.program
True
"""

from .atomic import write_text
from .reading import StoreError
from .schema import CHECKPOINT_FILE, PROGRAM_FILE, dumps, load, loads, save

__all__ = [
    "CHECKPOINT_FILE",
    "PROGRAM_FILE",
    "StoreError",
    "dumps",
    "load",
    "loads",
    "save",
    "write_text",
]
