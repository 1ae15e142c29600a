"""Variables named for what they do, and a sentence for each: both from the table of patterns."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from ..program import Program
from ..program import steps as lang
from .facts import Known
from .patterns import said

INPUTS = lang.Token | lang.Position | lang.One
LONGEST_NAME = 24
MOST_WORDS = 3
ORDINALS = ("other", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def named(program: Program, nameless: Collection[str] = ()) -> Program:
    """The program with its variables named for what they do.

    Those that a person named keep their names. A variable that is called after a module of a
    network is named for what it does where that is known, and one that was found by search in any
    case, as are the `nameless`, whose names say nothing.

    >>> from transformer_programs.shelf import histogram
    >>> named(histogram.program).output.reads
    'count'
    """
    known = Known(program)
    to: dict[str, str] = {}
    kept = {step.out.name for step in program.steps if not _is_ours(step, nameless)}
    for step in program.steps:
        out = step.out
        if _is_ours(step, nameless):
            always = out.name in nameless or not out.is_named_by_module
            to[out.name] = _name(step, known, always, kept | set(to.values()))
        known.add(step, to.get(out.name, out.name))

    def new(old: str) -> str:
        return to.get(old, old)

    steps = [replace(s, out=replace(s.out, name=new(s.out.name))) for s in program.steps]
    output: lang.Output = program.output
    if isinstance(output, lang.Answer):
        output = replace(output, reads=new(output.reads))
    else:
        votes = tuple(replace(vote, reads=new(vote.reads)) for vote in output.votes)
        output = replace(output, votes=votes)
    renamed = tuple(lang.with_reads(step, new) for step in steps)
    return replace(program, steps=renamed, output=output)


def _is_ours(step: lang.Step, nameless: Collection[str]) -> bool:
    """Whether no person named a variable."""
    return step.out.name in nameless or (
        step.out.origin is not None and not isinstance(step, INPUTS)
    )


def _name(step: lang.Step, known: Known, always: bool, taken: Collection[str]) -> str:
    found, origin = said(step, known), str(step.out.origin)
    names = [*found.names, *found.plain] if always else list(found.names)
    output, best = known.program.output, isinstance(step, lang.Head) and lang.score_of(step)
    answers = isinstance(output, lang.Answer) and output.reads == step.out.name
    # A count, or where it stood, is a better name for an answer than that it is one.
    better = isinstance(step, lang.NumericalHead) or best or known.offset(step) is not None
    if always and answers and not better:
        names = ["answer"]
    origins = {read: str(known.steps[read].out.origin) for read in lang.reads(step)}
    modules = {known.one(read) for read, of in origins.items() if known.called[read] == of}
    good = [name for name in names if _is_name(name) and not any(one in name for one in modules)]
    wanted = [*good, *([] if good and always else ["value" if always else origin])]
    base = wanted[0] if always else origin
    further = (f"{which}_{base}" for which in ORDINALS)
    more = (f"{base}_{number}" for number in range(len(ORDINALS) + 2, 10_000))
    return next(name for name in chain(wanted, further, more) if name not in taken)


def _is_name(name: str) -> bool:
    words = name.replace("so_far", "sofar").count("_") + 1
    short = len(name) <= LONGEST_NAME and words <= MOST_WORDS
    taken = keyword.iskeyword(name) or hasattr(builtins, name)
    return short and name.isidentifier() and not taken


def sentences(program: Program) -> Iterator[tuple[str, str]]:
    """Each variable that is computed, and what it is.

    >>> from transformer_programs.shelf import reverse
    >>> for variable, sentence in sentences(reverse.program):
    ...     print(f"{variable}: {sentence}")
    length: the nearest position whose token is "</s>"
    targets: length minus position
    outputs: the token at position target
    """
    known = Known(program)
    for step in program.steps:
        if not isinstance(step, INPUTS):
            yield step.out.name, said(step, known).sentence
        known.add(step, step.out.name)
    voters = lang.output_reads(program.output)
    if isinstance(program.output, lang.Classifier) and voters:
        text = f"the class with the most votes from {', '.join(voters)}"
        yield "label" if program.output.pooled else "labels", text
