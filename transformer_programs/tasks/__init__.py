"""Tasks: what can be learned, by name.

>>> task = make("sort", samples=100)
>>> task.words_of(task.test.words[0])[0], make(task.spec.name, **dict(task.spec.settings)).name
('<s>', 'sort')
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..dataset import (
    EntityScores,
    Listing,
    Oracle,
    Scores,
    Setting,
    Split,
    Task,
    TaskError,
    TaskSpec,
    accuracy,
    evaluate_program,
)
from . import fresh_oracles, oracles, rasp
from .corpora import CORPORA, ag_news, conll, mr, subj, trec
from .files import load
from .fresh import DEVELOPED, HELD_OUT, make_fresh
from .more import FURTHER, make_further
from .more_oracles import ORACLES
from .rasp import double_hist, dyck1, dyck2, hist, induction, most_freq, reverse, sort
from .reading import DataError

__all__ = [
    "MORE",
    "TASKS",
    "TEXTS",
    "DataError",
    "EntityScores",
    "Listing",
    "Scores",
    "Setting",
    "Split",
    "Task",
    "TaskEntry",
    "TaskError",
    "TaskSpec",
    "accuracy",
    "ag_news",
    "check_kinds",
    "conll",
    "double_hist",
    "dyck1",
    "dyck2",
    "evaluate_program",
    "hist",
    "induction",
    "load",
    "make",
    "most_freq",
    "mr",
    "reverse",
    "sort",
    "subj",
    "trec",
]


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """A task that can be made: how, what it asks, and an example input.

    `answer` is what is right for the example of a task that has no oracle.
    """

    function: Callable[..., Task]
    description: str
    oracle: Oracle | None
    example: tuple[str, ...]
    answer: tuple[str, ...] = ()

    @property
    def target(self) -> list[str | None]:
        """What is right for the example; None where nothing is scored.

        >>> TASKS["most_freq"].target
        [None, 'b', 'a', 'c', '<s>']
        """
        return list(self.answer) if self.oracle is None else self.oracle(self.example)

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings and their defaults.

        >>> TASKS["dyck1"].settings
        {'length': 16, 'samples': 20000, 'seed': 0}
        """
        parameters = inspect.signature(self.function).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


def _entry(function: Callable[..., Task], oracle: Oracle, example: str) -> TaskEntry:
    description = rasp.DESCRIPTIONS[function.__name__]
    return TaskEntry(function, description, oracle, tuple(example.split()))


TASKS: dict[str, TaskEntry] = {
    "induction": _entry(induction, oracles.induction, "<s> a 1 b 0 b 0 a"),
    "reverse": _entry(reverse, oracles.reverse, "<s> 3 1 1 2 </s>"),
    "hist": _entry(hist, oracles.hist, "<s> a b b c"),
    "double_hist": _entry(double_hist, oracles.double_hist, "<s> a b b c"),
    "sort": _entry(sort, oracles.sort, "<s> 3 1 1 2 </s>"),
    "most_freq": _entry(most_freq, oracles.most_freq, "<s> a b b c"),
    "dyck1": _entry(dyck1, oracles.dyck, "<s> ( ) ( ) )"),
    "dyck2": _entry(dyck2, oracles.dyck, "<s> ( { } ) ( }"),
}

MORE: dict[str, TaskEntry] = {
    name: TaskEntry(
        make_further(name) if name in FURTHER else make_fresh(name),
        how.about,
        (ORACLES | fresh_oracles.DEVELOPED | fresh_oracles.HELD_OUT)[name],
        ("<s>", *how.example.split(), *(("</s>",) if how.end else ())),
    )
    for name, how in (FURTHER | DEVELOPED | HELD_OUT).items()
}

TEXTS: dict[str, TaskEntry] = {
    function.__name__: TaskEntry(
        function,
        CORPORA[function.__name__].about,
        None,
        tuple(example.split()),
        tuple(answer.split()),
    )
    for function, example, answer in (
        (conll, "Mary visited New York .", "B-PER O B-LOC I-LOC O"),
        (trec, "Who wrote Hamlet ?", "HUM"),
        (mr, "a gripping , funny film .", "pos"),
        (subj, "the brothers leave for the city .", "objective"),
        (ag_news, "Shares fall as oil climbs .", "Business"),
    )
}


def make(name: str, **settings: Setting) -> Task:
    """The task of that name. Settings that are not given have their defaults.

    A task of a user's own files is made by its `path`, whatever its name.

    >>> make("srot")
    Traceback (most recent call last):
    transformer_programs.dataset.labelled.TaskError: no task 'srot': did you mean 'sort'? There \
are induction, reverse, hist, double_hist, sort, most_freq, dyck1, dyck2, conll, trec, mr, subj, \
ag_news and more; `tprog tasks` lists all
    """
    if "path" in settings:
        return _loaded(settings)
    every = TASKS | MORE | TEXTS
    if name not in every:
        hint = _nearest(name, every, TASKS | TEXTS)
        raise TaskError(f"no task {name!r}: {hint} and more; `tprog tasks` lists all")
    entry = every[name]
    for setting in settings:
        if setting not in entry.settings:
            hint = _nearest(setting, entry.settings)
            raise TaskError(f"{name} has no setting {setting!r}: {hint}")
    if name in TEXTS:
        check_kinds(entry.function, settings)
    return entry.function(**settings)


def _loaded(settings: dict[str, Setting]) -> Task:
    known = inspect.signature(load).parameters
    for setting in settings:
        if setting not in known:
            raise TaskError(f"a file has no setting {setting!r}: {_nearest(setting, known)}")
    check_kinds(load, settings)
    make_from: Callable[..., Task] = load
    return make_from(**settings)


def check_kinds(function: Callable[..., Task], settings: dict[str, Setting]) -> None:
    """Refuse settings of another type than the function names; those of a run come from a file."""
    for name, value in settings.items():
        kind = str(inspect.signature(function).parameters[name].annotation)
        if value is None and "None" in kind:
            continue
        wanted: type = bool if "bool" in kind else int if "int" in kind else str
        if type(value) is not wanted or (name == "seed" and not 0 <= int(value or 0) < 2**32):
            nouns = {bool: "true or false", int: "a whole number", str: "a text"}
            noun = "a whole number from 0 to 2**32 - 1" if name == "seed" else nouns[wanted]
            raise TaskError(f"{name}: expected {noun}, got {value!r}")


def _nearest(wrong: object, right: Iterable[str], listed: Iterable[str] | None = None) -> str:
    """The nearest right name, if one is near, then those to be listed: all unless told."""
    names = list(right)
    near = difflib.get_close_matches(str(wrong).lower(), names, n=1, cutoff=0.5)
    shown = ", ".join(names if listed is None else listed)
    return (f"did you mean {near[0]!r}? There are " if near else "there are ") + shown
