"""The input of an emitted file: a text becomes words, and invalid inputs are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..meaning.batch import is_pooled
from ..meaning.words import DIGITS, PIECES, most_words, to_value, tokenized
from ..program import Program, types
from ..program.steps import Classifier
from ..program.values import Categorical
from .code import Code, constant, function, literal, tuple_of
from .group_tables import keeps_words
from .numbers import is_any, other_words
from .scope import Scope

MAX_MARK = 10  # characters; a longer begin or end word gets a name
LABEL_WORDS = "label_words"  # `run` for words, where `run` itself is for lists

READ_AS = '''
def read_as(word, listed, unknown=None):
    """A word as it is listed: itself, or what stands for its shape and ending, or shape."""
    letters, dash = [c for c in word if c.isalpha()], "-x" * ("-" in word)
    shape = ("Xx" if word[:1].isupper() else "xx") + dash
    if any(c == "@" or c.isdecimal() for c in word):
        shape = "0x" if letters else "0"
    elif all(c.isupper() for c in letters):
        shape = "X" * min(2, len(letters)) + dash if letters else "."
    ends = [word.lower()[-n:] for n in (3, 2, 1) if n < len(word.lower())]
    ends = [f"<{shape}~{end}>" for end in ends if end.isalpha()]
    return next((w for w in [word, *ends, f"<{shape}>"] if w in listed), unknown)
'''.strip()
TO_WORD = """
def to_word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
""".strip()
TO_VALUE = """
def to_value(word):
    try:
        return json.loads(word)
    except ValueError:
        return word
""".strip()
RUN_LIST = '''
def run(values):
    """The answer to a list; a position labelled {begin} has none."""
    labels = label_words([{quoted}, *{words}])
    return {answer}
'''.strip()


@dataclass(frozen=True, slots=True)
class Mark:
    """A word with a part of its own: as an expression, and inside the text of an f-string."""

    code: Code
    quoted: str

    @staticmethod
    def of(word: str | None, constant: str) -> Mark | None:
        """The word itself where it is short and plain, else the constant that holds it."""
        if word is None:
            return None
        odd = not (word.isascii() and word.isprintable()) or set(word) & set("\\\"'{}")
        if odd or len(word) > MAX_MARK:
            return Mark(constant, f"{{{constant}!r}}")
        quoted = word if word[:1] + word[-1:] in ("<>", "[]") else f"'{word}'"
        return Mark(literal(word), quoted)


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of an input, for the words of a program."""

    scope: Scope

    @property
    def words(self) -> tuple[str, ...]:
        """The words as they are listed; those at the ends are checked apart from them."""
        vocabulary = self.scope.program.vocabulary
        return vocabulary.words if vocabulary.unknown is not None else vocabulary.symbols

    @property
    def few_words(self) -> bool:
        """Whether the words stand on one line, and can be looked up one after the other."""
        return "\n" not in constant("WORDS", list(map(literal, self.words)), "()")

    def known(self, lookups: list[str]) -> Code:
        """An expression that holds every listed word; `lookups`: dicts of all words."""
        program = self.scope.program
        few = self.few_words and program.vocabulary.unknown is None
        return "WORDS" if few or keeps_words(program) or not lookups else lookups[0]

    def marks(self) -> tuple[Mark | None, Mark | None]:
        vocabulary = self.scope.program.vocabulary
        return Mark.of(vocabulary.begin, "BEGIN"), Mark.of(vocabulary.end, "END")

    def lines(self, known: Code) -> Iterator[Code]:
        """Statements that refuse what the program does not answer, saying what it does."""
        scope, (begin, end) = self.scope, self.marks()
        given, program = scope.given, scope.program
        if program.vocabulary.reads_text:
            yield f"if isinstance({given}, str):\n    {given} = tokenize({given})"
        least, most = scope.min_length, program.max_length
        length = (
            f"{scope.length} >= {least}" if most is None else f"{least} <= {scope.length} <= {most}"
        )
        yield f"ok = isinstance({given}, (list, tuple)) and {length}"
        refusal = f'raise ValueError(f"expected {self._expected(begin, end)}; got {{{given}!r}}")'
        words = program.vocabulary
        listed = words.unknown is None and not words.numerals and known == "WORDS"
        if begin and end and not listed and program.vocabulary.unknown is not None:
            yield f"ok = ok and all(isinstance(w, str) for w in {given})"
            marks = f"w in ({begin.code}, {end.code})"
            yield f"ends = ok and {{i: w for i, w in enumerate({given}) if {marks}}}"
            wanted = f"{{0: {begin.code}, {scope.length} - 1: {end.code}}}"
            yield f"if not ok or ends != {wanted}:\n    {refusal}"
            return
        if listed and begin and end:
            yield f"ends = ok and {{0: [{begin.code}], {scope.length} - 1: [{end.code}]}}"
        wrong = " or ".join(self._wrong(known, listed, begin, end))
        loop = f"for i, w in enumerate({given})" if begin or end else f"for w in {given}"
        yield f"if not ok or any({wrong} {loop}):\n    {refusal}"

    def _wrong(
        self, known: Code, listed: bool, begin: Mark | None, end: Mark | None
    ) -> Iterator[Code]:
        """Any of these says that the word `w` may not stand at position `i`."""
        last = f"{self.scope.length} - 1"
        if not listed or not self.few_words:  # anything at all can be looked up in a tuple
            yield "not isinstance(w, str)"
        if listed:
            allowed = known
            if begin and end:
                allowed = f"ends.get(i, {known})"
            elif begin:
                allowed = f"({known} if i else [{begin.code}])"
            elif end:
                allowed = f"({known} if i < {last} else [{end.code}])"
            yield f"w not in {allowed}"
            return
        if self.scope.program.vocabulary.numerals:
            other = is_any(other_words(self.scope.program))
            yield f"not ({other} or is_numeral(w))"
        elif self.scope.program.vocabulary.unknown is None:
            yield f"w not in {known}"
        if begin:
            yield f"(w == {begin.code}) != (i == 0)"
        if end:
            yield f"(w == {end.code}) != (i == {last})"

    def _expected(self, begin: Mark | None, end: Mark | None) -> str:
        """The rule for an input in words."""
        program = self.scope.program
        noun = "known words" if program.vocabulary.unknown is None else "words"
        noun = "whole numbers" if program.vocabulary.numerals else noun
        most, marks = program.max_length, [mark for mark in (begin, end) if mark]
        if not marks:
            return f"a list of 1 {'or more' if most is None else f'to {most}'} {noun}"
        inner = f"{'' if most is None else f'up to {max(most - len(marks), 0)} '}{noun}"
        parts = [begin.quoted if begin else "", inner, end.quoted if end else ""]
        return ", ".join(filter(None, parts))


# --- texts, lists, the shell ----------------------------------------------------------------------


def tokenize_function(program: Program) -> Code:
    """The function that makes an input of a text, as `text_input` does."""
    vocabulary, most = program.vocabulary, most_words(program)
    tokenizer, digits = vocabulary.tokenizer, vocabulary.digits
    said = "The words of a text." if most is None else f"The first {most:,} words of a text."
    lines = [f'"""{said}"""', "words = text.split()"]
    if tokenizer is not None:
        parts = enumerate(PIECES[tokenizer])
        lines[1:] = [f'pieces {"+" * bool(i)}= r"{part}"' for i, part in parts]
        lines.append("words = re.findall(pieces, text, re.IGNORECASE)")
    if digits is not None:
        lines.append(f"mark = {literal(digits)}")
        lines.append(f'words = [re.sub("{DIGITS}", lambda _: mark, w) for w in words]')
    listed = ["*words"]
    for mark, own, rest in ((vocabulary.begin, "[:1]", "[1:]"), (vocabulary.end, "[-1:]", "[:-1]")):
        if mark is not None:
            listed.insert(0 if mark == vocabulary.begin else 2, literal(mark))
            if tokenized(mark, tokenizer, digits) == [mark]:  # so a text may bring it
                lines.append(f"words = words{rest} if words{own} == [{literal(mark)}] else words")
    if most is not None:
        lines.append(f"words = words[:{most}]")
    lines.append(f"return [{', '.join(listed)}] if words else []")
    return function("tokenize", ["text"], lines)


def list_functions(program: Program) -> Iterator[Code]:
    """`run` of a program for lists, and what it needs."""
    vocabulary = program.vocabulary
    if vocabulary.lists is None or vocabulary.begin is None:
        return
    quoted, words, value = literal(vocabulary.begin), "values", ""
    if vocabulary.lists == "values":
        numbers = all(type(to_value(word)) in (int, float) for word in vocabulary.symbols)
        words = f"map({'str' if numbers else 'to_word'}, values)"
        if not numbers:
            yield TO_WORD
        kinds = {type(to_value(label)) for label in _labels(program) - {vocabulary.begin}}
        value = "int" if kinds == {int} else "to_value" * (kinds != {str})
        if value == "to_value":
            yield TO_VALUE
    one = f"{value}({{}})" if value else "{}"
    answer = f"[{one.format('w')} for w in labels if w != {quoted}]"
    answer = one.format("labels") if is_pooled(program) else answer
    yield RUN_LIST.format(begin=vocabulary.begin, quoted=quoted, words=words, answer=answer)


def _labels(program: Program) -> set[str]:
    """The labels of a program; of numbers one stands for all."""
    if isinstance(program.output, Classifier):
        return set(program.output.classes)
    kind = types(program)[program.output.reads]
    values = kind.values if isinstance(kind, Categorical) else (0,)
    return {*map(str, values), *(name for _, name in program.output.names)}


def command_line(program: Program) -> Code:
    star = "" if is_pooled(program) or program.vocabulary.lists else "*"
    split = "" if program.vocabulary.reads_text else ".split()"
    return f"""
if __name__ == "__main__":
    try:
        print({star}run(" ".join(sys.argv[1:]){split}))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
""".strip()


def words_constant(words: tuple[str, ...], few: bool) -> Code:
    listed = list(map(literal, words))
    return f"WORDS = {tuple_of(listed)}" if few else constant("WORDS", listed)
