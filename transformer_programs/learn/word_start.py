"""Words that start from the labels: what linear models say of each word, and of pairs of them.

The score of a word for a class is the mean of what two linear models say of it: naive Bayes, which
counts, and a regression on the words and their vectors, which also knows words that are like
others. One variable per class holds the score (one in all where there are two classes), as the
number of a bin, and each bin votes as much as it says. So a network whose labels belong to whole
inputs starts as these two models, as a program of a table or two, and training goes on from there.

Pairs of neighbours are few enough to count by word variables: `common` gives each of the commonest
words a value of its own, and each of the `kinds` has a value for each group of words with near
vectors, grouped from another beginning each time. Heads copy them from the word before, one
variable each. An MLP reads a variable of a word and what a head copied, such as the kind of a word
and which common word stands before it. What the regression says of such a pair is what the MLP
starts to write, as one of its values. There are as many kinds as heads and word variables have room
for, and as many pairs as there are MLPs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags, hstack  # type: ignore[import-untyped]

from ..simplify.refit import Floats, Measure, lbfgs, softmax_loss
from ..tasks import Split
from .architecture import POSITIONS, WORDS, Architecture, Params
from .config import ConfigError
from .initial import Given, WordRows

Ints = npt.NDArray[np.int64]
Unknown = tuple[npt.ArrayLike, npt.ArrayLike]

SMOOTHING = 1.0  # added to every count of naive Bayes
REGRESSION = 2.0  # what the regression weighs, where naive Bayes weighs 1
VECTORS = 2.0  # the length of a word's vector, where the word itself has the length 1
LOOSE = 0.03  # the variance of the weights of the regression
ROUNDS = 60  # of its optimiser
STEEP = 0.5  # of the first logits: how fast they fall with the distance from a word's bin
LOWEST = -8.0  # no bin starts below: training can still reach it
HEADS = MLPS = 2  # that start with something to do, where pairs are known
CERTAIN = 8.0  # the first logit of a word's own value, where that of all others is 0
GROUPED = 20  # rounds of the search for groups
FITTED = 300  # rounds of the optimiser that fits an MLP to its table
SMALL = 1e-4  # how much the weights of an MLP are held back


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What training inputs say of words; `length` is how many words count for a label."""

    words: Floats
    length: float
    codes: Codes | None = None
    pairs: tuple[PairMlp, ...] = ()

    def placed(self, params: Params, architecture: Architecture) -> Params:
        """The parameters of a network that knows this."""
        params = started(params, architecture, self.words, self.length)
        if self.codes is None:
            return params
        return with_pairs(params, architecture, self.codes, self.pairs, self.length)


def knowledge(
    train: Split,
    architecture: Architecture,
    vectors: WordRows | None,
    unknown: Unknown | None = None,
) -> Knowledge | None:
    """What the setting `word_start` asks for; None where words start from vectors alone."""
    start, a = architecture.config.word_start, architecture
    if start == "vectors":
        return None
    check_start(a, vectors)
    length = float((train.words >= 0).sum(axis=1).mean()) if a.pooled else 1.0
    if start == "labels":
        words, _ = label_scores(train, a.words, a.classes, vectors, unknown)
        return Knowledge(words, length)
    assert vectors is not None  # or it would have been refused
    codes = Codes.of(train, vectors, a)
    bags = [bags_of(pair.astype(np.int32), codes.size**2) for pair in codes.pairs(train.words)]
    words, tables = label_scores(train, a.words, a.classes, vectors, unknown, bags)
    mlps = [
        PairMlp.fitted(said, np.asarray(bag.sum(axis=0)).ravel(), codes.size, a.config.hidden, a.k)
        for said, bag in zip(tables, bags, strict=True)
    ]
    return Knowledge(words, length, codes, tuple(mlps))


def check_start(architecture: Architecture, vectors: WordRows | None) -> None:
    """Refuse a `word_start` that the network has no room for, or that needs vectors."""
    config = architecture.config
    if config.word_start == "vectors":
        return
    held = len(held_columns(architecture))
    if config.word_start == "labels":
        return
    wanted = {"categorical_heads": HEADS, "categorical_mlps": MLPS, "word_variables": held + 2}
    for name, least in wanted.items():
        if getattr(config, name) < least:
            raise ConfigError(
                f"{name}: expected at least {least} with word_start=pairs, "
                f"got {getattr(config, name)}"
            )
    if not architecture.pooled or config.mlp_inputs != 2:
        raise ConfigError(
            "word_start: expected vectors or labels unless each input has one label "
            "and mlp_inputs is 2, got pairs"
        )
    if vectors is None or not vectors.found.any():
        raise ConfigError("word_start: expected vectors of the words (--vectors) for pairs")


# --- single words ---------------------------------------------------------------------------------


def label_scores(
    split: Split,
    words: int,
    classes: int,
    vectors: WordRows | None = None,
    unknown: Unknown | None = None,
    more: Sequence[csr_matrix] = (),
) -> tuple[Floats, list[Floats]]:
    """How much a word speaks for each class (words, classes), every row with mean 0.

    `unknown`: word w counts as the word second[w] with probability first[w], as in training. The
    scores of `more` features (cases, features) come after those of the words: they are for the
    regression alone.

    >>> from ..tasks import Split
    >>> two = Split(np.array([[0, 1], [0, 2]], np.int32), np.array([0, 1], np.int32))
    >>> (label_scores(two, 3, 2)[0] > 0.1).tolist()
    [[False, False], [True, False], [False, True]]
    """
    bags, answers = _bags(split, words, classes)
    if unknown is not None:
        chance, instead = (np.asarray(part) for part in unknown)
        held = (np.arange(words), instead)
        moved = csr_matrix((chance.astype(np.float64), held), shape=(words, words))
        bags = (bags @ (diags(1.0 - chance.astype(np.float64)) + moved)).tocsr()
    counts = np.asarray(bags.T @ answers) + SMOOTHING
    alone = np.log(counts / counts.sum(axis=0))
    said, always = _regression(hstack([bags, *more]).tocsr(), answers, _centred(vectors, words))
    # What is said whatever the words are is spread over all of them.
    always += np.log(answers.sum(axis=0) + SMOOTHING) / REGRESSION
    said[:words] += alone / REGRESSION + always / bags.sum(axis=1).mean()
    said -= said.mean(axis=1, keepdims=True)
    said *= REGRESSION / (1 + REGRESSION)
    ends = np.cumsum([words, *(extra.shape[1] for extra in more)])
    first, *others = np.split(said, ends[:-1])
    return first, others


def _bags(split: Split, words: int, classes: int) -> tuple[csr_matrix, Floats]:
    """How often each word is in each case (cases, words), and what is right (cases, classes).

    A case is an input with one label; where words have labels of their own it is a word, with how
    often it has each label.
    """
    if split.labels.ndim == 1:
        return bags_of(split.words, words), np.eye(classes)[split.labels]
    real = (split.words >= 0) & (split.labels >= 0)
    answers = np.zeros((words, classes))
    np.add.at(answers, (split.words[real], split.labels[real]), 1.0)
    return diags(np.ones(words)).tocsr(), answers


def bags_of(values: npt.NDArray[np.int32], size: int) -> csr_matrix:
    """How often each value is in each input (inputs, size); -1 is none."""
    rows, places = np.nonzero(values >= 0)
    held = (rows, values[rows, places])
    return csr_matrix((np.ones(len(rows)), held), shape=(len(values), size))


def _centred(vectors: WordRows | None, words: int) -> Floats:
    """The vectors without what all have in common; zeros where a word has none."""
    if vectors is None or not vectors.found.any():
        return np.zeros((words, 0))
    away = vectors.rows - vectors.rows[vectors.found].mean(axis=0)
    return np.where(vectors.found[:, None], VECTORS * away, 0).astype(np.float64)


def _regression(bags: csr_matrix, answers: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """What each feature says by a softmax regression, and what is said of all inputs.

    The first features are words, which have vectors.
    """
    words, features, classes = len(vectors), bags.shape[1], answers.shape[1]
    turned, cases = bags.T.tocsr(), answers.sum()
    shape = (features + vectors.shape[1] + 1, classes)  # the last row is that of all inputs

    def said(table: Floats) -> Floats:
        each = table[:features].copy()
        each[:words] += vectors @ table[features:-1]
        return each

    def measure(table: Floats) -> tuple[float, Floats]:
        loss, errors = softmax_loss(bags @ said(table) + table[-1], answers)
        slopes = turned @ errors
        slope = np.concatenate([slopes, vectors.T @ slopes[:words], errors.sum(0, keepdims=True)])
        slope[:-1] += table[:-1] / LOOSE
        return (loss + float((table[:-1] ** 2).sum()) / (2 * LOOSE)) / cases, slope / cases

    table = minimised(measure, np.zeros(shape), ROUNDS)
    return said(table), table[-1].copy()


def minimised(measure: Measure, start: Floats, rounds: int) -> Floats:
    """The weights after so many rounds at most, each with a smaller loss than before."""
    *_, found = start, *(weights for weights, _ in islice(lbfgs(measure, start), rounds))
    return found


def held_columns(architecture: Architecture) -> tuple[int, ...]:
    """The class whose score each of the first word variables holds."""
    classes, variables = architecture.classes, architecture.config.word_variables
    columns = (1,) if classes == 2 else tuple(range(classes))
    if variables < len(columns):
        raise ConfigError(
            f"word_variables: expected at least {len(columns)} where words start from the labels "
            f"and there are {classes} classes, got {variables}"
        )
    return columns


def started(params: Params, architecture: Architecture, scores: Floats, length: float) -> Params:
    """The parameters with their first word variables, and all votes, given by scores.

    `length`: how many words an input has on average, as votes of whole inputs are means. No other
    variable has votes.
    """
    table, votes = params[WORDS].copy(), np.zeros_like(params["votes"])
    for variable, column in enumerate(held_columns(architecture)):
        own = scores[:, column]
        bins = np.linspace(own.min(), own.max(), architecture.word_values)
        width = max(float(bins[-1] - bins[0]) / max(1, len(bins) - 1), 1e-6)
        distance = (own[:, None] - bins) / width
        table[:, variable] = np.maximum(-STEEP * distance**2, LOWEST)
        place = architecture.categorical.index(architecture.word_variables[variable])
        votes[place, : len(bins), column] = bins * length
        if architecture.classes == 2:
            votes[place, : len(bins), 0] = -bins * length
    return params | {WORDS: table, "votes": votes}


# --- pairs of words -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Values of each word (values, words): which common word it is, and of which kinds it is.

    `read`: the pairs to know, each a value of a word and a value of the word before it.
    """

    values: Ints
    read: tuple[tuple[int, int], ...]
    size: int

    @staticmethod
    def of(split: Split, vectors: WordRows, architecture: Architecture) -> Codes:
        words, size = architecture.words, architecture.word_values
        counts = np.bincount(split.words[split.words >= 0], minlength=words)
        rank = np.argsort(np.argsort(-counts, kind="stable"))
        rows = vectors.rows - vectors.rows[vectors.found].mean(axis=0)
        rows = np.where(vectors.found[:, None], rows, 0)
        length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
        count, read = room(architecture)
        flat = (rows / length).astype(np.float64)
        kinds = [grouped(flat, size, seed=seed)[1] for seed in range(count - 1)]
        return Codes(np.stack([np.minimum(rank, size - 1), *kinds]), read, size)

    def pairs(self, words: npt.NDArray[np.int32]) -> list[Ints]:
        """The pairs at each position (inputs, length): a value * size + that of the word before.

        The first word of an input stands before itself: so do heads that find nothing.
        """
        before = np.concatenate([words[:, :1], words[:, :-1]], axis=1)
        made = [self.values[x][words] * self.size + self.values[y][before] for x, y in self.read]
        return [np.where(words >= 0, pair, -1) for pair in made]


def room(architecture: Architecture) -> tuple[int, tuple[tuple[int, int], ...]]:
    """How many values of a word there is room for, and the pairs of them that MLPs can read."""
    config = architecture.config
    free = config.word_variables - len(held_columns(architecture))
    count = min(config.categorical_heads, free)
    pairs = [(1, 0), (0, 1), (0, 0), (1, 1)]
    pairs += [pair for kind in range(2, count) for pair in ((kind, 0), (0, kind), (kind, kind))]
    return count, tuple(pairs[: config.categorical_mlps])


def grouped(
    rows: Floats, size: int, weights: Floats | None = None, seed: int = 0
) -> tuple[Floats, Ints]:
    """Rows in groups of near ones (k-means): the centres (size, width), and the group of each.

    >>> centres, group = grouped(np.array([[0.0], [0.1], [5.0], [5.2]]), 2)
    >>> group[0] == group[1], group[2] == group[3], group[0] == group[2]
    (np.True_, np.True_, np.False_)
    """
    generator = np.random.default_rng([seed, 5])
    weights = np.ones(len(rows)) if weights is None else weights
    centres = rows[generator.choice(len(rows), size, replace=len(rows) < size)]
    for _ in range(GROUPED):
        group = (rows @ centres.T - np.square(centres).sum(axis=1) / 2).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, group, rows * weights[:, None])
        totals = np.bincount(group, weights, minlength=size)
        filled = totals > 0
        centres[filled] = sums[filled] / totals[filled, None]
        # An empty group takes the row that is farthest from its centre.
        for empty in np.flatnonzero(~filled)[:1]:
            away = np.square(rows - centres[group]).sum(axis=1) * weights
            centres[empty] = rows[away.argmax()]
    return centres, (rows @ centres.T - np.square(centres).sum(axis=1) / 2).argmax(axis=1)


def first_choices(architecture: Architecture) -> tuple[Given, ...]:
    """What the heads look at and copy, and what the MLPs read, where pairs are known."""
    if architecture.config.word_start != "pairs":
        return ()
    count, pairs = room(architecture)
    first, length = len(held_columns(architecture)), architecture.length
    values = architecture.word_variables[first : first + count]
    before = (0, *(at - 1 if at < length else None for at in range(1, architecture.k)))
    heads = [
        Given(f"attn_0_{i}", POSITIONS, POSITIONS, value, before) for i, value in enumerate(values)
    ]
    mlps = [
        Given(f"mlp_0_{i}", reads=(values[own], f"attn_0_{other}"))
        for i, (own, other) in enumerate(pairs)
    ]
    return (*heads, *mlps)


def with_pairs(
    params: Params,
    architecture: Architecture,
    codes: Codes,
    tables: Sequence[PairMlp],
    length: float,
) -> Params:
    """The parameters with these word variables, and with MLPs that know their pairs."""
    first = len(held_columns(architecture))
    params = {name: value.copy() for name, value in params.items()}
    everyone = np.arange(architecture.words)
    for variable, values in enumerate(codes.values, start=first):
        params[WORDS][:, variable] = 0
        params[WORDS][everyone, variable, values] = CERTAIN
    for i, mlp in enumerate(tables):
        width = mlp.into.shape[2]
        params["0.mlp_in"][i] = 0
        params["0.mlp_in"][i, :, : codes.size, :width] = mlp.into
        params["0.mlp_in_bias"][i] = 0
        params["0.mlp_out"][i] = 0
        params["0.mlp_out_bias"][i] = -1e3
        centres = mlp.centres
        gaps = np.square(centres[:, None] - centres).sum(axis=2) + 1e9 * np.eye(len(centres))
        strength = STEEP / max(float(np.median(gaps.min(axis=1))), 1e-6)
        params["0.mlp_out"][i, :width, : len(centres)] = 2 * strength * mlp.out @ centres.T
        params["0.mlp_out_bias"][i, : len(centres)] = -strength * np.square(centres).sum(axis=1)
        place = architecture.categorical.index(f"mlp_0_{i}")
        params["votes"][place, : len(centres)] = centres * length
    return params


@dataclass(frozen=True, slots=True, eq=False)
class PairMlp:
    """An MLP that writes what is said of a pair: weights (2, size, width), (width, classes).

    `centres` (values, classes): what each of its values says.
    """

    into: Floats
    out: Floats
    centres: Floats

    @staticmethod
    def fitted(said: Floats, counts: Floats, size: int, width: int, values: int) -> PairMlp:
        """Near what is said of each pair (size * size, classes), where the pair is not rare."""
        generator = np.random.default_rng([size, 6])
        classes, seen = said.shape[1], np.sqrt(counts)[:, None] + 0.1
        cases = seen.sum()
        first, second = np.divmod(np.arange(size * size), size)
        start = np.concatenate(
            [
                generator.standard_normal(2 * size * width) * 0.3,
                generator.standard_normal(width * classes) * 0.1,
            ]
        )

        def parts(flat: Floats) -> tuple[Floats, Floats]:
            inner = flat[: 2 * size * width].reshape(2, size, width)
            return inner, flat[2 * size * width :].reshape(width, classes)

        def measure(flat: Floats) -> tuple[float, Floats]:
            into, out = parts(flat)
            units = np.maximum(into[0][:, None] + into[1][None], 0).reshape(-1, width)
            errors = seen * (units @ out - said)
            back = ((errors @ out.T) * (units > 0)).reshape(size, size, width)
            slopes = [back.sum(axis=1), back.sum(axis=0), units.T @ errors]
            value = float((errors * (units @ out - said)).sum() + SMALL * (flat @ flat)) / 2
            slope = np.concatenate([one.ravel() for one in slopes]) + SMALL * flat
            return value / cases, slope / cases

        into, out = parts(minimised(measure, start, FITTED))
        written = np.maximum(into[0][first] + into[1][second], 0) @ out
        centres, _ = grouped(written, values, seen[:, 0] ** 2)
        return PairMlp(into, out, centres)
