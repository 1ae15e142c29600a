"""The votes of an emitted file.

They are a dict from values to classes where each value speaks for one class; where nothing but
groups of words votes, a row per group, with its commonest words; else tables that are added up.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from ..meaning.words import DESCRIPTIONS, is_stand_in
from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Mlp,
    Output,
    Step,
    Table,
    Token,
    Vote,
    reads,
)
from ..program.values import Categorical, Number, Type, domain, symbol
from .code import (
    COLUMNS,
    INDENT,
    Code,
    Lookup,
    constant,
    cut,
    filled,
    fits,
    function,
    literal,
    spelled,
    tuple_of,
    width,
)
from .head_code import AttentionPattern
from .scope import Scope, is_learned, sources

BEST = "CLASSES[{0}.index(max({0}))]"  # the first class that has the most votes
MIN_WORDS = 3  # of a group that are shown before it is said at length which unseen ones it has
MIN_COMMENT = 24  # columns for the words of a group beside its votes

Lists = list[tuple[str | int, tuple[str, ...]]]  # each value of a word variable, and its words


# --- one class for each value ---------------------------------------------------------------------


class Labels(NamedTuple):
    """A classifier with one voter, whose values each speak for one class: a dict of them."""

    variable: str
    votes: Lookup

    def constants(self, output: Output) -> Iterator[Code]:
        """The dict; and for one label of a whole input the classes, whose order decides ties."""
        if isinstance(output, Classifier) and output.pooled:
            yield constant("CLASSES", list(map(literal, output.classes)), "()")
        yield self.votes.define("VOTES")


def labels_of(output: Output, types: Mapping[str, Type]) -> Labels | None:
    """Votes as {value: class}, or None if a value votes for several classes."""
    if not isinstance(output, Classifier) or len(output.votes) != 1:
        return None
    (vote,) = output.votes
    type = types[vote.reads]
    weighed = any(sum(row) > 1 or min(row) < 0 for row in vote.weights)
    if isinstance(type, Number) or weighed:
        return None
    none = "None" if output.pooled else literal(output.classes[0])  # of a value without votes
    rows = {spelled(type, value): vote.weights[value] for value in domain(type)}
    labels = {v: literal(output.classes[r.index(1)]) if any(r) else none for v, r in rows.items()}
    default = None if all(map(any, rows.values())) else none
    listed = {v: label for v, label in labels.items() if label != default or label == v}
    votes = Lookup(tuple(map("{}: {}".format, listed, listed.values())), default)
    return Labels(vote.reads, votes)


# --- tables that are added up ---------------------------------------------------------------------


def vote_tables(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The classes; what each value votes; what each number is multiplied by."""
    by_value, counted = list[str](), dict[str, Sequence[int]]()
    for vote in output.votes:
        type, variable = types[vote.reads], literal(vote.reads)
        if isinstance(type, Number):
            counted[variable] = vote.weights[0]
            continue
        rows = {spelled(type, v): vote.weights[v] for v in domain(type) if any(vote.weights[v])}
        by_value += [f"{variable}: {{", *_rows(rows, output), "},"]
    lines = [f"CLASSES = {tuple_of(map(literal, output.classes))}"]
    if by_value:
        lines += ["NO_VOTES = (0,) * len(CLASSES)  # of the values not listed"]
        lines += ["VOTES = {", *(INDENT + line for line in by_value), "}"]
    if counted:
        lines += ["NUMBER_VOTES = {", *_rows(counted, output), "}"]
    return "\n".join(["# fmt: off", *lines, "# fmt: on"])


def classify_function(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The function that adds up the votes; `variables` maps each name to its values."""
    numbers = [isinstance(types[vote.reads], Number) for vote in output.votes]
    where = "over all positions" if output.pooled else "at each position"
    body = [f'"""The class with the most votes {where}, the first of equals."""', "votes = []"]
    if not all(numbers):
        rows = "[table.get(value, NO_VOTES) for value in variables[name]]"
        body.append(f"for name, table in VOTES.items():\n    votes.append({rows})")
    if any(numbers):
        rows = "[[n * weight for weight in row] for n in variables[name]]"
        body.append(f"for name, row in NUMBER_VOTES.items():\n    votes.append({rows})")
    if output.pooled:
        body.append("rows = [row for column in votes for row in column]")
        body.append("scores = [sum(column) for column in zip(*rows)]")
        body.append(f"return {BEST.format('scores')}")
    else:
        body.append("scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]")
        body.append(f"return [{BEST.format('row')} for row in scores]")
    return function("classify", ["variables"], body)


def _rows(rows: Mapping[str, Sequence[int]], output: Classifier) -> Iterator[str]:
    """One line per row under a header that names the classes; all tables have the same columns."""
    titles = list(map(literal, output.classes))
    columns = [
        max(width(title), *(len(str(row[i])) for vote in output.votes for row in vote.weights))
        for i, title in enumerate(titles)
    ]
    left = max(map(width, rows), default=0) + 1
    pairs = zip(titles, columns, strict=True)
    names = "  ".join(" " * (column - width(title)) + title for title, column in pairs)
    yield f"{INDENT}#{' ' * (left + 1)}{names}"
    for label, row in rows.items():
        weights = [str(weight).rjust(column) for weight, column in zip(row, columns, strict=True)]
        yield f"{INDENT}{label}:{' ' * (left - width(label))}{tuple_of(weights)},"


# --- groups of words ------------------------------------------------------------------------------


def word_lists(step: Token, program: Program) -> Lists:
    """The words of each value, commonest first; not those that are like an unknown word."""
    groups: dict[int, list[str]] = {}
    for word, value in zip(program.vocabulary.words, step.lookup, strict=True):
        groups.setdefault(value, []).append(word)
    if program.vocabulary.unknown is not None:
        del groups[unknown_value(step, program)]
    return [(symbol(step.out.type, v), tuple(words)) for v, words in sorted(groups.items())]


def unknown_value(step: Token, program: Program) -> int:
    """The value of the unknown word."""
    return step.lookup[program.vocabulary.words.index(str(program.vocabulary.unknown))]


class GroupTable(NamedTuple):
    """The votes of the groups of one word variable, or of groups of pairs: a row per group.

    `step` computes the group. `voters`: the variables that hold such a group, in the order of the
    votes in a row. `lists`: the words or pairs of each group, but those of unknown words.
    """

    step: Token | Mlp
    voters: tuple[str, ...]
    rows: Mapping[str, tuple[tuple[int, ...], ...]]  # group -> the votes of each voter
    lists: Mapping[str, tuple[str, ...]]

    @property
    def noun(self) -> str:
        return "pair" if isinstance(self.step, Mlp) else "word"


Tables = Sequence[GroupTable]


def group_tables(scope: Scope) -> Tables:
    """A table per word variable and kind of pair, if nothing else votes; () otherwise."""
    output, source = scope.program.output, sources(scope.program)
    steps = {step.out.name: step for step in scope.program.steps}
    voting: dict[str, list[Vote]] = {}  # by the variable that computes what votes
    for vote in output.votes if isinstance(output, Classifier) else ():
        voting.setdefault(source.get(vote.reads, vote.reads), []).append(vote)

    def place(vote: Vote) -> int:
        head = steps[vote.reads]
        return (isinstance(head, CategoricalHead) and AttentionPattern(head, scope).offset) or 0

    found: list[GroupTable | None] = []
    for name in filter(voting.__contains__, steps):
        step, votes = steps[name], sorted(voting[name], key=place)
        if isinstance(step, Token):
            found.append(_words(step, votes, scope))
        else:
            found.append(_pairs(step, votes[0], scope))
    tables = [table for table in found if table is not None]
    return sorted(tables, key=lambda table: table.noun, reverse=True) if None not in found else ()


def _words(step: Token, votes: Sequence[Vote], scope: Scope) -> GroupTable | None:
    """The votes of the groups of words; the row of unknown words is printed in any case."""
    type, voters = step.out.type, tuple(vote.reads for vote in votes)
    if not isinstance(type, Categorical) or not _has_names(step, scope.program):
        return None
    lists = {str(name): words for name, words in word_lists(step, scope.program)}
    weights = zip(*(vote.weights for vote in votes), strict=True)
    rows = zip(map(str, type.values), weights, strict=True)
    every = len(voters) > 1  # then each group is looked up
    told = {name: row for name, row in rows if every or any(map(any, row)) or name not in lists}
    return GroupTable(step, voters, told, lists)


def _pairs(step: Step, vote: Vote, scope: Scope) -> GroupTable | None:
    """The groups of pairs that vote, if that is what a variable holds and is used for.

    A pair is named by the groups of its two words.
    """
    tokens = {one.out.name: one for one in scope.program.steps if isinstance(one, Token)}
    source, type = sources(scope.program), step.out.type
    known = [tokens.get(source.get(name, "")) for name in reads(step)]
    read = any(vote.reads in reads(other) for other in scope.program.steps)
    if read or not isinstance(step, Mlp) or not isinstance(step.function, Table):
        return None
    if len(known) != 2 or not all(one and _has_names(one, scope.program) for one in known):
        return None
    if not isinstance(type, Categorical) or any(isinstance(v, int) for v in type.values):
        return None
    kinds = [scope.types[name] for name in step.reads]
    names = [map(str, kind.values) for kind in kinds if isinstance(kind, Categorical)]
    lists: dict[str, tuple[str, ...]] = {}
    for pair, value in zip(map(" ".join, product(*names)), step.function.cells, strict=True):
        if any(vote.weights[value]):
            group = str(type.values[value])
            lists[group] = (*lists.get(group, ()), pair)
    rows = {group: (vote.weights[type.values.index(group)],) for group in lists}
    return GroupTable(step, (vote.reads,), rows, lists)


def _has_names(step: Token, program: Program) -> bool:
    """Whether values are names of groups, without spaces, so that pairs of them can be told."""
    names = step.out.type.values if isinstance(step.out.type, Categorical) else ()
    plain = (isinstance(n, str) and n.isprintable() and n.split() == [n] for n in names)
    return is_learned(step, program) and all(plain)


# --- as they are printed --------------------------------------------------------------------------


def group_votes(tables: Tables, output: Classifier) -> Code:
    """The classes and the dict of votes."""
    classes = constant("CLASSES", list(map(literal, output.classes)), "()").split("\n")
    lines = [*(classes[1:-1] or classes), "VOTES = {"]
    for table in tables:
        rows = _group_rows(tables, table, output, INDENT * min(2, len(tables)))
        nested = [f"{INDENT}{literal(table.step.out.name)}: {{", *rows, f"{INDENT}}},"]
        lines += nested if len(tables) > 1 else nested[1:-1]
    return "\n".join(["# fmt: off", *lines, "}", "# fmt: on"])


def lists_all_classes(tables: Tables, output: Classifier) -> bool:
    """Whether rows take fewer lines with a vote for every class than with those that are not 0."""
    if len(tables) > 1 or len(tables[0].voters) == 1 or output.pooled:
        return False
    listed, named = (list(_rows_of(tables[0], output, INDENT, every)) for every in (True, False))
    return len(listed) < len(named) and max(map(width, listed)) <= COLUMNS


def _group_rows(tables: Tables, table: GroupTable, output: Classifier, space: str) -> Iterator[str]:
    """A line or a few per group: its votes and its words."""
    every = lists_all_classes(tables, output)
    if len(table.voters) > 1:
        said = f"votes{' for CLASSES' * every} of {', '.join(table.voters)}"
        yield from (f"{space}# {line}" for line in textwrap.wrap(said, COLUMNS - len(space) - 2))
    yield from _rows_of(table, output, space, every)


def _rows_of(table: GroupTable, output: Classifier, space: str, every: bool) -> Iterator[str]:
    """The rows of a table, with a vote for every class or with those that are not 0."""
    room, many = COLUMNS - len(space), len(table.voters) > 1
    columns = [
        max(len(str(vote)) for row in rows for vote in row)
        for rows in zip(*table.rows.values(), strict=True)
    ]
    for name, rows in table.rows.items():
        parts: list[str] = []
        for row, column in zip(rows, columns, strict=True):
            if every:
                parts.append(f"({','.join(str(vote).rjust(column) for vote in row)})")
                continue
            votes = zip(map(literal, output.classes), row, strict=True)
            cells = [f"{label}: {vote}" for label, vote in votes if vote] or [""]
            parts += [f"{{{cells[0]}", *cells[1:]]
            parts[-1] += "}"
        parts[0] = f"{literal(name)}: {'(' * many}{parts[0]}"
        parts[-1] += ")" * many
        words, lines = table.lists.get(name), filled(parts, room - len(INDENT))
        left = room - len(INDENT) * (len(lines) > 1) - width(lines[-1]) - 4
        comment = described_words(words, max(left, MIN_COMMENT), table.noun)
        is_cut = words is not None and comment.endswith(f" {table.noun}s")  # no room to show one
        if width(comment) <= left and not is_cut:
            lines[-1] += f"  # {comment}"
        else:
            yield f"{space}# {described_words(words, room - 2, table.noun)}"
        for number, wrapped in enumerate(lines):
            yield f"{space}{INDENT * (number > 0)}{wrapped}"


def described_words(words: Sequence[str] | None, room: int, noun: str = "word") -> str:
    """How many words (or pairs) a group has and the commonest of them, as far as there is room.

    >>> described_words(("free", "call", "<xx~ing>"), 60)
    '2 words: free, call; words never seen, ending in -ing'
    >>> described_words(("free", "call", "txt", "claim"), 28), described_words(None, 60)
    ('4 words: free, call, ...', 'all other words')
    """
    if words is None:
        return "all other words"
    odd = [word for word in words if word[:1] + word[-1:] == "<>" and word.isprintable()]
    stands = [word for word in odd if is_stand_in(word)]
    unseen, hidden = _unseen(stands), {*odd}
    plain = [word for word in words if word not in hidden]
    if not plain:
        return unseen or " and ".join(odd) + ", in every input" * ({*odd} <= {"<s>", "</s>"})
    fitting = (w for w in plain if w.isprintable() and not set(w) & set('\\"#'))
    shown = list(islice(fitting, room // 3))  # a word and a comma take three columns
    head = f"{len(plain):,} {noun}{'s' * (len(plain) > 1)}"
    ends = [(f"; {unseen}", MIN_WORDS), ("; unseen", 1)] if unseen else [("", 1)]
    for end, least in ends:
        for count in range(len(shown), min(least, len(shown)) - 1, -1):
            text = ", ".join([*shown[:count], *(["..."] * (count < len(plain)))])
            if count and width(f"{head}: {text}{end}") <= room:
                return f"{head}: {text}{end}"
    return head


def _unseen(stand_ins: Sequence[str]) -> str:
    """Words that are in no list, by their ending or shape."""
    parts = [word[1:-1].partition("~") for word in stand_ins]
    said = [DESCRIPTIONS[shape.partition("-")[0]] for shape, dash, _ in parts if not dash]
    endings = [f"-{ending}" for _, _, ending in parts if ending.isalpha()]
    said += [f"ending in {' or '.join([*dict.fromkeys(endings)][:3])}"] if endings else []
    return f"words never seen, {', or '.join(dict.fromkeys(said))}" if said else ""


def group_lists(
    called: Code, lists: Iterable[tuple[str | int, tuple[str, ...]]], noun: str, is_shown: bool
) -> tuple[Code, Code]:
    """The words or pairs of each group, in full and cut; then the group of each.

    With `is_shown`, some of each group are shown beside its votes.
    """
    groups, full, shown = f"{called}_{noun.upper()}S", list[Code](), list[Code]()
    for value, words in lists:
        items = list(map(literal, words))
        entry = f"{literal(value)}: {tuple_of(items)}"
        if width(entry) + 5 > COLUMNS:
            shown.append(cut(f"#     {literal(value)}: (", items))
            items[0] = f"{literal(value)}: ({items[0]}"
            items[-1] += ",)"
            full += filled(items)
        else:
            full.append(f"{entry},")
            shown.append(f"#     {entry},")
    each = f"for value, {noun}s in {groups}.items() for {noun} in {noun}s"
    inverted = f"{called} = {{{noun}: value {each}}}"
    if not fits(inverted):
        inverted = f"{called} = {{\n    {noun}: value {each}\n}}"
    lines = [f"{groups} = {{", *(f"    {line}" for line in full), "}"]
    short = [f"# {groups} = {{", *shown, "# }"]
    if is_shown:
        short = [f"# {groups}: the {noun}s of each group, all of them in the emitted file"]
    return "\n".join(["# fmt: off", *lines, "# fmt: on", inverted]), "\n".join([*short, inverted])
