"""The votes of an emitted file and its answer.

Votes are a dict from values to classes where each value speaks for one class; a row per group of
words, with its commonest words, where nothing but groups votes; else tables that are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from ..meaning.words import DESCRIPTIONS, is_stand_in
from ..program import Program
from ..program import steps as lang
from ..program.steps import Classifier, Output, Token, Vote
from ..program.values import Categorical, Number, Type, domain, symbol
from .code import (
    COLUMNS,
    INDENT,
    Code,
    Lookup,
    constant,
    filled,
    fits,
    function,
    literal,
    spelled,
    tuple_of,
    width,
)
from .scope import Scope, is_learned, sources
from .word_code import marks_of, tokens_of, unknown_value, word_lists

MIN_WORDS = 3  # of a group that are shown before it is said at length which unseen ones it has
MIN_COMMENT = 24  # columns for the words of a group beside its votes
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


# --- groups of words ------------------------------------------------------------------------------


class GroupTable(NamedTuple):
    """The votes of the groups of one word variable, or of groups of pairs: a row per group.

    `voters`: the variables that hold such a group, in the order of the votes in a row. `lists`: the
    words or pairs of each group, but those of unknown words. `step` computes the group.
    """

    key: str
    voters: tuple[str, ...]
    rows: Mapping[str, tuple[tuple[int, ...], ...]]  # group -> the votes of each voter
    lists: Mapping[str, tuple[str, ...]]
    step: Token | lang.Mlp

    @property
    def of_pairs(self) -> bool:
        return isinstance(self.step, lang.Mlp)


Tables = Sequence[GroupTable]


def group_tables(program: Program) -> Tables:
    """A table per word variable and kind of pair, if nothing else votes; () otherwise."""
    output, source = program.output, sources(program)
    if not isinstance(output, Classifier) or not output.votes:
        return ()
    steps = {step.out.name: step for step in program.steps}
    tokens = [step for step in tokens_of(program) if _has_names(step, program)]
    holding = {v: s for s in tokens for v, name in source.items() if name == s.out.name}
    rules = {name: s.predicate for name, s in steps.items() if isinstance(s, lang.CategoricalHead)}
    shifts = {name: rule.shift for name, rule in rules.items() if isinstance(rule, lang.Compare)}
    votes = sorted(output.votes, key=lambda vote: shifts.get(vote.reads, 0))
    found: list[GroupTable | None] = []
    for token in tokens:
        assert isinstance(token.out.type, Categorical)
        own = [vote for vote in votes if holding.get(vote.reads) == token]
        weights = zip(*(vote.weights for vote in own), strict=True)
        unknown = _of_unknown(token, program) if token.out.name in [v.reads for v in own] else ()
        named = enumerate(zip(map(str, token.out.type.values), weights, strict=False))
        rows = {name: row for n, (name, row) in named if n in unknown or any(map(any, row))}
        lists = {str(name): words for name, words in word_lists(token, program)}
        found.append(GroupTable(token.out.name, tuple(v.reads for v in own), rows, lists, token))
    found += [_pairs(steps[v.reads], v, holding, program) for v in votes if v.reads not in holding]
    tables = [table for table in found if table is not None]
    return () if None in found else [table for table in tables if table.voters]


def _of_unknown(token: Token, program: Program) -> set[int]:
    """The groups of unknown words: their rows are printed even if they have no votes."""
    vocabulary = program.vocabulary
    groups = zip(vocabulary.words, token.lookup, strict=True)
    found = {group for word, group in groups if word == vocabulary.unknown or is_stand_in(word)}
    return found if vocabulary.unknown is not None else set()


def _pairs(
    step: lang.Step, vote: Vote, holding: Mapping[str, Token], program: Program
) -> GroupTable | None:
    """The groups of pairs that vote, if that is what a variable holds and is used for.

    A pair is named by the groups of its two words.
    """
    read = any(step.out.name in lang.reads(other) for other in program.steps)
    if not isinstance(step, lang.Mlp) or not isinstance(step.function, lang.Table) or read:
        return None
    type, known = step.out.type, [holding.get(name) for name in step.reads]
    if not isinstance(type, Categorical) or len(known) != 2 or None in known:
        return None
    if not all(isinstance(value, str) for value in type.values):
        return None
    kinds = [token.out.type for token in known if token is not None]
    names = [map(str, kind.values) for kind in kinds if isinstance(kind, Categorical)]
    lists: dict[str, tuple[str, ...]] = {}
    for pair, value in zip(map(" ".join, product(*names)), step.function.cells, strict=True):
        if any(vote.weights[value]):
            group = str(symbol(type, value))
            lists[group] = (*lists.get(group, ()), pair)
    rows = {group: (vote.weights[type.values.index(group)],) for group in lists}
    return GroupTable(vote.reads, (vote.reads,), rows, lists, step)


def _has_names(step: Token, program: Program) -> bool:
    """Whether values are names of groups, without spaces, so that pairs of them can be told."""
    names = step.out.type.values if isinstance(step.out.type, Categorical) else ()
    texts = [name for name in names if isinstance(name, str)]
    plain = all(name.isprintable() and name.split() == [name] for name in texts)
    return plain and len(texts) == len(names) and is_learned(step, program)


def paired_words(tables: Tables, program: Program) -> frozenset[str]:
    """The word variables that pairs of words need no table for: each word is its own value.

    All other words share a value that is in no pair with votes.
    """
    lists = {table.key: table.lists.values() for table in tables if table.of_pairs}
    pairs = {key: " ".join(map(" ".join, of)).split(" ") for key, of in lists.items()}
    source, found = sources(program), set[str]()
    for token in tokens_of(program) if program.vocabulary.unknown is not None else ():
        held = {name for name, origin in source.items() if origin == token.out.name}
        using = [step for step in program.steps if held.intersection(lang.reads(step))]
        heads = [step for step in using if isinstance(step, lang.Head)]
        read = {step.out.name for step in using} - {head.out.name for head in heads}
        asked = {name for head in heads for name in (head.query, head.key)}
        words = zip(program.vocabulary.words, token.lookup, strict=True)
        default, type = unknown_value(token, program), token.out.type
        if all(symbol(type, value) == word for word, value in words if value != default):
            names = [name for key in read & pairs.keys() for name in pairs[key]]
            only_pairs = read and read <= pairs.keys() and not asked & held
            if only_pairs and symbol(type, default) not in names:
                found.add(token.out.name)
    return frozenset(found)


def group_votes(tables: Tables, program: Program) -> Code:
    """The classes and the dict of votes."""
    assert isinstance(program.output, Classifier)
    classes = constant("CLASSES", list(map(literal, program.output.classes)), "()").split("\n")
    lines = [*(classes[1:-1] or classes), "VOTES = {"]
    for table in tables:
        rows = _group_rows(table, program, INDENT * min(2, len(tables)))
        nested = [f"{INDENT}{literal(table.key)}: {{", *rows, f"{INDENT}}},"]
        lines += nested if len(tables) > 1 else nested[1:-1]
    return "\n".join(["# fmt: off", *lines, "}", "# fmt: on"])


def _group_rows(table: GroupTable, program: Program, space: str) -> Iterator[str]:
    """A line per group: its votes and its words."""
    assert isinstance(program.output, Classifier)
    room, many = COLUMNS - len(space), len(table.voters) > 1
    noun = "pair" if table.of_pairs else "word"
    if many:
        yield f"{space}# votes of {', '.join(table.voters)}"
    for name, rows in table.rows.items():
        parts: list[str] = []
        for row in rows:
            votes = zip(map(literal, program.output.classes), row, strict=True)
            cells = [f"{label}: {vote}" for label, vote in votes if vote] or [""]
            parts += [f"{{{cells[0]}", *cells[1:]]
            parts[-1] += "}"
        parts[0] = f"{literal(name)}: {'(' * many}{parts[0]}"
        parts[-1] += ")" * many
        words, line = table.lists.get(name), f"{', '.join(parts)},"
        comment = described_words(words, max(room - width(line) - 4, MIN_COMMENT), noun)
        cut = words is not None and comment.endswith(f" {noun}s")  # no room to show one
        if width(f"{line}  # {comment}") <= room and not cut:
            yield f"{space}{line}  # {comment}"
            continue
        yield f"{space}# {described_words(words, room - 2, noun)}"
        for number, wrapped in enumerate(filled(parts, room - len(INDENT))):
            yield f"{space}{INDENT * (number > 0)}{wrapped}"


def described_words(words: Sequence[str] | None, room: int, noun: str = "word") -> str:
    """How many words (or pairs) a group has and the commonest of them, as far as there is room.

    >>> described_words(("free", "call", "<xx~ing>"), 60)
    '2 words: free, call; words never seen, ending in -ing'
    >>> described_words(("free", "call", "txt", "claim"), 28), described_words(None, 60)
    ('4 words: free, call, ...', 'all other words')
    """
    if words is None:
        return "all other words"
    odd = [word for word in words if word[:1] + word[-1:] == "<>" and word.isprintable()]
    stands = [word for word in odd if is_stand_in(word)]
    marks = [word for word in odd if word not in stands]
    unseen, hidden = _unseen(stands), {*odd}
    plain = [word for word in words if word not in hidden]
    fitting = (w for w in plain if w.isprintable() and not set(w) & set('\\"#'))
    shown = list(islice(fitting, room // 3))  # a word and a comma take three columns
    if not plain:
        return unseen or " and ".join(f"the mark {mark}" for mark in marks)
    head = f"{len(plain):,} {noun}{'s' * (len(plain) > 1)}"
    ends = [(f"; {unseen}", MIN_WORDS), ("; unseen", 1)] if unseen else [("", 1)]
    for end, least in ends:
        for count in range(len(shown), min(least, len(shown)) - 1, -1):
            text = ", ".join([*shown[:count], *(["..."] * (count < len(plain)))])
            if count and width(f"{head}: {text}{end}") <= room:
                return f"{head}: {text}{end}"
    return head


def _unseen(stand_ins: Sequence[str]) -> str:
    """Words that are in no list, by their ending or shape."""
    parts = [word[1:-1].partition("~") for word in stand_ins]
    said = [DESCRIPTIONS[shape.partition("-")[0]] for shape, dash, _ in parts if not dash]
    endings = [f"-{ending}" for _, _, ending in parts if ending.isalpha()]
    said += [f"ending in {' or '.join([*dict.fromkeys(endings)][:3])}"] if endings else []
    return f"words never seen, {', or '.join(dict.fromkeys(said))}" if said else ""


def _score_lines(tables: Tables, pooled: bool) -> Iterator[Code]:
    """The votes of groups of words, added up at each position or over all of them."""
    first = True
    for table in tables:
        votes = "VOTES" if len(tables) == 1 else f"VOTES[{literal(table.key)}]"
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
