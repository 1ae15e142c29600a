"""Records of one run: the values of each step, and for heads the positions they attended to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..meaning.formulas import clip_to
from ..meaning.interpret import Values, attention, chosen
from ..program import Program, types
from ..program.steps import Classifier, Head, NumericalHead, Step, Token
from ..program.values import Categorical, Refusal, Symbol, Type, check_value, suggestion, symbol

MAX_SHOWN = 12  # values of a type that a refusal names


class TraceError(Refusal):
    """An invalid question about a run. The message says what was expected."""


class Attended(NamedTuple):
    """The positions that a head attends to from one position.

    `found` are the positions that match (with a score, only the best of them). `used` are those
    whose value is taken: all of `found` for a numerical head, one of them for a categorical head,
    or position 0 if none matches.
    """

    found: Values
    used: Values


@dataclass(frozen=True, slots=True)
class StepRecord:
    """The values of a step, one per position, and the attention of a head at each position."""

    step: Step
    values: Values
    attention: tuple[Attended, ...] = ()
    off: bool = False

    @property
    def name(self) -> str:
        return self.step.out.name

    def symbol(self, position: int) -> Symbol:
        """The value at a position, as a person reads it."""
        return symbol(self.step.out.type, self.values[position])


def attention_of(
    step: Step, variables: dict[str, Values], kinds: dict[str, Type], causal: bool
) -> tuple[Attended, ...]:
    """The positions that a head attends to from each position; nothing for other steps."""
    if not isinstance(step, Head):
        return ()
    rows = map(tuple, attention(step, variables, kinds, causal))
    if isinstance(step, NumericalHead):
        return tuple(Attended(found, found) for found in rows)
    return tuple(Attended(f, (chosen(i, f, step.choose),)) for i, f in enumerate(rows))


# --- steps that are switched off -----------------------------------------------------------------


def switched_off(program: Program, names: Iterable[str]) -> Program:
    """The program in which these steps do nothing: same variables, same types.

    A step that is off writes the first of its words, or the number nearest to 0, everywhere, and
    its variable has no vote.
    """
    off, kinds, output = {*names}, types(program), program.output
    if isinstance(output, Classifier):
        output = replace(output, votes=tuple(v for v in output.votes if v.reads not in off))
    resting = {
        name: 0 if isinstance(kinds[name], Categorical) else clip_to(kinds[name], 0) for name in off
    }
    return replace(frozen(program, resting), output=output)


def frozen(program: Program, constants: Mapping[str, int]) -> Program:
    """The program in which some steps write one value everywhere; their votes stay."""
    count = len(program.vocabulary.words)
    steps = tuple(
        Token(step.out, (constants[step.out.name],) * count) if step.out.name in constants else step
        for step in program.steps
    )
    return replace(program, steps=steps)


# --- names and values as a person gives them -----------------------------------------------------


def step_name(program: Program, name: str) -> str:
    """The variable of a step, by its name or by its module, as in `attn_1_0`."""
    names = list(types(program))
    if name in names:
        return name
    for out in (step.out for step in program.steps):
        if out.is_named_by_module and name.removesuffix("_outputs") == str(out.origin):
            return out.name
    raise TraceError(f"no step {name!r}: {suggestion(name, names)}")


def stored_value(variable: str, type: Type, value: Symbol) -> int:
    """A value given as a person reads it; refuses what the variable cannot be."""
    if isinstance(type, Categorical):
        same = [i for i, one in enumerate(type.values) if str(one) == str(value)]
        if same:
            return type.values.index(value) if value in type.values else same[0]
        more = len(type.values) - MAX_SHOWN
        listed = ", ".join(map(repr, type.values[:MAX_SHOWN]))
        listed += f" and {more} more" if more > 0 else ""
        raise TraceError(f"{variable}: expected one of {listed}, got {value!r}")
    try:
        number = int(str(value))
    except ValueError:
        raise TraceError(f"{variable}: expected a whole number, got {value!r}") from None
    check_value(number, type, variable)
    return number
