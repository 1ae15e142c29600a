"""The tables of an emitted file: words, their groups, ranks and votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..program.steps import Classifier, Output, Vote
from ..program.values import Categorical, Number
from . import tree as py
from .group_tables import Lists
from .names import Spelling, is_counted
from .tree import Expression, Simple, Verbatim, fits, width

MANY_PAIRS = 12  # values and their classes, above which the commonest class is left out
WIDEST_CLASS = 12  # a longer class name is cut short in the header of the votes


# --- words ----------------------------------------------------------------------------------------


def words_are_few(called: str, words: Sequence[str]) -> bool:
    """Whether the words stand on one line, and can be looked up one after the other."""
    return fits(f"{called} = {py.tuple_of(list(map(py.literal, words)))}")


def words_constant(called: str, words: Sequence[str]) -> Simple:
    listed = list(map(py.literal, words))
    few = words_are_few(called, words)
    display = py.tuple_of(listed) if few else py.bracketed("{", listed, "}")
    return py.assign(called, display, filled=True)


def ranks_constant(called: str, type: Categorical) -> Simple:
    return _dict_of_words(called, {word: rank for rank, word in enumerate(type.values)})


def lookup_constant(called: str, lists: Lists) -> Simple:
    """A dict from each word to its value."""
    return _dict_of_words(called, {word: value for value, words in lists for word in words})


def _dict_of_words(called: str, values: Mapping[str | int, str | int]) -> Simple:
    return _dict(called, {py.literal(key): py.literal(one) for key, one in values.items()})


def _dict(called: str, pairs: Mapping[Expression, Expression]) -> Simple:
    items = [py.seq(key, ": ", value) for key, value in pairs.items()]
    return py.assign(called, py.bracketed("{", items, "}"), filled=True)


def inverted(called: str, lists: Expression) -> Simple:
    """A dict from each word to its value, of pairs of a value and its words."""
    pairs = py.seq("for value, words in ", lists)
    parts = [Expression("word: value"), pairs, Expression("for word in words")]
    return py.assign(called, py.bracketed("{", parts, "}", "words"))


# --- votes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Labels:
    """A classifier with one voter, whose values each speak for one class: a dict of them."""

    variable: str
    pairs: dict[Expression, Expression]
    default: Expression | None  # of the values that are not listed; None where all are


def labels_of(output: Output, spelling: Mapping[str, Spelling]) -> Labels | None:
    """The classes as a dict from values, if that is all that the votes say."""
    if not isinstance(output, Classifier) or len(output.votes) != 1:
        return None
    (vote,) = output.votes
    speller = spelling[vote.reads]
    weighed = any(sum(row) > 1 or min(row) < 0 for row in vote.weights)
    if isinstance(speller.type, Number) or weighed:
        return None
    spoken = {value: vote.weights[value] for value in speller.values}
    pairs = {
        speller.text(value): py.literal(output.classes[row.index(1)])
        for value, row in spoken.items()
        if any(row)
    }
    default = py.literal(output.classes[0]) if len(pairs) < len(spoken) else None
    if default is None and not output.pooled and len(pairs) > MANY_PAIRS:
        default = Counter(pairs.values()).most_common(1)[0][0]
    if default is not None and not output.pooled:  # a value that is its own label reads well
        pairs = {v: label for v, label in pairs.items() if label != default or label == v}
    return Labels(vote.reads, pairs, default)


def label_constants(labels: Labels, output: Output, fixed: Mapping[str, str]) -> Iterator[Simple]:
    """The dict; and for one label of a whole input the classes, whose order decides ties."""
    if isinstance(output, Classifier) and output.pooled:
        classes = py.tuple_of(list(map(py.literal, output.classes)))
        yield py.assign(fixed["CLASSES"], classes, filled=True)
    yield _dict(fixed["VOTES"], labels.pairs)


def spoken_rows(vote: Vote, spelling: Spelling) -> dict[int, tuple[int, ...]]:
    """The rows of a table that say anything, or all if none does."""
    rows = {value: vote.weights[value] for value in spelling.values}
    return {value: row for value, row in rows.items() if any(row)} or rows


def is_complete(output: Classifier, spelling: Mapping[str, Spelling]) -> bool:
    """Whether every value of every voter has its row."""
    return all(
        len(spoken_rows(vote, spelling[vote.reads])) == spelling[vote.reads].count
        for vote in output.votes
        if not is_counted(spelling[vote.reads])
    )


def vote_tables(
    output: Classifier, spelling: Mapping[str, Spelling], fixed: Mapping[str, str]
) -> Verbatim:
    """The classes; what each value votes; what each number is multiplied by."""
    classes = fixed["CLASSES"]
    lines = ["# fmt: off", f"{classes} = {py.tuple_of(list(map(py.literal, output.classes)))}"]
    if not is_complete(output, spelling):
        lines.append(f"{fixed['NO_VOTES']} = (0,) * len({classes})  # of the values not listed")
    columns = _columns(output)
    by_value, counted = [], {}
    for vote in output.votes:
        speller, variable = spelling[vote.reads], py.literal(vote.reads).text
        if is_counted(speller):
            counted[variable] = vote.weights[0]
        else:
            rows = {speller.text(v).text: row for v, row in spoken_rows(vote, speller).items()}
            inner = [py.INDENT + line for line in _rows(rows, output.classes, columns)]
            by_value += [f"{variable}: {{", *inner, "},"]
    if by_value:
        lines += [f"{fixed['VOTES']} = {{", *(py.INDENT + line for line in by_value), "}"]
    if counted:
        inner = [py.INDENT + line for line in _rows(counted, output.classes, columns)]
        lines += [f"{fixed['NUMBER_VOTES']} = {{", *inner, "}"]
    return Verbatim((*lines, "# fmt: on"))


def _columns(output: Classifier) -> list[int]:
    """The width of each class's column, the same in all tables."""
    widths = [width(_short(called)) for called in output.classes]
    for vote in output.votes:
        for row in vote.weights:
            widths = [max(w, len(str(weight))) for w, weight in zip(widths, row, strict=True)]
    return widths


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
        space = " " * (left - width(label))
        yield f"{label}:{space}{py.tuple_of(list(map(Expression, weights)))},"


def _short(called: str) -> str:
    text = py.literal(called).text
    return text if len(text) <= WIDEST_CLASS else text[: WIDEST_CLASS - 1] + "…"
