"""The loop of pruning: propose, judge, accept.

>>> def shorter(text):
...     return (text[:i] + text[i + 1 :] for i in range(len(text)))
>>> greedy("abcabc", shorter, lambda text: "c" in text, len)
'c'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

P = TypeVar("P")


def greedy(
    start: P,
    propose: Callable[[P], Iterable[P]],
    accept: Callable[[P], bool],
    size: Callable[[P], Any],
) -> P:
    """Take the first proposal that is smaller and accepted, until there is none."""
    found: P | None = start
    while found is not None:
        best, limit = found, size(found)
        found = next((p for p in propose(best) if size(p) < limit and accept(p)), None)
    return best
