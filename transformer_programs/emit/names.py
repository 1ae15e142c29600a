"""Names for what an emitted file defines: derived from the variables, and never in their way."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Sequence

from ..program.steps import Variable

LONGEST = 24  # an argument with a longer name gets a short one, so that its lines stay readable


class Names:
    """Hands out names that nothing else in the file has.

    >>> names = Names(["select"])
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


def predicate_name(variable: Variable) -> str:
    """
    >>> from transformer_programs.program import Number, Origin
    >>> predicate_name(Origin(2, 0, "num_attn").variable(Number(0, 8)))
    'num_predicate_2_0'
    >>> predicate_name(Variable("length", Number(0, 8)))
    'predicate_length'
    """
    return _of_head(variable, "predicate") or f"predicate_{variable.name}"


def _of_head(variable: Variable, noun: str) -> str | None:
    """The name of a part of a head that is known by its place in a network."""
    origin = variable.origin
    if origin is None or not variable.is_named_by_module or "attn" not in origin.kind:
        return None
    return str(origin).replace("attn", noun)


def score_name(variable: Variable) -> str:
    """As `predicate_name`: score_0_1, score_length."""
    return predicate_name(variable).replace("predicate_", "score_", 1)


def pattern_name(variable: Variable) -> str:
    """The name of the paper's layout: attn_0_1_pattern, length_pattern."""
    return f"{variable.name.removesuffix('_outputs')}_pattern"


def function_name(variable: Variable) -> str:
    """
    >>> from transformer_programs.program import Number, Origin
    >>> function_name(Origin(0, 1, "mlp").variable(Number(0, 8)))
    'mlp_0_1'
    >>> function_name(Variable("targets", Number(0, 8)))
    'mlp_targets'
    """
    origin = variable.origin
    if origin is None or not variable.is_named_by_module or "mlp" not in origin.kind:
        return f"mlp_{variable.name}"
    return str(origin)


def class_name(variable: str) -> str:
    """
    >>> class_name("var0_embeddings"), class_name("word_kinds")
    ('Var0', 'WordKind')
    """
    base = singular(variable.removesuffix("_embeddings").removesuffix("_embedding"))
    camel = "".join(part[:1].upper() + part[1:] for part in base.split("_"))
    return camel if camel.isidentifier() and len(camel) <= LONGEST else "Embedding"


def constant_name(variable: str, suffix: str = "") -> str:
    """
    >>> constant_name("var0_embeddings"), constant_name("tokens", "_RANK")
    ('VAR0', 'TOKEN_RANK')
    """
    base = singular(variable.removesuffix("_embeddings").removesuffix("_embedding"))
    return (base if len(base) <= LONGEST else "embedding").upper() + suffix


def table_name(variable: Variable) -> str:
    """The name of what an MLP looks up: MLP_0_0, KIND."""
    base = variable.name.removesuffix("_outputs")
    return (base if len(base) <= LONGEST else "table").upper()


def keys_name(variable: Variable) -> str:
    """The name of the keys that each query looks for: KEYS_0_1, NUM_KEYS_0_1, KIND_KEYS."""
    return (_of_head(variable, "keys") or f"{table_name(variable)}_keys").upper()


def levels_name(variable: Variable) -> str:
    """As `keys_name`: LEVELS_0_1, KIND_LEVELS."""
    return keys_name(variable).replace("KEYS", "LEVELS")


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
