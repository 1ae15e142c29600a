"""The end of `run`: the labels, with the begin and end words answered by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ..program import steps as lang
from ..program.values import Categorical
from .code import Code, fits, literal
from .input_check import Checked
from .scope import Scope
from .votes import Labels, labels_of
from .word_votes import Tables, score_lines

BEST = "CLASSES[{0}.index(max({0}))]"  # the first class that has the most votes


def answer_lines(scope: Scope, tables: Tables, raw: bool) -> Iterator[Code]:
    """The statements that return the answer."""
    output = scope.program.output
    labels = None if raw else labels_of(output, scope.types)
    if not isinstance(output, lang.Classifier) or not output.pooled:
        yield from _labels(scope, tables, labels)
    elif not output.votes:
        yield f"return {literal(output.classes[0])}"
    elif tables:
        yield from score_lines(scope.program, tables)
        yield f"return {BEST.format('scores')}"
    elif labels is None:
        yield "return classify(locals())"
    else:
        yield f"labels = [{labels.of('value', default=False)} for value in {labels.variable}]"
        yield "return max(CLASSES, key=labels.count)"


def _labels(scope: Scope, tables: Tables, labels: Labels | None) -> Iterator[Code]:
    """The labels of all positions."""
    output, (begin, end) = scope.program.output, Checked(scope).marks()
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""

    def whole(between: Code, is_list: bool = True) -> Code:
        if not inner:
            return between if is_list else f"list({between})"
        parts = [begin and begin.code, f"*{between}", end and end.code]
        return f"[{', '.join(part for part in parts if part)}]"

    if tables:
        yield from score_lines(scope.program, tables)
        yield f"labels = [{BEST.format('row')} for row in scores]"
        yield f"return {whole('labels' + inner)}"
        return
    label, of = "", ""
    if labels is not None:
        label, of = labels.of("value"), labels.variable
    elif isinstance(output, lang.Answer) and output.names:  # some numbers have names
        label, of = "str(value)", output.reads
        for number, name in reversed(output.names):
            label = f"{literal(name)} if value == {number} else {label}"
    if of:
        ends = "()" if inner and labels is not None else "[]"
        line = f"return {whole(f'{ends[0]}{label} for value in {of}{inner}{ends[1]}')}"
        if fits(line, 1):
            yield line
        else:
            yield f"labels = [{label} for value in {of}]"
            yield f"return {whole('labels' + inner)}"
    elif isinstance(output, lang.Answer):
        type = scope.types[output.reads]
        is_text = isinstance(type, Categorical) and all(isinstance(v, str) for v in type.values)
        read = output.reads + inner
        line = read if is_text else f"map(str, {read})"
        yield f"return {whole(line, is_list=is_text and output.reads != scope.given)}"
    elif output.votes:
        yield f"return {whole('classify(locals())' + inner)}"
    else:
        count = f"({scope.length} - {inner.count('1')})" if inner else scope.length
        yield f"return {whole(f'[{literal(output.classes[0])}] * {count}')}"
