"""The votes of an emitted file: a dict from values to classes, or tables that are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..program.steps import Classifier, Output, Vote
from ..program.values import Number, Type, domain
from .code import INDENT, Code, constant, function, literal, tuple_of, width
from .conditions import spelled

MAX_PAIRS = 12  # values and their classes, above which the commonest class is left out
MAX_CLASS = 12  # a longer class name is cut short in the header of the votes

MULTIPLY = '''
@lru_cache(maxsize=1024)
def multiply(name, number):
    """The votes of a number: the weights of its variable, times the number."""
    return [number * weight for weight in NUMBER_VOTES[name]]
'''.strip()


@dataclass(frozen=True, slots=True)
class Labels:
    """A classifier with one voter, whose values each speak for one class: a dict of them."""

    variable: str
    pairs: dict[Code, Code]
    default: Code | None  # of the values that are not listed; None where all are

    def of(self, value: Code, default: bool = True) -> Code:
        """The label of a value."""
        if self.default is None:
            return f"VOTES[{value}]"
        return f"VOTES.get({value}{f', {self.default}' if default else ''})"

    def constants(self, output: Output) -> Iterator[Code]:
        """The dict; and for one label of a whole input the classes, whose order decides ties."""
        if isinstance(output, Classifier) and output.pooled:
            yield constant("CLASSES", list(map(literal, output.classes)), "()")
        yield constant("VOTES", [f"{value}: {label}" for value, label in self.pairs.items()])


def labels_of(output: Output, types: Mapping[str, Type]) -> Labels | None:
    """Votes as {value: class}, or None if a value votes for several classes."""
    if not isinstance(output, Classifier) or len(output.votes) != 1:
        return None
    (vote,) = output.votes
    type = types[vote.reads]
    weighed = any(sum(row) > 1 or min(row) < 0 for row in vote.weights)
    if isinstance(type, Number) or weighed:
        return None
    voted = {spelled(type, value): vote.weights[value] for value in domain(type)}
    pairs = {v: literal(output.classes[row.index(1)]) for v, row in voted.items() if any(row)}
    default = literal(output.classes[0]) if len(pairs) < len(voted) else None
    if default is None and not output.pooled and len(pairs) > MAX_PAIRS:
        default = Counter(pairs.values()).most_common(1)[0][0]
    if default is not None and not output.pooled:  # a value that is its own label reads well
        pairs = {v: label for v, label in pairs.items() if label != default or label == v}
    return Labels(vote.reads, pairs, default)


# --- tables ---------------------------------------------------------------------------------------


def vote_tables(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The classes; what each value votes; what each number is multiplied by."""
    lines = ["# fmt: off", f"CLASSES = {tuple_of(map(literal, output.classes))}"]
    if not _is_complete(output, types):
        lines.append("NO_VOTES = (0,) * len(CLASSES)  # of the values not listed")
    columns, by_value, counted = _columns(output), list[str](), dict[str, Sequence[int]]()
    for vote in output.votes:
        type, variable = types[vote.reads], literal(vote.reads)
        if isinstance(type, Number):
            counted[variable] = vote.weights[0]
        else:
            rows = {spelled(type, value): row for value, row in _voting(vote, type).items()}
            inner = [INDENT + line for line in _rows(rows, output.classes, columns)]
            by_value += [f"{variable}: {{", *inner, "},"]
    if by_value:
        lines += ["VOTES = {", *(INDENT + line for line in by_value), "}"]
    if counted:
        inner = [INDENT + line for line in _rows(counted, output.classes, columns)]
        lines += ["NUMBER_VOTES = {", *inner, "}"]
    return "\n".join([*lines, "# fmt: on"])


def classify_function(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The function that adds up the votes; `variables` maps each name to its values."""
    numbers = [isinstance(types[vote.reads], Number) for vote in output.votes]
    where = "over all positions" if output.pooled else "at each position"
    body = [f'"""The class with the most votes {where}, the first of equals."""']
    if not all(numbers):
        row = "table[value]" if _is_complete(output, types) else "table.get(value, NO_VOTES)"
        body.append(
            f"votes = [[{row} for value in variables[name]] for name, table in VOTES.items()]"
        )
    if any(numbers):
        rows = "[multiply(name, number) for number in variables[name]]"
        sign = "=" if all(numbers) else "+="
        body.append(f"votes {sign} [{rows} for name in NUMBER_VOTES]")
    if output.pooled:
        body.append("rows = [row for column in votes for row in column]")
        body.append("scores = [sum(column) for column in zip(*rows)]")
        body.append("return CLASSES[scores.index(max(scores))]")
    else:
        body.append("scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]")
        body.append("return [CLASSES[row.index(max(row))] for row in scores]")
    return function("classify", ["variables"], body)


def _voting(vote: Vote, type: Type) -> dict[int, tuple[int, ...]]:
    """The rows of a table that vote for anything, or all if none does."""
    rows = {value: vote.weights[value] for value in domain(type)}
    return {value: row for value, row in rows.items() if any(row)} or rows


def _is_complete(output: Classifier, types: Mapping[str, Type]) -> bool:
    """Whether every value of every voter has its row."""
    tabled = [vote for vote in output.votes if not isinstance(types[vote.reads], Number)]
    return all(len(_voting(v, types[v.reads])) == len(domain(types[v.reads])) for v in tabled)


def _columns(output: Classifier) -> list[int]:
    """The width of each class's column, the same in all tables."""
    rows = [row for vote in output.votes for row in vote.weights]
    widths = zip(*([len(str(weight)) for weight in row] for row in rows), strict=True)
    return [max(width(_short(c)), *w) for c, w in zip(output.classes, widths, strict=True)]


def _rows(
    rows: Mapping[str, Sequence[int]], classes: Sequence[str], columns: list[int]
) -> Iterator[str]:
    """One line per row under a header that names the classes."""
    left = max(map(width, rows)) + 1
    pairs = list(zip(map(_short, classes), columns, strict=True))
    names = "  ".join(" " * (column - width(short)) + short for short, column in pairs)
    yield f"#{' ' * (left + 1)}{names}"
    for label, row in rows.items():
        weights = [str(weight).rjust(column) for weight, column in zip(row, columns, strict=True)]
        yield f"{label}:{' ' * (left - width(label))}{tuple_of(weights)},"


def _short(called: str) -> str:
    text = literal(called)
    return text if len(text) <= MAX_CLASS else text[: MAX_CLASS - 1] + "…"
