"""The settings and the result of a search.

Few examples leave a choice: other programs that fit, and an input that tells them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import log2

import numpy as np

from ..dataset import Split, Task, predictions_of
from ..program import Program
from ..program.program import linked
from ..verifier.inputs import InputSpace, some_inputs
from .check import Evidence, check_split
from .domain import Ints, whole
from .examine import MAX_TRIED, Solution

MARGIN = 4  # how much more a program may cost to be one that is also meant
LONGER = 3  # words that an input may have on which programs differ, more than all examples
BITS = 2  # of a unit of cost: of 120 functions of lists from eight examples, tells wrong from right
LONGEST = 12  # and at most, marks not counted


@dataclass(frozen=True, slots=True)
class Undecided:
    """Other programs that fit all examples, and an input that tells programs that fit apart.

    `others` counts those that differ from the program found on some short input. They cost at most
    `MARGIN` more, and the search has met them. `answers` are the different answers to `words`, the
    most common first, and how many programs give each. An answer has one label per word, or one for
    all.
    """

    others: int
    words: tuple[str, ...]
    answers: tuple[tuple[tuple[str, ...], int], ...]

    def __str__(self) -> str:
        given = " or ".join(" ".join(labels) or "[]" for labels, _ in self.answers)
        fit = (
            "programs of this size also fit"
            if self.others > 1
            else "program of this size also fits"
        )
        return f"{self.others:,} other {fit}; they differ on {' '.join(self.words)}: {given}"


def told_apart(
    program: Program, others: Sequence[tuple[int, Program]], task: Task
) -> Undecided | None:
    """An input that splits a program and others that fit all examples best; None if none does.

    `others` come with how much more they cost.
    """
    splits = [split for split in task.splits.values() if len(split)]

    def fits(other: Program) -> bool:
        """Whether a program is right on all labels that are known."""
        return all(check_split(other, task, split, "rows", "given").passed for split in splits)

    fit = (program, *(one for _, one in others if fits(one)))
    inputs = _inputs(task)
    labels = np.where(inputs >= 0, 0, -1).astype(np.int32)
    asked = Split(inputs, labels[:, 0].copy() if task.pooled else labels)
    names: dict[str, int] = {}
    given = np.stack(predictions_of(fit, task, asked, names))
    apart = (given != given[0]).reshape(len(fit), len(inputs), -1).any(axis=2)
    differ = apart.any(axis=0)
    if not differ.any():
        return None
    counts = {row: Counter(one[row].tobytes() for one in given) for row in np.flatnonzero(differ)}
    # The answer tells most where the most common one is least common; of equals the shortest input.
    row = min(counts, key=lambda one: max(counts[one].values()))
    spelled = dict(enumerate(task.classes)) | {number: name for name, number in names.items()}
    inner = task.vocabulary.inner(int((inputs[row] >= 0).sum()))
    stop = inner.start + 1 if task.vocabulary.lists == "number" else inner.stop  # all are the same
    scored = given[:, row, None] if task.pooled else given[:, row, inner.start : stop]
    dropped = task.vocabulary.begin if task.vocabulary.lists else None  # no answer
    named = [[spelled.get(n, "?") for n in one] for one in scored.tolist()]
    answers = Counter(tuple(name for name in one if name != dropped) for one in named)
    words = tuple(task.words_of(inputs[row])[inner.start : inner.stop])
    return Undecided(int(apart.any(axis=1).sum()), words, tuple(answers.most_common()))


def doubt(cost: int, task: Task) -> str:
    """A sentence where a program needs more bits than the training labels; else nothing.

    A label is told by its frequency, or as one of the different words of its input.
    """
    begin = task.vocabulary.begin if task.vocabulary.lists else None  # no answer
    once = task.pooled or task.vocabulary.lists == "number"
    words = [set(task.words_of(row)) - {begin} for row in task.train.words]
    rows = [[name for name in task.labels_of(task.train, n) if name] for n in range(len(words))]
    rows = [[name for name in row if name != begin][: 1 if once else None] for row in rows]
    often, known = Counter(chain(*rows)), {*task.classes} - {begin}
    if task.vocabulary.lists:
        known = known.union(*words)
    numbers = [number for name in known if (number := whole(name)) is not None]
    size = max(numbers) - min(numbers) + 1 if len(numbers) == len(known) else len(known)
    every, need, held = often.total() + size, BITS * cost, 0.0
    for given, answers in zip(words, rows, strict=True):
        held += log2(len(given) + 1) if task.vocabulary.lists and not once else 0
        for name in answers:
            new = log2(every / (often[name] + 1))
            held += 1 + min(new, log2(len(given))) if name in given else new
        if held >= need:
            return ""
    return (
        f"likelier memorised than found: the program takes about {need} bits, the labels only "
        f"{held:.0f}; more examples help"
    )


def _inputs(task: Task) -> Ints:
    """All short inputs with a word, as many as are tried, then longer ones; no unknown word."""
    vocabulary = task.vocabulary
    unknown = vocabulary.unknown and vocabulary.words.index(vocabulary.unknown)
    longest = min(task.max_length + LONGER, len(vocabulary.marks) + LONGEST)
    _, blocks = some_inputs(InputSpace(replace(vocabulary, unknown=None), longest), MAX_TRIED, 0)
    every = (row for block in blocks(MAX_TRIED) for row in block.tolist())
    found = [row for row in every if unknown not in row and len(row) > len(vocabulary.marks)]
    return np.array([row + [-1] * (longest - len(row)) for row in found], np.int32)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a search."""

    seconds: float = 120.0
    seed: int = 0
    workers: int = 0  # processes; 0: as many as there are cores
    longer: int = 10_000  # inputs of each longer length that a program is checked on


def with_checks(program: Program, checks: Sequence[Evidence]) -> Program:
    """A found program with what it was checked on as its claim; without checks it has none."""
    if not checks:
        return program
    first, *longer = checks
    says = "; ".join(map(str, checks))
    if longer and all(check.passed and check.kind == "sampled" for check in longer):
        lengths = ", ".join(check.what.split()[-2] for check in longer)
        lengths = " and ".join(lengths.rsplit(", ", 1))
        says = f"{first}; on {longer[0].inputs:,} inputs each of up to {lengths} words (sampled)"
    return linked(program, "found by search", says)


@dataclass(frozen=True, eq=False, repr=False)
class Found:
    """The result of a search, with its checks and its cost.

    `exact` means that the program is right on every training input and in the first check, on all
    known inputs. The other checks are on longer inputs. If the result is not exact, `program` is
    the best program found (or None), and `solution.right` is the share of labels that it gets
    right.
    """

    task: Task
    settings: Settings
    solution: Solution | None
    program: Program | None
    checks: tuple[Evidence, ...]
    exact: bool
    seconds: float
    cpu_seconds: float
    tried: int
    contradicted: int  # labels that no program can have: the same input has another one, too
    stopped: str  # why the search ended: "time", "interrupted", or "" where it found something
    # Programs that fit as well, and what each costs more; None where none was looked for.
    others: tuple[tuple[int, Program], ...] | None = None

    @cached_property
    def undecided(self) -> Undecided | None:
        """With few examples: how many other programs fit, and an input on which they differ."""
        if self.program is None or not self.others:
            return None
        return told_apart(self.program, self.others, self.task)

    @cached_property
    def doubt(self) -> str:
        """One sentence where the program is likelier memorised than found; else nothing."""
        if self.solution is None or not self.exact or self.task.oracle is not None:
            return ""
        return doubt(self.solution.cost, self.task)

    @property
    def worth(self) -> tuple[bool, int, float, int]:
        """A sort key, larger is better: exact, checks passed, labels right, lower cost."""
        solution = self.solution
        right, cost = (0.0, 0) if solution is None else (solution.right, solution.cost)
        return self.exact, sum(check.passed for check in self.checks), right, -cost

    def __str__(self) -> str:
        checks, solution = "; ".join(map(str, self.checks)), self.solution
        if self.exact:
            assert solution is not None
            return f"a program of cost {solution.cost}: {checks}"
        why = {"time": f"in {self.settings.seconds:.0f} s", "interrupted": "until stopped"}
        text = (
            "no program that passes every check was found; "
            f"{self.tried:,} steps were tried {why.get(self.stopped, 'in all')}"
        )
        if self.contradicted:
            text += (
                f"; {self.contradicted:,} labels contradict those of an equal input, so none can be"
                " right on all"
            )
        best = []
        if self.solution is not None:
            failed = [str(check) for check in self.checks if not check.passed]
            wrong = f", but {failed[0]}" if failed and self.solution.wrong == 0 else ""
            right = f"{self.solution.right:.2%} of the training labels{wrong}"
            best.append(f"a program of cost {self.solution.cost} (right on {right})")
        return f"{text}; best found: {' and '.join(best) or 'nothing better than a guess'}"

    def __repr__(self) -> str:
        return f"<Found: {self}>"
