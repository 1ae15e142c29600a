"""The votes of groups of words as lists: each group with the classes it votes for, without any 0.

Where there are many classes or groups, they are shorter than tables. Groups that vote together with
another are always listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .code import COLUMNS, width
from .group_tables import GroupVotes, group_comments, side_by_side, some_words, word_lists

BETWEEN = " | "  # entries in the same line
HALF = (COLUMNS - len(BETWEEN)) // 2
WORDS = 11  # columns for the words of a group, if it shares a line
READER = 7  # lines of code that read the lists
TABLED = 4  # lines of code around a table
SAVED = 3  # lines that lists must save: a table is easier to read


@dataclass(frozen=True, slots=True)
class VoteLists:
    """A block of entries `groups: class votes class votes = words` for each variable."""

    tables: tuple[GroupVotes, ...]

    @property
    def can_be_read(self) -> bool:
        """Whether the classes can be told from what stands between them."""
        return all(
            name.isprintable() and name.split() == [name] and is_plain(name) and name not in "|="
            for name in self.tables[0].classes
        )

    @property
    def lines(self) -> Iterator[str]:
        for number, table in enumerate(self.tables):
            if number:
                yield ""
            yield f"{table.votes[0].reads}:"
            yield from self._own(table) if _with_words(table) else _packed(_alike(table))

    def _own(self, table: GroupVotes) -> Iterator[str]:
        """Entries with words: two in a line, then those whose votes are too long for that."""
        assert table.token is not None
        words = {str(name): listed for name, listed in word_lists(table.token, table.program)}
        zeros = (0,) * len(table.classes)
        voting = _voting(self.tables)
        used = (name for name in table.labels if name in voting)
        said = {name: _said(table, table.rows.get(name, (zeros,))[0]) for name in used}
        short: list[str] = []
        long: list[str] = []
        for name, votes in said.items():
            entry = " ".join([f"{name}:", *votes])
            room = HALF if width(entry) + WORDS <= HALF else COLUMNS
            if width(entry) + WORDS <= room:
                entry += f" = {some_words(words.get(name), room - width(entry) - 3)}"
                (short if room == HALF else long).append(entry)
            else:
                long += _packed([(name, votes)])
        for i in range(0, len(short), 2):
            first, *second = short[i : i + 2]
            space = " " * (HALF - width(first)) if second else ""
            yield BETWEEN.join([first + space, *second])
        yield from long


def _with_words(table: GroupVotes) -> bool:
    """Whether a variable holds the group of the word itself, and the words stand elsewhere."""
    token = table.token
    return table.with_words and token is not None and token.out.name == table.votes[0].reads


def _said(table: GroupVotes, row: Sequence[int]) -> list[str]:
    said = [f"{name} {vote}" for name, vote in zip(table.classes, row, strict=True) if vote]
    return said or ["0"]


def _alike(table: GroupVotes) -> Iterator[tuple[str, list[str]]]:
    """Groups that vote alike, and their votes."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for label, (row,) in table.rows.items():
        groups.setdefault(row, []).append(label)
    for row, labels in groups.items():
        yield ", ".join(labels), _said(table, row)


def _packed(entries: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    """As many entries in a line as fit; one that is longer goes on under the same name."""
    line = ""
    for name, votes in entries:
        entry = f"{name}:"
        for vote in votes:
            if width(f"{entry} {vote}") > COLUMNS:
                yield from filter(None, (line, entry))
                line, entry = "", f"{name}:"
            entry += f" {vote}"
        if line and width(line + BETWEEN + entry) > COLUMNS:
            yield line
            line = ""
        line += f"{BETWEEN}{entry}" if line else entry
    yield from filter(None, (line,))


def is_plain(text: str) -> bool:
    """Whether a text can stand between three quotes as it is."""
    return "\\" not in text and '"""' not in text


Ballot = VoteLists | tuple[GroupVotes, ...]


def shorter_form(tables: tuple[GroupVotes, ...]) -> Ballot:
    """Lists where they save some lines, else tables; () where neither is possible."""
    own_first = sorted(tables, key=lambda table: not _with_words(table))
    dense, lists = side_by_side(tables), VoteLists(tuple(own_first))
    if not tables or not all(table.fits for table in dense):
        return lists if tables and lists.can_be_read else ()
    rows = sum(len([*one.header, *one.lines]) + TABLED for one in dense)
    rows += _comments(tables, dense)
    entries = len([*lists.lines]) + READER + _comments(tables, lists)
    return lists if lists.can_be_read and entries + SAVED <= rows else dense


def shown_groups(ballot: Ballot) -> frozenset[str]:
    """The groups that need no comment: they vote nowhere, or their words stand beside votes."""
    tables = ballot.tables if isinstance(ballot, VoteLists) else ballot
    shown = {
        name
        for table in tables
        if (_with_words(table) if isinstance(ballot, VoteLists) else table.has_room)
        for name in (table.labels if isinstance(ballot, VoteLists) else table.rows)
    }
    silent = {name for table in tables if table.token for name in table.labels}
    return frozenset(shown | (silent - _voting(tables)))


def _voting(tables: Iterable[GroupVotes]) -> set[str]:
    """The groups that vote by themselves or together with another."""
    return {name for table in tables for label in table.rows for name in label.split()}


def _comments(tables: Sequence[GroupVotes], ballot: Ballot) -> int:
    """How many lines of comments list the words of the groups that are not shown."""
    tokens = {one.token.out.name: one.token for one in tables if one.token and one.with_words}
    lists = (word_lists(token, tables[0].program) for token in tokens.values())
    comments = [group_comments(one, shown_groups(ballot)) for one in lists]
    return sum(len(lines) + bool(lines) for lines in comments)
