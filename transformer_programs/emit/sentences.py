"""What a step does, in a name and in a sentence, where that can be read off the program itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from ..program import Program, types
from ..program.steps import (
    DIVISIONS,
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Head,
    Is,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Rows,
    Score,
    Step,
    Token,
    reads,
    with_reads,
)
from ..program.values import domain, symbol
from ..simplify.edits import is_input, output_reads
from ..simplify.groups import is_identity
from .conditions import Subject
from .forms import exceptions_and_rule
from .library import reach_of
from .names import singular
from .spelling import Spelling
from .tree import literal, name, plus

FORMULA_NAMES = {
    "a": "{0}",
    "not": "no_{0}",
    "+": "{0}_plus_{1}",
    "-": "{0}_minus_{1}",
    "==": "{0}_is_{1}",
    "!=": "{0}_is_not_{1}",
    "<": "{0}_below_{1}",
    "<=": "{0}_upto_{1}",
    "min": "smaller_of_{0}_{1}",
    "max": "larger_of_{0}_{1}",
    "keep": "{0}_where_{1}",
    "%": "{0}_modulo",
    "//": "{0}_divided_by",
}
LONGEST_NAME = 32
LONGEST_WORD = 12
SUFFIX = {"all": "", "upto": "_so_far", "before": "_before", "after": "_after"}


@dataclass(slots=True)
class Known:
    """What some steps of a program are known to be."""

    program: Program
    inputs: dict[str, Token | Position | One] = field(default_factory=dict)
    previous: dict[str, str] = field(default_factory=dict)  # variable -> what it holds, one before
    say_nothing: set[str] = field(default_factory=set)  # variables whose names do

    @staticmethod
    def of(program: Program) -> Known:
        known = Known(program)
        for step in program.steps:
            if step.out.is_named_by_module:
                known.say_nothing.add(step.out.name)
            if isinstance(step, Token | Position | One):
                known.inputs[step.out.name] = step
            elif isinstance(step, CategoricalHead) and _is_previous(step, known):
                known.previous[step.out.name] = step.value
        return known

    def is_position(self, name: str) -> bool:
        return isinstance(self.inputs.get(name), Position)

    def is_one(self, name: str) -> bool:
        return isinstance(self.inputs.get(name), One)

    def is_word(self, name: str) -> bool:
        """Whether a variable is the word itself."""
        step = self.inputs.get(name)
        return isinstance(step, Token) and is_identity(step, self.program)


def named(program: Program) -> Program:
    """The program with its heads named for what they do, where that can be proved.

    A name that says something already stays, and so does one that nothing better is known for.

    >>> from transformer_programs.shelf import histogram
    >>> named(histogram.program).output
    Answer(reads='count_same_token')
    """
    known, taken = Known.of(program), set(types(program))
    to: dict[str, str] = {}
    for step in program.steps:
        if not is_input(step) and step.out.is_named_by_module:
            wanted = _name_of(step, known, to)
            if wanted is not None and len(wanted) <= LONGEST_NAME:
                to[step.out.name] = _free(wanted, taken)
                taken.add(to[step.out.name])
    return _renamed(program, to)


def _free(wanted: str, taken: set[str]) -> str:
    name, count = wanted, 2
    while name in taken:
        name, count = f"{wanted}_{count}", count + 1
    return name


def _rule(head: Head, program: Program) -> tuple[tuple[int, ...], Compare] | None:
    known = types(program)
    return exceptions_and_rule(head.predicate, known[head.query], known[head.key])


def _follows(head: Head, known: Known, rule: Compare) -> bool:
    """Whether a head matches by this rule or, for some queries, not at all."""
    found = _rule(head, known.program)
    if found is None or found[1] != rule:
        return False
    if not isinstance(head.predicate, Rows):
        return True
    start = domain(types(known.program)[head.query]).start
    return not any(head.predicate.accepts[q - start] for q in found[0])


def _is_previous(head: Head, known: Known) -> bool:
    """Whether a head copies from the position before, or, where it matches none, from the first."""
    return (
        isinstance(head, CategoricalHead)
        and head.score is None
        and known.is_position(head.query)
        and known.is_position(head.key)
        and head.reach != "after"
        and _follows(head, known, Compare("==", -1))
    )


def _name(head: Head, known: Known) -> str | None:
    if isinstance(head, CategoricalHead):
        return _name_of_copy(head, known)
    if not known.is_one(head.value):
        return None
    suffix = SUFFIX[reach_of(head, known.program)]
    if head.query == head.key and head.predicate == Compare("=="):
        return f"count_same_{singular(head.key)}{suffix}"
    if isinstance(head.predicate, Is) and known.is_word(head.key):
        word = symbol(types(known.program)[head.key], head.predicate.value)
        if isinstance(word, str) and word.isidentifier() and word.isascii():
            return f"count_{word}{suffix}"
    return None


def _name_of(step: Step, known: Known, to: Mapping[str, str]) -> str | None:
    match step:
        case CategoricalHead() | NumericalHead():
            return _name(step, known)
        case Mlp(_, read, Formula() as formula):
            if known.say_nothing.isdisjoint(set(read) - set(to)):
                return _name_of_formula(formula, [singular(to.get(name, name)) for name in read])
            return None
        case Mlp() | Token() | Position() | One():
            return None
        case other:
            assert_never(other)


def _name_of_formula(formula: Formula, given: list[str]) -> str | None:
    """What a formula makes of the variables it reads."""
    if formula.op not in FORMULA_NAMES:
        return None
    shift = formula.shift
    if formula.op == "a" and not shift:
        return None
    more = f"_{'plus' if shift > 0 else 'minus'}_{abs(shift)}" if shift else ""
    more = f"_{shift}" if formula.op in DIVISIONS else more
    return f"{FORMULA_NAMES[formula.op].format(*given)}{more}"


def _name_of_copy(head: CategoricalHead, known: Known) -> str | None:
    copied = singular(head.value)
    if head.score is not None:
        return _name_of_best(head, known)
    if _is_previous(head, known):
        return f"previous_{copied}"
    both_sides = not known.program.causal and head.reach in ("all", "after")
    at_positions = known.is_position(head.query) and known.is_position(head.key)
    if at_positions and both_sides and _follows(head, known, Compare("==", 1)):
        return f"next_{copied}"
    if isinstance(head.predicate, Is):
        if known.is_position(head.key) and head.predicate.value == 0 and head.reach != "after":
            return f"first_{copied}"
        word = symbol(types(known.program)[head.key], head.predicate.value)
        at_end = known.is_word(head.key) and word == known.program.vocabulary.end
        everywhere = head.reach == "all" and not known.program.causal
        if at_end and everywhere and known.is_position(head.value):
            return "length"
    return "induction" if _is_induction(head, known) else None


def _name_of_best(head: CategoricalHead, known: Known) -> str | None:
    """The largest or the smallest of all, if a head copies that."""
    if not isinstance(head.score, Extreme) or not _matches_all(head, known):
        return None
    reach = reach_of(head, known.program)
    if head.value == head.key:
        return f"{head.score.best}_{singular(head.key)}{SUFFIX[reach]}"
    return f"{singular(head.value)}_of_{head.score.best}_{singular(head.key)}{SUFFIX[reach]}"


def _matches_all(head: Head, known: Known) -> bool:
    """Whether every query matches every key."""
    if not isinstance(head.predicate, Rows):
        return False
    keys = domain(types(known.program)[head.key])
    return all(len(row) == len(keys) for row in head.predicate.accepts)


def _is_induction(head: Head, known: Known) -> bool:
    """Whether a head copies what followed the same value before."""
    return (
        isinstance(head, CategoricalHead)
        and known.previous.get(head.key) == head.query == head.value
        and head.choose == "nearest"
        and head.score is None
        and reach_of(head, known.program) in ("before", "upto")
        and _follows(head, known, Compare("=="))
    )


def _renamed(program: Program, to: Mapping[str, str]) -> Program:
    def new(old: str) -> str:
        return to.get(old, old)

    def step_of(step: Step) -> Step:
        out = replace(step.out, name=new(step.out.name))
        return with_reads(replace(step, out=out), new)

    output: Output = program.output
    if isinstance(output, Answer):
        output = Answer(new(output.reads))
    else:
        votes = tuple(replace(vote, reads=new(vote.reads)) for vote in output.votes)
        output = replace(output, votes=votes)
    return replace(program, steps=tuple(map(step_of, program.steps)), output=output)


# --- in a sentence --------------------------------------------------------------------------------

PLACES = {"all": "", "upto": " earlier", "before": " earlier", "after": " later"}
SAME = {"==": "the same", "!=": "another", "<": "a smaller", ">": "a larger"}
OTHER = {"==": "is", "!=": "is not", "<": "is below", ">": "is above"}


def sentence(head: Head, program: Program) -> str:
    """What a head looks for and does with it; "" where a sentence would not help.

    >>> from transformer_programs.shelf import reverse
    >>> sentence(reverse.program.steps[2], reverse.program)
    'copies the position of the nearest token "</s>"'
    """
    known = Known.of(program)
    if _is_induction(head, known):
        return f"copies what followed the same {singular(head.query)} before"
    if isinstance(head, CategoricalHead) and head.score is not None:
        where = _where_best(head, head.score, known)
    elif isinstance(head.predicate, Is):
        where = _where_key_is(head, head.predicate.value, known)
    else:
        where = _where_rule(head, known)
    if where is None or "#" in where:  # a word in a comment must not speak to black or ruff
        return ""
    if isinstance(head, CategoricalHead):
        return f"copies the {singular(head.value)} {where}"
    return f"counts {where}" if known.is_one(head.value) else f"adds up {head.value} of {where}"


def _which(head: Head, program: Program) -> str:
    """The positions a head takes of those that match."""
    reach = reach_of(head, program)
    if isinstance(head, NumericalHead):
        return "all positions so far" if reach == "upto" else f"all{PLACES[reach]} positions"
    return f"of the {head.choose}{PLACES[reach]}"


def _where_best(head: CategoricalHead, score: Score, known: Known) -> str | None:
    """Where the best match is, if all there is to say is that its key is largest or smallest."""
    if not isinstance(score, Extreme):
        return None
    best = f"where {singular(head.key)} is {score.best}"
    reach = reach_of(head, known.program)
    place = "so far" if reach == "upto" else PLACES[reach].strip()
    among = f"{best}{place and f' {place}'}"
    if _matches_all(head, known):
        return among
    rule = _rule(head, known.program)
    if rule is None or rule[0] or rule[1].shift or rule[1].op not in OTHER:
        return f"{among} of what matches"
    key, query = singular(head.key), singular(head.query)
    return f"{among}, of those whose {key} {OTHER[rule[1].op]} its {query}"


def _where_key_is(head: Head, value: int, known: Known) -> str | None:
    text = literal(symbol(types(known.program)[head.key], value)).text
    if len(text) > LONGEST_WORD:
        return None
    if known.is_position(head.key) and isinstance(head, CategoricalHead):
        return f"at position {text}"
    noun, which = singular(head.key), _which(head, known.program)
    if isinstance(head, NumericalHead):
        return f"{which} where {noun} is {text}"
    return f"{which} {noun} {text}"


def _where_rule(head: Head, known: Known) -> str | None:
    found = _rule(head, known.program)
    if found is None:
        return None
    exceptions, rule = found
    key, query = singular(head.key), singular(head.query)
    unless = ""
    if exceptions:
        asked = Subject(name(query), Spelling(types(known.program)[head.query]))
        unless = f", unless {asked.is_in(exceptions)}"
    copies = isinstance(head, CategoricalHead)
    if copies and rule.op == "==" and known.is_position(head.key):
        if known.is_position(head.query):
            return _at_distance(rule.shift) + unless
        return f"at position {plus(name(query), rule.shift)}{unless}"
    if rule.shift or rule.op not in SAME:
        return None
    which = f"{_which(head, known.program)}{' position' if copies else ''}"
    if head.query == head.key:
        return f"{which} with {SAME[rule.op]} {key}{unless}"
    return f"{which} whose {key} {OTHER[rule.op]} its {query}{unless}"


def _at_distance(shift: int) -> str:
    if shift == 0:
        return "at its own position"
    side = "before" if shift < 0 else "after"
    return f"just {side}" if abs(shift) == 1 else f"{abs(shift)} positions {side}"


# --- the whole ------------------------------------------------------------------------------------


def flow(program: Program) -> list[str]:
    """Which variables flow where, step by step.

    >>> from transformer_programs.shelf import reverse
    >>> for line in flow(reverse.program):
    ...     print(line)
    tokens, positions -> length
    length, positions -> targets
    targets, positions, tokens -> outputs -> labels
    """
    lines = []
    for step in program.steps:
        if not is_input(step):
            lines.append(f"{', '.join(dict.fromkeys(reads(step)))} -> {step.out.name}")
    voters = output_reads(program)
    if voters:
        pooled = isinstance(program.output, Classifier) and program.output.pooled
        label = "label" if pooled else "labels"
        if voters == (program.steps[-1].out.name,) and lines:
            lines[-1] += f" -> {label}"
        else:
            lines.append(f"{', '.join(voters)} -> {label}")
    return lines
