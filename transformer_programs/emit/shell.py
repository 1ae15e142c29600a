"""What surrounds the steps of an emitted file: checking the input, counting votes, the shell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..program.steps import Classifier
from .names import Names
from .writer import Wrapped, Writer, literal

LONGEST_MARK = 10  # a longer begin or end word gets a name


@dataclass(frozen=True, slots=True)
class Fixed:
    """The names that a file has whatever its program."""

    words: str
    begin: str
    end: str
    unknown: str
    classes: str
    votes: str
    number_votes: str
    no_votes: str
    classify: str
    multiply: str
    table: str
    tables: str

    @staticmethod
    def of(names: Names) -> Fixed:
        constants = (
            "WORDS",
            "BEGIN",
            "END",
            "UNKNOWN",
            "CLASSES",
            "VOTES",
            "NUMBER_VOTES",
            "NO_VOTES",
        )
        functions = ("classify", "multiply", "table", "tables")
        return Fixed(*(names.new(name) for name in (*constants, *functions)))


@dataclass(frozen=True, slots=True)
class Mark:
    """A word with a part of its own: as an expression, and inside the text of an f-string."""

    expression: str
    quoted: str


def mark(word: str, name: str) -> Mark:
    """The word itself where it is short and plain, else the constant that holds it."""
    if is_plain(word):
        bracketed = word[:1] + word[-1:] in ("<>", "[]")
        return Mark(literal(word), word if bracketed else f"'{word}'")
    return Mark(name, f"{{{name}!r}}")


def is_plain(word: str) -> bool:
    """Whether a word can be quoted anywhere without a backslash."""
    odd = not (word.isascii() and word.isprintable()) or set(word) & set("\\\"'{}")
    return not odd and len(word) <= LONGEST_MARK


@dataclass(frozen=True, slots=True)
class Check:
    """What an input is checked against: its words, and the words it must open and close with."""

    given: str  # the name of the input
    known: str | None  # an expression that holds the words; None where any word will do
    without_marks: bool  # whether those words are without the first and the last
    any_object: bool  # whether anything at all can be looked up in them
    begin: Mark | None
    end: Mark | None
    most: int | None

    @property
    def fewest(self) -> int:
        return max((self.begin is not None) + (self.end is not None), 1)


def write_check(w: Writer, check: Check, builtin: Callable[[str], str]) -> None:
    """Refuse what the program does not answer, saying what it does."""
    given, len_ = check.given, builtin("len")
    kinds = f"({builtin('list')}, {builtin('tuple')})"
    size = f"{check.fewest} <= {len_}({given}) <= {check.most}"
    if check.most is None:
        size = f"{len_}({given}) >= {check.fewest}"
    w.line(f"ok = {builtin('isinstance')}({given}, {kinds}) and {size}")
    if check.without_marks and check.begin and check.end:
        first, last = check.begin.expression, check.end.expression
        w.line(f"ends = ok and {{0: [{first}], {len_}({given}) - 1: [{last}]}}")
    tests = _wrong_word(check, builtin)
    placed = check.begin is not None or check.end is not None
    loop = f"for i, w in {builtin('enumerate')}({given})" if placed else f"for w in {given}"
    wrong = Wrapped((), (tests[0], *(f"or {test}" for test in tests[1:])))
    w.listed(f"if not ok or {builtin('any')}(", wrong, loop, "):")
    with w.indented():
        message = f'f"expected {_expected(check)}; got {{{given}!r}}"'
        w.call("raise ", builtin("ValueError"), [message])


def _wrong_word(check: Check, builtin: Callable[[str], str]) -> list[str]:
    """Any of these says that the word `w` may not stand at position `i`."""
    tests = [] if check.any_object else [f"not {builtin('isinstance')}(w, {builtin('str')})"]
    begin = check.begin.expression if check.begin else None
    end = check.end.expression if check.end else None
    last = f"{builtin('len')}({check.given}) - 1"
    if check.without_marks:
        match begin, end:
            case None, None:
                return [*tests, f"w not in {check.known}"]
            case _, None:
                return [*tests, f"w not in ({check.known} if i else [{begin}])"]
            case None, _:
                return [*tests, f"w not in ({check.known} if i < {last} else [{end}])"]
            case _:
                return [*tests, f"w not in ends.get(i, {check.known})"]
    if check.known is not None:
        tests.append(f"w not in {check.known}")
    if begin:
        tests.append(f"(w == {begin}) != (i == 0)")
    if end:
        tests.append(f"(w == {end}) != (i == {last})")
    return tests


def _expected(check: Check) -> str:
    """The rule for an input in words."""
    noun = "words" if check.known is None else "known words"
    marks = (check.begin is not None) + (check.end is not None)
    if marks == 0:
        return f"a list of 1 {'or more' if check.most is None else f'to {check.most}'} {noun}"
    most = "" if check.most is None else f"up to {max(check.most - marks, 0)} "
    opening = [check.begin.quoted] if check.begin else []
    closing = [check.end.quoted] if check.end else []
    return ", ".join([*opening, f"{most}{noun}", *closing])


def print_multiples(fixed: Fixed) -> Writer:
    """What a number votes: its weights, so many times. The same few numbers come up again."""
    w = Writer()
    w.line("@lru_cache(maxsize=1024)")
    with w.block(f"def {fixed.multiply}(name, number):"):
        w.line('"""The votes of a number: the weights of its variable, times the number."""')
        w.line(f"return [number * weight for weight in {fixed.number_votes}[name]]")
    return w


def print_classify(
    output: Classifier, fixed: Fixed, by_value: bool, by_number: bool, complete: bool
) -> Writer:
    """The function that adds up the votes; `variables` maps each name to its values.

    `complete`: every value that can occur has its row; otherwise those without vote for nothing.
    """
    w = Writer()
    where = "over all positions" if output.pooled else "at each position"
    row = "table[value]" if complete else f"table.get(value, {fixed.no_votes})"
    number_votes = f"[{fixed.multiply}(name, number) for number in variables[name]]"
    with w.block(f"def {fixed.classify}(variables):"):
        w.line(f'"""The class with the most votes {where}, the first of equals."""')
        if by_value:
            loop = f"for name, table in {fixed.votes}.items()"
            w.comprehension("votes = [", f"[{row} for value in variables[name]]", loop, "]")
        if by_number:
            before = "votes += [" if by_value else "votes = ["
            w.comprehension(before, number_votes, f"for name in {fixed.number_votes}", "]")
        if output.pooled:
            w.line("rows = [row for column in votes for row in column]")
            w.line("scores = [sum(column) for column in zip(*rows)]")
            w.line(f"return {fixed.classes}[scores.index(max(scores))]")
        else:
            w.line("scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]")
            w.line(f"return [{fixed.classes}[row.index(max(row))] for row in scores]")
    return w


def print_table_reader(fixed: Fixed, beside: str) -> Writer:
    """The functions that read the word tables from the second file, once."""
    w = Writer()
    w.line("@cache")
    with w.block(f"def {fixed.tables}():"):
        w.line('"""The words of every value, from the file beside this one."""')
        w.call("path = ", "Path(__file__).with_name", [literal(beside)])
        w.line('return json.loads(path.read_text(encoding="utf-8"))')
    w.lines += ["", ""]
    w.line("@cache")
    with w.block(f"def {fixed.table}(name, kind=None):"):
        w.line('"""The value of every word, read when needed."""')
        w.line(f"groups = {fixed.tables}()[name]")
        with w.block("if kind:"):
            w.line("groups = [(kind[value], words) for value, words in groups]")
        w.line("return {word: value for value, words in groups for word in words}")
    return w


def print_command_line(pooled: bool) -> Writer:
    w = Writer()
    with w.block('if __name__ == "__main__":'):
        with w.block("try:"):
            w.line(f'print({"" if pooled else "*"}run(" ".join(sys.argv[1:]).split()))')
        with w.block("except ValueError as error:"):
            w.line("sys.exit(print(error, file=sys.stderr) or 2)")
    return w
