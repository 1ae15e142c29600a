"""The votes of an emitted file and its answer.

Votes are a dict from values to classes where each value speaks for one class; a row per group of
words, with its commonest words, where nothing but groups votes; else tables that are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..program import steps as lang
from ..program.steps import Classifier, Output
from ..program.values import Categorical, Number, Type, domain
from .code import INDENT, Code, Lookup, constant, fits, function, literal, spelled, tuple_of, width
from .scope import Scope
from .word_code import marks_of
from .word_groups import Tables

BEST = "CLASSES[{0}.index(max({0}))]"  # the first class that has the most votes


# --- one class for each value ---------------------------------------------------------------------


class Labels(NamedTuple):
    """A classifier with one voter, whose values each speak for one class: a dict of them."""

    variable: str
    votes: Lookup
    names_classes: bool  # each value is the name of the class it speaks for

    def constants(self, output: Output) -> Iterator[Code]:
        """The dict; and for one label of a whole input the classes, whose order decides ties."""
        if isinstance(output, Classifier) and output.pooled:
            yield constant("CLASSES", list(map(literal, output.classes)), "()")
            if self.names_classes:
                return
        yield self.votes.define("VOTES")


def labels_of(output: Output, types: Mapping[str, Type]) -> Labels | None:
    """Votes as {value: class}, or None if a value votes for several classes."""
    if not isinstance(output, Classifier) or len(output.votes) != 1:
        return None
    (vote,) = output.votes
    type = types[vote.reads]
    weighed = any(sum(row) > 1 or min(row) < 0 for row in vote.weights)
    if isinstance(type, Number) or weighed:
        return None
    none = "None" if output.pooled else literal(output.classes[0])  # of a value without votes
    rows = {spelled(type, value): vote.weights[value] for value in domain(type)}
    labels = {v: literal(output.classes[r.index(1)]) if any(r) else none for v, r in rows.items()}
    default = None if all(map(any, rows.values())) else none
    listed = {v: label for v, label in labels.items() if label != default or label == v}
    names_classes = default is None and all(value == label for value, label in labels.items())
    votes = Lookup(tuple(map("{}: {}".format, listed, listed.values())), default)
    return Labels(vote.reads, votes, names_classes)


# --- tables that are added up ---------------------------------------------------------------------


def vote_tables(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The classes; what each value votes; what each number is multiplied by."""
    by_value, counted = list[str](), dict[str, Sequence[int]]()
    for vote in output.votes:
        type, variable = types[vote.reads], literal(vote.reads)
        if isinstance(type, Number):
            counted[variable] = vote.weights[0]
            continue
        rows = {spelled(type, v): vote.weights[v] for v in domain(type) if any(vote.weights[v])}
        by_value += [f"{variable}: {{", *_rows(rows, output), "},"]
    lines = [f"CLASSES = {tuple_of(map(literal, output.classes))}"]
    if by_value:
        lines += ["NO_VOTES = (0,) * len(CLASSES)  # of the values not listed"]
        lines += ["VOTES = {", *(INDENT + line for line in by_value), "}"]
    if counted:
        lines += ["NUMBER_VOTES = {", *_rows(counted, output), "}"]
    return "\n".join(["# fmt: off", *lines, "# fmt: on"])


def classify_function(output: Classifier, types: Mapping[str, Type]) -> Code:
    """The function that adds up the votes; `variables` maps each name to its values."""
    numbers = [isinstance(types[vote.reads], Number) for vote in output.votes]
    where = "over all positions" if output.pooled else "at each position"
    body = [f'"""The class with the most votes {where}, the first of equals."""', "votes = []"]
    if not all(numbers):
        rows = "[table.get(value, NO_VOTES) for value in variables[name]]"
        body.append(f"for name, table in VOTES.items():\n    votes.append({rows})")
    if any(numbers):
        rows = "[[n * weight for weight in row] for n in variables[name]]"
        body.append(f"for name, row in NUMBER_VOTES.items():\n    votes.append({rows})")
    if output.pooled:
        body.append("rows = [row for column in votes for row in column]")
        body.append("scores = [sum(column) for column in zip(*rows)]")
        body.append(f"return {BEST.format('scores')}")
    else:
        body.append("scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]")
        body.append(f"return [{BEST.format('row')} for row in scores]")
    return function("classify", ["variables"], body)


def _rows(rows: Mapping[str, Sequence[int]], output: Classifier) -> Iterator[str]:
    """One line per row under a header that names the classes; all tables have the same columns."""
    titles = list(map(literal, output.classes))
    columns = [
        max(width(title), *(len(str(row[i])) for vote in output.votes for row in vote.weights))
        for i, title in enumerate(titles)
    ]
    left = max(map(width, rows), default=0) + 1
    pairs = zip(titles, columns, strict=True)
    names = "  ".join(" " * (column - width(title)) + title for title, column in pairs)
    yield f"{INDENT}#{' ' * (left + 1)}{names}"
    for label, row in rows.items():
        weights = [str(weight).rjust(column) for weight, column in zip(row, columns, strict=True)]
        yield f"{INDENT}{label}:{' ' * (left - width(label))}{tuple_of(weights)},"


def _score_lines(tables: Tables, pooled: bool) -> Iterator[Code]:
    """The votes of groups of words, added up at each position or over all of them."""
    first = True
    for table in tables:
        votes = "VOTES" if len(tables) == 1 else f"VOTES[{literal(table.step.out.name)}]"
        for number, voter in enumerate(table.voters):
            row = f"{votes}.get(g, {{}})"
            if len(table.voters) > 1:
                row = f"{votes}[g][{number}] if g in {votes} else {{}}"
            column = f"[{row} for g in {voter}]"
            yield f"votes {'=' if first else '+='} {column if pooled else f'[{column}]'}"
            first = False
    each = f"[sum(row.get(name, 0) for row in {'votes' if pooled else 'rows'}) for name in CLASSES]"
    yield f"scores = {each if pooled else f'[{each} for rows in zip(*votes)]'}"


# --- the answer -----------------------------------------------------------------------------------


def answer_lines(scope: Scope, tables: Tables, labels: Labels | None) -> Iterator[Code]:
    """The statements that return the answer."""
    output = scope.program.output
    pooled = isinstance(output, Classifier) and output.pooled
    if tables:
        yield from _score_lines(tables, pooled)
    if not isinstance(output, Classifier) or not pooled:
        yield from _labels(scope, tables, labels)
    elif not output.votes:
        yield f"return {literal(output.classes[0])}"
    elif tables:
        yield f"return {BEST.format('scores')}"
    elif labels is None:
        yield "return classify(locals())"
    elif labels.names_classes:
        yield f"return max(CLASSES, key={labels.variable}.count)"
    else:
        label = labels.votes.ask("VOTES", "value")
        yield f"labels = [{label} for value in {labels.variable}]"
        yield "return max(CLASSES, key=labels.count)"


def _labels(scope: Scope, tables: Tables, labels: Labels | None) -> Iterator[Code]:
    """The labels of all positions, with the begin and end words answered by themselves."""
    output, (begin, end) = scope.program.output, marks_of(scope.program)
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""

    def whole(between: Code, is_list: bool = True) -> Code:
        if not inner:
            return between if is_list else f"list({between})"
        return f"[{', '.join(filter(None, (begin, f'*{between}', end)))}]"

    label, of = "", ""
    if tables:
        label, of = BEST.format("row"), "scores"
    elif labels is not None:
        label, of = labels.votes.ask("VOTES", "value"), labels.variable
    elif isinstance(output, lang.Answer) and output.names:  # some numbers have names
        label, of = "str(value)", output.reads
        for number, name in reversed(output.names):
            label = f"{literal(name)} if value == {number} else {label}"
    if of:
        one = "row" if tables else "value"
        line = f"return {whole(f'[{label} for {one} in {of}{inner}]')}"
        if fits(line, 1) and not tables:
            yield line
        else:
            yield f"labels = [{label} for {one} in {of}]"
            yield f"return {whole('labels' + inner)}"
    elif isinstance(output, lang.Answer):
        type = scope.types[output.reads]
        is_text = isinstance(type, Categorical) and all(isinstance(v, str) for v in type.values)
        line = output.reads + inner if is_text else f"map(str, {output.reads}{inner})"
        yield f"return {whole(line, is_list=is_text and output.reads != scope.given)}"
    elif output.votes:
        yield f"return {whole('classify(locals())' + inner)}"
    else:
        count = f"({scope.length} - {inner.count('1')})" if inner else scope.length
        yield f"return {whole(f'[{literal(output.classes[0])}] * {count}')}"
