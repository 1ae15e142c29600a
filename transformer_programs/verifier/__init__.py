"""Check whether two programs are equivalent: a proof, a counterexample, or a sample.

Each side is a Program, an emitted file, any callable, an `Oracle`, or a `ProvedProgram` with its
proof. Two equal Programs are `identical`, and a learned program's proof is `compositional`;
two that take inputs of any length, and never look ahead, are compared as finite machines (`every
length`). Otherwise all inputs are run where there are few enough (`exhaustive`), else a sample
(`sampled`). A difference is shown on the smallest input that has one: shortest first, then in
vocabulary order; a sampled one is made as small as it gets. Where programs take words that are not
in their vocabulary, one such word is among the inputs. Both sides must take the same words; where
one takes longer inputs, they are compared up to the length that both take. The answer says so.

>>> from transformer_programs.shelf import histogram
>>> def count(tokens):
...     return ["<s>"] + [str(tokens.count(token)) for token in tokens[1:]]
>>> print(verify(histogram.program, count, inputs=[["<s>", "a"], ["<s>", "a", "b", "a"]]))
equal on all 2 inputs (exhaustive: the inputs given)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, assert_never, runtime_checkable

from ..dataset import Automaton, Task
from ..meaning.stand_ins import unlisted_words
from ..program import Program, Vocabulary
from ..program.json_layout import json_line
from ..store import load
from .every import Progress, sweep
from .finite_state import NotBounded, every_length
from .inputs import (
    Strength,
    VerifyError,
    chosen,
    refused_inputs,
    require_same_kind_of_answer,
    require_same_words,
    shrink,
    telling_inputs,
)
from .pair import Emitted, Oracle, Pair, Side, Variables, answer, load_emitted, spelled, variables

__all__ = [
    "Counterexample",
    "Oracle",
    "ProvedProgram",
    "Verification",
    "VerifyError",
    "load_emitted",
    "verify",
    "verify_task",
]


class ProofLike(Protocol):
    """An answer that somebody else has found; as text, the whole of it."""

    @property
    def equal(self) -> bool: ...


@runtime_checkable
class ProvedProgram(Protocol):
    """A network's program, and the proof that it is the network's."""

    @property
    def program(self) -> Program: ...
    @property
    def proof(self) -> ProofLike: ...


Subject = Side | ProvedProgram | Path | str

MOST_RUN = 1_000_000  # inputs of two Programs, which are run many at once
MOST_CALLED = 50_000  # inputs of anything else, which is called for one after the other
SAMPLES = 10_000
ROWS_RUN, ROWS_CALLED = 2**15, 2**9  # of one block
CELLS = 2**27  # values of variables that two Programs have at once: a quarter of a gigabyte
SHRINK_RUN, SHRINK_CALLED = 1_000_000, 20_000  # inputs that shrinking may try


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An input on which two sides differ, and everything that each computed on it.

    `position` is the first that differs, None where the answers differ as a whole; `answers` are
    the two answers there. `variables` are those of each side that has them, at every position.
    `unlisted` are the words of the input that are not in the vocabulary.
    """

    tokens: tuple[str, ...]
    position: int | None
    answers: tuple[Any, Any]
    variables: tuple[Variables, Variables]
    names: tuple[str, str] = ("a", "b")
    unlisted: tuple[str, ...] = ()

    def at_position(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each side's variables at the position that differs; everywhere where that is None."""
        a, b = (
            {name: v if self.position is None else v[self.position] for name, v in side.items()}
            for side in self.variables
        )
        return a, b

    def __str__(self) -> str:
        place = "" if self.position is None else f" position {self.position}:"
        a, b = map(spelled, self.answers)
        words = ", ".join(map(json_line, self.unlisted))
        are = "is" if len(self.unlisted) == 1 else "are"
        unlisted = f" ({words} {are} not in the vocabulary)" if words else ""
        return f"differ on {json_line(self.tokens)}{unlisted}:{place} {a} vs {b}\n{self.table()}"

    def table(self) -> str:
        """The variables of both sides, one per line; `<-` where they differ."""
        a, b = self.at_position()
        rows: list[tuple[str, ...]] = [("variable", *self.names)]
        for name in dict.fromkeys([*a, *b]):
            rows.append((name, *(spelled(side[name]) if name in side else "" for side in (a, b))))
        rows.append(("output", spelled(self.answers[0]), spelled(self.answers[1])))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = []
        for number, row in enumerate(rows):
            cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            differs = number > 0 and "" not in row and row[1] != row[2]
            lines.append(f"  {cells}{'  <-' if differs else ''}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a comparison: whether two sides are equal, and how this was checked.

    `count` is the number of inputs or, for a comparison at every length, of states. If a program
    differs from its own network, `note` says so.
    """

    equal: bool
    strength: Strength
    count: int
    counterexample: Counterexample | None = None
    ties: tuple[int, int] = (0, 0)  # labels of two Programs that are the first of equal votes
    note: str = ""

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        if self.counterexample is not None:
            return str(self.counterexample)
        if not self.equal:
            return self.note
        note = f": {self.note}" if self.note else ""
        ties = ""
        if count := max(self.ties):
            ties = f"; {count:,} {'labels were' if count > 1 else 'label was'} decided by a tie"
        match self.strength:
            case "identical":
                return "equal on every input (the programs are identical)"
            case "compositional":
                return "equal on every input (compositional proof)"
            case "every length":
                return f"equal on every input of every length ({self.count:,} states)"
            case "exhaustive":
                return f"equal on all {self.count:,} inputs (exhaustive{note}){ties}"
            case "sampled":
                return f"no difference found on {self.count:,} inputs (sampled{note}){ties}"
            case _:
                assert_never(self.strength)


def verify(
    a: Subject,
    b: Subject,
    *,
    inputs: Iterable[Sequence[str]] | None = None,
    limit: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    names: tuple[str, str] | None = None,
    progress: Progress = lambda done, total: None,
) -> Verification:
    """Compare two programs, files, functions or oracles on `inputs`, by default on all inputs.

    Without `inputs`, all inputs are run if there are at most `limit`, otherwise about `samples` of
    them. `progress` is called with the number of inputs done,
    in inputs of average length, and the total.
    """
    sides, names = (_side(a), _side(b)), names or _names(a, b)
    learned = [side for side in (a, b) if isinstance(side, ProvedProgram)]
    for one in learned:
        if not one.proof.equal:  # whatever its program is equal to, its network is not
            return Verification(False, "compositional", 0, note=str(one.proof))
    if inputs is None and learned and sides[0] == sides[1]:
        return Verification(True, "compositional", 0)
    programs = [side for side in sides if isinstance(side, Program)]
    if inputs is None and programs and sides[0] == sides[1]:
        return Verification(True, "identical", 0)
    fast, why_not = len(programs) == 2, ""
    if fast:
        require_same_kind_of_answer(*programs)
    if inputs is None and fast:
        if (shown := _first_of(telling_inputs(*programs), sides, names)) is not None:
            return Verification(False, "exhaustive", 1, shown)
        proved = _at_every_length(programs[0], programs[1], programs[1], names)
        if isinstance(proved, Verification):
            return proved
        why_not = proved
    limit = limit if limit is not None else (MOST_RUN if fast else MOST_CALLED)
    plan = chosen(sides, inputs, limit, samples, seed)
    note = "; ".join(filter(None, (plan.note, why_not)))
    pair = Pair(sides, plan.space.words, plan.space.vocabulary)
    done, words, scored, ties, rows = 0, 0, 0, (0, 0), ROWS_CALLED
    if fast:  # fewer at once where they are long and have many variables
        cells = plan.space.max_length * sum(len(program.steps) for program in programs)
        rows = max(1, min(ROWS_RUN, CELLS // cells))
    count, all_words = plan.count, max(1, plan.words)
    for block in plan.blocks(rows):
        found = pair.compare(block)
        if found.row is not None:
            row = tuple(block[found.row].tolist())
            if plan.strength == "sampled":
                calls = SHRINK_RUN if fast else SHRINK_CALLED
                row = shrink(plan.space, row, lambda block: pair.compare(block).row, calls)
            shown = _counterexample(pair, [pair.words[word] for word in row], names)
            return Verification(False, plan.strength, done + found.row + 1, shown, note=note)
        done, words, scored = done + len(block), words + block.size, scored + found.scored
        ties = ties[0] + found.ties[0], ties[1] + found.ties[1]
        progress(min(count * words // all_words, count), count)
    files = inputs is None and any(isinstance(side, Emitted) for side in sides)
    refused = refused_inputs(programs[0]) if files else ()
    if (shown := _first_of(refused, sides, names)) is not None:
        return Verification(False, plan.strength, done + 1, shown, note=note)
    if not scored:
        raise VerifyError("nothing was compared: no input has an answer that is scored")
    return Verification(True, plan.strength, done, None, ties, note)


def _at_every_length(
    program: Program, other: Program | Automaton, side: Side, names: tuple[str, str]
) -> Verification | str:
    """Compare as finite machines, or say why that is not possible."""
    longest = [one.max_length for one in (program, other) if isinstance(one, Program)]
    if isinstance(other, Program):
        require_same_words(program.vocabulary, other.vocabulary)
        words = program.vocabulary.symbols + unlisted_words(program.vocabulary)
    else:
        words = other.words
    if any(length is not None for length in longest):
        return ""
    try:
        explored = every_length(program, other, words)
    except NotBounded as error:
        return f"not proved at every length: {error}"
    if explored.differs is None:
        return Verification(True, "every length", explored.states)
    pair = Pair((program, side), explored.differs, program.vocabulary)
    shown = _counterexample(pair, explored.differs, names)
    return Verification(False, "every length", explored.states, shown)


def verify_task(
    program: Program,
    task: Task,
    *,
    progress: Progress = lambda done, total: None,
    names: tuple[str, str] | None = None,
) -> Verification:
    """Compare a program with the right answers on every input of a task.

    For a regular language, the program is compared with the automaton at every length if possible.
    If a task has more than 20 million inputs, the program runs on all inputs up to the largest
    length with at most that many, then on the inputs that the task drew: the result is `sampled`.
    `progress` is called with the number of inputs done and the total.

    >>> from transformer_programs.shelf import histogram
    >>> from transformer_programs.tasks import hist
    >>> print(verify_task(histogram.program, hist(length=5, samples=20)))
    equal on all 1,554 inputs (exhaustive: every input of hist, up to 5 words)
    """
    if task.space is None or task.oracle is None:
        raise VerifyError(f"the inputs of {task.name} cannot be listed: it is no rule but data")
    shown_names = names or ("program", task.name)
    why_not = ""
    if task.space.automaton is not None:
        proved = _at_every_length(program, task.space.automaton, Oracle(task.oracle), shown_names)
        if isinstance(proved, Verification):
            return proved
        why_not = f"; {proved}" if proved else ""
    done = sweep(program, task, progress)
    strength: Strength = "sampled" if done.drawn else "exhaustive"
    which = f"{f'{done.drawn:,} inputs' if done.drawn else 'every input'} of {task.name}"
    which += f", up to {task.max_length} words"
    if done.drawn and done.complete:
        which = f"every input of up to {done.complete} words and {which}"
    if done.wrong is None:
        return Verification(True, strength, done.count, note=which + why_not)
    pair = Pair((program, Oracle(task.oracle)), done.wrong, task.vocabulary)
    shown = _counterexample(pair, done.wrong, shown_names)
    return Verification(False, strength, done.count, shown, note=which + why_not)


# --- the sides ------------------------------------------------------------------------------------


def _side(subject: Subject) -> Side:
    if isinstance(subject, ProvedProgram):
        return subject.program
    if isinstance(subject, str | Path):
        return load_emitted(subject) if Path(subject).suffix == ".py" else load(subject)
    if not callable(subject):
        raise VerifyError(f"expected a program, a file or a function to compare, got {subject!r}")
    return subject


def _names(a: Subject, b: Subject) -> tuple[str, str]:
    names = []
    for subject in (a, b):
        if isinstance(subject, str | Path | Emitted):
            names.append(Path(subject.path if isinstance(subject, Emitted) else subject).name)
        elif isinstance(subject, Program | Oracle):
            names.append(type(subject).__name__.lower())
        else:
            names.append(getattr(subject, "__name__", type(subject).__name__))
    return (names[0], names[1]) if names[0] != names[1] else (f"{names[0]} a", f"{names[1]} b")


def _first_of(
    inputs: Iterable[Sequence[str]], sides: tuple[Side, Side], names: tuple[str, str]
) -> Counterexample | None:
    """The first of some inputs on which the sides differ."""
    for tokens in inputs:
        marks = Vocabulary(tuple(dict.fromkeys(tokens)) or ("",))
        if (shown := _counterexample(Pair(sides, marks.words, marks), tokens, names)) is not None:
            return shown
    return None


def _counterexample(
    pair: Pair, tokens: Sequence[str], names: tuple[str, str]
) -> Counterexample | None:
    """How the sides differ on an input, by the definition; None where they agree."""
    answers = [answer(side, tokens) for side in pair.sides]
    position = pair.first_difference(*answers)
    if position is None:
        return None
    programs = [side for side in pair.sides if isinstance(side, Program)]
    unlisted = [t for t in tokens if any(t not in p.vocabulary.words for p in programs)]
    shown = answers if position < 0 else [given[position] for given in answers]
    return Counterexample(
        tuple(tokens),
        None if position < 0 else position,
        (shown[0], shown[1]),
        (variables(pair.sides[0], tokens), variables(pair.sides[1], tokens)),
        names,
        tuple(dict.fromkeys(unlisted)),
    )
