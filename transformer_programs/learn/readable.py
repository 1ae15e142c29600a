"""Short programs from labelled text, in a minute: groups of words, copied from near by, and votes.

1. How much each word speaks for each class, by a linear model that also knows vectors, shapes and
   endings (`word_scores`).
2. Words that say much the same are one group (`word_groups`).
3. For tags, the groups of the words at a few offsets are copied; which, is chosen on validation.
4. The groups vote, by small whole numbers (`whole_votes`).

More groups and more votes make a better and longer program: `readable` gives all that are worth
having. Nothing is fitted to the words of validation or test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task, TaskError, evaluate_program
from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Position,
    Step,
    Token,
    Variable,
    Vote,
)
from ..program.values import Categorical, Number
from ..simplify.groups import named_groups
from ..vectors import Vectors
from .whole_votes import Whole, real_votes, whole_votes
from .word_groups import grouped
from .word_scores import Clues, Floats, placed, word_scores

Telling = Callable[[str, float], None]

WINDOW = 2  # the farthest offset that is looked at
SIZES = (8, 16, 32, 64, 128)  # of the groups
PENALTIES = (0.5, 2.0, 6.0)  # what a vote must be worth, in log likelihood
FEW = 30_000  # cases are enough to choose offsets
GAIN = 0.001  # of the score on validation, for one more offset


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A program, how good it is on validation, and how much of it there is to read.

    `votes` counts those that are not 0, `rows` the values of variables that have any, `groups` the
    groups of words; `offsets` are where groups are copied from.
    """

    program: Program
    validation: float
    votes: int
    rows: int
    groups: int
    offsets: tuple[int, ...]
    penalty: float

    def __str__(self) -> str:
        return (
            f"{self.groups} groups, offsets {', '.join(f'{o:+}' for o in self.offsets)}: "
            f"{self.votes} votes in {self.rows} rows, validation {self.validation:.2%}"
        )


def seconds_needed(task: Task) -> float:
    """About how long `readable` takes on one core."""
    words = int((task.train.words >= 0).sum())
    labels = 1 if task.pooled else 2 * WINDOW + 1
    return 10 + words * labels * len(task.classes) / 1e5


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
    offsets = (0,) if task.pooled else tuple(range(-WINDOW, WINDOW + 1))
    tell("reading the words", 0.0)
    clues = Clues.of(task, vectors)
    scores = word_scores(task, clues, offsets, lambda part: tell("scoring words", 0.4 * part))
    learner = _Learner(task, clues, scores, offsets, seed)
    chosen = (0,) if task.pooled else learner.chosen_offsets(tell)
    found = []
    rounds = len(sizes) * len(penalties)
    for candidate in learner.candidates(sizes, penalties, chosen):
        found.append(candidate)
        tell(f"fitting votes; so far {candidate}", 0.5 + 0.5 * len(found) / rounds)
    return worth_having(found)


def worth_having(found: Sequence[Candidate]) -> list[Candidate]:
    """Those that no other one beats in both length and score, from the shortest to the best."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: (one.rows + one.groups, -one.validation)):
        if not kept or one.validation > kept[-1].validation:
            kept.append(one)
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The group of every word, in order of use; `begin` and `end` have their own."""

    of: npt.NDArray[np.int32]
    count: int

    @staticmethod
    def found(task: Task, clues: Clues, scores: Floats, size: int, seed: int) -> Groups:
        points = scores.transpose(1, 0, 2).reshape(scores.shape[1], -1)
        index = {word: i for i, word in enumerate(task.vocabulary.words)}
        ends = [index[m] for m in (task.vocabulary.begin, task.vocabulary.end) if m is not None]
        weights = np.sqrt(clues.counts).astype(np.float32)
        weights[ends] = 0
        group = grouped(points, weights, size, seed)
        group[ends] = size + np.arange(len(ends))
        some = clues.counts + 1 / len(group)  # a group that only vectors know is one too
        used = np.bincount(group, some, size + len(ends))
        order = np.argsort(-used, kind="stable")
        rank = np.argsort(order)
        return Groups(rank[group].astype(np.int32), int((used > 0).sum()))


class _Learner:
    """What all candidates of one task share."""

    def __init__(
        self, task: Task, clues: Clues, scores: Floats, offsets: Sequence[int], seed: int
    ) -> None:
        self.task, self.clues, self.scores = task, clues, scores
        self.offsets, self.seed = tuple(offsets), seed

    def groups(self, size: int) -> Groups:
        return Groups.found(self.task, self.clues, self.scores, size, self.seed)

    def start(self, groups: Groups, offsets: Sequence[int]) -> Floats:
        """The mean scores of the words of each group: (offsets x groups, classes)."""
        weights = self.clues.counts + 1e-3
        total = np.bincount(groups.of, weights, groups.count)
        tables = []
        for offset in offsets:
            table = self.scores[self.offsets.index(offset)]
            sums = [np.bincount(groups.of, weights * column, groups.count) for column in table.T]
            tables.append(np.stack(sums, axis=1) / total[:, None])
        return np.concatenate(tables).astype(np.float32)

    def chosen_offsets(self, tell: Telling) -> tuple[int, ...]:
        """Offsets that help on validation, one after the other from the word itself on."""
        groups = self.groups(32)
        chosen: tuple[int, ...] = (0,)
        best = self._tried(groups, chosen)
        while rest := [offset for offset in self.offsets if offset not in chosen]:
            tell(f"choosing offsets; so far {', '.join(f'{o:+}' for o in chosen)}", 0.45)
            tried = {o: self._tried(groups, tuple(sorted((*chosen, o)))) for o in rest}
            offset = max(tried, key=lambda one: tried[one])
            if tried[offset] < best + GAIN:
                break
            chosen, best = tuple(sorted((*chosen, offset))), tried[offset]
        return chosen

    def _tried(self, groups: Groups, offsets: tuple[int, ...]) -> float:
        seen, labels = features(self.task.train, groups, offsets)
        rows = np.random.default_rng(self.seed).permutation(len(labels))[:FEW]
        votes = real_votes(seen[rows], labels[rows], self.start(groups, offsets), rounds=15)
        held, _ = features(self.task.validation, groups, offsets)
        wanted = self.task.validation.labels
        answers = np.full(wanted.shape, -1, np.int32)
        answers[wanted >= 0] = (held @ votes).argmax(axis=1)
        return self.task.accuracy(answers, self.task.validation).main

    def candidates(
        self, sizes: Sequence[int], penalties: Sequence[float], offsets: tuple[int, ...]
    ) -> Iterator[Candidate]:
        for size in sizes:
            groups = self.groups(size)
            seen, labels = features(self.task.train, groups, offsets)
            real = real_votes(seen, labels, self.start(groups, offsets))
            for penalty in penalties:
                votes = whole_votes(seen, labels, real, penalty, self.seed)
                yield self.candidate(groups, offsets, votes, penalty)

    def candidate(
        self, groups: Groups, offsets: tuple[int, ...], votes: Whole, penalty: float
    ) -> Candidate:
        program = program_of(self.task, groups, offsets, votes)
        return Candidate(
            program,
            evaluate_program(program, self.task, self.task.validation).main,
            votes=int((votes != 0).sum()),
            rows=int((votes != 0).any(axis=1).sum()),
            groups=groups.count,
            offsets=offsets,
            penalty=penalty,
        )


def features(split: Split, groups: Groups, offsets: Sequence[int]) -> tuple[csr_matrix, Ints]:
    """Which group stands at each offset (cases, offsets x groups), and the labels.

    Beyond the ends of an input there is the first word, as heads have it.
    """
    group = np.where(split.words >= 0, groups.of[split.words], -1).astype(np.int32)
    if split.labels.ndim == 1:
        at, there = group, group >= 0
    else:
        scored = split.labels >= 0
        at = placed(group, offsets, outside=group[:, 0])[scored]
        at = at + np.arange(len(offsets), dtype=np.int32) * groups.count
        there = np.ones(at.shape, bool)
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, at[there], starts), shape=(len(at), groups.count * len(offsets)))
    found.sum_duplicates()
    return found, split.labels[split.labels >= 0]


def program_of(task: Task, groups: Groups, offsets: Sequence[int], votes: Whole) -> Program:
    """The program with these groups, copies and votes."""
    values = Categorical(tuple(range(groups.count)))
    group, place = Variable("group", values), Variable("positions", Number(0, None))
    copies = {offset: Variable(copy_name(offset), values) for offset in offsets if offset}
    heads = [
        CategoricalHead(out, place.name, place.name, group.name, Compare("==", offset))
        for offset, out in copies.items()
    ]
    steps: list[Step] = [Token(group, tuple(groups.of.tolist()))]
    steps += [Position(place), *heads] if heads else []
    tables = votes.reshape(len(offsets), groups.count, -1)
    cast = tuple(
        Vote(copies[offset].name if offset else group.name, tuple(map(tuple, table.tolist())))
        for offset, table in zip(offsets, tables, strict=True)
        if table.any()
    )
    output = Classifier(task.classes, cast, task.pooled)
    return named_groups(Program(task.vocabulary, tuple(steps), output))


def copy_name(offset: int) -> str:
    """
    >>> [copy_name(offset) for offset in (-2, -1, 1)]
    ['group_2_before', 'group_before', 'group_after']
    """
    many = "" if abs(offset) == 1 else f"_{abs(offset)}"
    return f"group{many}_{'before' if offset < 0 else 'after'}"
