"""The votes of groups of words in print: tables or lists as text, and the code that reads them."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from ..program import Program
from ..program import steps as lang
from .code import COLUMNS, Code, constant, fits, literal, tuple_of
from .group_tables import GroupVotes, group_votes
from .vote_lists import Ballot, VoteLists, is_plain, shorter_form

READ_LISTS = """
VOTES = []
for block in TABLE.split("\\n\\n"):
    VOTES.append({})
    for entry in block.replace("\\n", " | ").split(" | "):
        groups, _, votes = entry.partition(" = ")[0].partition(":")
        votes = dict(zip(votes.split()[::2], map(int, votes.split()[1::2])))
        for group in groups.split(","):
            VOTES[-1].setdefault(group.strip(), {}).update(votes)
""".strip()


def ballot_of(program: Program, *, with_words: bool) -> Ballot:
    """The votes of groups of words, if nothing else votes; () otherwise."""
    return shorter_form(group_votes(program, with_words=with_words))


def tables_of(ballot: Ballot) -> tuple[GroupVotes, ...]:
    return ballot.tables if isinstance(ballot, VoteLists) else ballot


def together(ballot: Ballot) -> frozenset[str]:
    """The variables that say which groups of words come together, and do no more than vote."""
    tables = tables_of(ballot)
    return frozenset(table.votes[0].reads for table in tables if table.token is None)


def inlined(program: Program, ballot: Ballot) -> frozenset[str]:
    """The copies that are read by one of these variables alone: they need no name."""
    read = Counter(read for step in program.steps for read in set(lang.reads(step)))
    read.update(lang.output_reads(program.output))
    pairs = (set(lang.reads(s)) for s in program.steps if s.out.name in together(ballot))
    copies = {s.out.name for s in program.steps if isinstance(s, lang.CategoricalHead)}
    return frozenset(one for one in copies.intersection(chain(*pairs)) if read[one] == 1)


def ballot_constants(ballot: Ballot) -> Code:
    """The classes; what groups vote, as text; for each variable, its votes."""
    return "\n".join(_constants(ballot)) if tables_of(ballot) else ""


def _constants(ballot: Ballot) -> Iterator[Code]:
    tables = tables_of(ballot)
    yield _classes(tables[0].classes)
    if isinstance(ballot, VoteLists):
        words = " = size, frequent words" if tables[0].with_words else ""
        lines = ['TABLE = """', *ballot.lines, '"""']
        yield "\n".join([f"# groups: votes for classes{words}", *lines, READ_LISTS])
        return
    for number, table in enumerate(ballot):
        end = '""".replace(".", "0").replace("-", " -")'
        yield "\n".join([*table.header, 'TABLE = """', *table.lines, end])
        yield 'ROWS = [row.split("|") for row in TABLE.split("\\n")[1:-1]]'
        numbers = "{row[0].strip(): list(map(int, row[i].split())) for row in ROWS}"
        columns = tuple_of(str(i + 1) for i in range(len(table.votes)))
        yield f"VOTES {'+' * bool(number)}= [{numbers} for i in {columns}]"


def _classes(classes: tuple[str, ...]) -> Code:
    """The classes as a tuple; as one text where that is too long for a line."""
    listed, one_text = list(map(literal, classes)), " ".join(classes)
    plain = one_text.split() == list(classes) and one_text.isprintable() and is_plain(one_text)
    if fits(tuple_of(listed), 3) or not plain:
        return constant("CLASSES", listed, "()")
    if fits(literal(one_text), 5):
        return f"CLASSES = {literal(one_text)}.split()"
    lines = textwrap.wrap(one_text, COLUMNS, break_long_words=False, break_on_hyphens=False)
    return "\n".join(['CLASSES = """', *lines, '""".split()'])


def score_lines(output: lang.Classifier, ballot: Ballot) -> Iterator[Code]:
    """The votes of groups of words, added up at each position or over all of them."""
    variables = [vote.reads for table in tables_of(ballot) for vote in table.votes]
    yield f"voters = zip(VOTES, {tuple_of(variables)})"
    listed = isinstance(ballot, VoteLists)
    row = f"table.get(group, {'{}' if listed else f'[0] * {len(output.classes)}'})"

    def sums_of(rows: Code) -> Code:
        """The sum for each class: of what rows have under its name, or in its column."""
        if listed:
            return f"[sum(row.get(name, 0) for row in {rows}) for name in CLASSES]"
        return f"[sum(column) for column in zip(*{rows})]"

    if output.pooled:
        yield f"votes = [{row} for table, values in voters for group in values]"
        yield f"scores = {sums_of('votes')}"
    else:
        yield f"votes = [[{row} for group in values] for table, values in voters]"
        yield f"scores = [{sums_of('rows')} for rows in zip(*votes)]"
