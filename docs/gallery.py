"""The stored programs of docs/results/programs: scored again, printed if short, and listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from measure import how_right
from pages import RESULTS, fill

from transformer_programs.experiments import EXPERIMENTS, ExperimentError, Part, experiment, results
from transformer_programs.experiments.part import Json
from transformer_programs.experiments.runner import (
    ALONE,
    PROGRAMS,
    missing_corpora,
    task_of,
)
from transformer_programs.experiments.table import main_score, markdown, percent
from transformer_programs.printer import emit, lines_without_votes
from transformer_programs.program import Program
from transformer_programs.program.program import digest
from transformer_programs.simplifier import readable
from transformer_programs.store import load
from transformer_programs.tasks import evaluate_program

MAX_LINES = 450  # of code that is stored


@dataclass(frozen=True)
class Stored:
    """A stored program, and what the ledger says of it."""

    name: str
    experiment: str
    part: Part
    known: Json

    @property
    def stem(self) -> str:
        return self.name.replace("-", "_")

    @property
    def file(self) -> str:
        """The name of its file, which is compressed where it is large."""
        plain = f"{self.name}.json"
        return plain if (RESULTS / PROGRAMS / plain).is_file() else f"{plain}.gz"

    @property
    def searched(self) -> bool:
        return "checks" in self.known


def stored(out: Path = RESULTS) -> Iterator[Stored]:
    """Every stored program, in the order of the experiments."""
    for name in EXPERIMENTS:
        own = experiment(name)
        parts = {part.name: part for part in own.parts}
        for line in results(own, out):
            part = parts[line["part"]["name"]]
            roles = {"": line.get("search") or line.get("best"), ALONE: line.get("alone")}
            for end, known in roles.items() if part.keep else ():
                one = Stored(f"{part.keep}{end}", name, part, known or {})
                if (out / PROGRAMS / one.file).is_file() and "program" in one.known:
                    yield one


def score_again(one: Stored, program: Program) -> None:
    """Refuse a program that is not that of its line, or not as good; texts need their corpora."""
    if digest(program) != one.known["program"]:
        raise ExperimentError(f"{one.name}.json: it is not the program that its line speaks of")
    if missing_corpora((one.part,)):
        return
    task = task_of(one.part)
    right = {"token": 1.0, "exact": 1.0}
    known = {"scores": right, "all": right} if one.searched else one.known
    found, listed = {"scores": evaluate_program(program, task)}, task.all_inputs()
    if known.get("all") is not None and listed is not None:
        found["all"] = evaluate_program(program, task, listed)
    for name, scores in found.items():
        if any(getattr(scores, key) != value for key, value in known[name].items()):
            raise ExperimentError(
                f"{one.name}.json: its line says {known[name]}, the program has {asdict(scores)}"
            )


def code_of(one: Stored, program: Program) -> str:
    """The code of a program, which says how right it is."""
    if one.searched:
        return emit(program, name=one.part.task.name)
    every = one.known.get("all") or {}
    fact = how_right(main_score(one.known), every.get("token"), every.get("inputs", 0))
    return emit(program, name=one.stem, facts=[fact])


def write(out: Path = RESULTS) -> None:
    """Score all programs again, print those that are short, and list them."""
    folder, learned, found = out / PROGRAMS, [], []
    for one in stored(out):
        program = load(folder / one.file)
        score_again(one, program)
        program = readable(program)
        text = code_of(one, program)
        code, known, every = f"{one.stem}.py", one.known, one.known.get("all")
        short = text.count("\n") <= MAX_LINES
        if short:
            (folder / code).write_text(text, encoding="utf-8")
        row = [f"[{one.name}]({one.file})", f"[{code}]({code})" if short else "JSON only"]
        if one.searched:
            lines = f"{text.count(chr(10))}"
            found.append([*row, known["checks"][0], str(known["cost"]), lines])
            continue
        row.append(str(lines_without_votes(program)))
        settings = "".join(f", {key} {value}" for key, value in one.part.task.settings)
        row += [one.part.task.name + settings, one.experiment, percent(main_score(known))]
        for right, counted in (("token", "labels"), ("exact", "inputs")):
            row.append("" if every is None else f"{percent(every[right])} of {every[counted]:,}")
        learned.append([*row, known.get("proof", "")])
    columns = ["program", "code", "lines without votes", "task", "experiment"]
    columns.append("test labels correct")
    columns += ["labels correct on all inputs", "inputs without error", "proof"]
    fill(
        folder / "README.md",
        learned=markdown(columns, learned),
        found=markdown(["program", "code", "checked", "cost", "lines"], found),
    )
