"""Network -> Program: reads off the choices of a discretised network, step by step."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ..infer import infer
from ..program import Program, Vocabulary
from ..program import steps as lang
from ..program.values import Categorical, Number, ProgramError, Type, domain, require, size
from .architecture import ONES, POSITIONS, Architecture, Layer, Params
from .discrete import Discrete
from .exact import inexact

MOST_CELLS = 20_000_000  # of the table of one MLP


def extract(
    params: Params, architecture: Architecture, vocabulary: Vocabulary, classes: tuple[str, ...]
) -> Program:
    """The program that a member's discretised network computes.

    A network whose sums may not be exact is refused: no program would be sure to compute the same.
    """
    reason = inexact(params, architecture)
    if reason is not None:
        raise ProgramError(f"this network cannot become a program: {reason}")
    network = Discrete(params, architecture)
    learned = bool(architecture.config.word_variables)
    values = tuple(range(architecture.word_values)) if learned else vocabulary.words
    steps: list[lang.Step] = [
        lang.Token(lang.Variable(name, Categorical(values)), network.lookup(name))
        for name in architecture.word_variables
    ]
    steps += [
        lang.Token(
            lang.Variable(name, Number(0, architecture.config.number_range)), network.lookup(name)
        )
        for name in architecture.number_variables
    ]
    steps.append(
        lang.Position(lang.Variable(POSITIONS, Categorical(tuple(range(architecture.length)))))
    )
    if architecture.numerical:
        steps.append(lang.One(lang.Variable(ONES, Number(1, 1))))

    def program(output: lang.Answer | lang.Classifier) -> Program:
        return Program(
            vocabulary, tuple(steps), output, architecture.length, causal=architecture.causal
        )

    for n, layer in enumerate(architecture.layers):
        known = {step.out.name: step.out.type for step in steps}
        steps += [_head(network, n, layer, name, known) for name in layer.heads]
        if layer.numerical_heads:
            steps = _narrowed(program(lang.Answer(POSITIONS)))
        known = {step.out.name: step.out.type for step in steps}
        steps += [_mlp(network, n, layer, name, known) for name in layer.mlps]
    known = {step.out.name: step.out.type for step in steps}
    return program(
        lang.Classifier(
            classes,
            tuple(lang.Vote(name, network.votes(name, known[name])) for name in known),
            architecture.pooled,
            architecture.config.vote_scale,
        )
    )


def _head(network: Discrete, n: int, layer: Layer, name: str, known: dict[str, Type]) -> lang.Head:
    query, key, value = network.head_reads(n, layer, name)
    if name in layer.offset_heads:
        number = layer.offset_heads.index(name)
        out = lang.Origin(n, number, "attn").variable(known[value])
        away, reach = lang.Compare("==", network.offset(n, name)), _reach(network, layer, name)
        return lang.CategoricalHead(out, query, key, value, away, reach, layer.choices[number])
    looked_for, levels = network.predicate(n, name), network.levels(n, name)
    keys = domain(known[key])
    rows = lang.Rows(
        tuple(tuple(k for k in keys if looked_for[q, k]) for q in domain(known[query]))
    )
    reach = _reach(network, layer, name)
    if name in layer.categorical_heads:
        number = layer.categorical_heads.index(name)
        out = lang.Origin(n, number, "attn").variable(known[value])
        choose = layer.choices[number]
        score = None
        if levels is not None:
            queries = domain(known[query])
            score = lang.Levels(tuple(tuple(int(levels[q, k]) for k in keys) for q in queries))
        return lang.CategoricalHead(out, query, key, value, rows, reach, choose, score)
    range_ = lang.sum_type(known[value], reach, network.architecture.length)
    out = lang.Origin(n, layer.numerical_heads.index(name), "num_attn").variable(range_)
    return lang.NumericalHead(out, query, key, value, rows, reach)


def _reach(network: Discrete, layer: Layer, name: str) -> lang.Reach:
    reach = layer.reach(name)
    return "upto" if reach == "all" and network.architecture.causal else reach


def _mlp(network: Discrete, n: int, layer: Layer, name: str, known: dict[str, Type]) -> lang.Mlp:
    reads = network.mlp_reads(n, layer, name)
    count = prod(size(known[read]) or MOST_CELLS for read in reads)
    require(
        count <= MOST_CELLS,
        f"this network cannot become a program: a table of {name} would have {count:,} cells, one "
        f"for each combination of the numbers it reads, and {MOST_CELLS:,} at most are written out",
    )
    out = Categorical(tuple(range(network.architecture.k)))
    cells = network.mlp_cells(n, layer, name, [known[read] for read in reads])
    own = layer.numerical_mlps if name in layer.numerical_mlps else layer.categorical_mlps
    origin = lang.Origin(n, own.index(name), "num_mlp" if own is layer.numerical_mlps else "mlp")
    return lang.Mlp(origin.variable(out), reads, lang.Table(tuple(cells.tolist())))


def _narrowed(program: Program) -> list[lang.Step]:
    """The steps with each sum's type cut down to what it can reach, so that tables stay small."""
    found = infer(program)
    steps: list[lang.Step] = []
    for step in program.steps:
        if isinstance(step, lang.NumericalHead):
            reached = found.values(step.out.name)
            if reached is not None:
                type = Number(min(0, *reached), max(0, *reached))
                step = replace(step, out=replace(step.out, type=type))
        steps.append(step)
    return steps
