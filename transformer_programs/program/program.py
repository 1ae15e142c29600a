"""The Program: a vocabulary, steps in order, an output. Invalid programs raise ProgramError.

A program computes one value per variable and position. A value of a `Categorical` is its index in
`values`; a value of a `Number` is the number itself. `meaning/interpret.py` runs a program.

>>> from transformer_programs.program import Answer, Categorical, Token, Variable
>>> tokens = Variable("tokens", Categorical(("a", "b")))
>>> echo = Program(Vocabulary(("a", "b")), (Token(tokens, (0, 1)),), Answer("tokens"), max_length=4)
>>> echo(["a", "b", "b"])
['a', 'b', 'b']
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from . import steps as lang
from .numerals import check_numerals, listed_numbers
from .validity import check_output, check_step
from .values import ProgramError, Type, is_int, require, require_distinct, require_one_of, shown

MAX_LENGTH = 1_000_000  # words of an input; each may be a value of a type
MAX_CLAIM = 2000  # characters of a claim

Tokenizer = Literal["plain", "chars"]
Lists = Literal["strings", "values", "number"]  # number: a list of values in, one number out
LinkKind = Literal["extracted", "found by search", "fitted", "simplified", "pruned"]


class ProofError(Exception):
    """A program that is not what its network computes. The message says where they differ."""


@dataclass(frozen=True)
class Vocabulary:
    """The words that an input may contain.

    `unknown` stands for every word that is not listed. Every input must start with `begin` and end
    with `end`, which occur nowhere else; the answers at these positions are the same words.
    A raw text is split at spaces, or by `tokenizer`: "plain" finds words and signs, "chars" takes
    each character but spaces as a word. `digits` replaces each run of digits in a word.
    With `lists`, an input is a list of strings, or of JSON values, and so is the answer: `begin` is
    added to the one, and positions that answer with it are left out of the other.
    With `numerals`, every whole number is a word, not only those that are listed, which leave out
    none between the least and the largest (`program/numerals.py`).
    """

    words: tuple[str, ...]
    unknown: str | None = None
    begin: str | None = None
    end: str | None = None
    tokenizer: Tokenizer | None = None
    digits: str | None = None
    lists: Lists | None = None
    numerals: bool = False

    def __post_init__(self) -> None:
        require(
            isinstance(self.words, tuple)
            and len(self.words) > 0
            and all(isinstance(word, str) for word in self.words),
            "Vocabulary, words: expected a non-empty tuple of str",
        )
        require_distinct(self.words, "Vocabulary, words")
        for name in ("unknown", "begin", "end"):
            word = getattr(self, name)
            require(
                word is None or word in self.index,
                f"Vocabulary, {name}: expected one of the words or None, got {word!r}",
            )
        require(
            len(set(self.marks)) == len(self.marks),
            f"Vocabulary, end: expected another word than begin, got {self.end!r}",
        )
        if self.tokenizer is not None:
            require_one_of(self.tokenizer, get_args(Tokenizer), "Vocabulary, tokenizer")
        require(
            self.digits is None or (isinstance(self.digits, str) and self.digits != ""),
            f"Vocabulary, digits: expected None or a non-empty str, got {self.digits!r}",
        )
        if self.lists is not None:
            require_one_of(self.lists, get_args(Lists), "Vocabulary, lists")
            require(
                self.begin is not None and self.end is None and not self.reads_text,
                "Vocabulary, lists: expected a begin, but no end, tokenizer or digits",
            )
        if self.numerals:
            numbers = listed_numbers(self)
            require(
                len(numbers) > 1
                and numbers[-1] - numbers[0] == len(numbers) - 1
                and self.unknown is None
                and not self.reads_text,
                "Vocabulary, numerals: expected whole numbers among the words, none left out, "
                "and no unknown word, tokenizer or digits",
            )

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def reads_text(self) -> bool:
        """Whether a raw text is more than its words between spaces."""
        return self.tokenizer is not None or self.digits is not None

    @property
    def marks(self) -> tuple[str, ...]:
        """`begin` and `end`, where there are such words."""
        return tuple(mark for mark in (self.begin, self.end) if mark is not None)

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

    def framed(self, words: Sequence[str]) -> list[str]:
        """Words between `begin` and `end`."""
        first = int(self.begin is not None)
        return [*self.marks[:first], *words, *self.marks[first:]]


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
                isinstance(text, str) and 0 < len(text) <= MAX_CLAIM and text.isprintable(),
                f"Link, {name}: expected 1 to {MAX_CLAIM:,} printable characters on one line",
            )

    def __str__(self) -> str:
        return f"{self.kind}: {self.says}"


@dataclass(frozen=True, slots=True, repr=False)
class Program:
    """A Transformer Program: call it with a list of words, or print it to read it.

    `max_length` counts all words of an input, including `begin` and `end`; None means any length.
    `chain` records how the program was made, oldest claim first. Comparisons ignore `chain`;
    `tp.claims` returns it if the program has not been changed since.
    """

    vocabulary: Vocabulary
    steps: tuple[lang.Step, ...]
    output: lang.Output
    max_length: int | None = None
    causal: bool = False
    chain: tuple[Link, ...] = field(default=(), compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.max_length is not None:
            require(
                is_int(self.max_length) and 0 < self.max_length <= MAX_LENGTH,
                f"Program, max_length: expected None or a whole number from 1 to {MAX_LENGTH:,}, "
                f"got {shown(self.max_length)}",
            )
        if not isinstance(self.steps, tuple) or not self.steps:
            raise ProgramError("Program, steps: expected a non-empty tuple")
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
            check_step(step, where, known, self)
            known[step.out.name] = step.out.type
        check_output(self.output, known)
        if self.vocabulary.numerals:
            check_numerals(self)

    def __call__(self, tokens: Sequence[str]) -> list[str] | str:
        """Return the label of every position, or the single label of a pooled program.

        A program with a tokenizer also takes a text. A program for lists takes a list and returns
        one, or a single value; given words that open with `begin`, it returns their labels.
        """
        from ..meaning.interpret import InputError, evaluate  # a method is only a short name
        from ..meaning.words import list_answer, list_input

        begin = [self.vocabulary.begin]
        if self.vocabulary.lists and isinstance(tokens, list | tuple) and [*tokens[:1]] != begin:
            if self.vocabulary.lists == "number" and not tokens:
                raise InputError("expected a list with at least one value, got an empty list")
            found = evaluate(self, list_input(tokens, self.vocabulary))
            listed: list[str] | str = list_answer(found.answer, self.vocabulary)
            return listed
        return evaluate(self, tokens).answer

    def __str__(self) -> str:
        from ..printer import emit  # likewise

        return emit(self, complete=False)

    def __repr__(self) -> str:
        most = "any number of" if self.max_length is None else f"up to {self.max_length}"
        count = len(self.steps)
        if isinstance(self.output, lang.Answer):
            answers = f"answers with {self.output.reads}"
        else:
            answers = f"{len(self.output.classes)} classes"
        return (
            f"<Program: {most} words, {len(self.vocabulary.words):,} known, {answers}, "
            f"{count} {'step' if count == 1 else 'steps'}>"
        )

    def _repr_html_(self) -> str:
        from ..view.notebook import program_html  # likewise

        return program_html(self)


def types(program: Program) -> dict[str, Type]:
    """The type of every variable, in the order they are written."""
    return {step.out.name: step.out.type for step in program.steps}


def is_pooled(program: Program) -> bool:
    """Whether the program gives one label for a whole input."""
    return isinstance(program.output, lang.Classifier) and program.output.pooled


def live(program: Program, names: Iterable[str] | None = None) -> set[str]:
    """The variables that the output, or some variables, are made of, these included.

    >>> from transformer_programs.shelf import reverse
    >>> sorted(live(reverse.program))
    ['length', 'outputs', 'positions', 'targets', 'tokens']
    """
    found = set(lang.output_reads(program.output) if names is None else names)
    for step in reversed(program.steps):
        if step.out.name in found:
            found.update(lang.reads(step))
    return found


# --- the chain of claims: from the network or the search a program came from to what it is now ----


def digest(program: Program) -> str:
    """A short name for a program's content; equal programs have equal digests.

    Origins and the chain of claims are not part of it.
    """
    length, causal = program.max_length, program.causal
    content = program.vocabulary, program.steps, program.output, length, causal
    text = ascii(content).replace(", numerals=False)", ")", 1)  # older digests are without it
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def claims(program: Program) -> tuple[Link, ...]:
    """The chain of claims, oldest first; empty if the program was changed afterwards.

    >>> from transformer_programs.shelf import histogram
    >>> made = linked(histogram.program, "found by search", "right on all inputs (exhaustive)")
    >>> print(*claims(made))
    found by search: right on all inputs (exhaustive)
    >>> claims(replace(made, causal=True))
    ()
    """
    if not program.chain or program.chain[-1].digest != digest(program):
        return ()
    return program.chain


def linked(program: Program, kind: LinkKind, says: str, after: Program | None = None) -> Program:
    """The program with one more claim, behind those of the program that it was made of."""
    text = "".join(char if char.isprintable() else "?" for char in says)
    text = text if len(text) <= MAX_CLAIM else text[: MAX_CLAIM - 3] + "..."
    earlier = () if after is None else claims(after)
    return replace(program, chain=(*earlier, Link(kind, text, digest(program))))


def carried(program: Program, before: Program) -> Program:
    """The claims of a program, said of one that differs from it in the names of variables alone."""
    chain = claims(before)
    last = (replace(link, digest=digest(program)) for link in chain[-1:])
    return replace(program, chain=(*chain[:-1], *last))
