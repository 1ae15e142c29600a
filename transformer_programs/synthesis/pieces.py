"""Pieces: steps with the pieces they read and their costs.

A piece is a step of a program to be. Its step names what it reads a, b and c, in the order of
`reads`. Nothing in a piece depends on the length of the input, so it is right for any length. A
template is a piece that reads slots; `filled` puts other pieces into them.

>>> here = Piece(lang.Position(lang.Variable(OUT, Number(0, None))))
>>> previous = piece(copied(lang.Compare("==", -1), choose="first"), here, here, here)
>>> previous.cost, previous.type
(5, Number(low=0, high=None))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal, assert_never

from ..meaning.formulas import interval
from ..program import steps as lang
from ..program.values import MAX_NUMBER, Categorical, Number, Type, bounds, is_numeric

OUT = "out"  # the name of what a piece computes, until it stands in a program
PLACES = ("a", "b", "c")
Places = tuple[int, ...]  # variables by their places in the pool
OPEN = lang.Variable(OUT, Number(None, None))  # its type is known once it is known what is read
TRUTH = Number(0, 1)
EQUAL, LESS, GREATER = lang.Compare("=="), lang.Compare("<"), lang.Compare(">")
OTHER, LEAST, MOST = lang.Compare("!="), lang.Compare(">="), lang.Compare("<=")

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
    score: lang.Extreme | None = None,
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


def _holds(step: lang.Step) -> bool:
    """Whether a step only holds a number within a range, as tables need it."""
    plain = isinstance(step, lang.Mlp) and step.function == lang.Formula("a")
    return plain and step.out != OPEN


# --- what a step costs, and its type --------------------------------------------------------------

COMPARED = {"==": 0, "<": 1, ">": 1, "<=": 1, ">=": 1, "!=": 2, "is": 1}
FORMULAS = {"not": 1, "a": 1, "min": 3, "max": 3, "*": 3}
COMPARABLE = frozenset(("+", "-", "min", "max", "==", "!=", "<", "<="))  # of one unit alone
MIXED_COST = 2  # of a formula or comparison of a value of words with a count of positions

Unit = Literal["", "value", "count"]


def own_cost(step: lang.Step, reads: Sequence[Piece]) -> int:
    """The cost of one step; `docs/search.md` lists it.

    Positions and ones are free; what a `Token` costs, the table of inputs says. A head costs 4, a
    formula of two variables 2; what is less common costs more: an order instead of equality, a
    shift, a query that is not the key, a value of words that is compared with a count.
    """
    match step:
        case lang.Token() | lang.Position() | lang.One():
            return 0
        case lang.CategoricalHead() | lang.NumericalHead():
            op, more = "is", 0
            if isinstance(step.predicate, lang.Compare):
                op, more = step.predicate.op, min(abs(step.predicate.shift), 3)
                more += (reads[0] != reads[1]) + _mixed(reads[:2])
                more += MIXED_COST * (_is_flag(reads[0].type) != _is_flag(reads[1].type))
            if isinstance(step, lang.NumericalHead):
                return 4 + COMPARED[op] + more
            # A copy from "any smaller one" is rare.
            return (4 if op == "==" and step.score is None else 6) + more
        case lang.Mlp(_, _, function):
            if isinstance(function, lang.Table):
                return 2 + len(function.cells)
            if function == lang.Formula("a"):  # to hold a number within a range is free
                return int(step == POSITIVE)
            if function.op in lang.DIVISIONS:
                of_word = isinstance(reads[0].step, lang.Token)
                return 3 - 2 * of_word + function.shift.bit_length()  # 5 by 2 and 3, 6 up to 7
            mixed = _mixed(reads) if function.op in COMPARABLE else 0
            return FORMULAS.get(function.op, 2) + (function.shift != 0) + mixed
        case _:
            assert_never(step)


def _is_flag(type: Type) -> bool:
    """Whether a variable is a flag or the one, which is compared with other numbers by accident."""
    return isinstance(type, Number) and type.low in (0, 1) and type.high == 1


def _mixed(reads: Sequence[Piece]) -> int:
    """The cost of taking a value of words for a count, or the other way round."""
    return MIXED_COST if {"value", "count"} <= {read.unit for read in reads} else 0


def unit_of(step: lang.Step, reads: Sequence[Piece]) -> Unit:
    """Whether a number is a value of words, or a count of positions; "" for all else."""
    match step:
        case lang.Token():
            return "value" if len(set(step.lookup)) > 3 else ""
        case lang.Position():
            return "count"
        case lang.CategoricalHead():
            return reads[2].unit
        case lang.NumericalHead():
            return reads[2].unit or "count"
        case lang.Mlp(_, _, lang.Formula(op)) if op in ("a", "keep", "//") or op in COMPARABLE:
            units = {read.unit for read in reads[: 1 if op == "keep" else 2]} - {""}
            return units.pop() if len(units) == 1 and op not in lang.TRUTHS else ""
        case _:
            return ""


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
            if isinstance(function, lang.Table) or (function.op != "keep" and out != OPEN):
                return out.type
            if function.op == "keep":
                return reads[0]
            low, high = interval(function, list(map(bounds, reads)))
            return Number(  # 0 is always in it: `keep` may have to give it
                None if low is None or low < -MAX_NUMBER else min(low, 0),
                None if high is None or high > MAX_NUMBER else max(high, 0),
            )
        case _:
            assert_never(step)


# --- pieces ---------------------------------------------------------------------------------------


@cache
def _key(step: lang.Step) -> int:
    """A hash that tells a shift of -1 from one of -2: as whole numbers they have the same."""
    return hash(repr(step))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A step, the pieces that it reads, and what follows from these: its cost, type and unit.

    The step itself leaves open what type it computes, unless that is its own choice.
    """

    step: lang.Step
    reads: tuple[Piece, ...] = ()
    cost: int = 0
    key: int = field(init=False, repr=False)
    type: Type = field(init=False, repr=False)
    unit: Unit = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", hash((_key(self.step), *(read.key for read in self.reads))))
        object.__setattr__(self, "type", type_of(self.step, [read.type for read in self.reads]))
        object.__setattr__(self, "unit", unit_of(self.step, self.reads))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and self.key == other.key

    def __hash__(self) -> int:
        return self.key

    @property
    def typed(self) -> lang.Step:
        """The step with the type of what it computes."""
        return replace(self.step, out=lang.Variable(self.step.out.name, self.type))

    def __str__(self) -> str:
        return "\n".join(map(str, steps_of(self)))


def piece(step: lang.Step, *reads: Piece) -> Piece:
    """A step over pieces."""
    if isinstance(step, lang.Mlp) and step.function == lang.Formula("keep"):
        low, _ = bounds(reads[0].type)
        if low is not None and low > 0:  # `keep` gives 0 where the flag is 0
            reads = (piece(formula("a"), reads[0]), *reads[1:])
    return Piece(step, reads, own_cost(step, reads))


def copied_by(top: Piece) -> Piece:
    """The piece whose values a piece copies, through any number of heads; else the piece itself."""
    return copied_by(top.reads[2]) if isinstance(top.step, lang.CategoricalHead) else top


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
    """The cost of pieces together, and 2 for each different way to attend: a function to print."""
    every = parts(*tops)
    ways = {
        (type(head), head.reach, getattr(head, "choose", None), lang.score_of(head))
        for head in (one.step for one in every)
        if isinstance(head, lang.Head)
    }
    return sum(one.cost for one in every) + 2 * len(ways)


def rebuilt(top: Piece, change: Callable[[Piece, list[Piece]], Piece | None]) -> Piece | None:
    """The piece with change(part, its new reads) for each part; None where one is None."""
    new: dict[Piece, Piece] = {}
    for one in parts(top):
        made = change(one, [new[read] for read in one.reads])
        if made is None:
            return None
        new[one] = made
    return new[top]


def with_reads(one: Piece, reads: Sequence[Piece]) -> Piece | None:
    """The same step over others; None where it cannot read their types."""
    if one.reads == tuple(reads):
        return one
    predicate = one.step.predicate if isinstance(one.step, lang.Head) else None
    if isinstance(predicate, lang.Compare) and predicate.shift != 0:
        fits = all(is_numeric(read.type) for read in reads[:2])
    else:
        table = isinstance(one.step, lang.Mlp) and isinstance(one.step.function, lang.Table)
        fits = not table or all(a.type == b.type for a, b in zip(reads, one.reads, strict=True))
    return piece(one.step, *reads) if fits else None


# --- templates ------------------------------------------------------------------------------------

WORD, HERE, ONES, A, B = (
    Piece(lang.Position(lang.Variable(name, Number(None, None))))
    for name in ("word", "here", "ones", "slot_a", "slot_b")
)
SLOTS = (WORD, HERE, ONES, A, B)  # the word, the position, the one, and any variables
PLACE_OF_SLOT = {slot: number for number, slot in enumerate(SLOTS)}


def filled(top: Piece, variables: Sequence[Piece]) -> Piece:
    """A template with these pieces in its slots, in the order of `SLOTS`."""
    if top in PLACE_OF_SLOT:
        return variables[PLACE_OF_SLOT[top]]
    return piece(top.step, *(filled(read, variables) for read in top.reads))


# --- tables ---------------------------------------------------------------------------------------


Ranges = Sequence[tuple[int, int]]


def tabled(reads: Sequence[Piece], ranges: Ranges, results: tuple[int, ...], out: Type) -> Piece:
    """A table of pieces, row-major, each number held within its range, which costs nothing."""
    ready = []
    for read, (low, high) in zip(reads, ranges, strict=True):
        within = Number(low, high)
        fits = not isinstance(read.type, Number) or read.type == within
        ready.append(read if fits else Piece(held(within), (read,)))
    step = lang.Mlp(lang.Variable(OUT, out), PLACES[: len(ready)], lang.Table(results))
    return piece(step, *ready)


def read_by_table(table: Piece) -> list[Piece]:
    """The pieces a table reads, before numbers were held within ranges."""
    return [read.reads[0] if _holds(read.step) else read for read in table.reads]


# --- steps of a program ---------------------------------------------------------------------------


def steps_of(*tops: Piece) -> list[lang.Step]:
    """The steps of pieces in order, each under a name of its own."""
    kinds: dict[type, lang.Module] = {
        lang.CategoricalHead: "attn",
        lang.NumericalHead: "num_attn",
        lang.Mlp: "mlp",
    }
    steps: dict[Piece, lang.Step] = {}
    for number, one in enumerate(parts(*tops)):
        out = one.typed.out
        if out.name == OUT and type(one.step) in kinds:  # `emit.named` finds better names
            out = lang.Origin(0, number, kinds[type(one.step)]).variable(out.type)
        elif out.name == OUT:
            out = replace(out, name=f"v{number}")
        names = dict(zip(PLACES, (steps[read].out.name for read in one.reads), strict=False))
        steps[one] = lang.with_reads(replace(one.step, out=out), names.__getitem__)
    return list(steps.values())
