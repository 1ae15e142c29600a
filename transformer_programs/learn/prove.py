"""The compositional proof: a network and a program are the same function.

They are compared module by module, on every value that the inputs of a module can take. Equal
modules that are joined in the same way compute equal functions, so the answer holds for every input
of every length, not for a sample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import jax
import jax.numpy as jnp
import numpy as np

from ..infer import infer
from ..interpret import apply, chosen, level, matches, reachable
from ..program import Program, Vocabulary, types
from ..steps import (
    Answer,
    CategoricalHead,
    Choose,
    Classifier,
    Mlp,
    NumericalHead,
    One,
    Position,
    Reach,
    Step,
    Table,
    Token,
    Variable,
    sum_type,
)
from ..values import Type, domain
from .architecture import ONES, POSITIONS, Architecture, Layer, Params
from .discrete import Bools, Discrete, Ints, variable_name
from .relax import Array, in_reach, match_bias, nearest, with_first

SETS_AT_ONCE = 512  # of matching positions, to fit in memory

Matches = dict[int, int]  # matching positions and the level of each match


@dataclass(frozen=True, slots=True)
class Proof:
    """What was compared, module by module, and the first difference if there is one.

    >>> print(Proof(modules=3, cells=128, choices=720, votes=90, difference=None))
    equal on every input (compositional proof: 3 modules, 128 cells, 720 choices, 90 votes)
    """

    modules: int
    cells: int
    choices: int
    votes: int
    difference: str | None

    @property
    def equal(self) -> bool:
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is not None:
            return f"not equal: {self.difference}"
        return (
            f"equal on every input (compositional proof: {self.modules} modules, "
            f"{self.cells:,} cells, {self.choices:,} choices, {self.votes:,} votes)"
        )


class _Differs(Exception):
    """The sentence that says where network and program part."""


def prove(
    program: Program,
    params: Params,
    architecture: Architecture,
    vocabulary: Vocabulary,
    classes: tuple[str, ...],
) -> Proof:
    """Compare a program with a network, module by module.

    A network counts its words and classes; `vocabulary` and `classes` are what it was trained with
    and give them their names. The program must have the same, in the same order.

    The cells are predicate cells, table cells and the values of words; the choices are the
    decisions between two matching positions from which the decision among any number of them
    follows; the votes are the classifier's weights.
    """
    network = Discrete(params, architecture)
    modules = cells = choices = votes = 0
    difference = None
    try:
        _compare_names(program, vocabulary, classes)
        cells += _compare_frame(network, program, architecture)
        steps = {step.out.name: step for step in program.steps}
        known = types(program)
        for n, layer in enumerate(architecture.layers):
            for name in layer.heads:
                cells += _compare_head(network, n, layer, name, steps, known)
                modules += 1
            for name in layer.mlps:
                cells += _compare_mlp(network, n, layer, name, steps, known)
                modules += 1
        choices = _compare_choices(architecture)
        _compare_ranges(program, architecture)
        votes = _compare_votes(network, program, known)
    except _Differs as found:
        difference = str(found)
    return Proof(modules, cells, choices, votes, difference)


def _differ_unless(equal: bool, sentence: str) -> None:
    if not equal:
        raise _Differs(sentence)


def _compare_names(program: Program, vocabulary: Vocabulary, classes: tuple[str, ...]) -> None:
    _differ_unless(
        program.vocabulary == vocabulary,
        "the program does not have the network's words in their order",
    )
    output = program.output
    _differ_unless(
        isinstance(output, Classifier) and output.classes == classes,
        "the program does not have the network's classes in their order",
    )


def _compare_frame(network: Discrete, program: Program, architecture: Architecture) -> int:
    """The inputs, and the names of all variables; how many learned values of words there are."""
    known = types(program)
    modules = {variable_name(name) for name in architecture.categorical + architecture.numerical}
    _differ_unless(
        set(known) == modules,
        f"the network has the variables {sorted(modules)}, the program {sorted(known)}",
    )
    _differ_unless(
        program.causal == architecture.causal and program.max_length == architecture.length,
        "the network and the program take inputs of another kind",
    )
    steps = {step.out.name: step for step in program.steps}
    for name in architecture.word_variables + architecture.number_variables:
        step = steps[name]
        _differ_unless(
            isinstance(step, Token) and step.lookup == network.lookup(name),
            f"{name}: the program does not give each word the value it has in the network",
        )
    _differ_unless(isinstance(steps[POSITIONS], Position), "positions: not the input's positions")
    if architecture.numerical:
        _differ_unless(isinstance(steps[ONES], One), "ones: not 1 at every position")
    config = architecture.config
    return architecture.words * (config.word_variables + config.number_variables)


def _compare_head(
    network: Discrete,
    n: int,
    layer: Layer,
    name: str,
    steps: dict[str, Step],
    known: dict[str, Type],
) -> int:
    step = steps[variable_name(name)]
    kind = CategoricalHead if name in layer.categorical_heads else NumericalHead
    _differ_unless(isinstance(step, kind), f"{name}: the program has another kind of step")
    assert isinstance(step, CategoricalHead | NumericalHead)
    reads = network.head_reads(n, layer, name)
    _differ_unless(
        reads == (step.query, step.key, step.value),
        f"{name} reads {reads} in the network, {(step.query, step.key, step.value)} in the program",
    )
    looked_for = network.predicate(n, name)
    query, key = known[step.query], known[step.key]
    for q, k in product(domain(query), domain(key)):
        _differ_unless(
            matches(step.predicate, query, key, q, k) == looked_for[q, k],
            f"{name}: query value {q} and key value {k} match in one of them only",
        )
    length, causal = network.architecture.length, network.architecture.causal
    seen = np.asarray(in_reach(length, layer.reach(name), causal))
    for i in range(length):
        _differ_unless(
            list(reachable(i, length, step.reach, causal)) == np.flatnonzero(seen[i]).tolist(),
            f"{name} reaches other positions in the network than in the program",
        )
    if isinstance(step, CategoricalHead):
        choose = layer.choices[layer.categorical_heads.index(name)]
        _differ_unless(step.choose == choose, f"{name} does not choose the {choose} match")
        _compare_levels(network.levels(n, name), step, query, key, name)
    return len(domain(query)) * len(domain(key))


def _compare_levels(
    levels: Ints | None, step: CategoricalHead, query: Type, key: Type, name: str
) -> None:
    """Matches have the same level in both, or neither tells them apart."""
    _differ_unless(
        (levels is None) == (step.score is None), f"{name} has a score in one of them only"
    )
    if levels is None or step.score is None:
        return
    for q, k in product(domain(query), domain(key)):
        _differ_unless(
            levels[q, k] == 0 or level(step.score, query, key, q, k) == levels[q, k],
            f"{name}: query value {q} and key value {k} score differently",
        )


def _compare_mlp(
    network: Discrete,
    n: int,
    layer: Layer,
    name: str,
    steps: dict[str, Step],
    known: dict[str, Type],
) -> int:
    step = steps[variable_name(name)]
    _differ_unless(isinstance(step, Mlp), f"{name}: the program has another kind of step")
    assert isinstance(step, Mlp)
    reads = network.mlp_reads(n, layer, name)
    _differ_unless(
        reads == step.reads, f"{name} reads {reads} in the network, {step.reads} in the program"
    )
    operands = [known[read] for read in reads]
    given = network.mlp_cells(n, layer, name, operands)
    if isinstance(step.function, Table) and len(set(reads)) == len(reads):
        own = np.asarray(step.function.cells)
        wrong = np.flatnonzero(given != own)
        _differ_unless(wrong.size == 0, f"{name}: cell {wrong[:1]} differs")
        return len(given)
    for cell, values in enumerate(product(*(domain(type) for type in operands))):
        if any(values[i] != values[reads.index(read)] for i, read in enumerate(reads)):
            continue  # two reads of one variable never hold two values
        _differ_unless(
            apply(step.function, operands, step.out.type, values) == given[cell],
            f"{name}: the cell of the values {values} differs",
        )
    return len(given)


def _compare_choices(architecture: Architecture) -> int:
    """The network's choice among matching positions is `interpret.chosen`, for every set of them.

    A matching position's logit depends on nothing but the two positions and the level of the match,
    and rises with the level; every other position's is far below. So the winner of any set is known
    from the winners of its pairs, of the same or of neighbouring levels; a single match must win
    alone, and no match must give position 0. What a head cannot reach never matches.
    """
    length, most = architecture.length, architecture.config.score_levels
    levels = range(1, max(1, most) + 1)
    near = [(a, b) for a in levels for b in levels if abs(a - b) <= 1]
    sets: list[Matches] = [{}, *({j: a} for j in range(length) for a in levels)]
    sets += [{i: a, j: b} for i in range(length) for j in range(i + 1, length) for a, b in near]
    count = 0
    layer = architecture.layers[0]  # all layers have the same
    kinds: set[tuple[Reach, Choose]] = set(zip(layer.copy_reaches, layer.choices, strict=True))
    for reach, choose in kinds or {("all", "nearest")}:
        seen = np.asarray(in_reach(length, reach, architecture.causal))  # (query, key)
        count += _compare_sets(sets, seen, choose, architecture.k, scored=most > 0)
    return count


def _compare_sets(sets: list[Matches], seen: Bools, choose: Choose, k: int, *, scored: bool) -> int:
    """The choices of heads that see these positions (query, key), for these sets of matches."""
    length, count = len(seen), 0
    for first in range(0, len(sets), SETS_AT_ONCE):
        block = sets[first : first + SETS_AT_ONCE]
        levels = np.zeros((1, 1, length, length, SETS_AT_ONCE))
        for number, found in enumerate(block):
            for j, reached in found.items():
                levels[0, 0, :, j, number] = reached
        levels *= seen[:, :, None]
        with jax.enable_x64(True):
            visible = with_first(jnp.asarray(np.broadcast_to(seen[:, :, None], levels.shape)))
            bias = match_bias(length, [choose])
            given = jnp.asarray(levels) if scored else None
            matched = jnp.asarray((levels > 0).astype(np.float64))
            winners = np.asarray(_winners(matched, visible, bias, given, k))
        for i, number in product(range(length), range(len(block))):
            met = {j: reached for j, reached in block[number].items() if seen[i, j]}
            best = [j for j, reached in met.items() if reached == max(met.values())]
            _differ_unless(
                winners[i, number] == chosen(i, best, choose),
                f"position {i} with matches at {list(met)} chooses {winners[i, number]}",
            )
            count += 1
    return count


@partial(jax.jit, static_argnums=4)
def _winners(
    matched: Array, visible: Array, bias: Array | None, levels: Array | None, k: int
) -> Array:
    """The position that hard attention takes, at each position: (N, sets)."""
    return jnp.argmax(nearest(matched, visible, k, bias, levels)[0, 0], axis=1)


def _compare_ranges(program: Program, architecture: Architecture) -> None:
    """No sum is ever cut off by its type, since the network's sums have no bounds.

    Layer by layer: sums are given the widest type they could need, and what they can then reach
    must lie within the types that the program declares. Lower layers have passed this test already.
    """
    for layer in architecture.layers:
        own = {variable_name(name) for name in layer.numerical_heads}
        if not own:
            continue
        last = max(
            i for i, s in enumerate(program.steps) if s.out.name == variable_name(layer.heads[-1])
        )
        prefix = program.steps[: last + 1]
        known = types(program)
        widened = tuple(_widened(s, known, program) if s.out.name in own else s for s in prefix)
        found = infer(replace(program, steps=widened, output=Answer(POSITIONS)))
        for name in own:
            declared, reached = known[name], found.values(name)
            _differ_unless(
                reached is not None and set(reached) <= set(domain(declared)),
                f"{name}: sums can leave the range of {declared}",
            )


def _widened(step: Step, known: dict[str, Type], program: Program) -> Step:
    assert isinstance(step, NumericalHead)
    type = sum_type(known[step.value], step.reach, program.max_length)
    return replace(step, out=Variable(step.out.name, type))


def _compare_votes(network: Discrete, program: Program, known: dict[str, Type]) -> int:
    output = program.output
    _differ_unless(isinstance(output, Classifier), "the program has no votes")
    assert isinstance(output, Classifier)
    _differ_unless(
        output.pooled == network.architecture.pooled, "pooled in one of them and not in the other"
    )
    votes = {vote.reads: vote.weights for vote in output.votes}
    count = 0
    for name, type in known.items():
        own = network.votes(name, type)
        nothing = tuple((0,) * len(row) for row in own)
        _differ_unless(votes.get(name, nothing) == own, f"the votes on {name} differ")
        count += sum(map(len, own))
    return count
