"""The verb that draws: pictures of programs and of training, as PNG, SVG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from ..plot import PlotError, curves, figures, save
from ..printer import readable
from ..program.steps import output_reads
from ..store import load
from .console import say
from .using import Raw, name_of, split

OPTIONS = {
    "--input": ("heads", "scores"),
    "--step": ("heads", "votes"),
    "--position": ("scores",),
    "--raw": ("stream", "heads", "votes", "scores"),
}  # and the pictures they are for


Picture = Literal["curves", "stream", "heads", "votes", "scores", "reads"]


def plot(
    picture: Annotated[
        Picture,
        Argument(
            help="curves: accuracy during training; stream: the residual stream; "
            " heads: what heads match and attend to; votes: the weights "
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
    """
    if picture != "reads" and len(programs) > 1:
        raise PlotError(f"{picture} takes one program, got {len(programs)}")
    given = {"--input": tokens, "--step": steps, "--position": position, "--raw": raw or None}
    for option, value in given.items():
        if value not in (None, []) and picture not in OPTIONS[option]:
            pictures = ", ".join(OPTIONS[option])
            raise PlotError(f"{option}: works only for {pictures}, got {picture}")
    first, name = programs[0], name_of(programs[0])
    if picture == "curves":
        figure = curves.curves(curves.read_metrics(first), name)
    elif picture == "reads":
        figure = curves.reads([load(path) for path in programs])  # as learned: what was chosen
    else:
        program = load(first) if raw else readable(load(first))
        if picture in ("heads", "scores") and tokens is None:
            raise PlotError(f'{picture}: expected --input "..."')
        words = split(tokens or "", program)
        match picture:
            case "stream":
                figure = figures.stream(program, name)
            case "heads":
                figure = figures.heads(program, words, steps or [])
            case "scores":
                figure = figures.scores(program, words, position)
            case _:
                voters = output_reads(program.output)
                chosen = steps or (voters if len(voters) == 1 else ())
                if len(chosen) != 1:
                    raise PlotError(f"--step: expected one of {', '.join(voters)}")
                figure = figures.votes(program, chosen[0])
    say(f"wrote {save(figure, out or Path(f'{name}-{picture}.png'))}")
