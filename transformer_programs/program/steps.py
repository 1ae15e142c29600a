"""The parts of a program: variables, predicates, functions, steps and votes."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal, assert_never, get_args

from . import values
from .values import MAX_NUMBER, Number, Symbol, Type, bounds, domain, symbol

Reach = Literal["all", "before", "upto", "after"]
Choose = Literal["nearest", "first", "last"]
Best = Literal["largest", "smallest"]
CompareOp = Literal["==", "!=", "<", "<=", ">", ">="]
Module = Literal["attn", "num_attn", "mlp", "num_mlp"]
FormulaOp = Literal[
    "a", "not", "+", "-", "*", "min", "max", "%", "//", "==", "!=", "<", "<=", "and", "or", "keep"
]

UNARY: frozenset[FormulaOp] = frozenset(("a", "not", "%", "//"))
DIVISIONS: frozenset[FormulaOp] = frozenset(("%", "//"))
TRUTHS: frozenset[FormulaOp] = frozenset(("not", "==", "!=", "<", "<=", "and", "or"))


@dataclass(frozen=True, slots=True)
class Origin:
    """The module of a network that wrote a variable: its layer, its number there, its kind.

    >>> str(Origin(0, 1, "num_attn")), Origin(0, 1, "attn").variable(Number(0, 8))
    ('num_attn_0_1', Variable(name='attn_0_1_outputs', type=Number(low=0, high=8)))
    """

    layer: int
    number: int
    kind: Module

    def __post_init__(self) -> None:
        for name in ("layer", "number"):
            value = getattr(self, name)
            values.require_number(value, f"Origin, {name}")
            values.require(value >= 0, f"Origin, {name}: expected 0 or more, got {value}")
        values.require_one_of(self.kind, get_args(Module), "Origin, kind")

    def __str__(self) -> str:
        return f"{self.kind}_{self.layer}_{self.number}"

    def variable(self, type: Type) -> Variable:
        """The variable of this module, under the name that the module gives it."""
        return Variable(f"{self}_outputs", type, self)


@dataclass(frozen=True, slots=True)
class Variable:
    """A named value at every position.

    `origin` is the module of the network that wrote the variable, if any. It stays when a variable
    is renamed or its step is rewritten. Comparisons ignore it.
    """

    name: str
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        valid = isinstance(self.name, str) and self.name.isidentifier() and self.name.isascii()
        values.require(
            valid and not keyword.iskeyword(self.name) and self.name != "__debug__",
            f"Variable, name: expected an ASCII Python identifier, got {self.name!r}",
        )
        values.require(
            isinstance(self.type, Type),
            f"Variable {self.name}, type: expected Categorical or Number, got {self.type!r}",
        )

    @property
    def is_named_by_module(self) -> bool:
        """Whether the name says only which module wrote the variable, not what it holds."""
        return self.origin is not None and self.name in (f"{self.origin}_outputs", str(self.origin))


# --- predicates: which (query value, key value) pairs match ---------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """A predicate as a table: `accepts[q]` lists the key values that query value q matches."""

    accepts: tuple[tuple[int, ...], ...]

    @staticmethod
    def where(query: Type, key: Type, holds: Callable[[Symbol, Symbol], bool]) -> Rows:
        """Make the rows from a function of query and key, called with names instead of indices.

        >>> Rows.where(Number(0, 2), Number(0, 2), lambda q, k: k == q - 1)
        Rows(accepts=((), (0,), (1,)))
        """
        keys = {k: symbol(key, k) for k in domain(key)}
        queries = [symbol(query, q) for q in domain(query)]
        return Rows(tuple(tuple(k for k, name in keys.items() if holds(q, name)) for q in queries))


@dataclass(frozen=True, slots=True)
class Compare:
    """A predicate: key op query + shift. Words are compared by their order."""

    op: CompareOp
    shift: int = 0

    def __post_init__(self) -> None:
        values.require_one_of(self.op, get_args(CompareOp), "Compare, op")
        values.require_number(self.shift, "Compare, shift")


@dataclass(frozen=True, slots=True)
class Is:
    """A predicate: key == value, for every query."""

    value: int


Predicate = Rows | Compare | Is


# --- scores: which of the matches is best ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extreme:
    """A score: the largest or the smallest key wins, for every query."""

    best: Best = "largest"

    def __post_init__(self) -> None:
        values.require_one_of(self.best, get_args(Best), "Extreme, best")


# --- functions: what an MLP computes --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A function as a table with one cell per combination of values, in row-major order."""

    cells: tuple[int, ...]

    @staticmethod
    def where(reads: Sequence[Type], out: Type, function: Callable[..., Symbol]) -> Table:
        """Make the table from a function of the values, called with names instead of indices.

        >>> Table.where([Number(0, 2)], Number(0, 4), lambda n: n * n)
        Table(cells=(0, 1, 4))
        """
        index = {symbol(out, value): value for value in domain(out)}
        names = ([symbol(read, value) for value in domain(read)] for read in reads)
        return Table(tuple(index[function(*given)] for given in product(*names)))


@dataclass(frozen=True, slots=True)
class Formula:
    """A closed form of one or two variables, a and b.

    Arithmetic (a, +, -, *, min, max) returns the result plus `shift`, clipped to the range of the
    output type. Division (%, //) divides a by `shift` and returns the remainder or the quotient,
    rounded down. A comparison (==, <, ...) compares a with b + shift and returns the first (false)
    or second (true) value of the output type. `keep` returns a if b holds, else 0. A number holds
    if it is not 0; a word holds if it is not the first of its type.
    """

    op: FormulaOp
    shift: int = 0

    def __post_init__(self) -> None:
        values.require_one_of(self.op, get_args(FormulaOp), "Formula, op")
        values.require_number(self.shift, "Formula, shift")
        values.require(
            self.op not in DIVISIONS or self.shift > 0,
            f"Formula, shift: expected a divisor above 0 for {self.op!r}, got {self.shift}",
        )


Function = Table | Formula


# --- steps ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
    """Input: `lookup[w]` is the value of word w of the vocabulary."""

    out: Variable
    lookup: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Input: 0, 1, 2, ..."""

    out: Variable


@dataclass(frozen=True, slots=True)
class One:
    """Input: 1 everywhere."""

    out: Variable


@dataclass(frozen=True, slots=True)
class CategoricalHead:
    """Copies `value` from one matching position; with a `score`, from one of the best matches."""

    out: Variable
    query: str
    key: str
    value: str
    predicate: Predicate
    reach: Reach = "all"
    choose: Choose = "nearest"
    score: Extreme | None = None


@dataclass(frozen=True, slots=True)
class NumericalHead:
    """Sums `value` over all matching positions, clipped to the range of `out`."""

    out: Variable
    query: str
    key: str
    value: str
    predicate: Predicate
    reach: Reach = "all"


@dataclass(frozen=True, slots=True)
class Mlp:
    """Applies a function to the variables it reads, at each position."""

    out: Variable
    reads: tuple[str, ...]
    function: Function


Head = CategoricalHead | NumericalHead
Step = Token | Position | One | CategoricalHead | NumericalHead | Mlp


def reads(step: Step) -> tuple[str, ...]:
    """The names of the variables a step reads, in the order of its fields."""
    match step:
        case CategoricalHead() | NumericalHead():
            return (step.query, step.key, step.value)
        case Mlp():
            return step.reads
        case Token() | Position() | One():
            return ()
        case _:
            assert_never(step)


def with_reads(step: Step, name: Callable[[str], str]) -> Step:
    """The step with `name` of every variable it reads in its place."""
    match step:
        case CategoricalHead() | NumericalHead():
            query, key, value = map(name, reads(step))
            return replace(step, query=query, key=key, value=value)
        case Mlp():
            return replace(step, reads=tuple(map(name, step.reads)))
        case Token() | Position() | One():
            return step
        case _:
            assert_never(step)


def score_of(head: Head) -> Extreme | None:
    """The score by which a head tells its matches apart; None where all are as good."""
    return head.score if isinstance(head, CategoricalHead) else None


def sum_type(value: Type, reach: Reach, max_length: int | None) -> Number:
    """The range of a sum of `value` over any set of positions a head can reach.

    A bound that is larger than a program may be written with is None.

    >>> sum_type(Number(1, 1), "all", 8), sum_type(Number(0, 8), "all", 8)
    (Number(low=0, high=8), Number(low=0, high=64))
    """
    low, high = bounds(value)
    count = max_length if reach in ("all", "upto") or max_length is None else max_length - 1

    def bound(one: int | None, outward: bool) -> int | None:
        if one is not None and not outward:
            return 0
        total = None if one is None or count is None else one * count
        return None if total is None or abs(total) > MAX_NUMBER else total

    return Number(bound(low, low is None or low < 0), bound(high, high is None or high > 0))


# --- the output -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Vote:
    """The votes of a variable: one row of class weights per value.

    For a `Number`, there is a single row, which is multiplied by the number.
    """

    reads: str
    weights: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Classifier:
    """Sums votes; the class with the largest sum wins, in a tie the first such class.

    Votes are whole numbers, so sums are exact in any order. A network's logit is the sum of votes
    divided by `scale`. With `pooled`, there is one answer per input, from the votes of all
    positions.
    """

    classes: tuple[str, ...]
    votes: tuple[Vote, ...]
    pooled: bool = False
    scale: int = 1

    def __post_init__(self) -> None:
        values.require(
            isinstance(self.classes, tuple)
            and len(self.classes) > 0
            and all(isinstance(name, str) for name in self.classes),
            f"Classifier, classes: expected a non-empty tuple of str, got {self.classes!r}",
        )
        values.require_distinct(self.classes, "Classifier, classes")
        values.require(
            values.is_int(self.scale) and self.scale > 0,
            f"Classifier, scale: expected a whole number above 0, got {values.shown(self.scale)}",
        )
        values.require_number(self.scale, "Classifier, scale")


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of a variable is the answer; `names` gives some numbers a name: (-1, "none")."""

    reads: str
    names: tuple[tuple[int, str], ...] = ()


Output = Classifier | Answer


def answer_label(output: Answer, type: Type, value: int) -> str:
    """The label that a value of the variable answered stands for.

    >>> answer = Answer("count", ((-1, "none"),))
    >>> answer_label(answer, Number(-1, None), -1), answer_label(answer, Number(-1, None), 2)
    ('none', '2')
    """
    return dict(output.names).get(value, str(symbol(type, value)))


def output_reads(output: Output) -> tuple[str, ...]:
    """The names of the variables an output reads."""
    match output:
        case Answer(name):
            return (name,)
        case Classifier(_, votes):
            return tuple(vote.reads for vote in votes)
        case _:
            assert_never(output)
