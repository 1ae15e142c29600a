"""What a head that never looks ahead must remember of the words so far.

By classes of keys: of keys that every query treats alike, the first or the last value, or the sum.
By places: where a key is a multiple of the position, the matches are computed, nothing is
remembered. By distance: the last few values, where a head looks so many places back.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..program import steps as lang
from ..program.values import Categorical, Number, Refusal, Type

if TYPE_CHECKING:
    from .streaming import Numbers

MOST_CLASSES = 1024  # of queries

Value = Any
Found = tuple[Value, Any, dict[Hashable, Value]]  # value, memory, registers that change
Affine = Mapping[str, tuple[int, int]]


class NotBounded(Refusal):
    """No bounded summary of the words so far is known for a program; the message says why."""


class Now(NamedTuple):
    """The position, and what a head reads there."""

    position: Value
    query: Value
    key: Value
    value: Value


class Memory(Protocol):
    """What a head finds now, and what it remembers from now on."""

    def look(self, memory: Any, registers: Mapping[Hashable, Value], now: Now) -> Found: ...


def remembered(
    head: lang.Head, kinds: Mapping[str, Type], places: Affine, causal: bool, numbers: Numbers
) -> Memory:
    """The memory that a head needs, or a refusal."""
    name, predicate = head.out.name, head.predicate
    if head.reach == "after" or (head.reach == "all" and not causal):
        raise NotBounded(f"step {name} looks ahead")
    query, key, score = kinds[head.query], kinds[head.key], lang.score_of(head)
    if isinstance(predicate, lang.Rows) and not (_size(query) and _size(key)):
        raise NotBounded(f"step {name} tells more than {MOST_CLASSES:,} values apart")
    if isinstance(predicate, lang.Is) or _size(key) or (_size(query) and score is None):
        if isinstance(head, lang.NumericalHead):
            return RunningSums(head, query, key, numbers)
        return Copies(head, query, key, numbers)
    slope, constant = places.get(head.key, (0, 0))
    if slope < 1 or score is not None:
        raise NotBounded(f"step {name} compares numbers that grow without limit")
    if head.value in places:
        return ByPlace(head, (slope, constant), places[head.value], numbers)
    asked = places.get(head.query, (0, 0))
    if slope != 1 or asked[0] != 1:
        raise NotBounded(f"step {name} may look back as far as it wants")
    assert isinstance(predicate, lang.Compare)
    return ByDistance(head, constant - asked[1] - predicate.shift)


def _size(type: Type) -> int:
    """How many values a type has; 0 where they are too many."""
    if isinstance(type, Categorical):
        count = len(type.values)
    else:
        count = 0 if type.low is None or type.high is None else type.high - type.low + 1
    return count if count <= MOST_CLASSES else 0


def _values(type: Type) -> list[int]:
    """What the values of a small type are compared by."""
    if isinstance(type, Number):
        assert type.low is not None
        assert type.high is not None
        return list(range(type.low, type.high + 1))
    return [v if isinstance(v, int) and type.numeric else i for i, v in enumerate(type.values)]


def _holds(op: lang.CompareOp, a: int, b: int) -> bool:
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


Class = tuple[int | None, ...]  # of a key: how good it is to each query; None where no match


class Classes:
    """Queries and keys of a head, of which one has finitely many values, as numbers of classes."""

    def __init__(self, head: lang.Head, query: Type, key: Type, numbers: Numbers) -> None:
        self.head, self.query, self.key, self.numbers = head, query, key, numbers
        self.score, self.known = lang.score_of(head), dict[int, Class]()
        predicate = head.predicate
        if isinstance(predicate, lang.Is):
            self.queries = [0]  # whatever the query
        elif _size(query):
            self.queries = _values(query)
        else:
            assert isinstance(predicate, lang.Compare)
            low, high = min(_values(key)) - predicate.shift, max(_values(key)) - predicate.shift
            if high - low > MOST_CLASSES:
                raise NotBounded(f"step {head.out.name} compares with {high - low:,} numbers")
            self.queries = list(range(low - 1, high + 2))  # and all that are less, or more

    def asked(self, query: Value) -> int:
        """The number of the class of a query."""
        if len(self.queries) == 1:
            return 0
        if _size(self.query):
            low = 0 if isinstance(self.query, Categorical) else self.queries[0]
            return self.numbers.exact(query) - low
        held = self.numbers.held(query, self.queries[0], self.queries[-1])
        return int(held) - self.queries[0]

    def of(self, key: Value) -> Class:
        """The class of a key."""
        predicate = self.head.predicate
        if _size(self.key):
            exact = self.numbers.exact(key)
        elif isinstance(predicate, lang.Is):
            exact = self.numbers.held(key, predicate.value - 1, predicate.value + 1)
        else:
            assert isinstance(predicate, lang.Compare)
            low, high = min(self.queries), max(self.queries)
            exact = self.numbers.held(key, low + predicate.shift - 1, high + predicate.shift + 1)
        if exact not in self.known:
            queries = range(len(self.queries))
            self.known[exact] = tuple(self._level(number, exact) for number in queries)
        return self.known[exact]

    def _level(self, query: int, key: int) -> int | None:
        predicate = self.head.predicate
        first = 0 if isinstance(self.key, Categorical) else self.key.low or 0
        number = _values(self.key)[key - first] if _size(self.key) else key
        match predicate:
            case lang.Is(value):
                matches = key == value
            case lang.Rows(accepts):
                matches = key in accepts[query]
            case lang.Compare(op, shift):
                matches = _holds(op, number, self.queries[query] + shift)
        if not matches:
            return None
        if self.score is None:
            return 0
        return number if self.score.best == "largest" else -number


def _hides(a: Class, b: Class) -> bool:
    """Whether no query takes b where it can have a."""
    return all(y is None or (x is not None and x >= y) for x, y in zip(a, b, strict=True))


class Kept:
    """Values in a memory: a number that is known as such, or the name of its register."""

    def __init__(self, name: str) -> None:
        self.name = name

    def put(self, value: Value, slot: Hashable, changed: dict[Hashable, Value]) -> int | None:
        if isinstance(value, int):
            return value
        changed[self.name, slot] = value
        return None

    def get(self, kept: int | None, slot: Hashable, registers: Mapping[Hashable, Value]) -> Value:
        return registers[self.name, slot] if kept is None else kept


class Copies(Kept):
    """The value at the first, last or nearest match: of each class of keys the one that counts.

    The memory is the value at position 0, and (class, value) in the order in which they are chosen.
    """

    def __init__(
        self, head: lang.CategoricalHead, query: Type, key: Type, numbers: Numbers
    ) -> None:
        super().__init__(head.out.name)
        self.head, self.classes = head, Classes(head, query, key, numbers)

    def look(self, memory: Any, registers: Mapping[Hashable, Value], now: Now) -> Found:
        changed: dict[Hashable, Value] = {}
        own = self.classes.of(now.key)
        first = self.put(now.value, "first", changed) if memory is None else memory[0]
        past = () if memory is None else memory[1]
        listed = [(kind, self.get(kept, kind, registers)) for kind, kept in past]
        if self.head.reach != "before":
            here = (own, now.value)
            listed = [here, *listed] if self.head.choose == "last" else [*listed, here]
        asked = self.classes.asked(now.query)
        levels = [level for kind, _ in listed if (level := kind[asked]) is not None]
        if levels:
            best = max(levels)
            value = next(value for kind, value in listed if kind[asked] == best)
        elif memory is None:
            value = now.value
        else:
            value = self.get(first, "first", registers)
        return value, (first, self._after(past, own, now.value, changed)), changed

    def _after(
        self, past: Any, own: Class, value: Value, changed: dict[Hashable, Value]
    ) -> tuple[tuple[Class, int | None], ...]:
        """The classes with the new one among them, without those that no query takes."""
        hidden = self.head.choose == "first" and any(_hides(kind, own) for kind, _ in past)
        if hidden or all(level is None for level in own):
            return tuple(past)
        if self.head.choose == "first":
            return (*past, (own, self.put(value, own, changed)))
        kept = tuple((kind, stored) for kind, stored in past if not _hides(own, kind))
        return ((own, self.put(value, own, changed)), *kept)


class RunningSums:
    """The sum of a value over all matches: one register for each class of keys that was seen."""

    def __init__(self, head: lang.NumericalHead, query: Type, key: Type, numbers: Numbers) -> None:
        self.head, self.numbers = head, numbers
        self.classes = Classes(head, query, key, numbers)

    def look(self, memory: Any, registers: Mapping[Hashable, Value], now: Now) -> Found:
        name, own = self.head.out.name, self.classes.of(now.key)
        seen: tuple[Class, ...] = memory or ()
        sums: dict[Class, Value] = {kind: registers[name, kind] for kind in seen}
        changed: dict[Hashable, Value] = {}
        asked = self.classes.asked(now.query)
        after = dict(sums)
        if any(level is not None for level in own):
            # A sum of numbers that grow would not be the sum of a few registers.
            after[own] = sums.get(own, 0) + self.numbers.exact(now.value)
            changed[name, own] = after[own]
        counted = sums if self.head.reach == "before" else after
        total = sum(value for kind, value in counted.items() if kind[asked] is not None)
        return total, tuple(sorted(after, key=repr)), changed


class ByPlace:
    """Matches among the multiples of the position, a j + b: one interval of j, or all but one.

    The value is a multiple of the position, too, or a constant.
    """

    def __init__(
        self, head: lang.Head, key: tuple[int, int], value: tuple[int, int], numbers: Numbers
    ) -> None:
        assert isinstance(head.predicate, lang.Compare)
        self.head, self.key, self.value, self.numbers = head, key, value, numbers
        self.op, self.shift = head.predicate.op, head.predicate.shift
        if isinstance(head, lang.NumericalHead) and value[0] and self.op != "==":
            raise NotBounded(f"step {head.out.name} adds up positions")

    def look(self, memory: Any, registers: Mapping[Hashable, Value], now: Now) -> Found:
        spans = self._spans(now)
        slope, constant = self.value
        if isinstance(self.head, lang.NumericalHead):
            if slope:
                return sum(slope * low + constant for low, _ in spans), None, {}
            return sum(constant * (high - low + 1) for low, high in spans), None, {}
        return slope * self._chosen(spans, now.position) + constant, None, {}

    def _spans(self, now: Now) -> list[tuple[Value, Value]]:
        """The intervals of positions that match, those that are not empty."""
        (by, constant), divided = self.key, self.numbers.divided
        last = now.position - (self.head.reach == "before")
        aim = now.query + self.shift - constant
        match self.op:
            case "<":
                spans = [(0, divided(aim - 1, by))]
            case "<=":
                spans = [(0, divided(aim, by))]
            case ">":
                spans = [(divided(aim, by) + 1, last)]
            case ">=":
                spans = [(divided(aim + by - 1, by), last)]
            case "==" | "!=":
                met = self.numbers.remainder(aim, by) == 0
                place = divided(aim, by) if met else -1
                spans = [(place, place)]
                if self.op == "!=":
                    spans = [(0, place - 1), (place + 1, last)] if met else [(0, last)]
        less = self.numbers.less
        cut = [(0 if less(a, 0) else a, last if less(last, b) else b) for a, b in spans]
        return [(low, high) for low, high in cut if not less(high, low)]

    def _chosen(self, spans: list[tuple[Value, Value]], here: Value) -> Value:
        assert isinstance(self.head, lang.CategoricalHead)
        if not spans:
            return 0
        if self.head.choose == "first":
            return spans[0][0]
        low, high = spans[-1]
        if self.head.choose == "last" or not self.numbers.equal(high, here):
            return high
        if self.numbers.less(low, high):
            return high - 1
        return spans[-2][1] if len(spans) > 1 else high


class ByDistance(Kept):
    """Matches by how far back they are: the last few values, the first, the sum of the others.

    At distance d a position matches where -d compares with -`back` as the head says. The memory is
    the value at position 0, then the values at distance 1, 2, ... up to one past `back`.
    """

    def __init__(self, head: lang.Head, back: int) -> None:
        super().__init__(head.out.name)
        assert isinstance(head.predicate, lang.Compare)
        self.head, self.op, self.back = head, head.predicate.op, back
        self.size = max(back, 0) + 2
        if self.size > MOST_CLASSES:
            raise NotBounded(f"step {head.out.name} looks {back} words back")

    def look(self, memory: Any, registers: Mapping[Hashable, Value], now: Now) -> Found:
        changed: dict[Hashable, Value] = {}
        first = self.put(now.value, 0, changed) if memory is None else memory[0]
        kept = () if memory is None else memory[1]
        past = [self.get(one, place, registers) for place, one in enumerate(kept, start=1)]
        recent = [now.value, *past]
        found = [d for d in range(self.head.reach == "before", len(recent)) if self._matches(d)]
        full = len(recent) > self.size
        older = full and self._matches(self.size + 1)
        if isinstance(self.head, lang.NumericalHead):
            more = registers[self.name, "older"] if older else 0
            value = sum(recent[d] for d in found) + more
        else:
            begin = now.value if memory is None else self.get(first, 0, registers)
            value = self._chosen(found, recent, older, begin)
        if full:
            changed[self.name, "older"] = registers[self.name, "older"] + recent[-1]
            recent.pop()
        after = tuple(self.put(one, place, changed) for place, one in enumerate(recent, start=1))
        return value, (first, after), changed

    def _matches(self, distance: int) -> bool:
        return _holds(self.op, -distance, -self.back)

    def _chosen(self, found: list[int], recent: list[Value], older: bool, begin: Value) -> Value:
        assert isinstance(self.head, lang.CategoricalHead)
        if self.head.choose == "first":
            return begin if older or not found else recent[found[-1]]
        if self.head.choose == "nearest":
            found = [d for d in found if d > 0] or found
        return recent[found[0]] if found else begin
