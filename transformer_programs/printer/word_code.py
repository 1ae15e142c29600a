"""The words of an emitted file: their lists, texts that become words, and the check of an input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..meaning.words import (
    DIGITS,
    PIECES,
    candidates,
    is_stand_in,
    less_specific,
    most_words,
    to_value,
    tokenized,
)
from ..program import Program, types
from ..program.numerals import listed_numbers
from ..program.program import is_pooled
from ..program.steps import Classifier, Token
from ..program.values import Categorical, symbol
from .code import (
    Code,
    constant,
    cut,
    fits,
    function,
    is_binary,
    literal,
    loop,
    one_of,
    tuple_of,
)
from .numbers import other_words, value_code
from .scope import Scope, is_identity, is_learned
from .votes import Lists, group_lists, unknown_value, word_lists

MAX_FLAGGED = 4  # words of a flag that are named where it is computed
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

RUN_NUMBER = '''
def run(values):
    """The number that answers a list: each position has it as its label."""
    if not values:
        raise ValueError("expected a list with at least one value")
    labels = label_words([{quoted}, *{words}])
    return {answer}
'''.strip()


# --- the words of each value ----------------------------------------------------------------------


def tokens_of(program: Program) -> list[Token]:
    return [step for step in program.steps if isinstance(step, Token)]


def _lookup_lists(step: Token, program: Program) -> Lists:
    """The words of each value that must be listed to look up any word, by its stand-in too.

    Only words that are read otherwise are listed for the value of the unknown word.
    """
    lists = word_lists(step, program)
    if not reads_stand_ins(step, program):
        return lists
    default, listed = unknown_value(step, program), program.vocabulary.words
    values = dict(zip(listed, step.lookup, strict=True))

    def found(names: Iterable[str]) -> int:
        return next((values[name] for name in names if name in values), default)

    read = {word: (found(candidates(word)), found(less_specific(word))) for word in listed}
    own = [w for w in listed if values[w] == default and read[w] != (default, default)]
    return [*lists, (symbol(step.out.type, default), tuple(own))] if own else lists


def reads_stand_ins(step: Token, program: Program) -> bool:
    """Whether words that are not listed differ by their shape or ending."""
    if program.vocabulary.unknown is None:
        return False
    default = unknown_value(step, program)
    values = zip(program.vocabulary.words, step.lookup, strict=True)
    return any(is_stand_in(word) and value != default for word, value in values)


def keeps_words(program: Program) -> bool:
    """Whether the words themselves are listed, apart from the groups they are in."""
    kept = [is_identity(step, program) for step in tokens_of(program)]
    return all(kept) if program.vocabulary.unknown is None else any(kept)


def is_computed(step: Token, program: Program) -> bool:
    """Whether the value of a word needs no table."""
    return is_identity(step, program) or computed_value(step, program) is not None


def computed_value(step: Token, program: Program) -> Code | None:
    """The value of the word `w` where that needs no table: a number, or a flag of a few words."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    if program.vocabulary.numerals:
        return value_code(step, program)
    if not is_binary(step.out.type) or any(map(is_stand_in, values)):
        return None
    no, yes = ([w for w in values if symbol(step.out.type, values[w]) == of] for of in (0, 1))
    unknown = program.vocabulary.unknown
    negated = unknown in yes or (unknown not in no and len(yes) > len(no))
    few = no if negated else yes
    return f"int({one_of('w', few, negated)})" if 0 < len(few) <= MAX_FLAGGED else None


def word_value(step: Token, scope: Scope) -> Code:
    """The value of the word `w`."""
    program, table = scope.program, scope.lookup(step)
    if (code := computed_value(step, program)) is not None:
        return code
    if program.vocabulary.numerals:
        low, *_, high = listed_numbers(program.vocabulary)
        return f"{table}[w if w in {table} else str(min(max(int(w), {low}), {high}))]"
    if program.vocabulary.unknown is None:
        return f"{table}[w]"
    stands = reads_stand_ins(step, program) and not keeps_words(program)
    unknown = literal(symbol(step.out.type, unknown_value(step, program)))
    return f"{table}.get({f'read_as(w, {table})' if stands else 'w'}, {unknown})"


# --- constants ------------------------------------------------------------------------------------


def word_constants(
    scope: Scope, used: frozenset[str], shown: Sequence[Token]
) -> Iterator[tuple[Code, Code]]:
    """The lists of words that a file uses, in full and cut for reading.

    `shown`: the word variables whose words are shown beside votes, alone or in pairs.
    """
    program, vocabulary = scope.program, scope.program.vocabulary
    if not vocabulary.numerals and (keeps_words(program) or known_words(scope) == "WORDS"):
        words = list(map(literal, _listed(program)))
        few = _few_words(program)
        yield constant("WORDS", words, "()" if few else "{}"), cut("# WORDS = {", words)
    for number, type in enumerate(scope.word_types):
        called = f"ORDER_{number + 1}" if number else "ORDER"
        if called in used:
            ranks = [f"{literal(word)}: {rank}" for rank, word in enumerate(type.values)]
            yield constant(called, ranks), cut(f"# {called} = {{", ranks)
    for step in tokens_of(program):
        if not is_computed(step, program):
            yield _values(step, scope, step in shown)


def _values(step: Token, scope: Scope, is_shown: bool) -> tuple[Code, Code]:
    """The value of each word: its group, for a learned variable."""
    lists, called = _lookup_lists(step, scope.program), scope.lookup(step)
    if not is_learned(step, scope.program):
        pairs = [f"{literal(w)}: {literal(value)}" for value, words in lists for w in words]
        return constant(called, pairs), cut(f"# {called} = {{", pairs)
    return group_lists(called, lists, "word", is_shown)


def _listed(program: Program) -> tuple[str, ...]:
    """The words as they are listed; those at the ends are checked apart from them."""
    vocabulary = program.vocabulary
    return vocabulary.words if vocabulary.unknown is not None else vocabulary.symbols


def _few_words(program: Program) -> bool:
    """Whether the words stand on one line, and can be looked up one after the other."""
    return "\n" not in constant("WORDS", list(map(literal, _listed(program))), "()")


def known_words(scope: Scope) -> Code:
    """An expression that holds every listed word."""
    program = scope.program
    own = [step for step in tokens_of(program) if not is_computed(step, program)]
    few = program.vocabulary.unknown is None and _few_words(program)
    return "WORDS" if few or keeps_words(program) or not own else scope.lookup(own[0])


# --- the check of an input ------------------------------------------------------------------------


def marks_of(program: Program) -> tuple[Code | None, Code | None]:
    """The words at the ends of an input."""
    ends = (program.vocabulary.begin, program.vocabulary.end)
    begin, end = (None if word is None else literal(word) for word in ends)
    return begin, end


def check_lines(scope: Scope) -> Iterator[Code]:
    """Statements that refuse what the program does not answer, saying what it does."""
    program, given, known = scope.program, scope.given, known_words(scope)
    vocabulary, (begin, end) = program.vocabulary, marks_of(program)
    if vocabulary.reads_text:
        yield f"if isinstance({given}, str):\n    {given} = tokenize({given})"
    message = f"expected {_expected(program)}; got ".replace("{", "{{").replace("}", "}}")
    text = literal(message)
    refusal = f"raise ValueError(f{text[:-1]}{{{given}!r}}{text[-1]})"
    free = vocabulary.unknown is not None and not vocabulary.numerals
    if begin and end and free and program.max_length is None:
        words = f"all(isinstance(w, str) for w in {given})"
        yield f"ok = isinstance({given}, (list, tuple)) and {words}"
        plain = loop("w", "w", f"{given}[1:-1]", f"w not in {tuple_of((begin, end))}")
        yield f"inner = {plain} if ok else []"
        yield f"if not ok or [*{given}] != [{begin}, *inner, {end}]:\n    {refusal}"
        return
    most = "" if program.max_length is None else f" <= {program.max_length}"
    length = f"{scope.min_length} <= {scope.length}{most}"
    length = length if most else f"{scope.length} >= {scope.min_length}"
    yield f"ok = isinstance({given}, (list, tuple)) and {length}"
    marks = [(f"{given}[{at}]", mark) for at, mark in ((0, begin), (-1, end)) if mark]
    inner = f"{given}[{'1' if begin else ''}:{'-1' if end else ''}]" if marks else given
    listed = vocabulary.unknown is None and not vocabulary.numerals
    wrong = ["not isinstance(w, str)"]
    if listed and known == "WORDS":  # without the marks; anything can be looked up in a tuple
        wrong = [*wrong[_few_words(program) :], f"w not in {known}"]
    else:
        wrong += [f"w in {tuple_of(mark for _, mark in marks)}"] if marks else []
        wrong += [f"w not in {known}"] if listed else []
    if vocabulary.numerals:
        wrong.append(f"not ({one_of('w', other_words(program))} or is_numeral(w))")
    tests = ["not ok", *(f"{word} != {mark}" for word, mark in marks)]
    tests.append(f"any({' or '.join(wrong)} for w in {inner})")
    if marks and not fits(f"if {' or '.join(tests)}:", 1):
        yield f"ok = ok and {' and '.join(f'{word} == {mark}' for word, mark in marks)}"
        tests = [tests[0], tests[-1]]
    yield f"if {' or '.join(tests)}:\n    {refusal}"


def _expected(program: Program) -> str:
    """The rule for an input in words."""
    noun = "known words" if program.vocabulary.unknown is None else "words"
    noun = "whole numbers" if program.vocabulary.numerals else noun
    most, marks = program.max_length, (program.vocabulary.begin, program.vocabulary.end)
    if marks == (None, None):
        return f"a list of 1 {'or more' if most is None else f'to {most}'} {noun}"
    count = "" if most is None else f"up to {max(most - 2 + marks.count(None), 0)} "
    brackets = ("<>", "[]")
    begin, end = (w if not w or w[:1] + w[-1:] in brackets else f"'{w}'" for w in marks)
    return ", ".join(filter(None, [begin, count + noun, end]))


def unknown_words(scope: Scope) -> Iterator[Code]:
    """The input with the unknown word, or what stands for it, in place of words not listed."""
    program, known = scope.program, known_words(scope)
    if program.vocabulary.unknown is not None and keeps_words(program):
        unknown = literal(program.vocabulary.unknown)
        word = f"w if w in {known} else {unknown}"
        if any(reads_stand_ins(step, program) for step in tokens_of(program)):
            word = f"read_as(w, {known}, {unknown})"
        yield f"{scope.given} = {loop(word, 'w', scope.given)}"


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
    if vocabulary.lists != "strings":
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
    if vocabulary.lists == "number":
        answer = one.format("labels[1]")
        if vocabulary.begin in _labels(program):
            answer = f"None if labels[1] == {quoted} else {answer}"
        yield RUN_NUMBER.format(quoted=quoted, words=words, answer=answer)
        return
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
