"""The networks of a part: trained, the best of them extracted as proved programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ..plot.curves import read_counts
from ..program import Program
from ..program.chain import digest
from ..program.steps import CategoricalHead, NumericalHead
from ..tasks import TEXTS, Task, evaluate_program, make
from ..tasks.texts import data_folder
from .engines import Desk
from .part import ALONE, SHAPE, ExperimentError, Json, Part

if TYPE_CHECKING:
    from ..learn.config import Config
    from ..learn.initial import Given
    from ..learn.network import Member
    from ..learn.population import Population
    from ..learn.runs import Run
    from ..learn.standard import StandardMember
    from ..vectors import Vectors


def _population(part: Part, task: Task, desk: Desk) -> tuple[Population[Member], Json]:
    """The networks of a part, trained, and what its line holds of all of them."""
    from ..learn.config import Config, Shape, preset
    from ..learn.program_model import train_programs

    usual = preset(part.task) if part.task in TEXTS else Config()
    config = replace(usual, **{"selection": "none", **part.settings})  # none, as in the paper
    population = train_programs(
        task,
        config,
        part.seeds,
        out=desk.folder,
        shapes=[Shape(*numbers) for numbers in part.shapes],
        on_progress=desk.tell,
        given=given(part, task, config),
        vectors=_vectors(part),
    )
    return population, {
        "config": asdict(config),
        "members": [described(member) for member in population.members],
        "best": None,
        "steps": population.steps,
    }


def train_programs(part: Part, desk: Desk) -> tuple[Json, dict[str, Program]]:
    """Networks that become programs; the best of them as a proved program."""
    from ..learn.runs import Run

    task = task_of(part)
    population, found = _population(part, task, desk)
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
    return found, programs if part.keep else {}


def train_grid(part: Part, desk: Desk) -> tuple[Json, dict[str, Program]]:
    """Networks of a sweep; the best of each shape as a proved program, named in its member."""
    from ..learn.runs import Run

    task, programs = task_of(part), {}
    population, found = _population(part, task, desk)
    for shape in part.shapes:
        own = [member for member in found["members"] if member["shape"] == list(shape)]
        best = best_member(own)
        if best is not None:
            run = Run(task, population.members[found["members"].index(best)])
            run.require_proof()
            best["program"] = "-".join([part.name.split()[-1], *map(str, shape)])
            programs[best["program"]] = run.program
    return found, programs


def best_member(members: Sequence[Json]) -> Json | None:
    """The network that is best on validation; of equals, the one with the lowest loss.

    Of those that are equal in both, one whose program is kept. None if every network diverged.
    """

    def quality(member: Json) -> tuple[float, float, bool]:
        loss = float("inf") if member["loss"] is None else member["loss"]
        return member["validation"], -loss, "program" in member

    return max((member for member in members if not member["diverged"]), key=quality, default=None)


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


def _chosen(part: Part, first: Run, population: Population[Member], desk: Desk) -> tuple[Run, Json]:
    """The network that counts, the best on validation; and, where more was done, what was before.

    Where several are put side by side as one, it is that one, if it is better than the best alone.
    """
    from ..learn.runs import merge_best

    if not part.merged:
        return first, {}
    wide = merge_best(population, first.task, part.merged, desk.tell)
    tried = [
        {"networks": run.networks, "validation": run.member.validation, "test": run.member.test}
        for run in wide
    ]
    best = max([first, *wide], key=lambda run: run.member.validation)
    return best, {"side_by_side": tried}


def described(member: Member | StandardMember) -> Json:
    """A trained network as a line holds it."""
    config: Any = member.architecture.config
    names = SHAPE if hasattr(config, SHAPE[1]) else ("layers", "heads")
    return {
        "seed": member.seed,
        "shape": [getattr(config, name) for name in names],
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
    counts = {
        f"{kind} {layer} {role}": dict(sorted(counter.items()))
        for kind, head in (("categorical", CategoricalHead), ("numerical", NumericalHead))
        for (layer, role), counter in read_counts([program], head).items()
    }
    return dict(sorted(counts.items()))


def given(part: Part, task: Task, config: Config) -> list[Given]:
    """The choices of a part that are made by hand, with their predicates written out."""
    from ..learn.architecture import Architecture
    from ..learn.initial import Given

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


def train_standard(part: Part, desk: Desk) -> Json:
    """Standard Transformers, in every shape (layers, heads) of the part."""
    from ..learn.standard import StandardConfig, train_standard

    task = task_of(part)
    members: list[StandardMember] = []
    config = StandardConfig(**part.settings)
    for layers, heads, *_ in part.shapes or ((config.layers, config.heads, 0, 0, 0),):
        config = replace(config, layers=layers, heads=heads)
        folder = None if desk.folder is None else desk.folder / f"{layers}-{heads}"
        members += train_standard(
            task, config, part.seeds, out=folder, on_progress=desk.tell, vectors=_vectors(part)
        ).members
    sound = [member for member in members if not member.diverged]
    best = max(sound, key=lambda member: member.validation, default=None)
    listed = [described(member) for member in members]
    found: Json = {"config": asdict(config), "members": listed, "best": None}
    if best is not None:
        scores = task.accuracy(best.predict(task.test.words), task.test)
        found["best"] = described(best) | {"scores": asdict(scores)}
    return found


def learn_readable(part: Part) -> Json:
    """Short programs for text, from the shortest to the best on validation."""
    from ..learn.readable import readable

    task, settings = task_of(part), dict(part.settings)
    settings.pop("limits", None)
    found = readable(task, vectors=_vectors(part), **settings)
    return {
        "front": [
            {
                "lines": one.lines,
                "votes": one.votes,
                "groups": one.groups,
                "pairs": one.pairs,
                "offsets": list(one.offsets),
                "validation": round(one.validation, 6),
                "test": round(evaluate_program(one.program, task).main, 6),
            }
            for one in found
        ]
    }


# --- tasks ----------------------------------------------------------------------------------------


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
