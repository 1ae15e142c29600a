"""The names of a file: what a variable is called, and how its values are written at a position."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from ..analysis import Inference, infer
from ..meaning.formulas import Bounds
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, bounds, is_numeric
from .code import Code, call, loop, names, plus
from .groups import is_identity
from .names import (
    constant_name,
    function_arguments,
    head_arguments,
    part_name,
    pattern_name,
    singular,
    table_name,
)

MAX_NAME = 16  # characters; a variable with a longer name makes every line long
LOCAL = frozenset(  # what `run` calls, and the names of its loops
    (
        "_ aggregate at back classify column ends find g i j json key label_words labels "
        "lru_cache multiply n name nearest ok other query re read_as row rows run scores select "
        "sys to_value to_word tokenize value votes w words"
    ).split()
)
CONSTANTS = frozenset(
    "BEGIN CLASSES END NO_VOTES NUMBER_VOTES ORDER ROWS TABLE UNKNOWN VOTES WORDS".split()
)
RESERVED = LOCAL | {*dir(builtins), *keyword.kwlist, *keyword.softkwlist}

At = Callable[[str], Code]  # how the value of a variable at a position is written


def safe(program: Program) -> Program:
    """The program with other names for variables that would hide what a file needs."""
    taken = {step.out.name for step in program.steps}
    new: dict[str, str] = {}
    for step in program.steps:
        name = step.out.name
        hides = name in RESERVED or name.isupper()
        if name == "tokens":
            hides = not isinstance(step, lang.Token) or not is_identity(step, program)
        if name == "positions":
            hides = not isinstance(step, lang.Position)
        new[name] = name
        while hides and new[name] in taken | RESERVED:
            new[name] = f"{new[name].lower()}_"
        taken.add(new[name])
    if all(old == name for old, name in new.items()):
        return program
    steps = [replace(s, out=replace(s.out, name=new[s.out.name])) for s in program.steps]
    renamed = tuple(lang.with_reads(step, new.__getitem__) for step in steps)
    output = program.output
    if isinstance(output, lang.Answer):
        return replace(program, steps=renamed, output=replace(output, reads=new[output.reads]))
    votes = tuple(replace(vote, reads=new[vote.reads]) for vote in output.votes)
    return replace(program, steps=renamed, output=replace(output, votes=votes))


def reach_of(head: lang.Head, program: Program) -> lang.Reach:
    """The reach of a head: never past its own position in a causal program."""
    return "upto" if program.causal and head.reach == "all" else head.reach


@dataclass(frozen=True)
class Scope:
    """A program with safe names, and how its variables are written in `run`.

    `helpers`: whether heads call functions that find a place, or say it all by themselves.
    """

    program: Program
    helpers: bool = False

    @cached_property
    def types(self) -> dict[str, Type]:
        return types(self.program)

    @cached_property
    def facts(self) -> Inference:
        return infer(self.program)

    @cached_property
    def given(self) -> str:
        """The parameter of `run`."""
        return "tokens" if "tokens" in self._identities or "tokens" not in self.types else "words"

    @cached_property
    def _identities(self) -> set[str]:
        """The variables that hold the words themselves."""
        steps = [step for step in self.program.steps if isinstance(step, lang.Token)]
        return {step.out.name for step in steps if is_identity(step, self.program)}

    def is_word(self, variable: str) -> bool:
        return variable in self._identities

    @cached_property
    def own(self) -> frozenset[str]:
        """The variables that hold the position itself."""
        return frozenset(s.out.name for s in self.program.steps if isinstance(s, lang.Position))

    @cached_property
    def ones(self) -> frozenset[str]:
        """The variables that are 1."""
        return frozenset(s.out.name for s in self.program.steps if isinstance(s, lang.One))

    @cached_property
    def everywhere(self) -> str:
        """The list of all positions."""
        short = [name for name in self.types if name in self.own and len(name) <= MAX_NAME]
        return short[0] if short else "positions"

    @property
    def length(self) -> Code:
        return f"len({self.given})"

    @property
    def min_length(self) -> int:
        """How many words every input has: those at its ends, or one."""
        vocabulary = self.program.vocabulary
        return max(1, (vocabulary.begin is not None) + (vocabulary.end is not None))

    # --- values at positions ----------------------------------------------------------------------

    def at(self, variable: str, place: Code) -> Code:
        """The value of a variable at a position."""
        return place if variable in self.own else f"{variable}[{place}]"

    def within(self, variable: str, reach: lang.Reach) -> Code:
        """The values of a variable at the positions in reach of i, in their order."""
        if variable in self.own or variable == self.everywhere:
            if reach in ("before", "upto"):
                return f"range({plus('i', int(reach == 'upto'))})"
            variable = self.everywhere
        slices = {"all": "", "before": "[:i]", "upto": "[: i + 1]", "after": "[i + 1 :]"}
        return variable + slices[reach]

    def each(self, build: Callable[[At], Code]) -> Code:
        """The list of an expression: over the one variable that it reads, or over positions."""
        asked: dict[str, None] = {}

        def by_position(variable: str) -> Code:
            asked[variable] = None
            return self.at(variable, "i")

        element = build(by_position)
        if "i" not in names(element):
            return f"[{element}] * {self.length}"
        if len(asked) == 1 and not self.own & set(asked):
            (variable,) = asked
            one = self.one(variable)
            alone = build(lambda _: one)
            if "i" not in names(alone):
                return loop(alone, one, variable)
        return loop(element, "i", self.everywhere)

    def one(self, variable: str) -> str:
        """The name of one value of a variable in a loop over it."""
        one = singular(variable)
        free = one not in self.types and one not in RESERVED and one != self.given
        if free and len(one) <= MAX_NAME:
            return one
        return "n" if is_numeric(self.types[variable]) else "value"

    # --- names of what is defined -----------------------------------------------------------------

    @cached_property
    def _defined(self) -> dict[tuple[str, str], str]:
        """The names of the function and the table of each step, by its variable."""
        taken, found = {*CONSTANTS, *RESERVED, *self.types}, dict[tuple[str, str], str]()
        for step in self.program.steps:
            mlp = isinstance(step, lang.Mlp)
            noun = "mlp" if step.out.name != str(step.out.origin) else "table"
            wanted = {
                "function": part_name(step.out, noun if mlp else "predicate"),
                "table": table_name(step.out, "" if mlp else "keys"),
                "pattern": pattern_name(step.out),
                "lookup": constant_name(step.out.name),
            }
            for kind, name in wanted.items():
                if (kind == "lookup") == isinstance(step, lang.Token):
                    while name in taken or name.startswith("ORDER_"):
                        name += "_"
                    found[step.out.name, kind] = name
                    taken.add(name)
        return found

    def function(self, step: lang.Step) -> str:
        return self._defined[step.out.name, "function"]

    def pattern(self, head: lang.Head) -> str:
        return self._defined[head.out.name, "pattern"]

    def arguments(self, head: lang.Head) -> tuple[str, str]:
        """The names of a query and a key in the function of a head."""
        names = head_arguments(head.query, head.key)
        return ("query", "key") if RESERVED.intersection(names) else names

    def reads(self, mlp: lang.Mlp) -> dict[str, str]:
        """The variables that an MLP reads, and their names in its function."""
        reads = tuple(dict.fromkeys(mlp.reads))
        names = function_arguments(reads)
        if RESERVED.intersection(names):
            names = tuple(f"k{i}" for i in range(len(reads)))
        return dict(zip(reads, names, strict=True))

    def table(self, step: lang.Step) -> str:
        return self._defined[step.out.name, "table"]

    def lookup(self, step: lang.Token) -> str:
        return self._defined[step.out.name, "lookup"]

    # --- numbers and order ------------------------------------------------------------------------

    def ordered(self, variable: str, argument: Code, op: str) -> Code:
        """The operand of a comparison: words by their rank, everything else as it is."""
        if op in ("==", "!=") or is_numeric(self.types[variable]):
            return argument
        return f"{self.rank(variable)}[{argument}]"

    def rank(self, variable: str) -> str:
        """The constant that holds the order of the words of a variable."""
        type = self.types[variable]
        number = next(i for i, one in enumerate(self.word_types) if one == type)
        return f"ORDER_{number + 1}" if number else "ORDER"

    @cached_property
    def word_types(self) -> dict[Categorical, None]:
        kinds = (type for type in self.types.values() if isinstance(type, Categorical))
        return dict.fromkeys(type for type in kinds if not type.numeric)

    def head_clipped(self, head: lang.NumericalHead, total: Code) -> Code:
        """A sum, clipped to its type where it can leave it."""
        if self.facts.within_its_type(head.out.name):
            return total
        reach, longest = reach_of(head, self.program), self.program.max_length
        ends = bounds(lang.sum_type(self.types[head.value], reach, longest))
        return clipped(total, ends, head.out.type)


def clipped(code: Code, ends: Bounds, out: Type) -> Code:
    """A number, clipped to a type where it can leave it."""
    low, high = bounds(out)
    if low is not None and (ends[0] is None or ends[0] < low):
        code = call("max", code, str(low))
    if high is not None and (ends[1] is None or ends[1] > high):
        code = call("min", code, str(high))
    return code
