"""scikit-learn estimators with `fit`, `predict`, `predict_proba` and `score`.

model = TransformerProgramClassifier().fit(sentences, labels)
model.predict(["who wrote Hamlet ?"])
print(model.program_)                          # the readable program
print(model.front_)                            # the Pareto front, shortest to best
print(model.get_rules())                       # the votes of each group of words

They work with `Pipeline`, `clone`, `GridSearchCV` and `pickle`. An input is a text or a list of
words. This module needs scikit-learn and JAX.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

try:
    from sklearn.base import BaseEstimator, ClassifierMixin  # type: ignore[import-untyped]
    from sklearn.utils.validation import check_is_fitted  # type: ignore[import-untyped]
except ModuleNotFoundError:
    raise ImportError(
        "the estimators need scikit-learn: pip install 'transformer-programs[sklearn]'"
    ) from None

from .dataset import Split, Task, TaskSpec, predictions
from .dataset.scoring import Floats, probabilities
from .learn import Gradient, How, Learned, Readable, Search, fit
from .networks.config import Config, preset
from .program import Program
from .rules import vote_table
from .store.folder import Front
from .tasks.build import Preparation, Sentence, build, encoded, held_out, sentence_of
from .tasks.formats import DataError, FilePlace, Labels, Record, tagged_record
from .tasks.own_files import TEXT_SETTINGS, is_text

if TYPE_CHECKING:
    from .vectors import Vectors

LEARNERS = ("auto", "readable", "search", "gradient")
PLAIN_SETTINGS = {"vocab": 10_000, "stand_ins": 0}  # where words are not groups
GIVEN = "the inputs given to fit"
SECONDS_PER_LINE = 2.0  # seconds between two lines of progress
Text = str | Sequence[str]


class _ProgramEstimator(BaseEstimator):  # type: ignore[misc]
    """A scikit-learn estimator that learns a readable program.

    `TransformerProgramClassifier` gives one label per text, `TransformerProgramTagger` one tag per
    word.

    `learner` is "readable" (word groups and votes), "search" (a short exact program, for up to
    `seconds`), "gradient" (networks) or "auto". With "auto", networks are trained if `config` is
    given; otherwise word groups are learned for text. With few different words, "auto" searches
    first and then trains networks.

    `config` is a `Config`, or a dictionary of settings to change, such as {"layers": 1}. `seeds`
    networks are trained at once. The share `validation` of the inputs is held out to choose the
    best program. `vectors` are initial word vectors. `verbose` prints progress. The other settings
    are those of `tasks.load`; the defaults of `vocab` and `stand_ins` depend on the learner.

    After `fit`, the estimator has `front_` (the Pareto front), `program_` (the shortest program
    within one standard error of the best, or the best with at most `max_lines` lines),
    `temperature_` (one number, by which `predict_proba` divides sums of votes: measured on held-out
    inputs for word groups, else 0) and `learned_` (the result of `transformer_programs.fit`).
    """

    pooled: bool
    config: Config | Mapping[str, Any] | None
    task_: Task
    program_: Program
    temperature_: float
    front_: Front
    learned_: Learned
    _reported = 0.0  # when progress was printed last

    def __init__(
        self,
        config: Config | Mapping[str, Any] | None = None,
        seeds: int | Sequence[int] = 4,
        *,
        learner: str = "auto",
        max_lines: int | None = None,
        seconds: float = 30.0,
        verbose: int = 0,
        vectors: Vectors | None = None,
        validation: float = 0.1,
        tokenizer: str = "plain",
        digits: str | None = None,
        vocab: int | None = None,
        least_count: int = 1,
        length: int | None = None,
        stand_ins: int | None = None,
        random_state: int = 0,
    ) -> None:
        for name, value in locals().items():
            if name != "self":
                setattr(self, name, value)

    def _fit(self, records: list[Record]) -> None:
        if self.learner not in LEARNERS:
            raise DataError(f"learner: expected one of {', '.join(LEARNERS)}, got {self.learner!r}")
        self.learned_ = self._learned(records)
        self.front_ = self.learned_.front
        chosen = self.front_[self.front_.pick(lines=self.max_lines)]
        self.program_, self.temperature_ = chosen.program, chosen.temperature
        if self.task_.description != GIVEN:  # texts were cut
            warnings.warn(self.task_.description.removeprefix(f"{GIVEN}; "), stacklevel=3)

    def _learned(self, records: list[Record]) -> Learned:
        networks = self.learner == "auto" and self.config is not None
        learner = "gradient" if networks else self.learner
        if learner in ("auto", "readable"):
            self._prepare(records, TEXT_SETTINGS)
            if learner == "readable" or is_text(self.task_):
                return self._call(Readable(self.vectors, seed=self.random_state))
        self._prepare(records, PLAIN_SETTINGS)
        if learner in ("auto", "search"):
            learned = self._call(Search(seconds=self.seconds))
            if learned.found is not None and learned.found.exact:
                return learned
            if learner == "search":
                if not len(learned.front):
                    raise DataError(f"the search found no program: {learned}")
                return learned
        config = self.config
        if not isinstance(config, Config):
            config = Config.from_settings(config or {}, preset(self.task_))
        how = Gradient(config, self.seeds, vectors=self.vectors)
        return self._call(how)

    def _call(self, how: How) -> Learned:
        return fit(self.task_, how, on_progress=self._print_progress if self.verbose else None)

    def _prepare(self, records: list[Record], usual: Mapping[str, Any]) -> None:
        """Records become a task; settings that were not given are the usual ones."""
        settings = self.get_params(deep=False) | {"vectors": None}
        settings |= {name: v for name, v in usual.items() if settings[name] is None}
        self.preparation_ = Preparation.of(settings)
        self.task_ = self._task(records)

    def _print_progress(self, report: Any) -> None:
        """Print how far learning is, every few seconds."""
        if time.monotonic() - self._reported > SECONDS_PER_LINE:
            self._reported = time.monotonic()
            share = "" if report.share is None else f"{report.share:4.0%} "
            print(f"{share}{report}", file=sys.stderr)

    def get_rules(self) -> list[dict[str, str | int]]:
        """The votes as rows: variable, value, words, and the votes for each class."""
        check_is_fitted(self, "program_")
        return vote_table(self.program_)

    def _task(self, records: list[Record]) -> Task:
        """The records as a task. Without a test split, validation takes its place."""
        if len(records) < 2:
            raise DataError(f"expected at least two inputs, got {len(records)}")
        kept, out = held_out(len(records), self.validation, self.random_state)
        train, held = [records[i] for i in kept], [records[i] for i in out]
        if not train:
            raise DataError(f"validation: expected a share below 1, got {self.validation!r}")
        name, parts = type(self).__name__, {"train": train, "validation": held, "test": held}
        task = build(name, GIVEN, parts, self.preparation_, TaskSpec(name), shared=True)
        return replace(task, test=task.validation)

    def _encoded(self, inputs: Iterable[Text]) -> tuple[Split, list[int]]:
        """Inputs as rows, scored where an answer is wanted; and how many words each has."""
        check_is_fitted(self, "program_")
        task = self.task_
        label = task.classes[0]  # any: it only says that an answer is wanted here
        sentences = []
        for number, content in enumerate(_inputs(inputs), start=1):
            place = FilePlace("X", number, unit="input")
            text = isinstance(content, str) and self.pooled
            words = str(content) if text else _words(content, place)
            bare = sentence_of(Record(words, label, place), self.preparation_, pooled=True)
            labels = label if self.pooled else (label,) * len(bare.words)
            sentences.append(replace(bare, labels=labels))
        return self._split(sentences), [len(sentence.words) for sentence in sentences]

    def _split(self, sentences: list[Sentence]) -> Split:
        """Sentences as rows, cut only if the program has a maximum length."""
        task, marks = self.task_, 2
        longest = max((len(sentence.words) for sentence in sentences), default=1) + marks
        length = self.program_.max_length or longest
        return encoded(sentences, task.vocabulary, task.classes, length, self.pooled)

    def _probabilities(self, split: Split) -> Floats:
        """Of each class, wherever an answer is wanted: (answers, classes)."""
        found = probabilities(self.program_, split.words, self.temperature_)
        return found[split.labels >= 0]


class TransformerProgramClassifier(ClassifierMixin, _ProgramEstimator):  # type: ignore[misc]
    # One label per text. `help` shows the docstring of the base class, with all settings.
    pooled = True

    def fit(self, X: Iterable[Text], y: Iterable[Any]) -> TransformerProgramClassifier:
        """Learn from texts (or lists of words) and their labels."""
        labels = np.asarray(list(y))
        self.classes_ = np.unique(labels)
        self._fit(_records(X, [str(label) for label in labels.tolist()]))
        return self

    def predict(self, X: Iterable[Text]) -> npt.NDArray[Any]:
        """The label of each text."""
        split, _ = self._encoded(X)
        labels = predictions(self.program_, self.task_, split)
        # The labels as they were given to `fit`.
        given = {str(label): i for i, label in enumerate(self.classes_.tolist())}
        place = np.array([given[name] for name in self.task_.classes])
        return np.asarray(self.classes_[place[labels]])

    def predict_proba(self, X: Iterable[Text]) -> Floats:
        """The probability of each class, in the order of `classes_`."""
        split, _ = self._encoded(X)
        names = [str(label) for label in self.classes_.tolist()]
        order = [self.task_.classes.index(name) for name in names]
        return self._probabilities(split)[:, order]


class TransformerProgramTagger(_ProgramEstimator):
    # One tag per word. `help` shows the docstring of the base class, with all settings.
    pooled = False

    def fit(self, X: Iterable[Text], y: Iterable[Sequence[str]]) -> TransformerProgramTagger:
        """Learn from lists of words and their tags."""
        self._fit(_records(X, [tuple(map(str, tags)) for tags in y]))
        self.classes_ = np.array(self.task_.classes)
        return self

    def predict(self, X: Iterable[Text]) -> list[list[str]]:
        """The tags of each sentence; long sentences are cut into overlapping windows."""
        split, lengths = self._encoded(X)
        found = predictions(self.program_, self.task_, split)[split.labels >= 0]
        names = [self.task_.classes[label] for label in found.tolist()]
        starts = np.cumsum([0, *lengths]).tolist()
        return [names[a:b] for a, b in pairwise(starts)]

    def predict_proba(self, X: Iterable[Text]) -> list[Floats]:
        """For each sentence, an array (words, classes) with the probability of each tag."""
        split, lengths = self._encoded(X)
        return np.split(self._probabilities(split), np.cumsum(lengths)[:-1])

    def score(self, X: Iterable[Text], y: Iterable[Sequence[str]]) -> float:
        """Entity F1 if all tags are O, B-TYPE or I-TYPE; otherwise the share of right tags."""
        check_is_fitted(self, "program_")
        task = self.task_
        records = _records(X, [tuple(map(str, tags)) for tags in y])
        sentences = [sentence_of(record, self.preparation_, pooled=False) for record in records]
        for record in records:
            for tag in set(record.labels) - set(task.classes):
                raise DataError(f"{record.place}: the label {tag!r} does not occur in training")
        split = self._split(sentences)
        return task.accuracy(predictions(self.program_, task, split), split).main


def _records(inputs: Iterable[Text], labels: Sequence[Labels]) -> list[Record]:
    """Inputs and labels together, checked."""
    contents = _inputs(inputs)
    if len(contents) != len(labels):
        raise DataError(f"expected as many labels as inputs, {len(contents)}, got {len(labels)}")
    records = []
    for number, (content, label) in enumerate(zip(contents, labels, strict=True), start=1):
        place = FilePlace("X", number, unit="input")
        if not isinstance(label, str):
            records.append(tagged_record(_words(content, place), label, place))
        else:
            text = isinstance(content, str)
            records.append(Record(str(content) if text else _words(content, place), label, place))
    return records


def _inputs(inputs: Iterable[Text]) -> list[Text]:
    """The inputs, one by one. A table is refused: its rows are no texts."""
    if isinstance(inputs, str):
        raise DataError("X: expected a list of inputs, got one text: pass [text]")
    shape = getattr(inputs, "shape", (1,))
    if len(shape) != 1:
        raise DataError(
            "X: expected a list of texts or of lists of words, got an array of shape "
            f"{tuple(shape)}: pass one column of texts, such as X[:, 0], or X.tolist()"
        )
    if not isinstance(inputs, Iterable):
        raise DataError(f"X: expected a list of inputs, got {inputs!r}")
    return list(inputs)


def _words(content: object, place: FilePlace) -> tuple[str, ...]:
    if isinstance(content, str):
        return tuple(content.split())
    if isinstance(content, bytes) or not isinstance(content, Iterable):
        raise DataError(f"{place}: expected a text or a list of words, got {content!r}")
    return tuple(map(str, content))
