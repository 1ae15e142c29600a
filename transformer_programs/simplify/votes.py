"""Rules about votes. Only differences between classes count, so much can be taken away exactly.

Adding one number to every class of a row changes no winner, and a vector taken from all rows of one
variable may be given to all rows of another. Sums over positions (pooled) keep both: every position
has a value of every variable.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import gcd

import numpy as np

from ..infer import Inference
from ..infer.contexts import Mask
from ..meaning.interpret import winner
from ..program.steps import Classifier, One, Vote
from ..program.values import Number, domain, size
from .compose import Dependency, moved_vote, vote_rows, vote_rows_of
from .edits import Change, Changed, in_step_order, is_input, readers
from .lines import step_lines

Row = tuple[int, ...]
Weights = tuple[Row, ...]


def _output(inference: Inference, output: Classifier, changes: list[Change]) -> Changed:
    if output == inference.program.output:
        return inference.program, []
    return replace(inference.program, output=output), changes


def seen_values(inference: Inference, name: str) -> Mask | None:
    """Which values a variable can have where its votes count."""
    mask = inference.possible[name]
    return None if mask is None else np.asarray(mask[inference.contexts.counted].any(0))


def level(row: Row) -> Row:
    """A row with its commonest weight made 0.

    >>> level((5, 7, 5)), level((0, 3)), level((4, 4))
    ((0, 2, 0), (0, 3), (0, 0))
    """
    counts = Counter(row)
    most = max(counts.values())
    base = min((w for w, count in counts.items() if count == most), key=lambda w: (w != 0, w))
    return tuple(weight - base for weight in row)


def plain_votes(inference: Inference) -> Changed:
    """Rows that cannot occur and what all classes share are taken away; empty votes go."""
    output = inference.program.output
    if not isinstance(output, Classifier):
        return inference.program, []
    votes: list[Vote] = []
    changes: list[Change] = []
    nothing = (0,) * len(output.classes)
    for vote in output.votes:
        seen = seen_values(inference, vote.reads)
        weights = tuple(map(level, vote.weights))
        if not isinstance(inference.types[vote.reads], Number) and seen is not None:
            weights = tuple(
                row if occurs else nothing for row, occurs in zip(weights, seen, strict=True)
            )
        if isinstance(inference.types[vote.reads], Number) and not _counts(inference, vote.reads):
            weights = (nothing,)
        if not any(map(any, weights)):
            changes.append(Change("plain_votes", vote.reads, "its votes make no difference"))
            continue
        if weights != vote.weights:
            changes.append(
                Change("plain_votes", vote.reads, "votes that make no difference taken away")
            )
        votes.append(Vote(vote.reads, weights))
    divisor = gcd(output.scale, *(w for vote in votes for row in vote.weights for w in row))
    if divisor > 1:
        votes = [
            Vote(v.reads, tuple(tuple(w // divisor for w in row) for row in v.weights))
            for v in votes
        ]
        changes.append(Change("plain_votes", "output", f"all votes divided by {divisor}"))
    plain = replace(output, votes=tuple(votes), scale=output.scale // divisor)
    return _output(inference, plain, changes)


def _counts(inference: Inference, name: str) -> bool:
    """Whether a number can be anything but 0 where its votes count."""
    seen = seen_values(inference, name)
    start = domain(inference.types[name]).start if seen is not None else 0
    return seen is None or any(value + start != 0 for value in np.flatnonzero(seen))


def one_voter(inference: Inference) -> Changed:
    """Where one variable decides alone, each of its values votes once, for its winner."""
    output = inference.program.output
    if not isinstance(output, Classifier) or output.pooled or len(output.votes) != 1:
        return inference.program, []
    (vote,) = output.votes
    seen = seen_values(inference, vote.reads)
    if isinstance(inference.types[vote.reads], Number) or seen is None:
        return inference.program, []
    classes = range(len(output.classes))
    rows = tuple(
        tuple(int(occurs and any(row) and c == winner(row)) for c in classes)
        for row, occurs in zip(vote.weights, seen.tolist(), strict=True)
    )
    plain = replace(output, votes=(Vote(vote.reads, rows),), scale=1)
    what = "decides alone: one vote for the winner of each value"
    return _output(inference, plain, [Change("one_voter", vote.reads, what)])


# --- constants and default rows -------------------------------------------------------------------


def shifted_votes(inference: Inference) -> Changed:
    """Votes that a variable always gives are given by another, so that most rows are nothing."""
    output = inference.program.output
    if not isinstance(output, Classifier) or not output.votes:
        return inference.program, []
    nothing = (0,) * len(output.classes)
    always = nothing  # votes given whatever happens
    votes: dict[str, Weights] = {}
    for vote in output.votes:
        common, rows = _without_default(inference, vote)
        always = _add(always, common)
        if any(map(any, rows)):
            votes[vote.reads] = rows
    always = level(always)
    if any(always):
        carrier = _carrier(inference, votes, always)
        if carrier is None:
            return inference.program, []
        count = 1 if _is_one(inference, carrier) else size(inference.types[carrier]) or 0
        old = votes.get(carrier, (nothing,) * count)
        votes[carrier] = _given(old, always, seen_values(inference, carrier))
    kept = in_step_order((Vote(name, rows) for name, rows in votes.items()), output)
    plain = replace(output, votes=kept)
    if _cost(inference, plain) >= _cost(inference, output):
        return inference.program, []
    return _output(inference, plain, _shifts(output, plain))


def _shifts(old: Classifier, new: Classifier) -> list[Change]:
    """What moving votes did to each variable."""
    after = {vote.reads: vote for vote in new.votes}
    before = {vote.reads: vote for vote in old.votes}
    changes = []
    for name in before | after:
        if name not in after:
            what = "always votes the same, which another variable can do"
        elif name not in before or vote_rows_of(after[name]) > vote_rows_of(before[name]):
            what = "also gives the votes that are given whatever happens"
        else:
            what = "its commonest votes are given by another variable"
        if before.get(name) != after.get(name):
            changes.append(Change("shifted_votes", name, what))
    return changes


def _cost(inference: Inference, output: Classifier) -> tuple[int, int]:
    """Lines of votes and of steps that only vote; then variables that vote."""
    read_by = readers(inference.program)
    steps = {step.out.name: step for step in inference.program.steps}
    only_vote = [steps[vote.reads] for vote in output.votes if not read_by[vote.reads]]
    lines = sum(step_lines(step, inference.types) for step in only_vote if not is_input(step))
    return vote_rows(output) + lines, len(output.votes)


def _given(rows: Weights, always: Row, seen: Mask | None) -> Weights:
    """Every row that can occur, with the votes that are always given added."""
    occurs = [True] * len(rows) if seen is None or len(rows) == 1 else seen.tolist()
    nothing = (0,) * len(always)
    return tuple(
        level(_add(row, always)) if here else nothing
        for row, here in zip(rows, occurs, strict=True)
    )


def _add(a: Row, b: Row) -> Row:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _without_default(inference: Inference, vote: Vote) -> tuple[Row, Weights]:
    """The votes that a variable gives most often, and its rows without them."""
    seen = seen_values(inference, vote.reads)
    nothing = (0,) * len(vote.weights[0])
    type = inference.types[vote.reads]
    if seen is None:
        return nothing, vote.weights
    occurring = np.flatnonzero(seen).tolist()
    if isinstance(type, Number):
        if len(occurring) != 1 or isinstance(_step(inference, vote.reads), One):
            return nothing, vote.weights
        value = occurring[0] + domain(type).start
        return level(tuple(w * value for w in vote.weights[0])), (nothing,)
    rows = [_relative(vote.weights[value]) for value in occurring]
    counts = Counter(rows)
    most = max(counts.values(), default=0)
    common = min(
        (r for r, n in counts.items() if n == most), key=lambda r: (any(r), r), default=nothing
    )
    without = tuple(
        level(tuple(w - c for w, c in zip(row, common, strict=True))) if occurs else nothing
        for row, occurs in zip(vote.weights, seen, strict=True)
    )
    return common, without


def _relative(row: Row) -> Row:
    """A row up to what all classes share."""
    return tuple(weight - row[0] for weight in row)


def _step(inference: Inference, name: str) -> object:
    return next(step for step in inference.program.steps if step.out.name == name)


def _is_one(inference: Inference, name: str) -> bool:
    return isinstance(_step(inference, name), One)


def _carrier(inference: Inference, votes: dict[str, Weights], always: Row) -> str | None:
    """The variable to give the votes that are always given: where they take the fewest rows."""
    program = inference.program
    read_by = readers(program)
    found: list[tuple[int, int, str]] = []
    for place, step in enumerate(program.steps):
        name, type = step.out.name, step.out.type
        one = isinstance(step, One)
        alive = bool(read_by[name]) or name in votes or is_input(step)
        if not alive or (isinstance(type, Number) and not one):
            continue
        if not one and name not in votes and not is_input(step):
            continue
        nothing = (0,) * len(always)
        count = 1 if one else size(type) or 0
        rows = votes.get(name, (nothing,) * count)
        new = _given(rows, always, seen_values(inference, name))
        more = sum(map(any, new)) - sum(map(any, rows))
        found.append((more + (name not in votes), place, name))
    return min(found)[2] if found else None


# --- votes along dependencies ---------------------------------------------------------------------


def moved_votes(inference: Inference) -> Changed:
    """A variable that another one decides gives its votes to it, where that is shorter."""
    output = inference.program.output
    if not isinstance(output, Classifier):
        return inference.program, []
    changes: list[Change] = []
    names = list(inference.types)
    for vote in sorted(output.votes, key=lambda vote: -names.index(vote.reads)):
        voters = {v.reads for v in output.votes}
        earlier = names[: names.index(vote.reads)]
        for target in sorted(earlier, key=lambda name: name not in voters):
            results = inference.decides(target, vote.reads, inference.contexts.counted)
            if results is None:
                continue
            dependency = Dependency((target,), results)
            moved = moved_vote(output, inference.types, vote.reads, dependency)
            if moved is None:
                continue
            if _cost(inference, moved) < _cost(inference, output):
                output = moved
                what = f"a function of {target}, which votes for it"
                changes.append(Change("moved_votes", vote.reads, what))
                break
    return _output(inference, output, changes)
