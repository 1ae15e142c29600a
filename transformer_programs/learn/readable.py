"""Short programs from labelled text, in seconds: groups of words, copied from near by, and votes.

1. How much each word speaks for each class at each place, by a linear model that also knows
   vectors, shapes and endings (`word_scores`). For tags, places are offsets; while the model and
   the votes are fitted, rare words are now and then read as unknown. For texts with one label,
   places are all words and, if that helps, the first few; the model knows pairs of words, too, and
   naive Bayes joins it, if that helps.
2. Words that make similar shares of the classes likely are one group (k-means over square roots).
3. The groups, and for texts some pairs of words, vote by small whole numbers (`whole_votes`),
   fitted to the answers of the linear model, which knows how far to trust a rare word.

More groups, pairs and votes make a better and longer program: `readable` gives all that are worth
having. Programs for tags are compared on validation. For texts, training and validation are one
set: what to try is compared in cross-validation over it, which is far less a matter of luck, and
then fitted to all of it. Nothing is fitted to test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError
from ..meaning.stand_ins import is_stand_in
from ..program.steps import Classifier
from ..simplifier.judge import worth_having
from ..vectors import Vectors
from .candidate import Candidate, Recipe
from .features import EARLY, FIRST, WordPairs, cases
from .text_program import Votes, program_of
from .whole_votes import UNIT, Calibration, Whole, real_votes, whole_votes, without_idle
from .word_scores import Clues, Floats, WordScores, naive_bayes_scores, scores_of, softmax

OnProgress = Callable[[str, float], None]

SIZES = (8, 16, 32, 64, 128, 256)  # numbers of groups
OFFSETS = ((-1, 0, 1), (-2, -1, 0, 1, 2))  # of words that vote on a tag
PAIRS = (0, 40, 150)  # of words that vote on a text
PAIRS_AT = (-1, -2, FIRST)  # where the other word of a pair stands
PENALTIES = {True: (1.0, 3.0), False: (0.5, 2.0, 6.0)}  # the cost of a vote, for texts and for tags
NAIVE_BAYES = (0.0, 0.5, 1.0)  # weights beside the regression
VOTES_PER_LINE = 8
MIN_GAIN = 0.005  # in accuracy, for the first words of a text to vote apart
FOLDS, ENOUGH = 4, 3_000  # texts are held out in so many parts, until there are enough of them


def learn_readable(
    task: Task,
    *,
    vectors: Vectors | None = None,
    sizes: Sequence[int] | None = None,
    penalties: Sequence[float] | None = None,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> list[Candidate]:
    """Programs for a task of text, from the shortest to the best on inputs that were held out.

    `sizes`: numbers of groups. `on_progress` gets what is being done and which share is done.
    """
    if task.causal:
        raise TaskError(f"{task.name}: expected a task whose words may look ahead")
    progress = on_progress or (lambda doing, share: None)
    progress("reading the words", 0.0)
    whole, folds = task, list[tuple[Task, Split]]()
    if task.pooled:
        whole = replace(task, train=_joined(task.train, task.validation))
        folds = [(replace(task, train=rest), held) for rest, held in _folds(whole.train, seed)]
    marks = Clues.of(whole, vectors)
    parts = [*(part for part, _ in folds), whole]
    held = [texts for _, texts in folds] or [task.validation]

    def on_share(share: float) -> None:
        progress("scoring words", 0.4 * share)

    learners = _learners(parts, held, marks, seed, on_share)
    plan = [
        Recipe(size, places, pairs, penalty)
        for size in sizes or _sizes(learners[-1])
        for places in learners[-1].tried
        for pairs in (PAIRS if task.pooled else (0,))
        for penalty in sorted(penalties or PENALTIES[task.pooled])
    ]
    cast: list[list[Floats]] = [[] for _ in plan]  # votes on inputs held out
    last, done = list[Fitted](), 0
    for number, learner in enumerate(learners):
        for i, fitted in enumerate(learner.fitted(plan)):
            if number == len(learners) - 1:
                last.append(learner.pruned(fitted))
            if number < len(held):
                cast[i].append((last[-1] if last else fitted).votes_on(learner.read(held[number])))
            done += 1
            progress("fitting votes", 0.4 + 0.5 * done / (len(plan) * len(learners)))
    scored = [Scored.of(one, task, held, votes) for one, votes in zip(last, cast, strict=True)]
    best = worth_having(scored, lambda one: one.fitted.size, lambda one: one.score)
    found = list[Candidate]()
    for i, one in enumerate(best):
        found.append(learners[-1].candidate(one))
        progress(f"printing programs; latest: {found[-1]}", 0.9 + 0.1 * (i + 1) / len(best))
    return worth_having(found, lambda one: one.lines, lambda one: one.validation)


def _joined(one: Split, other: Split) -> Split:
    """The texts of two splits."""
    wide = max(one.words.shape[1], other.words.shape[1])
    words = [
        np.pad(split.words, ((0, 0), (0, wide - split.words.shape[1])), constant_values=-1)
        for split in (one, other)
    ]
    return Split(np.concatenate(words), np.concatenate([one.labels, other.labels]))


def _folds(every: Split, seed: int) -> Iterator[tuple[Split, Split]]:
    """Texts to fit and texts held out, until those are enough; equal texts stay together."""
    different, of = np.unique(every.words, axis=0, return_inverse=True)
    fold = np.random.default_rng(seed).permutation(len(different))[of.ravel()] % FOLDS
    for number in range(min(FOLDS, len(different)) if len(different) > 1 else 0):
        if (fold < number).sum() < ENOUGH:
            rest, held = (
                Split(every.words[rows], every.labels[rows])
                for rows in (fold != number, fold == number)
            )
            yield rest, held


def _sizes(learner: _Learner) -> list[int]:
    """The usual numbers of groups, as far as training has enough words for them."""
    words = np.count_nonzero(learner.clues.counts)
    sizes = SIZES if learner.task.pooled else SIZES[1:]
    return [size for size in sizes if size <= max(sizes[0], words / 25)]


def _learners(
    parts: Sequence[Task],
    held: Sequence[Split],
    marks: Clues,
    seed: int,
    on_share: Callable[[float], None],
) -> list[_Learner]:
    """A learner for each part of the data, the last for all of it.

    For texts, places and the weight of naive Bayes are those that are best for texts held out.
    """
    pooled, first = parts[-1].pooled, parts[-1].vocabulary.begin
    if not pooled:
        return [_Learner.of(parts[0], marks, OFFSETS, seed, on_share)]
    options = ((0,), (0, EARLY))[: 1 if first is None else 2]
    steps = len(options) + len(parts) - 1

    def learner(number: int, places: tuple[int, ...], done: int) -> _Learner:
        return _Learner.of(
            parts[number], marks, (places,), seed, lambda share: on_share((done + share) / steps)
        )

    tried = [learner(0, places, i) for i, places in enumerate(options)]
    right = [one.right(held[0]).max() if len(parts) > 1 else 0 for one in tried]
    best = tried[-1 if right[-1] > right[0] + MIN_GAIN * len(held[0]) else 0]
    others = range(1, len(parts))
    made = [best, *(learner(i, best.scores.places, len(tried) + i - 1) for i in others)]
    if len(parts) > 1:
        counts = sum(one.right(texts) for one, texts in zip(made, held, strict=False))
        made = [one.with_naive_bayes(NAIVE_BAYES[int(np.argmax(counts))]) for one in made]
    return made


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A recipe with its groups of words and copies (2 x words,), pairs of words, and the votes."""

    recipe: Recipe
    group_of: Ints
    pairs: WordPairs
    votes: Whole

    def features(self, split: Split) -> csr_matrix:
        """Groups at each place of each case, and pairs of words."""
        grouped = np.where(split.words >= 0, self.group_of[split.words], -1).astype(np.int32)
        size = int(self.group_of.max()) + 1
        seen = cases(Split(grouped, split.labels), self.recipe.places, size)[0]
        if not len(self.pairs.listed):
            return seen
        return hstack([seen, self.pairs.counted(split.words)]).tocsr()

    def votes_on(self, split: Split) -> Floats:
        return np.asarray(self.features(split) @ self.votes, np.float32)

    @property
    def size(self) -> int:
        """About how long the program prints: by rows of votes, and by votes."""
        rows = np.count_nonzero(self.votes.any(axis=1))
        return int(rows + np.count_nonzero(self.votes) // VOTES_PER_LINE)


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Votes, their score on inputs held out, and how to read them as probabilities."""

    fitted: Fitted
    score: float
    inputs: int
    calibration: Calibration

    @staticmethod
    def of(fitted: Fitted, task: Task, held: Sequence[Split], cast: Sequence[Floats]) -> Scored:
        if not cast:  # too few texts to hold some out
            return Scored(fitted, 0.0, 0, Calibration(float(UNIT), 0.0))
        votes, answers = np.concatenate(cast), np.concatenate(cast).argmax(axis=1)
        labels = np.concatenate([split.labels[split.labels >= 0] for split in held])
        score = float((answers == labels).mean()) if len(labels) else 0.0
        if not task.pooled:
            given = np.where(task.validation.labels >= 0, 0, -1).astype(np.int32)
            given[given >= 0] = answers
            score = task.accuracy(given, task.validation).main
        return Scored(fitted, score, sum(map(len, held)), Calibration.of(votes, labels))


@dataclass(frozen=True, slots=True, eq=False)
class _Learner:
    """What all programs of one task share: what the linear model says of words and of training.

    `train` has some words read as unknown, where tags are learned. `tried`: places for programs.
    """

    task: Task
    clues: Clues
    train: Split
    scores: WordScores
    tried: tuple[tuple[int, ...], ...]
    seed: int

    @staticmethod
    def of(
        task: Task,
        marks: Clues,
        tried: tuple[tuple[int, ...], ...],
        seed: int,
        on_share: Callable[[float], None],
    ) -> _Learner:
        words, train = task.train.words, task.train
        clues = replace(marks, counts=np.bincount(words[words >= 0], minlength=len(marks.counts)))
        pairs_at: tuple[int, ...] = ()
        if task.pooled:
            pairs_at = PAIRS_AT if task.vocabulary.begin is not None else PAIRS_AT[:1]
        else:
            train = Split(clues.dropped(words, seed), train.labels)
        scores = scores_of(task, clues, tried[-1], pairs_at, on_share, train)
        return _Learner(task, clues, train, scores, tried, seed)

    def read(self, split: Split) -> Split:
        return Split(self.clues.read(split.words), split.labels)

    def _naive_bayes(self, weight: float) -> WordScores:
        words, classes = len(self.clues.counts), len(self.task.classes)
        table = self.scores.words.copy()
        table[0] += np.float32(weight) * naive_bayes_scores(self.train, words, classes)
        return replace(self.scores, words=table)

    def with_naive_bayes(self, weight: float) -> _Learner:
        return replace(self, scores=self._naive_bayes(weight))

    def right(self, held: Split) -> npt.NDArray[np.int64]:
        """How many texts are right with each weight of naive Bayes."""
        texts = self.read(held)
        answers = [self._naive_bayes(weight).said(texts).argmax(axis=1) for weight in NAIVE_BAYES]
        return np.array([(one == texts.labels).sum() for one in answers])

    def groups(self, size: int, places: tuple[int, ...]) -> Ints:
        """The group of each word and copy: its k-means cluster; the commonest groups come first.

        <s> and </s> have groups of their own.
        """
        from sklearn.cluster import KMeans  # type: ignore[import-untyped]

        vocabulary, words = self.task.vocabulary, len(self.clues.counts)
        marks = [m for m in (vocabulary.begin, vocabulary.end) if m is not None]
        ends = [vocabulary.words.index(mark) for mark in marks]
        counts = np.bincount(self.train.words[self.train.words >= 0], minlength=2 * words)
        counts[ends] = 0
        labels = self.train.labels[self.train.labels >= 0]
        shares = np.bincount(labels, minlength=len(self.task.classes)) + 1
        kept = [self.scores.places.index(place) for place in places]
        own = replace(self.scores, words=self.scores.words[kept])
        points, met = own.probable(np.log(shares / shares.sum()).astype(np.float32)), counts > 0
        different = len(np.unique(points[met].round(6), axis=0))
        model = KMeans(min(size, different), n_init=2, max_iter=30, random_state=self.seed)
        model.fit(points[met], sample_weight=np.sqrt(counts[met]))
        found = model.predict(points)
        if self.task.pooled and vocabulary.unknown is not None:  # all unknown words are one
            unknown = found[vocabulary.words.index(vocabulary.unknown)]
            found[:words][[is_stand_in(word) for word in vocabulary.words]] = unknown
        found[ends] = model.n_clusters + np.arange(len(ends))
        often = np.bincount(found, counts + 1e-6, model.n_clusters + len(ends))
        rank = np.argsort(np.argsort(-often, kind="stable"))
        return np.asarray(rank[found], np.int32)

    def _start(self, group_of: Ints, places: tuple[int, ...]) -> Floats:
        """The mean scores of the words of each group: (places x groups, classes)."""
        weights = np.bincount(self.train.words[self.train.words >= 0], minlength=len(group_of))
        member = csr_matrix(
            (weights + 1e-3, (group_of, np.arange(len(group_of)))), dtype=np.float32
        )
        total = np.asarray(member.sum(axis=1))
        kept = [self.scores.words[self.scores.places.index(place)] for place in places]
        return np.concatenate([member @ table / total for table in kept]).astype(np.float32)

    def fitted(self, plan: Sequence[Recipe]) -> Iterator[Fitted]:
        """The votes of each recipe. Recipes with equal groups, and of them equal pairs, are next to
        each other."""
        answers = softmax(self.scores.said(self.train))
        worth = _sizes_of(self.scores.paired, self.scores.pairs.counted(self.train.words))
        pool = np.sort(np.argsort(-worth)[: 2 * max(PAIRS)])
        none = self.scores.pairs.kept(pool[:0])
        for (size, places), same in groupby(plan, lambda one: (one.groups, one.places)):
            group_of = self.groups(size, places)
            alone = Fitted(Recipe(size, places, 0, 0), group_of, none, np.zeros((0, 0), np.int64))
            start = self._start(group_of, places)
            seen = alone.features(self.train)
            first = real_votes(seen, answers, start)
            for many, recipes in groupby(same, lambda one: one.pairs):
                both, votes, kept = seen, first, pool[:0]
                if many:
                    kept = self._best_pairs(many, pool, seen, first, answers)
                    pairs = self.scores.pairs.kept(kept)
                    both = hstack([seen, pairs.counted(self.train.words)]).tocsr()
                    begin = np.concatenate([first, self.scores.paired[kept]])
                    votes = real_votes(both, answers, begin)
                for recipe in recipes:
                    whole = whole_votes(both, answers, votes, recipe.penalty)
                    votes = (whole / UNIT).astype(np.float32)  # the next penalty is larger
                    yield Fitted(recipe, group_of, self.scores.pairs.kept(kept), whole)

    def _best_pairs(
        self, many: int, pool: npt.NDArray[np.int64], seen: csr_matrix, first: Floats, said: Floats
    ) -> npt.NDArray[np.int64]:
        """The pairs of a pool that say most beside the groups."""
        counted = self.scores.pairs.kept(pool).counted(self.train.words)
        start = np.concatenate([first, self.scores.paired[pool]])
        votes = real_votes(hstack([seen, counted]).tocsr(), said, start, rounds=20)
        worth = _sizes_of(votes[len(first) :], counted)
        return np.sort(pool[np.argsort(-worth)[:many]])

    def pruned(self, fitted: Fitted) -> Fitted:
        """The same without rows of votes that change no answer on the inputs that are compared."""
        checked = self.read(self.task.train if self.task.pooled else self.task.validation)
        return replace(fitted, votes=without_idle(fitted.features(checked), fitted.votes))

    def candidate(self, scored: Scored) -> Candidate:
        """The program of what was fitted."""
        fitted, votes, places = scored.fitted, scored.fitted.votes, scored.fitted.recipe.places
        groups = int(fitted.group_of.max()) + 1
        own = groups * len(places)
        used = np.flatnonzero(votes[own:].any(axis=1))
        tables = votes[:own].reshape(len(places), groups, -1)
        group_of = fitted.group_of[
            self.clues.read(np.arange(len(self.clues.counts), dtype=np.int32))
        ]
        cast = Votes(tables, fitted.pairs.kept(used), votes[own:][used])
        program = program_of(self.task, group_of, places, cast)
        output = program.output
        assert isinstance(output, Classifier)
        weights = [weight for vote in output.votes for row in vote.weights for weight in row]
        return Candidate(
            program,
            scored.score,
            scored.inputs,
            scored.calibration,
            lines=str(program).count("\n"),
            votes=sum(map(bool, weights)),
            pairs=len(used),
            recipe=fitted.recipe,
        )


def _sizes_of(votes: Floats, counted: csr_matrix) -> Floats:
    """How much each row of votes says in all: its length, times the root of how often it is met."""
    centred = votes - votes.mean(axis=1, keepdims=True)
    often = np.sqrt(np.asarray(counted.sum(axis=0)).ravel())
    return np.asarray(np.linalg.norm(centred, axis=1) * often, np.float32)
