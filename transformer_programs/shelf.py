"""A shelf of hand-made programs, each with inputs and the answers they must give.

They are the paper's own examples and one of each kind of program: the first thing to read, and what
the tests are run over.

>>> induction.program("<s> a 1 b 2 a".split())
['<s>', 'unk', 'unk', 'unk', 'unk', '1']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .program import Program, Vocabulary
from .program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    One,
    Origin,
    Position,
    Rows,
    Table,
    Token,
    Variable,
    Vote,
)
from .program.values import Categorical, Number


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A program, what it does, and cases: (input, answer) as words joined by spaces."""

    name: str
    description: str
    program: Program
    cases: tuple[tuple[str, str], ...]


SHELF: dict[str, Exhibit] = {}


def _exhibit(
    description: str, *cases: tuple[str, str]
) -> Callable[[Callable[[], Program]], Exhibit]:
    """Put the program that a function makes on the shelf, under the name of the function."""

    def shelve(make: Callable[[], Program]) -> Exhibit:
        SHELF[make.__name__] = Exhibit(make.__name__, description, make(), cases)
        return SHELF[make.__name__]

    return shelve


def _tokens(words: tuple[str, ...]) -> Token:
    """The input variable whose value is the word itself."""
    return Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))


def _positions(length: int) -> Position:
    return Position(Variable("positions", Categorical(tuple(range(length)))))


def _learned_previous_token(word: Categorical, looks_at: dict[int, int]) -> CategoricalHead:
    """A head as a network learns it: for each position, the one it looks at."""
    position = Categorical(tuple(range(len(looks_at))))
    rows = Rows.where(position, position, lambda q, k: k == looks_at[int(q)])
    out = Origin(0, 0, "attn").variable(word)
    return CategoricalHead(out, "positions", "positions", "tokens", rows, "upto")


def _classifier(
    classes: tuple[str, ...], read: Variable, winners: Mapping[str, str], *, pooled: bool = False
) -> Classifier:
    """Each value of a variable has one vote, for its class; none if it is not named."""
    assert isinstance(read.type, Categorical)
    named = [winners.get(str(value)) for value in read.type.values]
    weights = tuple(tuple(int(winner == name) for name in classes) for winner in named)
    return Classifier(classes, (Vote(read.name, weights),), pooled=pooled)


@_exhibit(
    "The paper's in-context learner: which number followed this letter before?",
    ("<s> a 1 b 2 b 2 a", "<s> unk unk unk unk 2 unk 1"),
    ("<s> b 3 c 0 a 3 c", "<s> unk unk unk unk unk unk 0"),
    ("<s> d 2 c 0 a 2 b", "<s> unk unk unk unk unk unk unk"),
)
def induction() -> Program:
    letters, numbers = ("a", "b", "c", "d"), ("0", "1", "2", "3")
    words = ("<s>", *letters, *numbers)
    word = Categorical(words)
    # The paper's learned head: positions 0 and 9 never matter, and look where training left them.
    previous = {q: q - 1 for q in range(1, 9)} | {0: 7, 9: 0}
    same = Rows.where(word, word, lambda q, k: q == k and q in letters)
    out = Origin(1, 0, "attn").variable(word)
    follower = CategoricalHead(out, "tokens", "attn_0_0_outputs", "tokens", same, "upto")
    winners = {number: number for number in numbers} | {"<s>": "unk"}
    return Program(
        Vocabulary(words, begin="<s>"),
        (_tokens(words), _positions(10), _learned_previous_token(word, previous), follower),
        _classifier((*numbers, "unk"), follower.out, winners),
        max_length=10,
        causal=True,
    )


@_exhibit(
    "For each token, how often it occurs.",
    ("<s> a b b c", "<s> 1 2 2 1"),
    ("<s> f", "<s> 1"),
    ("<s>", "<s>"),
)
def histogram() -> Program:
    words = ("<s>", "a", "b", "c", "d", "e", "f")
    out = Origin(0, 0, "num_attn").variable(Number(0, 8))
    counter = NumericalHead(out, "tokens", "tokens", "ones", Compare("=="))
    return Program(
        Vocabulary(words, begin="<s>"),
        (_tokens(words), One(Variable("ones", Number(1, 1))), counter),
        Answer(counter.out.name),
        max_length=8,
    )


@_exhibit(
    "The paper's length-general Reverse: find the end, subtract, copy.",
    ("<s> 1 2 2 3 </s>", "<s> 3 2 2 1 </s>"),
    ("<s> </s>", "<s> </s>"),
    ("<s> 0 1 2 3 4 5 6 7 8 9 10 11 12 0 </s>", "<s> 0 12 11 10 9 8 7 6 5 4 3 2 1 0 </s>"),
)
def reverse() -> Program:
    words, length = ("<s>", "</s>", *map(str, range(13))), 16
    last = Variable("length", Categorical(tuple(range(length))))
    end = CategoricalHead(last, "tokens", "tokens", "positions", Is(words.index("</s>")))
    target = Mlp(Variable("targets", Number(0, length - 1)), ("length", "positions"), Formula("-"))
    out = Variable("outputs", Categorical(words))
    copier = CategoricalHead(out, "targets", "positions", "tokens", Compare("=="))
    return Program(
        Vocabulary(words, begin="<s>", end="</s>"),
        (_tokens(words), _positions(length), end, target, copier),
        Answer("outputs"),
        max_length=length,
    )


@_exhibit(
    "The paper's Dyck-2 circuit: does a closing bracket follow an opening one of the other kind?",
    ("<s> ( { } )", "<s> ok ok ok ok"),
    ("<s> ( } ( )", "<s> ok F ok F"),  # position 3 looks for another code, as learned
    ("<s> ( ( { ) ( )", "<s> ok ok ok F F F"),
)
def dyck2() -> Program:
    words = ("<s>", "(", ")", "{", "}")
    word, position = Categorical(words), Categorical(tuple(range(16)))
    previous = {q: q - 1 for q in range(1, 16)} | {0: 12, 13: 12}
    # Keys are (token, previous token), as the figure prints them.
    codes = {
        4: [")|)", ")|}", "{|)", "}|)", "}|}"],
        13: [")|{", "}|("],
        0: ["(|)", "(|}", ")|(", "{|}", "}|{"],
    }
    code_of = {pair: code for code, pairs in codes.items() for pair in pairs}
    pair = Mlp(
        Origin(0, 0, "mlp").variable(position),
        ("tokens", "attn_0_0_outputs"),
        Table.where((word, word), position, lambda now, before: code_of.get(f"{now}|{before}", 7)),
    )
    looks = Rows.where(position, position, lambda q, k: k == (4 if q == 3 else 13))
    out = Origin(1, 2, "attn").variable(position)
    fault = CategoricalHead(out, "positions", pair.out.name, pair.out.name, looks, "upto")
    winners = {str(code): "ok" for code in range(16)} | {"13": "F"}
    return Program(
        Vocabulary(words, begin="<s>"),
        (_tokens(words), _positions(16), _learned_previous_token(word, previous), pair, fault),
        _classifier(("ok", "F"), fault.out, winners),
        max_length=16,
        causal=True,
    )


@_exhibit(
    "A pooled classifier for inputs of any length: praise and blame, reversed by 'not'.",
    ("a good film", "positive"),
    ("not good but dull", "negative"),
    ("not bad", "positive"),
    ("it was a film", "negative"),
)
def sentiment() -> Program:
    words = ("<unk>", "not", "good", "great", "bad", "dull")
    word, mood = Categorical(words), Categorical(("plain", "praise", "blame"))
    praise, blame = {"good", "great"}, {"bad", "dull"}

    def feeling(now: str, before: str) -> str:
        if now not in praise | blame:
            return "plain"
        return "praise" if (now in praise) != (before == "not") else "blame"

    out = Origin(0, 0, "attn").variable(word)
    previous = CategoricalHead(
        out, "positions", "positions", "tokens", Compare("==", -1), reach="before"
    )
    felt = Mlp(
        Origin(0, 0, "mlp").variable(mood),
        ("tokens", "attn_0_0_outputs"),
        Table.where((word, word), mood, feeling),
    )
    winners = {"praise": "positive", "blame": "negative"}
    return Program(
        Vocabulary(words, unknown="<unk>"),
        (_tokens(words), Position(Variable("positions", Number(0, None))), previous, felt),
        _classifier(("negative", "positive"), felt.out, winners, pooled=True),
    )


@_exhibit(
    "Word groups, as a network learns them: names of people and places, told apart by the word "
    "before.",
    ("<s> Anna saw Jordan in Jordan </s>", "<s> PER O PER O LOC </s>"),
    ("<s> Zoe saw Berlin </s>", "<s> O O LOC </s>"),
)
def places() -> Program:
    groups = {
        "V00": ("<unk>", "<s>", "</s>", "saw", "the"),
        "V01": ("Anna", "Jordan", "Paris"),
        "V02": ("in", "at", "near"),
        "V03": ("Berlin", "Kenya"),
    }
    kind = Categorical(tuple(groups))
    words = tuple(word for group in groups.values() for word in group)
    group_of = tuple(value for value, group in enumerate(groups.values()) for _ in group)
    out = Origin(0, 0, "attn").variable(kind)
    previous = CategoricalHead(out, "positions", "positions", "var0_embeddings", Compare("==", -1))
    this = Vote("var0_embeddings", ((4, 0, 0), (0, 3, 2), (4, 0, 0), (0, 0, 4)))
    before = Vote("attn_0_0_outputs", ((0, 0, 0), (0, 0, 0), (0, 0, 2), (0, 0, 0)))
    return Program(
        Vocabulary(words, unknown="<unk>", begin="<s>", end="</s>"),
        (Token(Variable("var0_embeddings", kind), group_of), _positions(16), previous),
        Classifier(("O", "PER", "LOC"), (this, before)),
        max_length=16,
    )
