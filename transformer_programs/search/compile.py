"""Recipe -> Program: the same variables, with types that hold every value at the wanted length.

With `max_length=None` the numbers have no bounds and the program takes inputs of any length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ..emit import named
from ..program import Program
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    CompareOp,
    Extreme,
    Formula,
    FormulaOp,
    Is,
    Mlp,
    Module,
    NumericalHead,
    One,
    Origin,
    Position,
    Predicate,
    Step,
    Table,
    Token,
    Variable,
    Vote,
    sum_type,
)
from ..program.values import Categorical, Number, Type
from ..simplify.edits import without_dead
from .domain import Domain
from .nodes import Cells, Node, Recipe

Bound = int | None
NAMES = {"word": "tokens", "position": "positions", "one": "ones", "number": "numbers"}
TRUTH = Number(0, 1)
LONGEST_NAME = 16  # longer names make lines break
COUNTED = {"==": "same", "!=": "other", "<": "smaller", ">": "larger"}  # words: how many
REACHED = {"all": "", "before": "_before", "upto": "_so_far", "after": "_after"}


def compiled(
    recipe: Recipe, domain: Domain, max_length: int | None = None, pooled: bool = False
) -> Program:
    """The program that computes what the last node of the recipe does."""
    plain = _written(recipe, domain, max_length, pooled, {})
    # The printer knows names for many heads; what it has none for gets a short one here.
    pairs = zip(plain.steps, named(plain).steps, strict=True)
    better = {
        old.out.name: new.out.name
        for old, new in pairs
        if old.out.name != new.out.name and len(new.out.name) <= LONGEST_NAME
    }
    for step in plain.steps:
        short, number = _short(step, len(better)), len(better)
        taken = short in better.values()
        better.setdefault(step.out.name, f"{short}_{number}" if taken else short)
    return _written(recipe, domain, max_length, pooled, better)


def _written(
    recipe: Recipe, domain: Domain, max_length: int | None, pooled: bool, names: dict[str, str]
) -> Program:
    writer = Writer(domain, max_length, names)
    for node in recipe.nodes:
        writer.write(node)
    last = writer.variables[-1]
    output: Answer | Classifier = Answer(last.name)
    if pooled:
        assert last.type == Categorical(domain.classes)
        size = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in size) for row in size)
        output = Classifier(domain.classes, (Vote(last.name, weights),), pooled=True)
    whole = Program(domain.vocabulary, tuple(writer.steps), output, max_length, domain.causal)
    return without_dead(whole)


def _short(step: Step, number: int) -> str:
    """A name that tells the kind of variable, for one that has no better name."""
    match step:
        case NumericalHead(_, "tokens", "tokens", "ones", Compare(op, 0)) if op in COUNTED:
            return f"{COUNTED[op]}{REACHED[step.reach]}"
        case NumericalHead():
            return f"sum_{number}"
        case CategoricalHead():
            return f"{'found' if isinstance(step.out.type, Number) else 'copied'}_{number}"
        case Mlp(out, _, Table()):
            return f"{'flag' if out.type == TRUTH else 'answer'}_{number}"
        case Mlp(out):
            return f"{'flag' if out.type == TRUTH else 'number'}_{number}"
        case Token(out):
            return out.name if out.name in NAMES.values() else f"listed_{number}"
        case _:
            return step.out.name


class Writer:
    """The steps written so far; variables[n] is what node n became. `names`: plain to better."""

    def __init__(self, domain: Domain, max_length: int | None, names: dict[str, str]) -> None:
        self.domain, self.max_length, self.names = domain, max_length, names
        self.steps: list[Step] = []
        self.variables: list[Variable] = []
        self.written: dict[Node, int] = {}

    def write(self, node: Node) -> None:
        kinds: dict[str, Module] = {"sum": "num_attn", "copy": "attn"}
        number = len(self.variables)
        origin = Origin(0, number, kinds[node.kind]) if node.kind in kinds else None
        name = NAMES.get(node.kind, f"v{number}" if origin is None else f"{origin}_outputs")
        reads = [self.variables[read] for read in node.reads]
        if node.kind == "table":
            assert node.cells is not None
            self._table(name, reads, node.cells)
            return
        if node.kind == "pair":
            self._pair(name, node)
            return
        type = self._type(node, [read.type for read in reads])
        out = Variable(self._name(name), type, origin)
        self.steps.append(self._step(node, out, [read.name for read in reads]))
        self.variables.append(out)

    def place_of(self, node: Node, places: Sequence[int]) -> int:
        """The number of a node's variable, written once; `places` says where what it reads went."""
        put = replace(node, reads=tuple(places[read] for read in node.reads))
        if put not in self.written:
            self.write(put)
            self.written[put] = len(self.variables) - 1
        return self.written[put]

    def _name(self, plain: str) -> str:
        return self.names.get(plain, plain)

    def _step(self, node: Node, out: Variable, reads: list[str]) -> Step:
        domain = self.domain
        match node.kind:
            case "word":
                return Token(out, tuple(int(place) for place in domain.rank))
            case "number":
                return Token(out, tuple(int(domain.numbers[place]) for place in domain.rank))
            case "falling":
                return Token(out, tuple(int(domain.falling[place]) for place in domain.rank))
            case "within":
                return Token(out, tuple(int(place in node.words) for place in domain.rank))
            case "signed":
                signs = [(place in node.words) - (-place in node.words) for place in domain.rank]
                return Token(out, tuple(int(sign) for sign in signs))
            case "position":
                return Position(out)
            case "one":
                return One(out)
            case "sum":
                query, key, value = reads
                return NumericalHead(
                    out, query, key, value, _predicate(node), cast(Any, node.reach)
                )
            case "copy":
                query, key, value = reads
                reach, choose = cast(Any, node.reach), cast(Any, node.choose)
                score = Extreme(cast(Any, node.score)) if node.score else None
                return CategoricalHead(
                    out, query, key, value, _predicate(node), reach, choose, score
                )
            case _:
                op = "a" if node.op == "bool" else node.op
                return Mlp(out, tuple(reads), Formula(cast(FormulaOp, op), node.shift))

    def _type(self, node: Node, reads: list[Type]) -> Type:
        domain, length = self.domain, self.max_length
        match node.kind:
            case "word":
                return Categorical(domain.words)
            case "number":
                return Number(int(domain.numbers.min()), int(domain.numbers.max()))
            case "falling":
                return Number(0, int(domain.falling.max()))
            case "within":
                return TRUTH
            case "signed":
                return Number(-1, 1)
            case "position":
                return Number(0, None if length is None else length - 1)
            case "one":
                return Number(1, 1)
            case "copy":
                return reads[2]
            case "sum":
                return sum_type(reads[2], cast(Any, node.reach), length)
            case _:
                return _formula_type(node, reads)

    def _table(self, name: str, reads: list[Variable], cells: Cells) -> None:
        """Hold each number within the range of the table, then look up."""
        names = []
        for place, (read, (low, high)) in enumerate(zip(reads, cells.ranges, strict=True)):
            if isinstance(read.type, Number) and read.type != Number(low, high):
                held = Variable(self._name(f"{name}_{'abc'[place]}"), Number(low, high))
                self.steps.append(Mlp(held, (read.name,), Formula("a")))
                names.append(held.name)
            else:
                names.append(read.name)
        kind: Type = Categorical(self.domain.classes) if cells.classes else TRUTH
        out = Variable(self._name(name), kind)
        self.steps.append(Mlp(out, tuple(names), Table(cells.results)))
        self.variables.append(out)

    def _pair(self, name: str, node: Node) -> None:
        """Both words as numbers, the first one times the number of words, and their sum."""
        size = len(self.domain.words)
        first, second = (
            self._numbered(self.variables[read].name, scale)
            for read, scale in zip(node.reads, (size, 1), strict=True)
        )
        out = Variable(self._name(name), Number(0, size * size - 1))
        self.steps.append(Mlp(out, (first, second), Formula("+")))
        self.variables.append(out)

    def _numbered(self, name: str, scale: int) -> str:
        """A variable of words, computed from the numbers of the words instead."""
        found = next(step for step in self.steps if step.out.name == name)
        out = Variable(f"{name}_by_{scale}", Number(0, scale * (len(self.domain.words) - 1)))
        if any(step.out.name == out.name for step in self.steps):
            return out.name
        match found:
            case Token():
                self.steps.append(
                    Token(out, tuple(int(place) * scale for place in self.domain.rank))
                )
            case CategoricalHead():
                value = self._numbered(found.value, scale)
                self.steps.append(replace(found, out=out, value=value))
            case _:
                raise AssertionError(f"no numbers for the words of {name}")
        return out.name


def _predicate(node: Node) -> Predicate:
    if node.op == "is":
        return Is(node.shift)
    return Compare(cast(CompareOp, node.op), node.shift)


def _formula_type(node: Node, reads: list[Type]) -> Type:
    if node.op == "keep":
        return reads[0]
    if node.op not in ("a", "+", "-", "min", "max"):
        return TRUTH
    numbers = [cast(Number, read) for read in reads]
    low, high = numbers[0].low, numbers[0].high
    if len(numbers) > 1:
        other = numbers[1]
        match node.op:
            case "+":
                low, high = _plus(low, other.low), _plus(high, other.high)
            case "-":
                low, high = _minus(low, other.high), _minus(high, other.low)
            case "min":
                low, high = _either(low, other.low, min), _both(high, other.high, min)
            case "max":
                low, high = _both(low, other.low, max), _either(high, other.high, max)
    low, high = _plus(low, node.shift), _plus(high, node.shift)
    # 0 is always a value: `keep` may have to give it.
    return Number(None if low is None else min(low, 0), None if high is None else max(high, 0))


def _plus(a: Bound, b: Bound) -> Bound:
    return None if a is None or b is None else a + b


def _minus(a: Bound, b: Bound) -> Bound:
    return None if a is None or b is None else a - b


def _either(a: Bound, b: Bound, pick: Any) -> Bound:
    return None if a is None or b is None else int(pick(a, b))


def _both(a: Bound, b: Bound, pick: Any) -> Bound:
    known = [bound for bound in (a, b) if bound is not None]
    return int(pick(known)) if known else None
