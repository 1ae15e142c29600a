"""The settings of a network and of its training: four small records, passed as one; presets.

>>> Config.from_settings({"layers": "2", "learning_rate": 0.01}).layers
2
>>> Config.from_settings({"layer": "2"})
Traceback (most recent call last):
...
transformer_programs.learn.config.ConfigError: there is no setting 'layer': did you mean 'layers'?
>>> Config.from_settings({"layers": "0"})
Traceback (most recent call last):
...
transformer_programs.learn.config.ConfigError: layers: expected a whole number from 1 to 100, got 0
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

from ..program.values import Refusal

if TYPE_CHECKING:
    from ..tasks import Task

ABOVE_0 = 1e-9


class ConfigError(Refusal):
    """An invalid setting. The message says which, and what would be right."""


# --- settings with their ranges -------------------------------------------------------------------


def whole(default: int | None, low: int, high: int) -> Any:
    """A whole number in a range; one whose default is None may be left open."""
    says = f"a whole number from {low:,} to {high:,}"
    return field(default=default, metadata={"type": int, "range": (low, high), "says": says})


def number(default: float, low: float, high: float) -> Any:
    """A number in a range."""
    start = "above 0 and up to" if low == ABOVE_0 else f"from {low:,g} to"
    says = f"a number {start} {high:,g}"
    return field(default=default, metadata={"type": float, "range": (low, high), "says": says})


def choice(default: str, *options: str, several: bool = False) -> Any:
    """One of some words, or several of them with commas between."""
    says = " or ".join(options)
    if several:
        says = f"some of {', '.join(options)}, with commas between"
    known = {"type": str, "options": options, "several": several, "says": says}
    return field(default=default, metadata=known)


class SettingsRecord:
    """A record whose fields are settings with ranges. They can be given as text."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any], base: Self | None = None) -> Self:
        """`base` with some settings changed, each given as a value or as text."""
        own: Any = cls() if base is None else base
        known = {one.name: one for one in fields(own)}
        for name in settings:
            if name not in known:
                raise ConfigError(f"there is no setting {name!r}: {hint(name, known)}")
        changed: Self = replace(own, **{n: _parsed(known[n], v) for n, v in settings.items()})
        return changed

    def check(self) -> None:
        """Refuse settings that are out of their ranges."""
        own: Any = self
        for one in fields(own):
            value = getattr(self, one.name)
            if not _is_valid(one, value):
                raise ConfigError(f"{one.name}: expected {one.metadata['says']}, got {value!r}")


def _parsed(setting: Field[Any], value: Any) -> Any:
    """A setting given as text, as a value of its type."""
    if not isinstance(value, str):
        return value
    text, known = value.strip(), setting.metadata
    if setting.default is None and text.lower() in ("none", ""):
        return None
    try:
        return known["type"](text)
    except ValueError:
        raise ConfigError(f"{setting.name}: expected {known['says']}, got {value!r}") from None


def _is_valid(setting: Field[Any], value: Any) -> bool:
    known = setting.metadata
    if value is None:
        return setting.default is None
    if known["type"] is str:
        words = value.split(",") if known["several"] else [value]
        return set(words) <= set(known["options"])
    low, high = known["range"]
    types = int if known["type"] is int else int | float
    return isinstance(value, types) and not isinstance(value, bool) and low <= value <= high


def hint(name: str, options: Iterable[str]) -> str:
    """The option that a misspelled name is likely to mean."""
    listed = list(options)
    close = difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(listed)}"


# --- the records ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape(SettingsRecord):
    """How many modules a network has: layers, and heads and MLPs in each layer."""

    layers: int = whole(3, 1, 100)
    categorical_heads: int = whole(0, 0, 1000)
    numerical_heads: int = whole(0, 0, 1000)
    categorical_mlps: int = whole(0, 0, 1000)
    numerical_mlps: int = whole(0, 0, 1000)

    def __post_init__(self) -> None:
        self.check()
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

    categorical_heads: int = whole(4, 0, 1000)
    numerical_heads: int = whole(4, 0, 1000)
    categorical_mlps: int = whole(2, 0, 1000)
    numerical_mlps: int = whole(2, 0, 1000)
    mlp_inputs: int = whole(2, 1, 100)
    hidden: int = whole(64, 1, 100_000)
    cardinality: int | None = whole(None, 1, 100_000)
    vote_scale: int = whole(1000, 1, 10**9)


@dataclass(frozen=True)
class Training(SettingsRecord):
    """How long and how a network is trained.

    Training pauses `evaluations` times to evaluate and to write a checkpoint. `schedule` lets the
    learning rate fall (cosine), `vote_decay` is the share of the votes that decays per step at rate
    1 (after a start from labels, back to that start), and `keep` says which parameters a member
    ends with: the last, or those with the best validation score.

    With `selection` "quarter", copies of the best quarter of the networks replace the worst quarter
    at each evaluation, by training loss (see `selection`); "none" is the paper's recipe.
    """

    epochs: int = whole(250, 1, 10**9)
    batch: int = whole(512, 1, 10**6)
    learning_rate: float = number(0.05, ABOVE_0, 1e38)
    schedule: str = choice("constant", "constant", "cosine")
    evaluations: int = whole(20, 1, 10**6)
    vote_decay: float = number(0.0, 0.0, 1e3)
    keep: str = choice("last", "last", "best")
    selection: str = choice("none", "none", "quarter")


@dataclass(frozen=True)
class Choices(SettingsRecord):
    """The choices of modules, and how they are drawn in training.

    `reaches` are dealt out in turn to the heads of each kind in a layer: with "all,before,after"
    the first of them looks at all positions, the second at those before its own, the third at those
    after, the fourth at all again. With `predicates` "one" each query value looks for one key
    value, with "many" for any set of them, with "mixed" numerical heads look for sets.

    The temperature falls from the first to the last. `samples` is the number of draws of all
    choices per step. `attention_noise` multiplies the Gumbel noise on attention logits. Noise of
    the full size drowns the preference for the nearest match, so that networks come to rely on
    several heads that take different matches; the discretised heads all take the same one.

    `precision` is what activations are stored as while training: "float32", "bfloat16" (on a GPU
    with one kernel per attention layer and MLP, `fused`), or "auto", which is bfloat16 on a GPU.
    """

    reaches: str = choice("all", "all", "before", "upto", "after", several=True)
    predicates: str = choice("one", "one", "many", "mixed")
    start_temperature: float = number(3.0, ABOVE_0, 1e6)
    end_temperature: float = number(0.01, ABOVE_0, 1e6)
    attention_noise: float = number(1.0, 0.0, 1e3)
    samples: int = whole(1, 1, 1000)
    precision: str = choice("auto", "auto", "float32", "bfloat16")


@dataclass(frozen=True)
class Words(SettingsRecord):
    """The learned variables of words, and how they start.

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

    word_variables: int = whole(0, 0, 1000)
    word_cardinality: int = whole(32, 1, 100_000)
    word_spread: float = number(0.5, ABOVE_0, 1e6)
    word_rate: float = number(1.0, ABOVE_0, 1e6)
    word_start: str = choice("vectors", "vectors", "labels")
    unknown_rate: float = number(0.0, 0.0, 1e6)
    word_dropout: float = number(0.0, 0.0, 0.999)


@dataclass(frozen=True)
class Config(Words, Choices, Training, Sizes):
    """Every setting of a network and its training; heads and MLPs are counted per layer.

    `docs/learning.md` describes each setting.
    """

    @property
    def shape(self) -> Shape:
        return Shape(*(getattr(self, one.name) for one in fields(Shape)))

    def with_shape(self, shape: Shape) -> Config:
        return replace(self, **{one.name: getattr(shape, one.name) for one in fields(Shape)})


@dataclass(frozen=True, slots=True)
class Given:
    """Choices of one module that are known before training.

    `query`, `key`, `value` and `reads` name variables; predicate[q] is the key value that query
    value q looks for, or a tuple of them where heads look for many. None leaves a choice (or one
    row of the predicate) to training. A choice that is given starts `strength` above the others
    and can still change; `frozen` ones never do.

    >>> Given("attn_0_0", query="positions", value="tokens", frozen=True).module
    'attn_0_0'
    """

    module: str
    query: str | None = None
    key: str | None = None
    value: str | None = None
    predicate: tuple[int | tuple[int, ...] | None, ...] | None = None
    reads: tuple[str | None, ...] | None = None
    strength: float = 10.0
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class StandardConfig(SettingsRecord):
    """Every setting of a standard Transformer and its training.

    The paper tries 2 and 3 layers, 4 and 8 heads. `width` is that of the residual stream, `hidden`
    that of the MLPs. In training, each number that is added to the stream is dropped with
    probability `dropout`.
    """

    layers: int = whole(3, 1, 100)
    heads: int = whole(8, 1, 1000)
    width: int = whole(256, 1, 100_000)
    hidden: int = whole(256, 1, 100_000)
    epochs: int = whole(100, 1, 10**9)
    batch: int = whole(50, 1, 10**6)
    learning_rate: float = number(0.0003, ABOVE_0, 1e38)
    dropout: float = number(0.0, 0.0, 0.999)

    def __post_init__(self) -> None:
        self.check()
        if self.width % self.heads:
            raise ConfigError(
                f"heads: expected a divisor of width, which is {self.width}, got {self.heads}"
            )


# --- settings for each task: the best shape of the paper's Table 1, or what works better ----------


def _rasp(layers: int, heads: int, mlps: int) -> Config:
    """Heads and MLPs per layer, half of them categorical and half numerical, as in the paper."""
    return Config().with_shape(Shape(layers, heads // 2, heads // 2, mlps // 2, mlps // 2))


def _words(layers: int, heads: int, values: int, **others: Any) -> Config:
    """Four learned variables per word, categorical modules alone, one MLP per layer.

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
    smallest = max(1, len(task.train.words) // 16)  # some steps per epoch, however few the inputs
    return replace(found, batch=min(found.batch, smallest))
