"""A shelf of hand-made programs, each with inputs and the answers they must give.

They are the paper's own examples and one of each kind of program: the first thing to read, and what
the tests are run over.

>>> induction.program("<s> a 1 b 2 a".split())
['<s>', 'unk', 'unk', 'unk', 'unk', '1']
"""

from __future__ import annotations

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
from .program.values import Categorical, Number, Type


@dataclass(frozen=True, slots=True)
class Example:
    """A program, what it does, and cases: (input, answer) as words joined by spaces."""

    name: str
    description: str
    program: Program
    cases: tuple[tuple[str, str], ...]


def _tokens(words: tuple[str, ...]) -> Token:
    """The input variable whose value is the word itself."""
    return Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))


def _positions(length: int) -> Position:
    return Position(Variable("positions", Categorical(tuple(range(length)))))


def _learned_previous_token(word: Categorical, looks_at: dict[int, int]) -> CategoricalHead:
    """A head as a network learns it: for each position, the one it looks at."""
    position = Categorical(tuple(range(len(looks_at))))
    return CategoricalHead(
        Origin(0, 0, "attn").variable(word),
        query="positions",
        key="positions",
        value="tokens",
        predicate=Rows.where(position, position, lambda q, k: k == looks_at[int(q)]),
        reach="upto",
    )


def _votes(reads: str, type: Type, classes: tuple[str, ...], winners: dict[str, str]) -> Vote:
    """One vote for the class that a value speaks for; none for the values that are not named."""
    assert isinstance(type, Categorical)
    return Vote(
        reads,
        tuple(
            tuple(int(winners.get(str(value)) == name) for name in classes) for value in type.values
        ),
    )


def _induction() -> Program:
    letters, numbers = ("a", "b", "c", "d"), ("0", "1", "2", "3")
    words = ("<s>", *letters, *numbers)
    word = Categorical(words)
    # The paper's learned head: positions 0 and 9 never matter, and look where training left them.
    previous = {q: q - 1 for q in range(1, 9)} | {0: 7, 9: 0}
    classes = (*numbers, "unk")
    return Program(
        Vocabulary(words, begin="<s>"),
        (
            _tokens(words),
            _positions(10),
            _learned_previous_token(word, previous),
            CategoricalHead(
                Origin(1, 0, "attn").variable(word),
                query="tokens",
                key="attn_0_0_outputs",
                value="tokens",
                predicate=Rows.where(word, word, lambda q, k: q == k and q in letters),
                reach="upto",
            ),
        ),
        Classifier(
            classes,
            (
                _votes(
                    "attn_1_0_outputs",
                    word,
                    classes,
                    {number: number for number in numbers} | {"<s>": "unk"},
                ),
            ),
        ),
        max_length=10,
        causal=True,
    )


def _histogram() -> Program:
    words = ("<s>", "a", "b", "c", "d", "e", "f")
    return Program(
        Vocabulary(words, begin="<s>"),
        (
            _tokens(words),
            One(Variable("ones", Number(1, 1))),
            NumericalHead(
                Origin(0, 0, "num_attn").variable(Number(0, 8)),
                query="tokens",
                key="tokens",
                value="ones",
                predicate=Compare("=="),
            ),
        ),
        Answer("num_attn_0_0_outputs"),
        max_length=8,
    )


def _reverse(length: int) -> Program:
    words = ("<s>", "</s>", *map(str, range(13)))
    return Program(
        Vocabulary(words, begin="<s>", end="</s>"),
        (
            _tokens(words),
            _positions(length),
            CategoricalHead(
                Variable("length", Categorical(tuple(range(length)))),
                query="tokens",
                key="tokens",
                value="positions",
                predicate=Is(words.index("</s>")),
            ),
            Mlp(Variable("targets", Number(0, length - 1)), ("length", "positions"), Formula("-")),
            CategoricalHead(
                Variable("outputs", Categorical(words)),
                query="targets",
                key="positions",
                value="tokens",
                predicate=Compare("=="),
            ),
        ),
        Answer("outputs"),
        max_length=length,
    )


def _dyck2() -> Program:
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
    classes = ("ok", "F")
    return Program(
        Vocabulary(words, begin="<s>"),
        (
            _tokens(words),
            _positions(16),
            _learned_previous_token(word, previous),
            Mlp(
                Origin(0, 0, "mlp").variable(position),
                ("tokens", "attn_0_0_outputs"),
                Table.where(
                    (word, word), position, lambda now, before: code_of.get(f"{now}|{before}", 7)
                ),
            ),
            CategoricalHead(
                Origin(1, 2, "attn").variable(position),
                query="positions",
                key="mlp_0_0_outputs",
                value="mlp_0_0_outputs",
                predicate=Rows.where(position, position, lambda q, k: k == (4 if q == 3 else 13)),
                reach="upto",
            ),
        ),
        Classifier(
            classes,
            (
                _votes(
                    "attn_1_2_outputs",
                    position,
                    classes,
                    {str(code): "ok" for code in range(16)} | {"13": "F"},
                ),
            ),
        ),
        max_length=16,
        causal=True,
    )


def _sentiment() -> Program:
    words = ("<unk>", "not", "good", "great", "bad", "dull")
    word, mood = Categorical(words), Categorical(("plain", "praise", "blame"))
    praise, blame = {"good", "great"}, {"bad", "dull"}

    def feeling(now: str, before: str) -> str:
        if now not in praise | blame:
            return "plain"
        return "praise" if (now in praise) != (before == "not") else "blame"

    classes = ("negative", "positive")
    return Program(
        Vocabulary(words, unknown="<unk>"),
        (
            _tokens(words),
            Position(Variable("positions", Number(0, None))),
            CategoricalHead(
                Origin(0, 0, "attn").variable(word),
                query="positions",
                key="positions",
                value="tokens",
                predicate=Compare("==", -1),
                reach="before",
            ),
            Mlp(
                Origin(0, 0, "mlp").variable(mood),
                ("tokens", "attn_0_0_outputs"),
                Table.where((word, word), mood, feeling),
            ),
        ),
        Classifier(
            classes,
            (
                _votes(
                    "mlp_0_0_outputs", mood, classes, {"praise": "positive", "blame": "negative"}
                ),
            ),
            pooled=True,
        ),
    )


def _places() -> Program:
    groups = {
        "V00": ("<unk>", "<s>", "</s>", "saw", "the"),
        "V01": ("Anna", "Jordan", "Paris"),
        "V02": ("in", "at", "near"),
        "V03": ("Berlin", "Kenya"),
    }
    words = tuple(word for group in groups.values() for word in group)
    group_of = {word: value for value, group in enumerate(groups.values()) for word in group}
    kind = Categorical(tuple(groups))
    classes = ("O", "PER", "LOC")
    own = {"V00": (4, 0, 0), "V01": (0, 3, 2), "V02": (4, 0, 0), "V03": (0, 0, 4)}
    before = {"V00": (0, 0, 0), "V01": (0, 0, 0), "V02": (0, 0, 2), "V03": (0, 0, 0)}
    return Program(
        Vocabulary(words, unknown="<unk>", begin="<s>", end="</s>"),
        (
            Token(Variable("var0_embeddings", kind), tuple(group_of[word] for word in words)),
            _positions(16),
            CategoricalHead(
                Origin(0, 0, "attn").variable(kind),
                query="positions",
                key="positions",
                value="var0_embeddings",
                predicate=Compare("==", -1),
            ),
        ),
        Classifier(
            classes,
            (
                Vote("var0_embeddings", tuple(own.values())),
                Vote("attn_0_0_outputs", tuple(before.values())),
            ),
        ),
        max_length=16,
    )


induction = Example(
    "induction",
    "The paper's in-context learner: which number followed this letter before?",
    _induction(),
    (
        ("<s> a 1 b 2 b 2 a", "<s> unk unk unk unk 2 unk 1"),
        ("<s> b 3 c 0 a 3 c", "<s> unk unk unk unk unk unk 0"),
        ("<s> d 2 c 0 a 2 b", "<s> unk unk unk unk unk unk unk"),
    ),
)
histogram = Example(
    "histogram",
    "For each token, how often it occurs.",
    _histogram(),
    (("<s> a b b c", "<s> 1 2 2 1"), ("<s> f", "<s> 1"), ("<s>", "<s>")),
)
reverse = Example(
    "reverse",
    "The paper's length-general Reverse: find the end, subtract, copy.",
    _reverse(16),
    (
        ("<s> 1 2 2 3 </s>", "<s> 3 2 2 1 </s>"),
        ("<s> </s>", "<s> </s>"),
        (
            "<s> 0 1 2 3 4 5 6 7 8 9 10 11 12 0 </s>",
            "<s> 0 12 11 10 9 8 7 6 5 4 3 2 1 0 </s>",
        ),
    ),
)
dyck2 = Example(
    "dyck2",
    "The paper's Dyck-2 circuit: has a bracket been closed by the wrong kind, side by side?",
    _dyck2(),
    (
        ("<s> ( { } )", "<s> ok ok ok ok"),
        ("<s> ( } ( )", "<s> ok F ok F"),  # position 3 looks for another code, as learned
        ("<s> ( ( { ) ( )", "<s> ok ok ok F F F"),
    ),
)
sentiment = Example(
    "sentiment",
    "A pooled classifier for inputs of any length: praise and blame, turned round by 'not'.",
    _sentiment(),
    (
        ("a good film", "positive"),
        ("not good but dull", "negative"),
        ("not bad", "positive"),
        ("it was a film", "negative"),
    ),
)
places = Example(
    "places",
    "Learned word variables: names of people and places, told apart by the word before.",
    _places(),
    (
        ("<s> Anna saw Jordan in Jordan </s>", "<s> PER O PER O LOC </s>"),
        ("<s> Zoe saw Berlin </s>", "<s> O O LOC </s>"),
    ),
)

SHELF: dict[str, Example] = {
    example.name: example for example in (induction, histogram, reverse, dyck2, sentiment, places)
}
