"""Names and sentences for the variables of a program, both from the table of patterns."""

from __future__ import annotations

import builtins
import keyword
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count

from ..program import Program
from ..program import steps as lang
from ..program.program import is_pooled
from .code import COLUMNS
from .facts import Facts
from .patterns import wording
from .scope import renamed

MAX_NAME = 26  # letters
MAX_SENTENCE = 200  # letters
MAX_SUMMARY = 14  # lines of the docstring that say what each variable is
MAX_RAW_SUMMARY = 3  # in the paper's layout
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
    return renamed(program, facts.called)


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


def docstring(
    program: Program, pairs: Collection[str], name: str, facts: Iterable[str], raw: bool
) -> str:
    """The title, what each variable is, and what is known about the program.

    `pairs`: the variables that say which groups of words come together.
    """
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    text = " or a text" if program.vocabulary.reads_text else ""
    out = "one label" if is_pooled(program) else "a label per word"
    out = "a list" if program.vocabulary.lists and not is_pooled(program) else out
    title = f"{plain[:30]}: a Transformer Program. In: {most} words{text}; out: {out}."
    known = dict(sentences(program))
    paired = [step for step in program.steps if step.out.name in pairs]
    known |= {step.out.name: ", then ".join(lang.reads(step)) for step in paired}
    said: dict[str, list[str]] = {}  # variables, by their sentence
    for variable, sentence in known.items():
        said.setdefault(sentence, []).append(variable)
    told = [f"{', '.join(variables)}: {text}." for text, variables in said.items()]
    summary = [line for one in told for line in _wrapped(one.replace('"', "'"), "    ")]
    if len(summary) > (MAX_RAW_SUMMARY if raw else MAX_SUMMARY):
        summary = [_counts(program)]
    lines = [f'"""{title}', *summary, *(line for fact in facts for line in _wrapped(fact))]
    return "\n".join(lines) + '"""\n'


def _counts(program: Program) -> str:
    """How many steps of each kind there are."""
    kinds = Counter(type(step) for step in program.steps)
    votes = program.output.votes if isinstance(program.output, lang.Classifier) else ()
    counts = (
        (kinds[lang.CategoricalHead], "head that copies", "heads that copy"),
        (kinds[lang.NumericalHead], "head that sums", "heads that sum"),
        (kinds[lang.Mlp], "function", "functions"),
        (len(votes), "voting variable", "voting variables"),
    )
    listed = [f"{count} {one if count == 1 else more}" for count, one, more in counts if count]
    return f"Steps: {', '.join(listed)}."


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of a text, without what could end a docstring."""
    plain = "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)
    return textwrap.wrap(plain, COLUMNS - 4, subsequent_indent=indent)
