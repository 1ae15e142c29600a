"""Check whether two programs are equivalent: a proof, a counterexample, or a sample.

Each side is a Program, an emitted file, any callable, an `Oracle`, or a `ProvedProgram`.
`STRATEGIES` are tried in order, from the strongest claim to the weakest. A difference is shown on
the smallest input that has one: shortest first, then in vocabulary order; a sampled one is made as
small as it gets. Where programs take words that are not in their vocabulary, one such word is among
the inputs. Both sides must take the same words; where one takes longer inputs, they are
compared up to the length that both take. The answer says so.

>>> from transformer_programs.shelf import histogram
>>> def count(tokens):
...     return ["<s>"] + [str(tokens.count(token)) for token in tokens[1:]]
>>> print(verify(histogram.program, count, inputs=[["<s>", "a"], ["<s>", "a", "b", "a"]]))
equal on all 2 inputs (exhaustive: the inputs given)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..dataset import Task
from ..program import Program
from ..program.numerals import numbers_beyond, with_numerals
from ..store import load
from .every import Progress as Progress
from .every import sweep
from .inputs import VerifyError as VerifyError
from .pair import Oracle as Oracle
from .pair import Pair, Side
from .pair import load_emitted as load_emitted
from .results import Counterexample as Counterexample
from .results import Strength, counterexample
from .results import Verification as Verification
from .strategies import (
    Comparison,
    as_machines,
    at_every_length,
    on_a_sample,
    on_every_input,
    on_given_inputs,
    without_a_run,
)

SAMPLES = 10_000
STRATEGIES = without_a_run, at_every_length, on_every_input, on_a_sample


@runtime_checkable
class ProvedProgram(Protocol):
    """A network's program, and the proof that it is the network's: `proof.equal`, and as text."""

    @property
    def program(self) -> Program: ...
    @property
    def proof(self) -> Any: ...


Subject = Side | ProvedProgram | Path | str


def verify(
    a: Subject,
    b: Subject,
    *,
    inputs: Iterable[Sequence[str]] | None = None,
    limit: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    names: tuple[str, str] = ("a", "b"),
    progress: Progress = lambda done, total: None,
) -> Verification:
    """Compare two programs, files, functions or oracles on `inputs`, by default on all inputs.

    Without `inputs`, all inputs are run if there are at most `limit`, otherwise about `samples` of
    them. `progress` is called with the number of inputs done and the total.
    """
    proved = [side for side in (a, b) if isinstance(side, ProvedProgram)]
    for one in proved:
        if not one.proof.equal:  # whatever its program is equal to, its network is not
            return Verification(False, "compositional", 0, str(one.proof))
    sides, given = (_side(a), _side(b)), None if inputs is None else [*inputs]
    larger = _with_larger_numbers(sides, given)
    comparison = Comparison(larger, names, bool(proved), limit, samples, seed, progress)
    if given is not None:
        return on_given_inputs(comparison, given)
    results = (strategy(comparison) for strategy in STRATEGIES)
    found = next(result for result in results if result is not None)
    if not found.equal or larger == sides or sides[0] == sides[1]:
        return found
    what = "states" if found.strength == "every length" else "inputs"
    says = f"no difference found on {found.count:,} {what} (sampled: words may be any whole number)"
    return Verification(True, "sampled", found.count, says)


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
    names, right, notes = names or ("program", task.name), Oracle(task.oracle), list[str]()
    if (automaton := task.space.automaton) is not None:
        proved = as_machines(program, automaton, automaton.words, right, names, notes)
        if proved is not None:
            return proved
    done = sweep(program, task, progress)
    strength: Strength = "sampled" if done.drawn else "exhaustive"
    if done.wrong is not None:
        pair = Pair((program, right), done.wrong, task.vocabulary)
        shown = counterexample(pair, done.wrong, names)
        return Verification(False, strength, done.count, counterexample=shown)
    which = f"{f'{done.drawn:,} inputs' if done.drawn else 'every input'} of {task.name}"
    which += f", up to {task.max_length} words"
    if done.drawn and done.complete:
        which = f"every input of up to {done.complete} words and {which}"
    claim = "no difference found on" if done.drawn else "equal on all"
    says = f"{claim} {done.count:,} inputs ({strength}: {'; '.join((which, *notes))})"
    return Verification(True, strength, done.count, says)


# --- the sides ------------------------------------------------------------------------------------


def _with_larger_numbers(
    sides: tuple[Side, Side], given: list[Sequence[str]] | None
) -> tuple[Side, Side]:
    """Programs that know every number with those of the inputs given, or some not listed."""
    programs = [side for side in sides if isinstance(side, Program)]
    words = [word for one in programs for word in numbers_beyond(one.vocabulary)]
    if given is not None:
        words = [word for tokens in given if isinstance(tokens, list | tuple) for word in tokens]
    a, b = (with_numerals(side, words) if isinstance(side, Program) else side for side in sides)
    return a, b


def _side(subject: Subject) -> Side:
    if isinstance(subject, ProvedProgram):
        return subject.program
    if isinstance(subject, str | Path):
        return load_emitted(subject) if Path(subject).suffix == ".py" else load(subject)
    if not callable(subject):
        raise VerifyError(f"expected a program, a file or a function to compare, got {subject!r}")
    return subject
