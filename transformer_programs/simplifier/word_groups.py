"""Groups of words and of pairs of words: equal ones become one, the rest stand in order, named.

A learned Token variable puts every word into a group. Its values are only ever told apart, so that
they can be merged, reordered and named without changing an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis.grids import cells_of, match_grid, rows_of
from ..printer.group_names import class_names, group_name, identifier, is_ours, numbered
from ..printer.scope import is_learned, sources
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain

Votes = tuple[lang.Vote, ...]


def named_groups(program: Program) -> Program:
    """The same function with fewer values: equal groups merged, the rest in order, with names."""
    source = sources(program)
    fixed = _compared(program, source)
    for step in program.steps:
        name = step.out.name
        if isinstance(step, lang.Token) and name not in fixed and is_learned(step, program):
            held = frozenset(one for one, origin in source.items() if origin == name)
            program = _merged(program, step, held)
    for vote in _votes(program):
        program = _with_named_pairs(program, vote)
    return program


def _votes(program: Program) -> Votes:
    return program.output.votes if isinstance(program.output, lang.Classifier) else ()


def _rebuilt(program: Program, steps: Iterable[lang.Step], votes: Iterable[lang.Vote]) -> Program:
    output = program.output
    if isinstance(output, lang.Classifier):
        output = replace(output, votes=tuple(votes))
    return replace(program, steps=tuple(steps), output=output)


def _compared(program: Program, source: Mapping[str, str]) -> set[str | None]:
    """The input variables whose values meet arithmetic, an order, other variables or the answer."""
    found: set[str | None] = set()
    for step in program.steps:
        if isinstance(step, lang.Head):
            rule, asked = step.predicate, {source.get(step.query), source.get(step.key)}
            equal = rule in (lang.Compare("=="), lang.Compare("!=")) and len(asked) == 1
            if isinstance(rule, lang.Compare) and not equal:
                found |= asked
            if lang.score_of(step) is not None:
                found.add(source.get(step.key))
        elif isinstance(step, lang.Mlp) and isinstance(step.function, lang.Formula):
            found |= {source.get(name) for name in step.reads}
    if isinstance(program.output, lang.Answer):
        found.add(source.get(program.output.reads))
    return found


# --- groups of words ------------------------------------------------------------------------------


def _merged(program: Program, token: lang.Token, held: frozenset[str]) -> Program:
    """The program with one value for all groups that every use treats alike.

    `held`: the variables that hold the groups of the token.
    """
    kinds, votes = types(program), _votes(program)
    uses: list[NDArray[Any]] = [np.array(vote.weights) for vote in votes if vote.reads in held]
    asked: set[int] = set()
    for step in program.steps:
        reads, grid = _grid(step, kinds, held)
        uses += [np.moveaxis(grid, axis, 0) for axis, name in enumerate(reads) if name in held]
        if isinstance(step, lang.Head) and step.key in held and isinstance(step.predicate, lang.Is):
            asked.add(step.predicate.value)
    alike: dict[tuple[bytes, ...], list[int]] = {}
    for value in sorted({*token.lookup, *asked}):
        alike.setdefault(tuple(use[value].tobytes() for use in uses), []).append(value)
    labels = class_names(program.output)
    spoken = {same[0]: _spoken(program, token, held, same[0]) for same in alike.values()}
    first = {value: place for place, value in reversed(list(enumerate(token.lookup)))}

    def order(same: list[int]) -> tuple[int, int]:
        commonest = min(first.get(value, len(token.lookup)) for value in same)
        return [*labels, ""].index(spoken[same[0]]), commonest

    groups = sorted(alike.values(), key=order)
    kept = [same[0] for same in groups]
    place = {value: number for number, same in enumerate(groups) for value in same}
    words: list[list[str]] = [[] for _ in kept]
    for word, value in zip(program.vocabulary.words, token.lookup, strict=True):
        words[place[value]].append(word)
    assert isinstance(token.out.type, Categorical)
    names = [token.out.type.values[value] for value in kept]
    if all(is_ours(name, of, labels) for name, of in zip(names, words, strict=True)):
        wanted = zip(kept, words, strict=True)
        names = numbered(group_name(spoken[value], of, program) for value, of in wanted)

    def revalued(step: lang.Step) -> lang.Step:
        step = _taken(step, kinds, held, kept, place)
        if step.out.name in held:
            step = replace(step, out=replace(step.out, type=Categorical(tuple(names))))
        if isinstance(step, lang.Token) and step.out.name == token.out.name:
            step = replace(step, lookup=tuple(place[value] for value in step.lookup))
        return step

    cast = [
        replace(vote, weights=tuple(vote.weights[value] for value in kept))
        if vote.reads in held
        else vote
        for vote in votes
    ]
    return _rebuilt(program, map(revalued, program.steps), cast)


def _grid(
    step: lang.Step, kinds: Mapping[str, Type], held: frozenset[str]
) -> tuple[tuple[str, ...], NDArray[Any]]:
    """The table of a step that reads `held` variables, and the variable of each of its axes."""
    match step:
        case lang.Mlp(_, reads, lang.Table(cells)) if held.intersection(reads):
            return reads, np.array(cells).reshape([len(domain(kinds[name])) for name in reads])
        case lang.CategoricalHead() | lang.NumericalHead() if held & {step.query, step.key}:
            if isinstance(step.predicate, lang.Rows):
                grid = match_grid(step.predicate, kinds[step.query], kinds[step.key])
                return (step.query, step.key), grid
            if step.key in held:
                keys = np.array(domain(kinds[step.key]))
                if isinstance(step.predicate, lang.Is):
                    keys = keys == step.predicate.value
                return (step.key,), keys  # a comparison is one with itself
    return (), np.array(0)


def _taken(
    step: lang.Step,
    kinds: Mapping[str, Type],
    held: frozenset[str],
    kept: list[int],
    place: Mapping[int, int],
) -> lang.Step:
    """A step for the groups that are kept."""
    reads, grid = _grid(step, kinds, held)
    for axis, name in enumerate(reads):
        grid = grid.take(kept, axis=axis) if name in held else grid
    if isinstance(step, lang.Mlp) and reads:
        return replace(step, function=cells_of(grid))
    if isinstance(step, lang.Head) and reads:
        if isinstance(step.predicate, lang.Is):
            return replace(step, predicate=lang.Is(place[step.predicate.value]))
        if isinstance(step.predicate, lang.Rows):
            return replace(step, predicate=rows_of(grid, kinds[step.key]))
    return step


def _spoken(program: Program, token: lang.Token, held: frozenset[str], value: int) -> str:
    """The class that a group speaks for: where it stands itself, else wherever it is copied to."""
    votes = [vote for vote in _votes(program) if vote.reads in held]
    own = [vote.weights[value] for vote in votes if vote.reads == token.out.name]
    rows = own if any(map(any, own)) else [vote.weights[value] for vote in votes]
    total = [sum(column) for column in zip(*rows, strict=True)]
    if not total or total.count(max(total)) > 1:
        return ""
    return class_names(program.output)[total.index(max(total))]


# --- groups of pairs ------------------------------------------------------------------------------


def _with_named_pairs(program: Program, vote: lang.Vote) -> Program:
    """The same function where groups of pairs that vote have names; those with equal votes are one.

    A pair is named by the groups of its two words.
    """
    kinds, source, output = types(program), sources(program), program.output
    step = next(step for step in program.steps if step.out.name == vote.reads)
    is_read = any(step.out.name in lang.reads(other) for other in program.steps)
    if not isinstance(step, lang.Mlp) or not isinstance(step.function, lang.Table) or is_read:
        return program
    tokens = {one.out.name: one for one in program.steps if isinstance(one, lang.Token)}
    type, held = step.out.type, [tokens.get(source.get(name, "")) for name in step.reads]
    if not isinstance(type, Categorical) or len(held) != 2:
        return program
    if not all(token is not None and is_learned(token, program) for token in held):
        return program
    names = [kind.values for kind in map(kinds.get, step.reads) if isinstance(kind, Categorical)]
    if any(isinstance(value, int) for values in names for value in values):
        return program
    cells, labels, width = step.function.cells, class_names(output), len(names[1])
    pairs = [f"{before} {here}" for before in names[0] for here in names[1]]
    old = {(type.values[value], pair) for value, pair in zip(cells, pairs, strict=True)}
    if not all(is_ours(name, (pair,), labels) for name, pair in old if name != "other"):
        return program
    groups: dict[tuple[int, ...], list[int]] = {}  # cells by votes, pairs of frequent words first
    for cell in sorted(range(len(cells)), key=lambda cell: max(divmod(cell, width))):
        groups.setdefault(vote.weights[cells[cell]], []).append(cell)
    begin = identifier(program.vocabulary.begin or "")

    def named(row: tuple[int, ...]) -> str:
        spoken = labels[row.index(max(row))] if row.count(max(row)) == 1 else ""
        both = [[identifier(word) for word in pairs[cell].split(" ")] for cell in groups[row]]
        plain = (words for words in both if all(map(str.isalpha, words)) and words[0] != begin)
        return "_".join(filter(None, (spoken, *next(plain, both[0])))) if any(row) else "other"

    rows = sorted(groups, key=lambda row: (not any(row), [-weight for weight in row]))
    place = {cell: number for number, row in enumerate(rows) for cell in groups[row]}
    out = replace(step.out, type=Categorical(tuple(numbered(map(named, rows)))))
    made = lang.Mlp(out, step.reads, lang.Table(tuple(place[cell] for cell in range(len(pairs)))))
    steps = [made if one is step else one for one in program.steps]
    cast = [replace(vote, weights=tuple(rows)) if one is vote else one for one in _votes(program)]
    return _rebuilt(program, steps, cast)
