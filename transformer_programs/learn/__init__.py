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
from typing import assert_never

from ..dataset import Task
from ..networks.config import Config as Config
from ..networks.config import ConfigError as ConfigError
from ..networks.config import Given as Given
from ..networks.config import Shape as Shape
from ..networks.config import StandardConfig as StandardConfig
from ..networks.config import preset as preset
from ..store import CHECKPOINT_FILE
from ..store.atomic import locked
from ..store.folder import RECORD_FILE, read_record
from ..synthesis import Found, Settings
from ..synthesis.search_run import Example, task_of_examples
from ..synthesis.search_run import search as find_program
from .baselines import BASELINES
from .learned import Learned as Learned
from .learned import LearningError as LearningError
from .learners import Baseline as Baseline
from .learners import Gradient as Gradient
from .learners import How as How
from .learners import OnProgress as OnProgress
from .learners import Readable as Readable
from .learners import Search as Search
from .learners import Seeds as Seeds
from .learners import Stage, learner_name
from .learners import Standard as Standard


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
    show = on_progress or (lambda stage: None)
    folder = None if out is None else Path(out)
    with nullcontext() if folder is None else locked(folder):
        if folder is not None:
            _require_own_folder(folder, how, task)
        match how:
            case Gradient():
                learned = _fit_gradient(task, how, folder, show)
            case Standard():
                learned = _fit_standard(task, how, folder, show)
            case Baseline():
                begun = time.perf_counter()
                model = BASELINES[how.model](task)
                learned = Learned(task, how, time.perf_counter() - begun, word_model=model)
            case Readable():
                learned = _fit_readable(task, how, show)
            case Search():
                found = find_program(task, how, show, seeds=how.seeds)
                learned = Learned(task, how, found.seconds, found=found)
            case _:
                assert_never(how)
        return learned if folder is None else replace(learned, known_front=learned.save(folder))


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
    changes = {"seconds": seconds, "seeds": seeds}
    chosen = asdict(settings or Settings()) | {n: v for n, v in changes.items() if v is not None}
    made = task if isinstance(task, Task) else task_of_examples(task)
    found = fit(made, Search(**chosen), on_progress=on_progress).found
    assert found is not None
    return found


# --- the learners ---------------------------------------------------------------------------------


def _fit_gradient(
    task: Task, how: Gradient, folder: Path | None, on_progress: OnProgress
) -> Learned:
    """Train networks; their programs are extracted, proved and simplified when they are used."""
    from ..networks.program_model import ProgramModel
    from ..networks.trainer import train

    config = preset(task) if how.config is None else how.config
    model = ProgramModel.of(task, config, how.shapes, how.given, how.vectors)
    population = train(model, task, how.seeds, folder, on_progress)
    how = replace(how, config=config)
    return Learned(task, how, population.seconds, population, on_progress=on_progress)


def _fit_standard(
    task: Task, how: Standard, folder: Path | None, on_progress: OnProgress
) -> Learned:
    from ..networks.standard import Encoder
    from ..networks.trainer import train

    config = how.config or StandardConfig()
    model = Encoder.to_train(task, config, how.vectors)
    population = train(model, task, how.seeds, folder, on_progress)
    return Learned(task, replace(how, config=config), population.seconds, population)


def _fit_readable(task: Task, how: Readable, on_progress: OnProgress) -> Learned:
    from .readable import learn_readable

    begun = time.perf_counter()
    front = learn_readable(
        task,
        vectors=how.vectors,
        sizes=how.sizes,
        penalties=how.penalties,
        seed=how.seed,
        on_progress=lambda doing, share: on_progress(Stage(doing, share)),
    )
    return Learned(task, how, time.perf_counter() - begun, known_front=front)


def _require_own_folder(folder: Path, how: How, task: Task) -> None:
    """Refuse a folder with a run of another learner, of another task or of another file.

    The same task with other settings is not refused here: a network's checkpoint is compared with
    all of them.
    """
    name = learner_name(how)
    if (folder / RECORD_FILE).is_file():
        record = read_record(folder)
        found = record.config.get("learner", "gradient")
        before = (record.task["settings"] or {}).get("path", record.task["name"])
        path = dict(task.spec.settings).get("path", task.name) if task.spec else task.name
        if found == name and before != path:
            raise LearningError(f"{folder} holds a run of {before}: choose another folder")
    elif not isinstance(how, Gradient | Standard) and (folder / CHECKPOINT_FILE).exists():
        found = "gradient"
    else:
        return
    if found != name:
        raise LearningError(f"{folder} holds a run of the learner {found}: choose another folder")
