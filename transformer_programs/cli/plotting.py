"""The verb that draws: pictures of programs and of training, as PNG, SVG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Argument, Option

from ..emit import readable
from ..plot import PlotError, save
from ..program import Program
from ..program.steps import output_reads
from ..store import load
from ..store.folder import read_history
from .console import say
from .using import Raw, name_of, split

if TYPE_CHECKING:
    from matplotlib.figure import Figure


OPTIONS = {
    "--input": ("heads", "scores"),
    "--step": ("heads", "votes"),
    "--position": ("scores",),
    "--raw": ("stream", "heads", "votes", "scores"),
}  # and the pictures they are for


Picture = Literal["curves", "history", "stream", "heads", "votes", "scores", "reads"]


def plot(
    picture: Annotated[
        Picture,
        Argument(
            help="curves: accuracy during training; history: when heads and votes settled; stream: "
            "the residual stream; heads: what heads match and attend to; votes: the weights "
            "of a variable; scores: the votes of each token and feature; reads: which variables "
            "the heads of several programs read."
        ),
    ],
    programs: Annotated[
        list[Path], Argument(metavar="PROGRAM...", help="A .json file or a run folder.")
    ],
    out: Annotated[
        Path | None,
        Option("--out", "-o", metavar="FILE", help="File to write: .png, .svg or .pdf."),
    ] = None,
    tokens: Annotated[
        str | None, Option("--input", metavar="TOKENS", help="Input, for heads and scores.")
    ] = None,
    steps: Annotated[
        list[str] | None,
        Option("--step", metavar="STEP", help="Step to plot, for heads and votes."),
    ] = None,
    position: Annotated[
        int | None, Option(metavar="POSITION", help="Position, for scores.")
    ] = None,
    raw: Raw = False,
) -> None:
    """Plot a program, its training, or several programs.

    Example: `tprog plot heads runs/induction --input "<s> a 1 b 2 a" -o heads.svg`

    Example: `tprog plot curves runs/sort`

    Example: `tprog plot history runs/sort`
    """
    if picture != "reads" and len(programs) > 1:
        raise PlotError(f"{picture} takes one program, got {len(programs)}")
    given = {"--input": tokens, "--step": steps, "--position": position, "--raw": raw or None}
    for option, value in given.items():
        if value not in (None, []) and picture not in OPTIONS[option]:
            pictures = ", ".join(OPTIONS[option])
            raise PlotError(f"{option}: works only for {pictures}, got {picture}")
    figure = _figure(picture, programs, tokens, steps or [], position, raw)
    file = out if out is not None else Path(f"{name_of(programs[0])}-{picture}.png")
    say(f"wrote {save(figure, file)}")


def _figure(
    picture: Picture,
    paths: list[Path],
    tokens: str | None,
    steps: list[str],
    position: int | None,
    raw: bool,
) -> Figure:
    from ..plot import curves, figures

    first, name = paths[0], name_of(paths[0])
    if picture == "curves":
        return curves.curves(curves.read_metrics(first), name)
    if picture == "history":
        return curves.history(read_history(first), load(first), name)
    if picture == "reads":
        return curves.reads([load(path) for path in paths])  # as learned: what was chosen
    program = load(first) if raw else readable(load(first))
    match picture:
        case "stream":
            return figures.stream(program, name)
        case "heads":
            return figures.heads(program, _words(picture, tokens, program), steps)
        case "scores":
            return figures.scores(program, _words(picture, tokens, program), position)
        case _:
            voters = output_reads(program.output)
            chosen = steps or (voters if len(voters) == 1 else ())
            if len(chosen) != 1:
                raise PlotError(f"--step: expected one of {', '.join(voters)}")
            return figures.votes(program, chosen[0])


def _words(picture: Picture, tokens: str | None, program: Program) -> list[str]:
    if tokens is None:
        raise PlotError(f'{picture}: expected --input "..."')
    return split(tokens, program)
