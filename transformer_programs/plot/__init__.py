"""Pictures of training and of what heads read, by Matplotlib: PNG, SVG, PDF.

Every function here gives a `Figure`; `save` writes it. Matplotlib comes with the extra `plot`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..program.values import Refusal
from ..store.atomic import writing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which colour-blind people tell apart.
BLUE, ORANGE, GREEN, RED, PURPLE = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7"
INK, GREY = "#1d1c1a", "#8a867f"
# Endings of files -> what is left out, which would make the same figure another file.
FORMATS = {".png": "Software", ".svg": "Date", ".pdf": "CreationDate"}


class PlotError(Refusal):
    """A picture that cannot be drawn. The message says what would be right."""


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, in inches; refuses in one sentence where Matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise PlotError("plots need Matplotlib: pip install 'transformer-programs[plot]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure; the ending of the name says how. The file is whole or not there."""
    import matplotlib as mpl

    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in FORMATS:
        raise PlotError(f"{file}: expected a name that ends in {', '.join(FORMATS)}")
    # Text stays text in an SVG, and the same figure gives the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "tprog"}), writing(file) as stream:
        figure.savefig(stream, format=suffix[1:], dpi=150, metadata={FORMATS[suffix]: None})
    return file


def clean(axes: Any) -> None:
    """Axes with no ticks, and no line above and at the right."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
