"""`run`, the function that an emitted file is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from ..program import steps as lang
from ..program.values import bounds
from . import tree as py
from .constants import words_are_few
from .draft import FileDraft
from .functions import held_within
from .group_tables import keeps_words, reads_stand_ins, row_code, sums_code
from .names import pattern_name
from .prelude import LABEL_WORDS, reach_of
from .tree import Expression, Simple, fits

ANSWER, CHECK = "", "?"  # in the place of a step: the statements of the answer, and of the check
LONGEST_MARK = 10  # a longer begin or end word gets a name


def run_function(p: FileDraft) -> Simple:
    """`run`: the check of the input, a line or a few for each step, and the answer."""
    variables, given = p.spelling, p.called.given
    body = [replace(statement, step=CHECK) for statement in (*_split(p), *_check(p))]
    unknown = _mark(p, "UNKNOWN")
    if unknown is not None and keeps_words(p.program):
        word = py.name("w")
        known = py.either(word, py.comparison(word, "in", p.known), unknown.code)
        if p.reads_stand_ins:
            known = py.call(p.called.fixed["read_as"], word, p.known, unknown.code)
        body.append(py.assign(given, py.comprehension("[", known, ("w",), py.name(given), "]")))
    if p.places is not None:
        body += p.places.lists(p.used)
    for step in p.program.steps:
        body += [replace(one, step=step.out.name) for one in _step(p, step)]
    body += [replace(statement, step=ANSWER) for statement in _answer(p)]
    owned = [one if one.writes not in variables else replace(one, step=one.writes) for one in body]
    called = "run" if p.program.vocabulary.lists is None else LABEL_WORDS
    header = py.seq(f"def {called}({given}):")
    return Simple(header, tuple(owned), writes=called, bound=frozenset((given,)))


# --- the check of the input -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """A word with a part of its own: as an expression, and inside the text of an f-string."""

    code: Expression
    quoted: Expression


def _mark(p: FileDraft, constant: Literal["BEGIN", "END", "UNKNOWN"]) -> Mark | None:
    """The word itself where it is short and plain, else the constant that holds it."""
    word: str | None = getattr(p.program.vocabulary, constant.lower())
    if word is None:
        return None
    odd = not (word.isascii() and word.isprintable()) or set(word) & set("\\\"'{}")
    if odd or len(word) > LONGEST_MARK:
        named = py.name(p.called.fixed[constant])
        return Mark(named, py.seq("{", named, "!r}"))
    quoted = word if word[:1] + word[-1:] in ("<>", "[]") else f"'{word}'"
    return Mark(py.literal(word), Expression(quoted))


def _split(p: FileDraft) -> Iterator[Simple]:
    """A text becomes words."""
    if p.program.vocabulary.reads_text:
        given, builtin = py.name(p.called.given), p.scope.builtin
        is_text = py.call(builtin("isinstance"), given, py.name(builtin("str")))
        words = py.call(p.called.fixed["tokenize"], given)
        yield Simple(py.seq("if ", is_text, ":"), (py.assign(given.text, words),))


def _check(p: FileDraft) -> Iterator[Simple]:
    """Refuse what the program does not answer, saying what it does."""
    given, builtin = py.name(p.called.given), p.scope.builtin
    begin, end = _mark(p, "BEGIN"), _mark(p, "END")
    fewest, most = max(sum(map(bool, (begin, end))), 1), p.program.max_length
    kinds = py.joined(", ", [py.name(builtin("list")), py.name(builtin("tuple"))])
    is_list = py.call(builtin("isinstance"), given, py.seq("(", kinds, ")"))
    size = py.seq(f"{fewest} <= ", p.length, f" <= {most}")
    if most is None:
        size = py.seq(p.length, f" >= {fewest}")
    yield py.assign("ok", py.seq(is_list, " and ", size))
    message = py.seq('f"expected ', _expected(p, begin, end), "; got {", given, '!r}"')
    refusal = Simple(py.around("raise ", py.call(builtin("ValueError"), message)))
    if begin and end and not _is_listed(p) and p.program.vocabulary.unknown is not None:
        yield from _any_words(p, begin, end, refusal)
        return
    if _is_listed(p) and begin and end:
        ends = py.seq("{0: [", begin.code, "], ", p.length, " - 1: [", end.code, "]}")
        yield py.assign("ends", py.seq(py.name("ok"), " and ", ends))
    first, *others = _wrong_word(p, begin, end)
    wrong = py.bracketed("", [first, *(py.seq("or ", test) for test in others)], "", "words")
    targets, words = ["w"], given
    if begin or end:
        targets, words = ["i", "w"], py.call(builtin("enumerate"), given)
    opening = py.seq("if not ", py.name("ok"), " or ", py.name(builtin("any")), "(")
    yield Simple(py.comprehension(opening, wrong, targets, words, "):"), (refusal,))


def _any_words(p: FileDraft, begin: Mark, end: Mark, refusal: Simple) -> Iterator[Simple]:
    """Refuse what is not made of words, or has its marks elsewhere than at its ends."""
    given, builtin, ok = py.name(p.called.given), p.scope.builtin, py.name("ok")
    is_text = py.call(builtin("isinstance"), Expression("w"), py.name(builtin("str")))
    texts = py.comprehension(py.seq(py.name(builtin("all")), "("), is_text, ("w",), given, ")")
    yield py.assign("ok", py.seq(ok, " and ", texts))
    pairs = py.call(builtin("enumerate"), given)
    is_mark = py.seq("w in (", begin.code, ", ", end.code, ")")
    marks = py.comprehension("{", Expression("i: w"), ("i", "w"), pairs, "}", is_mark)
    yield py.assign("ends", py.seq(ok, " and ", marks))
    wanted = py.seq("{0: ", begin.code, ", ", p.length, " - 1: ", end.code, "}")
    yield Simple(py.seq("if not ", ok, " or ", py.name("ends"), " != ", wanted, ":"), (refusal,))


def _is_listed(p: FileDraft) -> bool:
    """Whether the words are looked up in a list that holds all but the first and the last."""
    return p.program.vocabulary.unknown is None and p.known == py.name(p.called.fixed["WORDS"])


def _wrong_word(p: FileDraft, begin: Mark | None, end: Mark | None) -> list[Expression]:
    """Any of these says that the word `w` may not stand at position `i`."""
    builtin, w = p.scope.builtin, py.name("w")
    last = py.seq(p.length, " - 1")
    is_text = py.call(builtin("isinstance"), w, py.name(builtin("str")))
    tests = [py.seq("not ", is_text)]
    if _is_listed(p):
        if words_are_few(p.called.fixed["WORDS"], p.listed_words):
            tests = []  # anything at all can be looked up in a tuple
        allowed = p.known
        if begin and end:
            allowed = py.seq(py.name("ends"), ".get(i, ", p.known, ")")
        elif begin:
            allowed = py.seq("(", p.known, " if i else [", begin.code, "])")
        elif end:
            allowed = py.seq("(", p.known, " if i < ", last, " else [", end.code, "])")
        return [*tests, py.comparison(w, "not in", allowed)]
    if p.program.vocabulary.unknown is None:
        tests.append(py.comparison(w, "not in", p.known))
    if begin:
        tests.append(py.seq("(w == ", begin.code, ") != (i == 0)"))
    if end:
        tests.append(py.seq("(w == ", end.code, ") != (i == ", last, ")"))
    return tests


def _expected(p: FileDraft, begin: Mark | None, end: Mark | None) -> Expression:
    """The rule for an input in words."""
    noun = "known words" if p.program.vocabulary.unknown is None else "words"
    most, marks = p.program.max_length, [mark for mark in (begin, end) if mark]
    if not marks:
        return py.seq(f"a list of 1 {'or more' if most is None else f'to {most}'} {noun}")
    inner = py.seq("" if most is None else f"up to {max(most - len(marks), 0)} ", noun)
    parts = [begin and begin.quoted, inner, end and end.quoted]
    return py.joined(", ", [part for part in parts if part])


# --- steps ----------------------------------------------------------------------------------------


def _step(p: FileDraft, step: lang.Step) -> Iterable[Simple]:
    out, given, builtin = step.out.name, py.name(p.called.given), p.scope.builtin
    match step:
        case lang.Token():
            if out in p.called.lookups or out in p.forms:
                value = p.forms[out].code if out in p.forms else _looked_up(p, step)
                return [py.assign(out, py.seq(py.comprehension("[", value, ("w",), given, "]")))]
            copied = py.assign(out, py.seq(py.call(builtin("list"), given)))
            return [copied] if out != given.text else []
        case lang.Position():
            if out in p.unlisted or (p.places is not None and out == p.places.everywhere in p.used):
                return []
            positions = py.call(builtin("list"), py.call(builtin("range"), p.length))
            return [py.assign(out, py.seq(positions))]
        case lang.One():
            return [] if out in p.unlisted else [py.assign(out, py.seq("[1] * ", p.length))]
        case lang.CategoricalHead() | lang.NumericalHead():
            if p.prelude is None:
                return [] if out in p.inlined else [py.assign(out, p.forms[out].code)]
            pattern = p.scope.names.new(pattern_name(step.out))
            found = py.call(p.prelude.aggregate(step), py.name(pattern), py.name(step.value))
            return [py.assign(pattern, p.forms[out].code), py.assign(out, found), *_held(p, step)]
        case lang.Mlp():
            return [py.assign(out, p.forms[out].code)]
        case other:
            assert_never(other)


def _looked_up(p: FileDraft, step: lang.Token) -> Expression:
    """The value of the word `w`; of a word that is not listed, that of the unknown word."""
    table, vocabulary = py.name(p.called.lookups[step.out.name]), p.program.vocabulary
    if vocabulary.unknown is None:
        return py.item(table, "w")
    value = step.lookup[vocabulary.words.index(vocabulary.unknown)]
    word = Expression("w")
    if reads_stand_ins(step, p.program) and not keeps_words(p.program):
        word = py.call(p.called.fixed["read_as"], word, table)
    return py.call(py.seq(table, ".get"), word, p.spelling[step.out.name].text(value))


def _held(p: FileDraft, head: lang.Head) -> Iterator[Simple]:
    """A sum that can leave its type is held within it."""
    if isinstance(head, lang.NumericalHead):
        value, n = p.spelling[head.value].type, py.name("n")
        total = lang.sum_type(value, reach_of(head, p.program), p.program.max_length)
        held = held_within(n, bounds(total), head.out.type, p.scope, "n")
        if held != n:
            out = head.out.name
            yield py.assign(out, py.comprehension("[", held, ("n",), py.name(out), "]"))


# --- the answer -----------------------------------------------------------------------------------


def _answer(p: FileDraft) -> Iterator[Simple]:
    """The end of `run`: the labels, with the begin and end words answered by themselves."""
    output, builtin = p.program.output, p.scope.builtin
    if not isinstance(output, lang.Classifier) or not output.pooled:
        yield from _labels(p)
    elif not output.votes:
        yield py.returns(py.literal(output.classes[0]))
    elif p.tables:
        scores = p.scope.names.new("scores")
        yield from _scores(p, scores)
        yield py.returns(_best(p, scores))
    elif p.labels is None:
        yield py.returns(py.seq(_classify(p)))
    else:
        label = _label_of(p, None)
        labels = p.scope.names.new("labels")
        among = py.name(p.labels.variable)
        yield py.assign(labels, py.comprehension("[", label, ("value",), among, "]"))
        count = py.seq("key=", py.name(labels), ".count")
        yield py.returns(py.seq(py.call(builtin("max"), py.name(p.called.fixed["CLASSES"]), count)))


def _scores(p: FileDraft, scores: str) -> Iterator[Simple]:
    """The votes of groups of words, added up at each position or over all of them."""
    output, fixed, alone = p.program.output, p.called.fixed, len(p.tables) == 1
    assert isinstance(output, lang.Classifier)
    votes, every = p.scope.names.new("votes"), []
    for table in p.tables:
        for number, voter in enumerate(table.voters):
            row = Expression(row_code(table, number, "g", alone, fixed))
            every.append(py.comprehension("[", row, ("g",), py.name(voter), "]"))
    for number, listed in enumerate(every):
        one = listed if output.pooled else py.bracketed("[", [listed], "]")
        one = listed if len(every) == 1 else one
        yield Simple(py.around(f"{votes} {'+' * (number > 0)}= ", one), writes=votes)
    if output.pooled:
        sums = sums_code(votes, p.tables, p.program, fixed)
        yield py.assign(scores, Expression(sums, frozenset((votes,))))
        return
    rows = "[rows]" if len(every) == 1 else "rows"
    each = sums_code(rows, p.tables, p.program, fixed)
    if len(every) == 1 and each.startswith("[sum(column)"):  # a row is its own sum
        yield py.assign(scores, py.name(votes))
        return
    among = py.name(votes) if len(every) == 1 else Expression(f"zip(*{votes})", frozenset((votes,)))
    yield py.assign(scores, py.comprehension("[", Expression(each), ("rows",), among, "]"))


def _best(p: FileDraft, scores: str) -> Expression:
    """The first class that has the most votes."""
    most = py.call(p.scope.builtin("max"), py.name(scores))
    return py.item(p.called.fixed["CLASSES"], py.call(py.seq(py.name(scores), ".index"), most))


def _classify(p: FileDraft) -> Expression:
    return py.call(p.called.fixed["classify"], py.call(p.scope.builtin("locals")))


def _label_of(p: FileDraft, default: Expression | None) -> Expression:
    votes, value = py.name(p.called.fixed["VOTES"]), Expression("value")
    if p.labels is None or p.labels.default is None:
        return py.item(votes, value)
    return py.call(py.seq(votes, ".get"), value, *([default] if default else []))


def _labels(p: FileDraft) -> Iterator[Simple]:
    """The labels of all positions; the begin and the end word are answered by themselves."""
    output, builtin = p.program.output, p.scope.builtin
    begin, end = _mark(p, "BEGIN"), _mark(p, "END")
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""
    labels, label, of = p.scope.names.new("labels"), Expression(""), ""

    def whole(between: Expression, is_list: bool = True) -> Expression:
        if not inner:
            return between if is_list else py.call(builtin("list"), between)
        parts = [begin and begin.code, py.seq("*", between), end and end.code]
        return py.seq("[", py.joined(", ", [part for part in parts if part]), "]")

    if p.labels is not None:
        label, of = _label_of(p, p.labels.default), p.labels.variable
    elif isinstance(output, lang.Answer) and output.names:  # some numbers have names
        label, of = py.call(builtin("str"), Expression("value")), output.reads
        for number, name in reversed(output.names):
            label = py.seq(py.literal(name), f" if value == {number} else ", label)
    if p.tables:
        scores = p.scope.names.new("scores")
        yield from _scores(p, scores)
        best = py.comprehension("[", _best(p, "row"), ("row",), py.name(scores), "]")
        yield py.assign(labels, best)
        yield py.returns(whole(py.seq(py.name(labels), inner)))
    elif of:
        ends = "()" if inner and p.labels is not None else "[]"
        among = py.seq(py.name(of), inner)
        line = whole(py.comprehension(ends[0], label, ("value",), among, ends[1]))
        if fits(f"return {line}", 1):
            yield py.returns(py.seq(line))
            return
        yield py.assign(labels, py.comprehension("[", label, ("value",), py.name(of), "]"))
        yield py.returns(whole(py.seq(py.name(labels), inner)))
    elif isinstance(output, lang.Answer):
        of, read = output.reads, py.seq(py.name(output.reads), inner)
        is_text, text = p.spelling[of].is_text, py.name(builtin("str"))
        line = read if is_text else py.call(builtin("map"), text, read)
        yield py.returns(py.seq(whole(line, is_list=is_text and of != p.called.given)))
    elif output.votes:
        yield py.returns(py.seq(whole(py.seq(_classify(p), inner))))
    else:
        count = py.seq("(", p.length, f" - {inner.count('1')})") if inner else p.length
        line = py.seq("[", py.literal(output.classes[0]), "] * ", count)
        yield py.returns(py.seq(whole(line)))
