"""The types of variables: one of a list of values, or a whole number."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

Symbol = str | int

builtin_type = type  # parameters are called `type` here: they are types of variables

MAX_NUMBER = 2**53 - 1  # that a program is written with, up or down: exact in JSON and JavaScript


class Refusal(ValueError):
    """An invalid argument or file. The message says what was expected."""


class ProgramError(Refusal):
    """An invalid program or part of a program. The message says which part and why."""


class TooLarge(ProgramError):
    """A whole number beyond `MAX_NUMBER`. Numbers that a run computes may be of any size."""


def suggestion(wrong: str, right: Iterable[str], listed: Iterable[str] | None = None) -> str:
    """The right name that a wrong one is near to, or else those to choose from.

    >>> suggestion("srot", ["sort", "hist"]), suggestion("x", ["sort", "hist"])
    ("did you mean 'sort'?", 'choose from sort, hist')
    """
    names = list(right)
    near = difflib.get_close_matches(wrong.lower(), names, n=1, cutoff=0.5)
    shown = ", ".join(names if listed is None else listed)
    return f"did you mean {near[0]!r}?" if near else f"choose from {shown}"


def require(holds: bool, message: str) -> None:
    """Refuse to go on, saying why."""
    if not holds:
        raise ProgramError(message)


def is_int(value: object) -> bool:
    """Whether this is a whole number; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def are_ints(values: Collection[object]) -> bool:
    """Whether all of them are whole numbers; plain ones, which almost all are, are told quickly.

    >>> are_ints((1, 2)), are_ints((1, True)), are_ints((1, 2.0))
    (True, False, False)
    """
    return {*map(type, values)} <= {int} or all(map(is_int, values))


def require_number(value: object, where: str) -> None:
    """Refuse what is not a whole number that a program may be written with."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProgramError(f"{where}: expected a whole number, got {value!r}")
    if abs(value) > MAX_NUMBER:
        raise TooLarge(
            f"{where}: expected a whole number from {-MAX_NUMBER} to {MAX_NUMBER}, "
            f"got {shown(value)}"
        )


def shown(value: object) -> str:
    """A value as a message names it: Python refuses to write out very long numbers.

    >>> shown("a"), shown(10**20), shown(-(10**5000))
    ("'a'", '100000000000000000000', 'a number of 16610 bits')
    """
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    return repr(value)


def require_one_of(value: str, allowed: tuple[str, ...], where: str) -> None:
    """Refuse a word that is not on the list."""
    require(value in allowed, f"{where}: expected one of {', '.join(allowed)}; got {value!r}")


def require_distinct(values: Sequence[Symbol], where: str) -> None:
    """Refuse a value that stands twice."""
    if len(set(values)) < len(values):
        twice = next(value for i, value in enumerate(values) if value in values[:i])
        raise ProgramError(f"{where}: expected no value twice, got {twice!r} twice")


@dataclass(frozen=True, slots=True)
class Categorical:
    """One of `values`; index i is unit i of the network's one-hot vector.

    `numeric` is true if every value is a whole number, so that values can be added and compared.
    """

    values: tuple[Symbol, ...]
    numeric: bool = field(init=False, repr=False, compare=False)  # found once: values may be many

    def __post_init__(self) -> None:
        # Messages are built only when they are needed: `values` may be a whole vocabulary.
        if not isinstance(self.values, tuple) or len(self.values) == 0:
            raise ProgramError(
                f"Categorical, values: expected a non-empty tuple, got {self.values!r}"
            )
        for value in self.values:
            if not (isinstance(value, str) or is_int(value)):
                raise ProgramError(f"Categorical, values: expected str or int, got {value!r}")
            if not isinstance(value, str) and abs(value) > MAX_NUMBER:
                require_number(value, "Categorical, values")
        require_distinct(self.values, "Categorical, values")
        object.__setattr__(self, "numeric", all(isinstance(value, int) for value in self.values))


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`; a bound of None means no limit."""

    low: int | None
    high: int | None

    def __post_init__(self) -> None:
        for end, bound in (("low", self.low), ("high", self.high)):
            if bound is not None:
                require_number(bound, f"Number, {end}")
        if self.low is not None and self.high is not None:
            require(self.low <= self.high, f"Number, high: expected >= {self.low}, got {self.high}")


Type = Categorical | Number


def size(type: Type) -> int | None:
    """The number of values of a type; None when they cannot be counted.

    >>> size(Categorical(("a", "b"))), size(Number(0, 8)), size(Number(0, None))
    (2, 9, None)
    """
    if isinstance(type, Categorical):
        return len(type.values)
    return None if type.low is None or type.high is None else type.high - type.low + 1


def domain(type: Type) -> range:
    """Every value of a finite type, in order: indices of a Categorical, the numbers of a Number."""
    if isinstance(type, Categorical):
        return range(len(type.values))
    if type.low is None or type.high is None:
        raise ProgramError(f"{type} has no finite list of values")
    return range(type.low, type.high + 1)


def symbol(type: Type, value: int) -> Symbol:
    """The name a person reads for a value.

    >>> symbol(Categorical(("a", "b")), 1), symbol(Number(0, None), 7)
    ('b', 7)
    """
    return type.values[value] if isinstance(type, Categorical) else value


def ordinal(type: Type, value: int) -> int:
    """The number that order and arithmetic see: whole numbers as they are, words by their index."""
    if isinstance(type, Categorical) and type.numeric:
        named = type.values[value]
        assert isinstance(named, int)
        return named
    return value


def comparable(a: Type, b: Type) -> bool:
    """Whether `a op b` means something: both are whole numbers, or both have the same words."""
    return (is_numeric(a) and is_numeric(b)) or a == b


def bounds(type: Type) -> tuple[int | None, int | None]:
    """The smallest and the largest `ordinal` of a type; None where there is none."""
    if isinstance(type, Number):
        return type.low, type.high
    ordinals = [ordinal(type, value) for value in domain(type)]
    return min(ordinals), max(ordinals)


def check_value(value: int, type: Type, where: str) -> None:
    """Refuse what is not a value of the type."""
    if isinstance(type, Categorical):
        low, high, noun = 0, len(type.values) - 1, "an index"
    else:
        low = -MAX_NUMBER if type.low is None else type.low
        high = MAX_NUMBER if type.high is None else type.high
        noun = "a whole number"
    if not (is_int(value) and low <= value <= high):
        refusal = TooLarge if is_int(value) and abs(value) > MAX_NUMBER else ProgramError
        raise refusal(f"{where}: expected {noun} from {low} to {high}, got {shown(value)}")


def check_values(values: tuple[int, ...], type: Type, where: str) -> None:
    """Refuse a list that holds anything but values of the type. Tables are long: be quick."""
    if values and size(type) is not None and set(map(builtin_type, values)) == {int}:
        allowed = domain(type)
        if min(values) in allowed and max(values) in allowed:
            return
    for value in values:
        check_value(value, type, where)


def finite_size(type: Type, where: str) -> int:
    """The size of a type that must be finite to stand where it stands."""
    count = size(type)
    if count is None:
        raise ProgramError(f"{where}: expected a type with finitely many values, got {type}")
    return count


def is_numeric(type: Type) -> bool:
    """Whether the values of a type are whole numbers, to be added and compared."""
    return isinstance(type, Number) or type.numeric
