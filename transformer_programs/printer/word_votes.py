"""The votes of groups of words in `run`: which variables hold groups, and how votes are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from ..program import Program
from ..program import steps as lang
from .code import Code
from .group_tables import GroupTable, row_code, sums_code

Tables = Sequence[GroupTable]
NAMES = {name: name for name in ("CLASSES", "NO_VOTES", "VOTES")}


def together(tables: Tables) -> frozenset[str]:
    """The variables that say which groups of words come together, and do no more than vote."""
    return frozenset(table.key for table in tables if table.token is None)


def inlined(program: Program, tables: Tables) -> frozenset[str]:
    """The copies that are read by one of these variables alone: they need no name."""
    read = Counter(read for step in program.steps for read in set(lang.reads(step)))
    read.update(lang.output_reads(program.output))
    pairs = (set(lang.reads(s)) for s in program.steps if s.out.name in together(tables))
    copies = {s.out.name for s in program.steps if isinstance(s, lang.CategoricalHead)}
    return frozenset(one for one in copies.intersection(chain(*pairs)) if read[one] == 1)


def score_lines(program: Program, tables: Tables) -> Iterator[Code]:
    """The votes of groups of words, added up at each position or over all of them."""
    assert isinstance(program.output, lang.Classifier)
    alone, columns, pooled = len(tables) == 1, list[Code](), program.output.pooled
    for table in tables:
        for number, voter in enumerate(table.voters):
            columns.append(f"[{row_code(table, number, 'g', alone, NAMES)} for g in {voter}]")
    lone = len(columns) == 1
    for number, column in enumerate(columns):
        yield f"votes {'+' * (number > 0)}= {column if pooled or lone else f'[{column}]'}"
    each = sums_code("votes" if pooled else "[rows]" if lone else "rows", tables, program, NAMES)
    if pooled:
        yield f"scores = {each}"
    elif lone and each.startswith("[sum(column)"):  # a row is its own sum
        yield "scores = votes"
    else:
        yield f"scores = [{each} for rows in {'votes' if lone else 'zip(*votes)'}]"
