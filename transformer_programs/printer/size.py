"""The one model of printed length: how many lines a step, or a whole program, takes in print.

A step is printed by itself, with names of a usual length, and its lines are counted. A test holds
the sum against printed files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from ..program import Answer, Program, Vocabulary, types
from ..program import steps as lang
from ..program.program import MAX_LENGTH
from ..program.values import Categorical, Number, Type, bounds, size
from .head_code import head_form
from .mlps import mlp_form
from .scope import Scope

NAME = "some_values_of_{}"
FRAME = 18  # lines around the steps: imports, the check of the input, the command line
VOTES = 18  # lines of the functions that add up votes
SENTENCES = 14  # lines of the docstring that describe variables


def step_size(step: lang.Step, types: Mapping[str, Type]) -> int:
    """About how many lines a step prints, with the functions and tables it needs."""
    return printed_size(step, types)[0]


def printed_size(step: lang.Step, types: Mapping[str, Type]) -> tuple[int, int]:
    """About how many lines a step prints, and how many characters.

    >>> from transformer_programs.program.steps import Formula, Mlp, Variable
    >>> from transformer_programs.program.values import Number
    >>> following = Mlp(Variable("next", Number(0, 5)), ("n",), Formula("a", 1))
    >>> printed_size(following, {"n": Number(0, 4)})
    (1, 33)
    """
    return _printed(step, tuple(types[name] for name in lang.reads(step)))


@lru_cache(maxsize=8192)
def _printed(step: lang.Step, operands: tuple[Type, ...]) -> tuple[int, int]:
    """The size of a step. It is measured once for all that differ in names alone."""
    types = dict(zip(lang.reads(step), operands, strict=True))
    called = {name: NAME.format(number) for number, name in enumerate(types)}
    plain = replace(step, out=lang.Variable("output", step.out.type))
    return _size(lang.with_reads(plain, called.__getitem__), tuple(types.values()))


def program_size(program: Program) -> int:
    """About how many lines the whole file of a program has."""
    known = types(program)
    lines = FRAME + sum(step_size(step, known) for step in program.steps)
    described = sum(isinstance(step, lang.Head | lang.Mlp) for step in program.steps)
    lines += described if described <= SENTENCES else 1
    tokens = [step.lookup for step in program.steps if isinstance(step, lang.Token)]
    if all(len(set(lookup)) == len(lookup) for lookup in tokens):
        columns = sum(len(word) + 4 for word in program.vocabulary.words)
        lines += 1 if columns <= 70 else 4 + columns // 84
    if isinstance(program.output, lang.Classifier):
        lines += votes_size(program.output, known)
    return lines


def votes_size(output: lang.Classifier, types: Mapping[str, Type]) -> int:
    """About how many lines the votes take: one per value that votes."""
    if len(output.votes) == 1 and not isinstance(types[output.votes[0].reads], Number):
        rows = output.votes[0].weights
        if all(min(row) >= 0 and sum(row) <= 1 for row in rows):
            return 1 + sum(any(row) for row in rows) // 8
    voting = sum(any(row) for vote in output.votes for row in vote.weights)
    tables = sum(not isinstance(types[vote.reads], Number) for vote in output.votes)
    return VOTES + 3 * tables + voting if output.votes else 0


@lru_cache(maxsize=8192)
def _size(step: lang.Step, operands: tuple[Type, ...]) -> tuple[int, int]:
    if isinstance(step, lang.Token):
        groups = len(set(step.lookup))
        many = groups < len(step.lookup)
        return 2 + min(2 * groups, len(step.lookup) // 8) if many else 1, 0
    if isinstance(step, lang.Position | lang.One):
        return 1, 0
    kinds = dict(zip(dict.fromkeys(lang.reads(step)), operands, strict=True))
    # Of a query and a key that may be positions, one is most often.
    asked = (step.key, step.query) if isinstance(step, lang.Head) else ()
    places = [name for name in asked if _may_be_position(kinds[name])]
    place, length = (places[0], size(kinds[places[0]])) if places else (None, None)
    given = tuple(_input(lang.Variable(name, kind), place) for name, kind in kinds.items())
    if isinstance(step, lang.NumericalHead):  # not clipped
        total = lang.sum_type(kinds[step.value], step.reach, length)
        step = replace(step, out=replace(step.out, type=total))
    scope = Scope(Program(Vocabulary(("a",)), (*given, step), Answer(step.out.name), length))
    if isinstance(step, lang.Mlp):
        form = mlp_form(step, scope)
    else:
        form = head_form(step, scope, step)
    return form.lines("output"), len(form.code) + len(form.definition)


def _may_be_position(kind: Type) -> bool:
    if isinstance(kind, Categorical):
        return len(kind.values) > 1 and kind.values == tuple(range(len(kind.values)))
    return kind.low == 0 and 0 < (kind.high or 0) < MAX_LENGTH


def _input(out: lang.Variable, place: str | None) -> lang.Step:
    """A step that writes a variable of a type."""
    if out.name == place:
        return lang.Position(out)
    if out.type == Number(1, 1):
        return lang.One(out)
    low, high = bounds(out.type) if isinstance(out.type, Number) else (0, 0)
    return lang.Token(out, (low if low is not None else high or 0,))


# --- the Pareto front of lines and scores ---------------------------------------------------------

P = TypeVar("P")


def worth_having(
    found: Iterable[P], lines: Callable[[P], int], score: Callable[[P], float]
) -> list[P]:
    """The best for their length, shortest first: each longer one has a better score.

    >>> worth_having([(30, 5), (10, 3), (20, 6), (12, 2)], lambda p: p[0], lambda p: p[1])
    [(10, 3), (20, 6)]
    """
    best: list[P] = []
    for one in sorted(found, key=lambda one: (lines(one), -score(one))):
        if not best or score(one) > score(best[-1]):
            best.append(one)
    return best
