"""A random program under construction: every kind of step, predicate, function and output."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import prod
from typing import Literal, TypeVar, get_args

from transformer_programs.program import Vocabulary
from transformer_programs.program import steps as lang
from transformer_programs.program.values import (
    MAX_NUMBER,
    Categorical,
    Number,
    Symbol,
    Type,
    bounds,
    comparable,
    domain,
    is_numeric,
    size,
)

T = TypeVar("T")
Known = dict[str, Type]
OutputKind = Literal["classifier", "pooled", "answer"]

PLAIN_WORDS = tuple("abcdefgh0123456789")
HOSTILE_WORDS = (
    *("'", '"', "\\", "\n", "{x}", "</script>", "é", "日本", "🙂", "class", "None", "lambda"),
    *("", " ", "\t", "%s", '"""', "'''", "\\n", "\r", "\x00", "#", "a b", "{", "}", "\u2028"),
    *("${y}", "<s>", "&amp;", "-1", "True", "[x]", "`", ",", "\x1b[0m", "ａ", "[bold]"),
)
# Names of builtins and of likely local variables: a printer must not let them collide.
HOSTILE_NAMES = (
    *("len", "sum", "min", "max", "range", "list", "print", "run", "tokens", "words", "n", "i"),
    *("j", "q", "k", "_", "match", "type", "str", "int", "__name__", "positions", "enumerate"),
    *("key", "query", "value", "predicate", "select", "aggregate", "classes", "scores", "X", "x"),
)
MAX_CELLS = 300  # of a table or a predicate, so that programs stay small


def flip(rng: random.Random, chance: float) -> bool:
    return rng.randint(0, 99) >= 100 - round(100 * chance)


def some(rng: random.Random, pool: Sequence[T], count: int) -> list[T]:
    """`count` different members of the pool, or as many as there are."""
    left = list(pool)
    return [left.pop(rng.randint(0, len(left) - 1)) for _ in range(min(count, len(left)))]


class ProgramBuilder:
    """A program under construction: each method gives a step that fits what is there."""

    def __init__(
        self,
        rng: random.Random,
        vocabulary: Vocabulary,
        max_length: int | None,
        causal: bool,
        hostile: bool,
        large: bool,
    ) -> None:
        self.large = large
        self.rng = rng
        self.vocabulary = vocabulary
        self.max_length = max_length
        self.causal = causal
        self.names = list(HOSTILE_NAMES) if hostile else []
        self.words = list(HOSTILE_WORDS if hostile else PLAIN_WORDS)
        self.steps: list[lang.Step] = []
        self.known: Known = {}

    def far(self, chance: float) -> int | None:
        """A number near an end of what a program may hold, or of 32 bits; not in all programs."""
        if not (self.large and flip(self.rng, chance)):
            return None
        end = self.rng.choice([MAX_NUMBER, MAX_NUMBER // 2, 2**31, 10**6])
        return self.rng.choice([end, -end]) if end == MAX_NUMBER else end - 3

    def add(self, step: lang.Step) -> None:
        self.steps.append(step)
        self.known[step.out.name] = step.out.type

    def step(self) -> lang.Step:
        makers: list[Callable[[], lang.Step | None]] = [
            *(self.token, self.position, self.position, self.one),
            *(self.categorical_head,) * 4,
            *(self.numerical_head,) * 4,
            *(self.table, self.table, self.formula, self.formula, self.formula),
        ]
        return self.rng.choice(makers)() or self.token()

    def contents(self) -> random.Random:
        """Many small choices (table cells, weights) from one draw."""
        return random.Random(self.rng.randint(0, 2**32 - 1))

    def variable(self, stem: str, type: Type) -> lang.Variable:
        name = f"{stem}_{len(self.steps)}"
        if self.names and flip(self.rng, 0.5):
            name = self.names.pop(self.rng.randint(0, len(self.names) - 1))
        return lang.Variable(name, type)

    def pick(self, fits: Callable[[Type], bool] = lambda type: True) -> str | None:
        """The name of a variable whose type fits, the newer the likelier."""
        names = [name for name, type in self.known.items() if fits(type)]
        return self.rng.choice(names + names[-2:]) if names else None

    def type(self) -> Type:
        """A fresh type, often one that is there already so that variables can be compared."""
        rng = self.rng
        if self.known and flip(rng, 0.4):
            return rng.choice(list(self.known.values()))
        low = rng.randint(-3, 3)
        far = self.far(0.6)
        if far is not None:
            near = sorted((far, far - 4 if far > 0 else far + 4))
            types: list[Type] = [Number(*near), Categorical((far, 0, -far))]
            return rng.choice([*types, Number(min(0, far), None)])
        options: list[Callable[[], Type]] = [
            lambda: Categorical(tuple(some(rng, self.words, rng.randint(1, 5)))),
            lambda: Categorical(tuple(range(low, low + rng.randint(1, 6)))),
            lambda: Categorical(tuple(some(rng, range(-4, 9), rng.randint(1, 5)))),
            lambda: Categorical(tuple(some(rng, self._mixed(), rng.randint(2, 4)))),
            lambda: Number(low, low + rng.randint(0, 5)),
            lambda: Number(rng.choice([None, -5]), rng.choice([None, 5])),
        ]
        return rng.choice(options)()

    def _mixed(self) -> list[Symbol]:
        return ["1", 1, 0, *self.words[:3]]

    def values(self, type: Type, count: int) -> tuple[int, ...]:
        """`count` values of a type."""
        low, high = (0, len(type.values) - 1) if isinstance(type, Categorical) else bounds(type)
        low = (high or 0) - 4 if low is None else low
        high = low + 8 if high is None else high
        draw = self.contents()
        return tuple(draw.randint(low, high) for _ in range(count))

    # --- inputs

    def token(self) -> lang.Token:
        words = self.vocabulary.words
        if flip(self.rng, 0.5):
            return lang.Token(self.variable("token", Categorical(words)), tuple(range(len(words))))
        type = self.type()
        return lang.Token(self.variable("embedding", type), self.values(type, len(words)))

    def position(self) -> lang.Position:
        n = self.max_length
        type: Type = Number(0, None if n is None else n - 1)
        if n is not None and flip(self.rng, 0.6):
            type = Categorical(tuple(range(n)))
        return lang.Position(self.variable("position", type))

    def one(self) -> lang.One:
        return lang.One(self.variable("one", Number(1, 1)))

    # --- heads

    def categorical_head(self) -> lang.CategoricalHead:
        query, key, predicate = self.attention()
        value = self.pick()
        assert value is not None
        out = self.variable("head", self.known[value])
        choose = self.rng.choice(["nearest", "nearest", *get_args(lang.Choose)])
        reach, best = self.reach(), self.rng.choice([None, None, None, *get_args(lang.Best)])
        score = None if best is None else lang.Extreme(best)
        return lang.CategoricalHead(out, query, key, value, predicate, reach, choose, score)

    def numerical_head(self) -> lang.NumericalHead | lang.One:
        value = self.pick(lambda type: isinstance(type, Number))
        if value is None:
            return self.one()
        query, key, predicate = self.attention()
        reach = self.reach()
        needed = lang.sum_type(self.known[value], reach, self.max_length)
        # A narrower type holds the sum within its bounds, a wider one is never filled.
        types: list[Type] = [needed, needed, needed, Number(None, None), Number(1, 3)]
        out = self.variable("count", self.rng.choice(types))
        return lang.NumericalHead(out, query, key, value, predicate, reach)

    def reach(self) -> lang.Reach:
        reaches = [
            reach for reach in get_args(lang.Reach) if not (self.causal and reach == "after")
        ]
        return self.rng.choice(["all", "all", *reaches])

    def attention(self) -> tuple[str, str, lang.Predicate]:
        """A query, a key and a predicate between them."""
        rng = self.rng
        query, key = self.pick(), self.pick()
        assert query is not None
        assert key is not None
        kind = rng.choice(["rows", "rows", "rows", "compare", "compare", "is"])
        if kind == "compare":
            partner = self.pick(lambda type: comparable(self.known[query], type))
            assert partner is not None  # a type is comparable to itself
            numeric = is_numeric(self.known[query]) and is_numeric(self.known[partner])
            shift = rng.randint(-2, 2) if numeric and flip(rng, 0.5) else 0
            shift = shift and (self.far(0.5) or shift)
            return query, partner, lang.Compare(rng.choice(get_args(lang.CompareOp)), shift)
        q, k = size(self.known[query]), size(self.known[key])
        if kind == "rows" and q is not None and k is not None and q * k <= MAX_CELLS:
            return query, key, self.rows(q, domain(self.known[key]))
        return query, key, lang.Is(self.values(self.known[key], 1)[0])

    def rows(self, count: int, keys: range) -> lang.Rows:
        one_each = flip(self.rng, 0.5)
        draw = self.contents()
        if one_each:
            return lang.Rows(tuple((draw.choice(keys),) for _ in range(count)))
        density = draw.choice([0.1, 0.3, 0.6])
        return lang.Rows(
            tuple(tuple(k for k in keys if draw.random() < density) for _ in range(count))
        )

    # --- functions

    def table(self) -> lang.Mlp | None:
        names = [self.pick(lambda type: size(type) is not None) for _ in range(3)]
        reads = tuple(name for name in names[: self.rng.randint(1, 3)] if name is not None)
        cells = prod(size(self.known[name]) or 0 for name in reads)
        if not reads or cells > MAX_CELLS:
            return None
        type = self.type()
        return lang.Mlp(self.variable("mlp", type), reads, lang.Table(self.values(type, cells)))

    def formula(self) -> lang.Mlp | None:
        rng = self.rng
        op = rng.choice(get_args(lang.FormulaOp))
        if op in ("+", "-", "*", "min", "max", "%", "//"):
            a = self.pick(is_numeric)
        elif op == "keep":
            a = self.pick(_holds_zero)
        else:
            a = self.pick()
        if a is None:
            return None
        fits_a = self._partner_of(self.known[a], op)
        b = None if op in lang.UNARY else self.pick(fits_a)
        if op not in lang.UNARY and b is None:
            return None
        reads = (a,) if b is None else (a, b)
        numeric = all(is_numeric(self.known[name]) for name in reads)
        shiftable = op not in ("keep", "not", "and", "or") and numeric
        shift = rng.randint(-2, 2) if shiftable and flip(rng, 0.5) else 0
        shift = shift and (self.far(0.5) or shift)
        if op in lang.DIVISIONS:
            shift = rng.choice((1, 2, 3, 7, 1000))
        if op in lang.TRUTHS:
            out = self.two_values()
        elif op == "keep" or not numeric:  # the formula "a" over words
            out = self.known[a]
        else:
            out = self.number_type()
        return lang.Mlp(self.variable("formula", out), reads, lang.Formula(op, shift))

    def _partner_of(self, a: Type, op: lang.FormulaOp) -> Callable[[Type], bool]:
        if op in ("+", "-", "*"):
            return is_numeric
        if op in ("==", "!=", "<", "<=", "min", "max"):
            return lambda type: comparable(a, type)
        return lambda type: True

    def two_values(self) -> Type:
        options: list[Type] = [Categorical(("no", "yes")), Categorical((0, 1)), Number(0, 1)]
        options += [Categorical((7, 2)), Categorical((1, "1")), Number(-3, -2)]
        return self.rng.choice(options)

    def number_type(self) -> Type:
        """What arithmetic may write to; a bounded type holds its result within its bounds."""
        low = self.rng.randint(-3, 2)
        high = low + self.rng.randint(0, 6)
        options: list[Type] = [Number(None, None), Number(0, None), Number(None, high)]
        options += [Number(low, high), Number(low, high), Categorical(tuple(range(low, high + 1)))]
        return self.rng.choice(options)

    # --- output

    def output(self, kind: OutputKind) -> lang.Output:
        rng = self.rng
        if kind == "answer":
            name = self.pick()
            assert name is not None
            named = isinstance(self.known[name], Number) and len(self.steps) % 2
            return lang.Answer(name, ((-1, "none"), (2, "'two'")) if named else ())
        classes = tuple(some(rng, self.words, rng.randint(1, 4)))
        voters = some(rng, list(self.known), rng.randint(0, len(self.known)))
        most = rng.choice([1, 3, 1000, 10**12])  # small weights make ties
        most = abs(self.far(0.7) or most)
        draw = self.contents()

        def weights(type: Type) -> tuple[tuple[int, ...], ...]:
            rows = 1 if isinstance(type, Number) else len(type.values)
            return tuple(tuple(draw.randint(-most, most) for _ in classes) for _ in range(rows))

        votes = tuple(lang.Vote(name, weights(self.known[name])) for name in voters)
        return lang.Classifier(classes, votes, kind == "pooled", rng.choice([1, 1000]))


def _holds_zero(type: Type) -> bool:
    low, high = (0, 0) if isinstance(type, Categorical) else (type.low, type.high)
    return (low is None or low <= 0) and (high is None or high >= 0)
