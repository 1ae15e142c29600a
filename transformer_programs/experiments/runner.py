"""The runner: parts that are not in the ledger are done, here or on a Ray cluster.

OUT/NAME.jsonl           one line per part; only grows
OUT/programs/            the best programs
OUT/unfinished/NAME/     checkpoints of an interrupted part
"""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, assert_never

from ..dataset import Task
from ..learn import (
    Baseline,
    ConfigError,
    Gradient,
    Learned,
    OnProgress,
    Readable,
    Search,
    Standard,
    fit,
)
from ..printer import printed_lines
from ..program import Program
from ..program.program import digest
from ..program.steps import Head, Mlp, NumericalHead, One, Position, Token
from ..store import dumps, write_text
from ..tasks import TEXTS, make
from ..tasks.texts import data_folder, vector_files
from ..vectors import load_vectors
from ..view.data import layers
from .ledger import line_of, open_ledger, results
from .part import Experiment, ExperimentError, Json, Part

PROGRAMS, UNFINISHED = "programs", "unfinished"
ALONE = "-alone"  # ends the name of the best single network where merged ones were better
SOURCES = {Token: "tokens", Position: "positions", One: "ones", Mlp: "mlp"}  # a head: "attn"


@dataclass(frozen=True)
class WorkerContext:
    """The folder for checkpoints and the progress callback of a part."""

    folder: Path | None = None
    on_progress: OnProgress | None = None


@dataclass(frozen=True)
class Done:
    """The result of a part: its line of the ledger, and programs (JSON) by their names."""

    line: Json
    programs: dict[str, str] = field(default_factory=dict)


Work = Callable[[Part, WorkerContext], Done]
Engine = Callable[[Sequence[Part], Work, WorkerContext], Iterator[tuple[Part, Done]]]


def serial(
    parts: Sequence[Part], work: Work, context: WorkerContext
) -> Iterator[tuple[Part, Done]]:
    """One part after the other, in this process. An interrupted part resumes."""
    for part in parts:
        slug = "".join(letter if letter.isalnum() else "-" for letter in part.name)
        folder = None if context.folder is None else context.folder / slug
        yield part, work(part, replace(context, folder=folder))
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def run(
    experiment: Experiment,
    out: Path,
    command: str,
    only: Sequence[str] = (),
    say: Callable[[str], None] = lambda text: None,
    on_progress: OnProgress | None = None,
    engine: Engine = serial,
) -> list[Json]:
    """Do every part that is not done; gives the lines of the ledger, which name the command."""
    if refusal := missing_corpora(experiment.parts):
        raise ExperimentError(f"{experiment.name}: {refusal}")
    chosen = experiment.only(only) if only else experiment.parts
    programs, scratch = out / PROGRAMS, out / UNFINISHED / experiment.name
    context = WorkerContext(scratch, on_progress)
    with open_ledger(out / f"{experiment.name}.jsonl") as (known, append):
        todo = [part for part in chosen if line_of(part, known) is None]
        if len(todo) < len(chosen):
            say(f"{experiment.name}: {len(chosen) - len(todo)} of {len(chosen)} parts done")
        for part, done in engine(todo, do, context):
            for name, text in done.programs.items():  # before the line that speaks of them
                programs.mkdir(parents=True, exist_ok=True)
                write_text(programs / f"{name}.json", text)
            append(done.line | {"command": command})
            best = done.line.get("best")
            tested = f", best on validation has {best['test']:.2%} on test" if best else ""
            say(f"{experiment.name}: {part.name} took {done.line['seconds']} s{tested}")
    for folder in (scratch, scratch.parent):
        with suppress(OSError):  # another part was interrupted there
            folder.rmdir()
    return results(experiment, out)


# --- one part -------------------------------------------------------------------------------------


def do(part: Part, context: WorkerContext) -> Done:
    """Do one part; returns its line, and its best programs if they are kept."""
    begun = time.perf_counter()
    found, programs = _learn(part, task_of(part), context)
    seconds = round(time.perf_counter() - begun, 1)
    line = {"part": part.document(), **found, "seconds": seconds, "made": _made()}
    return Done(line, {name: dumps(one) for name, one in programs.items()} if part.keep else {})


def _learn(part: Part, task: Task, context: WorkerContext) -> tuple[Json, dict[str, Program]]:
    """Learn one part; returns the content of its line, and the programs."""
    hows: Any = part.how if isinstance(part.how, tuple) else (part.how,)
    if part.vectors:
        vectors = load_vectors(*vector_files(part.vectors, None))
        hows = [replace(how, vectors=vectors) for how in hows]
    learned = []
    for number, how in enumerate(hows):
        several = None if context.folder is None else context.folder / str(number)
        out = several if isinstance(how, Gradient | Standard) else None
        how = replace(how, simplify=False) if isinstance(how, Gradient) else how
        try:
            learned.append(fit(task, how, part.seeds, out=out, on_progress=context.on_progress))
        except ConfigError as error:
            if "diverged" not in str(error):
                raise
            return {"config": {}, "members": [], "best": None}, {}
    first = learned[0]
    match first.how:
        case Gradient():
            return _gradient_line(first, part)
        case Standard():
            return _standard_line(learned), {}
        case Baseline():
            scores = first.scores["test"]
            return {"best": {"test": scores.main, "scores": asdict(scores)}}, {}
        case Readable():
            rows = [
                {"how": one.origin, "lines": one.lines, "votes": one.votes}
                | dict(zip(("validation", "test"), one.scores.values(), strict=True))
                for one in first.front
            ]
            return {"front": rows}, {}
        case Search():
            return _search_line(first, part)
        case _:
            assert_never(first.how)


def _gradient_line(learned: Learned, part: Part) -> tuple[Json, dict[str, Program]]:
    """All networks, the best one as a proved program, and merged ones."""
    found: Json = {
        "config": asdict(learned.how.config),  # type: ignore[union-attr, arg-type]
        "members": [_member(network) for network in learned.networks],
        "best": _extracted(learned.best),
    }
    if not part.merge:
        return found, {part.keep: learned.best.program}
    from ..networks.merge import merge_best

    population: Any = learned.population
    merged = merge_best(population, learned.task, part.merge)
    found["alone"] = found["best"]
    found["merged"] = [{"networks": n} | _rounded_scores(one) for n, one in merged.items()]
    count = max(merged, key=lambda n: merged[n].validation)
    if merged[count].validation <= learned.best.validation:
        return found, {part.keep: learned.best.program}
    found["best"] = _extracted(merged[count], count)
    kept = {part.keep: merged[count].program, f"{part.keep}{ALONE}": learned.best.program}
    return found, kept


def _rounded_scores(network: Any) -> Json:
    return {name: round(getattr(network, name), 6) for name in ("validation", "test")}


def _extracted(network: Any, networks: int = 1) -> Json:
    every = network.scores.get("all")
    return _member(network) | {
        "program": digest(network.program),
        "networks": networks,
        "scores": asdict(network.scores["test"]),
        "all": None if every is None else asdict(every),
        "proof": str(network.proof),
        "reads": reads(network.program),
    }


def _standard_line(learned: Sequence[Learned]) -> Json:
    members = [member for one in learned for member in one.networks]
    best = max((m for m in members if not m.diverged), key=lambda m: m.validation, default=None)
    found: Json = {"config": asdict(learned[-1].how.config)}  # type: ignore[union-attr, arg-type]
    found |= {"members": [_member(member) for member in members], "best": None}
    if best is not None:
        task = learned[0].task
        scores = task.accuracy(best.predict(task.test.words), task.test)
        found["best"] = _member(best) | {"scores": asdict(scores)}
    return found


def _search_line(learned: Learned, part: Part) -> tuple[Json, dict[str, Program]]:
    """The line of a search; a kept program is checked on all short inputs if there are too many."""
    from ..synthesis.check import check_short
    from ..synthesis.found import with_checks

    found = learned.found
    assert found is not None
    program, checks, exact = found.program, found.checks, found.exact
    every_input = ("exhaustive", "proved")
    if part.keep and program is not None and exact and checks[0].kind not in every_input:
        checks = (check_short(program, learned.task), *checks[1:])
        program, exact = with_checks(program, checks), checks[0].passed
    solved = exact and all(check.passed for check in checks)
    line = {
        "solved": solved,
        "exhaustive": bool(checks) and checks[0].kind in every_input,
        "checks": list(map(str, checks)),
        "longer": [check.right / check.inputs for check in checks[1:]],
        "tried": found.tried,
        "cost": None if found.solution is None else found.solution.cost,
        "steps": 0 if program is None else len(program.steps),
        "lines": 0 if program is None else printed_lines(program),
        "seconds": round(found.cpu_seconds, 1),
    }
    if program is None or not solved:
        return {"search": line}, {}
    return {"search": line | {"program": digest(program)}}, {part.keep: program}


def _member(member: Any) -> Json:
    """A trained network in plain values."""
    described: Json = member.described()
    described.pop("ancestor", None)
    shape = described.get("shape") or {
        n: getattr(member.architecture.config, n) for n in ("layers", "heads")
    }
    return described | {"shape": list(shape.values())}


def reads(program: Program) -> Json:
    """The counts of the variables that heads read, by kind of head, layer and role.

    >>> from transformer_programs.shelf import histogram
    >>> reads(histogram.program)["numerical 0 value"]
    {'ones': 1}
    """
    layer, counts = layers(program), dict[str, Counter[str]]()
    kinds = {step.out.name: SOURCES.get(type(step), "attn") for step in program.steps}
    for step in program.steps:
        if isinstance(step, Head):
            kind = "numerical" if isinstance(step, NumericalHead) else "categorical"
            for role in ("query", "key", "value"):
                place = f"{kind} {layer[step.out.name] - 1} {role}"
                counts.setdefault(place, Counter())[kinds[getattr(step, role)]] += 1
    return {place: dict(sorted(counts[place].items())) for place in sorted(counts)}


def _made() -> Json:
    """When and with what a result was made."""
    import jax

    devices = jax.devices()
    cores = f"{os.cpu_count()} CPU cores"
    kind = cores if devices[0].platform == "cpu" else f"{len(devices)} x {devices[0].device_kind}"
    versions = {"jax": jax.__version__, "python": platform.python_version()}
    return {"device": kind, **versions, "date": str(date.today())}


# --- tasks ----------------------------------------------------------------------------------------


def task_of(part: Part) -> Task:
    """The task of a part, with no more inputs per split than it asks for."""
    task = make(part.task.name, **dict(part.task.settings))
    if not part.inputs:
        return task
    fewer: Json = {name: split.first(part.inputs) for name, split in task.splits.items()}
    return replace(task, **fewer)


def missing_corpora(parts: Sequence[Part]) -> str:
    """Why parts that need corpora cannot be done here; empty if they can."""
    if not any(part.task.name in TEXTS for part in parts) or data_folder(None) is not None:
        return ""
    return "the corpora are not here: set TPROG_DATA to their folder (see docs/language.md)"
