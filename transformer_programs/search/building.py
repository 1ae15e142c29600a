"""What the search builds: steps, each with the pieces it reads, what each costs, whole programs.

A piece is a step of a program to be. Its step names what it reads a, b and c, in the order of
`reads`. Nothing in a piece depends on the length of the input, so it is right for any length.

>>> here = Piece(lang.Position(lang.Variable(OUT, Number(0, None))))
>>> previous = piece(copied(lang.Compare("==", -1), choose="first"), here, here, here)
>>> previous.cost, previous.type
(5, Number(low=0, high=None))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import assert_never

from ..meaning.formulas import interval
from ..program import steps as lang
from ..program.values import MOST_NUMBER, Categorical, Number, Type, bounds

OUT = "out"  # the name of what a piece computes, until it stands in a program
PLACES = ("a", "b", "c")
OPEN = lang.Variable(OUT, Number(None, None))  # its type is known once it is known what is read
TRUTH = Number(0, 1)

# --- steps that read a, b, c ----------------------------------------------------------------------


@cache
def total(predicate: lang.Predicate, reach: lang.Reach = "all") -> lang.NumericalHead:
    """The sum of c where b compares with a."""
    return lang.NumericalHead(OPEN, *PLACES, predicate, reach)


@cache
def copied(
    predicate: lang.Predicate,
    reach: lang.Reach = "all",
    choose: lang.Choose = "first",
    score: lang.Score | None = None,
) -> lang.CategoricalHead:
    """c from a position whose b compares with a."""
    return lang.CategoricalHead(OPEN, *PLACES, predicate, reach, choose, score)


@cache
def formula(op: lang.FormulaOp, shift: int = 0) -> lang.Mlp:
    """A formula of a, or of a and b."""
    out = lang.Variable(OUT, TRUTH) if op in lang.TRUTHS else OPEN
    return lang.Mlp(out, PLACES[: 1 if op in lang.UNARY else 2], lang.Formula(op, shift))


def held(type: Number | Categorical) -> lang.Mlp:
    """The number a held within a range."""
    return lang.Mlp(lang.Variable(OUT, type), PLACES[:1], lang.Formula("a"))


POSITIVE = held(TRUTH)  # 1 where a is above 0

# --- what a step costs, and its type --------------------------------------------------------------

COMPARED = {"==": 0, "<": 1, ">": 1, "<=": 1, ">=": 1, "!=": 2, "is": 1}
FORMULAS = {"not": 1, "a": 1, "min": 3, "max": 3, "*": 3}


def own_cost(step: lang.Step, same: bool = True) -> int:
    """What a step adds to the cost of a program. `docs/search.md` lists it.

    `same`: the query is the key. Positions and ones are free; what a `Token` costs, the table of
    inputs says. A head costs 4, a formula of two variables 2; what is less common costs more: an
    order instead of equality, a shift, a query that is not the key.
    """
    match step:
        case lang.Token() | lang.Position() | lang.One():
            return 0
        case lang.CategoricalHead() | lang.NumericalHead():
            return _head_cost(step) + (not same)
        case lang.Mlp(_, _, function):
            if isinstance(function, lang.Table):
                return 2 + len(function.cells)
            if function.op in lang.DIVISIONS:
                return 3 + function.shift.bit_length()  # 5 for 2 and 3, 6 up to 7, ...
            return FORMULAS.get(function.op, 2) + (function.shift != 0)
        case _:
            assert_never(step)


def _head_cost(head: lang.Head) -> int:
    compared = head.predicate if isinstance(head.predicate, lang.Compare) else None
    op = "is" if compared is None else compared.op
    shifted = 0 if compared is None else min(abs(compared.shift), 3)
    if isinstance(head, lang.NumericalHead):
        return 4 + COMPARED[op] + shifted
    # A copy from "any smaller one" is rare.
    return (4 if op == "==" and head.score is None else 6) + shifted


def type_of(step: lang.Step, reads: Sequence[Type]) -> Type:
    """The type of what a step computes from variables of these types, in inputs of any length."""
    match step:
        case lang.Token() | lang.Position() | lang.One():
            return step.out.type
        case lang.CategoricalHead():
            return reads[2]
        case lang.NumericalHead():
            return lang.sum_type(reads[2], step.reach, None)
        case lang.Mlp(out, _, function):
            if isinstance(function, lang.Formula) and function.op == "keep":
                return reads[0]
            if isinstance(function, lang.Formula) and out == OPEN:
                return _within(function, reads)
            return out.type
        case _:
            assert_never(step)


def _within(function: lang.Formula, reads: Sequence[Type]) -> Number:
    """The range of a formula of numbers. 0 is always in it: `keep` may have to give it."""
    low, high = interval(function, list(map(bounds, reads)))
    return Number(
        None if low is None or low < -MOST_NUMBER else min(low, 0),
        None if high is None or high > MOST_NUMBER else max(high, 0),
    )


# --- pieces ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A step, the pieces that it reads, and what the step costs. Two are equal if all is."""

    step: lang.Step
    reads: tuple[Piece, ...] = ()
    cost: int = 0
    key: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", hash((self.step, *(read.key for read in self.reads))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and self.key == other.key

    def __hash__(self) -> int:
        return self.key

    @property
    def type(self) -> Type:
        return self.step.out.type

    def __str__(self) -> str:
        return "\n".join(map(str, steps_of(self)))


def piece(step: lang.Step, *reads: Piece, cost: int | None = None) -> Piece:
    """A step over pieces; its type and its cost follow from them."""
    type = type_of(step, [read.type for read in reads])
    typed = step if type == step.out.type else replace(step, out=lang.Variable(OUT, type))
    same = len(reads) < 2 or reads[0] == reads[1]
    return Piece(typed, reads, own_cost(step, same) if cost is None else cost)


def parts(*tops: Piece) -> list[Piece]:
    """The pieces and all that they read, each once and after what it reads."""
    found: dict[Piece, None] = {}
    waiting = [(top, False) for top in reversed(tops)]
    while waiting:
        top, ready = waiting.pop()
        if top in found:
            continue
        if ready or not top.reads:
            found[top] = None
        else:
            waiting.append((top, True))
            waiting += [(read, False) for read in reversed(top.reads)]
    return list(found)


def cost_of(*tops: Piece) -> int:
    """What pieces cost together, and 2 for each different way to attend: a function to print."""
    every = parts(*tops)
    heads = [one.step for one in every if isinstance(one.step, lang.Head)]
    ways = {
        (type(head), head.reach, getattr(head, "choose", None), lang.score_of(head))
        for head in heads
    }
    return sum(one.cost for one in every) + 2 * len(ways)


def rebuilt(top: Piece, instead: Mapping[Piece, Piece]) -> Piece | None:
    """The piece with others in place of some parts; None where a step cannot read them."""
    new: dict[Piece, Piece] = {}
    for one in parts(top):
        if one in instead:
            new[one] = instead[one]
            continue
        reads = tuple(new[read] for read in one.reads)
        if all(a is b for a, b in zip(reads, one.reads, strict=True)):
            new[one] = one
        elif not can_read(one, reads):
            return None
        else:
            new[one] = piece(one.step, *reads, cost=_cost_again(one))
    return new[top]


def can_read(one: Piece, reads: Sequence[Piece]) -> bool:
    """Whether a step may read others: a table wants the types that it was made for."""
    if not isinstance(one.step, lang.Mlp):
        return True
    if isinstance(one.step.function, lang.Table):
        return all(a.type == b.type for a, b in zip(reads, one.reads, strict=True))
    low, _ = bounds(reads[0].type)
    return one.step.function.op != "keep" or low is None or low <= 0


def _cost_again(one: Piece) -> int | None:
    """The cost of a piece that keeps its cost whatever it reads: None where that is not so."""
    return None if isinstance(one.step, lang.Head) else one.cost


# --- tables ---------------------------------------------------------------------------------------


Ranges = Sequence[tuple[int, int]]


def tabled(reads: Sequence[Piece], ranges: Ranges, results: tuple[int, ...], out: Type) -> Piece:
    """A table of pieces, row-major, each number held within its range, which costs nothing."""
    ready = []
    for read, (low, high) in zip(reads, ranges, strict=True):
        within = Number(low, high)
        fits = not isinstance(read.type, Number) or read.type == within
        ready.append(read if fits else piece(held(within), read, cost=0))
    step = lang.Mlp(lang.Variable(OUT, out), PLACES[: len(ready)], lang.Table(results))
    return piece(step, *ready)


def read_by_table(table: Piece) -> list[Piece]:
    """What a table was made of, before numbers were held within ranges."""
    return [read.reads[0] if read.cost == 0 and read.reads else read for read in table.reads]


# --- steps of a program ---------------------------------------------------------------------------


def steps_of(*tops: Piece) -> list[lang.Step]:
    """The steps of pieces in order, each under a name of its own."""
    steps: list[lang.Step] = []
    outs: dict[Piece, lang.Variable] = {}
    for number, one in enumerate(parts(*tops)):
        outs[one] = out = _variable(one.step, number)
        names = dict(zip(PLACES, (outs[read].name for read in one.reads), strict=False))
        steps.append(lang.with_reads(replace(one.step, out=out), names.__getitem__))
    return steps


def _variable(step: lang.Step, number: int) -> lang.Variable:
    """A name that says which variable it is; `emit.named` finds better ones."""
    kinds: dict[type, lang.Module] = {
        lang.CategoricalHead: "attn",
        lang.NumericalHead: "num_attn",
        lang.Mlp: "mlp",
    }
    if step.out.name != OUT:
        return step.out
    if type(step) in kinds:
        return lang.Origin(0, number, kinds[type(step)]).variable(step.out.type)
    return lang.Variable(f"v{number}", step.out.type)
