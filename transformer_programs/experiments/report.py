"""The page of an experiment: table, plot, settings and their sources, how it was made.

Every number in it comes from the ledger. What people add stands between two marks and stays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..plot import PlotError
from ..plot import save as save_plot
from ..store import write_text
from ..store.untrusted import read_text
from .layouts import table
from .pictures import picture
from .record import ALONE, IMPROVED, Experiment, Json
from .work import programs_folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 104
MARKS = ("<!-- remarks -->", "<!-- end of remarks -->")


def write_page(experiment: Experiment, lines: Sequence[Json], out: Path) -> Path:
    """Write OUT/NAME.md, and the plot where there is one and Matplotlib is here."""
    file = out / f"{experiment.name}.md"
    remarks = remarks_of(read_text(file)) if file.exists() else ""
    return write_file(
        out,
        experiment.name,
        lambda plot: page(experiment, lines, plot, remarks, programs_of(lines, out)),
        lambda: picture(experiment, lines),
    )


def write_file(
    out: Path, name: str, page: Callable[[str], str], figure: Callable[[], Figure | None]
) -> Path:
    """Write the plot, if it can be drawn, then a page that shows it; gives the page."""
    file, plot = out / f"{name}.md", out / f"{name}.svg"
    with suppress(PlotError):  # Matplotlib is not installed: an older plot may still be there
        drawn = figure()
        if drawn is not None:
            save_plot(drawn, plot)
    write_text(file, page(plot.name if plot.exists() else ""))
    return file


def remarks_of(text: str) -> str:
    """What was written by hand between the two marks of a page."""
    _, mark, rest = text.partition(MARKS[0])
    return rest.partition(MARKS[1])[0].strip() if mark else ""


def programs_of(lines: Sequence[Json], out: Path) -> dict[str, list[str]]:
    """The names of the stored programs of each part that has one, by the name of the part."""
    found = {}
    for line in lines:
        part = line["part"]
        if part["kind"] in ("program", "descent", "search") and "keep" in part:
            ends = ("", ALONE, IMPROVED) if "improved" in line else ("", ALONE)
            names = [f"{part['keep']}{end}" for end in ends]
            there = [name for name in names if (programs_folder(out) / f"{name}.json").is_file()]
            if there:
                found[part["name"]] = there
    return found


def page(
    experiment: Experiment,
    lines: Sequence[Json],
    plot: str = "",
    remarks: str = "",
    programs: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The page as Markdown; `remarks` stay as they are when it is made anew."""
    missing = len(experiment.parts) - len(lines)
    sections = [
        f"# {experiment.title}",
        _filled(experiment.about),
        f"**{missing} of {len(experiment.parts)} parts are still to be done.**" if missing else "",
        table(experiment, lines).rstrip() if lines else "",
        f"![{experiment.title}]({plot})" if plot else "",
        f"{MARKS[0]}\n\n{remarks}\n\n{MARKS[1]}" if remarks else "",
        _stored(programs or {}),
        "## Settings, and where they come from",
        "\n".join(f"- {name}: {source}" for name, source in experiment.sources.items()),
        "## How it was made",
        how_it_was_made(experiment, lines),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _stored(programs: Mapping[str, Sequence[str]]) -> str:
    """Which programs are there to be scored again."""
    links = [
        f"{part}: " + ", ".join(f"[{name}](programs/{name}.json)" for name in names)
        for part, names in programs.items()
    ]
    return f"## Programs\n\nStored: {'; '.join(links)}." if links else ""


def how_it_was_made(experiment: Experiment, lines: Sequence[Json]) -> str:
    """The command, and by which commands, on what and when the lines were measured."""
    text = f"`{experiment.command}`; generated from `{experiment.name}.jsonl`, do not edit."
    seconds = sum(line["seconds"] or 0 for line in lines)
    if seconds:
        text += f" All parts together took {seconds:,.0f} s."
    ways: dict[str, list[str]] = {}
    for line in lines:
        made = line["made"]
        versions = "".join(
            f", {name} {made[key]}"
            for name, key in (("JAX", "jax"), ("Python", "python"))
            if made[key]  # not always recorded
        )
        way = f"- `{line['command']}` on {made['device']}{versions}, {made['date']}"
        ways.setdefault(way, []).append(line["part"]["name"])
    listed = [way + ("" if len(ways) == 1 else f": {'; '.join(ways[way])}") for way in ways]
    note = ""
    if any(not line["command"].startswith("tprog ") for line in lines):
        note = (
            "\n\nCommands that do not begin with `tprog` are scripts that are no longer here, with "
            "the settings that the command above has now."
        )
        notes = dict.fromkeys(line["note"] for line in lines if "note" in line)
        note += "".join(f" Note: {text}." for text in notes)
    return text + ("\n\nMeasured by\n\n" + "\n".join(listed) if listed else "") + note


def _filled(text: str) -> str:
    """Paragraphs on lines of one width; text with lines of its own stays as it is."""
    parts = [
        part if "\n" in part else textwrap.fill(part, WIDTH, break_long_words=False)
        for part in text.split("\n\n")
    ]
    return "\n\n".join(parts)
