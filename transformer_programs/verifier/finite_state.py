"""Equality on inputs of every length: two programs as finite machines, compared state by state.

A head that never looks ahead can be computed from a summary of the words so far: for each kind of
key the last (or first) value, or a running sum. Sums and positions grow, so a state keeps only
small numbers, and of large ones a remainder: a `Range`. If too little is kept to decide a
comparison, the walk starts again with more; if that does not help, it raises `NotBounded`.
Every answer is checked with the definition before it is given: equality on all short inputs and on
an input that leads to each state, a difference on the input that shows it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, islice, product
from math import gcd, inf, lcm
from typing import Any

from ..dataset import DEAD, Automaton
from ..meaning.formulas import COMPARE, clip_to
from ..meaning.interpret import run_step, votes, winner
from ..meaning.words import read_as
from ..program import Program
from ..program import steps as lang
from ..program.program import live, types
from ..program.values import Number, Refusal, Type, bounds, domain, ordinal, size
from .pair import Failure, answer

EXACT_UP_TO = (4, 16, 64)  # numbers up to this are kept exactly; tried in this order
MAX_REMAINDERS = 64
MAX_QUERIES = 256  # values of a query that a head tells apart
MAX_STATES = 10_000
SHORT_INPUTS, SHORT = 2_000, 12  # run by the definition: so many, of at most so many words

Value = Any  # int, or a Range if the number is not known
Scores = tuple[int | None, ...]  # of a key, for each query; None where it does not match
Memory = tuple[Value, tuple[tuple[Scores, Value], ...]]  # first value, one value per kind of key
Words = tuple[str, ...]


class NotBounded(Refusal):
    """No bounded summary of the words so far is known; the message says why."""


class Unknown(Exception):
    """A comparison that holds for some numbers of a range only."""


class Range:
    """A whole number from `low` to `high` that leaves `rest` when divided by `by`.

    Arithmetic gives ranges that hold every result. A comparison gives its answer, or is Unknown.
    """

    def __init__(self, low: float, high: float, by: int = 1, rest: int = 0) -> None:
        self.low, self.high, self.by, self.rest = low, high, by, rest % by

    @staticmethod
    def of(low: float, high: float, by: int, rest: int) -> Value:
        return int(low) if low == high else Range(low, high, by, rest)

    def __repr__(self) -> str:
        return f"[{self.low}, {self.high}, {self.rest} mod {self.by}]"

    def __index__(self) -> int:
        raise Unknown

    def __add__(self, other: Value) -> Value:
        if isinstance(other, int):
            return Range(self.low + other, self.high + other, self.by, self.rest + other)
        by = gcd(self.by, other.by)
        return Range.of(self.low + other.low, self.high + other.high, by, self.rest + other.rest)

    def __mul__(self, factor: Value) -> Value:
        times = factor.__index__()
        low, high = sorted((self.low * times, self.high * times)) if times else (0, 0)
        return Range.of(low, high, self.by * abs(times), self.rest * times)

    def __sub__(self, other: Value) -> Value:
        return self + other * -1

    def __rsub__(self, other: int) -> Value:
        return self * -1 + other

    def __mod__(self, by: int) -> Value:
        return Range(0, by - 1) if self.by % by else self.rest % by

    def __floordiv__(self, by: int) -> Value:
        raise Unknown

    def __lt__(self, other: Value) -> bool:
        apart = self - other
        low, high = (apart, apart) if isinstance(apart, int) else (apart.low, apart.high)
        return _decided(high < 0, low >= 0)

    def __eq__(self, other: object) -> bool:
        apart = self - other
        if isinstance(apart, int):
            return apart == 0
        return _decided(False, apart.low > 0 or apart.high < 0 or apart.rest > 0)

    def __le__(self, other: Value) -> bool:
        return bool(self < other + 1)

    def __gt__(self, other: Value) -> bool:
        return not self <= other

    def __ge__(self, other: Value) -> bool:
        return not self < other

    __radd__, __rmul__, __hash__ = __add__, __mul__, None  # type: ignore[assignment]


def _decided(holds: bool, fails: bool) -> bool:
    if not (holds or fails):
        raise Unknown
    return holds


class OnlineHead:
    """A head that reads one word after the other.

    Keys with the same scores are of one kind. For each kind, a categorical head remembers a value,
    the preferred kind first, and a numerical head a sum. A head that compares positions reads the
    value `back` words ago and remembers the last values.
    """

    def __init__(self, head: lang.Head, kinds: Mapping[str, Type], places: Set[str]) -> None:
        self.head, self.query, self.key = head, kinds[head.query], kinds[head.key]
        self.choose = head.choose if isinstance(head, lang.CategoricalHead) else None
        self.back: int | None = None
        predicate, name = head.predicate, head.out.name
        positions = {head.query, head.key} <= places and lang.score_of(head) is None
        if isinstance(predicate, lang.Is):
            self.queries = range(1)
        elif size(self.query) is not None:
            self.queries = domain(self.query)
        elif isinstance(predicate, lang.Compare) and positions and predicate.op == "==":
            self.back, self.queries = -predicate.shift, range(abs(predicate.shift))
        elif isinstance(predicate, lang.Compare) and size(self.key) is not None:
            low, high = (int(end or 0) - predicate.shift for end in bounds(self.key))
            self.queries = range(low - 1, high + 2)  # all numbers below are alike, and all above
        else:
            raise NotBounded(f"step {name} compares numbers that grow without limit")
        if len(self.queries) > MAX_QUERIES:
            raise NotBounded(f"step {name} tells more than {MAX_QUERIES} values apart")

    def look(self, memory: Memory | None, query: Value, key: Value, value: Value) -> Any:
        """The value that the head finds, and its memory from now on."""
        first, past = memory or (value, ())
        before = self.head.reach == "before"
        if self.back is not None:
            recent = (((), value), *past)
            reached = before <= self.back < len(recent)
            found = recent[self.back][1] if reached else first if self.choose else 0
            return found, (first, recent[: max(self.back, 0)])
        asked, scores = self._asked(query), self._scores(key)
        after = self._after(past, scores, value)
        if self.choose is None:
            seen = past if before else after
            found = sum(one for kind, one in seen if kind[asked] is not None)
            return clip_to(self.head.out.type, found), (first, after)
        here = () if before else ((scores, value),)
        listed = here + past if self.choose == "last" else past + here
        levels = [level for kind, _ in listed if (level := kind[asked]) is not None]
        matches = (one for kind, one in listed if kind[asked] == max(levels))
        return next(matches) if levels else first, (first, after)

    def _after(self, past: Any, scores: Scores, value: Value) -> Any:
        """The past with a new key, without what no query can find any more."""
        if all(score is None for score in scores):
            return past
        if self.choose is None:
            sums = dict(past)
            sums[scores] = sums.get(scores, 0) + value
            return tuple(sorted(sums.items(), key=lambda one: str(one[0])))
        if self.choose == "first":
            hidden = any(_hides(kind, scores) for kind, _ in past)
            return past if hidden else (*past, (scores, value))
        return ((scores, value), *(one for one in past if not _hides(scores, one[0])))

    def _asked(self, query: Value) -> int:
        if len(self.queries) == 1:
            return 0
        if size(self.query) is None:
            query = min(max(query, self.queries[0]), self.queries[-1])
        return int(query.__index__()) - self.queries[0]

    def _scores(self, key: Value) -> Scores:
        match self.head.predicate:
            case lang.Is(value):
                matches = [key == value]
            case lang.Rows(accepts):
                matches = [key.__index__() in row for row in accepts]
            case lang.Compare(op, shift):
                asked = [
                    q if size(self.query) is None else ordinal(self.query, q) for q in self.queries
                ]
                matches = [COMPARE[op](_ordinal(self.key, key), q + shift) for q in asked]
        level, score = 0, lang.score_of(self.head)
        if score is not None:
            level = _ordinal(self.key, key).__index__() * (1 if score.best == "largest" else -1)
        return tuple(level if matched else None for matched in matches)


def _hides(a: Scores, b: Scores) -> bool:
    """Whether no query takes b where it can have a."""
    return all(y is None or (x is not None and x >= y) for x, y in zip(a, b, strict=True))


def _ordinal(type: Type, value: Value) -> Value:
    return value if isinstance(type, Number) else ordinal(type, value.__index__())


class Transducer:
    """A program that reads one word after the other. A state: the position, and each memory."""

    def __init__(self, program: Program, largest: int) -> None:
        if program.max_length is not None:
            raise NotBounded(f"the program takes at most {program.max_length} words")
        if isinstance(program.output, lang.Classifier) and program.output.pooled:
            raise NotBounded("the answer is one label for the whole input")
        self.program, self.largest, self.kinds = program, largest, types(program)
        self.steps = [step for step in program.steps if step.out.name in live(program)]
        functions = [step.function for step in self.steps if isinstance(step, lang.Mlp)]
        formulas = [one for one in functions if isinstance(one, lang.Formula)]
        self.by = lcm(*(formula.shift for formula in formulas if formula.op == "%"))
        if self.by > MAX_REMAINDERS:
            raise NotBounded(f"remainders by {self.by} are read")
        places = {step.out.name for step in self.steps if isinstance(step, lang.Position)}
        heads = [step for step in self.steps if isinstance(step, lang.Head)]
        for head in heads:
            if head.reach == "after" or (head.reach == "all" and not program.causal):
                raise NotBounded(f"step {head.out.name} looks ahead")
        self.heads = {head.out.name: OnlineHead(head, self.kinds, places) for head in heads}
        self.words = program.vocabulary.index
        self.start: Any = (0, dict.fromkeys(self.heads))
        if program.vocabulary.begin is not None:
            self.start = self.read(self.start, program.vocabulary.begin)[1]

    def read(self, state: Any, word: str) -> tuple[str | None, Any]:
        """The label of the next word and the state after it; None if the word is refused."""
        known = read_as(word, self.words, self.program.vocabulary.unknown)
        if known is None:
            return None, None
        here, memories = state
        values: dict[str, tuple[Value, ...]] = {}  # at one position
        after: dict[str, Memory] = {}
        for step in self.steps:
            name = step.out.name
            if isinstance(step, lang.Position):
                values[name] = (here,)
            elif isinstance(step, lang.Head):
                read = (values[one][0] for one in lang.reads(step))
                found, (first, past) = self.heads[name].look(memories[name], *read)
                values[name] = (found,)
                after[name] = self._kept(first), tuple((kind, self._kept(v)) for kind, v in past)
            else:
                values[name] = run_step(step, (self.words[known],), values, self.kinds, True)
        output = self.program.output
        if isinstance(output, lang.Answer):
            number, kind = values[output.reads][0].__index__(), self.kinds[output.reads]
            label = lang.answer_label(output, kind, number)
        else:
            label = output.classes[winner(votes(output, values, self.kinds, 1)[0])]
        return label, (self._kept(here + 1), after)

    def _kept(self, value: Value) -> Value:
        """A value as a part of a state: of a large number, only a remainder is kept."""
        low, high = (value, value) if isinstance(value, int) else (value.low, value.high)
        if -self.largest <= low == high <= self.largest:
            return value
        low = -inf if low < -self.largest else min(low, self.largest + 1)
        high = inf if high > self.largest else max(high, -self.largest - 1)
        rest = value if isinstance(value, int) else value.rest
        return Range(low, high, self.by if isinstance(value, int) else gcd(value.by, self.by), rest)


class AutomatonReader:
    """The automaton of a regular task, as a machine."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton, self.start = automaton, 0

    def read(self, state: int, word: str) -> tuple[str | None, Any]:
        to = self.automaton.moves[state][self.automaton.words.index(word)]
        return (None, DEAD) if to == DEAD else (self.automaton.labels[to], to)


@dataclass(frozen=True, slots=True)
class Explored:
    """The number of pairs of states, and the shortest input on which the two differ, if any."""

    states: int
    differs: Words | None


def every_length(
    program: Program, other: Program | Automaton, words: Sequence[str] = ()
) -> Explored:
    """Compare on every input of every length, or raise `NotBounded`.

    `words` may stand at any place between `begin` and `end`; by default, all symbols.
    """
    words = words or (other.words if isinstance(other, Automaton) else program.vocabulary.symbols)
    for largest in EXACT_UP_TO:
        try:
            paths, differs = _walk(program, other, words, largest)
            break
        except Unknown:
            continue
    else:
        raise NotBounded("a comparison depends on numbers that grow without limit")
    short = chain.from_iterable(product(words, repeat=length) for length in range(1, SHORT + 1))
    tried = [differs] if differs else chain(paths[1:], islice(short, SHORT_INPUTS))
    found = next((one for one in tried if _differ(program, other, one)), None)
    if found != differs:
        raise NotBounded("the walk and the definition disagree")
    return Explored(len(paths), None if found is None else tuple(program.vocabulary.framed(found)))


def _walk(
    program: Program, other: Program | Automaton, words: Sequence[str], largest: int
) -> tuple[list[Words], Words | None]:
    """The shortest words to each pair of states, and those to the first difference, if any."""
    a = Transducer(program, largest)
    b = Transducer(other, largest) if isinstance(other, Program) else AutomatonReader(other)
    start = a.start, b.start
    paths: dict[str, Words] = {repr(start): ()}
    waiting = deque([start])
    while waiting:
        pair = waiting.popleft()
        path = paths[repr(pair)]
        for word in words:
            right = b.read(pair[1], word)
            if right[1] == DEAD:
                continue
            left = a.read(pair[0], word)
            if left[0] != right[0]:
                return [*paths.values()], (*path, word)
            after = left[1], right[1]
            if left[0] is not None and repr(after) not in paths:
                paths[repr(after)] = (*path, word)
                waiting.append(after)
        if len(paths) > MAX_STATES:
            raise NotBounded(f"there are more than {MAX_STATES:,} states")
    return [*paths.values()], None


def _differ(program: Program, other: Program | Automaton, words: Words) -> bool:
    """Whether the two answer differently, by the definition."""
    tokens = program.vocabulary.framed(words)
    inner = program.vocabulary.inner(len(tokens))
    if isinstance(other, Program):
        a, b = answer(program, tokens), answer(other, tokens)
        return a != b and not (isinstance(a, Failure) and isinstance(b, Failure))
    right, given = other.run(words), answer(program, tokens)
    labels = given[inner.start : inner.stop] if isinstance(given, list) else None
    return right is not None and right != labels
