"""The four ways to compare two sides, from the strongest claim to the weakest.

Each returns None where it does not apply. `notes` of a comparison collect what a reader should know
about the claim that is made in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..dataset import Automaton
from ..meaning.words import unlisted_words
from ..program import Program, Vocabulary
from .every import Progress
from .finite_state import NotBounded, every_length
from .inputs import (
    Blocks,
    InputSpace,
    VerifyError,
    common_space,
    given_inputs,
    refused_inputs,
    require_comparable,
    require_same_words,
    shrink,
    some_inputs,
    words_of_one,
)
from .pair import Emitted, Pair, Side
from .results import Counterexample, Strength, Verification, counterexample

MAX_RUN = 1_000_000  # inputs of two Programs, which are run many at once
MAX_CALLED = 50_000  # inputs of anything else, which is called for one after the other
ROWS_RUN, ROWS_CALLED = 2**15, 2**9  # of one block
CELLS = 2**27  # values of variables that two Programs have at once
SHRINK_RUN, SHRINK_CALLED = 1_000_000, 20_000  # inputs that shrinking may try


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides, and how many inputs to compare them on.

    `proved`: one side is a network's program, with the proof that it is. Without a `limit`, it is
    MAX_RUN or MAX_CALLED.
    """

    sides: tuple[Side, Side]
    names: tuple[str, str]
    proved: bool
    limit: int | None
    samples: int
    seed: int
    progress: Progress
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise VerifyError(f"samples: expected 1 or more, got {self.samples}")

    @property
    def programs(self) -> list[Program]:
        return [side for side in self.sides if isinstance(side, Program)]

    @property
    def is_fast(self) -> bool:
        """Whether both sides are run many inputs at once."""
        return len(self.programs) == 2

    @property
    def most(self) -> int:
        """The most inputs that are all run."""
        return self.limit if self.limit is not None else MAX_RUN if self.is_fast else MAX_CALLED


# --- the four strategies --------------------------------------------------------------------------


def without_a_run(c: Comparison) -> Verification | None:
    """Compare the programs themselves; tell or refuse two that take other inputs."""
    if c.programs and c.sides[0] == c.sides[1]:
        strength: Strength = "compositional" if c.proved else "identical"
        how = "compositional proof" if c.proved else "the programs are identical"
        return Verification(True, strength, 0, f"equal on every input ({how})")
    if c.is_fast:
        require_comparable(*c.programs)
        vocabularies = [program.vocabulary for program in c.programs]
        if (shown := _first_of(words_of_one(*vocabularies), c)) is not None:
            return Verification(False, "exhaustive", 1, counterexample=shown)
        require_same_words(*vocabularies)
    return None


def at_every_length(c: Comparison) -> Verification | None:
    """Compare two programs of any length as finite machines."""
    if not c.is_fast:
        return None
    a, b = c.programs
    words = a.vocabulary.symbols + unlisted_words(a.vocabulary)
    return as_machines(a, b, words, b, c.names, c.notes)


def on_every_input(c: Comparison) -> Verification | None:
    """Run all inputs, if there are few enough."""
    space, bounded, notes = common_space(c.sides)
    if not bounded or space.count > c.most:
        return None
    says = "equal on all {count} inputs (exhaustive{notes})"
    chosen = space, space.count, space.blocks
    return _compared(c, chosen, "exhaustive", says, notes, refusals=True)


def on_a_sample(c: Comparison) -> Verification:
    """Run some inputs."""
    space, _, notes = common_space(c.sides)
    says = "no difference found on {count} inputs (sampled{notes})"
    chosen = space, *some_inputs(space, c.samples, c.seed)
    return _compared(c, chosen, "sampled", says, notes, refusals=True)


def on_given_inputs(c: Comparison, inputs: Iterable[Sequence[str]]) -> Verification:
    """Run the inputs given, instead of any strategy."""
    if c.is_fast:
        require_comparable(*c.programs)
    says = "equal on all {count} inputs (exhaustive{notes})"
    return _compared(c, given_inputs(c.sides, inputs), "exhaustive", says, ["the inputs given"])


# --- their parts ----------------------------------------------------------------------------------


def as_machines(
    program: Program,
    other: Program | Automaton,
    words: Sequence[str],
    side: Side,
    names: tuple[str, str],
    notes: list[str],
) -> Verification | None:
    """Compare at every length, or note why that is not possible. `side` answers for the other."""
    longest = [one.max_length for one in (program, other) if isinstance(one, Program)]
    if any(length is not None for length in longest):
        return None
    try:
        explored = every_length(program, other, words)
    except NotBounded as error:
        notes.append(f"not proved at every length: {error}")
        return None
    if explored.differs is None:
        says = f"equal on every input of every length ({explored.states:,} states)"
        return Verification(True, "every length", explored.states, says)
    pair = Pair((program, side), explored.differs, program.vocabulary)
    shown = counterexample(pair, explored.differs, names)
    return Verification(False, "every length", explored.states, counterexample=shown)


def _compared(
    c: Comparison,
    chosen: tuple[InputSpace, int, Blocks],
    strength: Strength,
    says: str,
    notes: list[str],
    refusals: bool = False,
) -> Verification:
    """Run both sides up to the first difference. `refusals`: files must refuse what is no input."""
    space, count, blocks = chosen
    pair = Pair(c.sides, space.words, space.vocabulary)
    done, scored, rows = 0, 0, ROWS_CALLED
    if c.is_fast:  # fewer at once where they are long and have many variables
        cells = space.max_length * sum(len(program.steps) for program in c.programs)
        rows = max(1, min(ROWS_RUN, CELLS // cells))
    for block in blocks(rows):
        found = pair.compare(block)
        if found.row is not None:
            row = tuple(block[found.row].tolist())
            if strength == "sampled":
                calls = SHRINK_RUN if c.is_fast else SHRINK_CALLED
                row = shrink(space, row, lambda block: pair.compare(block).row, calls)
            shown = counterexample(pair, [pair.words[word] for word in row], c.names)
            return Verification(False, strength, done + found.row + 1, counterexample=shown)
        done, scored = done + len(block), scored + found.scored
        c.progress(done, count)
    files = refusals and any(isinstance(side, Emitted) for side in c.sides)
    refused = refused_inputs(c.programs[0]) if files else ()
    if (shown := _first_of(refused, c)) is not None:
        return Verification(False, strength, done + 1, counterexample=shown)
    if not scored:
        raise VerifyError("nothing was compared: no input has an answer that is scored")
    note = "; ".join(filter(None, (", ".join(notes), *c.notes)))
    says = says.format(count=f"{done:,}", notes=f": {note}" if note else "")
    return Verification(True, strength, done, says)


def _first_of(inputs: Iterable[Sequence[str]], c: Comparison) -> Counterexample | None:
    """The first of some inputs on which the sides differ."""
    for tokens in inputs:
        marks = Vocabulary(tuple(dict.fromkeys(tokens)) or ("",))
        shown = counterexample(Pair(c.sides, marks.words, marks), tokens, c.names)
        if shown is not None:
            return shown
    return None
