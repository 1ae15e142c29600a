"""The tables of an emitted file: words, their groups, ranks and votes."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..program.steps import Classifier, Output, Vote
from ..program.values import Categorical, Number
from . import tree as py
from .group_tables import GroupVotes, Lists
from .names import Spelling, is_counted
from .tree import Expression, Simple, Statement, Statements, Verbatim, fits, width
from .vote_lists import Ballot, VoteLists, is_plain

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


def groups_constant(called: str, lists: Lists) -> Verbatim:
    """A dict from each value of a word variable to its words."""
    if not lists:
        return Verbatim((f"{called} = {{}}",))
    lines = [f"{called} = {{"]
    for value, words in lists:
        listed = py.tuple_of(list(map(py.literal, words)))
        code = py.around(f"{py.literal(value)}: ", listed, ",")
        assert code.brackets is not None
        lines += [f"{py.INDENT}{code}"] if fits(code, 1) else py.filled(code.brackets, 1)
    lines.append("}")
    if all(line.endswith(("{", "),", "}")) for line in lines):
        return Verbatim(tuple(lines))
    return Verbatim(("# fmt: off", *lines, "# fmt: on"))


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


def ballot_constants(ballot: Ballot, fixed: Mapping[str, str]) -> Iterator[Statements]:
    """The classes; what groups vote, as text; for each variable, its votes."""
    tables = ballot.tables if isinstance(ballot, VoteLists) else ballot
    if not tables:
        return
    classes = _classes(fixed["CLASSES"], tables[0].classes)
    if isinstance(ballot, VoteLists):
        beside = " = size, frequent words" if tables[0].with_words else ""
        lines = (f'{fixed["TABLE"]} = """', *ballot.lines, '"""')
        read = READ_LISTS.format(**fixed).strip("\n").split("\n")
        yield classes, Verbatim((f"# groups: votes for classes{beside}", *lines, *read))
    else:
        yield classes, *(s for i, one in enumerate(ballot) for s in _table(one, fixed, i == 0))


READ_LISTS = """
{VOTES} = []
for block in {TABLE}.split("\\n\\n"):
    {VOTES}.append({{}})
    for entry in block.replace("\\n", " | ").split(" | "):
        groups, _, votes = entry.partition(" = ")[0].partition(":")
        votes = dict(zip(votes.split()[::2], map(int, votes.split()[1::2])))
        for group in groups.split(","):
            {VOTES}[-1].setdefault(group.strip(), {{}}).update(votes)
"""


def _table(one: GroupVotes, fixed: Mapping[str, str], is_first: bool) -> Iterator[Statement]:
    """A table as text, and the votes in it."""
    table, rows, votes = fixed["TABLE"], fixed["ROWS"], fixed["VOTES"]
    end = '""".replace(".", "0").replace("-", " -")'
    yield Verbatim((*one.header, f'{table} = """', *one.lines, end))
    split = Expression(f'{table}.split("\\n")[1:-1]')
    row = py.comprehension("[", Expression('row.split("|")'), ("row",), split, "]")
    yield py.assign(rows, row)
    numbers = Expression("row[0].strip(): list(map(int, row[i].split()))")
    block = py.comprehension("{", numbers, ("row",), Expression(rows), "}")
    each = py.tuple_of([py.literal(i + 1) for i in range(len(one.votes))])
    blocks = py.comprehension("[", block, ("i",), each, "]")
    yield Simple(py.around(f"{votes} {'=' if is_first else '+='} ", blocks))


def _classes(called: str, classes: Sequence[str]) -> Statement:
    """The classes as a tuple; as one text where that is too long for a line."""
    listed, together = py.tuple_of(list(map(py.literal, classes))), " ".join(classes)
    plain = together.split() == list(classes) and together.isprintable()
    if fits(listed, 3) or not plain or not is_plain(together):
        return py.assign(called, listed, filled=True)
    text = py.seq(py.literal(together), ".split()")
    if fits(text, 3):
        return py.assign(called, text)
    lines = textwrap.wrap(together, py.COLUMNS, break_long_words=False, break_on_hyphens=False)
    return Verbatim((f'{called} = """', *lines, '""".split()'))


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
