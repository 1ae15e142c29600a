"""The Program: a vocabulary, steps in order, an output. It refuses to exist if it is wrong.

A program computes one value per variable and position. A value of a `Categorical` is its index in
`values`; a value of a `Number` is the number itself. What a program means is in `interpret`.

>>> from transformer_programs.program import Answer, Token, Variable
>>> tokens = Variable("tokens", Categorical(("a", "b")))
>>> echo = Program(Vocabulary(("a", "b")), (Token(tokens, (0, 1)),), Answer("tokens"), max_length=4)
>>> echo(["a", "b", "b"])
['a', 'b', 'b']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Literal, assert_never, get_args

from . import steps as lang
from .values import (
    MOST_NUMBER,
    Categorical,
    Number,
    ProgramError,
    Type,
    check_value,
    check_values,
    comparable,
    domain,
    finite_size,
    is_int,
    is_numeric,
    ordinal,
    require,
    require_distinct,
    require_number,
    require_one_of,
    shown,
    size,
)

if TYPE_CHECKING:
    from ..meaning.streaming import WordStream

MOST_LENGTH = 1_000_000  # words of an input; each may be a value of a type
MOST_SAID = 2000  # characters of a claim

LinkKind = Literal["extracted", "found by search", "fitted", "simplified", "pruned", "improved"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words an input may hold.

    `unknown` represents every word that is not listed. Every input must start with `begin` and stop
    with `end`, which may occur nowhere else; the answer to each of them is the word itself.
    """

    words: tuple[str, ...]
    unknown: str | None = None
    begin: str | None = None
    end: str | None = None

    def __post_init__(self) -> None:
        require(
            isinstance(self.words, tuple)
            and len(self.words) > 0
            and all(isinstance(word, str) for word in self.words),
            "Vocabulary, words: expected a non-empty tuple of str",
        )
        require_distinct(self.words, "Vocabulary, words")
        listed = set(self.words)
        for name in ("unknown", "begin", "end"):
            word = getattr(self, name)
            require(
                word is None or word in listed,
                f"Vocabulary, {name}: expected one of the words or None, got {word!r}",
            )
        marks = [mark for mark in (self.begin, self.end) if mark is not None]
        require(
            len(set(marks)) == len(marks),
            f"Vocabulary, end: expected another word than begin, got {self.end!r}",
        )

    @property
    def symbols(self) -> tuple[str, ...]:
        """The words that may stand anywhere: all but `begin` and `end`."""
        return tuple(word for word in self.words if word not in (self.begin, self.end))

    def inner(self, length: int) -> range:
        """The positions of an input of this length between `begin` and `end`.

        >>> Vocabulary(("<s>", "a"), begin="<s>").inner(3)
        range(1, 3)
        """
        return range(int(self.begin is not None), length - (self.end is not None))


@dataclass(frozen=True, slots=True)
class Link:
    """A claim about one program: how it was made, and what that keeps or was checked on.

    `digest` names the program it speaks of. It is made of the content of that program.

    >>> print(Link("simplified", "same answer on every input, by rules (3 changes)", "0" * 16))
    simplified: same answer on every input, by rules (3 changes)
    """

    kind: LinkKind
    says: str
    digest: str

    def __post_init__(self) -> None:
        require_one_of(self.kind, get_args(LinkKind), "Link, kind")
        for name in ("says", "digest"):
            text = getattr(self, name)
            require(
                isinstance(text, str) and 0 < len(text) <= MOST_SAID and text.isprintable(),
                f"Link, {name}: expected 1 to {MOST_SAID:,} printable characters on one line",
            )

    def __str__(self) -> str:
        return f"{self.kind}: {self.says}"


@dataclass(frozen=True, slots=True)
class Program:
    """A Transformer Program: call it with a list of words; print it to read it.

    `max_length` counts all words of an input, including `begin` and `end`; None means any length.
    `chain` says where the program comes from, oldest link first. It does not count when programs
    are compared; `tp.claims` returns it only if it belongs to this very program.
    """

    vocabulary: Vocabulary
    steps: tuple[lang.Step, ...]
    output: lang.Output
    max_length: int | None = None
    causal: bool = False
    chain: tuple[Link, ...] = field(default=(), compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.max_length is not None:
            require(
                is_int(self.max_length) and 0 < self.max_length <= MOST_LENGTH,
                f"Program, max_length: expected None or a whole number from 1 to {MOST_LENGTH:,}, "
                f"got {shown(self.max_length)}",
            )
        require(
            isinstance(self.steps, tuple) and len(self.steps) > 0,
            "Program, steps: expected a non-empty tuple",
        )
        known: dict[str, Type] = {}
        for number, step in enumerate(self.steps):
            where = f"step {number} ({step.out.name})"
            require(
                step.out.name not in known,
                f"{where}, out: expected a new variable, but it is written before",
            )
            for name in lang.reads(step):
                require(
                    name in known,
                    f"{where}, reads: expected a variable written before, got {name!r}; "
                    f"there are {', '.join(known) or 'none'}",
                )
            _check_step(step, where, known, self)
            known[step.out.name] = step.out.type
        _check_output(self.output, known)

    def __call__(self, tokens: Sequence[str]) -> list[str] | str:
        """The label of every position, or the one label of a pooled program."""
        from ..meaning.interpret import evaluate  # a method is only a short name for the function

        return evaluate(self, tokens).answer

    def stream(self) -> WordStream:
        """The program on one input, word by word, where it never looks ahead.

        `stream.push(word)` gives the label of the word, in constant time.
        """
        from ..meaning.streaming import WordStream  # likewise

        return WordStream(self)

    def __str__(self) -> str:
        from ..emit import emit_files  # likewise

        return emit_files(self, "program")["program.py"]

    def _repr_html_(self) -> str:
        from ..view.notebook import program_html  # likewise

        return program_html(self)


def types(program: Program) -> dict[str, Type]:
    """The type of every variable, in the order they are written."""
    return {step.out.name: step.out.type for step in program.steps}


def live(program: Program) -> set[str]:
    """The variables that the output reads, directly or through others.

    >>> from transformer_programs.shelf import reverse
    >>> sorted(live(reverse.program))
    ['length', 'outputs', 'positions', 'targets', 'tokens']
    """
    found = set(lang.output_reads(program.output))
    for step in reversed(program.steps):
        if step.out.name in found:
            found.update(lang.reads(step))
    return found


def _check_step(step: lang.Step, where: str, known: dict[str, Type], program: Program) -> None:
    out, length = step.out.type, program.max_length
    match step:
        case lang.Token(_, lookup):
            words = len(program.vocabulary.words)
            require(
                isinstance(lookup, tuple) and len(lookup) == words,
                f"{where}, lookup: expected {words} values, one per word; got {len(lookup)}",
            )
            check_values(lookup, out, f"{where}, lookup")
        case lang.Position():
            wanted: tuple[Type, ...] = (Number(0, None if length is None else length - 1),)
            if length is not None:
                wanted = (Categorical(tuple(range(length))), *wanted)
            require(
                out in wanted,
                f"{where}, out: expected the type {wanted[0]} for positions, got {out}",
            )
        case lang.One():
            require(out == Number(1, 1), f"{where}, out: expected the type Number(1, 1), got {out}")
        case lang.CategoricalHead():
            _check_head(step, where, known, program)
            require_one_of(step.choose, get_args(lang.Choose), f"{where}, choose")
            _check_score(step, where, known)
            value_type = known[step.value]
            require(
                out == value_type,
                f"{where}, out: expected {value_type}, the type of {step.value}; got {out}",
            )
        case lang.NumericalHead():
            _check_head(step, where, known, program)
            value_type = known[step.value]
            require(
                isinstance(value_type, Number),
                f"{where}, value: expected a Number, but {step.value} is {value_type}",
            )
            require(
                isinstance(out, Number), f"{where}, out: expected a Number for a sum, got {out}"
            )
        case lang.Mlp(_, read, lang.Table(cells)):
            shape = [finite_size(known[name], f"{where}, reads {name}") for name in read]
            require(len(shape) > 0, f"{where}, reads: expected at least one variable")
            expected = prod(shape)
            require(
                isinstance(cells, tuple) and len(cells) == expected,
                f"{where}, cells: expected {expected}, one for each of "
                f"{' x '.join(map(str, shape))} values; got {len(cells)}",
            )
            check_values(cells, out, f"{where}, cells")
        case lang.Mlp(_, read, lang.Formula()):
            _check_formula(step, where, [known[name] for name in read])
        case lang.Mlp(_, _, function):
            raise ProgramError(f"{where}, function: expected Table or Formula, got {function!r}")
        case _:
            assert_never(step)


def _check_head(step: lang.Head, where: str, known: dict[str, Type], program: Program) -> None:
    query, key = known[step.query], known[step.key]
    require_one_of(step.reach, get_args(lang.Reach), f"{where}, reach")
    require(
        not (program.causal and step.reach == "after"),
        f"{where}, reach: expected all, before or upto in a causal program, got 'after'",
    )
    match step.predicate:
        case lang.Rows(accepts):
            rows = finite_size(query, f"{where}, query {step.query}")
            keys = domain(key) if finite_size(key, f"{where}, key {step.key}") else range(0)
            require(
                isinstance(accepts, tuple) and len(accepts) == rows,
                f"{where}, predicate: expected {rows} rows, one per value of {step.query}; "
                f"got {len(accepts)}",
            )
            for number, row in enumerate(accepts):
                ascending = isinstance(row, tuple) and all(a < b for a, b in pairwise(row))
                if not (ascending and all(is_int(k) and k in keys for k in row)):
                    raise ProgramError(
                        f"{where}, predicate, row {number}: expected ascending values of "
                        f"{step.key} from {keys.start} to {keys.stop - 1}, got {row!r}"
                    )
        case lang.Compare(_, shift):
            require(
                shift == 0 or (is_numeric(query) and is_numeric(key)),
                f"{where}, predicate, shift: expected 0 between words, got {shift}",
            )
            require(
                comparable(query, key),
                f"{where}, predicate: expected whole numbers or the same words as query and key, "
                f"got {step.query} and {step.key}",
            )
        case lang.Is(value):
            check_value(value, key, f"{where}, predicate")
        case _:
            assert_never(step.predicate)


def _check_score(step: lang.CategoricalHead, where: str, known: dict[str, Type]) -> None:
    match step.score:
        case None | lang.Extreme():
            return
        case lang.Levels(levels):
            rows = finite_size(known[step.query], f"{where}, query {step.query}")
            columns = finite_size(known[step.key], f"{where}, key {step.key}")
            require(
                isinstance(levels, tuple) and len(levels) == rows,
                f"{where}, score: expected {rows} rows, one per value of {step.query}; "
                f"got {len(levels)}",
            )
            for number, row in enumerate(levels):
                right = isinstance(row, tuple) and len(row) == columns
                if not right or not all(is_int(n) and abs(n) <= lang.MOST_LEVEL for n in row):
                    raise ProgramError(
                        f"{where}, score, row {number}: expected {columns} whole numbers from "
                        f"{-lang.MOST_LEVEL} to {lang.MOST_LEVEL}, one per value of {step.key}; "
                        f"got {row!r}"
                    )
        case other:
            raise ProgramError(f"{where}, score: expected Levels, Extreme or None, got {other!r}")


def _check_formula(step: lang.Mlp, where: str, operands: list[Type]) -> None:
    assert isinstance(step.function, lang.Formula)
    op, out = step.function.op, step.out.type
    arity = 1 if op in lang.UNARY else 2
    require(
        len(operands) == arity,
        f"{where}, reads: expected {arity} for the formula {op!r}, got {len(operands)}",
    )
    if op in lang.TRUTHS:
        require(size(out) == 2, f"{where}, out: expected two values for a truth, got {out}")
    if op in ("==", "!=", "<", "<=", "min", "max"):
        require(
            comparable(*operands),
            f"{where}, reads: expected whole numbers or the same words, "
            f"got {' and '.join(step.reads)}",
        )
        require(
            step.function.shift == 0 or all(map(is_numeric, operands)),
            f"{where}, shift: expected 0 between words, got {step.function.shift}",
        )
    if op == "keep" or (op == "a" and not is_numeric(operands[0])):
        require(
            out == operands[0],
            f"{where}, out: expected the type of {step.reads[0]}, {operands[0]}; got {out}",
        )
        require(step.function.shift == 0, f"{where}, shift: expected 0, got {step.function.shift}")
        check_value(0, out, f"{where}, out")
    elif op in ("a", "+", "-", "*", "min", "max", "%", "//"):
        require(
            all(map(is_numeric, operands)),
            f"{where}, reads: expected whole numbers for {op!r}, got {' and '.join(step.reads)}",
        )
        require(
            isinstance(out, Number)
            or (
                out.numeric
                and out.values == tuple(range(ordinal(out, 0), ordinal(out, 0) + len(out.values)))
            ),
            f"{where}, out: expected consecutive whole numbers for {op!r}, got {out}",
        )


def _check_output(output: lang.Output, known: dict[str, Type]) -> None:
    if isinstance(output, lang.Answer):
        require(
            output.reads in known,
            f"Answer, reads: expected a variable of the program, got {output.reads!r}",
        )
        return
    seen: set[str] = set()
    for vote in output.votes:
        where = f"vote on {vote.reads}"
        require(vote.reads in known, f"{where}, reads: expected a variable of the program")
        require(vote.reads not in seen, f"{where}, reads: expected one vote per variable, got two")
        seen.add(vote.reads)
        type = known[vote.reads]
        rows = 1 if isinstance(type, Number) else len(type.values)
        require(
            isinstance(vote.weights, tuple) and len(vote.weights) == rows,
            f"{where}, weights: expected {rows} rows, got {len(vote.weights)}",
        )
        for number, row in enumerate(vote.weights):
            if not (isinstance(row, tuple) and len(row) == len(output.classes)):
                raise ProgramError(
                    f"{where}, weights, row {number}: expected {len(output.classes)} columns, "
                    f"one per class; got {len(row)}"
                )
            if not all(map(is_int, row)) or max(row) > MOST_NUMBER or min(row) < -MOST_NUMBER:
                for weight in row:
                    require_number(weight, f"{where}, weights, row {number}")
