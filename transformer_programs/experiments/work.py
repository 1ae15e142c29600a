"""How a part of an experiment is done: train, compare, shorten or search; its result as a line."""

from __future__ import annotations

import os
import platform
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from ..emit import line_count
from ..meaning.interpret import InputError
from ..program import Program
from ..program.content import digest
from ..program.steps import CategoricalHead, NumericalHead
from ..store import dumps, load
from ..tasks import TEXTS, Task, evaluate_program, make
from ..tasks.overlap import overlap
from ..tasks.text import data_folder
from .engines import Desk, Outcome
from .record import ALONE, IMPROVED, ExperimentError, Json, Part

if TYPE_CHECKING:
    from ..learn import Config, Given, Member, Population, Run
    from ..learn.standard import StandardMember
    from ..vectors import Vectors

BUDGET = 0.001  # of the labels, that the shortest form of a program may lose
FACTORS = (1, 2, 4, 8)  # of the length that a program was found at


def do(part: Part, desk: Desk) -> Outcome:
    """Do one part; gives its line, and its best program where that is kept."""
    begun = time.perf_counter()
    match part.kind:
        case "program":
            found, programs = _program(part, desk)
        case "standard":
            found, programs = _standard(part, desk), {}
        case "baseline":
            found, programs = _baseline(part), {}
        case "lengths":
            found, programs = _lengths(part, desk), {}
        case "descent":
            found, programs = _descended(part, desk)
        case "search":
            found, programs = _search(part, desk)
        case "data":
            found, programs = {"overlap": asdict(overlap(task_of(part)))}, {}
        case _:
            assert_never(part.kind)
    seconds = round(time.perf_counter() - begun, 1)
    line = {"part": part.document(), **found, "seconds": seconds, "made": made()}
    return Outcome((line,), programs)


def made() -> Json:
    """When, with what and on what a result was made."""
    import jax

    devices = jax.devices()
    cores = f"{os.cpu_count()} CPU cores"
    kind = cores if devices[0].platform == "cpu" else f"{len(devices)} x {devices[0].device_kind}"
    return {
        "device": kind,
        "jax": jax.__version__,
        "python": platform.python_version(),
        "date": str(date.today()),
    }


# --- training -------------------------------------------------------------------------------------


def _program(part: Part, desk: Desk) -> tuple[Json, dict[str, str]]:
    """Networks that become programs; the best of them as a proved program."""
    from ..learn import Config, Run, Shape
    from ..learn.train import fit

    task, config = task_of(part), Config(**part.settings)
    shapes = [Shape(*numbers) for numbers in part.shapes] or None
    population = fit(
        task,
        config,
        part.seeds,
        out=desk.folder,
        shapes=shapes,
        progress=desk.tell,
        given=given(part, task, config),
        vectors=_vectors(part),
    )
    found: Json = {
        "config": asdict(config),
        "members": [described(member) for member in population.members],
        "best": None,
        "steps": population.steps,
    }
    if all(member.diverged for member in population.members):
        return found, {}
    first = Run(task, population.best)
    run, before = _chosen(part, first, population, desk)
    found["best"] = _extracted(run, part)
    found |= before
    programs = {part.keep: run.program}
    if part.merged:
        found["alone"] = _extracted(first, part)
        if run is not first:
            programs[f"{part.keep}{ALONE}"] = first.program
    if part.descent:
        found["improved"], changed = _improved(run.program, part, task)
        programs |= _if_other(changed, run.program, part)
    return found, {name: dumps(one) for name, one in programs.items() if part.keep}


def _extracted(run: Run, part: Part) -> Json:
    """A network as a proved program: what a line holds of it."""
    run.require_proof()
    every = run.scores_on_all_inputs()
    return described(run.member) | {
        "program": digest(run.program),
        "networks": run.networks,
        "scores": asdict(run.scores()),
        "all": None if every is None else asdict(every),
        "proof": str(run.proof),
        # Several in one take long to run as a network.
        "disagreements": None if part.merged else run.disagreements(),
        "reads": reads(run.program),
    }


def _chosen(part: Part, first: Run, population: Population, desk: Desk) -> tuple[Run, Json]:
    """The network that counts, the best on validation; and, where more was done, what was before.

    After generations it is the best of the last; where several are put side by side as one, that
    one, if it is better than the best alone.
    """
    from ..learn import Run, evolve, side_by_side

    task = first.task
    if part.generations:
        beside = None if desk.folder is None else desk.folder / "generations"
        later = evolve(task, population, part.generations, out=beside, progress=desk.tell)
        return Run(task, later.best), {"before_generations": described(first.member)}
    if not part.merged:
        return first, {}
    wide = side_by_side(population, task, part.merged, refit=part.refit, progress=desk.tell)
    tried = [
        {"networks": run.networks, "validation": run.member.validation, "test": run.member.test}
        for run in wide
    ]
    best = max([first, *wide], key=lambda run: run.member.validation)
    return best, {"side_by_side": tried}


def _improved(program: Program, part: Part, task: Task) -> tuple[Json, Program]:
    """A program after it was changed directly; no network computes it."""
    from ..learn import descend

    done = descend(program, task, seconds=part.descent)
    scores = evaluate_program(done.program, task)
    validation = evaluate_program(done.program, task, task.validation)
    return {
        "program": digest(done.program),
        "says": str(done),
        "scores": asdict(scores),
        "validation": round(validation.main, 6),
    }, done.program


def described(member: Member | StandardMember) -> Json:
    """A trained network as a line holds it."""
    config: Any = member.config
    names = ("layers", "categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
    program = hasattr(config, names[1])
    return {
        "seed": member.seed,
        "shape": [getattr(config, n) for n in (names if program else ("layers", "heads"))],
        "validation": round(member.validation, 6),
        "test": round(member.test, 6),
        "loss": None if member.loss != member.loss else round(member.loss, 6),
        "diverged": member.diverged,
    }


def reads(program: Program) -> Json:
    """How many heads of each layer read what, by their kind and by what they read it as.

    >>> from transformer_programs.shelf import histogram
    >>> reads(histogram.program)["numerical 0 value"]
    {'ones': 1}
    """
    counts: dict[str, Counter[str]] = {}
    for step in program.steps:
        if not isinstance(step, CategoricalHead | NumericalHead) or "attn_" not in step.out.name:
            continue
        layer = step.out.name.split("attn_")[1].split("_")[0]
        kind = "numerical" if isinstance(step, NumericalHead) else "categorical"
        for role in ("key", "query", "value"):
            source = _source(getattr(step, role))
            counts.setdefault(f"{kind} {layer} {role}", Counter())[source] += 1
    return {place: dict(sorted(counter.items())) for place, counter in sorted(counts.items())}


def _source(variable: str) -> str:
    if "mlp_" in variable:
        return "mlp"
    if "attn_" in variable:
        return "attn"
    return "tokens" if variable.endswith("_embeddings") else variable


def given(part: Part, task: Task, config: Config) -> list[Given]:
    """The choices of a part that are made by hand, with their predicates written out."""
    from ..learn import Given
    from ..learn.architecture import Architecture

    k = Architecture.of(task, config).k
    found = []
    for choices in part.given:
        predicate = choices.get("predicate")
        if predicate == "identity":
            choices = {**choices, "predicate": tuple(range(k))}
        elif isinstance(predicate, str):
            word = task.vocabulary.words.index(predicate.removeprefix("word:"))
            choices = {**choices, "predicate": (word,) * k}
        listed: dict[str, Any] = {
            n: tuple(v) if isinstance(v, list) else v for n, v in choices.items()
        }
        found.append(Given(**listed))
    return found


def _standard(part: Part, desk: Desk) -> Json:
    """Standard Transformers, in every shape (layers, heads) of the part."""
    from ..learn.standard import StandardConfig, fit_standard

    task = task_of(part)
    members: list[StandardMember] = []
    config = StandardConfig(**part.settings)
    for layers, heads, *_ in part.shapes or ((config.layers, config.heads, 0, 0, 0),):
        config = replace(config, layers=layers, heads=heads)
        folder = None if desk.folder is None else desk.folder / f"{layers}-{heads}"
        members += fit_standard(
            task, config, part.seeds, out=folder, progress=desk.tell, vectors=_vectors(part)
        ).members
    sound = [member for member in members if not member.diverged]
    best = max(sound, key=lambda member: member.validation, default=None)
    found: Json = {
        "config": asdict(config),
        "members": [described(member) for member in members],
        "best": None,
    }
    if best is not None:
        scores = task.accuracy(best.predict(task.test.words), task.test)
        found["best"] = described(best) | {"scores": asdict(scores)}
    return found


def _baseline(part: Part) -> Json:
    """The model of words alone."""
    from ..baselines import baseline

    task = task_of(part)
    model = baseline(task)
    scores = model.scores(task, task.test)
    return {"model": model.name, "best": {"test": scores.main, "scores": asdict(scores)}}


# --- programs that are there ----------------------------------------------------------------------


def _lengths(part: Part, desk: Desk) -> Json:
    """How long a program is: in full, simplified exactly, and with what its task can spare."""
    from ..simplify import simplify

    program, task = _kept(part, desk), task_of(part)
    lengths = {"full": _measured(program, task, line_count(program, raw=True), 0.0)}
    for form, known, budget in (
        ("exact", None, None),
        ("budget 0", task, 0.0),
        ("budget 0.1 %", task, BUDGET),
    ):
        begun = time.perf_counter()
        short = simplify(program, task=known, budget=budget).program
        seconds = time.perf_counter() - begun
        lengths[form] = _measured(short, task, line_count(short), seconds)
    return {"read": digest(program), "lengths": lengths}


def _descended(part: Part, desk: Desk) -> tuple[Json, dict[str, str]]:
    """What changing a program directly adds; no network computes what comes out."""
    program, task = _kept(part, desk), task_of(part)
    improved, changed = _improved(program, part, task)
    learned = evaluate_program(program, task).main
    kept = _if_other(changed, program, part)
    found = {"read": digest(program), "learned": round(learned, 6), "improved": improved}
    return found, {name: dumps(one) for name, one in kept.items()}


def _if_other(changed: Program, program: Program, part: Part) -> dict[str, Program]:
    """The changed program under its name, unless nothing was changed."""
    return {} if changed == program else {f"{part.keep}{IMPROVED}": changed}


def _measured(program: Program, task: Task, lines: int, seconds: float) -> Json:
    test, every = evaluate_program(program, task).token, task.all_inputs()
    return {
        "lines": lines,
        "test": round(test, 6),
        "all": None if every is None else round(evaluate_program(program, task, every).token, 6),
        "seconds": round(seconds, 2),
    }


def _kept(part: Part, desk: Desk) -> Program:
    """The program that another experiment kept under the name of this part."""
    if desk.programs is None or not (desk.programs / f"{part.keep}.json").is_file():
        raise ExperimentError(f"{part.name}: the program {part.keep}.json is not there")
    return load(desk.programs / f"{part.keep}.json")


def _search(part: Part, desk: Desk) -> tuple[Json, dict[str, str]]:
    """Search for a program; how right it and the learned one are at longer and longer inputs."""
    from ..search import Settings, search

    task = task_of(part)
    found = search(task, Settings(**part.settings))
    learned = None
    if desk.programs is not None and (desk.programs / f"{part.keep}.json").is_file():
        learned = load(desk.programs / f"{part.keep}.json")
    line: Json = {
        "read": None if learned is None else digest(learned),
        "exact": found.exact,
        "says": str(found),
        "search": _by_length(found.program, task),
        "gradient": _by_length(learned, task),
        "lines": None if found.program is None else line_count(found.program),
        "gradient_lines": None if learned is None else line_count(learned),
        "candidates": found.tried,
        "search_seconds": round(found.cpu_seconds, 1),
    }
    return line, {} if found.program is None else {f"search-{part.name}": dumps(found.program)}


def _by_length(program: Program | None, task: Task) -> list[float | None]:
    """The share of test labels that are right at 1, 2, 4 and 8 times the length of the task.

    None where the program takes no inputs so long, or the task has none.
    """
    from ..search.check import longer_task

    found: list[float | None] = []
    for factor in FACTORS:
        longer = task if factor == 1 else longer_task(task, factor, samples=5000)
        try:
            scores = (
                None if program is None or longer is None else evaluate_program(program, longer)
            )
        except InputError:
            scores = None
        found.append(None if scores is None else round(scores.token, 6))
    return found


# --- what parts work on ---------------------------------------------------------------------------


def task_of(part: Part) -> Task:
    """The task of a part, with no more inputs of each split than it asks for."""
    task = make(part.task, **part.task_settings)
    if not part.inputs:
        return task
    fewer = {}
    for name, split in task.splits.items():
        numbers = split.sentences
        fewer[name] = replace(
            split,
            words=split.words[: part.inputs],
            labels=split.labels[: part.inputs],
            sentences=None if numbers is None else numbers[: part.inputs],
        )
    changed: Mapping[str, Any] = fewer
    return replace(task, **changed)


def _vectors(part: Part) -> Vectors | None:
    """The word vectors that a part starts from, among those of the corpora."""
    if not part.vectors:
        return None
    from ..vectors import load as load_vectors

    folder = data_folder(None)
    if folder is None:
        raise ExperimentError(missing_corpora((part,)))
    return load_vectors(*(folder / "vectors" / f"{name}.npz" for name in part.vectors))


def missing_corpora(parts: Sequence[Part]) -> str:
    """Why parts that need corpora cannot be done here; empty if they can."""
    if not any(part.task in TEXTS for part in parts) or data_folder(None) is not None:
        return ""
    return "the corpora are not here: set TPROG_DATA to their folder (see docs/language.md)"


def programs_folder(out: Path) -> Path:
    """Where the programs of experiments are kept."""
    return out / "programs"
