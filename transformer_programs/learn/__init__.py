"""One call learns: `fit(task, how) -> Learned`, whatever learns.

task = tp.tasks.sort()
learned = tp.fit(task, tp.Gradient(seeds=8))
print(learned)                 # a table
print(learned.program)         # the program of the run: the knee of the front
print(learned.best.proof)      # equal on every input (compositional proof: ...)

`how` is one of five records: `Gradient` (networks that become programs), `Standard` (standard
Transformers), `Baseline` (models of words alone), `Readable` (word groups and votes) and `Search`
(a short program that is right on every example).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, assert_never

from ..dataset import Task
from ..networks.config import Config, ConfigError, Given, Shape, StandardConfig, preset
from ..networks.population import Stage
from ..store.atomic import locked
from ..store.front import Front, readable_choice
from ..synthesis import Found, Settings
from ..synthesis.search_run import Example, task_of_examples
from ..synthesis.search_run import search as find_program
from .baselines import BASELINES
from .learned import Learned, LearningError, TrainedProgram, require_own_folder
from .learners import Baseline, Gradient, How, OnProgress, Readable, Search, Seeds, Standard

__all__ = [
    "Baseline",
    "Config",
    "ConfigError",
    "Given",
    "Gradient",
    "How",
    "Learned",
    "LearningError",
    "OnProgress",
    "Readable",
    "Search",
    "Seeds",
    "Shape",
    "Standard",
    "StandardConfig",
    "fit",
    "preset",
    "search",
]


def fit(
    task: Task,
    how: How | Config | None = None,
    seeds: Seeds | None = None,
    *,
    out: str | Path | None = None,
    on_progress: OnProgress | None = None,
) -> Learned:
    """Learn from a task; `how` says what learns.

    A `Config` means `Gradient(config)`, None the preset of the task. `seeds` is a short way to set
    those of `how`. With `out`, a run folder is written; the same call resumes an interrupted
    training there. `on_progress` is given a report now and then; notebooks show progress anyway.
    """
    how = Gradient(how) if how is None or isinstance(how, Config) else how
    if seeds is not None:
        if isinstance(how, Baseline | Readable):
            raise LearningError(f"seeds: expected none for {type(how).__name__}, got {seeds!r}")
        how = replace(how, seeds=seeds)
    if on_progress is None and "ipykernel" in sys.modules:  # one line that changes
        on_progress = lambda report: print(f"\r{report}", end="", file=sys.stderr)  # noqa: E731
    folder = None if out is None else Path(out)
    with nullcontext() if folder is None else locked(folder):
        if folder is not None:
            require_own_folder(folder, how, task)
        match how:
            case Gradient():
                learned = _fit_gradient(task, how, folder, on_progress)
            case Standard():
                learned = _fit_standard(task, how, folder, on_progress)
            case Baseline():
                begun = time.perf_counter()
                model = BASELINES[how.model](task)
                learned = Learned(task, how, time.perf_counter() - begun, model=model)
            case Readable():
                learned = _fit_readable(task, how, on_progress)
            case Search():
                learned = _fit_search(task, how, on_progress)
            case _:
                assert_never(how)
        if folder is not None:
            learned.save(folder, on_progress)
        return learned


def search(
    task: Task | Sequence[Example],
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    *,
    seconds: float | None = None,
    seeds: Seeds | None = None,
) -> Found:
    """Search for a short program: `fit` with `Search`, also for a list of examples.

    `seconds` overrides the settings.
    """
    given = {"seconds": seconds, "seeds": seeds}
    chosen = asdict(settings or Settings()) | {n: v for n, v in given.items() if v is not None}
    made = task if isinstance(task, Task) else task_of_examples(task)
    found = fit(made, Search(**chosen), on_progress=on_progress).found
    assert found is not None
    return found


# --- the learners ---------------------------------------------------------------------------------


def _fit_gradient(
    task: Task, how: Gradient, folder: Path | None, on_progress: OnProgress | None
) -> Learned:
    from ..networks.merge import check_merge, merge_best
    from ..networks.program_model import train_programs
    from ..networks.trainer import seed_numbers

    config = preset(task) if how.config is None else how.config
    networks = len(seed_numbers(how.seeds)) * max(1, len(how.shapes))
    check_merge(how.merge, task, config, networks, how.shapes)
    population = train_programs(
        task,
        config,
        how.seeds,
        out=folder,
        shapes=how.shapes,
        given=how.given,
        vectors=how.vectors,
        on_progress=on_progress,
    )
    best = merge_best(population, task, how.merge, on_progress) if how.merge else ()
    merged = tuple(TrainedProgram(task, member, count) for count, member in best)
    return Learned(task, replace(how, config=config), population.seconds, population, merged)


def _fit_standard(
    task: Task, how: Standard, folder: Path | None, on_progress: OnProgress | None
) -> Learned:
    from ..networks.standard import train_standard

    how = replace(how, config=how.config or StandardConfig())
    assert how.config is not None
    population = train_standard(
        task, how.config, how.seeds, out=folder, vectors=how.vectors, on_progress=on_progress
    )
    return Learned(task, how, population.seconds, population)


def _fit_readable(task: Task, how: Readable, on_progress: OnProgress | None) -> Learned:
    from .readable import learn_readable

    begun = time.perf_counter()

    def tell(doing: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Stage(doing, share))

    front = learn_readable(
        task,
        vectors=how.vectors,
        sizes=how.sizes,
        penalties=how.penalties,
        seed=how.seed,
        on_progress=tell,
    )
    return Learned(task, how, time.perf_counter() - begun, choices=front)


def _fit_search(task: Task, how: Search, on_progress: OnProgress | None) -> Learned:
    own = asdict(how)
    seeds = own.pop("seeds")
    found = find_program(task, Settings(**own), on_progress or (lambda status: None), seeds=seeds)
    choices: tuple[Any, ...] = ()
    if found.program is not None:  # the checks leave no inputs held out
        choices = (readable_choice("found by search", found.program),)
    return Learned(task, how, found.seconds, choices=Front(choices), found=found)
