"""The groups of a learned word variable in print: their commonest words, and what they vote for.

A program whose voters are all copies of word groups is printed with tables of votes: a row for each
group that says anything, a block of columns for each variable that holds one, a point for each 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ..meaning.stand_ins import candidates, is_stand_in, less_specific
from ..program import Program
from ..program import steps as lang
from ..program.json_layout import json_line
from ..program.steps import Step, Token, Vote
from ..program.values import Categorical, Type, symbol
from .code import COLUMNS, literal, width
from .groups import is_identity, is_learned, name_of_word, sources

ROOM = 18  # columns that are enough for the size of a group and a word or two
WIDE = 40  # columns that must be left where the names of classes lie flat
TALLEST = 4  # letters of a class that is written from top to bottom
Words = tuple[str, ...]
Holding = Mapping[str, Token]  # the token that a variable holds groups of
Lists = list[tuple[str | int, Words]]


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


def words_file(program: Program) -> str:
    """The words behind each value of each Token variable, as JSON: one line per value."""
    tables = {
        step.out.name: lookup_lists(step, program)
        for step in program.steps
        if isinstance(step, Token) and not is_identity(step, program)
    }
    if keeps_words(program) or not tables:
        tables[""] = [("", program.vocabulary.words)]
    blocks = [
        f"{json_line(name)}: [\n" + ",\n".join(map(json_line, groups)) + "\n]"
        for name, groups in tables.items()
    ]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


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
    """Whether the words themselves are listed, beside the groups they are in."""
    tokens = [step for step in program.steps if isinstance(step, Token)]
    if program.vocabulary.unknown is None:
        return all(is_identity(step, program) for step in tokens)
    return any(is_identity(step, program) for step in tokens)


@dataclass(frozen=True, slots=True)
class GroupVotes:
    """A table of votes: some variables that hold groups of the same words, side by side; or one
    that says which groups come together."""

    program: Program
    votes: tuple[Vote, ...]
    labels: tuple[str, ...]  # of the rows
    token: Token | None  # the variable that the others copy; None for groups that come together
    with_words: bool  # whether rows end with the commonest words of their group

    @property
    def classes(self) -> tuple[str, ...]:
        assert isinstance(self.program.output, lang.Classifier)
        return self.program.output.classes

    @property
    def cell(self) -> int:
        """The columns of a vote; a minus may stand close to the number before it."""
        longest = max(len(str(abs(w))) for v in self.votes for row in v.weights for w in row)
        close = longest + 1
        wide = max(width(_short(name)) for name in self.classes) + 1
        fits = self._columns(max(wide, close)) + WIDE <= COLUMNS
        return max(wide, close) if fits else close

    def _columns(self, cell: int) -> int:
        return self._left + len(self.votes) * (1 + cell * len(self.classes))

    @property
    def _left(self) -> int:
        return max(2, *map(len, self.labels))

    @property
    def fits(self) -> bool:
        return self.token is not None and self._columns(self.cell) <= COLUMNS

    @property
    def has_room(self) -> bool:
        """Whether the commonest words of a group fit behind its votes."""
        return self.with_words and self._columns(self.cell) + ROOM <= COLUMNS

    @property
    def rows(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """The votes of each group that has any, and of unknown words, block by block."""
        rows = zip(*(vote.weights for vote in self.votes), strict=True)
        by_label = dict(zip(self.labels, rows, strict=True))
        kept = self._unknown
        return {n: row for n, row in by_label.items() if n in kept or any(map(any, row))}

    @property
    def _unknown(self) -> set[str]:
        """The groups of unknown words, in the table of the word itself."""
        token, unknown = self.token, self.program.vocabulary.unknown
        if token is None or token.out.name not in [vote.reads for vote in self.votes]:
            return set()
        words = zip(self.program.vocabulary.words, token.lookup, strict=True)
        found = {value for word, value in words if word == unknown or is_stand_in(word)}
        return {str(symbol(token.out.type, value)) for value in found} if unknown else set()

    @property
    def header(self) -> Iterator[str]:
        """Comments that name the variables and, under them, the classes."""
        cell, count = self.cell, len(self.classes)
        titles = [f"{vote.reads[: cell * count]:<{cell * count}}" for vote in self.votes]
        yield (self._heading(titles) + ("| words" if self.has_room else "")).rstrip()
        names = [_short(name) for name in self.classes]
        if max(map(width, names)) < cell:
            lines = ["".join(" " * (cell - width(name)) + name for name in names)]
        else:
            upright = [name.replace("-", "")[:TALLEST] for name in names]
            lines = [
                "".join(name[i : i + 1].rjust(cell) for name in upright)
                for i in range(max(map(len, upright)))
            ]
        for line in lines:
            yield self._heading([line] * len(self.votes)).rstrip()

    def _heading(self, blocks: Sequence[str]) -> str:
        return f"#{' ' * (self._left - 1)}|{'|'.join(blocks)}"

    @property
    def lines(self) -> Iterator[str]:
        cell, left, has_room = self.cell, self._left, self.has_room
        lists = word_lists(self.token, self.program) if self.token and has_room else []
        words = {str(name): words for name, words in lists}
        for name, blocks in self.rows.items():
            cells = ["".join(f"{w or '.':>{cell}}" for w in row) for row in blocks]
            line = f"{name:<{left}}|{'|'.join(cells)}"
            if has_room:
                line += f"| {some_words(words.get(name), COLUMNS - len(line) - 2)}"
            yield line.rstrip()


def group_votes(program: Program, *, with_words: bool) -> tuple[GroupVotes, ...]:
    """A table for each variable that votes, if all hold groups of words; else none."""
    output, source = program.output, sources(program)
    if not isinstance(output, lang.Classifier) or not output.votes:
        return ()
    steps = {step.out.name: step for step in program.steps}
    tokens = [step for step in program.steps if isinstance(step, Token)]
    named = [step for step in tokens if _has_names(step.out.type) and is_learned(step, program)]
    holding = {v: step for step in named for v, name in source.items() if name == step.out.name}
    votes = sorted(output.votes, key=lambda vote: _offset(steps[vote.reads]))
    tables = [
        GroupVotes(program, (vote,), _names(token), token, with_words)
        for token in named
        for vote in votes
        if holding.get(vote.reads) == token
    ]
    for vote in votes:
        if vote.reads not in holding:
            together = _together(steps[vote.reads], vote, holding, program)
            if together is None:
                return ()
            tables.append(together)
    return tuple(tables)


def side_by_side(tables: Sequence[GroupVotes]) -> tuple[GroupVotes, ...]:
    """Tables of groups of the same words beside each other, as far as they fit."""
    found: list[GroupVotes] = []
    for table in tables:
        if found and table.token is not None and found[-1].token == table.token:
            wider = replace(found[-1], votes=(*found[-1].votes, *table.votes))
            if wider.fits:
                found[-1] = wider
                continue
        found.append(table)
    return tuple(found)


def _together(step: Step, vote: Vote, holding: Holding, program: Program) -> GroupVotes | None:
    """The votes of groups that come together, if that is what a variable says and is used for."""
    read = any(step.out.name in lang.reads(other) for other in program.steps)
    if not isinstance(step, lang.Mlp) or not isinstance(step.function, lang.Table) or read:
        return None
    voted = isinstance(step.out.type, Categorical)  # a number has one row of votes
    if not voted or len(step.reads) < 2 or not all(name in holding for name in step.reads):
        return None
    names = [_names(holding[name]) for name in step.reads]
    labels = list(map(" ".join, product(*names)))
    said = {
        label: vote.weights[value]
        for label, value in zip(labels, step.function.cells, strict=True)
        if any(vote.weights[value])
    }
    rows = replace(vote, weights=tuple(said.values()))
    return GroupVotes(program, (rows,), tuple(said), None, False) if said else None


def _names(token: Token) -> tuple[str, ...]:
    assert isinstance(token.out.type, Categorical)
    return tuple(map(str, token.out.type.values))


def _offset(step: Step) -> int:
    """How far from a word a variable is copied from, if it is; the word itself in the middle."""
    if isinstance(step, lang.CategoricalHead) and isinstance(step.predicate, lang.Compare):
        return step.predicate.shift
    return 0


def _has_names(type: Type) -> bool:
    """Whether values are names of groups that a row can begin with."""
    return isinstance(type, Categorical) and all(
        isinstance(value, str) and value.isidentifier() and value.isascii() for value in type.values
    )


def group_comments(lists: Lists, shown: Iterable[str | int]) -> list[str]:
    """The groups that no table shows, two in a line: name, size, commonest words.

    Not those of one word that is their name, nor of one mark.
    """
    plain = {name for name, words in lists if [name] == [*map(name_of_word, words)]}
    marks = {name for name, words in lists if len(words) == 1 and _is_mark(*words)}
    within = {*shown, *plain, *marks}
    names = [(on_one_line(str(name)), words) for name, words in lists if name not in within]
    left, half = max((len(name) for name, _ in names), default=0), COLUMNS // 2 - 2
    cells = [f"{f'{n:<{left}} {some_words(words, half - left - 1)}':<{half}}" for n, words in names]
    pairs = [cells[i : i + 2] for i in range(0, len(cells), 2)]
    return [f"# {'  '.join(pair)}".rstrip() for pair in pairs]


def on_one_line(text: str) -> str:
    """A text for a comment, which it does not end."""
    return text if text.isprintable() else literal(text)[1:-1]


def some_words(words: Words | None, room: int) -> str:
    """The size of a group, and as many of its commonest words as there is room for.

    Marks, and words that stand for others such as <Xx~ing>, come last.
    """
    if words is None:
        return "all other and unknown words"
    text = f"{len(words):,}"
    for word in sorted(words, key=_is_mark):
        plain = word.isprintable() and not set(word) & set('\\"#|') and " " not in word
        if plain and width(f"{text} {word}") <= room:
            text += f" {word}"
        elif plain:
            break
    return text


def _is_mark(word: str) -> bool:
    """Whether a word is no word of a text: <s>, or one that stands for others."""
    return word[:1] + word[-1:] == "<>"


def _short(name: str) -> str:
    plain = literal(name)[1:-1]
    return plain if len(plain) <= 12 else plain[:11] + "…"
