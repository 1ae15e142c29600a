"""A program that reads one word after the other: each step with what it must remember.

A program whose heads never look ahead can be kept up to date from a summary of the words so far:
the last match, running sums, the last few values. A summary has finite parts and whole numbers,
its registers. This is a second meaning of a program, which shares no code with `interpret` and is
tested against it. It runs on whole numbers, and in `verify` on numbers of which little is known.

>>> from transformer_programs.shelf import dyck2
>>> stream = dyck2.program.stream()
>>> [stream.push(word) for word in ("<s>", "(", "{", "}", ")")]
['<s>', 'ok', 'ok', 'ok', 'ok']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from ..program import steps as lang
from ..program.program import Program, live, types
from ..program.values import Categorical, Number, Refusal, Type
from .interpret import InputError
from .remembering import Memory, NotBounded, Now, remembered
from .stand_ins import read_as

POSITION = "position"  # the register of how many words were read

Value = Any  # a whole number, or what stands for one


class Numbers:
    """Whole numbers as they are. `verify.every_length` has others, with the same questions."""

    def less(self, a: Value, b: Value) -> bool:
        return bool(a < b)

    def equal(self, a: Value, b: Value) -> bool:
        return bool(a == b)

    def remainder(self, a: Value, by: int) -> int:
        return int(a % by)

    def exact(self, a: Value) -> int:
        """The number itself, where it is one of finitely many."""
        return int(a)

    def divided(self, a: Value, by: int) -> Value:
        return (a - self.remainder(a, by)) // by

    def held(self, a: Value, low: int | None, high: int | None) -> Value:
        """The nearest number within a range."""
        if low is not None and self.less(a, low):
            return low
        if high is not None and self.less(high, a):
            return high
        return a if low is None or high is None else self.exact(a)


class Past(NamedTuple):
    """What is known of the words so far: the finite memory of each head, and the registers."""

    memories: tuple[Any, ...]
    registers: Mapping[Hashable, Value]


class OnePass:
    """A program made ready to read words one by one, over some kind of numbers."""

    def __init__(self, program: Program, numbers: Numbers) -> None:
        if not isinstance(program.output, lang.Answer) and program.output.pooled:
            raise NotBounded("the answer is one label for the whole input")
        self.program, self.numbers, self.kinds = program, numbers, types(program)
        needed = live(program)
        self.steps = [step for step in program.steps if step.out.name in needed]
        places = affine(self.steps, self.kinds)
        self.memory: dict[str, Memory] = {}
        for step in self.steps:
            if isinstance(step, lang.Head):
                memory = remembered(step, self.kinds, places, program.causal, numbers)
                self.memory[step.out.name] = memory

    def start(self) -> Past:
        return Past((None,) * len(self.memory), defaultdict(int))

    def read(self, past: Past, word: int) -> tuple[str, dict[Hashable, Value], tuple[Any, ...]]:
        """The label of a word, the registers that change, and what heads remember now."""
        values: dict[str, Value] = {}
        changed: dict[Hashable, Value] = {}
        memories: list[Any] = []
        here = past.registers[POSITION]
        for step in self.steps:
            name = step.out.name
            if name in self.memory:
                assert isinstance(step, lang.Head)
                seen = Now(here, values[step.query], values[step.key], values[step.value])
                found, kept, registers = self.memory[name].look(
                    past.memories[len(memories)], past.registers, seen
                )
                memories.append(kept)
                changed |= registers
                sums = isinstance(step, lang.NumericalHead)
                values[name] = self._held(step.out.type, found) if sums else found
            else:
                values[name] = self._computed(step, word, values, here)
        changed[POSITION] = here + 1
        return self._label(values), changed, tuple(memories)

    def _computed(self, step: lang.Step, word: int, values: dict[str, Value], here: Value) -> Value:
        match step:
            case lang.Token(_, lookup):
                return lookup[word]
            case lang.Position():
                return here
            case lang.One():
                return 1
            case lang.Mlp(_, reads, lang.Table(cells)):
                cell = 0
                for name in reads:
                    low, count = _span(self.kinds[name])
                    cell = cell * count + self.numbers.exact(values[name]) - low
                return cells[cell]
            case lang.Mlp(out, reads, lang.Formula() as formula):
                given = [(self.kinds[name], values[name]) for name in reads]
                return self._formula(formula, out.type, given)
            case _:
                raise AssertionError(f"{step} is no step of its own")

    def _formula(self, formula: lang.Formula, out: Type, given: list[tuple[Type, Value]]) -> Value:
        numbers, op, shift = self.numbers, formula.op, formula.shift
        raw = [value for _, value in given]
        if op in ("not", "and", "or", "keep"):
            holds = [not numbers.equal(value, 0) for value in raw]
            if op == "keep":
                return raw[0] if holds[1] else 0
            truth = not holds[0] if op == "not" else all(holds) if op == "and" else any(holds)
            return _truth(out, truth)
        if op == "a" and isinstance(out, Categorical) and not out.numeric:
            return raw[0]
        a, *others = (counted(type, value) for type, value in given)
        if op in ("==", "!=", "<", "<="):
            b = others[0] + shift
            equal = op != "<" and numbers.equal(a, b)
            found = {"==": equal, "!=": not equal}.get(op)
            return _truth(out, (equal or numbers.less(a, b)) if found is None else found)
        match op:
            case "a":
                number = a + shift
            case "+":
                number = a + others[0] + shift
            case "-":
                number = a - others[0] + shift
            case "*":
                number = numbers.exact(a) * numbers.exact(others[0]) + shift
            case "min" | "max":
                first = numbers.less(a, others[0]) == (op == "min")
                number = (a if first else others[0]) + shift
            case "%":
                number = numbers.remainder(a, shift)
            case "//":
                number = numbers.divided(a, shift)
            case _:
                raise AssertionError(f"no formula {op}")
        return self._held(out, number)

    def _held(self, out: Type, number: Value) -> Value:
        if isinstance(out, Number):
            return self.numbers.held(number, out.low, out.high)
        values = [counted(out, value) for value in range(len(out.values))]
        return self.numbers.held(number, min(values), max(values)) - values[0]

    def _label(self, values: dict[str, Value]) -> str:
        output = self.program.output
        if isinstance(output, lang.Answer):
            number = self.numbers.exact(values[output.reads])
            return lang.answer_label(output, self.kinds[output.reads], number)
        scores: list[Value] = [0] * len(output.classes)
        for vote in output.votes:
            value = values[vote.reads]
            number_type = isinstance(self.kinds[vote.reads], Number)
            weights = vote.weights[0 if number_type else self.numbers.exact(value)]
            times = value if number_type else 1
            scores = [score + weight * times for score, weight in zip(scores, weights, strict=True)]
        best = 0
        for place in range(1, len(scores)):
            if self.numbers.less(scores[best], scores[place]):
                best = place
        return output.classes[best]


def counted(type: Type, value: Value) -> Value:
    """The number that a value is compared by: a word's place, a number itself."""
    return type.values[value] if isinstance(type, Categorical) and type.numeric else value


def _span(type: Type) -> tuple[int, int]:
    """The first of the values of a type, and how many there are."""
    if isinstance(type, Categorical):
        return 0, len(type.values)
    assert type.low is not None
    assert type.high is not None
    return type.low, type.high - type.low + 1


def _truth(out: Type, holds: bool) -> int:
    return _span(out)[0] + holds


def affine(steps: list[lang.Step], kinds: Mapping[str, Type]) -> dict[str, tuple[int, int]]:
    """The variables that are a x position + b, whatever the words: (a, b)."""
    found: dict[str, tuple[int, int]] = {}
    for step in steps:
        match step:
            case lang.Position():
                found[step.out.name] = 1, 0
            case lang.One():
                found[step.out.name] = 0, 1
            case lang.Mlp(out, reads, lang.Formula(op, shift)) if op in ("a", "+", "-"):
                if all(name in found for name in reads) and isinstance(out.type, Number):
                    sign = -1 if op == "-" else 1
                    (a, b), *others = (found[name] for name in reads)
                    for slope, constant in others:
                        a, b = a + sign * slope, b + sign * constant
                    low, high = out.type.low, out.type.high
                    within = low is None or (a >= 0 and b + shift >= low)
                    if within and (high is None or (a <= 0 and b + shift <= high)):
                        found[out.name] = a, b + shift
            case _:
                pass
    return found


class WordStream:
    """One input, word by word: `push` gives the label that the program gives to the word there."""

    def __init__(self, program: Program) -> None:
        try:
            self._machine = OnePass(program, Numbers())
        except NotBounded as error:
            raise Refusal(f"this program cannot run as a stream: {error}") from None
        self._past = self._machine.start()
        self._words = {word: i for i, word in enumerate(program.vocabulary.words)}
        self._read, self._ended = 0, False

    def push(self, word: str) -> str:
        """Read the next word of the input, `begin` and `end` too; the time does not grow."""
        program = self._machine.program
        vocabulary = program.vocabulary
        if self._ended:
            raise InputError(f"the input is over: {vocabulary.end!r} was read")
        if self._read == program.max_length:
            raise InputError(f"this program takes at most {program.max_length} words")
        if vocabulary.begin is not None and (word == vocabulary.begin) != (self._read == 0):
            raise InputError(f"the first word, and no other, must be {vocabulary.begin!r}")
        known = read_as(word, self._words, vocabulary.unknown)
        if known is None:
            raise InputError(f"the word {word!r} is not in the vocabulary")
        label, changed, memories = self._machine.read(self._past, self._words[known])
        self._past = Past(memories, defaultdict(int, {**self._past.registers, **changed}))
        self._read, self._ended = self._read + 1, word == vocabulary.end is not None
        return word if word in (vocabulary.begin, vocabulary.end) else label
