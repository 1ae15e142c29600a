"""The names of a file: what a variable is called, and how its values are written at a position."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ..analysis import Inference, infer
from ..meaning.formulas import Bounds, interval
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, bounds, is_numeric, symbol
from .code import Code, call, loop, names, plus

MAX_NAME = 16  # characters; a variable with a longer name makes every line long
MAX_ARGUMENT = 24  # an argument with a longer name gets a short one
LOCAL = frozenset(  # what `run` calls, and the names of its loops
    (
        "_ aggregate at back classify column ends find g i inner j json key label_words labels "
        "n name nearest ok other query re read_as row rows run scores select "
        "sys to_value to_word tokenize value votes w words"
    ).split()
)
CONSTANTS = frozenset("CLASSES NO_VOTES NUMBER_VOTES ORDER ROWS TABLE VOTES WORDS".split())
RESERVED = LOCAL | {*dir(builtins), *keyword.kwlist, *keyword.softkwlist}

At = Callable[[str], Code]  # how the value of a variable at a position is written


# --- questions about a program --------------------------------------------------------------------


def is_identity(step: lang.Token, program: Program) -> bool:
    """Whether every word is its own value."""
    pairs = zip(program.vocabulary.words, step.lookup, strict=True)
    return all(symbol(step.out.type, value) == word for word, value in pairs)


def is_learned(step: lang.Token, program: Program) -> bool:
    """Whether values group words. Numbers, and new names for single words, speak for themselves."""
    grouped = len(set(step.lookup)) < len(step.lookup)
    return isinstance(step.out.type, Categorical) and grouped and not is_identity(step, program)


def sources(program: Program) -> dict[str, str]:
    """For each variable that only ever holds values of an input variable: which one."""
    source: dict[str, str] = {}
    for step in program.steps:
        if isinstance(step, lang.Token):
            source[step.out.name] = step.out.name
        elif isinstance(step, lang.CategoricalHead) and step.value in source:
            source[step.out.name] = source[step.value]
    return source


def reach_of(head: lang.Head, program: Program) -> lang.Reach:
    """The reach of a head: never past its own position in a causal program."""
    return "upto" if program.causal and head.reach == "all" else head.reach


# --- names ----------------------------------------------------------------------------------------


def singular(name: str) -> str:
    """The name of one value of a variable.

    >>> singular("tokens"), singular("attn_0_0_outputs"), singular("length"), singular("class_s")
    ('token', 'attn_0_0_output', 'length', 'class_s')
    """
    one = name[:-1]
    plural = len(name) > 2 and name.endswith("s") and not name.endswith(("ss", "_s"))
    return one if plural and not keyword.iskeyword(one) else name


def renamed(program: Program, to: Mapping[str, str]) -> Program:
    """The program with other names for its variables."""
    steps = [replace(step, out=replace(step.out, name=to[step.out.name])) for step in program.steps]
    new, output = tuple(lang.with_reads(step, to.__getitem__) for step in steps), program.output
    if isinstance(output, lang.Answer):
        return replace(program, steps=new, output=replace(output, reads=to[output.reads]))
    votes = tuple(replace(vote, reads=to[vote.reads]) for vote in output.votes)
    return replace(program, steps=new, output=replace(output, votes=votes))


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
    return program if all(old == name for old, name in new.items()) else renamed(program, new)


def _defined_names(step: lang.Step) -> dict[str, str]:
    """The names of what may be defined for a step, after its place in a network if it has one.

    >>> from transformer_programs.program import Number, Origin
    >>> _defined_names(lang.NumericalHead(Origin(2, 0, "num_attn").variable(Number(0, 8)),
    ...     "tokens", "tokens", "ones", lang.Compare("==")))
    {'function': 'num_predicate_2_0', 'table': 'NUM_KEYS_2_0', 'pattern': 'num_attn_2_0_pattern'}
    """
    name, origin, is_mlp = step.out.name, step.out.origin, isinstance(step, lang.Mlp)
    if isinstance(step, lang.Token):
        base = singular(name.removesuffix("_embeddings").removesuffix("_embedding"))
        return {"lookup": (base if len(base) <= MAX_ARGUMENT else "embedding").upper()}

    def placed(noun: str) -> str | None:
        kind = "mlp" if is_mlp else "attn"
        return str(origin).replace(kind, noun) if origin and kind in origin.kind else None

    noun = "predicate" if not is_mlp else "mlp" if name != str(origin) else "table"
    base = name.removesuffix("_outputs")
    short = base if len(base) <= MAX_ARGUMENT else "table"
    return {
        "function": placed(noun) or f"{noun}_{name}",
        "table": (short if is_mlp else placed("keys") or f"{short}_keys").upper(),
        "pattern": f"{base}_pattern",
    }


@dataclass(frozen=True)
class Scope:
    """A program with safe names, and how its variables are written in `run`."""

    program: Program

    @cached_property
    def types(self) -> dict[str, Type]:
        return types(self.program)

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
        """The names of the functions and tables of each step, by its variable."""
        taken, found = {*CONSTANTS, *RESERVED, *self.types}, dict[tuple[str, str], str]()
        for step in self.program.steps:
            for kind, name in _defined_names(step).items():
                while name in taken or name.startswith("ORDER_"):
                    name += "_"
                found[step.out.name, kind] = name
                taken.add(name)
        return found

    def function(self, step: lang.Step) -> str:
        return self._defined[step.out.name, "function"]

    def pattern(self, head: lang.Head) -> str:
        """The list of matches in the paper's layout."""
        return self._defined[head.out.name, "pattern"]

    def table(self, step: lang.Step) -> str:
        return self._defined[step.out.name, "table"]

    def lookup(self, step: lang.Token) -> str:
        return self._defined[step.out.name, "lookup"]

    def arguments(self, head: lang.Head) -> tuple[str, str]:
        """The names of a query and a key in the function of a head."""
        q, k = singular(head.query), singular(head.key)
        q, k = (f"q_{q}", f"k_{k}") if q == k else (q, k)
        fits = max(len(q), len(k)) <= MAX_ARGUMENT and not RESERVED & {q, k}
        return (q, k) if fits else ("query", "key")

    def reads(self, mlp: lang.Mlp) -> dict[str, str]:
        """The variables that an MLP reads, and their names in its function."""
        reads = tuple(dict.fromkeys(mlp.reads))
        names = tuple(map(singular, reads))
        names = names if len(set(names)) == len(names) else reads
        if max(map(len, names)) > MAX_ARGUMENT or RESERVED.intersection(names):
            names = tuple(f"k{i}" for i in range(len(reads)))
        return dict(zip(reads, names, strict=True))

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

    # --- clipped numbers --------------------------------------------------------------------------

    def ends(self, step: lang.NumericalHead | lang.Mlp) -> Bounds:
        """The bounds of its type that a number has to be clipped to; None where it never is."""
        if isinstance(step, lang.Mlp):
            assert isinstance(step.function, lang.Formula)
            given = interval(step.function, [bounds(self.types[read]) for read in step.reads])
        else:
            longest = self.program.max_length
            reach = reach_of(step, self.program)
            given = bounds(lang.sum_type(self.types[step.value], reach, longest))
        (low, high), (least, most) = bounds(step.out.type), given
        low = None if low is None or (least is not None and least >= low) else low
        high = None if high is None or (most is not None and most <= high) else high
        is_clipped = (low, high) != (None, None) and not (
            isinstance(step, lang.NumericalHead)
            and inferred(self.program).within_its_type(step.out.name)
        )
        return (low, high) if is_clipped else (None, None)


@lru_cache(maxsize=2)  # code and sentences ask the same
def inferred(program: Program) -> Inference:
    return infer(program)


def clipped(code: Code, ends: Bounds) -> Code:
    """A number, clipped to bounds."""
    low, high = ends
    code = code if low is None else call("max", code, str(low))
    return code if high is None else call("min", code, str(high))
