"""The prelude: the few functions that an emitted program stands on, as the paper has them.

`select_closest` gives the position that each query attends to and `aggregate` copies from there;
`select` gives all positions and `aggregate_sum` adds up. A function that looks less far than the
heads of its program usually do says so in its name: `select_last_before`, `select_upto`. Only what
a program uses is printed. With a score it is `select_best`, which is chosen among alike by the same
rules: `select_best`, `select_best_first_before`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..meaning.batch import is_pooled
from ..meaning.lists import to_value
from ..meaning.tokenizer import DIGITS, PIECES, most_words, tokenized
from ..program import Program, types
from ..program.steps import CategoricalHead, Classifier, Head, NumericalHead, Reach
from ..program.values import Categorical
from . import tree as py
from .names import NameGiver
from .tree import Expression, Simple, Statement, Verbatim

HeadKind = tuple[str, Reach]  # which matches a head selects, and where it looks for them
SELECT = {"nearest": "select_closest", "first": "select_first", "last": "select_last"}
BEST = {"nearest": "select_best", "first": "select_best_first", "last": "select_best_last"}
RANGES: dict[Reach, str] = {
    "all": "range(len(keys))",
    "before": "range(i)",
    "upto": "range(i + 1)",
    "after": "range(i + 1, len(keys))",
}
PLACES: dict[Reach, str] = {
    "all": "",
    "before": " before its position",
    "upto": " up to its position",
    "after": " after its position",
}
# The positions in reach of position i, the nearest first, and what a docstring says of them.
NEAREST: dict[Reach, tuple[str, str]] = {
    "all": ("{nearest_first}(i, len(keys))", "nearest match, itself last, or 0"),
    "before": ("range(i)[::-1]", "nearest earlier match, or 0"),
    "upto": ("[*range(i)[::-1], i]", "nearest earlier match, or itself, or 0"),
    "after": ("range(i + 1, len(keys))", "nearest later match, or 0"),
}

NEAREST_FIRST = '''
@lru_cache(maxsize=1024)
def {name}(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))
'''
SELECT_ONE = '''
def {name}(keys, queries, predicate):
    """For each query, the position of its {rule}."""
    return [
        next((j for j in {order} if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]
'''
SELECT_BEST = '''
def {name}(keys, queries, predicate, score):
    """Each query's best match, of equals the {rule}."""
    return [
        max(
            (j for j in {order} if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]
'''
SELECT_ALL = '''
def {name}(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {{
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }}
    return [matches[query] for query in queries]
'''
SELECT_WITHIN = '''
def {name}(keys, queries, predicate):
    """For each query, the positions of all its matches{rule}."""
    return [
        [j for j in {order} if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]
'''
COPY = """
def {name}(attention, values):
    return [values[j] for j in attention]
"""
ADD_UP = """
def {name}(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]
"""

MULTIPLY = '''
@lru_cache(maxsize=1024)
def {multiply}(name, number):
    """The votes of a number: the weights of its variable, times the number."""
    return [number * weight for weight in {NUMBER_VOTES}[name]]
'''
READ_AS = '''
def {read_as}(word, listed, unknown=None):
    """A word as it is listed: itself, or what stands for its shape and ending, or shape."""
    letters, dash = [c for c in word if c.isalpha()], "-x" * ("-" in word)
    shape = ("Xx" if word[:1].isupper() else "xx") + dash
    if any(c == "@" or c.isdecimal() for c in word):
        shape = "0x" if letters else "0"
    elif all(c.isupper() for c in letters):
        shape = "X" * min(2, len(letters)) + dash if letters else "."
    ends = [word.lower()[-n:] for n in (3, 2, 1) if n < len(word.lower())]
    ends = [f"<{{shape}}~{{end}}>" for end in ends if end.isalpha()]
    return next((w for w in [word, *ends, f"<{{shape}}>"] if w in listed), unknown)
'''
COMMAND_LINE = """
if __name__ == "__main__":
    try:
        print({star}run(" ".join(sys.argv[1:]){split}))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
"""
LABEL_WORDS = "label_words"  # `run` for words, where `run` itself is for lists
TO_WORD = """
def {to_word}(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
"""
TO_VALUE = """
def {to_value}(word):
    try:
        return json.loads(word)
    except ValueError:
        return word
"""
RUN_LIST = '''
def run(values):
    """The answer to a list; a position labelled {begin} has none."""
    labels = label_words([{quoted}, *{words}])
    return {answer}
'''
# The end of the function that adds up votes: one label per input, or one at each position.
POOLED = """
rows = [row for column in votes for row in column]
scores = [sum(column) for column in zip(*rows)]
return {CLASSES}[scores.index(max(scores))]
"""
EACH = """
scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
return [{CLASSES}[row.index(max(row))] for row in scores]
"""


@dataclass(frozen=True, slots=True)
class Prelude:
    """The names of the functions that a program uses."""

    kinds: dict[HeadKind, str]
    nearest_first: str
    copy: str
    add_up: str

    @staticmethod
    def of(program: Program, names: NameGiver) -> Prelude:
        usual = usual_reach(program)
        kinds = {
            (select, reach): names.new(select if reach == usual else f"{select}_{reach}")
            for select, reach in dict.fromkeys(kind_of(head, program) for head in heads_of(program))
        }
        own = map(names.new, ("nearest_first", "aggregate", "aggregate_sum"))
        return Prelude(kinds, *own)

    def select(self, head: Head, program: Program) -> str:
        """The function that finds what each query of a head attends to."""
        return self.kinds[kind_of(head, program)]

    def aggregate(self, head: Head) -> str:
        """The function that takes the values from there."""
        return self.add_up if isinstance(head, NumericalHead) else self.copy

    def parts(self) -> Iterator[Verbatim]:
        """Each function by itself."""
        selects = {select for select, _ in self.kinds}
        if ("select_closest", "all") in self.kinds or ("select_best", "all") in self.kinds:
            yield py.source(NEAREST_FIRST.format(name=self.nearest_first), ["lru_cache"])
        for (select, reach), called in self.kinds.items():
            yield py.source(self._select(select, reach, called))
        if selects - {"select"}:
            yield py.source(COPY.format(name=self.copy))
        if "select" in selects:
            yield py.source(ADD_UP.format(name=self.add_up))

    def _select(self, select: str, reach: Reach, called: str) -> str:
        """A function that finds every match of a query, or the first in an order of preference."""
        order, rule = RANGES[reach], PLACES[reach]
        if select == "select":
            text = SELECT_ALL if reach == "all" else SELECT_WITHIN
            return text.format(name=called, order=order, rule=rule)
        if select.endswith("_first"):
            rule = f"first match{rule}, or 0"
        elif select.endswith("_last"):
            order, rule = f"{order}[::-1]", f"last match{rule}, or 0"
        else:
            order, rule = NEAREST[reach]
            order = order.format(nearest_first=self.nearest_first)
        text = SELECT_BEST if select in BEST.values() else SELECT_ONE
        return text.format(name=called, order=order, rule=rule)


# --- votes, tables of words, the shell ------------------------------------------------------------


def classify_function(
    pooled: bool, fixed: Mapping[str, str], by_value: bool, by_number: bool, complete: bool
) -> Simple:
    """The function that adds up the votes; `variables` maps each name to its values.

    `complete`: every value that can occur has its row; otherwise those without vote for nothing.
    """
    where = "over all positions" if pooled else "at each position"
    row = "table[value]" if complete else f"table.get(value, {fixed['NO_VOTES']})"
    told = f'"""The class with the most votes {where}, the first of equals."""'
    body: list[Statement] = [py.source(told)]
    if by_value:
        rows = Expression(f"[{row} for value in variables[name]]")
        tables = Expression(f"{fixed['VOTES']}.items()")
        body.append(py.assign("votes", py.comprehension("[", rows, ("name", "table"), tables, "]")))
    if by_number:
        rows = Expression(f"[{fixed['multiply']}(name, number) for number in variables[name]]")
        numbers = py.comprehension("[", rows, ("name",), Expression(fixed["NUMBER_VOTES"]), "]")
        body.append(Simple(py.around("votes += " if by_value else "votes = ", numbers)))
    body.append(py.source((POOLED if pooled else EACH).format(**fixed)))
    return py.function(fixed["classify"], ("variables",), tuple(body))


def multiply_function(fixed: Mapping[str, str]) -> Verbatim:
    """The votes of a number: its weights, so many times. The same few numbers come up again."""
    return py.source(MULTIPLY.format(**fixed), ["lru_cache"])


def stand_in_function(fixed: Mapping[str, str]) -> Verbatim:
    """The word or the stand-in that a word is read as."""
    return py.source(READ_AS.format(**fixed))


def list_functions(program: Program, fixed: Mapping[str, str]) -> Iterator[Verbatim]:
    """`run` of a program for lists, and what it needs."""
    vocabulary = program.vocabulary
    if vocabulary.lists is None or vocabulary.begin is None:
        return
    quoted, words, value = str(py.literal(vocabulary.begin)), "values", ""
    if vocabulary.lists == "values":
        numbers = all(type(to_value(word)) in (int, float) for word in vocabulary.symbols)
        words = f"map({'str' if numbers else fixed['to_word']}, values)"
        if not numbers:
            yield py.source(TO_WORD.format(**fixed))
        kinds = {type(to_value(label)) for label in _labels(program) - {vocabulary.begin}}
        value = "int" if kinds == {int} else fixed["to_value"] * (kinds != {str})
        if value == fixed["to_value"]:
            yield py.source(TO_VALUE.format(**fixed), ["json"])
    one = f"{value}({{}})" if value else "{}"
    answer = f"[{one.format('w')} for w in labels if w != {quoted}]"
    answer = one.format("labels") if is_pooled(program) else answer
    text = RUN_LIST.format(begin=vocabulary.begin, quoted=quoted, words=words, answer=answer)
    yield py.source(text)


def _labels(program: Program) -> set[str]:
    """The labels of a program; of numbers one stands for all."""
    if isinstance(program.output, Classifier):
        return set(program.output.classes)
    kind = types(program)[program.output.reads]
    values = kind.values if isinstance(kind, Categorical) else (0,)
    return {*map(str, values), *(name for _, name in program.output.names)}


def command_line(program: Program) -> Verbatim:
    whole = is_pooled(program) or program.vocabulary.lists
    star, split = "" if whole else "*", ".split()"
    split = "" if program.vocabulary.reads_text else split
    return py.source(COMMAND_LINE.format(star=star, split=split), ["sys"])


def tokenize_function(program: Program, fixed: Mapping[str, str]) -> Verbatim:
    """The function that makes an input of a text, as `text_input` does."""
    vocabulary, most = program.vocabulary, most_words(program)
    tokenizer, digits = vocabulary.tokenizer, vocabulary.digits
    told = "The words of a text." if most is None else f"The first {most:,} words of a text."
    lines = [f'"""{told}"""', "words = text.split()"]
    if tokenizer is not None:
        lines[1:] = [
            f'pieces {"+" * bool(i)}= r"{part}"' for i, part in enumerate(PIECES[tokenizer])
        ]
        lines.append("words = re.findall(pieces, text, re.IGNORECASE)")
    if digits is not None:
        lines.append(f"mark = {py.literal(digits)}")
        lines.append(f'words = [re.sub("{DIGITS}", lambda _: mark, w) for w in words]')
    listed = ["*words"]
    for mark, own, rest in ((vocabulary.begin, "[:1]", "[1:]"), (vocabulary.end, "[-1:]", "[:-1]")):
        if mark is not None:
            listed.insert(0 if mark == vocabulary.begin else 2, str(py.literal(mark)))
            if tokenized(mark, tokenizer, digits) == [mark]:  # so a text may bring it
                said = f"words{own} == [{py.literal(mark)}]"
                lines.append(f"words = words{rest} if {said} else words")
    if most is not None:
        lines.append(f"words = words[:{most}]")
    lines.append(f"return [{', '.join(listed)}] if words else []")
    body = "".join(f"\n{py.INDENT}{line}" for line in lines)
    return py.source(f"def {fixed['tokenize']}(text):{body}", ["re"])


# --- the kinds of heads ---------------------------------------------------------------------------


def heads_of(program: Program) -> list[Head]:
    return [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]


def usual_reach(program: Program) -> Reach:
    return "upto" if program.causal else "all"


def reach_of(head: Head, program: Program) -> Reach:
    """Where a head looks: never past its own position in a causal program."""
    return usual_reach(program) if head.reach == "all" else head.reach


def kind_of(head: Head, program: Program) -> HeadKind:
    if isinstance(head, NumericalHead):
        return "select", reach_of(head, program)
    return (SELECT if head.score is None else BEST)[head.choose], reach_of(head, program)
