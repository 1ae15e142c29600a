"""Checks of a program: each step and the output fit their types and what they read."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import lt
from typing import TYPE_CHECKING, assert_never, get_args

from . import steps as lang
from . import values
from .values import Categorical, Number, ProgramError, Type, are_ints, domain, is_numeric, size

if TYPE_CHECKING:
    from .program import Program

ROWS = " rows, one per value of"


def check_step(step: lang.Step, where: str, known: dict[str, Type], program: Program) -> None:
    out, length = step.out.type, program.max_length
    match step:
        case lang.Token(_, lookup):
            words = len(program.vocabulary.words)
            _require_count(lookup, words, f"{where}, lookup", " values, one per word")
            values.check_values(lookup, out, f"{where}, lookup")
        case lang.Position():
            wanted: tuple[Type, ...] = (Number(0, None if length is None else length - 1),)
            if length is not None:
                wanted = (Categorical(tuple(range(length))), *wanted)
            values.require(
                out in wanted,
                f"{where}, out: expected the type {wanted[0]} for positions, got {out}",
            )
        case lang.One():
            if out != Number(1, 1):
                raise ProgramError(f"{where}, out: expected the type Number(1, 1), got {out}")
        case lang.CategoricalHead():
            _check_head(step, where, known, program)
            values.require_one_of(step.choose, get_args(lang.Choose), f"{where}, choose")
            values.require(
                step.score is None or isinstance(step.score, lang.Extreme),
                f"{where}, score: expected Extreme or None, got {step.score!r}",
            )
            _require_type(out, known[step.value], step.value, where)
        case lang.NumericalHead():
            _check_head(step, where, known, program)
            value_type = known[step.value]
            values.require(
                isinstance(value_type, Number),
                f"{where}, value: expected a Number, but {step.value} is {value_type}",
            )
            if not isinstance(out, Number):
                raise ProgramError(f"{where}, out: expected a Number for a sum, got {out}")
        case lang.Mlp(_, read, lang.Table(cells)):
            shape = [values.finite_size(known[name], f"{where}, reads {name}") for name in read]
            values.require(len(shape) > 0, f"{where}, reads: expected at least one variable")
            each = f", one for each of {' x '.join(map(str, shape))} values"
            _require_count(cells, prod(shape), f"{where}, cells", each)
            values.check_values(cells, out, f"{where}, cells")
        case lang.Mlp(_, read, lang.Formula()):
            check_formula(step, where, [known[name] for name in read])
        case lang.Mlp(_, _, function):
            raise ProgramError(f"{where}, function: expected Table or Formula, got {function!r}")
        case _:
            assert_never(step)


def _require_count(items: Sequence[object], count: int, where: str, noun: str) -> None:
    """Refuse what is no tuple of so many."""
    if not (isinstance(items, tuple) and len(items) == count):
        raise ProgramError(f"{where}: expected {count}{noun}; got {len(items)}")


def _require_type(out: Type, wanted: Type, read: str, where: str) -> None:
    """Refuse another type than that of a variable read, which may be a whole vocabulary."""
    if out != wanted:
        raise ProgramError(f"{where}, out: expected {wanted}, the type of {read}; got {out}")


def _check_head(step: lang.Head, where: str, known: dict[str, Type], program: Program) -> None:
    query, key = known[step.query], known[step.key]
    values.require_one_of(step.reach, get_args(lang.Reach), f"{where}, reach")
    values.require(
        not (program.causal and step.reach == "after"),
        f"{where}, reach: expected all, before or upto in a causal program, got 'after'",
    )
    match step.predicate:
        case lang.Rows(accepts):
            rows = values.finite_size(query, f"{where}, query {step.query}")
            keys = domain(key) if values.finite_size(key, f"{where}, key {step.key}") else range(0)
            _require_count(accepts, rows, f"{where}, predicate", f"{ROWS} {step.query}")
            for number, row in enumerate(accepts):
                whole = isinstance(row, tuple) and are_ints(row)
                ascending = whole and all(map(lt, row, row[1:]))
                if not ascending or (row and not (row[0] in keys and row[-1] in keys)):
                    raise ProgramError(
                        f"{where}, predicate, row {number}: expected ascending values of "
                        f"{step.key} from {keys.start} to {keys.stop - 1}, got {row!r}"
                    )
        case lang.Compare(_, shift):
            values.require(
                shift == 0 or (is_numeric(query) and is_numeric(key)),
                f"{where}, predicate, shift: expected 0 between words, got {shift}",
            )
            values.require(
                values.comparable(query, key),
                f"{where}, predicate: expected whole numbers or the same words as query and key, "
                f"got {step.query} and {step.key}",
            )
        case lang.Is(value):
            values.check_value(value, key, f"{where}, predicate")
        case _:
            assert_never(step.predicate)


def check_formula(step: lang.Mlp, where: str, operands: Sequence[Type]) -> None:
    assert isinstance(step.function, lang.Formula)
    op, shift, out = step.function.op, step.function.shift, step.out.type
    arity = 1 if op in lang.UNARY else 2
    values.require(
        len(operands) == arity,
        f"{where}, reads: expected {arity} for the formula {op!r}, got {len(operands)}",
    )
    if op in lang.TRUTHS:
        values.require(size(out) == 2, f"{where}, out: expected two values for a truth, got {out}")
    if op in ("==", "!=", "<", "<=", "min", "max"):
        values.require(
            values.comparable(*operands),
            f"{where}, reads: expected whole numbers or the same words, "
            f"got {' and '.join(step.reads)}",
        )
        if shift != 0 and not all(map(is_numeric, operands)):
            raise ProgramError(f"{where}, shift: expected 0 between words, got {shift}")
    if op == "keep" or (op == "a" and not is_numeric(operands[0])):
        _require_type(out, operands[0], step.reads[0], where)
        values.require(shift == 0, f"{where}, shift: expected 0, got {shift}")
        values.check_value(0, out, f"{where}, out")
    elif op in ("a", "+", "-", "*", "min", "max", "%", "//"):
        values.require(
            all(map(is_numeric, operands)),
            f"{where}, reads: expected whole numbers for {op!r}, got {' and '.join(step.reads)}",
        )
        values.require(
            isinstance(out, Number)
            or (
                out.numeric
                and out.values
                == tuple(range(values.ordinal(out, 0), values.ordinal(out, 0) + len(out.values)))
            ),
            f"{where}, out: expected consecutive whole numbers for {op!r}, got {out}",
        )


def _check_names(output: lang.Answer, type: Type) -> None:
    """No two numbers have the same label, nor one name two numbers."""
    if output.names and not isinstance(type, Number):
        raise ProgramError(f"Answer, names: expected none for words, but {output.reads} is {type}")
    for value, name in output.names:
        values.require_number(value, "Answer, names")
        if not isinstance(name, str) or name.removeprefix("-").isdecimal():
            raise ProgramError(f"Answer, names: expected a name that is no number, got {name!r}")
    for part in zip(*output.names, strict=True):
        values.require_distinct(part, "Answer, names")


def check_output(output: lang.Output, known: dict[str, Type]) -> None:
    if isinstance(output, lang.Answer):
        values.require(
            output.reads in known,
            f"Answer, reads: expected a variable of the program, got {output.reads!r}",
        )
        _check_names(output, known[output.reads])
        return
    seen: set[str] = set()
    for vote in output.votes:
        where = f"vote on {vote.reads}"
        values.require(vote.reads in known, f"{where}, reads: expected a variable of the program")
        twice = f"{where}, reads: expected one vote per variable, got two"
        values.require(vote.reads not in seen, twice)
        seen.add(vote.reads)
        type = known[vote.reads]
        rows = 1 if isinstance(type, Number) else len(type.values)
        _require_count(vote.weights, rows, f"{where}, weights", " rows")
        for number, row in enumerate(vote.weights):
            if not (isinstance(row, tuple) and len(row) == len(output.classes)):
                raise ProgramError(
                    f"{where}, weights, row {number}: expected {len(output.classes)} columns, "
                    f"one per class; got {len(row)}"
                )
            if not are_ints(row) or max(row) > values.MAX_NUMBER or min(row) < -values.MAX_NUMBER:
                for weight in row:
                    values.require_number(weight, f"{where}, weights, row {number}")
