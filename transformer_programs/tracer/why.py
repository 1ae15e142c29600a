"""Why a label won: every vote for it and for its rival, exact, largest difference first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..meaning.interpret import cast
from ..program.steps import Answer, CategoricalHead, Mlp, One, Table, Token, Vote
from ..program.values import Symbol, size
from .causes import Cause, cause, chain, spell, unknown_text
from .records import TraceError

if TYPE_CHECKING:
    from . import Trace

CONSTANT = "constant votes"  # in the place of a variable that votes


class VoteRow(NamedTuple):
    """The votes of one variable at one position: for the label, for its rival.

    `sources` are the positions of the words that the value was copied from, or looked up for: none
    where it is made of more than that.
    """

    variable: str
    position: int
    value: Symbol
    votes: int
    against: int
    sources: tuple[int, ...] = ()

    @property
    def lead(self) -> int:
        return self.votes - self.against


@dataclass(frozen=True, slots=True, repr=False)
class Why:
    """Why a program answered `label` and not `rival`.

    The votes of `rows` and the constant votes `always` add up exactly to `score`, that of the
    label, and to `rival_score`. `position` is None for a pooled program. If the answer is the value
    of a variable, there are no votes, and `cause` says where the value came from. A begin or end
    word is its own answer and has neither.
    """

    trace: Trace
    position: int | None
    label: str
    rival: str | None = None
    score: int = 0
    rival_score: int = 0
    rows: tuple[VoteRow, ...] = ()
    always: tuple[int, int] = (0, 0)
    cause: Cause | None = None

    def feature(self, row: VoteRow) -> str:
        """A variable that votes, its value, and the words that gave it this value."""
        trace, feature = self.trace, f"{row.variable} = {spell(row.value)}"
        values = size(trace.step(row.variable).step.out.type)
        if not row.sources or values == len(trace.program.vocabulary.words):
            return feature
        words = " ".join(trace.tokens[i] for i in row.sources)
        return f"{spell(words)}{unknown_text(trace, row.sources)}: {feature}"

    def chain(self, row: int = 0) -> tuple[Cause, ...]:
        """Trace the value of a row back to the input; row 0 has the largest vote."""
        if self.cause is not None:
            return chain(self.trace, self.cause.variable, self.cause.position)
        if not 0 <= row < len(self.rows):
            raise TraceError(f"no row {row}: there are {len(self.rows)} rows of votes")
        return chain(self.trace, self.rows[row].variable, self.rows[row].position)

    def reasons(self) -> list[str]:
        """The causes of the answer, or of the value with the largest vote; one line per value."""
        if self.cause is not None:  # which the title says
            return [f"{'  ' * cause.depth}{cause}" for cause in self.chain()[1:]]
        causes = self.chain() if self.rows else ()
        return [f"{'  ' * (cause.depth + 1)}{cause}" for cause in causes if len(causes) > 1]

    @property
    def title(self) -> str:
        where = "" if self.position is None else f" at position {self.position}"
        if self.cause is not None:
            return f"{spell(self.label)}{where}: {self.cause.text}"
        if not self.trace.is_scored(self.position):
            return f"{spell(self.label)}{where}: a begin or end word is answered with itself"
        noun = "vote" if self.score == 1 else "votes"
        votes = f"{spell(self.label)}{where} has {self.score:,} {noun}"
        if self.rival is None:
            return votes
        lead = self.score - self.rival_score
        result = f"a lead of {lead:,}" if lead else "a tie, which the first class wins"
        return f"{votes}, {spell(self.rival)} has {self.rival_score:,}: {result}"

    def __str__(self) -> str:
        """The votes of each value for the label and for the rival; they add up to the scores."""
        rows = []
        for row in self.rows:
            where = f" at {row.position}" if self.position is None else ""
            rows.append((f"{self.feature(row)}{where}", row.votes, row.against))
        if any(self.always):
            rows.append((CONSTANT, *self.always))
        width = max((len(feature) for feature, _, _ in rows), default=0)
        lines = [
            f"  {feature:<{width}}  {votes - against:>+10,}   ({votes:,} for, {against:,} against)"
            for feature, votes, against in rows
        ]
        return "\n".join([self.title, *lines, *([] if self.rows else self.reasons())])

    __repr__ = __str__


def why(trace: Trace, position: int | None, against: str | None) -> Why:
    """Why the label at a position won over `against`, by default the runner-up."""
    output, pooled = trace.program.output, isinstance(trace.answer, str)
    if pooled != (position is None):
        expected = "no position" if pooled else "a position, such as why(3)"
        number = "for the whole input" if pooled else "per position"
        raise TraceError(f"expected {expected}: this program has one answer {number}")
    places: Sequence[int] = range(len(trace.tokens))
    if position is not None:
        position = trace.position(position)
        places = [position]
    label = trace.label(position)
    if not trace.is_scored(position):
        return Why(trace, position, label)
    if isinstance(output, Answer):
        if against is not None:
            raise TraceError("this program answers with a variable: there are no votes against")
        return Why(trace, position, label, cause=cause(trace, output.reads, places[0]))
    scores = trace.scores[position or 0]
    winner = output.classes.index(label)
    if against is not None and against not in output.classes:
        raise TraceError(f"no class {against!r}: choose from {', '.join(output.classes)}")
    others = [c for c in range(len(scores)) if c != winner]
    rival = max(others, key=lambda c: scores[c], default=None)
    rival = rival if against is None else output.classes.index(against)
    rows, always = _rows(trace, output.votes, places, (winner, rival))
    name, score = (None, 0) if rival is None else (output.classes[rival], scores[rival])
    return Why(trace, position, label, name, scores[winner], score, rows, always)


def _rows(
    trace: Trace, votes: Sequence[Vote], places: Sequence[int], sides: tuple[int, int | None]
) -> tuple[tuple[VoteRow, ...], tuple[int, int]]:
    """The votes of each variable at each place, as they are printed; and the sum of constants.

    Unknown words have a row even if they have no votes.
    """
    rows, always = [], (0, 0)
    for vote in votes:
        record = trace.step(vote.reads)
        if record.off:
            continue
        for place in places:
            value, words = record.values[place], _sources(trace, vote.reads, place)
            weights = cast(vote, record.step.out.type, value)
            mine, other = (0 if c is None else weights[c] for c in sides)
            if isinstance(record.step, One) and value == 1:  # unless set by hand
                always = always[0] + mine, always[1] + other
            elif mine or other or unknown_text(trace, words):
                row = VoteRow(vote.reads, place, record.symbol(place), mine, other, words)
                rows.append(row)
    return tuple(sorted(rows, key=lambda row: -abs(row.lead))), always


def _sources(trace: Trace, variable: str, position: int) -> tuple[int, ...]:
    """The positions of the words that a value is of, through all copies and tables."""
    record = trace.step(variable)
    if (variable, position) in trace.fixed or (record.off and not isinstance(record.step, Token)):
        return ()
    match record.step:
        case Token():
            return (position,)
        case CategoricalHead(value=value):
            return _sources(trace, value, record.attention[position].used[0])
        case Mlp(_, reads, Table()):
            found = [_sources(trace, name, position) for name in dict.fromkeys(reads)]
            return tuple(sorted(i for one in found for i in one)) if all(found) else ()
        case _:
            return ()
