"""Word groups that a person can read: equal ones are one, and each has a name for what it says.

A learned Token variable puts every word into a group. Its values are only ever told apart, so that
they can be merged, reordered and named without changing an answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from itertools import count as count_from
from typing import assert_never

import numpy as np

from ..meaning.words import is_stand_in
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain, symbol

MAX_VOTE = 18  # of a row that may be written with other numbers
MAX_WORD = 14  # letters of the word in a name
FREQUENT = 10  # a word of the first tenth of the vocabulary, which is sorted, is frequent
MIN_FREQUENT = 500  # words that are frequent in any case
ALIKE = 0.8  # of the words of a group, those that must be of a kind to give it their name
PART = re.compile("^[BIESLU]-(?=.)")  # says where in an entity a tag stands


def named_groups(program: Program) -> Program:
    """The same function with fewer values: equal groups merged, the rest in order, with names."""
    source, output = sources(program), program.output
    fixed = _told_by_more(program, source)
    if isinstance(output, lang.Classifier):  # all classes may share what a group adds to each
        votes = tuple(
            replace(vote, weights=tuple(map(_narrow, vote.weights)))
            if vote.reads in source
            else vote
            for vote in output.votes
        )
        program = replace(program, output=replace(output, votes=votes))
    for step in program.steps:
        free = step.out.name not in fixed
        if isinstance(step, lang.Token) and free and is_learned(step, program):
            program = _Merger.of(program, step, source).merged()
    return program


def _narrow(row: tuple[int, ...]) -> tuple[int, ...]:
    """The row with as many 0 as there can be in small numbers; of two, none is below 0.

    >>> _narrow((10, 0, 0, -2)), _narrow((-9, -9, 9, -8)), _narrow((2, 0, 1, 0)), _narrow((-8, 0))
    ((10, 0, 0, -2), (0, 0, 18, 1), (2, 0, 1, 0), (0, 8))
    """

    def cost(shift: int) -> tuple[int, bool, int]:
        return -row.count(shift), len(row) == 2 and min(row) < shift, abs(shift)

    best = min(range(max(row) - MAX_VOTE, min(row) + MAX_VOTE + 1), key=cost, default=0)
    return tuple(weight - best for weight in row)


def sources(program: Program) -> dict[str, str]:
    """For each variable that only ever holds values of an input variable: which one."""
    source: dict[str, str] = {}
    for step in program.steps:
        match step:
            case lang.Token(out, _):
                source[out.name] = out.name
            case lang.CategoricalHead(out=out, value=value):
                source |= {out.name: source[value]} if value in source else {}
            case lang.Position() | lang.One() | lang.NumericalHead() | lang.Mlp():
                pass
            case other:
                assert_never(other)
    return source


def is_identity(step: lang.Token, program: Program) -> bool:
    """Whether every word is its own value."""
    pairs = zip(program.vocabulary.words, step.lookup, strict=True)
    return all(symbol(step.out.type, value) == word for word, value in pairs)


def is_learned(step: lang.Token, program: Program) -> bool:
    """Whether values group words. Numbers, and new names for single words, speak for themselves."""
    grouped = len(set(step.lookup)) < len(step.lookup)
    return isinstance(step.out.type, Categorical) and grouped and not is_identity(step, program)


def _told_by_more(program: Program, source: Mapping[str, str]) -> set[str]:
    """The input variables whose values meet arithmetic, an order, other variables or the answer."""
    found: set[str] = set()
    for step in program.steps:
        match step:
            case lang.CategoricalHead() | lang.NumericalHead():
                rule, asked = step.predicate, {source.get(step.query), source.get(step.key)}
                equal = rule in (lang.Compare("=="), lang.Compare("!=")) and len(asked) == 1
                if isinstance(rule, lang.Compare) and not equal:
                    found |= {name for name in asked if name is not None}
                if lang.score_of(step) is not None and step.key in source:
                    found.add(source[step.key])
            case lang.Mlp(_, reads, lang.Formula()):
                found |= {source[name] for name in reads if name in source}
            case lang.Token() | lang.Position() | lang.One() | lang.Mlp():
                pass
            case other:
                assert_never(other)
    if isinstance(program.output, lang.Answer) and program.output.reads in source:
        found.add(source[program.output.reads])
    return found


@dataclass(frozen=True, slots=True)
class _Merger:
    """A Token variable, the variables that hold its values, and the groups that stay."""

    program: Program
    token: lang.Token
    held: frozenset[str]
    kept: tuple[int, ...]  # one value for each group that stays, in the new order
    place: Mapping[int, int]  # old value -> its group

    @staticmethod
    def of(program: Program, token: lang.Token, source: Mapping[str, str]) -> _Merger:
        held = frozenset(name for name, origin in source.items() if origin == token.out.name)
        asked = {
            step.predicate.value
            for step in program.steps
            if isinstance(step, lang.Head)
            and isinstance(step.predicate, lang.Is)
            and step.key in held
        }
        used = sorted({*token.lookup, *asked})
        says = list(_uses(program, held))
        alike: dict[tuple[Hashable, ...], list[int]] = {}
        for value in used:
            alike.setdefault(tuple(use[value] for use in says), []).append(value)
        first = {value: place for place, value in reversed(list(enumerate(token.lookup)))}
        spoken = {same[0]: _spoken(program, token, held, same[0]) for same in alike.values()}
        ranks = {name: rank for rank, name in enumerate([*_class_names(program.output), ""])}

        def order(same: list[int]) -> tuple[int, int]:
            commonest = min(first.get(value, len(token.lookup)) for value in same)
            return ranks[spoken[same[0]]], commonest

        groups = sorted(alike.values(), key=order)
        place = {value: i for i, same in enumerate(groups) for value in same}
        return _Merger(program, token, held, tuple(same[0] for same in groups), place)

    def merged(self) -> Program:
        type = Categorical(self._names())
        known = types(self.program)
        steps = [self._step(step, type, known) for step in self.program.steps]
        output = self.program.output
        if isinstance(output, lang.Classifier):
            votes = tuple(
                lang.Vote(vote.reads, tuple(vote.weights[value] for value in self.kept))
                if vote.reads in self.held
                else vote
                for vote in output.votes
            )
            output = replace(output, votes=votes)
        made = replace(self.program, steps=tuple(steps), output=output)
        return self.program if made == self.program else made

    def _step(self, step: lang.Step, type: Categorical, known: Mapping[str, Type]) -> lang.Step:
        if step.out.name in self.held:
            step = replace(step, out=replace(step.out, type=type))
        match step:
            case lang.Token(_, lookup):
                if step.out.name != self.token.out.name:
                    return step
                return replace(step, lookup=tuple(self.place[value] for value in lookup))
            case lang.CategoricalHead() | lang.NumericalHead():
                return self._head(step)
            case lang.Mlp(_, reads, lang.Table(cells)) if self.held.intersection(reads):
                shape = [len(domain(known[name])) for name in reads]
                grid = np.array(cells, dtype=object).reshape(shape)
                for axis, name in enumerate(reads):
                    if name in self.held:
                        grid = grid.take(self.kept, axis=axis)
                return replace(step, function=lang.Table(tuple(grid.ravel().tolist())))
            case lang.Mlp() | lang.Position() | lang.One():
                return step
            case other:
                assert_never(other)

    def _head(self, head: lang.Head) -> lang.Head:
        asks, is_asked = head.query in self.held, head.key in self.held
        match head.predicate:
            case lang.Is(value) if is_asked:
                head = replace(head, predicate=lang.Is(self.place[value]))
            case lang.Rows(accepts):
                rows = [accepts[value] for value in self.kept] if asks else accepts
                if is_asked:
                    kept = ({self.place[k] for k in row if k in self.place} for row in rows)
                    rows = [tuple(sorted(row)) for row in kept]
                head = replace(head, predicate=lang.Rows(tuple(rows)))
            case lang.Is() | lang.Compare():
                pass
            case other:
                assert_never(other)
        return head

    def _names(self) -> tuple[str | int, ...]:
        """A name for each group; those that a person gave stay."""
        words: list[list[str]] = [[] for _ in self.kept]
        for word, value in zip(self.program.vocabulary.words, self.token.lookup, strict=True):
            words[self.place[value]].append(word)
        type, labels = self.token.out.type, _class_names(self.program.output)
        assert isinstance(type, Categorical)
        old = [type.values[value] for value in self.kept]
        if not all(_is_ours(name, of, labels) for name, of in zip(old, words, strict=True)):
            return tuple(old)
        names: dict[str, None] = {}
        for value, group in zip(self.kept, words, strict=True):
            wanted = group_name(
                _spoken(self.program, self.token, self.held, value), group, self.program
            )
            numbered = (f"{wanted}_{number}" for number in count_from(2))
            names[next(name for name in chain([wanted], numbered) if name not in names)] = None
        return tuple(names)


def group_name(label: str, words: Sequence[str], program: Program) -> str:
    """A name for a group of words: the label it speaks for, and its commonest frequent word.

    >>> from transformer_programs.shelf import places
    >>> group_name("loc", ["in", "at", "near"], places.program), group_name("", [], places.program)
    ('loc_in', 'none')
    """
    vocabulary = program.vocabulary
    marks = (vocabulary.begin, vocabulary.end)
    plain = [word for word in words if not is_stand_in(word) and word not in marks]
    if vocabulary.unknown in words:
        return "other"
    if not plain:
        kinds = {"begin": vocabulary.begin, "end": vocabulary.end}
        found = [kind for kind, mark in kinds.items() if mark in words]
        ends = sorted({word[1:-1].partition("~")[2] for word in words if is_stand_in(word)})
        found += ["unseen", *ends[:1]] if len(ends) == 1 else ["unseen"] if ends else []
        return "_".join([*filter(None, [label] if ends else []), *filter(None, found)]) or "none"
    digits = sum(any(map(str.isdigit, word)) for word in plain)
    signs = sum(not any(map(str.isalnum, word)) for word in plain)
    kind = "numbers" if digits >= ALIKE * len(plain) else ""
    kind = "signs" if signs >= ALIKE * len(plain) and len(plain) > 1 else kind
    common = max(MIN_FREQUENT, len(vocabulary.words) // FREQUENT)
    frequent = {*vocabulary.words[:common]} if len(plain) > 1 else {*plain}
    spelled = (identifier(word) for word in plain if word in frequent)
    short = [name for name in spelled if 1 < len(name) <= MAX_WORD]
    word = kind or next(chain(filter(str.isalpha, short), short), "")
    word = word or (name_of_word(plain[0]) if len(plain) == 1 else "" if label else "rare")
    return "_".join(dict.fromkeys(filter(None, (label, word))))


def _is_ours(name: object, words: Sequence[str], labels: Sequence[str]) -> bool:
    """Whether a name of a group is a number, or one that `group_name` makes of labels and words."""
    if isinstance(name, int):
        return True
    text = re.sub(r"_\d+$", "", str(name))
    starts = [label for label in labels if text == label or text.startswith(f"{label}_")]
    rest = text[len(max(starts, key=len, default="")) :].strip("_")
    known = {"", "other", "begin", "end", "begin_end", "numbers", "digits", "signs", "rare", "none"}
    made = {*map(identifier, words), *map(name_of_word, words)}
    return rest in known or rest.startswith("unseen") or any(one.startswith(rest) for one in made)


def _uses(program: Program, held: frozenset[str]) -> Iterator[Sequence[Hashable]]:
    """For each use of a variable, what it makes of each value."""
    known = types(program)
    for step in program.steps:
        match step:
            case lang.CategoricalHead() | lang.NumericalHead():
                yield from _uses_of_head(step, held, known)
            case lang.Mlp(_, reads, lang.Table(cells)):
                shape = [len(domain(known[name])) for name in reads]
                grid = np.array(cells, dtype=object).reshape(shape)
                for axis, name in enumerate(reads):
                    if name in held:
                        parts = np.moveaxis(grid, axis, 0).reshape(shape[axis], -1)
                        yield [tuple(part) for part in parts.tolist()]
            case lang.Mlp() | lang.Token() | lang.Position() | lang.One():
                pass
            case other:
                assert_never(other)
    if isinstance(program.output, lang.Classifier):
        yield from (vote.weights for vote in program.output.votes if vote.reads in held)


def _uses_of_head(
    head: lang.Head, held: frozenset[str], known: Mapping[str, Type]
) -> Iterator[Sequence[Hashable]]:
    rule = head.predicate
    if head.query in held and isinstance(rule, lang.Rows):
        yield rule.accepts
    if head.key not in held:
        return
    keys = domain(known[head.key])
    match rule:
        case lang.Compare():  # of the variable with itself, or it were left alone
            yield keys
        case lang.Is(value):
            yield [key == value for key in keys]
        case lang.Rows(accepts):
            yield [tuple(key in row for row in map(set, accepts)) for key in keys]
        case other:
            assert_never(other)


def _class_names(output: lang.Output) -> list[str]:
    """A name for each class; the parts of an entity have the same."""
    if not isinstance(output, lang.Classifier):
        return []
    names = [PART.sub("", name) for name in output.classes]
    spelled = [identifier(name) or name_of_word(name) for name in names]
    return [name if name[:1].isalpha() else f"label_{name}" for name in spelled]


def _spoken(program: Program, token: lang.Token, held: frozenset[str], value: int) -> str:
    """The class that a group speaks for: where it stands itself, else wherever it is copied to."""
    if not isinstance(program.output, lang.Classifier):
        return ""
    votes = [vote for vote in program.output.votes if vote.reads in held]
    own = [vote.weights[value] for vote in votes if vote.reads == token.out.name]
    rows = own if any(map(any, own)) else [vote.weights[value] for vote in votes]
    total = [sum(column) for column in zip(*rows, strict=True)]
    if not total or total.count(max(total)) > 1:
        return ""
    return _class_names(program.output)[total.index(max(total))]


def name_of_word(word: str) -> str:
    """The name of one word or sign.

    >>> name_of_word("Difference"), name_of_word("?"), name_of_word("--"), name_of_word("7")
    ('difference', 'question_mark', 'sign', '7')
    """
    sign = unicodedata.name(word, "") if len(word) == 1 and not word.isalnum() else ""
    return identifier(word) or identifier(sign) or "sign"


def identifier(text: str) -> str:
    """A text as part of a name, "" where nothing is left of it.

    >>> identifier("Sci/Tech"), identifier("1996"), identifier("'s"), identifier("Mañana")
    ('sci_tech', '1996', 's', 'mañana')
    """
    return re.sub(r"\W+", "_", text.lower()).strip("_")
