"""The settings of a network and of its training, as small records; presets.

>>> Config.from_settings({"layers": "2", "learning_rate": 0.01}).layers
2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Self,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, ValidationError, convert

from ..program.steps import Reach
from ..program.values import Refusal, suggestion

if TYPE_CHECKING:
    from ..dataset import Task

# Types of settings, with their ranges; msgspec checks them, and reads them from text.
SmallCount = Annotated[int, Meta(ge=1, le=100)]
ModuleCount = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Large = Annotated[int, Meta(ge=1, le=10**9)]
Positive = Annotated[float, Meta(gt=0, le=1e38)]
Factor = Annotated[float, Meta(ge=0, le=1e6)]
Probability = Annotated[float, Meta(ge=0, le=0.999)]


class ConfigError(Refusal):
    """An invalid setting. The message says which, and what would be right."""


# --- records of settings --------------------------------------------------------------------------


class SettingsRecord:
    """A record whose fields are settings, checked by their types. They can be given as text."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any], base: Self | None = None) -> Self:
        """`base` with some settings changed, each given as a value or as text."""
        start: Any = cls() if base is None else base
        known = [one.name for one in fields(start)]
        for name in settings:
            if name not in known:
                raise ConfigError(f"there is no setting {name!r}: {suggestion(name, known)}")
        changed: Self = replace(start, **settings)
        return changed

    def __post_init__(self) -> None:
        record: Any = type(self)
        for name, kind in _types(record).items():
            value = getattr(self, name)
            text = "null" if value == "none" and type(None) in get_args(kind) else value
            try:
                object.__setattr__(self, name, convert(text, kind, strict=False))
            except ValidationError as error:  # Expected `int` >= 1
                said = str(error).partition(", got ")[0].replace("Expected ", "")
                said = said.replace("`int`", "a whole number").replace("`float`", "a number")
                if get_origin(kind) is Literal:
                    said = " or ".join(get_args(kind))
                raise ConfigError(f"{name}: expected {said}, got {value!r}") from None


@cache
def _types(record: Any) -> dict[str, Any]:
    return get_type_hints(record, include_extras=True)


# --- the records ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Shape(SettingsRecord):
    """The number of modules of a network: layers, and heads and MLPs in each layer."""

    layers: SmallCount = 3
    categorical_heads: ModuleCount = 0
    numerical_heads: ModuleCount = 0
    categorical_mlps: ModuleCount = 0
    numerical_mlps: ModuleCount = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.numerical_mlps and not self.numerical_heads:
            raise ConfigError(
                f"numerical_mlps: expected 0 where numerical_heads is 0 (there would be no number "
                f"to read), got {self.numerical_mlps}"
            )

    @staticmethod
    def halves(layers: int, heads: int, mlps: int) -> Shape:
        """A shape as the paper counts: half of the heads and MLPs of a layer are numerical."""
        return Shape(
            layers=layers,
            categorical_heads=heads // 2,
            numerical_heads=heads // 2,
            categorical_mlps=mlps // 2,
            numerical_mlps=mlps // 2,
        )

    def in_words(self) -> str:
        """Such as 3 layers of 4+4 heads, 2+2 MLPs: categorical + numerical ones."""
        heads = f"{self.categorical_heads}+{self.numerical_heads} heads"
        layers = f"{self.layers} layer{'s' * (self.layers != 1)}"
        return f"{layers} of {heads}, {self.categorical_mlps}+{self.numerical_mlps} MLPs"


@dataclass(frozen=True)
class Modules(Shape):
    """The modules of a network: how many, how large, what they can express, how they are drawn.

    `cardinality` is the number of values of each categorical variable; None takes the larger of the
    number of words and the longest input. A class gets round(`vote_scale` * weight) votes.
    `reaches` are dealt out in turn to the heads of each kind in a layer.

    `attention_noise` multiplies the Gumbel noise on attention logits. Noise of the full size drowns
    the preference for the nearest match, so that networks come to rely on several heads that take
    different matches; the discretised heads all take the same one.

    `gumbel_samples` is the number of copies of a network in each step of training, each with noise
    of its own; the loss is their mean.
    """

    categorical_heads: ModuleCount = 4
    numerical_heads: ModuleCount = 4
    categorical_mlps: ModuleCount = 2
    numerical_mlps: ModuleCount = 2
    mlp_inputs: SmallCount = 2
    hidden: Count = 64
    cardinality: Count | None = None
    vote_scale: Large = 1000
    reaches: str = "all"
    attention_noise: Factor = 1.0
    gumbel_samples: Count = 1
    precision: Literal["auto", "float32", "bfloat16"] = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not {*self.reaches.split(",")} <= {*get_args(Reach)}:
            known = ", ".join(get_args(Reach))
            raise ConfigError(
                f"reaches: expected some of {known}, with commas between, got {self.reaches!r}"
            )


@dataclass(frozen=True)
class Training(SettingsRecord):
    """The training of a network: its length, optimiser, temperatures and evaluations.

    Training pauses at most `evaluations` times to evaluate and to write a checkpoint. `keep` says
    which parameters a member ends with: the last, or those with the best validation score. At
    evaluations, the `selection` "quarter" replaces the worst quarter by copies of the best; "auto"
    does so from 12 seeds on; "none", the paper's recipe, never.
    """

    epochs: Large = 250
    batch: Large = 512
    learning_rate: Positive = 0.05
    schedule: Literal["constant", "cosine"] = "constant"
    start_temperature: Positive = 3.0
    end_temperature: Positive = 0.01
    evaluations: Large = 20
    keep: Literal["last", "best"] = "last"
    selection: Literal["none", "auto", "quarter"] = "none"


@dataclass(frozen=True)
class WordSettings(SettingsRecord):
    """The learned variables of words, and how they start.

    With `word_variables` m, each word is m learned variables of `word_cardinality` values; with 0
    it is one variable, itself. With `word_start` "labels" the first variables, one per class, start
    with what a linear model of the training labels says of a word, and vote so; all other votes
    start at 0, and `vote_decay` pulls all votes back to where they started.
    """

    word_variables: ModuleCount = 0
    word_cardinality: Count = 32
    word_rate: Positive = 1.0
    word_start: Literal["vectors", "labels"] = "vectors"
    unknown_rate: Factor = 0.0
    word_dropout: Probability = 0.0
    vote_decay: Factor = 0.0


@dataclass(frozen=True)
class Config(WordSettings, Training, Modules):
    """Every setting of a network and its training; heads and MLPs are counted per layer.

    `docs/learning.md` describes each setting.
    """

    @property
    def shape(self) -> Shape:
        return Shape(**{one.name: getattr(self, one.name) for one in fields(Shape)})

    def in_words(self) -> str:
        """The shape, the epochs and the word variables, in words."""
        m, k = self.word_variables, self.word_cardinality
        words = f", a word is {m} learned variables of {k} values" if m else ""
        return f"{super().in_words()}, {self.epochs:,} epoch{'s' * (self.epochs != 1)}{words}"

    def with_shape(self, shape: Shape) -> Config:
        return replace(self, **vars(shape))


@dataclass(frozen=True, slots=True)
class Given:
    """Choices of one module that are known before training.

    `query`, `key`, `value` and `reads` name variables; predicate[q] is the key value that query
    value q looks for. None leaves a choice (or one row of the predicate) to training. A choice that
    is given starts `strength` above the others and can still change; `frozen` ones never do.

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

    layers: SmallCount = 3
    heads: Count = 8
    width: Count = 256
    hidden: Count = 256
    epochs: Large = 100
    batch: Large = 50
    learning_rate: Positive = 0.0003
    dropout: Probability = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.width % self.heads:
            raise ConfigError(
                f"heads: expected a divisor of width, which is {self.width}, got {self.heads}"
            )


def seed_numbers(seeds: int | Sequence[int]) -> tuple[int, ...]:
    """The numbers of the seeds: those given, or so many from 0 on."""
    numbers = tuple(range(seeds)) if isinstance(seeds, int) else tuple(seeds)
    if not numbers:
        raise ConfigError("seeds: expected at least one")
    if len(set(numbers)) != len(numbers) or min(numbers) < 0:
        raise ConfigError(f"seeds: expected different whole numbers from 0 on, got {numbers}")
    return numbers


# --- settings for each task: the best shape of the paper's Table 1, or what works better ----------


def _rasp(layers: int, heads: int, mlps: int) -> Config:
    return Config(selection="auto").with_shape(Shape.halves(layers, heads, mlps))


def _words(layers: int, heads: int, values: int, **others: Any) -> Config:
    """Four learned variables per word, categorical modules alone, one MLP per layer.

    For tags the shape is the paper's; for texts it gives the number of values alone. The learning
    rate falls, rare words are trained as the unknown one, and each member ends with the parameters
    that were best on validation.
    """
    words = Config(word_variables=4, word_cardinality=values, unknown_rate=0.5)
    trained = replace(words, schedule="cosine", keep="best", evaluations=10)
    shape = Shape(layers=layers, categorical_heads=heads, categorical_mlps=1)
    return replace(trained.with_shape(shape), **others)


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


def preset(task: str | Task) -> Config:
    """The settings for a task, or for the name of one.

    A task without a name of its own here has learned word variables where its words are many, and
    the largest of the paper's shapes where they are few.

    >>> preset("trec").word_variables, preset("anything").word_variables
    (4, 0)
    """
    name = task if isinstance(task, str) else task.name
    if name == "sort" and not isinstance(task, str) and task.max_length > 8:
        return _rasp(3, 16, 4)  # its accuracy on long inputs grows with every doubling of heads
    if name in PRESETS:
        return PRESETS[name]
    if isinstance(task, str) or len(task.vocabulary.words) <= MAX_PLAIN_WORDS:
        return _rasp(3, 8, 4)
    found = TEXT_CLASSIFIER if task.pooled else TAGGER
    if task.vocabulary.unknown is None:
        found = replace(found, unknown_rate=0.0)
    smallest = max(1, len(task.train.words) // 16)  # some steps per epoch, however few the inputs
    return replace(found, batch=min(found.batch, smallest))
