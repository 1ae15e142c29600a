"""Short programs from labelled text, in a minute: groups of words, copied from near by, and votes.

1. How much each word speaks for each class, by a linear model that also knows vectors, shapes and
   endings (`word_scores`).
2. Words that say much the same are one group (`word_groups`).
3. For tags, the groups of the words at a few offsets are copied; which, is chosen on validation.
   For texts with one label, some pairs of a group and the one before it are values of their own.
4. The groups vote, by small whole numbers (`whole_votes`).

More groups, pairs and votes make a better and longer program: `readable` gives all that are worth
having. Nothing is fitted to the words of validation or test. A training input that has a part in
the groups of its words would have the votes believe them too much: so training is dealt into folds,
and votes are fitted to groups that each fold's words have without that fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError, evaluate_program
from ..program import Program
from ..program.steps import Classifier, Token, Vote
from ..simplify.judge import worth_having
from ..vectors import Vectors
from .text_program import GroupPairs, program_of
from .whole_votes import Whole, real_votes, whole_votes
from .word_groups import centres_of, nearest
from .word_scores import Clues, Floats, bayes_scores, cases, placed, word_scores

Telling = Callable[[str, float], None]

WINDOW = 2  # the farthest offset that is looked at
FOLDS = 3
BESIDE = 0.5  # the weight of what a word says of its neighbours, where words are grouped
OWN = (1.0, 0.3)  # variances of what words say; for texts the best in cross-validation,
BAYES = (0.0, 0.25, 0.5, 1.0)  # and the best weight of naive Bayes beside the regression
SIZES = (8, 16, 24, 32, 48, 64, 128, 256)  # of the groups
EACH = 800  # words of training for each group, where there are more than MANY
MANY = 64
NEAR = 3  # offsets of shorter programs for tags
PENALTIES = (0.5, 2.0, 8.0)  # what a vote must be worth, in log likelihood
PAIRS = (16, 48, 160)  # how many
PAIRED = 0.5  # the penalty where there are pairs
LEAST = 3  # training texts that have a pair
FEW = 30_000  # cases are enough to choose offsets
TRIED = 32  # groups for that
GAIN = 0.001  # of the score on validation, for one more offset


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A program, how good it is on validation, and how much of it there is to read.

    `lines` are those it prints; `votes` counts those that are not 0, `groups` and `pairs` the
    values there are; `offsets` are where groups are copied from.
    """

    program: Program
    validation: float
    lines: int
    votes: int
    groups: int
    pairs: int
    offsets: tuple[int, ...]
    penalty: float

    def __str__(self) -> str:
        offsets = ", ".join(f"{offset:+}" for offset in self.offsets if offset)
        copied = f", offsets {offsets}" if offsets else ""
        paired = f", {self.pairs} pairs" if self.pairs else ""
        return (
            f"{self.groups} groups{copied}{paired}: {self.votes} votes, {self.lines} lines, "
            f"validation {self.validation:.2%}"
        )


def seconds_needed(task: Task) -> float:
    """About how many seconds of one core `readable` takes."""
    words = int((task.train.words >= 0).sum())
    offsets = 1 if task.pooled else 2 * WINDOW + 1
    return 20 + words * offsets * len(task.classes) / 5e4


def readable(
    task: Task,
    *,
    vectors: Vectors | None = None,
    sizes: Sequence[int] = SIZES,
    penalties: Sequence[float] = PENALTIES,
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
    learner = _Learner(task, Clues.of(task, vectors), seed, tell)
    offsets = (0,) if task.pooled else learner.chosen_offsets()
    words = int((task.train.words >= 0).sum())
    plan = [
        Recipe(size, tuple(sorted(places)), many, penalty)
        for size in sizes
        if size <= max(MANY, words / EACH)
        for places in dict.fromkeys((offsets[:NEAR], offsets))
        for many in ((0, *PAIRS) if task.pooled else (0,))
        for penalty in (penalties if not many else (PAIRED,))
    ]
    found = []
    for candidate in learner.candidates(plan):
        found.append(candidate)
        tell(f"fitting votes; last: {candidate}", 0.6 + 0.4 * len(found) / len(plan))
    return worth_having(found, lambda one: one.lines, lambda one: one.validation)


class Recipe(NamedTuple):
    """How many groups, copied from where, how many pairs, and what a vote must be worth."""

    size: int
    offsets: tuple[int, ...]
    pairs: int
    penalty: float


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

    def __init__(self, task: Task, clues: Clues, seed: int, tell: Telling) -> None:
        self.task, self.clues, self.seed, self.tell = task, clues, seed, tell
        self.offsets = (0,) if task.pooled else tuple(range(-WINDOW, WINDOW + 1))
        many = min(FOLDS, len(task.train))
        order = np.random.default_rng(seed).permutation(len(task.train))
        self.fold = (order % many).astype(np.int64)
        self.fits = 0  # of linear models so far
        variances = OWN if task.pooled and many > 1 else OWN[:1]
        kept = [np.flatnonzero(self.fold != fold) for fold in range(many)] if many > 1 else []
        self.expected = 1 + len(variances) * len(kept)
        tried = {one: [self._scored(rows, one) for rows in kept] for one in variances}
        own, bayes = OWN[0], 0.0
        if task.pooled and kept:
            said = [bayes_scores(task, rows) for rows in kept]
            mixed = {
                (one, weight): [a + np.float32(weight) * b for a, b in zip(fits, said, strict=True)]
                for one, fits in tried.items()
                for weight in BAYES
            }
            own, bayes = max(mixed, key=lambda both: self._right(mixed[both]))
            tried = {own: mixed[own, bayes]}
        every = np.arange(len(task.train))
        self.scores = self._scored(every, own)
        if bayes:
            self.scores += np.float32(bayes) * bayes_scores(task, every)
        self.partial = tried[own] or [self.scores]

    def _scored(self, rows: npt.NDArray[np.int64], own: float) -> Floats:
        def told(part: float) -> None:
            self.tell("scoring words", 0.5 * (self.fits + part) / self.expected)

        found = word_scores(self.task, self.clues, self.offsets, rows, own, told)
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
        """What each word says, in one row (words, offsets x classes), less of its neighbours."""
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
        seen, labels = features(self.of_training(groups), train.labels, groups.count, offsets)
        rows = np.random.default_rng(self.seed).permutation(len(labels))[:FEW]
        votes = real_votes(seen[rows], labels[rows], self.start(groups, offsets), rounds=15)
        seen, _ = features(_grouped(held, groups), held.labels, groups.count, offsets)
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
                seen, labels = features(at, self.task.train.labels, groups.count, plan.offsets)
                alone = real_votes(seen, labels, self.start(groups, plan.offsets))
                paired = pairs_of(at, groups.count) if self.task.pooled else None
                ranked = None if paired is None else _ranked(seen, paired, labels, alone)
            kept, both, real = np.zeros(0, np.int64), seen, alone
            if plan.pairs and ranked is not None and paired is not None:
                kept = ranked[: plan.pairs]
                both = hstack([seen, paired[:, kept]]).tocsr()
                more = np.zeros((len(kept), alone.shape[1]), np.float32)
                real = real_votes(both, labels, np.concatenate([alone, more]))
            votes = whole_votes(both, labels, real, plan.penalty)
            yield self.candidate(groups, plan, kept, votes)

    def candidate(
        self,
        groups: Groups,
        plan: Recipe,
        pairs: npt.NDArray[np.int64],
        votes: Whole,
    ) -> Candidate:
        offsets, own = plan.offsets, groups.count * len(plan.offsets)
        used = votes[own:].any(axis=1)
        chosen = GroupPairs(tuple(pairs[used].tolist()), votes[own:][used])
        program = program_of(self.task, groups.of, groups.count, offsets, votes[:own], chosen)
        cast = [weight for vote in votes_of(program) for row in vote.weights for weight in row]
        return Candidate(
            program,
            evaluate_program(program, self.task, self.task.validation).main,
            lines=str(program).count("\n"),
            votes=sum(map(bool, cast)),
            groups=len(set(program.steps[0].lookup)) if isinstance(program.steps[0], Token) else 0,
            pairs=int(used.sum()),
            offsets=offsets,
            penalty=plan.penalty,
        )


def votes_of(program: Program) -> tuple[Vote, ...]:
    return program.output.votes if isinstance(program.output, Classifier) else ()


def _grouped(split: Split, groups: Groups) -> Ints:
    return np.where(split.words >= 0, groups.of[split.words], -1).astype(np.int32)


def features(
    group: Ints, labels: Ints, count: int, offsets: Sequence[int]
) -> tuple[csr_matrix, Ints]:
    """Which group stands at each offset (cases, offsets x groups), and the labels.

    Beyond the ends of an input there is the first word, as heads have it.
    """
    if labels.ndim == 1:
        return _counted(group, count), labels
    at = placed(group, offsets, outside=group[:, 0])[labels >= 0]
    at = at + np.arange(len(offsets), dtype=np.int32) * np.int32(count)
    return _counted(at, count * len(offsets)), labels[labels >= 0]


def pairs_of(group: Ints, count: int) -> csr_matrix:
    """How often each pair of a group and the one before it stands in each text."""
    before = placed(group, (-1,), outside=group[:, 0])[..., 0]
    return _counted(np.where(group >= 0, before * np.int32(count) + group, -1), count * count)


def _counted(values: Ints, size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


def _ranked(
    seen: csr_matrix, paired: csr_matrix, labels: Ints, alone: Floats
) -> npt.NDArray[np.int64]:
    """Pairs of groups, those first that say most beside what the groups say by themselves."""
    common = np.flatnonzero((paired > 0).sum(axis=0).A1 >= LEAST)
    more = np.zeros((len(common), alone.shape[1]), np.float32)
    both = hstack([seen, paired[:, common]]).tocsr()
    said = real_votes(both, labels, np.concatenate([alone, more]), rounds=20)[len(alone) :]
    often = np.sqrt(np.asarray(paired[:, common].sum(axis=0)).ravel())
    worth = np.linalg.norm(said - said.mean(axis=1, keepdims=True), axis=1) * often
    return np.asarray(common[np.argsort(-worth, kind="stable")], np.int64)
