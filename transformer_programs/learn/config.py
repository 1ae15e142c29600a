"""The settings of a network and of its training: four small records, passed as one; presets.

>>> Config.from_settings({"layers": "2", "learning_rate": "0.01"}).layers
2
>>> Config.from_settings({"layer": "2"})
Traceback (most recent call last):
...
transformer_programs.learn.config.ConfigError: there is no setting 'layer': did you mean 'layers'?
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from ..program.values import Refusal

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ..tasks import Task


class ConfigError(Refusal):
    """A setting that cannot be. The message says which, and what would be right."""


class FromText:
    """A record of settings that can be given as text."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, str], base: Self | None = None) -> Self:
        """`base` with some settings changed, each given as text."""
        own: Any = cls() if base is None else base
        changed: Self = replace(
            own, **{name: cls._parsed(name, settings[name]) for name in settings}
        )
        return changed

    @classmethod
    def _parsed(cls, name: str, text: str) -> int | float | str | None:
        record: Any = cls
        kinds = {field.name: str(field.type) for field in fields(record)}
        if name not in kinds:
            raise ConfigError(f"there is no setting {name!r}: {hint(name, kinds)}")
        kind = kinds[name]
        if "None" in kind and text.strip().lower() in ("none", ""):
            return None
        if kind == "str":
            return text.strip()
        try:
            return float(text) if kind == "float" else int(text)
        except ValueError:
            noun = "a number" if kind == "float" else "a whole number"
            raise ConfigError(f"{name}: expected {noun}, got {text!r}") from None


@dataclass(frozen=True)
class Shape:
    """How many modules a network has: layers, and heads and MLPs in each layer."""

    layers: int
    categorical_heads: int
    numerical_heads: int = 0
    categorical_mlps: int = 0
    numerical_mlps: int = 0

    def __post_init__(self) -> None:
        require_within(self)
        if self.numerical_mlps and not self.numerical_heads:
            raise ConfigError(
                f"numerical_mlps: expected 0 where numerical_heads is 0 (there would be no number "
                f"to read), got {self.numerical_mlps}"
            )


@dataclass(frozen=True)
class Sizes(Shape):
    """The modules of a network, and how large each is.

    `cardinality` is the number of values of each categorical variable; None takes the larger of the
    number of words and the longest input. A class gets round(`vote_scale` * weight) votes.
    """

    layers: int = 3
    categorical_heads: int = 4
    numerical_heads: int = 4
    categorical_mlps: int = 2
    numerical_mlps: int = 2
    mlp_inputs: int = 2
    hidden: int = 64
    cardinality: int | None = None
    vote_scale: int = 1000


@dataclass(frozen=True)
class Training:
    """How a network is trained.

    `samples` is the number of draws of all choices per step. Training pauses `evaluations` times to
    evaluate and to write a checkpoint. `schedule` lets the learning rate fall (cosine),
    `vote_decay` is the share of the votes that decays per step at rate 1 (after a start from
    labels, back to that start), and `keep` says which parameters a member ends with: the last, or
    those with the best validation score.

    `attention_noise` multiplies the Gumbel noise on attention logits. Noise of the full size drowns
    the preference for the nearest match, so that networks come to rely on several heads that take
    different matches; the discretised heads all take the same one.

    With `selection` "quarter", copies of the best quarter of the networks replace the worst quarter
    at each evaluation, by training loss (see `selection`); "none" is the paper's recipe.

    `precision` is what activations are stored as while training: "float32", "bfloat16" (on a GPU
    with one kernel per attention layer and MLP, `fused`), or "auto", which is bfloat16 on a GPU.
    """

    epochs: int = 250
    batch: int = 512
    learning_rate: float = 0.05
    start_temperature: float = 3.0
    end_temperature: float = 0.01
    samples: int = 1
    evaluations: int = 20
    attention_noise: float = 1.0
    schedule: str = "constant"
    vote_decay: float = 0.0
    keep: str = "last"
    selection: str = "none"
    precision: str = "auto"


@dataclass(frozen=True)
class Words:
    """What is learned of each word, and from where.

    With `word_variables` m, each word is m learned variables of `word_cardinality` values; with 0
    it is one variable, itself. Their logits start with the spread `word_spread` where words have
    vectors: the larger, the longer words with near vectors keep the same values. Their learning
    rate is `word_rate` times that of all else. With `word_start` "labels" the first variables, one
    per class, start with what a linear model of the training labels says of a word, and vote so;
    all other votes start at 0.

    In training a word that occurs c times becomes the unknown word with probability r / (r + c),
    r = `unknown_rate`, and any word with probability `word_dropout`: so the unknown word is met,
    and no single word is relied upon.
    """

    word_variables: int = 0
    word_cardinality: int = 32
    word_spread: float = 0.5
    word_rate: float = 1.0
    word_start: str = "vectors"
    unknown_rate: float = 0.0
    word_dropout: float = 0.0


@dataclass(frozen=True)
class Extensions:
    """More than the paper's heads can do.

    `reaches` are dealt out in turn to the heads of each kind in a layer: with "all,before,after"
    the first of them looks at all positions, the second at those before its own, the third at those
    after, the fourth at all again. With `predicates` "one" each query value looks for one key
    value, with "many" for any set of them, with "mixed" numerical heads look for sets.
    """

    reaches: str = "all"
    predicates: str = "one"


CHOICES = {
    "schedule": ("constant", "cosine"),
    "keep": ("last", "best"),
    "selection": ("none", "quarter"),
    "precision": ("auto", "float32", "bfloat16"),
    "predicates": ("one", "many", "mixed"),
    "word_start": ("vectors", "labels"),
}
REACHES = ("all", "before", "upto", "after")
SMALL = 1e-9  # more than 0
LIMITS: dict[str, tuple[float, float]] = {  # from and to; whole numbers where these are whole
    name: limits
    for names, limits in (
        ("layers mlp_inputs", (1, 100)),
        ("categorical_heads numerical_heads categorical_mlps numerical_mlps", (0, 1000)),
        ("word_variables", (0, 1000)),
        ("samples heads", (1, 1000)),
        ("hidden cardinality word_cardinality width", (1, 100_000)),
        ("batch evaluations", (1, 10**6)),
        ("epochs vote_scale", (1, 10**9)),
        ("learning_rate", (SMALL, 1e38)),
        ("start_temperature end_temperature word_spread word_rate", (SMALL, 1e6)),
        ("attention_noise vote_decay", (0.0, 1e3)),
        ("unknown_rate", (0.0, 1e6)),
        ("word_dropout dropout", (0.0, 0.999)),
    )
    for name in names.split()
}


@dataclass(frozen=True)
class Config(Extensions, Words, Training, Sizes, FromText):
    """Every setting of a network and its training; heads and MLPs are counted per layer.

    `docs/learning.md` describes each setting.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ConfigError(
                    f"{name}: expected {' or '.join(allowed)}, got {getattr(self, name)!r}"
                )
        if not set(self.reaches.split(",")) <= set(REACHES):
            raise ConfigError(
                f"reaches: expected some of {', '.join(REACHES)}, with commas between, "
                f"got {self.reaches!r}"
            )

    @property
    def shape(self) -> Shape:
        return Shape(*(getattr(self, field.name) for field in fields(Shape)))

    def with_shape(self, shape: Shape) -> Config:
        return replace(self, **{f.name: getattr(shape, f.name) for f in fields(Shape)})


def hint(name: str, options: Iterable[str]) -> str:
    """What a name that is not among the options may have meant."""
    listed = list(options)
    close = difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(listed)}"


def require_within(record: DataclassInstance) -> None:
    """Refuse a record with a setting out of its limits."""
    for field in fields(record):
        value = getattr(record, field.name)
        if field.name not in LIMITS or (value is None and "None" in str(field.type)):
            continue
        low, high = LIMITS[field.name]
        whole = isinstance(low, int)
        right = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if not (right and low <= value <= high):
            limits = f"a whole number from {low:,} to {high:,}"
            if not whole:
                start = "above 0 and up to" if low == SMALL else f"from {low:,g} to"
                limits = f"a number {start} {high:,g}"
            raise ConfigError(f"{field.name}: expected {limits}, got {value!r}")


# --- settings for each task: the best shape of the paper's Table 1, or what works better ----------


def _rasp(layers: int, heads: int, mlps: int) -> Config:
    """Heads and MLPs per layer, half of them categorical and half numerical, as in the paper."""
    return Config().with_shape(Shape(layers, heads // 2, heads // 2, mlps // 2, mlps // 2))


def _words(layers: int, heads: int, values: int, **others: Any) -> Config:
    """Four learned variables of so many values a word, categorical modules alone, one MLP a layer.

    For tags the shape is the paper's; for texts it gives the number of values alone. The learning
    rate falls, rare words are trained as the unknown one, and each member ends with the parameters
    that were best on validation.
    """
    words = Config(word_variables=4, word_cardinality=values, unknown_rate=0.5)
    trained = replace(words, schedule="cosine", keep="best", evaluations=10)
    return replace(trained.with_shape(Shape(layers, heads, categorical_mlps=1)), **others)


TAGGER = _words(2, 8, 32, epochs=30, batch=32)
TEXT_CLASSIFIER = _words(1, 4, 64, epochs=30, batch=64)
# Start from what linear models know of the words, with vectors or without, and stay near.
FROM_LABELS = replace(
    TEXT_CLASSIFIER,
    word_start="labels",
    epochs=10,
    learning_rate=0.01,
    word_dropout=0.1,
    vote_decay=0.3,
    start_temperature=1.0,
    word_rate=0.3,
)

PRESETS: dict[str, Config] = {
    # Wide (four heads per layer where two in all are enough), cool and short: every seed finds it.
    "induction": Config(epochs=40, start_temperature=1.0, attention_noise=0.6).with_shape(
        Shape(layers=2, categorical_heads=4)
    ),
    "reverse": _rasp(3, 8, 2),
    "hist": _rasp(1, 4, 2),
    "double_hist": _rasp(3, 4, 2),
    "sort": _rasp(3, 8, 4),
    "most_freq": _rasp(3, 8, 4),
    "dyck1": _rasp(3, 8, 2),
    "dyck2": _rasp(3, 4, 4),
    "conll": TAGGER,
    "trec": TEXT_CLASSIFIER,
    "mr": replace(FROM_LABELS, categorical_heads=1, categorical_mlps=0),
    "subj": FROM_LABELS,
    "ag_news": replace(FROM_LABELS, word_variables=8, epochs=3),
}

MANY_WORDS = 64  # a task with more words learns what to know of a word

# Inputs longer than the paper's 8 words: the accuracy of Sort grows with every doubling of heads.
LONG = 8
LONG_PRESETS: dict[str, Config] = {"sort": _rasp(3, 16, 4)}


def preset(task: str | Task) -> Config:
    """The settings for a task, or for the name of one.

    A task without a name of its own here has learned word variables where its words are many, and
    the largest of the paper's shapes where they are few.

    >>> preset("trec").word_variables, preset("anything").word_variables
    (4, 0)
    """
    name = task if isinstance(task, str) else getattr(task, "name", "")
    if not isinstance(task, str) and task.max_length > LONG and name in LONG_PRESETS:
        return LONG_PRESETS[name]
    if name in PRESETS:
        return PRESETS[name]
    if isinstance(task, str) or len(task.vocabulary.words) <= MANY_WORDS:
        return _rasp(3, 8, 4)
    found = TEXT_CLASSIFIER if task.pooled else TAGGER
    if task.vocabulary.unknown is None:
        found = replace(found, unknown_rate=0.0)
    smallest = max(1, len(task.train.words) // 16)  # some steps an epoch, however few the inputs
    return replace(found, batch=min(found.batch, smallest))
