"""The settings and the result of a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..dataset import Task
from ..program import Program
from ..program.chain import linked
from .check import Evidence
from .examiner import Solution
from .fallback import Voting
from .undecided import Undecided, told_apart


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a search; `noise` is the share of labels that may be wrong."""

    seconds: float = 120.0
    seed: int = 0
    sample: int = 0  # inputs to start with; 0: by the length of the inputs
    noise: float = 0.0
    workers: int = 0  # processes; 0: as many as there are cores, at most 8
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
    voting: Voting | None  # the best classifier of the variables found, where nothing was exact
    seconds: float
    cpu_seconds: float
    tried: int
    restarts: int
    contradicted: int  # labels that no program can have: the same input has another one, too
    stopped: str  # why the search ended: "time", "interrupted", or "" where it found something
    others: tuple[tuple[int, Program], ...] = ()  # that fit as well, and what each costs more

    @cached_property
    def undecided(self) -> Undecided | None:
        """With few examples: how many programs fit, and an input on which they differ."""
        if self.program is None or not self.others:
            return None
        return told_apart(self.program, self.others, self.task)

    @property
    def accepted(self) -> bool:
        """Whether the program is exact, or wrong on no more labels than `noise` allows."""
        return self.exact or (bool(self.settings.noise) and self.stopped == "")

    @property
    def worth(self) -> tuple[bool, int, float, int]:
        """A sort key, larger is better: exact, checks passed, labels right, lower cost."""
        solution = self.solution
        right, cost = (0.0, 0) if solution is None else (solution.right, solution.cost)
        return self.exact, sum(check.passed for check in self.checks), right, -cost

    def __str__(self) -> str:
        if self.exact:
            what = "votes" if self.solution is None or self.voting else "a program"
            cost = "" if self.solution is None or self.voting else f" of cost {self.solution.cost}"
            return f"{what}{cost}: " + "; ".join(map(str, self.checks))
        if self.accepted:
            assert self.solution is not None
            wrong = f"{self.solution.wrong:,} of {self.solution.asked:,} training labels"
            checks = "; ".join(map(str, self.checks))
            return f"a program of cost {self.solution.cost}, wrong on {wrong}: {checks}"
        return f"{self._failure()}; best found: " + (
            " and ".join(self._best()) or "nothing better than a guess"
        )

    def __repr__(self) -> str:
        return f"<Found: {self}>"

    def _failure(self) -> str:
        """What was tried, and why nothing fits."""
        why = {"time": f"in {self.settings.seconds:.0f} s per core", "interrupted": "until stopped"}
        text = (
            "no program that passes every check was found; "
            f"{self.tried:,} steps were tried {why.get(self.stopped, 'in all')}"
        )
        if self.contradicted:
            text += (
                f"; {self.contradicted:,} labels contradict those of an equal input, so none can be"
                " right on all (--set noise=0.02 allows for wrong labels)"
            )
        return text

    def _best(self) -> Iterator[str]:
        if self.solution is not None:
            failed = [str(check) for check in self.checks if not check.passed]
            wrong = f", but {failed[0]}" if failed and self.solution.wrong == 0 else ""
            right = f"{self.solution.right:.2%} of the training labels{wrong}"
            yield f"a program of cost {self.solution.cost} (right on {right})"
        if self.voting is not None:
            yield (
                f"votes of {len(self.voting.voters)} variables ({self.voting.right:.2%}; "
                f"words and positions alone: {self.voting.plain:.2%})"
            )
