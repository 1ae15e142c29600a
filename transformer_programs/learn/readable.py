"""Short programs from labelled text, in a minute: groups of words, copied from near by, and votes.

1. How much each word speaks for each class, by a linear model that also knows vectors, shapes and
   endings (`word_scores`). For texts with one label it knows pairs of words, too.
2. Words that say much the same are one group (`word_groups`). For tags, these are words that have
   the same tags, and the same tags beside them, about as often: square roots of shares, where rare
   words are judged by shapes, endings and vectors, too.
3. For tags, the groups of the words at a few offsets are copied: those that say most. While votes
   are fitted, rare words are now and then read as unknown. For texts,
   some pairs of a word with one before it, or with the first word, vote too: of many, those that
   say least beside the groups go, half of them at a time.
4. The groups vote, by small whole numbers (`whole_votes`).

More groups, pairs and votes make a better and longer program: `readable` gives all that are worth
having. Nothing is fitted to test.

Votes are fitted to the answers of the linear model, which knows how far to trust a rare word; those
of short programs for texts with vectors also to the labels.
Programs for tags are compared on validation. For texts, training and validation are one set: what
to try is compared in cross-validation over it, which is far less a matter of luck, and then fitted
to all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack, vstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError
from ..meaning.words import is_stand_in, stand_ins
from ..program.steps import Classifier, Token
from ..simplifier.judge import worth_having
from ..vectors import Vectors
from .candidate import Candidate, Recipe
from .group_features import CountedPairs, Groups, likely
from .text_program import program_of
from .whole_votes import Whole, certain, real_votes, whole_votes, without_idle
from .word_groups import clusters, profiles
from .word_scores import FIRST, Clues, Floats, WordPairs, bayes_scores, scores_of

Telling = Callable[[str, float], None]

WINDOW = 2  # the farthest offset that is looked at
FOLDS = 4  # parts in which texts are held out, until there are enough texts
ENOUGH = 3_000
BAYES = (0.0, 0.25, 0.5, 1.0)  # weights of naive Bayes beside the regression: the best for texts
EACH = 250  # words of training for each group, where there are more than `few`
POOL = 400  # pairs of words that may vote
VOTES_PER_LINE, ROUGHLY = 8, 0.85  # how long programs print, and how well that is known
PLACES = (-1, -2, FIRST)  # where the other word of a pair stands


class Tried(NamedTuple):
    """The grid to try: numbers of groups (to `few` always), offsets and pairs; the cost of a vote.

    `soft`: what the linear model says is divided by this, but not for `sharp` groups and more.
    `held`: the variance of real votes where there are pairs.
    """

    sizes: tuple[int, ...]
    few: int
    near: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]  # how many, at how many places
    penalties: tuple[float, ...]
    soft: float
    sharp: int
    held: float


FOR_TAGS = Tried(
    sizes=(32, 48, 64, 96, 128, 256),
    few=64,
    near=(3, 5),
    pairs=((0, 0),),
    penalties=(0.3, 2.0, 8.0, 20.0),
    soft=1.0,
    sharp=0,
    held=1.0,
)
FOR_TEXTS = Tried(
    sizes=(16, 32, 48, 96, 144),
    few=144,
    near=(1,),
    pairs=((0, 0), (24, 1), (60, 1), (150, 3)),
    penalties=(0.3, 0.8, 1.5),
    soft=2.0,
    sharp=96,
    held=0.3,
)


def learn_readable(
    task: Task,
    *,
    vectors: Vectors | None = None,
    sizes: Sequence[int] | None = None,
    penalties: Sequence[float] | None = None,
    seed: int = 0,
    progress: Telling | None = None,
) -> list[Candidate]:
    """Programs for a task of text, from the shortest to the best on inputs that were held out.

    `sizes`: numbers of groups. `progress` is told what is being done, and which share of all is
    done.
    """
    if task.causal:
        raise TaskError(f"{task.name}: expected a task whose words may look ahead")
    tell = progress or (lambda doing, share: None)
    tell("reading the words", 0.0)
    every, folds = task.train, list[tuple[Split, Split]]()
    if task.pooled:
        every = _joined(task.train, task.validation)
        folds.extend(_folds(every, seed))
    parts = [replace(task, train=train) for train in (*(rest for rest, _ in folds), every)]
    clues, learners = Clues.of(parts[-1], vectors), []
    for number, part in enumerate(parts):

        def told(share: float, done: int = number) -> None:
            tell("scoring words", 0.3 * (done + share) / len(parts))

        learners.append(_Learner(part, clues, seed, told))
    held = [texts for _, texts in folds]
    right = [one.right(texts) for one, texts in zip(learners, held, strict=False)]
    for learner in learners:
        learner.trust(BAYES[int(np.argmax(np.sum(right, axis=0)))])
    plan, inputs = learners[-1].plan(sizes, penalties), sum(map(len, held))
    last, scores = learners[-1], np.zeros(len(plan))
    tried: list[tuple[Fitted, float]] = []
    for number, learner in enumerate(learners):
        for i, fitted in enumerate(learner.fitted(plan)):
            if number < len(held):
                scores[i] += fitted.right(held[number])
            else:
                score = float(scores[i]) / inputs if held else fitted.score(task)
                tried.append((last.without_idle(fitted), score))
            done = (number * len(plan) + i + 1) / (len(parts) * len(plan))
            tell("fitting votes", 0.3 + 0.6 * done)
    best = [  # programs are slow to print: only those that may be worth having
        (fitted, score)
        for fitted, score in tried
        if not any(better >= score and one.size < ROUGHLY * fitted.size for one, better in tried)
    ]
    found: list[Candidate] = []
    for fitted, score in best:
        found.append(last.candidate(fitted, score, inputs or len(task.validation)))
        tell(f"printing programs; last: {found[-1]}", 0.9 + 0.1 * len(found) / len(best))
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
        done = fold < number
        if done.sum() < ENOUGH:
            rest, held = (
                Split(every.words[rows], every.labels[rows])
                for rows in (fold != number, fold == number)
            )
            yield rest, held


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """The result of a recipe: groups of words, pairs of them, and the votes of both."""

    recipe: Recipe
    groups: Groups
    pairs: WordPairs
    votes: Whole

    def seen(self, split: Split) -> csr_matrix:
        """Which groups, and which pairs, each case of a split has."""
        groups = self.groups.features(split, self.recipe.offsets)
        if not len(self.pairs.listed):
            return groups
        return hstack([groups, self.pairs.counted(split.words)]).tocsr()

    def answers(self, split: Split) -> Ints:
        """The class of each case."""
        return np.asarray((self.seen(split) @ self.votes).argmax(axis=1), np.int32)

    def right(self, split: Split) -> int:
        """How many texts have the right label."""
        return int((self.answers(split) == split.labels).sum())

    def score(self, task: Task) -> float:
        """The task's score on validation."""
        labels = task.validation.labels.copy()
        labels[labels >= 0] = self.answers(task.validation)
        return task.accuracy(labels, task.validation).main

    @property
    def size(self) -> int:
        """About how many lines the votes take: by rows, and by votes."""
        own = self.groups.count * len(self.recipe.offsets)
        groups = self.votes[:own].reshape(len(self.recipe.offsets), self.groups.count, -1)
        rows = np.count_nonzero(groups.any(axis=(0, 2)))
        rows += np.count_nonzero(self.votes[own:].any(axis=1))
        return int(rows + np.count_nonzero(self.votes) // VOTES_PER_LINE)


class _Learner:
    """What all programs of one task share: what the linear model says of words and of training."""

    def __init__(self, task: Task, clues: Clues, seed: int, told: Callable[[float], None]) -> None:
        self.task, self.seed, self.clues = task, seed, clues.counted(task.train)
        self.usual = FOR_TEXTS if task.pooled else FOR_TAGS
        self.offsets = (0,) if task.pooled else tuple(range(-WINDOW, WINDOW + 1))
        places: tuple[int, ...] = ()
        if task.pooled:
            places = PLACES if task.vocabulary.begin is not None else PLACES[:1]
        self.known = scores_of(task, self.clues, self.offsets, places, told)
        self.train = task.train
        if not task.pooled:
            self.points = profiles(task, self.clues)
            self.train = Split(self._rare_as_unknown(), task.train.labels)

    def _rare_as_unknown(self) -> Ints:
        """The words of training; one that occurs n times is unknown at 1 in n + 1 of them.

        So votes learn how far to trust the groups of words never seen.
        """
        words, vocabulary = self.task.train.words, self.task.vocabulary
        instead = stand_ins(vocabulary)
        if instead is None:
            return words
        chance = 1 / (self.clues.counts + 1)
        chance[[word in (vocabulary.begin, vocabulary.end) for word in vocabulary.words]] = 0
        drawn = np.random.default_rng(self.seed).random(words.shape)
        unknown = (words >= 0) & (drawn < chance[words])
        return np.where(unknown, np.array(instead, np.int32)[words], words)

    def right(self, held: Split) -> npt.NDArray[np.int64]:
        """How many texts are right with each weight of naive Bayes."""
        said, bayes = self.known.said(held), bayes_scores(self.task)
        beside = replace(self.known, words=bayes, paired=0 * self.known.paired).said(held)
        given = np.array([(said + weight * beside).argmax(axis=1) for weight in BAYES])
        right: npt.NDArray[np.int64] = (given == held.labels).sum(axis=1)
        return right

    def trust(self, weight: float) -> None:
        """Add naive Bayes with this weight; then all that votes are fitted to is known."""
        known = self.known
        if weight:
            words = known.words + np.float32(weight) * bayes_scores(self.task)
            self.known = known = replace(known, words=words)
        self.said = known.said(self.task.train)
        self.answers = likely(self.said / np.float32(self.usual.soft))
        pairs = CountedPairs.of(known.pairs, known.paired, self.task.train.words)
        self.pairs = pairs.best(POOL, self._points(pairs.said[None]))

    def plan(self, sizes: Sequence[int] | None, penalties: Sequence[float] | None) -> list[Recipe]:
        """The recipes to try, with these numbers of groups and penalties or with the usual ones."""
        usual, words = self.usual, int((self.task.train.words >= 0).sum())
        ranked = self._ranked_offsets()
        return [
            Recipe(size, tuple(sorted(ranked[:near])), many, penalty)
            for size in sizes or usual.sizes
            if size <= max(usual.few, words / EACH)
            for near in usual.near
            for many in usual.pairs
            if sizes or many[0] in range(size - 127, 4 * size)  # more of both, or less
            for penalty in sorted(penalties or usual.penalties)
        ]

    def _ranked_offsets(self) -> list[int]:
        """The offsets whose words say most of all first, and the word itself before them."""
        share = self.clues.counts / max(1, self.clues.counts.sum())
        means = np.einsum("w,owc->oc", share, self.known.words)
        spread = np.einsum("w,owc->o", share, np.square(self.known.words - means[:, None]))
        order = sorted(zip(-spread, self.offsets, strict=True))
        return [0, *(offset for _, offset in order if offset)]

    def groups(self, size: int) -> Groups:
        vocabulary = self.task.vocabulary
        ends = [
            vocabulary.words.index(mark)
            for mark in (vocabulary.begin, vocabulary.end)
            if mark is not None
        ]
        weights = np.sqrt(self.clues.counts).astype(np.float32)
        weights[ends] = 0
        some = self.clues.counts + 1 / len(weights)  # a group that only vectors know is one too
        points = self._points(self.known.words) if self.task.pooled else self.points
        found = clusters(points, weights, size, self.seed)
        made = int(found.max()) + 1
        if self.task.pooled and size < self.usual.sharp and vocabulary.unknown is not None:
            # A short program reads all unknown words alike: their shapes take a dozen lines.
            unknown = found[vocabulary.words.index(vocabulary.unknown)]
            found[[is_stand_in(word) for word in vocabulary.words]] = unknown
        found[ends] = made + np.arange(len(ends))
        used = np.bincount(found, some, made + len(ends))
        rank = np.argsort(np.argsort(-used, kind="stable")).astype(np.int32)
        return Groups(rank[found], len(used))

    def _points(self, scores: Floats) -> Floats:
        """The scores of each word, so that what matters more to the answers is farther apart."""
        answers = self.answers
        spread = np.diag(answers.mean(axis=0)) - answers.T @ answers / len(answers)
        sizes, axes = np.linalg.eigh(spread)
        return np.asarray(scores[0] @ axes * np.sqrt(np.maximum(sizes, 0)), np.float32)

    def start(self, groups: Groups, offsets: Sequence[int]) -> Floats:
        """The mean scores of the words of each group: (offsets x groups, classes)."""
        weights, words = self.clues.counts + 1e-3, np.arange(len(groups.of))
        shape = (groups.count, len(words))
        member = csr_matrix((weights, (groups.of, words)), shape, np.float32)
        total = np.maximum(np.asarray(member.sum(axis=1)), 1e-9)
        at = [self.known.words[self.offsets.index(offset)] for offset in offsets]
        return np.concatenate([member @ table / total for table in at]).astype(np.float32)

    def _answers(self, soft: np.float32) -> Floats:
        """What votes are fitted to: where the linear model is softened, and it has vectors, both
        its answers and the labels, in equal parts."""
        answers = likely(self.said / soft)
        if soft == 1 or not self.clues.vectors.shape[1]:
            return answers
        labels = certain(self.task.train.labels, answers.shape[1])
        return np.asarray((answers + labels) / 2, np.float32)

    def fitted(self, plans: Sequence[Recipe]) -> Iterator[Fitted]:
        """What recipes become. Those with equal groups, and of them those with equal pairs, stand
        together."""
        for (size, offsets), same in groupby(plans, lambda plan: (plan.size, plan.offsets)):
            soft = np.float32(1 if size >= self.usual.sharp else self.usual.soft)
            answers, groups = self._answers(soft), self.groups(size)
            seen = groups.features(self.train, offsets)
            alone = real_votes(seen, answers, self.start(groups, offsets) / soft)
            for (many, places), recipes in groupby(same, lambda plan: plan.pairs):
                both, real, pairs = seen, alone, self.pairs.at_best(places if many else 0)
                while len(pairs.said):
                    both = hstack([seen, pairs.counted]).tocsr()
                    start = np.concatenate([alone, pairs.said / soft])
                    real = real_votes(both, answers, start, held=self.usual.held)
                    if len(pairs.said) <= many:
                        break
                    worth = self._points(real[None, len(alone) :])
                    pairs = pairs.best(max(many, len(pairs.said) // 2), worth)
                own = list(recipes)
                penalties = [plan.penalty for plan in own]
                cast = whole_votes(both, answers, real, penalties)
                for plan, votes in zip(own, cast, strict=True):
                    yield Fitted(plan, groups, pairs.pairs, votes)

    def without_idle(self, fitted: Fitted) -> Fitted:
        """The same without rows of votes that change no answer in training or validation."""
        checked = [self.task.train] if self.task.pooled else [self.task.train, self.task.validation]
        seen = vstack([fitted.seen(one) for one in checked])
        return replace(fitted, votes=without_idle(seen, fitted.votes))

    def candidate(self, fitted: Fitted, score: float, inputs: int) -> Candidate:
        """The program of what was fitted, with its score on so many inputs."""
        plan, groups, votes = fitted.recipe, fitted.groups, fitted.votes
        own = groups.count * len(plan.offsets)
        used = np.flatnonzero(votes[own:].any(axis=1))
        table = votes[:own].reshape(len(plan.offsets), groups.count, -1)
        program = program_of(
            self.task, groups.of, plan.offsets, table, fitted.pairs.kept(used), votes[own:][used]
        )
        output = program.output
        assert isinstance(output, Classifier)
        cast = [weight for vote in output.votes for row in vote.weights for weight in row]
        lookups = [step for step in program.steps if isinstance(step, Token)]
        return Candidate(
            program,
            score,
            inputs,
            lines=str(program).count("\n"),
            votes=sum(map(bool, cast)),
            groups=sum(len(set(step.lookup)) for step in lookups if step.out.name == "group"),
            pairs=len(used),
            recipe=plan,
        )
