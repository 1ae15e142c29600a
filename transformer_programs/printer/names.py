"""Names for what an emitted file defines, derived from the variables of its program."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from ..program import steps as lang
from ..program.values import Categorical, Number, Type

LONGEST = 24  # an argument with a longer name gets a short one, so that its lines stay readable


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


def is_binary(type: Type) -> bool:
    """Whether 0 and 1 are all the values there are."""
    return type == Number(0, 1) or (isinstance(type, Categorical) and type.values == (0, 1))
