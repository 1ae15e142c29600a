"""Short programs from labelled text, in a minute: groups of words, copied from near by, and votes.

1. How much each word speaks for each class, by a linear model that also knows vectors, shapes and
   endings (`word_scores`). For texts with one label it knows pairs of words, too.
2. Words that say much the same are one group (`word_groups`). For tags, a second variable, `shade`,
   groups words by how they differ from the mean of their group.
3. For tags, the groups of the words at a few offsets are copied: those that say most. For texts,
   some pairs of a word with one before it, or with the first word, vote too.
4. The groups vote, by small whole numbers (`whole_votes`).

More groups, pairs and votes make a better and longer program: `readable` gives all that are worth
having. Nothing is fitted to test.

Votes are fitted to the answers of the linear model, which knows how far to trust a rare word; those
of short programs for texts with vectors also to the labels.
Programs for texts that are chosen on validation are fitted again, to training and validation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Split, Task, TaskError, evaluate_program
from ..program import Program
from ..program.steps import Classifier, Token, Vote
from ..vectors import Vectors
from .candidate import Candidate, Recipe, front_of_candidates
from .group_features import RankedPairs, features, likely
from .text_program import VotingPairs, program_of
from .whole_votes import Rounding, Whole, certain, real_votes, whole_votes
from .word_groups import centres_of, nearest
from .word_scores import FIRST, Clues, Floats, WordScores, bayes_scores, scores_of

Telling = Callable[[str, float], None]

WINDOW = 2  # the farthest offset that is looked at
FOLDS = 3
BESIDE = 0.5  # the weight of what a word says of its neighbours, where words are grouped
BAYES = (0.0, 0.25, 0.5, 1.0)  # weights of naive Bayes beside the regression: the best for texts
EACH = 800  # words of training for each group, where there are more than `few`
PLACES = (-1, -2, FIRST)  # where the other word of a pair stands
TRUSTED = 0.25  # the weight of validation where programs are also compared with the linear model


class Tried(NamedTuple):
    """What is tried: numbers of groups (to `few` always), offsets and pairs; what a vote must cost.

    `soft`: what the linear model says is divided by this, but not for `sharp` groups and more.
    `held`: the variance of real votes where there are pairs.
    """

    sizes: tuple[tuple[int, ...], ...]
    few: int
    near: tuple[int, ...]
    pairs: tuple[int, ...]
    penalties: tuple[float, ...]
    soft: float
    sharp: int
    held: float
    rounding: Rounding


FOR_TAGS = Tried(
    sizes=((24,), (48,), (16, 16), (32, 32), (64, 64), (128, 128)),
    few=64,
    near=(3, 5),
    pairs=(0,),
    penalties=(0.5, 3.0),
    soft=1.0,
    sharp=0,
    held=1.0,
    rounding=Rounding(1, balanced=False),
)
FOR_TEXTS = Tried(
    sizes=((12,), (16,), (24,), (32,), (48,), (96,), (192,)),
    few=96,
    near=(1,),
    pairs=(0, 150, 400),
    penalties=(0.2, 1.5),
    soft=2.0,
    sharp=96,
    held=0.3,
    rounding=Rounding(2, balanced=True),
)


def seconds_needed(task: Task) -> float:
    """About how many seconds of one core `readable` takes."""
    words = int((task.train.words >= 0).sum())
    offsets = 1 if task.pooled else 2 * WINDOW + 1
    return 20 + words * offsets * len(task.classes) / (1e4 if task.pooled else 5e4)


def readable(
    task: Task,
    *,
    vectors: Vectors | None = None,
    sizes: Sequence[int | tuple[int, ...]] | None = None,
    penalties: Sequence[float] | None = None,
    seed: int = 0,
    progress: Telling | None = None,
) -> list[Candidate]:
    """Programs for a task of text, from the shortest to the best on validation.

    `sizes`: numbers of groups, of one or two variables. `progress` is told what is being done, and
    which share of all is done.
    """
    if task.causal:
        raise TaskError(f"{task.name}: expected a task whose words may look ahead")
    tell = progress or (lambda doing, share: None)
    tell("reading the words", 0.0)
    learner = _Learner(
        task, vectors, seed, lambda part: tell("scoring words", 0.3 * part), weight=None
    )
    found, plan = [], learner.plan(sizes, penalties)
    for count, candidate in enumerate(learner.candidates(plan)):
        found.append(candidate)
        tell(f"fitting votes; last: {candidate}", 0.3 + 0.4 * (count + 1) / len(plan))
    front = front_of_candidates(found)
    if not task.pooled:
        return front
    both = replace(task, train=_joined(task.train, task.validation))
    doing = "fitting again, now also to validation"
    again = _Learner(
        both, vectors, seed, lambda part: tell(doing, 0.7 + 0.15 * part), learner.weight
    )
    made = []
    for old, new in zip(front, again.candidates([one.recipe for one in front]), strict=True):
        made.append(replace(new, validation=old.validation, expected=old.expected))
        tell(doing, 0.85 + 0.15 * len(made) / len(front))
    return made


def _joined(one: Split, other: Split) -> Split:
    """The texts of two splits."""
    wide = max(one.words.shape[1], other.words.shape[1])
    words = [
        np.pad(split.words, ((0, 0), (0, wide - split.words.shape[1])), constant_values=-1)
        for split in (one, other)
    ]
    return Split(np.concatenate(words), np.concatenate([one.labels, other.labels]))


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The groups of every word (variables, words), in order of use, and how many there are of each.

    `begin` and `end` have their own.
    """

    of: npt.NDArray[np.int32]
    counts: tuple[int, ...]

    def features(self, split: Split, offsets: Sequence[int]) -> csr_matrix:
        """Which groups stand at each offset of each case (cases, variables x offsets x groups)."""
        parts = []
        for of, count in zip(self.of, self.counts, strict=True):
            at = np.where(split.words >= 0, of[split.words], -1).astype(np.int32)
            parts.append(features(at, split.labels, count, offsets))
        return hstack(parts).tocsr()


class _Learner:
    """What all candidates of one task share: what the linear model says of words and of training.

    `weight`: that of naive Bayes beside the regression; None: the best in cross-validation.
    """

    def __init__(
        self,
        task: Task,
        vectors: Vectors | None,
        seed: int,
        told: Callable[[float], None],
        weight: float | None,
    ) -> None:
        self.task, self.seed, self.has_vectors = task, seed, vectors is not None
        self.clues = Clues.of(task, vectors)
        self.usual = FOR_TEXTS if task.pooled else FOR_TAGS
        self.offsets = (0,) if task.pooled else tuple(range(-WINDOW, WINDOW + 1))
        self.places: tuple[int, ...] = ()
        if task.pooled:
            self.places = PLACES if task.vocabulary.begin is not None else PLACES[:1]
        folds = FOLDS if task.pooled and weight is None and len(task.train) >= FOLDS else 0
        fits = 0

        def fitted(rows: npt.NDArray[np.int64]) -> WordScores:
            nonlocal fits
            found = scores_of(
                task,
                self.clues,
                self.offsets,
                self.places,
                rows,
                lambda part: told((fits + part) / (folds + 1)),
            )
            fits += 1
            return found

        self.weight = weight or 0.0
        if folds:
            fold = np.random.default_rng(seed).permutation(len(task.train)) % folds
            right = np.zeros(len(BAYES))
            for number in range(folds):
                rows, held = np.flatnonzero(fold != number), fold == number
                right += self._right(fitted(rows), bayes_scores(task, rows), held)
            self.weight = BAYES[int(right.argmax())]
        every = np.arange(len(task.train))
        self.known = known = fitted(every)
        if self.weight:
            words = known.words + np.float32(self.weight) * bayes_scores(task, every)
            self.known = known = replace(known, words=words)
        self.said = known.said(task.train)
        self.answers = likely(self.said / np.float32(self.usual.soft))
        counted = known.pairs.counted(task.train.words)
        self.pairs = RankedPairs.of(
            known.pairs, counted, known.paired, self._points(known.paired[None])
        )

    def _right(
        self, known: WordScores, bayes: Floats, held: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """How many of some training texts are right with each weight of naive Bayes."""
        train = Split(self.task.train.words[held], self.task.train.labels[held])
        said, more = known.said(train), replace(known, words=bayes, paired=0 * known.paired)
        beside = more.said(train)
        given = np.array([(said + weight * beside).argmax(axis=1) for weight in BAYES])
        right: npt.NDArray[np.int64] = (given == train.labels).sum(axis=1)
        return right

    def plan(
        self, sizes: Sequence[int | tuple[int, ...]] | None, penalties: Sequence[float] | None
    ) -> list[Recipe]:
        """What is tried, with these numbers of groups and penalties or with the usual ones."""
        usual, words = self.usual, int((self.task.train.words >= 0).sum())
        ranked = self._ranked_offsets()
        wanted = [(size,) if isinstance(size, int) else size for size in sizes or usual.sizes]
        return [
            Recipe(size, tuple(sorted(ranked[:near])), many, penalty)
            for size in wanted
            if max(size) <= max(usual.few, words / EACH)
            for near in usual.near
            for many in usual.pairs
            for penalty in penalties or usual.penalties
        ]

    def _ranked_offsets(self) -> list[int]:
        """The offsets whose words say most of all first, and the word itself before them."""
        share = self.clues.counts / max(1, self.clues.counts.sum())
        means = np.einsum("w,owc->oc", share, self.known.words)
        spread = np.einsum("w,owc->o", share, np.square(self.known.words - means[:, None]))
        order = sorted(zip(-spread, self.offsets, strict=True))
        return [0, *(offset for _, offset in order if offset)]

    def groups(self, sizes: tuple[int, ...]) -> Groups:
        vocabulary = self.task.vocabulary
        ends = [
            vocabulary.words.index(mark)
            for mark in (vocabulary.begin, vocabulary.end)
            if mark is not None
        ]
        weights = np.sqrt(self.clues.counts).astype(np.float32)
        weights[ends] = 0
        some = self.clues.counts + 1 / len(weights)  # a group that only vectors know is one too
        points, every, counts = self._points(self.known.words), [], []
        for size in sizes:
            centres = centres_of(points, weights, size, self.seed)
            found, _ = nearest(points, centres)
            points = points - centres[found]
            found[ends] = len(centres) + np.arange(len(ends))
            used = np.bincount(found, some, len(centres) + len(ends))
            rank = np.argsort(np.argsort(-used, kind="stable")).astype(np.int32)
            every.append(rank[found])
            counts.append(len(used))
        return Groups(np.stack(every), tuple(counts))

    def _points(self, scores: Floats) -> Floats:
        """What each word says, in one row (words, offsets x classes), less of its neighbours.

        For texts, what matters more to the answers is farther apart.
        """
        if not self.task.pooled:
            offsets, words, classes = scores.shape
            beside = np.where(np.array(self.offsets) == 0, 1, BESIDE).astype(np.float32)
            weighted = scores * beside[:offsets, None, None]
            return weighted.transpose(1, 0, 2).reshape(words, offsets * classes)
        spread = np.diag(self.answers.mean(axis=0)) - self.answers.T @ self.answers / len(
            self.answers
        )
        sizes, axes = np.linalg.eigh(spread)
        return np.asarray(scores[0] @ axes * np.sqrt(np.maximum(sizes, 0)), np.float32)

    def start(self, groups: Groups, offsets: Sequence[int]) -> Floats:
        """The mean scores of the words of each group: (variables x offsets x groups, classes).

        Of a second variable, the means of what the first leaves over.
        """
        weights, tables = self.clues.counts + 1e-3, []
        left = self.known.words[[self.offsets.index(offset) for offset in offsets]]
        for of, count in zip(groups.of, groups.counts, strict=True):
            member = csr_matrix(
                (weights, (of, np.arange(len(of)))), shape=(count, len(of)), dtype=np.float32
            )
            total = np.maximum(np.asarray(member.sum(axis=1)), 1e-9)
            means = np.stack([member @ table / total for table in left])
            left = left - means[:, of]
            tables.append(means.reshape(-1, means.shape[2]))
        return np.concatenate(tables).astype(np.float32)

    def _answers(self, soft: np.float32) -> Floats:
        """What votes are fitted to: where the linear model is softened, and it has vectors, both
        its answers and the labels, in equal parts."""
        answers = likely(self.said / soft)
        if soft == 1 or not self.has_vectors:
            return answers
        labels = certain(self.task.train.labels, answers.shape[1])
        return np.asarray((answers + labels) / 2, np.float32)

    def candidates(self, plans: Sequence[Recipe]) -> Iterator[Candidate]:
        last: tuple[object, ...] = ()
        for plan in plans:
            soft = np.float32(1 if max(plan.sizes) >= self.usual.sharp else self.usual.soft)
            answers = self._answers(soft)
            if last[:1] != (plan.sizes,):
                groups = self.groups(plan.sizes)
            if last != (plan.sizes, plan.offsets):
                last = (plan.sizes, plan.offsets)
                seen = groups.features(self.task.train, plan.offsets)
                alone = real_votes(seen, answers, self.start(groups, plan.offsets) / soft)
            both, real, kept = seen, alone, self.pairs.first(plan.pairs)
            if plan.pairs:
                both = hstack([seen, kept.counted]).tocsr()
                start = np.concatenate([alone, kept.said / soft])
                real = real_votes(both, answers, start, held=self.usual.held)
            votes = whole_votes(both, answers, real, plan.penalty, self.usual.rounding)
            yield self.candidate(groups, plan, kept, votes)

    def candidate(self, groups: Groups, plan: Recipe, kept: RankedPairs, votes: Whole) -> Candidate:
        own = sum(groups.counts) * len(plan.offsets)
        used = np.flatnonzero(votes[own:].any(axis=1))
        chosen = VotingPairs(kept.pairs.kept(used), votes[own:][used])
        tables = [
            table.reshape(len(plan.offsets), count, -1)
            for table, count in zip(
                np.split(votes[:own], np.cumsum(groups.counts)[:-1] * len(plan.offsets)),
                groups.counts,
                strict=True,
            )
        ]
        program = program_of(self.task, groups.of, plan.offsets, tables, chosen)
        cast = [weight for vote in votes_of(program) for row in vote.weights for weight in row]
        validation = expected = evaluate_program(program, self.task, self.task.validation).main
        if self.task.pooled and not self.has_vectors:
            told = Split(self.task.train.words, self.answers.argmax(axis=1).astype(np.int32))
            alike = evaluate_program(program, self.task, told).main
            expected = TRUSTED * validation + (1 - TRUSTED) * alike
        voters = program.steps[: len(groups.counts)]
        return Candidate(
            program,
            validation,
            expected,
            lines=str(program).count("\n"),
            votes=sum(map(bool, cast)),
            groups=sum(len(set(step.lookup)) for step in voters if isinstance(step, Token)),
            pairs=len(used),
            recipe=plan,
        )


def votes_of(program: Program) -> tuple[Vote, ...]:
    return program.output.votes if isinstance(program.output, Classifier) else ()
