"""Short programs from labelled text, in a minute: groups of words, copied from near by, and votes.

1. How much each word speaks for each class, by a linear model that also knows vectors, shapes and
   endings (`word_scores`).
2. Words that say much the same are one group (`word_groups`).
3. For tags, the groups of the words at a few offsets are copied; which, is chosen on validation.
   For texts with one label, some pairs vote too: of a word, or group, with one before it, or of a
   word with the first.
4. The groups vote, by small whole numbers (`whole_votes`).

More groups, pairs and votes make a better and longer program: `readable` gives all that are worth
having. Nothing is fitted to test.

Votes are fitted to labels. An input that has a part in the groups of its words would have the votes
believe them too much: so training is dealt into folds, and votes are fitted to groups that each
fold's words have without that fold. For texts with one label, votes are also fitted to the answers
of a linear model of words and pairs of words, which knows how far to trust a rare one. Programs of
this kind that are chosen on validation are fitted again, to training and validation. Without
vectors too little is known of a rare word without its fold, and there are only these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError, evaluate_program
from ..program import Program
from ..program.steps import Classifier, Token, Vote
from ..vectors import Vectors
from .candidate import Candidate, Recipe, front_of_candidates
from .group_features import NONE, RankedPairs, features, group_pairs, likely
from .text_program import VotingPairs, program_of
from .whole_votes import Rounding, Whole, certain, real_votes, whole_votes
from .word_groups import centres_of, nearest
from .word_scores import (
    FIRST,
    Clues,
    Floats,
    bayes_scores,
    cases,
    text_scores,
    word_scores,
)

Telling = Callable[[str, float], None]

WINDOW = 2  # the farthest offset that is looked at
FOLDS = 3
BESIDE = 0.5  # the weight of what a word says of its neighbours, where words are grouped
OWN = (1.0, 0.3)  # variances of what words say; for texts the best in cross-validation,
BAYES = (0.0, 0.25, 0.5, 1.0)  # and the best weight of naive Bayes beside the regression
EACH = 800  # words of training for each group, where there are more than `few`
PLACES = (-1, -2, FIRST)  # where the other word of a pair stands
NEAR = 3  # offsets of shorter programs for tags
SOFT = 2.0  # what the linear model says of texts is divided by this
TRUSTED = 0.25  # the weight of validation where texts are also compared with the linear model
FEW = 30_000  # cases are enough to choose offsets
TRIED = 32  # groups for that
GAIN = 0.001  # of the score on validation, for one more offset


class Tried(NamedTuple):
    """What is tried: numbers of groups (to `few` always), of pairs; what a vote must be worth.

    `held`: the variance of real votes where there are pairs.
    """

    sizes: tuple[int, ...]
    few: int
    pairs: tuple[int, ...]
    penalties: tuple[float, ...]
    held: float
    rounding: Rounding


SIZES = (8, 16, 24, 32, 48, 64, 128, 256)
FOR_TAGS = Tried(SIZES, 64, (0,), (0.5, 2.0, 8.0), 1.0, Rounding(1, balanced=False))
FOR_TEXTS = FOR_TAGS._replace(pairs=(0, 16, 48, 160))
TAUGHT = Tried(
    (8, 16, 32, 48, 64, 96, 192), 96, (0, 50, 150, 400), (0.1, 0.25), 0.3, Rounding(2, True)
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
    sizes: Sequence[int] | None = None,
    penalties: Sequence[float] | None = None,
    seed: int = 0,
    progress: Telling | None = None,
) -> list[Candidate]:
    """Programs for a task of text, from the shortest to the best on validation.

    `progress` is told what is being done, and which share of all is done.
    """
    if task.causal:
        raise TaskError(f"{task.name}: expected a task whose words may look ahead")
    tell = progress or (lambda doing, share: None)
    tell("reading the words", 0.0)
    clues, settled, found = Clues.of(task, vectors), None, []
    ways = (False,) if not task.pooled else (True,) if vectors is None else (False, True)
    for number, taught in enumerate(ways):
        begun, part = 0.7 * number / len(ways), 0.7 / len(ways)

        def told(doing: str, share: float, begun: float = begun, part: float = part) -> None:
            tell(doing, begun + part * share)

        learner = _Learner(task, clues, seed, told, taught, settled)
        settled = learner.settled
        plan = learner.plan(sizes, penalties)
        for count, candidate in enumerate(learner.candidates(plan)):
            found.append(candidate)
            told(f"fitting votes; last: {candidate}", 0.6 + 0.4 * (count + 1) / len(plan))
    front = front_of_candidates(found)
    wanted = [one.recipe for one in front if one.recipe.taught]
    if not wanted:
        return front
    tell("fitting again, now also to validation", 0.7)
    both = replace(task, train=_joined(task.train, task.validation))
    again = _Learner(
        both,
        Clues.of(both, vectors),
        seed,
        lambda doing, share: tell(f"again, now also with validation: {doing}", 0.7 + 0.3 * share),
        True,
        settled,
    )
    made = again.candidates(wanted)
    return [
        replace(next(made), validation=old.validation, expected=old.expected)
        if old.recipe.taught
        else old
        for old in front
    ]


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
    """The group of every word, in order of use; `begin` and `end` have their own.

    `without` (folds, words): the groups that words have without a fold of training.
    """

    of: npt.NDArray[np.int32]
    without: npt.NDArray[np.int32]
    count: int


class _Learner:
    """What all candidates of one task share.

    `scores` (offsets, words, classes) are those of all of training; `partial` of it without each
    fold; `fold` (inputs,) says which fold an input of training is in.
    """

    def __init__(
        self,
        task: Task,
        clues: Clues,
        seed: int,
        tell: Telling,
        taught: bool,
        settled: tuple[float, float] | None = None,
    ) -> None:
        self.task, self.clues, self.seed, self.tell = task, clues, seed, tell
        self.taught = taught
        self.usual = (TAUGHT if taught else FOR_TEXTS) if task.pooled else FOR_TAGS
        self.places = PLACES if task.vocabulary.begin is not None else (-1,)
        self.offsets = (0,) if task.pooled else tuple(range(-WINDOW, WINDOW + 1))
        many = min(FOLDS, len(task.train))
        order = np.random.default_rng(seed).permutation(len(task.train))
        self.fold = (order % many).astype(np.int64)
        self.fits = 0  # of linear models so far
        variances = OWN if task.pooled and many > 1 else OWN[:1]
        kept = [np.flatnonzero(self.fold != fold) for fold in range(many)] if many > 1 else []
        kept = kept if settled is None else []
        self.expected = 1 + len(variances) * len(kept)
        tried = {one: [self._scored(rows, one) for rows in kept] for one in variances}
        self.settled = settled or (OWN[0], 0.0)
        if task.pooled and kept:
            said = [bayes_scores(task, rows) for rows in kept]
            mixed = {
                (one, weight): [a + np.float32(weight) * b for a, b in zip(fits, said, strict=True)]
                for one, fits in tried.items()
                for weight in BAYES
            }
            self.settled = max(mixed, key=lambda both: self._right(mixed[both]))
            tried = {self.settled[0]: mixed[self.settled]}
        self.pairs = NONE
        if taught:
            self._teach()
            self.partial, self.fold = [self.scores], np.zeros_like(self.fold)
            return
        own, weight = self.settled
        every = np.arange(len(task.train))
        self.scores: Floats = self._scored(every, own)
        self.scores += np.float32(weight) * bayes_scores(task, every) if weight else np.float32(0)
        self.partial = tried[own] if kept else [self.scores]
        self.answers = certain(task.train.labels[task.train.labels >= 0], len(task.classes))

    def plan(self, sizes: Sequence[int] | None, penalties: Sequence[float] | None) -> list[Recipe]:
        """What is tried, with these numbers of groups and penalties or with the usual ones."""
        usual, words = self.usual, int((self.task.train.words >= 0).sum())
        offsets = (0,) if self.task.pooled else self.chosen_offsets()
        penalties = penalties or usual.penalties
        return [
            Recipe(size, tuple(sorted(places)), many, penalty, self.taught)
            for size in sizes or usual.sizes
            if size <= max(usual.few, words / EACH)
            for places in dict.fromkeys((offsets[:NEAR], offsets))
            for many in usual.pairs
            for penalty in (penalties if self.taught or not many else penalties[:1])
        ]

    def _teach(self) -> None:
        """Take as answers what a linear model of words and pairs says of the texts of training."""
        task, (own, weight) = self.task, self.settled
        words, pairs, paired = text_scores(task, self.clues, own, self.places, self._told)
        words += np.float32(weight) * bayes_scores(task, np.arange(len(task.train)))
        seen, _ = cases(task.train, (0,), len(self.clues.counts))
        counted = pairs.counted(task.train.words)
        self.answers = likely((seen @ words[0] + counted @ paired) / SOFT)
        self.scores, paired = words / np.float32(SOFT), paired / np.float32(SOFT)
        self.pairs = RankedPairs.of(pairs, counted, paired, self._points(paired[None]))

    def _told(self, part: float) -> None:
        self.tell("scoring words", 0.5 * (self.fits + part) / self.expected)

    def _scored(self, rows: npt.NDArray[np.int64], own: float) -> Floats:
        found = word_scores(self.task, self.clues, self.offsets, rows, own, self._told)
        self.fits += 1
        return found

    def _right(self, partial: Sequence[Floats]) -> int:
        """How many training texts are right by the words of all others."""
        train, right = self.task.train, 0
        for fold, scores in enumerate(partial):
            held = self.fold == fold
            seen, labels = cases(
                Split(train.words[held], train.labels[held]), (0,), scores.shape[1]
            )
            right += int(((seen @ scores[0]).argmax(axis=1) == labels).sum())
        return right

    def groups(self, size: int) -> Groups:
        vocabulary = self.task.vocabulary
        ends = [
            vocabulary.words.index(mark)
            for mark in (vocabulary.begin, vocabulary.end)
            if mark is not None
        ]
        weights = np.sqrt(self.clues.counts).astype(np.float32)
        weights[ends] = 0
        first, *others = [self._points(one) for one in (self.scores, *self.partial)]
        centres = centres_of(first, weights, size, self.seed)
        found = np.stack([nearest(points, centres)[0] for points in (first, *others)])
        met = np.unique(found[1:, weights > 0])
        if len(met) < len(centres):  # no votes can be fitted to groups that no fold has
            centres = centres[met]
            found = np.stack([nearest(points, centres)[0] for points in (first, *others)])
        found[:, ends] = len(centres) + np.arange(len(ends))
        some = self.clues.counts + 1 / found.shape[1]  # a group that only vectors know is one too
        used = np.bincount(found[0], some, len(centres) + len(ends))
        rank = np.argsort(np.argsort(-used, kind="stable")).astype(np.int32)
        return Groups(rank[found[0]], rank[found[1:]], len(used))

    def _points(self, scores: Floats) -> Floats:
        """What each word says, in one row (words, offsets x classes), less of its neighbours.

        Where a linear model gives the answers, what matters more to these is farther apart.
        """
        if self.taught:
            spread = np.diag(self.answers.mean(axis=0)) - self.answers.T @ self.answers / len(
                self.answers
            )
            sizes, axes = np.linalg.eigh(spread)
            return np.asarray(scores[0] @ axes * np.sqrt(np.maximum(sizes, 0)), np.float32)
        weights = [1.0 if offset == 0 else BESIDE for offset in self.offsets]
        weighted = scores * np.array(weights, np.float32)[:, None, None]
        return weighted.transpose(1, 0, 2).reshape(scores.shape[1], -1)

    def start(self, groups: Groups, offsets: Sequence[int]) -> Floats:
        """The mean scores of the words of each group: (offsets x groups, classes)."""
        weights = self.clues.counts + 1e-3
        total = np.maximum(np.bincount(groups.of, weights, groups.count), 1e-9)
        tables = []
        for offset in offsets:
            table = self.scores[self.offsets.index(offset)]
            sums = [np.bincount(groups.of, weights * column, groups.count) for column in table.T]
            tables.append(np.stack(sums, axis=1) / total[:, None])
        return np.concatenate(tables).astype(np.float32)

    def of_training(self, groups: Groups) -> Ints:
        """The group of each word of training, made without its fold; -1 for padding."""
        words = self.task.train.words
        return np.where(words >= 0, groups.without[self.fold[:, None], words], -1).astype(np.int32)

    def chosen_offsets(self) -> tuple[int, ...]:
        """Offsets that help on validation, the word itself first, then by how much they help."""
        groups = self.groups(TRIED)
        chosen: tuple[int, ...] = (0,)
        best = self._tried(groups, chosen)
        while rest := [offset for offset in self.offsets if offset not in chosen]:
            self.tell(f"choosing offsets; so far {', '.join(f'{o:+}' for o in chosen)}", 0.55)
            tried = {o: self._tried(groups, tuple(sorted((*chosen, o)))) for o in rest}
            offset = max(tried, key=lambda one: tried[one])
            if tried[offset] < best + GAIN:
                break
            chosen, best = (*chosen, offset), tried[offset]
        return chosen

    def _tried(self, groups: Groups, offsets: tuple[int, ...]) -> float:
        train, held = self.task.train, self.task.validation
        seen = features(self.of_training(groups), train.labels, groups.count, offsets)
        rows = np.random.default_rng(self.seed).permutation(len(self.answers))[:FEW]
        votes = real_votes(seen[rows], self.answers[rows], self.start(groups, offsets), rounds=15)
        seen = features(_grouped(held, groups), held.labels, groups.count, offsets)
        answers = np.full(held.labels.shape, -1, np.int32)
        answers[held.labels >= 0] = (seen @ votes).argmax(axis=1)
        return self.task.accuracy(answers, held).main

    def candidates(self, plans: Sequence[Recipe]) -> Iterator[Candidate]:
        last: tuple[object, ...] = ()
        for plan in plans:
            if last[:1] != (plan.size,):
                groups = self.groups(plan.size)
                at = self.of_training(groups)
            if last != (plan.size, plan.offsets):
                last = (plan.size, plan.offsets)
                seen = features(at, self.task.train.labels, groups.count, plan.offsets)
                alone = real_votes(seen, self.answers, self.start(groups, plan.offsets))
                pairs = self.pairs
                if self.task.pooled and not self.taught:
                    pairs = group_pairs(at, groups.count, seen, self.answers, alone)
            both, real, kept = seen, alone, pairs.first(plan.pairs)
            if plan.pairs:
                both = hstack([seen, kept.counted]).tocsr()
                start = np.concatenate([alone, kept.said])
                real = real_votes(both, self.answers, start, held=self.usual.held)
            votes = whole_votes(both, self.answers, real, plan.penalty, self.usual.rounding)
            yield self.candidate(groups, plan, kept, votes)

    def candidate(
        self,
        groups: Groups,
        plan: Recipe,
        kept: RankedPairs,
        votes: Whole,
    ) -> Candidate:
        offsets, own = plan.offsets, groups.count * len(plan.offsets)
        used = np.flatnonzero(votes[own:].any(axis=1))
        chosen = VotingPairs(kept.pairs.kept(used), votes[own:][used], of_words=self.taught)
        program = program_of(self.task, groups.of, groups.count, offsets, votes[:own], chosen)
        cast = [weight for vote in votes_of(program) for row in vote.weights for weight in row]
        validation = expected = evaluate_program(program, self.task, self.task.validation).main
        if self.taught and not self.clues.vectors.shape[1]:
            told = Split(self.task.train.words, self.answers.argmax(axis=1).astype(np.int32))
            alike = evaluate_program(program, self.task, told).main
            expected = TRUSTED * validation + (1 - TRUSTED) * alike
        return Candidate(
            program,
            validation,
            expected,
            lines=str(program).count("\n"),
            votes=sum(map(bool, cast)),
            groups=len(set(program.steps[0].lookup)) if isinstance(program.steps[0], Token) else 0,
            pairs=len(used),
            recipe=plan,
        )


def votes_of(program: Program) -> tuple[Vote, ...]:
    return program.output.votes if isinstance(program.output, Classifier) else ()


def _grouped(split: Split, groups: Groups) -> Ints:
    return np.where(split.words >= 0, groups.of[split.words], -1).astype(np.int32)
