"""The page of an experiment: table, plot, settings and their sources, how it was made.

Every number in it comes from the ledger. What people add stands between two marks and stays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

from ..plot import PlotError
from ..plot import save as save_plot
from ..store import write_text
from ..store.untrusted import read_text
from .pictures import picture
from .record import Experiment, Json
from .tables import table

WIDTH = 104
MARKS = ("<!-- remarks -->", "<!-- end of remarks -->")


def write_page(experiment: Experiment, lines: Sequence[Json], out: Path) -> Path:
    """Write OUT/NAME.md, and the plot where there is one and Matplotlib is here."""
    file, plot = out / f"{experiment.stem}.md", out / f"{experiment.stem}.svg"
    try:
        figure = picture(experiment, lines)
        if figure is not None:
            save_plot(figure, plot)
    except PlotError:  # Matplotlib is not installed: an older plot may still be there
        pass
    before = read_text(file) if file.exists() else ""
    text = page(experiment, lines, plot.name if plot.exists() else "", remarks_of(before))
    write_text(file, text)
    return file


def remarks_of(text: str) -> str:
    """What was written by hand between the two marks of a page."""
    _, mark, rest = text.partition(MARKS[0])
    return rest.partition(MARKS[1])[0].strip() if mark else ""


def page(experiment: Experiment, lines: Sequence[Json], plot: str = "", remarks: str = "") -> str:
    """The page as Markdown; `remarks` stay as they are when it is made anew."""
    missing = len(experiment.parts) - len(lines)
    sections = [
        f"# {experiment.title}",
        _filled(experiment.about),
        f"**{missing} of {len(experiment.parts)} parts are still to be done.**" if missing else "",
        table(experiment, lines).rstrip() if lines else "",
        f"![{experiment.title}]({plot})" if plot else "",
        f"{MARKS[0]}\n\n{remarks}\n\n{MARKS[1]}" if remarks else "",
        "## Settings, and where they come from",
        "\n".join(f"- {name}: {source}" for name, source in experiment.sources.items()),
        "## How it was made",
        how_it_was_made(experiment, lines),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def how_it_was_made(experiment: Experiment, lines: Sequence[Json]) -> str:
    """The command, and by which commands, on what and when the lines were measured."""
    quick = " --quick" if experiment.stem.endswith("-quick") else ""
    own = f"tprog reproduce {experiment.name}{quick}"
    text = f"`{own}`; generated from `{experiment.stem}.jsonl`, do not edit."
    seconds = sum(line["seconds"] or 0 for line in lines)
    if seconds:
        text += f" All parts together took {seconds:,.0f} s."
    ways: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        made = line["made"]
        python = f", Python {made['python']}" if made["python"] else ""  # not always recorded
        where = f"on {made['device']}, JAX {made['jax']}{python}, {made['date']}"
        ways.setdefault((line["command"], where), []).append(line["part"]["name"])
    listed = [
        f"- `{command}` {where}" + ("" if len(ways) == 1 else f": {'; '.join(names)}")
        for (command, where), names in ways.items()
    ]
    note = ""
    if any(not command.startswith("tprog ") for command, _ in ways):
        note = (
            "\n\nCommands that do not begin with `tprog` are scripts, most of which are no longer "
            "here, with the settings that the command above has now; their lines were carried "
            "over, and hold no more than these had kept."
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
