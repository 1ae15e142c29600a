"""Names and sentences for the variables of a program, both from the table of patterns."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, count

from ..program import Program
from ..program import steps as lang
from .facts import Facts
from .patterns import wording

MAX_NAME = 26  # letters
MAX_SENTENCE = 200  # letters
INPUTS = lang.Token | lang.Position | lang.One


def named(program: Program, nameless: Collection[str] = ()) -> Program:
    """The program with its variables named for what they compute.

    Names that a person gave stay. Variables that a module of a network wrote, and the `nameless`,
    get a name by what they read and compute; a number tells equal names apart.

    >>> from transformer_programs.shelf import histogram
    >>> named(histogram.program).output.reads
    'count'
    """
    facts = Facts(program)
    ours = {step.out.name for step in program.steps if step.out.name in nameless}
    ours |= {s.out.name for s in program.steps if s.out.origin and not isinstance(s, INPUTS)}
    taken = {step.out.name for step in program.steps} - ours
    for step in program.steps:
        if step.out.name in ours:
            facts.add(step, _name(step, facts, taken))
            taken.add(facts.called[step.out.name])
        else:
            facts.add(step, step.out.name)
    to = facts.called
    steps = tuple(
        lang.with_reads(replace(s, out=replace(s.out, name=to[s.out.name])), to.__getitem__)
        for s in program.steps
    )
    output: lang.Output = program.output
    if isinstance(output, lang.Answer):
        output = replace(output, reads=to[output.reads])
    else:
        votes = tuple(replace(vote, reads=to[vote.reads]) for vote in output.votes)
        output = replace(output, votes=votes)
    return replace(program, steps=steps, output=output)


def _name(step: lang.Step, facts: Facts, taken: Collection[str]) -> str:
    """The first good name, with a number if others have it."""
    good = [name for name in wording(step, facts)[1] if _is_name(name)]
    output = facts.program.output
    if isinstance(output, lang.Answer) and output.reads == step.out.name:
        plain = isinstance(step, lang.NumericalHead) or facts.offset(step) is not None
        good = good if plain else ["answer"]
    noun = {lang.NumericalHead: "count", lang.Mlp: "kind", lang.Token: "number"}
    best = [*good, noun.get(type(step), "found")][0]
    numbered = (f"{best}_{number}" for number in count(2))
    return next(name for name in chain([best], numbered) if name not in taken)


def _is_name(name: str) -> bool:
    reserved = keyword.iskeyword(name) or hasattr(builtins, name)
    return name.isidentifier() and len(name) <= MAX_NAME and not reserved


def describe(step: lang.Step, facts: Facts) -> str | None:
    """The sentence for a step, given the facts about those before it; None where it has none."""
    text = wording(step, facts)[0]
    return text if text is not None and len(text) <= MAX_SENTENCE else None


def sentences(program: Program) -> Iterator[tuple[str, str]]:
    """Each computed variable that can be described, and what it is.

    >>> from transformer_programs.shelf import reverse
    >>> for variable, sentence in sentences(reverse.program):
    ...     print(f"{variable}: {sentence}")
    length: the last position
    targets: length - position, at least 0
    outputs: the token at position target, else the first
    """
    facts = Facts(program)
    for step in program.steps:
        text = None if isinstance(step, INPUTS) else describe(step, facts)
        if text is not None:
            yield step.out.name, text
        facts.add(step, step.out.name)
    voters = lang.output_reads(program.output)
    if isinstance(program.output, lang.Classifier) and voters:
        text = f"the class with the most votes from {', '.join(voters)}"
        yield "label" if program.output.pooled else "labels", text
