"""Word groups that a person can read: equal ones are one, and each has a name for what it says.

A learned Token variable puts every word into a group. Its values are only ever told apart, so that
they can be merged, reordered and named without changing an answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from itertools import count as count_from
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis.grids import cells_of, match_grid, rows_of
from ..meaning.words import is_stand_in
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain
from .scope import is_learned, sources

MAX_VOTE = 9  # of a row that may be written with other numbers
MAX_WORD = 14  # letters of the word in a name
FREQUENT = 10  # a word of the first tenth of the vocabulary, which is sorted, is frequent
MIN_FREQUENT = 500  # words that are frequent in any case
ALIKE = 0.8  # of the words of a group, those that must be of a kind to give it their name
OTHER = "<other>"  # the words of no pair, where all others are called by themselves
PART = re.compile("^[BIESLU]-(?=.)")  # says where in an entity a tag stands


def named_groups(program: Program) -> Program:
    """The same function with fewer values: equal groups merged, the rest in order, with names."""
    source, output = sources(program), program.output
    fixed = _compared(program, source)
    if isinstance(output, lang.Classifier):  # all classes may share what a group adds to each
        votes = tuple(
            replace(vote, weights=tuple(map(_narrow, vote.weights)))
            if vote.reads in source
            else vote
            for vote in output.votes
        )
        program = replace(program, output=replace(output, votes=votes))
    for step in program.steps:
        name = step.out.name
        if isinstance(step, lang.Token) and name not in fixed and is_learned(step, program):
            held = frozenset(one for one, origin in source.items() if origin == name)
            made = _merged(program, step, held)
            program = program if made == program else made
    return _with_named_pairs(program)


def _with_named_pairs(program: Program) -> Program:
    """The same function where groups of pairs that vote have names for what they say.

    Groups with equal votes are one.
    """
    output, source = program.output, sources(program)
    tokens = {step.out.name: step for step in program.steps if isinstance(step, lang.Token)}
    learned = {name for name, origin in source.items() if is_learned(tokens[origin], program)}
    for vote in output.votes if isinstance(output, lang.Classifier) else ():
        step = next(step for step in program.steps if step.out.name == vote.reads)
        others = [lang.reads(other) for other in program.steps]
        if not isinstance(step, lang.Mlp) or any(step.out.name in reads for reads in others):
            continue
        if not isinstance(step.function, lang.Table) or not isinstance(step.out.type, Categorical):
            continue
        kinds = [types(program)[name] for name in step.reads if name in learned]
        names = [kind.values for kind in kinds if isinstance(kind, Categorical)]
        plain = all(isinstance(value, str) for values in names for value in values)
        if len(names) == len(step.reads) == 2 and plain:
            program = _with_pair_groups(program, step, vote, names)
    return program


def _with_pair_groups(
    program: Program, step: lang.Mlp, vote: lang.Vote, names: Sequence[Sequence[str | int]]
) -> Program:
    """The program with a value per row of votes of a step that says which pair stands somewhere."""
    type, output = step.out.type, program.output
    assert isinstance(type, Categorical)
    assert isinstance(step.function, lang.Table)
    assert isinstance(output, lang.Classifier)
    labels, width, cells = _class_names(output), len(names[1]), step.function.cells
    begin = program.vocabulary.begin
    pairs = [f"{before} {here}" for before, here in product(*names)]
    old = {(type.values[value], pair) for value, pair in zip(cells, pairs, strict=True)}
    if not all(_is_ours(name, (pair,), labels) for name, pair in old if name != "other"):
        return program
    groups: dict[tuple[int, ...], list[int]] = {}  # cells by votes, pairs of frequent words first
    for cell in sorted(range(len(cells)), key=lambda cell: max(divmod(cell, width))):
        groups.setdefault(vote.weights[cells[cell]], []).append(cell)

    def named(row: tuple[int, ...]) -> str:
        spoken = labels[row.index(max(row))] if row.count(max(row)) == 1 else ""
        both = [[identifier(word) for word in pairs[cell].split(" ")] for cell in groups[row]]
        plain = (words for words in both if all(map(str.isalpha, words)))  # not a mark or a sign
        unmarked = (words for words in plain if begin is None or words[0] != identifier(begin))
        words = next(unmarked, both[0])
        return "_".join(filter(None, (spoken, *words))) if any(row) else "other"

    rows = sorted(groups, key=lambda row: (not any(row), [-weight for weight in row]))
    place = {cell: number for number, row in enumerate(rows) for cell in groups[row]}
    out = replace(step.out, type=Categorical(tuple(_numbered(map(named, rows)))))
    made = lang.Mlp(out, step.reads, lang.Table(tuple(place[cell] for cell in range(len(pairs)))))
    cast = [replace(one, weights=tuple(rows)) if one is vote else one for one in output.votes]
    steps = tuple(made if one is step else one for one in program.steps)
    return replace(program, steps=steps, output=replace(output, votes=tuple(cast)))


def _narrow(row: tuple[int, ...]) -> tuple[int, ...]:
    """The row with as many 0 as there can be in small numbers; of two, none is below 0.

    >>> _narrow((7, 0, 0, -2)), _narrow((-4, -4, 5, -3)), _narrow((2, 0, 1, 0)), _narrow((-8, 0))
    ((7, 0, 0, -2), (0, 0, 9, 1), (2, 0, 1, 0), (0, 8))
    """

    def cost(shift: int) -> tuple[int, bool, int]:
        return -row.count(shift), len(row) == 2 and min(row) < shift, abs(shift)

    best = min(range(max(row) - MAX_VOTE, min(row) + MAX_VOTE + 1), key=cost, default=0)
    return tuple(weight - best for weight in row)


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


# --- merging --------------------------------------------------------------------------------------


def _grid(
    step: lang.Step, kinds: Mapping[str, Type], held: frozenset[str]
) -> tuple[tuple[str, ...], NDArray[Any]]:
    """The table of a step that reads `held` variables, and the variable of each of its axes."""
    match step:
        case lang.Mlp(_, reads, lang.Table(cells)):
            return reads, np.array(cells).reshape([len(domain(kinds[name])) for name in reads])
        case lang.CategoricalHead() | lang.NumericalHead():
            if isinstance(step.predicate, lang.Rows):
                grid = match_grid(step.predicate, kinds[step.query], kinds[step.key])
                return (step.query, step.key), grid
            if step.key in held:
                keys = np.array(domain(kinds[step.key]))
                if isinstance(step.predicate, lang.Is):
                    keys = keys == step.predicate.value
                return (step.key,), keys  # a comparison is one with itself
    return (), np.array(0)


def _merged(program: Program, token: lang.Token, held: frozenset[str]) -> Program:
    """The program with one value for all groups that every use treats alike.

    `held`: the variables that hold the groups of the token.
    """
    kinds, output = types(program), program.output
    votes = output.votes if isinstance(output, lang.Classifier) else ()
    uses: list[NDArray[Any]] = [np.array(vote.weights) for vote in votes if vote.reads in held]
    asked: set[int] = set()
    for step in program.steps:
        if not held.intersection(lang.reads(step)):
            continue
        reads, grid = _grid(step, kinds, held)
        uses += [np.moveaxis(grid, axis, 0) for axis, name in enumerate(reads) if name in held]
        if isinstance(step, lang.Head) and step.key in held:
            asked |= {step.predicate.value} if isinstance(step.predicate, lang.Is) else set()
    vocabulary, alike = program.vocabulary, dict[tuple[bytes, ...], list[int]]()
    values = sorted({*token.lookup, *asked})
    used = {value: tuple(use[value].tobytes() for use in uses) for value in values}
    named = _words_named_by_pairs(program, token, held)
    if named:  # they stay apart; those without votes are like unknown words
        rest = used[token.lookup[vocabulary.words.index(str(vocabulary.unknown))]]
        used = {v: use if use == rest else (*use, str(v).encode()) for v, use in used.items()}
    for value, use in used.items():
        alike.setdefault(use, []).append(value)
    spoken = {same[0]: _spoken(program, token, held, same[0]) for same in alike.values()}
    labels = _class_names(output)
    ranks = {name: rank for rank, name in enumerate([*labels, ""])}
    first = {value: place for place, value in reversed(list(enumerate(token.lookup)))}

    def order(same: list[int]) -> tuple[int, int]:
        commonest = min(first.get(value, len(token.lookup)) for value in same)
        return ranks[spoken[same[0]]], commonest

    groups = sorted(alike.values(), key=order)
    kept = [same[0] for same in groups]
    place = {value: number for number, same in enumerate(groups) for value in same}
    words: list[list[str]] = [[] for _ in kept]
    for word, value in zip(program.vocabulary.words, token.lookup, strict=True):
        words[place[value]].append(word)
    assert isinstance(token.out.type, Categorical)
    names = [token.out.type.values[value] for value in kept]
    if all(_is_ours(name, of, labels) for name, of in zip(names, words, strict=True)):
        wanted = [group_name(spoken[v], of, program) for v, of in zip(kept, words, strict=True)]
        if named:
            firsts = [of[0] if of else name for of, name in zip(words, wanted, strict=True)]
            other = [vocabulary.unknown in of for of in words]
            wanted = [OTHER if is_it else name for is_it, name in zip(other, firsts, strict=True)]
        names = _numbered(wanted)
    type = Categorical(tuple(names))

    def revalued(step: lang.Step) -> lang.Step:
        if held.intersection(lang.reads(step)):
            step = _taken(step, kinds, held, kept, place)
        if step.out.name in held:
            step = replace(step, out=replace(step.out, type=type))
        if isinstance(step, lang.Token) and step.out.name == token.out.name:
            step = replace(step, lookup=tuple(place[value] for value in step.lookup))
        return step

    if isinstance(output, lang.Classifier):
        cast = {
            vote.reads: replace(vote, weights=tuple(vote.weights[value] for value in kept))
            for vote in votes
            if vote.reads in held
        }
        output = replace(output, votes=tuple(cast.get(vote.reads, vote) for vote in votes))
    return replace(program, steps=tuple(map(revalued, program.steps)), output=output)


def _taken(
    step: lang.Step,
    kinds: Mapping[str, Type],
    held: frozenset[str],
    kept: list[int],
    place: Mapping[int, int],
) -> lang.Step:
    """A step that reads groups, for the groups that are kept."""
    reads, grid = _grid(step, kinds, held)
    for axis, name in enumerate(reads):
        grid = grid.take(kept, axis=axis) if name in held else grid
    if isinstance(step, lang.Mlp):
        return replace(step, function=cells_of(grid))
    assert isinstance(step, lang.Head)
    if isinstance(step.predicate, lang.Is) and step.key in held:
        return replace(step, predicate=lang.Is(place[step.predicate.value]))
    if isinstance(step.predicate, lang.Rows):
        return replace(step, predicate=rows_of(grid, kinds[step.key]))
    return step


# --- names ----------------------------------------------------------------------------------------


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


def _words_named_by_pairs(program: Program, token: lang.Token, held: frozenset[str]) -> bool:
    """Whether a variable tells apart single words, all but unknown ones, and only for pairs."""
    votes = program.output.votes if isinstance(program.output, lang.Classifier) else ()
    unknown = program.vocabulary.unknown
    if unknown is None or any(vote.reads in held for vote in votes):
        return False
    listed = Counter(token.lookup)
    del listed[token.lookup[program.vocabulary.words.index(unknown)]]
    single = [w for w, v in zip(program.vocabulary.words, token.lookup, strict=True) if v in listed]
    plain = all(word.isprintable() and word.split() == [word] for word in single)
    return plain and len(single) == len(listed)


def _numbered(wanted: Iterable[str]) -> list[str | int]:
    """Different names: a number tells equal ones apart."""
    names: dict[str | int, None] = {}
    for name in wanted:
        numbered = chain([name], (f"{name}_{number}" for number in count_from(2)))
        names[next(one for one in numbered if one not in names)] = None
    return list(names)


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
    """Whether a name of a group is a number, or made of labels and words."""
    if isinstance(name, int):
        return True
    text = re.sub(r"_\d+$", "", str(name))
    starts = [label for label in labels if text == label or text.startswith(f"{label}_")]
    rest = text[len(max(starts, key=len, default="")) :].strip("_")
    known = {
        "",
        "other",
        OTHER,
        "begin",
        "end",
        "begin_end",
        "numbers",
        "digits",
        "signs",
        "rare",
        "none",
    }
    made = {*words, *map(identifier, words), *map(name_of_word, words)}
    return rest in known or rest.startswith("unseen") or any(one.startswith(rest) for one in made)


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
