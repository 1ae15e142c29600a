"""Records of one run: the values of each step, and for heads the positions they attended to."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..meaning.formulas import clip_to
from ..meaning.interpret import Values, attention, chosen
from ..program import Program, types
from ..program.steps import CategoricalHead, Classifier, Head, NumericalHead, Step, Token
from ..program.values import Categorical, Refusal, Symbol, Type, check_value, symbol

# Why a head attends to a position. For one that copies: the only match; the nearest, first or last
# of several; the left of two at the same distance; itself, as nothing else matched; position 0, as
# nothing matched at all. For one that adds up: all that match. With a score, only the best match.
Reason = Literal["only", "nearest", "first", "last", "tie", "itself", "default", "all"]


MAX_SHOWN = 12  # values of a type that a refusal names


class TraceError(Refusal):
    """An invalid question about a run. The message says what was expected."""


@dataclass(frozen=True, slots=True)
class Attended:
    """The positions that a head attends to from one position.

    `found` are the positions that match, where there is a score only the best of them; `used` those
    whose value it took: one of them, or position 0 by default, or all of them where it adds up.
    """

    query: int
    found: Values
    used: Values
    reason: Reason


@dataclass(frozen=True, slots=True)
class Fixed:
    """A value that was set by hand: `value` is stored as the variable's type stores it."""

    variable: str
    position: int
    value: int


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

    @property
    def type(self) -> Type:
        return self.step.out.type

    def symbol(self, position: int) -> Symbol:
        """The value at a position, as a person reads it."""
        return symbol(self.type, self.values[position])


def attention_of(
    head: Head, variables: dict[str, Values], kinds: dict[str, Type], causal: bool
) -> tuple[Attended, ...]:
    """The positions that a head attends to from each position, and why."""
    query, found_at = variables[head.query], []
    for i, found in enumerate(map(tuple, attention(head, variables, kinds, causal))):
        if isinstance(head, NumericalHead):
            found_at.append(Attended(query[i], found, found, "all"))
        else:
            used = chosen(i, found, head.choose)
            found_at.append(Attended(query[i], found, (used,), reason_of(head, i, found, used)))
    return tuple(found_at)


def reason_of(head: CategoricalHead, i: int, found: Values, used: int) -> Reason:
    """Why a head that copies took this one of the positions found.

    >>> from transformer_programs.shelf import induction
    >>> head = induction.program.steps[3]
    >>> reason_of(head, 3, (1, 5), 1), reason_of(head, 3, (3,), 3), reason_of(head, 3, (), 0)
    ('tie', 'itself', 'default')
    """
    if not found:
        return "default"
    if found == (i,):
        return "itself"
    if len(found) == 1:
        return "only"
    if head.choose != "nearest":
        return head.choose
    distance = abs(i - used)
    return "tie" if sum(abs(i - j) == distance for j in found) > 1 else "nearest"


# --- steps that are switched off -----------------------------------------------------------------


def resting_value(type: Type) -> int:
    """The value that a step writes while it is off: the first word, or the number nearest to 0.

    >>> resting_value(Categorical(("<s>", "a")))
    0
    """
    return 0 if isinstance(type, Categorical) else clip_to(type, 0)


def switched_off(program: Program, names: Iterable[str]) -> Program:
    """The program in which these steps do nothing: same variables, same types.

    A step that is off writes its resting value everywhere, and its variable has no vote.
    """
    off = set(names)
    if not off:
        return program
    kinds, output = types(program), program.output
    if isinstance(output, Classifier):
        output = replace(output, votes=tuple(v for v in output.votes if v.reads not in off))
    resting = {name: resting_value(kinds[name]) for name in off}
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
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}? Choose" if near else "choose"
    raise TraceError(f"no step {name!r}: {hint} from {', '.join(names)}")


def place_in(position: int, length: int) -> int:
    """A position of an input; -1 is the last."""
    if not -length <= position < length:
        raise TraceError(f"no position {position}: the input has positions 0 to {length - 1}")
    return position % length


def fixed_value(program: Program, name: str, position: int, value: Symbol, length: int) -> Fixed:
    """A value to set, given as a person reads it; refuses what the variable cannot be."""
    variable = step_name(program, name)
    type = types(program)[variable]
    place = place_in(position, length)
    if isinstance(type, Categorical):
        if value not in type.values:
            value = next((one for one in type.values if str(one) == str(value)), value)
        if value not in type.values:
            more = len(type.values) - MAX_SHOWN
            listed = ", ".join(map(repr, type.values[:MAX_SHOWN]))
            listed += f" and {more} more" if more > 0 else ""
            raise TraceError(f"{variable}: expected one of {listed}, got {value!r}")
        return Fixed(variable, place, type.values.index(value))
    try:
        number = int(str(value))
    except ValueError:
        raise TraceError(f"{variable}: expected a whole number, got {value!r}") from None
    check_value(number, type, variable)
    return Fixed(variable, place, number)
