"""When no program is right: the best found variables, as voters of a linear classifier.

Greedy: of all variables the one that explains most of what is still wrong joins, then all votes
are fitted anew to their optimum. Words and positions are always offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..program import Program
from ..program.steps import Classifier, Formula, Mlp, Variable, Vote
from ..program.values import Categorical
from ..simplify.refit import refit
from .arena import Arena
from .building import Piece, parts, steps_of
from .domain import Domain
from .written import without_pairs

MOST_VOTERS = 6
MOST_VALUES = 16  # of a number that votes; larger and smaller ones are held within
MOST_CLASSES = 64
LABELS = 12_000  # labels that votes are fitted on
SCALE = 1000
ALWAYS = 1_000_000_000  # votes that decide
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Voting:
    """A classifier program, and how much of the training labels it gets right.

    `plain`: with words and positions as the only voters.
    """

    program: Program
    right: float
    plain: float
    voters: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Voter:
    """A variable as a voter: one row of votes for each value from low to high."""

    piece: Piece
    low: int
    high: int
    codes: npt.NDArray[np.int64]

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def hot(self) -> Floats:
        return np.asarray(np.eye(self.size)[self.codes])


def vote(
    domain: Domain,
    candidates: Sequence[Piece],
    words: npt.NDArray[np.int32],
    labels: npt.NDArray[np.int32],
    pooled: bool = False,
) -> Voting | None:
    """The best classifier over a few of these variables.

    None for one label per input, and for so many labels that nobody would read their votes.
    """
    if pooled or len(domain.classes) > MOST_CLASSES:
        return None
    rows = np.flatnonzero((labels >= 0).any(axis=1))
    count = int((labels[rows] >= 0).sum())
    rows = rows[: max(1, int(len(rows) * min(1.0, LABELS / max(1, count))))]
    arena = Arena(domain, words[rows])
    asked = labels[rows][:, : arena.width] >= 0
    wanted = labels[rows][:, : arena.width][asked].astype(np.int64)
    offered = [_voter(one, arena, asked) for one in candidates]
    base = offered[:2]  # words and positions
    chosen = list(base)
    weights = _fitted(chosen, wanted, len(domain.classes))
    plain = _right(chosen, weights, wanted)
    while len(chosen) < len(base) + MOST_VOTERS:
        left = _errors(chosen, weights, wanted, len(domain.classes))
        best = max(offered, key=lambda voter: _explains(voter, left))
        if best in chosen:
            break
        tried = [*chosen, best]
        new = _fitted(tried, wanted, len(domain.classes))
        if _right(tried, new, wanted) <= _right(chosen, weights, wanted):
            break
        chosen, weights = tried, new
    program = _program(domain, chosen, weights)
    pieces = tuple(voter.piece for voter in chosen)
    return Voting(program, _right(chosen, weights, wanted), plain, pieces)


def _voter(piece: Piece, arena: Arena, asked: npt.NDArray[np.bool_]) -> _Voter:
    values = arena.values(piece)[asked]
    if isinstance(piece.type, Categorical):
        return _Voter(piece, 0, len(arena.domain.words) - 1, values.astype(np.int64))
    low, high = int(np.quantile(values, 0.01)), int(np.quantile(values, 0.99))
    high = min(high, low + MOST_VALUES - 1)
    return _Voter(piece, low, high, np.clip(values, low, high).astype(np.int64) - low)


def _fitted(voters: Sequence[_Voter], wanted: npt.NDArray[np.int64], classes: int) -> Floats:
    features = np.concatenate([voter.hot() for voter in voters], axis=1)
    start = np.zeros((features.shape[1], classes))
    return refit(features, wanted, np.ones(len(wanted)), start)


def _scores(voters: Sequence[_Voter], weights: Floats) -> Floats:
    starts = np.cumsum([0, *(voter.size for voter in voters)])
    return sum(
        (weights[start + voter.codes] for voter, start in zip(voters, starts, strict=False)),
        start=np.zeros((len(voters[0].codes), weights.shape[1])),
    )


def _right(voters: Sequence[_Voter], weights: Floats, wanted: npt.NDArray[np.int64]) -> float:
    return float((_scores(voters, weights).argmax(axis=1) == wanted).mean())


def _errors(
    voters: Sequence[_Voter], weights: Floats, wanted: npt.NDArray[np.int64], classes: int
) -> Floats:
    """How far the likelihood of each class is from what is right, label by label."""
    scores = _scores(voters, weights)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return np.asarray(np.eye(classes)[wanted] - likely)


def _explains(voter: _Voter, left: Floats) -> float:
    """How much of the errors one value of the variable has in common with another."""
    sums = np.zeros((voter.size, left.shape[1]))
    np.add.at(sums, voter.codes, left)
    counts = np.maximum(1, np.bincount(voter.codes, minlength=voter.size))
    return float((sums**2 / counts[:, None]).sum())


def _program(domain: Domain, voters: Sequence[_Voter], weights: Floats) -> Program:
    """The steps of every voter, each number held within the values that vote."""
    pieces = [without_pairs(voter.piece, domain) for voter in voters]
    steps = steps_of(*pieces)
    names = {piece: step.out.name for piece, step in zip(parts(*pieces), steps, strict=True)}
    starts = np.cumsum([0, *(voter.size for voter in voters)])
    votes: list[Vote] = []
    for voter, piece, start in zip(voters, pieces, starts[:-1], strict=True):
        name = names[piece]
        if not isinstance(voter.piece.type, Categorical):
            values = tuple(range(voter.low, voter.high + 1))
            held = Variable(f"{name}_held", Categorical(values))
            steps.append(Mlp(held, (name,), Formula("a")))
            name = held.name
        rows = np.round(weights[start : start + voter.size] * SCALE).astype(int)
        if domain.opening is not None:  # only the word itself votes for it, and always wins
            mark = np.zeros((len(rows), 1), int)
            mark[0] = ALWAYS if not votes else 0
            rows = np.concatenate([rows, mark], axis=1)
        votes.append(Vote(name, tuple(map(tuple, rows.tolist()))))
    classes = domain.classes if domain.opening is None else (*domain.classes, domain.opening)
    output = Classifier(classes, tuple(votes), scale=SCALE)
    return Program(domain.vocabulary, tuple(steps), output, None, domain.causal)
