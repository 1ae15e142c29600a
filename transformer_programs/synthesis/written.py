"""Pieces as programs of any length, with names that a reader can use.

When no program is right, the best found variables are voters of a linear classifier. Greedy: of all
variables the one that explains most of what is still wrong joins, then all votes are fitted anew to
their optimum. Words and positions are always offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from ..printer import named
from ..program import Program
from ..program import steps as lang
from ..program.steps import Classifier, Formula, Mlp, Variable, Vote
from ..program.values import Categorical, Number
from ..simplifier import readable, simplify_exactly
from ..simplifier.fitting import Cases, fit_votes
from .arena import Arena
from .building import OUT, Piece, formula, parts, piece, steps_of
from .domain import Bools, Domain, Ints, Longs, by_word
from .examiner import Names

NO_LABEL = -1000  # beyond all numbers that a label may spell
MOST_VOTERS = 6
MOST_VALUES = 16  # of a number that votes; larger and smaller ones are held within
MOST_CLASSES = 64
LABELS = 12_000  # labels that votes are fitted on
SCALE = 1000
ALWAYS = 1_000_000_000  # votes that decide
Floats = npt.NDArray[np.float64]


def program_of(top: Piece, domain: Domain, pooled: bool = False, names: Names = ()) -> Program:
    """The program that answers with what a piece computes, its variables named for what they do."""
    top = without_pairs(top, domain)
    if domain.opening is not None:
        top, names = _opened(top, domain, domain.opening, names)
    steps = steps_of(top)
    last = steps[-1].out.name
    output: lang.Output = lang.Answer(last, names)
    if pooled:
        rows = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in rows) for row in rows)
        output = lang.Classifier(domain.classes, (lang.Vote(last, weights),), pooled=True)
    nameless = [
        step.out.name
        for step in steps
        if not isinstance(step, lang.Position | lang.One)
        and step.out.name not in ("tokens", "numbers")
    ]
    program = Program(domain.vocabulary, tuple(steps), output, None, domain.causal)
    return named(simplify_exactly(program).program, nameless)


def _opened(top: Piece, domain: Domain, opening: str, names: Names) -> tuple[Piece, Names]:
    """The answer, but the opening word at itself: the first of the words, or a number's name."""
    others = by_word(domain, np.arange(len(domain.words)) > 0)
    if isinstance(top.type, Number):
        low = NO_LABEL if top.type.low is None else min(0, top.type.low)
        below = min([low, *(value for value, _ in names)]) - 1
        ready = piece(formula("a"), top) if top.type.low == 1 else top
        mark = by_word(domain, np.where(np.arange(len(domain.words)) == 0, below, 0))
        return piece(formula("+"), piece(formula("keep"), ready, others), mark), (
            *names,
            (below, opening),
        )
    if isinstance(top.step, lang.Mlp) and isinstance(top.step.function, lang.Table):
        cells = tuple(cell + 1 for cell in top.step.function.cells)
        out = lang.Variable(OUT, Categorical((opening, *map(str, top.type.values))))
        top = Piece(replace(top.step, out=out, function=lang.Table(cells)), top.reads, top.cost)
    return piece(formula("keep"), top, others), ()


def without_pairs(top: Piece, domain: Domain) -> Piece:
    """The same with sums in place of tables that number pairs of words: they are short to print.

    The numbers of the first word are multiplied by the number of words.
    """
    pair, size = domain.pair, len(domain.words)
    new: dict[Piece, Piece] = {}
    for one in parts(top):
        reads = tuple(new[read] for read in one.reads)
        if one.step == pair:
            first, second = _numbered(reads[0], size, domain), _numbered(reads[1], 1, domain)
            new[one] = piece(formula("+"), first, second)
        else:
            new[one] = one if reads == one.reads else piece(one.step, *reads, cost=one.cost)
    return new[top]


def _numbered(word: Piece, scale: int, domain: Domain) -> Piece:
    """A word, copied as often as it is, computed from the numbers of the words instead."""
    if isinstance(word.step, lang.CategoricalHead):
        query, key, value = word.reads
        return piece(word.step, query, key, _numbered(value, scale, domain))
    numbers = tuple(int(place) * scale for place in domain.rank)
    return Piece(lang.Token(lang.Variable(OUT, Number(0, max(numbers))), numbers))


# --- votes ----------------------------------------------------------------------------------------


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
    codes: Longs

    @staticmethod
    def of(piece: Piece, arena: Arena, asked: Bools) -> _Voter:
        values = arena.values(piece)[asked].astype(np.int64)
        if isinstance(piece.type, Categorical):
            return _Voter(piece, 0, len(arena.domain.words) - 1, values)
        low, high = int(np.quantile(values, 0.01)), int(np.quantile(values, 0.99))
        high = min(high, low + MOST_VALUES - 1)
        return _Voter(piece, low, high, np.clip(values, low, high) - low)

    @property
    def size(self) -> int:
        return self.high - self.low + 1


def vote(domain: Domain, candidates: Sequence[Piece], words: Ints, labels: Ints) -> Voting | None:
    """The best classifier over a few of these variables.

    None for so many labels that nobody would read their votes.
    """
    if len(domain.classes) > MOST_CLASSES:
        return None
    rows = np.flatnonzero((labels >= 0).any(axis=1))
    count = int((labels[rows] >= 0).sum())
    rows = rows[: max(1, int(len(rows) * min(1.0, LABELS / max(1, count))))]
    arena = Arena(domain, words[rows])
    asked = labels[rows][:, : arena.width] >= 0
    wanted = labels[rows][:, : arena.width][asked].astype(np.int64)
    offered = [_Voter.of(one, arena, asked) for one in candidates]
    chosen = offered[:2]  # words and positions
    weights, scores, plain = _fitted(chosen, wanted, len(domain.classes))
    right = plain
    while len(chosen) < 2 + MOST_VOTERS:
        # How far the likelihood of each class is from what is right, label by label.
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        left = np.eye(len(domain.classes))[wanted] - likely
        best = max(offered, key=partial(_explains, left))
        if best in chosen:
            break
        fitted = _fitted([*chosen, best], wanted, len(domain.classes))
        if fitted[2] <= right:
            break
        chosen, (weights, scores, right) = [*chosen, best], fitted
    program = _program(domain, chosen, weights)
    return Voting(program, right, plain, tuple(voter.piece for voter in chosen))


def _fitted(voters: Sequence[_Voter], wanted: Longs, classes: int) -> tuple[Floats, Floats, float]:
    """The best votes, the scores that they give, and the share of the labels they get right."""
    hot = np.concatenate([np.eye(voter.size)[voter.codes] for voter in voters], axis=1)
    cases = Cases.of(hot.T, wanted, np.ones(len(wanted)), classes)
    weights = fit_votes(cases, np.zeros((hot.shape[1], classes)))
    starts = np.cumsum([0, *(voter.size for voter in voters)])
    scores = np.zeros((len(wanted), classes))
    for voter, start in zip(voters, starts, strict=False):
        scores += weights[start + voter.codes]
    return weights, scores, float((scores.argmax(axis=1) == wanted).mean())


def _explains(left: Floats, voter: _Voter) -> float:
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
    for voter, top, start in zip(voters, pieces, starts[:-1], strict=True):
        name = names[top]
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
    return readable(Program(domain.vocabulary, tuple(steps), output, None, domain.causal))
