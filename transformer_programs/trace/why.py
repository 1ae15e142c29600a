"""Why a label won: every vote for it and for its rival, exact, largest difference first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..program import types
from ..program.steps import Answer, Classifier, Vote
from ..program.values import Number, Symbol
from .causes import Cause, Fact, cause, chain, spell
from .looks import TraceError

if TYPE_CHECKING:
    from . import Trace


@dataclass(frozen=True, slots=True)
class VoteRow:
    """The votes of one variable at one position: for the label, for its rival."""

    variable: str
    position: int
    value: Symbol
    votes: int
    against: int

    @property
    def lead(self) -> int:
        return self.votes - self.against


@dataclass(frozen=True, slots=True)
class Why:
    """Why `label` was answered and not `rival`.

    The votes of `rows` add up to `score`, those against to `rival_score`: whole numbers, exact.
    `position` is None for the one answer of a pooled program. Where the answer is the value of a
    variable there are no votes, and `cause` says where that value came from; a begin or end word
    is answered with itself, and has neither.
    """

    trace: Trace
    position: int | None
    label: str
    rival: str | None
    score: int
    rival_score: int
    rows: tuple[VoteRow, ...]
    cause: Cause | None = None

    def chain(self, row: int = 0) -> tuple[Fact, ...]:
        """Where the value of a row came from, back to the input (row 0: the largest)."""
        if self.cause is not None:
            return chain(self.trace, self.cause.variable, self.cause.position)
        if not 0 <= row < len(self.rows):
            raise TraceError(f"no row {row}: there are {len(self.rows)} rows of votes")
        return chain(self.trace, self.rows[row].variable, self.rows[row].position)

    @property
    def title(self) -> str:
        where = "" if self.position is None else f" at position {self.position}"
        if self.cause is not None:
            return f"{spell(self.label)}{where}: {self.cause}"
        if not self.trace.is_scored(self.position):
            return f"{spell(self.label)}{where}: a begin or end word is answered with itself"
        noun = "vote" if self.score == 1 else "votes"
        votes = f"{spell(self.label)}{where} has {self.score:,} {noun}"
        if self.rival is None:
            return votes
        lead = self.score - self.rival_score
        return f"{votes}, {spell(self.rival)} has {self.rival_score:,}: a lead of {lead:,}"

    def __str__(self) -> str:
        lines = [self.title]
        width = max((len(_feature(row)) for row in self.rows), default=0)
        for row in self.rows:
            where = f"  at {row.position}" if self.position is None else ""
            lines.append(
                f"  {_feature(row):<{width}}{where}  {row.lead:>+10,}"
                f"   ({row.votes:,} for, {row.against:,} against)"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .html import why_html

        return why_html(self)


def _feature(row: VoteRow) -> str:
    return f"{row.variable} = {spell(row.value)}"


def why(trace: Trace, position: int | None, against: str | None) -> Why:
    """Why the label at a position won over `against`: over the runner-up unless told."""
    output = trace.program.output
    pooled = isinstance(output, Classifier) and output.pooled
    if position is None and not pooled:
        raise TraceError("which position? This program answers every position: why(3)")
    if position is not None:
        position = trace.position(position)
    label = trace.label(position)
    if not trace.is_scored(position):
        return Why(trace, position, label, None, 0, 0, ())
    if isinstance(output, Answer):
        assert position is not None
        if against is not None:
            raise TraceError("this program answers with a variable: there are no votes against")
        return Why(trace, position, label, None, 0, 0, (), cause(trace, output.reads, position))
    places = range(len(trace.tokens)) if position is None else (position,)
    scores = trace.scores_of(position)
    winner = output.classes.index(label)
    rival = _rival(output.classes, scores, winner, against)
    rows = _rows(trace, output.votes, places, winner, rival)
    return Why(
        trace,
        position,
        label,
        None if rival is None else output.classes[rival],
        scores[winner],
        0 if rival is None else scores[rival],
        rows,
    )


def _rival(
    classes: tuple[str, ...], scores: Sequence[int], winner: int, against: str | None
) -> int | None:
    if against is not None:
        if against not in classes:
            raise TraceError(f"no class {against!r}: there are {', '.join(classes)}")
        return classes.index(against)
    others = [c for c in range(len(classes)) if c != winner]
    return max(others, key=lambda c: (scores[c], -c), default=None)


def _rows(
    trace: Trace,
    votes: Sequence[Vote],
    places: Sequence[int],
    winner: int,
    rival: int | None,
) -> tuple[VoteRow, ...]:
    kinds = types(trace.program)
    rows = []
    for vote in votes:
        record = trace.step(vote.reads)
        if record.off:
            continue
        counted = isinstance(kinds[vote.reads], Number)
        for place in places:
            value = record.values[place]
            weights, times = (vote.weights[0], value) if counted else (vote.weights[value], 1)
            against = 0 if rival is None else weights[rival] * times
            row = VoteRow(vote.reads, place, record.symbol(place), weights[winner] * times, against)
            if row.votes or row.against:
                rows.append(row)
    return tuple(sorted(rows, key=lambda row: -abs(row.lead)))
