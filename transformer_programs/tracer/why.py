"""Why a label won: every vote for it and for its rival, exact, largest difference first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..meaning.interpret import cast, word_index
from ..meaning.words import described, read_as
from ..program import types
from ..program.steps import Answer, CategoricalHead, Classifier, Mlp, One, Table, Token, Vote
from ..program.values import Symbol, size
from .causes import ALWAYS, Cause, Fact, cause, chain, spell
from .html import why_html
from .records import TraceError

if TYPE_CHECKING:
    from . import Trace


@dataclass(frozen=True, slots=True)
class VoteRow:
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

    The votes of `rows` and the constant votes `always` add up exactly to `score` for the label and
    `rival_score` for the rival. `position` is None for a pooled program. If the answer is the value
    of a variable, there are no votes, and `cause` says where the value came from. A begin or end
    word is its own answer and has neither.
    """

    trace: Trace
    position: int | None
    label: str
    rival: str | None
    score: int
    rival_score: int
    rows: tuple[VoteRow, ...]
    cause: Cause | None = None
    always: tuple[int, int] = (0, 0)

    @property
    def words(self) -> tuple[int, ...]:
        """The contribution of each word for or against the label."""
        leads = [0] * len(self.trace.tokens)
        for row in self.rows:
            for source in row.sources:
                leads[source] += row.lead
        return tuple(leads)

    def feature(self, row: VoteRow) -> str:
        """A variable that votes, its value, and the words that gave it this value.

        A value from a table is described by the values that it was looked up with.
        """
        trace, value, vocabulary = self.trace, row.value, self.trace.program.vocabulary
        step = trace.step(row.variable).step
        word = " ".join(trace.tokens[i] for i in row.sources)
        if isinstance(step, Mlp) and row.sources:
            names = {_sources(trace, name, row.position): name for name in step.reads}
            parts = [str(trace.step(names[at]).symbol(row.position)) for at in sorted(names)]
            value = " ".join(parts) if " ".join(parts) != word else value
        said = f"{row.variable} = {spell(value)}"
        if not row.sources or size(step.out.type) == len(vocabulary.words):
            return said  # the value is the word
        if not _is_unknown(trace, row.sources):
            return f"{spell(word)}: {said}"
        read = read_as(word, word_index(vocabulary), vocabulary.unknown)
        return f"{spell(word)}, an {described(str(read))}: {said}"

    def chain(self, row: int = 0) -> tuple[Fact, ...]:
        """Trace the value of a row back to the input; row 0 has the largest vote."""
        if self.cause is not None:
            return chain(self.trace, self.cause.variable, self.cause.position)
        if not 0 <= row < len(self.rows):
            raise TraceError(f"no row {row}: there are {len(self.rows)} rows of votes")
        return chain(self.trace, self.rows[row].variable, self.rows[row].position)

    def reasons(self) -> list[str]:
        """The causes of the answer, or of the value with the largest vote; one line per value."""
        if self.cause is not None:  # which the title says
            return [f"{'  ' * fact.depth}{fact.cause}" for fact in self.chain()[1:]]
        facts = self.chain() if self.rows else ()
        return [f"{'  ' * (fact.depth + 1)}{fact.cause}" for fact in facts if len(facts) > 1]

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
        told = f"a lead of {lead:,}" if lead else "a tie, which the first class wins"
        return f"{votes}, {spell(self.rival)} has {self.rival_score:,}: {told}"

    def table(self, most: int | None = None) -> Iterator[tuple[str, int, int]]:
        """The votes of each value for the label and for the rival, with the sums in the last row.

        At most `most` values have their own row; the others share one.
        """
        for row in self.rows[:most]:
            where = f" at {row.position}" if self.position is None else ""
            yield f"{self.feature(row)}{where}", row.votes, row.against
        rest = self.rows[len(self.rows[:most]) :]
        if rest:
            yield f"{len(rest)} more", sum(r.votes for r in rest), sum(r.against for r in rest)
        if any(self.always):
            yield ALWAYS, *self.always
        yield "sum", self.score, self.rival_score

    def __str__(self) -> str:
        *rows, _ = self.table()  # the title has the sum
        width = max((len(feature) for feature, _, _ in rows), default=0)
        lines = [
            f"  {feature:<{width}}  {votes - against:>+10,}   ({votes:,} for, {against:,} against)"
            for feature, votes, against in rows
        ]
        return "\n".join([self.title, *lines, *([] if self.rows else self.reasons())])

    __repr__ = __str__
    _repr_html_ = why_html


def why(trace: Trace, position: int | None, against: str | None) -> Why:
    """Why the label at a position won over `against`, by default the runner-up."""
    output = trace.program.output
    pooled = isinstance(output, Classifier) and output.pooled
    if position is None and not pooled:
        raise TraceError(
            "expected a position, such as why(3): this program has one answer per position"
        )
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
    if against is not None and against not in output.classes:
        raise TraceError(f"no class {against!r}: choose from {', '.join(output.classes)}")
    others = [c for c in range(len(scores)) if c != winner]
    rival = max(others, key=lambda c: (scores[c], -c), default=None)
    rival = rival if against is None else output.classes.index(against)
    rows, always = _rows(trace, output.votes, places, (winner, rival))
    return Why(
        trace,
        position,
        label,
        None if rival is None else output.classes[rival],
        scores[winner],
        0 if rival is None else scores[rival],
        rows,
        always=always,
    )


def _rows(
    trace: Trace, votes: Sequence[Vote], places: Sequence[int], sides: tuple[int, int | None]
) -> tuple[tuple[VoteRow, ...], tuple[int, int]]:
    """The votes of each variable at each place, as they are printed; and the sum of constants.

    Unknown words have a row even if they have no votes.
    """
    rows, always = [], [0, 0]
    for vote in votes:
        record = trace.step(vote.reads)
        if record.off:
            continue
        for place in places:
            value, words = record.values[place], _sources(trace, vote.reads, place)
            said = cast(vote, types(trace.program)[vote.reads], value)
            mine, other = (0 if c is None else said[c] for c in sides)
            if isinstance(record.step, One) and value == 1:  # unless set by hand
                always = [always[0] + mine, always[1] + other]
            elif mine or other or _is_unknown(trace, words):
                row = VoteRow(vote.reads, place, record.symbol(place), mine, other, words)
                rows.append(row)
    ordered = sorted(rows, key=lambda row: -abs(row.lead))
    return tuple(ordered), (always[0], always[1])


def _is_unknown(trace: Trace, places: tuple[int, ...]) -> bool:
    """Whether there is one word here, and the vocabulary does not list it."""
    listed = word_index(trace.program.vocabulary)
    return len(places) == 1 and trace.tokens[places[0]] not in listed


def _sources(trace: Trace, variable: str, position: int) -> tuple[int, ...]:
    """The positions of the words that a value is of, through all copies and tables."""
    by_hand = {(setting.variable, setting.position) for setting in trace.fixed}
    while (variable, position) not in by_hand:
        record = trace.step(variable)
        match record.step:
            case Token():
                return (position,)
            case CategoricalHead(value=value) if not record.off:
                variable, (position,) = value, record.attention[position].used
            case Mlp(_, reads, Table()) if not record.off:
                found = [_sources(trace, name, position) for name in dict.fromkeys(reads)]
                return tuple(sorted(i for one in found for i in one)) if all(found) else ()
            case _:
                return ()
    return ()
