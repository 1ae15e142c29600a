"""Rules about votes. Only differences between classes count, so much can be taken away exactly.

Adding one number to every class of a row changes no winner, and a vector taken from all rows of one
variable may be given to all rows of another. Sums over positions (pooled) keep both: every position
has a value of every variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import gcd

import numpy as np

from ..analysis import Inference
from ..analysis.grids import Mask
from ..meaning.interpret import winner
from ..program.steps import Classifier, One, Vote
from ..program.values import Number, size
from .edits import Edit, added, is_input, lines_saved, rule, without_dead

DEFAULT_SHARE = 1 / 4  # votes this common are moved to another variable
MAX_SMALL = 99  # votes that a person adds up
Row = tuple[int, ...]
Weights = tuple[Row, ...]


def _seen(facts: Inference, name: str) -> Mask | None:
    """Which values a variable can have where its votes count."""
    mask = facts.possible[name]
    return None if mask is None else np.asarray(mask[facts.contexts.counted].any(0))


def level(row: Row) -> Row:
    """A row with its commonest weight made 0; of two, the smaller one.

    >>> level((5, 7, 5)), level((-8, 0)), level((4, 4))
    ((0, 2, 0), (0, 8), (0, 0))
    """
    counts = Counter(row if len(row) > 2 else (min(row),))
    most = max(counts.values())
    base = min((w for w, count in counts.items() if count == most), key=lambda w: (w != 0, w))
    return tuple(weight - base for weight in row)


def _where(seen: Mask | None, rows: Weights, change: Callable[[Row], Row] = level) -> Weights:
    """The rows of the values that occur, changed; nothing in the others."""
    nothing = (0,) * len(rows[0])
    occurring = [True] * len(rows) if seen is None else seen.tolist()
    pairs = zip(rows, occurring, strict=True)
    return tuple(change(row) if occurs else nothing for row, occurs in pairs)


@rule
def plain_votes(facts: Inference) -> Iterator[Edit]:
    """Rows that cannot occur and what all classes share are taken away; empty votes go."""
    output = facts.program.output
    if not isinstance(output, Classifier):
        return
    votes: dict[str, Weights] = {}
    done: list[tuple[str, str]] = []
    numeric = {name for name, type in facts.types.items() if isinstance(type, Number)}
    alone = len(output.votes) == 1 and not output.pooled and output.votes[0].reads not in numeric
    for vote in output.votes:
        name, seen = vote.reads, _seen(facts, vote.reads)
        seen = None if name in numeric else seen
        votes[name] = _where(seen, vote.weights, _winner if alone else level)
        if not any(map(any, votes[name])):
            done.append((name, "its votes make no difference"))
            del votes[name]
        elif votes[name] != vote.weights:
            done.append((name, "removed votes without effect"))
    scale = 1 if alone else output.scale
    divisor = gcd(scale, *(w for rows in votes.values() for row in rows for w in row))
    if divisor > 1:
        done.append(("output", f"all votes divided by {divisor}"))
    for name, rows in votes.items():
        votes[name] = tuple(tuple(w // divisor for w in row) for row in rows)
    plain = replace(output, votes=_votes(votes, output), scale=scale // divisor)
    yield from ((name, what, plain) for name, what in done)


def _winner(row: Row) -> Row:
    """One vote, for the class that wins where nothing else votes."""
    return tuple(int(any(level(row)) and c == winner(row)) for c in range(len(row)))


def _votes(votes: dict[str, Weights], output: Classifier) -> tuple[Vote, ...]:
    """Votes in the order that an output has them; new ones last."""
    order = dict.fromkeys([vote.reads for vote in output.votes] + list(votes))
    return tuple(Vote(name, votes[name]) for name in order if name in votes)


# --- constants and default rows -------------------------------------------------------------------


@rule
def shifted_votes(facts: Inference) -> Iterator[Edit]:
    """Votes that a variable always gives are given by another, so that most rows are nothing.

    Rare votes are not moved where that would make small votes larger.
    """
    output = facts.program.output
    if not isinstance(output, Classifier):
        return
    for share in (0.0, DEFAULT_SHARE):
        plain = _shifted(facts, output, share)
        if plain is None or not (share or _stays_small(plain, output)):
            continue
        if _is_shorter(facts, plain, output):
            before = {vote.reads: vote.weights for vote in output.votes}
            votes = {vote.reads: vote.weights for vote in plain.votes}
            for name in before | votes:
                if before.get(name) != votes.get(name):
                    yield name, "constant votes moved from one variable to another", plain
            return


def _shifted(facts: Inference, output: Classifier, share: float) -> Classifier | None:
    """The output with the commonest votes of each variable moved, if enough values have them."""
    always: Row = (0,) * len(output.classes)  # votes given whatever happens
    votes: dict[str, Weights] = {}
    for vote in output.votes:
        common, rows = _without_default(facts, vote, share)
        always = added(always, common)
        if any(map(any, rows)):
            votes[vote.reads] = rows
    always = level(always)
    if any(always):
        carried = _carried(facts, votes, always)
        if carried is None:
            return None
        votes |= carried
    return replace(output, votes=_votes(votes, output))


def _stays_small(new: Classifier, old: Classifier) -> bool:
    """Whether the largest vote does not grow, or was not small."""
    largest, before = (
        max((abs(w) for vote in output.votes for row in vote.weights for w in row), default=0)
        for output in (new, old)
    )
    return largest <= before or before > MAX_SMALL


def _is_shorter(facts: Inference, new: Classifier, old: Classifier) -> bool:
    """Whether an output has fewer printed lines; then fewer variables that vote."""
    had, made = (without_dead(replace(facts.program, output=output)) for output in (old, new))
    return (-lines_saved(had, made), len(new.votes)) < (0, len(old.votes))


def _without_default(facts: Inference, vote: Vote, share: float) -> tuple[Row, Weights]:
    """The votes that a variable gives most often, and its rows without them."""
    seen, nothing = _seen(facts, vote.reads), (0,) * len(vote.weights[0])
    if isinstance(facts.types[vote.reads], Number) or seen is None:
        return nothing, vote.weights
    # Rows are compared up to what all classes share.
    occurring = [row for row, occurs in zip(vote.weights, seen, strict=True) if occurs]
    counts = Counter(tuple(weight - row[0] for weight in row) for row in occurring)
    most = max(counts.values(), default=0)
    if most < share * len(occurring):
        return nothing, vote.weights
    best = (row for row, count in counts.items() if count == most)
    common = min(best, key=lambda row: (any(row), row), default=nothing)
    less = tuple(-weight for weight in common)
    return common, _where(seen, vote.weights, lambda row: level(added(row, less)))


def _carried(facts: Inference, votes: dict[str, Weights], always: Row) -> dict[str, Weights] | None:
    """The votes that are always given, by the variable where they take the fewest rows more."""
    found: list[tuple[int, int, str, Weights]] = []
    for place, step in enumerate(facts.program.steps):
        name, one = step.out.name, isinstance(step, One)
        if isinstance(step.out.type, Number) and not one:
            continue
        if name in votes or is_input(step):
            count = 1 if one else size(step.out.type) or 0
            rows = votes.get(name, ((0,) * len(always),) * count)
            seen = None if one else _seen(facts, name)
            new = _where(seen, rows, lambda row: level(added(row, always)))
            more = sum(map(any, new)) - sum(map(any, rows))
            found.append((more + (name not in votes), place, name, new))
    return {min(found)[2]: min(found)[3]} if found else None
