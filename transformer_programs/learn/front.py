"""Makes fronts: each program is simplified exactly, named for reading, measured and scored.

`store/folder.py` has the types and writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..dataset import Task, evaluate_program
from ..printer import printed_lines
from ..program import Program
from ..program.steps import Classifier
from ..simplifier import Simplification, readable, simplify
from ..store.folder import Front, FrontEntry

MAX_SMALL = (64, 100)  # words and steps of a program that is simplified in seconds
MAX_LOSS = 0.001  # of the right answers on training, for a shorter program

Named = tuple[str, Program]  # how a program was made, and the program


def front_of(task: Task | None, programs: Iterable[Named]) -> Front:
    """The front of some programs, simplified exactly.

    None of them may be fitted to the validation inputs of the task. A search that used all inputs
    has no task to score its program on.
    """
    return Front().joined(measured(origin, readable(one), task) for origin, one in programs)


def exact_front(task: Task, program: Program) -> Front:
    """The front of one program of a network, simplified exactly but not for the task."""
    return front_of(task, [("simplified exactly", program)])


def simplified_front(
    task: Task, program: Program, front: Front, on_progress: Callable[[str], None]
) -> Front:
    """A front, joined by the results of simplifying a program for a task.

    Prunes twice: once losing no right training answer, once losing at most 0.1 % (shorter).
    """
    all_right, most_right = (
        simplify(program, task=task, budget=loss, on_progress=on_progress)
        for loss in (0.0, MAX_LOSS)
    )
    shorter = f"at most {MAX_LOSS:.1%} lost", most_right.program
    return front.joined(front_of(task, [*results("simplified", all_right), shorter]))


def results(origin: str, done: Simplification) -> Iterator[Named]:
    """The programs that a simplification made: the last, and others on the way to it."""
    yield origin, done.program
    for longer in done.choices:
        yield "pruned", longer


def measured(
    origin: str,
    program: Program,
    task: Task | None = None,
    held: tuple[str, float, int] | None = None,
) -> FrontEntry:
    """A program, as it is, with its size and its scores at a task.

    `held`: what its held-out inputs are called, its score on them and their number; by default
    those of validation.
    """
    scores = dict[str, float]()
    if task is not None:
        if held is None:
            score = evaluate_program(program, task, task.validation).main
            held = "validation", score, len(task.validation)
        kind = "accuracy" if task.metric == "token" else "F1"
        scores[f"{held[0]} {kind}"] = round(held[1], 6)
        if task.has_test:
            scores[f"test {kind}"] = round(evaluate_program(program, task, task.test).main, 6)
    votes = program.output.votes if isinstance(program.output, Classifier) else ()
    cast = sum(weight != 0 for vote in votes for row in vote.weights for weight in row)
    lines, inputs = printed_lines(program), 0 if held is None else held[2]
    return FrontEntry(origin, lines, len(program.steps), cast, scores, inputs, program)


def is_small(program: Program) -> bool:
    """Whether simplifying for a task takes seconds, not minutes."""
    words, steps = MAX_SMALL
    return len(program.vocabulary.words) <= words and len(program.steps) <= steps
