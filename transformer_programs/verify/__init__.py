"""Are two programs the same? Proof, counterexample, or how many inputs were tried.

Each side is a Program, an emitted file, any callable, an `Oracle`, or a `Learned` program with its
proof. Two equal Programs are `identical`, and a learned program's proof is `compositional`;
otherwise all inputs are run where there are few enough (`exhaustive`), else a sample
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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path
from typing import Any, Literal, Protocol, assert_never, runtime_checkable

import numpy as np

from ..dataset import Task
from ..meaning.batch import is_pooled
from ..meaning.interpret import InputError, encode, require_words
from ..program import Program, Vocabulary
from ..program.json_layout import json_line
from ..program.values import Refusal
from ..store import load
from .emitted import Emitted, load_emitted
from .every import sweep
from .pair import Failure, Oracle, Pair, Side, Variables, answer, own_words, variables
from .shrink import shrink
from .spaces import InputSpace, Words, input_space

__all__ = [
    "Counterexample",
    "Emitted",
    "Failure",
    "InputSpace",
    "Learned",
    "Oracle",
    "Verification",
    "VerifyError",
    "input_space",
    "load_emitted",
    "verify",
    "verify_task",
]

Strength = Literal["identical", "compositional", "exhaustive", "sampled"]


class ProofLike(Protocol):
    """An answer that somebody else has found; as text, the whole of it."""

    @property
    def equal(self) -> bool: ...


@runtime_checkable
class Learned(Protocol):
    """A network's program, and the proof that it is the network's."""

    @property
    def program(self) -> Program: ...
    @property
    def proof(self) -> ProofLike: ...


Subject = Side | Learned | Path | str

MOST_RUN = 1_000_000  # inputs of two Programs, which are run many at once
MOST_CALLED = 50_000  # inputs of anything else, which is called for one after the other
SAMPLES = 10_000
SAMPLED_LENGTH = 24  # the longest sample for programs that take any length
ROWS_RUN, ROWS_CALLED = 2**15, 2**9  # of one block
SHRINK_RUN, SHRINK_CALLED = 1_000_000, 20_000  # inputs that shrinking may try


class VerifyError(Refusal):
    """Two sides that cannot be compared. The message says why."""


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
        a, b = map(_spelled, self.answers)
        words = ", ".join(map(json_line, self.unlisted))
        are = "is" if len(self.unlisted) == 1 else "are"
        unlisted = f" ({words} {are} not in the vocabulary)" if words else ""
        return f"differ on {json_line(self.tokens)}{unlisted}:{place} {a} vs {b}\n{self.table()}"

    def table(self) -> str:
        """The variables of both sides, one a line; `<-` where they are not the same."""
        a, b = self.at_position()
        rows: list[tuple[str, ...]] = [("variable", *self.names)]
        for name in dict.fromkeys([*a, *b]):
            rows.append((name, *(_spelled(side[name]) if name in side else "" for side in (a, b))))
        rows.append(("answer", _spelled(self.answers[0]), _spelled(self.answers[1])))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = []
        for number, row in enumerate(rows):
            cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            differs = number > 0 and "" not in row and row[1] != row[2]
            lines.append(f"  {cells}{'  <-' if differs else ''}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether two sides are equal, how sure that is, and on how many inputs they were run.

    Where the program of a network is not what the network computes, `note` says so.
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
        ties = f"; {max(self.ties):,} labels were decided by a tie" if any(self.ties) else ""
        match self.strength:
            case "identical":
                return "equal on every input (the programs are identical)"
            case "compositional":
                return "equal on every input (compositional proof)"
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
    inputs: InputSpace | Iterable[Sequence[str]] | None = None,
    limit: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    names: tuple[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Compare two sides over `inputs`: a space or a list; by default everything that both take.

    A space of up to `limit` inputs is run whole; of a larger one about `samples` inputs are.
    `progress` is told how many inputs are done, and of how many.
    """
    sides = _side(a), _side(b)
    learned = [side for side in (a, b) if isinstance(side, Learned)]
    for one in learned:
        if not one.proof.equal:  # whatever its program is equal to, its network is not
            return Verification(False, "compositional", 0, note=str(one.proof))
    if inputs is None and learned and sides[0] == sides[1]:
        return Verification(True, "compositional", 0)
    if inputs is None and isinstance(sides[0], Program) and sides[0] == sides[1]:
        return Verification(True, "identical", 0)
    fast = isinstance(sides[0], Program) and isinstance(sides[1], Program)
    limit = limit if limit is not None else (MOST_RUN if fast else MOST_CALLED)
    plan = _plan(sides, inputs, limit, samples, seed)
    marks = plan.space.vocabulary.begin, plan.space.vocabulary.end
    pair = Pair(sides, plan.space.words, marks)
    done, scored, ties = 0, 0, (0, 0)
    for block in plan.blocks(ROWS_RUN if fast else ROWS_CALLED):
        found = pair.compare(block)
        if found.row is not None:
            row = tuple(block[found.row].tolist())
            if plan.strength == "sampled":
                calls = SHRINK_RUN if fast else SHRINK_CALLED
                row = shrink(plan.space, row, lambda block: pair.compare(block).row, calls)
            shown = _counterexample(pair, row, names or _names(a, b))
            return Verification(False, plan.strength, done + found.row + 1, shown, note=plan.note)
        done, scored = done + len(block), scored + found.scored
        ties = ties[0] + found.ties[0], ties[1] + found.ties[1]
        if progress is not None:
            progress(done, plan.count)
    if not scored:
        raise VerifyError("nothing was compared: no input has an answer that is scored")
    return Verification(True, plan.strength, done, None, ties, plan.note)


def verify_task(
    program: Program,
    task: Task,
    *,
    start: int = 0,
    progress: Callable[[int, int], None] = lambda done, count: None,
    names: tuple[str, str] | None = None,
) -> Verification:
    """Compare a program with the right answers of a task, on every input that the task has.

    `start`: the number of an input to begin with, in the order of the task, for a run that was
    stopped. `progress` is told how many inputs are done, and of how many.

    >>> from transformer_programs.shelf import histogram
    >>> from transformer_programs.tasks import hist
    >>> print(verify_task(histogram.program, hist(length=5, samples=20)))
    equal on all 1,554 inputs (exhaustive: every input of hist, up to 5 words)
    """
    if task.space is None or task.oracle is None:
        raise VerifyError(f"the inputs of {task.name} cannot be listed: it is no rule but data")
    if not 0 <= start < task.space.count:
        raise VerifyError(f"start: expected 0 to {task.space.count - 1:,}, got {start:,}")
    done = sweep(program, task, start, progress)
    which = f"inputs {done.start:,} to {done.stop:,}" if done.start else "every input"
    note = f"{which} of {task.name}, up to {task.max_length} words"
    if done.wrong is None:
        return Verification(True, "exhaustive", done.stop - done.start, note=note)
    vocabulary = task.vocabulary
    pair = Pair(
        (program, Oracle(task.oracle)), vocabulary.words, (vocabulary.begin, vocabulary.end)
    )
    row = tuple(vocabulary.words.index(token) for token in done.wrong.tokens)
    shown = _counterexample(pair, row, names or ("program", task.name))
    count = done.wrong.number - done.start + 1
    return Verification(False, "exhaustive", count, shown, note=note)


# --- the sides ------------------------------------------------------------------------------------


def _side(subject: Subject) -> Side:
    if isinstance(subject, Learned):
        return subject.program
    if isinstance(subject, str | Path):
        return load_emitted(subject) if Path(subject).suffix == ".py" else load(subject)
    if not callable(subject):
        raise VerifyError(f"expected a program, a file or a function to compare, got {subject!r}")
    return subject


def _names(a: Subject, b: Subject) -> tuple[str, str]:
    names = []
    for subject in (a, b):
        match subject:
            case str() | Path():
                names.append(Path(subject).name)
            case Program():
                names.append("program")
            case Emitted(path):
                names.append(path.name)
            case Oracle():
                names.append("oracle")
            case _:
                names.append(getattr(subject, "__name__", type(subject).__name__))
    return (names[0], names[1]) if names[0] != names[1] else (f"{names[0]} a", f"{names[1]} b")


def _counterexample(pair: Pair, row: tuple[int, ...], names: tuple[str, str]) -> Counterexample:
    tokens = [pair.words[word] for word in row]
    answers = [answer(side, tokens) for side in pair.sides]
    programs = [side for side in pair.sides if isinstance(side, Program)]
    unlisted = [t for t in tokens if any(t not in p.vocabulary.words for p in programs)]
    position = pair.first_difference(*answers)
    if position is None:  # the interpreter is the definition: what runs fast must agree with it
        raise AssertionError(f"run_batch and evaluate differ on {tokens!r}")
    shown = answers if position < 0 else [given[position] for given in answers]
    return Counterexample(
        tuple(tokens),
        None if position < 0 else position,
        (shown[0], shown[1]),
        (variables(pair.sides[0], tokens), variables(pair.sides[1], tokens)),
        names,
        tuple(dict.fromkeys(unlisted)),
    )


def _spelled(value: Any) -> str:
    if isinstance(value, Failure):
        return str(value)
    try:
        return json_line(value)
    except TypeError:
        return repr(value)


# --- the inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which inputs are run, in which order, and what that proves."""

    space: InputSpace
    strength: Strength
    count: int
    note: str
    blocks: Callable[[int], Iterator[Words]]


def _plan(
    sides: tuple[Side, Side],
    inputs: InputSpace | Iterable[Sequence[str]] | None,
    limit: int,
    samples: int,
    seed: int,
) -> _Plan:
    programs = [side for side in sides if isinstance(side, Program)]
    if len(programs) == 2:
        _check_same_kind_of_answer(*programs)
    if inputs is not None and not isinstance(inputs, InputSpace):
        return _given(programs, list(inputs))
    if inputs is None and not programs:
        raise VerifyError(
            "neither side says which inputs it takes: give the inputs to compare them on"
        )
    said = own_words(sides[0]) | own_words(sides[1])
    notes: list[str] = []
    bounded = True
    if isinstance(inputs, InputSpace):
        space = replace(inputs, taken=inputs.taken | said)
        for program in programs:
            _check_takes(program, space)
    else:
        if len(programs) == 2:
            _check_same_words(programs[0].vocabulary, programs[1].vocabulary)
        lengths = [program.max_length for program in programs]
        known = [length for length in lengths if length is not None]
        bounded = bool(known)
        most = min(known, default=SAMPLED_LENGTH)
        space = InputSpace(programs[0].vocabulary, most, taken=said)
        if len(set(lengths)) > 1 or not bounded:
            notes.append(f"up to {most} words{', the most both take' if bounded else ''}")
    if space.unlisted is not None:
        notes.insert(0, "one unlisted word included")
    note = ", ".join(notes)
    if bounded and space.count <= limit:
        return _Plan(space, "exhaustive", space.count, note, space.blocks)
    whole = _lengths_within(space, samples // 2)
    rest = range(whole.stop, space.lengths.stop)
    number = samples - sum(map(space.count_of, whole))

    def sampled(rows: int) -> Iterator[Words]:
        for block in chain(space.blocks(rows, whole), space.sample(rest, number, seed)):
            yield from np.split(block, range(rows, len(block), rows))

    return _Plan(space, "sampled", samples, note, sampled)


def _lengths_within(space: InputSpace, count: int) -> range:
    """The shortest lengths that have no more than `count` inputs together."""
    stop = space.lengths.start
    while stop < space.lengths.stop and (count := count - space.count_of(stop)) >= 0:
        stop += 1
    return range(space.lengths.start, stop)


def _given(programs: list[Program], inputs: list[Sequence[str]]) -> _Plan:
    """Exactly the inputs given, the smallest first."""
    for number, tokens in enumerate(inputs):
        try:
            require_words(tokens)
            for program in programs:
                encode(program, tokens)
        except InputError as error:
            raise InputError(f"input {number}: {error}") from None
    listed = programs[0].vocabulary if programs else None
    used = dict.fromkeys(chain.from_iterable(inputs))
    words = {word: None for word in (listed.words if listed else ()) if word in used} | used
    index = {word: i for i, word in enumerate(words)}
    rows = sorted({(len(tokens), *(index[word] for word in tokens)) for tokens in inputs})
    if not rows:
        raise VerifyError("there are no inputs to compare on")
    marks = (listed.begin, listed.end) if listed else (None, None)
    vocabulary = Vocabulary(tuple(words), None, *marks)

    def blocks(most: int) -> Iterator[Words]:
        for _, same_length in groupby(rows, key=lambda row: row[0]):
            block = np.array([row[1:] for row in same_length], dtype=np.int64)
            yield from np.split(block, range(most, len(block), most))

    space = InputSpace(vocabulary, rows[-1][0])
    return _Plan(space, "exhaustive", len(rows), "the inputs given", blocks)


def _check_same_kind_of_answer(a: Program, b: Program) -> None:
    pooled = [is_pooled(program) for program in (a, b)]
    if pooled[0] != pooled[1]:
        how = [("once for an input" if p else "at each position") for p in pooled]
        raise VerifyError(
            f"the programs cannot be compared: one answers {how[0]}, the other {how[1]}"
        )


def _check_same_words(a: Vocabulary, b: Vocabulary) -> None:
    """Refuse two vocabularies that are not the same but for their order."""
    for field in ("begin", "end", "unknown"):
        ours, theirs = getattr(a, field), getattr(b, field)
        if ours != theirs:
            raise VerifyError(
                f"the two take different inputs: {field} is {_spelled(ours)} in one, "
                f"{_spelled(theirs)} in the other"
            )
    for word in sorted(set(a.words) ^ set(b.words))[:1]:
        raise VerifyError(
            f"the two take different inputs: only one of them has the word {_spelled(word)}"
        )


def _check_takes(program: Program, space: InputSpace) -> None:
    """Refuse a space with inputs that a program does not take."""
    _check_same_words(program.vocabulary, space.vocabulary)
    if program.max_length is not None and space.max_length > program.max_length:
        raise VerifyError(
            f"the inputs have up to {space.max_length} words, "
            f"but the program takes at most {program.max_length}"
        )
