"""What surrounds the steps of an emitted file: checking the input, counting votes, the shell."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import Program
from ..steps import Classifier
from .names import Names
from .writer import Writer, literal


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
    check: str
    classify: str
    multiply: str
    table: str

    @staticmethod
    def of(names: Names) -> Fixed:
        constants = ("WORDS", "BEGIN", "END", "UNKNOWN", "CLASSES", "VOTES", "NUMBER_VOTES")
        functions = ("check", "classify", "multiply", "table")
        return Fixed(*(names.new(name) for name in (*constants, *functions)))


def print_check(program: Program, fixed: Fixed, known: str) -> Writer:
    """The rules for an input. `known` is an expression that holds every listed word."""
    vocabulary, w = program.vocabulary, Writer()
    with w.block(f"def {fixed.check}(tokens):"):
        w.line('"""The words of an input, or a ValueError that says what is wrong with it."""')
        _refuse(
            w,
            "isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens)",
            'f"an input is a list of words, got {tokens!r}"',
        )
        _refuse(w, "len(tokens) == 0", '"the input is empty: a program needs at least one word"')
        if program.max_length is not None:
            _refuse(
                w,
                f"len(tokens) > {program.max_length}",
                'f"the input has {len(tokens)} words: '
                f'this program takes at most {program.max_length}"',
            )
        for place, mark, at in (
            ("first", vocabulary.begin and fixed.begin, 0),
            ("last", vocabulary.end and fixed.end, -1),
        ):
            if mark:
                _refuse(
                    w,
                    f"tokens[{at}] != {mark}",
                    f'f"the {place} word must be {{{mark}!r}}, got {{tokens[{at}]!r}}"',
                )
        _write_word_checks(w, program, fixed, known)
        if vocabulary.unknown is None:
            w.line("return list(tokens)")
        else:
            w.line(f"return [token if token in {known} else {fixed.unknown} for token in tokens]")
    return w


def _write_word_checks(w: Writer, program: Program, fixed: Fixed, known: str) -> None:
    vocabulary = program.vocabulary
    checks = []
    for place, mark, elsewhere in (
        ("first", vocabulary.begin and fixed.begin, "i > 0"),
        ("last", vocabulary.end and fixed.end, "i < len(tokens) - 1"),
    ):
        if mark:
            message = f'f"{{token!r}} may only be the {place} word, but stands at position {{i}}"'
            checks.append((f"token == {mark} and {elsewhere}", message))
    if vocabulary.unknown is None:
        message = 'f"the word {token!r} at position {i} is not in the vocabulary"'
        checks.append((f"token not in {known}", message))
    if checks:
        with w.block("for i, token in enumerate(tokens):"):
            for condition, message in checks:
                _refuse(w, condition, message)


def _refuse(w: Writer, condition: str, message: str) -> None:
    with w.block(f"if {condition}:"):
        w.call("raise ", "ValueError", [message])


def print_multiples(fixed: Fixed) -> Writer:
    """What a number votes: its weights, so many times. The same few numbers come up again."""
    w = Writer()
    w.line("@lru_cache(maxsize=1024)")
    with w.block(f"def {fixed.multiply}(name, number):"):
        w.line('"""The votes of a number: the weights of its variable, times the number."""')
        w.line(f"return [number * weight for weight in {fixed.number_votes}[name]]")
    return w


def print_classify(output: Classifier, fixed: Fixed, by_value: bool, by_number: bool) -> Writer:
    """The function that adds up the votes; `variables` maps each name to its values."""
    w = Writer()
    where = "over all positions" if output.pooled else "at each position"
    value_votes = "[table[value] for value in variables[name]]"
    number_votes = f"[{fixed.multiply}(name, number) for number in variables[name]]"
    with w.block(f"def {fixed.classify}(variables):"):
        w.line(f'"""The class with the most votes {where}, the first of equals."""')
        if by_value:
            loop = f"for name, table in {fixed.votes}.items()"
            w.comprehension("votes = [", value_votes, loop, "]")
        if by_number:
            before = "votes += [" if by_value else "votes = ["
            w.comprehension(before, number_votes, f"for name in {fixed.number_votes}", "]")
        if output.pooled:
            w.line("rows = [row for column in votes for row in column]")
            w.line("scores = [sum(column) for column in zip(*rows)]")
            w.line(f"return {fixed.classes}[scores.index(max(scores))]")
        else:
            w.line("labels = []")
            with w.block("for rows in zip(*votes):"):
                w.line("scores = [sum(column) for column in zip(*rows)]")
                w.line(f"labels.append({fixed.classes}[scores.index(max(scores))])")
            w.line("return labels")
    return w


def print_table_reader(fixed: Fixed, beside: str) -> Writer:
    """The function that reads the word tables from the second file."""
    w = Writer()
    w.line("@cache")
    with w.block(f"def {fixed.table}(name, kind=None):"):
        w.line('"""The value of every word, read from the file beside this one when needed."""')
        w.call("path = ", "Path(__file__).with_name", [literal(beside)])
        w.line('groups = json.loads(path.read_text(encoding="utf-8"))[name]')
        with w.block("if kind:"):
            w.line("groups = [(kind[value], words) for value, words in groups]")
        w.line("return {word: value for value, words in groups for word in words}")
    return w


def print_command_line(pooled: bool) -> Writer:
    w = Writer()
    with w.block('if __name__ == "__main__":'):
        with w.block("if len(sys.argv) == 1:"):
            w.line("""print(f'usage: python {sys.argv[0]} "word word ..."', file=sys.stderr)""")
            w.line("sys.exit(2)")
        with w.block("try:"):
            w.line(f'print({"" if pooled else "*"}run(" ".join(sys.argv[1:]).split()))')
        with w.block("except ValueError as error:"):
            w.line("print(error, file=sys.stderr)")
            w.line("sys.exit(2)")
    return w
