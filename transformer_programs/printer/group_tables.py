"""Word groups in print: what each votes for, how many words it has, and which.

A program whose voters all hold groups of words is printed with one dict of votes: a row per group
with its votes and, as a comment, its commonest words. The complete lists of words stand at the end
of an emitted file; where they are only shown, a group takes one line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..meaning.words import DESCRIPTIONS, candidates, is_stand_in, less_specific
from ..program import Program
from ..program import steps as lang
from ..program.steps import Step, Token, Vote
from ..program.values import Categorical, symbol
from .code import COLUMNS, literal, width
from .groups import is_identity, is_learned, sources

INDENT = "    "
MIN_COMMENT = 36  # columns for the words of a group beside its votes
MAX_PACKED = 3  # words of a group that shares a line with others
MIN_WORDS = 3  # of a group that are shown before it is said at length which unseen ones it has
Words = tuple[str, ...]
Lists = list[tuple[str | int, Words]]


# --- words ----------------------------------------------------------------------------------------


def word_lists(step: Token, program: Program) -> Lists:
    """The words of each value, commonest first; not those that are like an unknown word."""
    vocabulary = program.vocabulary
    groups: dict[int, list[str]] = {}
    for word, value in zip(vocabulary.words, step.lookup, strict=True):
        groups.setdefault(value, []).append(word)
    if vocabulary.unknown is not None:
        del groups[step.lookup[vocabulary.words.index(vocabulary.unknown)]]
    return [(symbol(step.out.type, v), tuple(words)) for v, words in sorted(groups.items())]


def lookup_lists(step: Token, program: Program) -> Lists:
    """The words of each value that must be listed to look up any word, by its stand-in too.

    Only words that are read otherwise are listed for the value of the unknown word.
    """
    lists = word_lists(step, program)
    if not reads_stand_ins(step, program):
        return lists
    default, values = _values(step, program)

    def found(names: Iterable[str]) -> int:
        return next((values[name] for name in names if name in values), default)

    own = tuple(
        word
        for word in program.vocabulary.words
        if values[word] == default
        and not found(candidates(word)) == found(less_specific(word)) == default
    )
    return [*lists, (symbol(step.out.type, default), own)] if own else lists


def reads_stand_ins(step: Token, program: Program) -> bool:
    """Whether words that are not listed differ by their shape or ending."""
    if program.vocabulary.unknown is None:
        return False
    default, values = _values(step, program)
    return any(is_stand_in(word) and value != default for word, value in values.items())


def _values(step: Token, program: Program) -> tuple[int, dict[str, int]]:
    """The value of the unknown word, and that of each word."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    return values[str(program.vocabulary.unknown)], values


def keeps_words(program: Program) -> bool:
    """Whether the words themselves are listed, apart from the groups they are in."""
    tokens = [step for step in program.steps if isinstance(step, Token)]
    if program.vocabulary.unknown is None:
        return all(is_identity(step, program) for step in tokens)
    return any(is_identity(step, program) for step in tokens)


def word_lines(called: str, lists: Lists, *, complete: bool) -> list[str]:
    """A dict from each group to its words, as lines of code; else a comment, a line per group."""
    lines = ["# fmt: off", f"{called} = {{"]
    entries: list[str] = []
    for value, words in lists:
        start, items = f"{literal(value)}: (", [str(literal(word)) for word in words]
        line = f"{start}{', '.join(items)}{',' * (len(items) == 1)}),"
        if len(items) <= MAX_PACKED:
            entries.append(line)
            continue
        lines += [INDENT + row for row in filled(entries, COLUMNS - len(INDENT))]
        entries = []
        if width(line) <= COLUMNS - len(INDENT):
            lines.append(INDENT + line)
        elif complete:
            rows = filled([f"{item}," for item in items], COLUMNS - 2 * len(INDENT))
            lines += [INDENT + start, *(2 * INDENT + row for row in rows), f"{INDENT}),"]
        else:
            lines.append(cut(INDENT + start, items))
    lines += [INDENT + row for row in filled(entries, COLUMNS - len(INDENT))]
    return [*lines, "}", "# fmt: on"] if complete else [f"# {line}" for line in (*lines[1:], "}")]


def cut(start: str, items: Sequence[str]) -> str:
    """The first of many words on one line, and how many more there are."""
    shown = 1
    for shown in range(1, len(items)):
        if width(f"# {start}{', '.join(items[: shown + 1])}, and {len(items):,} more") > COLUMNS:
            break
    return f"{start}{', '.join(items[:shown])}, and {len(items) - shown:,} more"


def cut_constant(called: str, items: Sequence[str]) -> list[str]:
    """The first of many words or pairs of a constant, and how many more there are."""
    shown, start = 1, f"# {called} = {{"
    for shown in range(1, len(items)):
        if width(f"{start}{', '.join(items[: shown + 1])}, and {len(items):,} more") >= COLUMNS:
            break
    return [f"{start}{', '.join(items[:shown])}, and {len(items) - shown:,} more"]


def filled(items: Iterable[str], room: int) -> list[str]:
    """As many items per line as fit."""
    lines: list[str] = []
    for item in items:
        if lines and width(f"{lines[-1]} {item}") <= room:
            lines[-1] += f" {item}"
        else:
            lines.append(item)
    return lines


def described_words(words: Words | None, room: int) -> str:
    """How many words a group has and the commonest of them, as far as there is room.

    >>> described_words(("free", "call", "<xx~ing>"), 60)
    '2 words: free, call; words never seen, ending in -ing'
    >>> described_words(("free", "call", "txt", "claim"), 28), described_words(None, 60)
    ('4 words: free, call, ...', 'all other words')
    """
    if words is None:
        return "all other words"
    odd = [word for word in words if word[:1] + word[-1:] == "<>" and word.isprintable()]
    marks = [word for word in odd if not is_stand_in(word)]
    plain = [word for word in words if not is_stand_in(word) and word not in marks]
    unseen = _unseen([word for word in words if is_stand_in(word)])
    shown = [word for word in plain if word.isprintable() and not set(word) & set('\\"#')]
    if not plain:
        return unseen or " and ".join(f"the mark {mark}" for mark in marks)
    head = f"{len(plain):,} {'word' if len(plain) == 1 else 'words'}: "
    for end in (f"; {unseen}", "; words never seen") if unseen else ("",):
        for count in range(len(shown), 0, -1):
            text = head + ", ".join([*shown[:count], *(["..."] * (count < len(plain)))]) + end
            if width(text) <= room:
                return text
            if end and count <= MIN_WORDS and end != "; words never seen":
                break
    return head.removesuffix(": ")


def _unseen(stand_ins: Sequence[str]) -> str:
    """Words that are in no list, by their ending or shape."""
    endings = [word[1:-1].partition("~")[2] for word in stand_ins if "~" in word]
    endings = list(filter(str.isalpha, endings))
    kinds = [word[1:-1] for word in stand_ins if "~" not in word]
    said = [DESCRIPTIONS[kind.partition("-")[0]] for kind in kinds]
    listed = [f"-{ending}" for ending in dict.fromkeys(endings)]
    said += [f"ending in {' or '.join(listed[:3])}"] if listed else []
    return f"words never seen, {', or '.join(dict.fromkeys(said))}" if said else ""


# --- votes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The votes of the groups of one word variable, or of pairs of groups: a row per group.

    `voters`: the variables that hold such a group, in the order of the votes in a row. `token` is
    the word variable; None for pairs.
    """

    key: str
    voters: tuple[str, ...]
    rows: Mapping[str, tuple[tuple[int, ...], ...]]  # group -> the votes of each voter
    token: Token | None


def group_tables(program: Program) -> tuple[GroupTable, ...]:
    """A table per word variable and kind of pair, if nothing else votes; () otherwise."""
    output, source = program.output, sources(program)
    if not isinstance(output, lang.Classifier) or not output.votes:
        return ()
    steps = {step.out.name: step for step in program.steps}
    tokens = [s for s in program.steps if isinstance(s, Token) and _has_names(s, program)]
    holding = {v: s for s in tokens for v, name in source.items() if name == s.out.name}
    votes = {vote.reads: vote for vote in output.votes}
    by_offset = sorted(votes, key=lambda name: _offset(steps[name]))
    tables = [
        _table(token, [votes[name] for name in by_offset if holding.get(name) == token], program)
        for token in tokens
    ]
    pairs = [
        _pairs(steps[name], votes[name], holding, program)
        for name in by_offset
        if name not in holding
    ]
    if None in pairs:
        return ()
    return tuple(table for table in (*tables, *pairs) if table is not None and table.voters)


def _table(token: Token, votes: Sequence[Vote], program: Program) -> GroupTable:
    """The groups that vote anywhere, and that of unknown words."""
    assert isinstance(token.out.type, Categorical)
    unknown, words = program.vocabulary.unknown, program.vocabulary.words
    read = {token.lookup[i] for i, word in enumerate(words) if word == unknown or is_stand_in(word)}
    kept = read if unknown is not None and token.out.name in [v.reads for v in votes] else set()
    weights = [vote.weights for vote in votes]
    rows = {
        str(name): tuple(of[value] for of in weights)
        for value, name in enumerate(token.out.type.values)
        if value in kept or any(any(of[value]) for of in weights)
    }
    return GroupTable(token.out.name, tuple(vote.reads for vote in votes), rows, token)


def _pairs(
    step: Step, vote: Vote, holding: Mapping[str, Token], program: Program
) -> GroupTable | None:
    """The pairs of groups that vote, if that is what a variable says and is used for."""
    read = any(step.out.name in lang.reads(other) for other in program.steps)
    if not isinstance(step, lang.Mlp) or not isinstance(step.function, lang.Table) or read:
        return None
    voted = isinstance(step.out.type, Categorical)  # a number has one row of votes
    if not voted or len(step.reads) < 2 or not all(name in holding for name in step.reads):
        return None
    kinds = [holding[name].out.type for name in step.reads]
    names = [
        [str(value) for value in kind.values] for kind in kinds if isinstance(kind, Categorical)
    ]
    labels = map(" ".join, product(*names))
    said = dict(zip(labels, (vote.weights[cell] for cell in step.function.cells), strict=True))
    rows = {label: (row,) for label, row in said.items() if any(row)}
    return GroupTable(vote.reads, (vote.reads,), rows, None)


def _has_names(step: Token, program: Program) -> bool:
    """Whether values are names of groups, without spaces, so that pairs of them can be told."""
    names = step.out.type.values if isinstance(step.out.type, Categorical) else ()
    plain = all(
        isinstance(name, str) and name.isprintable() and name.split() == [name] for name in names
    )
    return plain and is_learned(step, program)


def _offset(step: Step) -> int:
    """The offset that a variable is copied from; 0 is the word itself."""
    if isinstance(step, lang.CategoricalHead) and isinstance(step.predicate, lang.Compare):
        return step.predicate.shift
    return 0


def vote_lines(
    tables: Sequence[GroupTable], program: Program, names: Mapping[str, str]
) -> list[str]:
    """The classes and the dict of votes, as lines of code. `names`: of the constants."""
    assert isinstance(program.output, lang.Classifier)
    classes, dense = program.output.classes, _is_dense(tables, program)
    listed = filled([f"{literal(name)}," for name in classes], COLUMNS - len(INDENT))
    one = f"{names['CLASSES']} = ({' '.join(listed).removesuffix(',' if len(classes) > 1 else '')})"
    lines = (
        [one]
        if width(one) <= COLUMNS
        else [f"{names['CLASSES']} = (", *(INDENT + line for line in listed), ")"]
    )
    lines.append(
        f"{names['NO_VOTES']} = {'(0,) * len(' + names['CLASSES'] + ')' if dense else '{}'}"
    )
    lines.append(f"{names['VOTES']} = {{")
    for table in tables:
        rows = list(_rows(table, program, dense, 1 + (len(tables) > 1)))
        lines += (
            rows
            if len(tables) == 1
            else [f"{INDENT}{literal(table.key)}: {{", *rows, f"{INDENT}}},"]
        )
    return ["# fmt: off", *lines, "}", "# fmt: on"]


def _is_dense(tables: Sequence[GroupTable], program: Program) -> bool:
    """Whether there is room for a column per class and voter, under its whole name."""
    left = max((width(str(literal(row))) for table in tables for row in table.rows), default=0)
    widest = max(len(table.voters) * (sum(_columns(table, program)) + 4) for table in tables)
    fits = 2 * len(INDENT) + left + 2 + widest + MIN_COMMENT <= COLUMNS
    return fits and not any(table.token is None for table in tables)


def _columns(table: GroupTable, program: Program) -> list[int]:
    """The width of each class's column, its comma and space included."""
    assert isinstance(program.output, lang.Classifier)
    votes = [row for rows in table.rows.values() for row in rows]
    widths = [
        max((len(str(row[i])) for row in votes), default=1)
        for i in range(len(program.output.classes))
    ]
    return [
        max(w, width(_shown(c))) + 2 for w, c in zip(widths, program.output.classes, strict=True)
    ]


def _rows(table: GroupTable, program: Program, dense: bool, depth: int) -> Iterator[str]:
    """A line per group: its votes and its words; pairs that have no words share lines."""
    assert isinstance(program.output, lang.Classifier)
    lists = dict(word_lists(table.token, program)) if table.token is not None else {}
    space, many = INDENT * depth, len(table.voters) > 1
    left = max((width(str(literal(name))) for name in table.rows), default=0) + 2
    classes = program.output.classes
    columns = _columns(table, program)
    if dense:
        titles = "".join(_shown(c).rjust(w) for c, w in zip(classes, columns, strict=True))
        if many:
            yield f"{space}# votes of {', '.join(table.voters)}:"
        yield f"{space}#{' ' * (left - 2 + many)}{'  '.join([titles] * len(table.voters))}"
    elif many:
        yield f"{space}# votes of {', '.join(table.voters)}"
    items: dict[str, list[str]] = {}  # of each group, its name and the votes of each voter
    for name, rows in table.rows.items():
        start = f"{literal(name)}: "
        start += " " * (left - width(start)) if dense else ""
        cells = [_dense(row, columns) if dense else _sparse(row, classes) for row in rows]
        cells = [f"({cells[0]}", *cells[1:-1], f"{cells[-1]})"] if many else cells
        items[name] = [start + cells[0] + ",", *(f"{cell}," for cell in cells[1:])]
    room = COLUMNS - len(space)
    if table.token is None:
        yield from (space + line for line in filled(map(" ".join, items.values()), room))
        return
    for name, parts in items.items():
        line, words = " ".join(parts), lists.get(name)
        comment = described_words(words, max(room - width(line) - 4, MIN_COMMENT))
        if width(f"{line}  # {comment}") <= room:
            yield f"{space}{line}  # {comment}"
            continue
        yield f"{space}# {described_words(words, room - 2)}"
        for number, part in enumerate(_wrapped(parts, room - len(INDENT))):
            yield f"{space}{INDENT * (number > 0)}{part}"


def _wrapped(parts: Sequence[str], room: int) -> list[str]:
    """Parts on as few lines as they need; one that is longer than a line is split at commas."""
    if all(width(part) <= room for part in parts):
        return filled(parts, room)
    pieces = [[f"{one}," for one in part.removesuffix(",").split(", ")] for part in parts]
    return filled([one for of in pieces for one in of], room)


def _dense(row: Sequence[int], columns: Sequence[int]) -> str:
    """All votes of a row, each in its column."""
    cells = [str(vote).rjust(column - 2) for vote, column in zip(row, columns, strict=True)]
    return f"({', '.join(cells)}{',' * (len(cells) == 1)})"


def _sparse(row: Sequence[int], classes: Sequence[str]) -> str:
    """The votes that are not 0, by class."""
    votes = [f"{literal(name)}: {vote}" for name, vote in zip(classes, row, strict=True) if vote]
    return f"{{{', '.join(votes)}}}"


def _shown(name: str) -> str:
    return name if name.isprintable() else json.dumps(name)


def row_code(
    table: GroupTable, number: int, one: str, alone: bool, names: Mapping[str, str]
) -> str:
    """The votes of the group that a variable `one` holds, as an expression."""
    votes = names["VOTES"] if alone else f"{names['VOTES']}[{literal(table.key)}]"
    if len(table.voters) == 1:
        return f"{votes}.get({one}, {names['NO_VOTES']})"
    return f"{votes}[{one}][{number}] if {one} in {votes} else {names['NO_VOTES']}"


def sums_code(
    rows: str, tables: Sequence[GroupTable], program: Program, names: Mapping[str, str]
) -> str:
    """The sum for each class of rows of votes, as an expression."""
    if _is_dense(tables, program):
        return f"[sum(column) for column in zip(*{rows})]"
    return f"[sum(row.get(name, 0) for row in {rows}) for name in {names['CLASSES']}]"
