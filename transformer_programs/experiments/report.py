"""The page of an experiment: table, plot, settings and their sources, how it was made.

Every number in it comes from the ledger. What people add stands between two marks and stays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..plot import PlotError
from ..plot import save as save_plot
from ..store import write_text
from ..store.untrusted import read_text
from .ledger import read_lines
from .pictures import picture
from .record import ALONE, IMPROVED, RECORDS, Experiment, Json
from .tables import table
from .work import programs_folder

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
    shown = plot.name if plot.exists() else ""
    text = page(experiment, lines, shown, remarks_of(before), programs_of(lines, out))
    write_text(file, text)
    return file


def remarks_of(text: str) -> str:
    """What was written by hand between the two marks of a page."""
    _, mark, rest = text.partition(MARKS[0])
    return rest.partition(MARKS[1])[0].strip() if mark else ""


def programs_of(lines: Sequence[Json], out: Path) -> dict[str, list[str]]:
    """The names of the stored programs of each part that ends with one, by the name of the part.

    A part that keeps none may be the work of another one that does: its scores tell.
    """
    folder = programs_folder(out)
    known = read_lines(folder / RECORDS)
    found = {}
    for line in lines:
        part, best = line["part"], line.get("best") or line.get("improved")
        if part["kind"] in ("program", "descent") and best:
            ends = ("", ALONE, IMPROVED) if "improved" in line else ("", ALONE)
            names = [f"{part['keep']}{end}" for end in ends if part["keep"]]
            names = [name for name in names if (folder / f"{name}.json").is_file()]
            scored = (part["task"], best.get("scores"), best.get("all"))
            same = [
                one["name"] for one in known if (one["task"], one["test"], one["all"]) == scored
            ]
            found[part["name"]] = names or same[:1]
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
    """Which programs are there to be scored again, and of which parts there is none."""
    if not programs:
        return ""
    links = [
        f"{part}: " + ", ".join(f"[{name}](programs/{name}.json)" for name in names)
        for part, names in programs.items()
        if names
    ]
    without = [part for part, names in programs.items() if not names]
    kept = "Of the networks above only the best of a part has a stored program, if any."
    there = f" Stored: {'; '.join(links)}." if links else ""
    gone = f" Not kept: {'; '.join(without)}." if without else ""
    return f"## Programs\n\n{kept}{there}{gone}"


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
