"""One runner for all experiments: what is not yet in the ledger is done, then the page is written.

OUT/NAME.jsonl      one line per part; only ever grows
OUT/NAME.md, .svg   the table and the plot, made anew from these lines
OUT/programs/       the best programs as JSON, and as code where that is short
OUT/unfinished/NAME/   where an interrupted part goes on
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..store import write_text
from .engines import Desk, Done, Engine, Local
from .ledger import Ledger, finished, open_ledger, programs_folder, read_lines, undone
from .part import SMALLER, Experiment, ExperimentError, Json, Part
from .report import write_page
from .trained import missing_corpora
from .work import do

if TYPE_CHECKING:
    from ..learn import Progress

UNFINISHED = "unfinished"  # the folder of parts that were interrupted

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Site:
    """Where an experiment is run: its folder, its engine, and the command that is on record."""

    out: Path
    command: str
    say: Say
    tell: Callable[[Progress], None] | None = None
    engine: Engine | None = None


def reproduce(experiment: Experiment, site: Site, only: Sequence[str] = ()) -> Path:
    """Do every part that is not done, and write the page; gives its file.

    With `only`, the parts of these names; the page then says how many are still to be done.
    """
    chosen = experiment.only(only) if only else experiment.parts
    refusal = missing_corpora(experiment.parts)
    if refusal:
        raise ExperimentError(f"{experiment.name}: {refusal}")
    with open_ledger(site.out / f"{experiment.name}.jsonl") as ledger:
        ledger.append(*taken_over(experiment, ledger.lines, site.out))
        todo = undone(experiment, ledger.lines, site.out)
        done = len(experiment.parts) - len(todo)
        if done:
            site.say(f"{experiment.name}: {done} of {len(experiment.parts)} parts are done")
        do_all(experiment, [part for part in todo if part in chosen], ledger, site)
        left = {part.slug for part in undone(experiment, ledger.lines, site.out)}
        scratch = site.out / UNFINISHED / experiment.name
        for folder in scratch.glob("*"):
            if folder.name not in left:
                shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):  # something else was interrupted there
            if scratch.exists():
                scratch.rmdir()
            scratch.parent.rmdir()
        return write_page(experiment, finished(experiment, ledger.lines, site.out), site.out)


def do_all(experiment: Experiment, parts: Sequence[Part], ledger: Ledger, site: Site) -> None:
    """Do parts of an experiment where the site says; each is written down when it is done."""
    programs = programs_folder(site.out)
    desk = Desk(tell=site.tell, programs=programs)
    engine = site.engine or Local(site.out / UNFINISHED / experiment.name, desk)

    def announced(part: Part, desk: Desk) -> Done:
        number = experiment.parts.index(part) + 1
        site.say(f"{experiment.name}: {part.name} (part {number} of {len(experiment.parts)})")
        return do(part, desk)

    # Parts of a cluster begin elsewhere, and many at once.
    for part, done in engine(parts, announced if site.engine is None else do):
        for name, text in done.programs.items():  # before the line that speaks of them
            programs.mkdir(parents=True, exist_ok=True)
            write_text(programs / f"{name}.json", text)
        ledger.append(done.line | {"command": site.command})
        best = None if experiment.name.endswith(SMALLER) else done.line.get("best")
        tested = f", best on validation has {best['test']:.2%} on test" if best else ""
        site.say(f"{experiment.name}: {part.name} took {done.line['seconds']} s{tested}")


def taken_over(experiment: Experiment, lines: Sequence[Json], out: Path) -> list[Json]:
    """Lines of other experiments in this folder that are the same work.

    A part that keeps a program must be the same in all, and its program must be there.
    """
    wanted = undone(experiment, lines, out)
    others: list[Json] = []
    for path in sorted(out.glob("*.jsonl")) if wanted else ():
        if path.stem != experiment.name:
            with suppress(ExperimentError):  # a file of someone else
                others += read_lines(path)
    found = []
    for part in wanted:
        own = part.document()
        if part.keep:
            there = (programs_folder(out) / f"{part.keep}.json").is_file()
            same = [line for line in others if there and line["part"] == own]
        else:
            same = [line for line in others if _work(line["part"]) == _work(own)]
        found += [line | {"part": own} for line in same[-1:]]
    return found


def _work(document: Json) -> Json:
    """What a part does: all of it but its name, and that of the program it keeps."""
    return {name: value for name, value in document.items() if name not in ("name", "keep")}
