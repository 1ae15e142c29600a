"""Program -> one readable, self-contained Python file. Standard library only, black at 88 columns.

>>> from transformer_programs.shelf import histogram
>>> module = as_module(emit(histogram.program))
>>> module.run(["<s>", "a", "b", "a"])
['<s>', '2', '1', '2']
"""

from .emitted import as_module, emit, lines_without_votes, printed_lines, step_code
from .sentences import named

__all__ = [
    "as_module",
    "emit",
    "lines_without_votes",
    "named",
    "printed_lines",
    "step_code",
]
