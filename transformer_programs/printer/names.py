"""Names for what an emitted file defines, and how the values of each variable are written in it.

Names are derived from the variables, and never in their way. Words are written as strings, numbers
as numbers, and the values of a learned word variable by the names of its groups.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..program import Program
from ..program import steps as lang
from ..program.values import Categorical, Number, Type, domain, size, symbol
from .tree import Expression, literal

LONGEST = 24  # an argument with a longer name gets a short one, so that its lines stay readable


class NameGiver:
    """Hands out names that nothing else in the file has.

    >>> names = NameGiver(["select"])
    >>> names.new("select"), names.new("select"), names.new("mlp_0_0")
    ('select_', 'select_2', 'mlp_0_0')
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = {*taken, *dir(builtins), *keyword.kwlist, *keyword.softkwlist}
        self.aliases: dict[str, str] = {}

    def new(self, wanted: str) -> str:
        name, count = wanted, 1
        while name in self.taken:
            name, count = f"{wanted}_{count if count > 1 else ''}", count + 1
        self.taken.add(name)
        return name

    def builtin(self, name: str, hidden_by: Iterable[str]) -> str:
        """A builtin, under another name where a variable of the same name hides it."""
        if name not in hidden_by:
            return name
        if name not in self.aliases:
            self.aliases[name] = self.new(f"builtin_{name}")
        return self.aliases[name]


def singular(name: str) -> str:
    """The name of one value of a variable.

    >>> singular("tokens"), singular("attn_0_0_outputs"), singular("length"), singular("class_s")
    ('token', 'attn_0_0_output', 'length', 'class_s')
    """
    one = name[:-1]
    plural = len(name) > 2 and name.endswith("s") and not name.endswith(("ss", "_s"))
    return one if plural and not keyword.iskeyword(one) else name


def part_name(variable: lang.Variable, noun: str) -> str:
    """The name of a function that belongs to a step, by its place in a network if it has one.

    >>> from transformer_programs.program import Number, Origin
    >>> part_name(Origin(2, 0, "num_attn").variable(Number(0, 8)), "predicate")
    'num_predicate_2_0'
    >>> part_name(lang.Variable("length", Number(0, 8)), "score")
    'score_length'
    """
    return _by_place(variable, noun) or f"{noun}_{variable.name}"


def table_name(variable: lang.Variable, noun: str = "") -> str:
    """The name of a table that belongs to a step: MLP_0_0, KIND, NUM_KEYS_0_1, KIND_KEYS."""
    base = variable.name.removesuffix("_outputs")
    base = base if len(base) <= LONGEST else "table"
    return ((_by_place(variable, noun) or f"{base}_{noun}") if noun else base).upper()


def pattern_name(variable: lang.Variable) -> str:
    """The name of the paper's layout: attn_0_1_pattern, length_pattern."""
    return f"{variable.name.removesuffix('_outputs')}_pattern"


def _by_place(variable: lang.Variable, noun: str) -> str | None:
    """The name of a part of a module that a variable is called after: an MLP is its own part."""
    origin = variable.origin
    if origin is None:
        return None
    kind = "mlp" if noun in ("mlp", "table") else "attn"
    return str(origin).replace(kind, noun) if kind in origin.kind else None


def constant_name(variable: str) -> str:
    """
    >>> constant_name("var0_embeddings"), constant_name("tokens")
    ('VAR0', 'TOKEN')
    """
    base = singular(variable.removesuffix("_embeddings").removesuffix("_embedding"))
    return (base if len(base) <= LONGEST else "embedding").upper()


def head_arguments(query: str, key: str) -> tuple[str, str]:
    """The arguments of a predicate.

    >>> head_arguments("positions", "positions"), head_arguments("tokens", "attn_0_0_outputs")
    (('q_position', 'k_position'), ('token', 'attn_0_0_output'))
    """
    q, k = singular(query), singular(key)
    if q == k:
        q, k = f"q_{q}", f"k_{k}"
    return ("query", "key") if max(len(q), len(k)) > LONGEST else (q, k)


def function_arguments(reads: Sequence[str]) -> tuple[str, ...]:
    """The arguments of a function, one for each of the different variables it reads."""
    arguments = tuple(map(singular, reads))
    if len(set(arguments)) < len(arguments):
        arguments = tuple(reads)
    if max(map(len, arguments)) > LONGEST:
        return tuple(f"k{i}" for i in range(len(reads)))
    return arguments


def possible_arguments(variables: Iterable[str]) -> set[str]:
    """Every name that an argument may have in a program with these variables."""
    names = {"query", "key"}
    for variable in variables:
        one = singular(variable)
        names |= {variable, one, f"q_{one}", f"k_{one}"}
    return names


# --- values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the values of one variable are written.

    `is_truth`: whether 0 and 1 are all it can be, and it is written as a condition is.
    """

    type: Type
    is_truth: bool = False

    def text(self, value: int) -> Expression:
        return literal(symbol(self.type, value))

    @property
    def values(self) -> range:
        """The values that can occur, in the order of the type."""
        return domain(self.type)

    @property
    def count(self) -> int | None:
        """How many values can occur; None when they cannot be counted."""
        return size(self.type)

    def texts(self, values: Iterable[int]) -> tuple[Expression, ...]:
        return tuple(map(self.text, values))

    @property
    def is_text(self) -> bool:
        """Whether every value is written as a string."""
        values = self.type.values if isinstance(self.type, Categorical) else (0,)
        return all(isinstance(value, str) for value in values)


def is_counted(spelling: Spelling) -> bool:
    """Whether the votes of a variable are one row times its number."""
    return isinstance(spelling.type, Number)


def with_truths(program: Program, spelling: dict[str, Spelling]) -> dict[str, Spelling]:
    """What is 0 or 1 is a truth, unless the program may answer with it: True is not "1"."""
    answered = {program.output.reads} if isinstance(program.output, lang.Answer) else set[str]()
    for step in reversed(program.steps):
        if step.out.name in answered:
            match step:
                case lang.CategoricalHead():
                    answered.add(step.value)
                case lang.Mlp(_, reads, lang.Formula(op)) if op in ("a", "min", "max", "keep"):
                    answered |= set(reads[: 1 if op == "keep" else 2])
                case (
                    lang.Token() | lang.Position() | lang.One() | lang.NumericalHead() | lang.Mlp()
                ):
                    pass
                case other:
                    assert_never(other)
    given = {s.out.name for s in program.steps if isinstance(s, lang.Position | lang.One)}
    return {
        variable: replace(how, is_truth=is_binary(how.type) and variable not in given | answered)
        for variable, how in spelling.items()
    }


def is_binary(type: Type) -> bool:
    """Whether 0 and 1 are all the values there are."""
    return type == Number(0, 1) or (isinstance(type, Categorical) and type.values == (0, 1))
