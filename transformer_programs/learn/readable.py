"""Short programs from labelled text, in seconds: groups of words, copied from near by, and votes.

1. Words that say much the same are one group (`word_groups`). For tags, these are words that have
   the same tags, and the same tags beside them, about as often; rare words are judged by vectors,
   shapes and endings, too. For texts with one label, they are words with about the same scores in a
   linear model of words and pairs of words (`word_scores`). For tags, words then move to the group
   under which their labels are likeliest, and words that only vectors know join the most alike.
2. For tags, the groups of the words near by vote, too. While votes are fitted, rare words are now
   and then read as unknown. For texts, pairs of neighbouring words that say most beside their words
   form groups, too.
3. The groups vote, by small whole numbers (`whole_votes`). Votes for tags are fitted to the labels,
   those for texts to the answers of the linear model, which knows how far to trust a rare word.

More groups, pairs and votes make a better and longer program: `learn_readable` gives all that are
worth having. Settings are compared on inputs that were held out: the validation inputs for tags,
all inputs in cross-validation for texts. Those worth printing are then fitted to training and
validation together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError
from ..meaning.words import is_stand_in, stand_ins
from ..printer.size import worth_having
from ..program.program import linked
from ..simplifier import readable, simplify_exactly
from ..simplifier.vote_rules import level
from ..store.folder import Front, FrontEntry
from ..vectors import Vectors
from .front import measured
from .text_features import Floats, Indices, PairGroups, WordPairs, members, placed
from .text_program import Fitted, Recipe, groups_seen
from .whole_votes import MAX_VOTE, Whole, certain, likely, real_votes, whole_votes, without_idle
from .word_groups import better_groups, clusters, nearest_groups, profiles
from .word_scores import Clues, bayes_scores, scores_of

FOLDS = 4  # parts in which texts are held out, until there are enough texts
ENOUGH = 3_000
BAYES = (0.0, 0.25, 0.5, 1.0)  # weights of naive Bayes beside the regression: the best for texts
SOFT = np.float32(2)  # the answers of both are divided by this: texts are fitted to shares
PAIRS = 300  # of neighbouring words; half as many groups as words have
SHAPES = 48  # programs for texts with so many groups tell unknown words apart by shape and ending
MOVES = 2  # rounds in which words change their groups
APART = 0.95  # a program is printed if it is so much shorter than a better one


class Grid(NamedTuple):
    """The settings to try: numbers of groups read at some offsets, with pairs or not; vote costs.

    `units`: votes per unit of a logit, of which the best is kept.
    """

    groups: Sequence[tuple[int, tuple[int, ...]]]
    pairs: tuple[bool, ...]
    penalties: Sequence[float]
    units: tuple[float, ...]

    def recipes(self) -> list[Recipe]:
        return [
            Recipe(size, offsets, size // 2 * pairs, penalty)
            for size, offsets in self.groups
            for pairs in self.pairs
            for penalty in sorted(self.penalties)
        ]


BOTH, NEAR = (-1, 0, 1), (-2, -1, 0, 1, 2)  # offsets of the words that speak for a tag
FOR_TAGS = Grid(
    groups=((16, BOTH), (22, BOTH), (48, (-1, 0)), (32, NEAR), (64, NEAR), (128, NEAR)),
    pairs=(False,),
    penalties=(0.5, 5.0),
    units=(1.0, 1.5),
)
FOR_TEXTS = Grid(
    groups=tuple((size, (0,)) for size in (8, 16, 24, 48, 96)),
    pairs=(False, True),
    penalties=(0.3, 1.0, 3.0),
    units=(0.7, 1.0, 1.5, 2.5, 4.0, 6.0),
)


def learn_readable(
    task: Task,
    *,
    vectors: Vectors | None = None,
    sizes: Sequence[int] | None = None,
    penalties: Sequence[float] | None = None,
    seed: int = 0,
    on_progress: Callable[[str, float], None] = lambda doing, share: None,
) -> Front:
    """Programs for a task of text, from the shortest to the best on inputs that were held out.

    `sizes`: numbers of groups. `on_progress` is told what is being done, and which share is done.
    """
    if task.causal:
        raise TaskError(f"{task.name}: expected a task whose words may look ahead")
    on_progress("reading the words", 0.0)
    every = _joined([task.train, task.validation])
    folds, name = [(task.train, task.validation)], "hold-out"
    if task.pooled:
        folds, name = list(_folds(every, seed)), "cross-validation"
    held = _joined([out for _, out in folds])
    grid = FOR_TEXTS if task.pooled else FOR_TAGS
    if sizes:
        offsets = dict.fromkeys(near for _, near in grid.groups)
        grid = grid._replace(groups=[(size, near) for size in sizes for near in offsets])
    grid = grid._replace(penalties=penalties or grid.penalties)
    parts = [replace(task, train=rest) for rest in (*(rest for rest, _ in folds), every)]
    clues, learners = Clues.of(parts[-1], vectors), list[_Learner]()
    for number, part in enumerate(parts):

        def scored(share: float, done: int = number) -> None:
            on_progress("scoring words", 0.3 * (done + share) / len(parts))

        learners.append(_Learner(part, clues.counted(part.train), seed, scored))
    if task.pooled:
        weight = _bayes_weight(learners, [out for _, out in folds])
        for learner in learners:
            learner.fit_to(weight)
    plan = grid.recipes()
    tried: list[list[Fitted]] = [[] for _ in plan]
    for number, learner in enumerate(learners[:-1]):
        for i, fitted in enumerate(learner.fitted(plan)):
            tried[i].append(replace(fitted, held_sums=fitted.sums(folds[number][1])))
            done = (number * len(plan) + i + 1) / (len(folds) * len(plan))
            on_progress("fitting votes", 0.3 + 0.4 * done)
    best = _worth_printing([_judged(task, held, same) for same in tried])
    wanted = {(one.recipe.size, one.recipe.offsets, one.recipe.pairs) for one in best}
    plan = [one for one in plan if (one.size, one.offsets, one.pairs) in wanted]
    scores, found = {one.recipe: one for one in best}, list[FrontEntry]()
    says = f"to {len(every):,} inputs; settings chosen by {name} on {len(held):,} of them"
    for fitted in learners[-1].fitted(plan):
        if fitted.recipe not in scores:
            continue
        chosen = scores[fitted.recipe]
        one = replace(fitted, votes=learners[-1].needed_votes(fitted))
        program = linked(simplify_exactly(one.program(task)).program, "fitted", says)
        held_out = name, chosen.score, len(held)
        entry = measured(str(one), readable(program), task, held_out)
        found.append(replace(entry, temperature=round(chosen.temperature, 3)))
        on_progress(f"printing programs; last: {entry}", 0.7 + 0.3 * len(found) / len(best))
    return Front().joined(found)


def _judged(task: Task, held: Split, parts: Sequence[Fitted]) -> Fitted:
    """The last of the fits of one recipe, with its score and the sums of votes on all held out."""
    said, given = np.concatenate([one.held_sums for one in parts]), held.labels.copy()
    given[given >= 0] = said.argmax(axis=1)
    score, labels = task.accuracy(given, held).main, held.labels[held.labels >= 0]
    return replace(parts[-1], score=score, held_sums=said, held_labels=labels)


def _bayes_weight(learners: Sequence[_Learner], held: Sequence[Split]) -> float:
    """The weight of naive Bayes with the most right answers."""

    def right(weight: float) -> int:
        pairs = zip(learners, held, strict=False)
        return sum(
            (one.said(texts, weight).argmax(1) == texts.labels).sum() for one, texts in pairs
        )

    return max(BAYES, key=right)


def _joined(splits: Sequence[Split]) -> Split:
    """The inputs of several splits."""
    wide = max(split.words.shape[1] for split in splits)

    def padded(rows: Ints) -> Ints:
        return np.pad(rows, ((0, 0), (0, wide - rows.shape[1])), constant_values=-1)

    words = np.concatenate([padded(split.words) for split in splits])
    labels = [split.labels if split.labels.ndim == 1 else padded(split.labels) for split in splits]
    sentences = splits[0].sentences if len(splits) == 1 else None  # only scores of entities ask
    return Split(words, np.concatenate(labels), sentences)


def _folds(every: Split, seed: int) -> Iterator[tuple[Split, Split]]:
    """Texts to fit and texts held out, until those are enough; equal texts stay together."""
    different, of = np.unique(every.words, axis=0, return_inverse=True)
    fold = np.random.default_rng(seed).permutation(len(different))[of.ravel()] % FOLDS
    for number in range(min(FOLDS, len(different)) if len(different) > 1 else 0):
        if (fold < number).sum() < ENOUGH:
            parts = (fold != number, fold == number)
            rest, held = (Split(every.words[rows], every.labels[rows]) for rows in parts)
            yield rest, held


def _worth_printing(tried: Sequence[Fitted]) -> list[Fitted]:
    """The best for their length, each clearly longer than the one before."""
    found: list[Fitted] = []
    for one in reversed(worth_having(tried, lambda one: one.lines, lambda one: one.score)):
        if not found or one.lines < APART * found[-1].lines:
            found.append(one)
    return found[::-1]


class _Learner:
    """The data shared by all programs of a task: points to group, and answers to fit votes to."""

    def __init__(
        self, task: Task, clues: Clues, seed: int, on_progress: Callable[[float], None]
    ) -> None:
        self.task, self.seed, self.clues, self.train = task, seed, clues, task.train
        self.units = (FOR_TEXTS if task.pooled else FOR_TAGS).units
        classes = len(task.classes)
        self.answers = certain(task.train.labels[task.train.labels >= 0], classes)
        self.scores = np.zeros((len(clues.counts), classes), np.float32)
        self.pairs = WordPairs.of(task.train.words[:0], len(clues.counts))
        self.paired = self.scores[:0]
        if task.pooled:
            self.known = scores_of(task, clues, with_pairs=True, on_progress=on_progress)
            self.bayes = bayes_scores(task)
            return
        self.points = profiles(task, clues)
        self.train = Split(self._rare_as_unknown(), task.train.labels)
        self.own = np.flatnonzero(clues.vectors.any(axis=1))  # words with vectors of their own
        if len(self.own):
            self.known = scores_of(task, clues, NEAR, on_progress=on_progress)
            self.likely = likely(self.known.said(task.train))
            self.unseen = np.setdiff1d(self.own, np.flatnonzero(clues.counts))

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
        unseen, own = np.array(instead, np.int32), np.flatnonzero(self.clues.vectors.any(axis=1))
        unseen[own] = len(unseen) + own  # as its vector, shape and ending have it
        return np.where(unknown, unseen[words], words)

    def said(self, split: Split, weight: float) -> Floats:
        """The scores of texts by words and pairs, with a weight of naive Bayes."""
        words = self.known.words + np.float32(weight) * self.bayes[None]
        return replace(self.known, words=words).said(split)

    def fit_to(self, weight: float) -> None:
        """Fit votes to the linear model with this weight of naive Bayes."""
        scores = (self.known.words[0] + np.float32(weight) * self.bayes) / SOFT
        self.scores = np.asarray(scores, np.float32)
        self.likely = self.answers = likely(self.said(self.train, weight) / SOFT)
        self.points = self._points(self.scores)
        said = self.known.paired / SOFT
        said -= said.mean(axis=1, keepdims=True)
        often = self.known.pairs.counted(self.train.words).sum(axis=0)
        plain = [
            word.isprintable() and word.split() == [word] for word in self.task.vocabulary.words
        ]
        named = np.array(plain)[np.stack(np.divmod(self.known.pairs.listed, len(plain)))]
        often = np.asarray(often).ravel() * named.all(axis=0)  # those that can be shown
        worth = np.linalg.norm(self._points(said), axis=1) * np.sqrt(often)
        kept = np.sort(np.argsort(-worth, kind="stable")[:PAIRS])
        self.pairs, self.paired = self.known.pairs.kept(kept), said[kept]

    def _points(self, scores: Floats) -> Floats:
        """The scores of each word, so that what matters more to the answers is farther apart."""
        answers = self.likely
        spread = np.diag(answers.mean(axis=0)) - answers.T @ answers / len(answers)
        sizes, axes = np.linalg.eigh(spread)
        return np.asarray(scores @ axes * np.sqrt(np.maximum(sizes, 0)), np.float32)

    def groups(self, size: int) -> tuple[Ints, int]:
        """The group of every word, in order of use; the marks at the ends have their own."""
        vocabulary = self.task.vocabulary
        counts = np.pad(self.clues.counts, (0, len(self.points) - len(vocabulary.words)))
        # Every occurrence of a word has a tag; in texts, common words decide less often.
        weights = (np.sqrt(counts) if self.task.pooled else counts).astype(np.float32)
        index = {word: i for i, word in enumerate(vocabulary.words)}
        ends = [index[mark] for mark in (vocabulary.begin, vocabulary.end) if mark is not None]
        weights[ends] = 0
        found = clusters(self.points, weights, size, self.seed)
        if self.task.pooled and size < SHAPES and vocabulary.unknown is not None:
            # Unknown words are read alike: to tell their shapes apart takes a dozen lines.
            stand_in = [is_stand_in(word) for word in vocabulary.words]
            found[np.flatnonzero(stand_in)] = found[index[vocabulary.unknown]]
        own = np.arange(len(ends)) * (not self.task.pooled)  # a text has both: one is enough
        found[ends] = int(found.max()) + 1 + own
        used = np.bincount(found, counts + 1 / len(found))
        rank = np.argsort(np.argsort(-used, kind="stable")).astype(np.int32)
        return rank[found], len(used)

    def moved(self, groups: Ints, count: int, offsets: Sequence[int]) -> Ints:
        """The groups of words for tags after some rounds of moves that make the labels likelier."""
        there = self.task.train.labels >= 0
        at = placed(self.train.words, offsets, outside=self.train.words[:, 0])[there]
        vocabulary, groups, words = self.task.vocabulary, groups.copy(), len(self.scores)
        moves = np.bincount(at.ravel(), minlength=len(groups)) > 0
        ends = [vocabulary.words.index(w) for w in (vocabulary.begin, vocabulary.end) if w]
        moves[ends] = moves[words + self.own] = False
        for _ in range(MOVES):
            if len(self.own):
                groups[self.unseen], groups[words + self.own] = self._unseen(groups[:words], ends)
            seen = groups_seen(self.train, groups, count, offsets)
            start = np.zeros((seen.shape[1], len(self.task.classes)), np.float32)
            votes = real_votes(seen, self.answers, start).reshape(len(offsets), count, -1)
            groups[moves] = better_groups(at, self.answers, groups, votes)[moves]
        return groups

    def _unseen(self, groups: Ints, ends: Sequence[int]) -> tuple[Indices, Indices]:
        """The groups of words that training does not have, and of all with vectors if unknown."""
        points, alike = (
            np.concatenate([self._points(table) for table in tables], axis=1)
            for tables in (self.known.words, self.known.alike)
        )
        weights = (self.clues.counts * ~np.isin(groups, groups[ends])).astype(np.float32)
        found = nearest_groups(points, alike, groups, weights)
        return found[self.unseen], found[self.own]

    def pair_groups(self, size: int) -> PairGroups:
        """Groups of pairs of words that say much the same."""
        if not size or not len(self.pairs.listed):
            return PairGroups.none(len(self.scores))
        often = np.asarray(self.pairs.counted(self.train.words).sum(axis=0)).ravel()
        found = clusters(self._points(self.paired), np.sqrt(often), size, self.seed)
        return PairGroups(self.pairs, found, int(found.max()) + 1)

    def fitted(self, plans: Sequence[Recipe]) -> Iterator[Fitted]:
        """The fitted votes of recipes; equal groups, and among them equal pairs, stand together."""
        weights = self.clues.counts + 1e-3
        for (size, offsets), same in groupby(plans, lambda plan: (plan.size, plan.offsets)):
            groups, count = self.groups(size)
            if not self.task.pooled:
                groups = self.moved(groups, count, offsets)
            seen = groups_seen(self.train, groups, count, offsets)
            groups = groups[: len(self.scores)]  # of the words themselves
            alone = np.tile(_means(self.scores, groups, count, weights), (len(offsets), 1))
            for many, recipes in groupby(same, lambda plan: plan.pairs):
                both, start, pairs = seen, alone, self.pair_groups(many)
                if pairs.count:
                    times = pairs.pairs.counted(self.train.words)
                    often = np.asarray(times.sum(axis=0)).ravel()
                    both = hstack([seen, times @ members(pairs.groups, pairs.count)]).tocsr()
                    said = _means(self.paired, pairs.groups, pairs.count, often)
                    start = np.concatenate([alone, said])
                own, real = list(recipes), real_votes(both, self.answers, start)
                if not self.task.pooled:
                    real = _levelled(real, seen, offsets.index(0), count)
                penalties = [plan.penalty for plan in own]
                cast = whole_votes(both, self.answers, real, penalties, self.units)
                for plan, votes in zip(own, cast, strict=True):
                    yield Fitted(plan, groups, count, pairs, votes)

    def needed_votes(self, fitted: Fitted) -> Whole:
        """The votes without rows that change no answer in training; the commonest vote is 0."""
        votes = without_idle(fitted.seen(self.task.train), fitted.votes)
        votes = np.array([level(tuple(row)) for row in votes.tolist()])
        return np.asarray(np.maximum(votes, -MAX_VOTE))


def _levelled(votes: Floats, seen: csr_matrix, own: int, count: int) -> Floats:
    """Votes of which words beside a word give none in most cases; the word itself gives these."""
    often = np.asarray(seen.sum(axis=0)).ravel()
    tables = votes.reshape(-1, count, votes.shape[1]).copy()
    for place, counts in enumerate(often.reshape(-1, count)):
        usual = tables[place][int(counts.argmax())].copy()
        usual -= np.median(usual)
        if place != own:
            tables[place] -= usual
            tables[own] += usual
    return tables.reshape(votes.shape)


def _means(scores: Floats, groups: Ints | Indices, count: int, weights: Floats) -> Floats:
    """The mean scores of the words or pairs of each group (groups, classes)."""
    member = members(groups, count).T.multiply(weights).tocsr()
    total = np.maximum(np.asarray(member.sum(axis=1)), 1e-9)
    return np.asarray(member @ scores / total, np.float32)
