"""The settings of a network and of its training: four small records, passed as one; presets.

>>> Config.from_settings({"layers": "2", "learning_rate": 0.01}).layers
2
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

from ..program.values import Refusal

if TYPE_CHECKING:
    from ..tasks import Task

ABOVE_0 = 1e-9


class ConfigError(Refusal):
    """An invalid setting. The message says which, and what would be right."""


# --- settings with their ranges -------------------------------------------------------------------


def setting(default: Any, *allowed: Any, several: bool = False) -> Any:
    """One of some words, or several with commas between; or a number from a lowest to a highest.

    Whole numbers have a range of whole numbers. A setting whose default is None may be left open.
    """
    if isinstance(default, str):
        says = " or ".join(allowed)
        if several:
            says = f"some of {', '.join(allowed)}, with commas between"
    else:
        low, high = allowed
        kind, form = ("a whole number", ",") if isinstance(low, int) else ("a number", ",g")
        start = "above 0 and up to" if low == ABOVE_0 else f"from {low:{form}} to"
        says = f"{kind} {start} {high:{form}}"
    return field(default=default, metadata={"allowed": allowed, "several": several, "says": says})


class SettingsRecord:
    """A record whose fields are settings with ranges. They can be given as text."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any], base: Self | None = None) -> Self:
        """`base` with some settings changed, each given as a value or as text."""
        own: Any = cls() if base is None else base
        known = [one.name for one in fields(own)]
        for name in settings:
            if name not in known:
                raise ConfigError(f"there is no setting {name!r}: {hint(name, known)}")
        changed: Self = replace(own, **settings)
        return changed

    def __post_init__(self) -> None:
        own: Any = self
        for one in fields(own):
            value = _parsed(one, getattr(self, one.name))
            if not _is_valid(one, value):
                raise ConfigError(f"{one.name}: expected {one.metadata['says']}, got {value!r}")
            object.__setattr__(self, one.name, value)


def _parsed(one: Field[Any], value: Any) -> Any:
    """A setting given as text, as a value of its type, if it is one."""
    kind = type(one.metadata["allowed"][0])
    if not isinstance(value, str) or kind is str:
        return value
    with suppress(ValueError):
        return None if value.strip().lower() in ("none", "") else kind(value)
    return value


def _is_valid(one: Field[Any], value: Any) -> bool:
    allowed: tuple[Any, ...] = one.metadata["allowed"]
    if value is None:
        return one.default is None
    if isinstance(allowed[0], str):
        words = str(value).split(",") if one.metadata["several"] else [value]
        return set(words) <= set(allowed)
    types = int if isinstance(allowed[0], int) else int | float
    number = isinstance(value, types) and not isinstance(value, bool)
    return number and allowed[0] <= value <= allowed[1]


def hint(name: str, options: Iterable[str]) -> str:
    """The option that a misspelled name is likely to mean."""
    listed = list(options)
    close = difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(listed)}"


# --- the records ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape(SettingsRecord):
    """The number of modules of a network: layers, and heads and MLPs in each layer."""

    layers: int = setting(3, 1, 100)
    categorical_heads: int = setting(0, 0, 1000)
    numerical_heads: int = setting(0, 0, 1000)
    categorical_mlps: int = setting(0, 0, 1000)
    numerical_mlps: int = setting(0, 0, 1000)

    def __post_init__(self) -> None:
        super().__post_init__()
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

    categorical_heads: int = setting(4, 0, 1000)
    numerical_heads: int = setting(4, 0, 1000)
    categorical_mlps: int = setting(2, 0, 1000)
    numerical_mlps: int = setting(2, 0, 1000)
    mlp_inputs: int = setting(2, 1, 100)
    hidden: int = setting(64, 1, 100_000)
    cardinality: int | None = setting(None, 1, 100_000)
    vote_scale: int = setting(1000, 1, 10**9)


@dataclass(frozen=True)
class Training(SettingsRecord):
    """The training of a network: its length, optimiser and evaluations.

    Training pauses `evaluations` times to evaluate and to write a checkpoint. `keep` says which
    parameters a member ends with: the last, or those with the best validation score. `selection`
    "none" is the paper's recipe (see `selection`).
    """

    epochs: int = setting(250, 1, 10**9)
    batch: int = setting(512, 1, 10**6)
    learning_rate: float = setting(0.05, ABOVE_0, 1e38)
    schedule: str = setting("constant", "constant", "cosine")
    evaluations: int = setting(20, 1, 10**6)
    vote_decay: float = setting(0.0, 0.0, 1e3)
    keep: str = setting("last", "last", "best")
    selection: str = setting("none", "none", "quarter")


@dataclass(frozen=True)
class Sampling(SettingsRecord):
    """The choices of modules, and how they are drawn in training.

    `reaches` are dealt out in turn to the heads of each kind in a layer.

    `attention_noise` multiplies the Gumbel noise on attention logits. Noise of the full size drowns
    the preference for the nearest match, so that networks come to rely on several heads that take
    different matches; the discretised heads all take the same one.
    """

    reaches: str = setting("all", "all", "before", "upto", "after", several=True)
    start_temperature: float = setting(3.0, ABOVE_0, 1e6)
    end_temperature: float = setting(0.01, ABOVE_0, 1e6)
    attention_noise: float = setting(1.0, 0.0, 1e3)
    samples: int = setting(1, 1, 1000)
    precision: str = setting("auto", "auto", "float32", "bfloat16")


@dataclass(frozen=True)
class Words(SettingsRecord):
    """The learned variables of words, and how they start.

    With `word_variables` m, each word is m learned variables of `word_cardinality` values; with 0
    it is one variable, itself. With `word_start` "labels" the first variables, one per class, start
    with what a linear model of the training labels says of a word, and vote so; all other votes
    start at 0.
    """

    word_variables: int = setting(0, 0, 1000)
    word_cardinality: int = setting(32, 1, 100_000)
    word_spread: float = setting(0.5, ABOVE_0, 1e6)
    word_rate: float = setting(1.0, ABOVE_0, 1e6)
    word_start: str = setting("vectors", "vectors", "labels")
    unknown_rate: float = setting(0.0, 0.0, 1e6)
    word_dropout: float = setting(0.0, 0.0, 0.999)


@dataclass(frozen=True)
class Config(Words, Sampling, Training, Sizes):
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
    value q looks for. None leaves a choice (or one
    row of the predicate) to training. A choice that is given starts `strength` above the others
    and can still change; `frozen` ones never do.

    >>> Given("attn_0_0", query="positions", value="tokens", frozen=True).module
    'attn_0_0'
    """

    module: str
    query: str | None = None
    key: str | None = None
    value: str | None = None
    predicate: tuple[int | None, ...] | None = None
    reads: tuple[str | None, ...] | None = None
    strength: float = 10.0
    frozen: bool = False


@dataclass(frozen=True)
class StandardConfig(SettingsRecord):
    """Every setting of a standard Transformer and its training.

    The paper tries 2 and 3 layers, 4 and 8 heads. `width` is that of the residual stream, `hidden`
    that of the MLPs. In training, each number that is added to the stream is dropped with
    probability `dropout`.
    """

    layers: int = setting(3, 1, 100)
    heads: int = setting(8, 1, 1000)
    width: int = setting(256, 1, 100_000)
    hidden: int = setting(256, 1, 100_000)
    epochs: int = setting(100, 1, 10**9)
    batch: int = setting(50, 1, 10**6)
    learning_rate: float = setting(0.0003, ABOVE_0, 1e38)
    dropout: float = setting(0.0, 0.0, 0.999)

    def __post_init__(self) -> None:
        super().__post_init__()
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

MAX_PLAIN_WORDS = 64  # a task with more words learns what to know of a word

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
    if isinstance(task, str) or len(task.vocabulary.words) <= MAX_PLAIN_WORDS:
        return _rasp(3, 8, 4)
    found = TEXT_CLASSIFIER if task.pooled else TAGGER
    if task.vocabulary.unknown is None:
        found = replace(found, unknown_rate=0.0)
    smallest = max(1, len(task.train.words) // 16)  # some steps per epoch, however few the inputs
    return replace(found, batch=min(found.batch, smallest))
