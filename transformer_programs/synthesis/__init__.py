"""A second learner: search for a short program that is right on every example.

found = search(tp.tasks.sort())
print(found)             # what was found, and what it was checked on
print(found.program)     # an ordinary Program

NumPy only. `docs/search.md` says what can be found, in which order, and at what cost.
"""

from __future__ import annotations

from .found import Found, Settings
from .loop import Status
from .search_run import search

__all__ = ["Found", "Settings", "Status", "search"]
