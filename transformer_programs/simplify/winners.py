"""Rules about who wins: all combinations of what the voters can say are counted out.

More combinations are looked at than can occur, never fewer: any two of the voters can say what they
say together. What changes no winner of these changes no answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..infer import Inference
from ..meaning.ballot import most_votes
from ..program.steps import Answer, Classifier, Vote
from ..program.values import Number, domain, symbol
from .compose import vote_rows
from .edits import Change, Changed

MOST_COMBINATIONS = 50_000
MOST_VOTERS = 10  # that are counted out: more can nearly always say too much

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """Every combination that the voters can say: their values, and the votes of each for it."""

    said: dict[str, Ints]  # (combinations,) the value of each voter
    given: dict[str, Ints]  # (combinations, classes) its votes

    @property
    def winners(self) -> Ints:
        """The class that wins each combination; the first of equals."""
        return self.without(())

    def without(self, names: tuple[str, ...]) -> Ints:
        """The same if some of the voters stayed away."""
        first = next(iter(self.given.values()))
        scores = sum((v for name, v in self.given.items() if name not in names), 0 * first)
        return np.asarray(np.asarray(scores).argmax(1))


def count_out(inference: Inference) -> Count | None:
    """All that the voters can say, if they are few enough and each votes by itself."""
    output = inference.program.output
    if not isinstance(output, Classifier) or output.pooled:
        return None
    if not 0 < len(output.votes) <= MOST_VOTERS:
        return None
    said: dict[str, Ints] = {}
    for vote in output.votes:
        said_too = _joined(inference, said, vote.reads)
        if said_too is None:
            return None
        said = said_too
    if not len(next(iter(said.values()))):
        return None
    numbers = {
        name: int(np.abs(values).max())
        for name, values in said.items()
        if isinstance(inference.types[name], Number)
    }
    most = most_votes(output, numbers)
    wide = np.int64 if most < 2**63 else object
    given: dict[str, Ints] = {}
    for vote in output.votes:
        values, weights = said[vote.reads], np.array(vote.weights, dtype=wide)
        number = vote.reads in numbers
        given[vote.reads] = values[:, None].astype(wide) * weights[0] if number else weights[values]
    return Count(said, given)


def _joined(inference: Inference, said: dict[str, Ints], name: str) -> dict[str, Ints] | None:
    """Every combination so far, with each value that one more voter can have together with it."""
    mask = inference.possible[name]
    if mask is None:
        return None
    here = inference.contexts.counted
    values = np.flatnonzero(mask[here].any(0))
    rows = len(next(iter(said.values()))) if said else 1
    if rows * len(values) > 4 * MOST_COMBINATIONS:
        return None
    kept = np.ones((rows, len(values)), dtype=bool)
    for other, column in said.items():
        both = inference.pair(other, name, here)
        if both is not None:
            start = domain(inference.types[other]).start
            kept &= both[column - start][:, values]
    row, place = np.nonzero(kept)
    if len(row) > MOST_COMBINATIONS:
        return None
    start = domain(inference.types[name]).start
    joined = {other: column[row] for other, column in said.items()}
    joined[name] = (values[place] + start).astype(np.int64)
    return joined


def idle_voters(inference: Inference) -> Changed:
    """A voter whose votes change no winner does not vote."""
    program = inference.program
    count = count_out(inference)
    if count is None:
        return program, []
    assert isinstance(program.output, Classifier)
    winners = count.winners
    gone: tuple[str, ...] = ()
    for name in reversed([n for n in inference.types if n in count.said]):  # the dearest first
        if np.array_equal(count.without((*gone, name)), winners):
            gone = (*gone, name)
    if not gone:
        return program, []
    votes = tuple(vote for vote in program.output.votes if vote.reads not in gone)
    changes = [Change("idle_voters", name, "its votes change no winner") for name in gone]
    return replace(program, output=replace(program.output, votes=votes)), changes


def deciding_voter(inference: Inference) -> Changed:
    """Where one voter decides the winner whatever the others say, it votes alone.

    If its values are the answers already, nobody need vote at all.
    """
    program = inference.program
    output = program.output
    count = count_out(inference)
    if count is None or not isinstance(output, Classifier):
        return program, []
    winners = count.winners
    for name, said in count.said.items():
        type, start = inference.types[name], domain(inference.types[name]).start
        lowest = np.full(len(domain(type)), len(output.classes), dtype=np.int64)
        highest = np.full(len(domain(type)), -1, dtype=np.int64)
        np.minimum.at(lowest, said - start, winners)
        np.maximum.at(highest, said - start, winners)
        seen = highest >= 0
        if not np.array_equal(lowest[seen], highest[seen]):
            continue
        labels = {int(v) + start: output.classes[highest[v]] for v in np.flatnonzero(seen)}
        if all(str(symbol(type, value)) == label for value, label in labels.items()):
            change = Change("deciding_voter", name, "is the answer itself")
            return replace(program, output=Answer(name)), [change]
        if len(output.votes) > 1 and not isinstance(type, Number):
            rows = np.eye(len(output.classes), dtype=int)[highest] * seen[:, None]
            if rows.any(1).sum() > vote_rows(output):  # the first class wins without a vote
                rows *= (highest > 0)[:, None]
            alone = replace(output, votes=(Vote(name, tuple(map(tuple, rows.tolist()))),), scale=1)
            if vote_rows(alone) <= vote_rows(output):
                change = Change("deciding_voter", name, "decides whatever the other voters say")
                return replace(program, output=alone), [change]
    return program, []
