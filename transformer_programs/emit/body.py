"""`run`, the function that an emitted file is about."""

from __future__ import annotations

from typing import assert_never

from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Head,
    Mlp,
    NumericalHead,
    One,
    Position,
    Step,
    Token,
    sum_type,
)
from ..program.values import bounds
from .functions import different, held_within
from .places import write_places
from .plan import Plan
from .prelude import reach_of
from .shell import (
    write_check,
)
from .tables import (
    Labels,
)
from .writer import Writer, literal


def print_run(p: Plan) -> Writer:
    """`run`: the check of the input, a line or a few for each step, and the answer."""
    w = Writer()
    with w.block(f"def run({p.given}):"):
        write_check(w, p.check, p.builtin)
        if p.unknown is not None:
            element = f"w if w in {p.known} else {p.unknown.expression}"
            w.comprehension(f"{p.given} = [", element, f"for w in {p.given}", "]")
        if p.places is not None:
            write_places(w, p.places, p.length, p.builtin)
        for step, before in zip(p.program.steps, (None, *p.program.steps), strict=False):
            _write_step(w, step, before, p)
        _write_answer(w, p)
    return w


def _write_step(w: Writer, step: Step, before: Step | None, p: Plan) -> None:
    name = step.out.name
    match step:
        case Token():
            if name in p.lookups:
                w.line(f"{name} = [{p.table(name)}[w] for w in {p.given}]")
            elif name != p.given:
                w.line(f"{name} = {p.builtin('list')}({p.given})")
        case Position() if p.places is not None and name == p.places.everywhere:
            pass
        case Position():
            w.line(f"{name} = {p.builtin('list')}({p.builtin('range')}({p.length}))")
        case One() if name in p.unlisted:
            pass
        case One():
            w.line(f"{name} = [1] * {p.length}")
        case CategoricalHead() | NumericalHead():
            again = not p.raw and p.places is None and _finds_the_same(step, before, p)
            p.write_head(w, step, p.predicate(step).text, again)
            if isinstance(step, NumericalHead):
                _hold_within(w, step, p)
        case Mlp():
            line, _ = p.mlp(step)
            if line is not None:
                w.comprehension(f"{name} = [", *line, "]")
                return
            given = (p.functions[name], *different(step.reads))
            w.mapped(f"{name} = ", p.builtin("list"), p.builtin("map"), given)
        case _:
            assert_never(step)


def _finds_the_same(head: Head, before: Step | None, p: Plan) -> bool:
    """Whether a head attends to what the step before attended to."""
    if not isinstance(before, CategoricalHead | NumericalHead):
        return False
    return p.select_call(head) == p.select_call(before)


def _hold_within(w: Writer, head: NumericalHead, p: Plan) -> None:
    """A sum that can leave its type is held within it."""
    if head.out.name in p.within:
        return
    name, value = head.out.name, p.scope.spelling[head.value].type
    reached = bounds(sum_type(value, reach_of(head, p.program.causal), p.program.max_length))
    hidden = {*p.scope.spelling, "n"}
    text = held_within("n", reached, bounds(head.out.type), p.scope.names, hidden)
    if text != "n":
        w.comprehension(f"{name} = [", text, f"for n in {name}", "]")


def _write_answer(w: Writer, p: Plan) -> None:
    """The end of `run`: the labels, with the begin and end words answered by themselves."""
    match p.program.output:
        case Classifier(classes, votes, True):
            if not votes:
                w.line(f"return {literal(classes[0])}")
            elif p.labels is None:
                w.line(f"return {p.fixed.classify}({p.builtin('locals')}())")
            else:
                value, loop = (
                    _label_of(p.labels, p.fixed.votes),
                    f"for value in {p.labels.variable}",
                )
                labels = p.scope.names.new("labels")
                w.comprehension(f"{labels} = [", value, loop, "]")
                w.line(f"return {p.builtin('max')}({p.fixed.classes}, key={labels}.count)")
        case _:
            _write_labels(w, p)


def _label_of(labels: Labels, votes: str, default: str = "") -> str:
    if labels.default is None:
        return f"{votes}[value]"
    return f"{votes}.get(value{default and ', '}{default})"


def _write_labels(w: Writer, p: Plan) -> None:
    begin, end = p.check.begin, p.check.end
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""
    opening = f"{begin.expression}, " if begin else ""
    closing = f", {end.expression}" if end else ""
    text, is_list = _labels(p, inner)
    if inner:
        text, is_list = f"[{opening}*{text}{closing}]", True
    text = text if is_list else f"{p.builtin('list')}({text})"
    line = f"return {text}"
    if p.labels is None or w.fits(line):
        w.line(line)
        return
    value = _label_of(p.labels, p.fixed.votes, p.labels.default or "")
    labels = p.scope.names.new("labels")
    w.comprehension(f"{labels} = [", value, f"for value in {p.labels.variable}", "]")
    w.line(f"return [{opening}*{labels}{inner}{closing}]" if inner else f"return {labels}")


def _labels(p: Plan, inner: str) -> tuple[str, bool]:
    """The labels between the begin and the end word, and whether they are a list."""
    if p.labels is not None:
        value = _label_of(p.labels, p.fixed.votes, p.labels.default or "")
        text = f"{value} for value in {p.labels.variable}{inner}"
        return (f"({text})", False) if inner else (f"[{text}]", True)
    match p.program.output:
        case Answer(name):
            if p.scope.spelling[name].is_text:
                return f"{name}{inner}", name != p.given
            return f"{p.builtin('map')}({p.builtin('str')}, {name}{inner})", False
        case Classifier(classes, votes):
            if votes:
                return f"{p.fixed.classify}({p.builtin('locals')}()){inner}", True
            marks = (p.check.begin is not None) + (p.check.end is not None)
            count = f"({p.length} - {marks})" if inner else p.length
            return f"[{literal(classes[0])}] * {count}", True
