"""Test accuracies that others measured with the paper's reference code, and their sources.

Read off the files in these repositories. All have 20,000 inputs and 250 epochs; where nothing else
is said, also the paper's other settings, one Gumbel sample per step among them.
"""

from __future__ import annotations

from dataclasses import dataclass

TASKS = ("reverse", "hist", "double_hist", "sort", "most_freq", "dyck1", "dyck2")


@dataclass(frozen=True, slots=True)
class PublicRun:
    """A public rerun of the reference code: whose, what it was, its test accuracies in percent."""

    repository: str
    brief: str
    about: str
    size: str
    numbers: tuple[float, ...]  # in the order of the tasks

    def __str__(self) -> str:
        return f"{self.repository}, {self.brief}{self.about}"

    @property
    def scores(self) -> dict[str, float]:
        return dict(zip(TASKS, self.numbers, strict=False))

    @property
    def linked(self) -> str:
        """In a few words, with a link."""
        owner = self.repository.partition("/")[0]
        return f"[{owner}](https://github.com/{self.repository}), {self.brief}"


DELFT = "SebastiaanBeekman/TransformerPrograms"  # a group at TU Delft, 2024
DELFT_2 = "nadinekuo/TransformerPrograms"  # another group at TU Delft, 2024
MENON = "A-Menon/TransformerProgramsExtendedStudy"  # 2025
OTHER_SETTINGS = "four Gumbel samples per step, learning rate 0.02, end temperature 0.1"

RERUNS = (
    PublicRun(
        DELFT,
        "shapes as reported, 3/8/4; most likely 8+8 heads, 4+4 MLPs; five seeds",
        ". The only settings stored there have twice the paper's heads and MLPs",
        "8/8",
        (99.89, 99.99, 99.67, 100.0, 82.39, 99.65, 99.22),
    ),
    PublicRun(
        DELFT,
        "a wider grid, probably chosen on test; five seeds",
        " (1 to 4 layers, 2 to 16 heads, 2 to 8 MLPs; the logs of the grid are not stored)",
        "8/8",
        (99.99, 100.0, 99.99, 100.0, 83.14, 99.94, 99.64),
    ),
    PublicRun(
        DELFT_2,
        "one seed",
        " (layers, heads, MLPs: Sort and Most-Freq 3, 16, 8; Reverse 3, 16, 4; Double-Hist 3, 8, "
        "4; Histogram 1, 8, 4)",
        "16/16",
        (42.07, 99.93, 71.30, 88.09, 53.76),
    ),
    PublicRun(
        MENON,
        "one seed",
        f", without its added modules, {OTHER_SETTINGS}",
        "16/16",
        (41.83, 99.94, 50.89, 79.70, 54.05),
    ),
    PublicRun(
        MENON,
        "best variant, with hand-made modules",
        " (Sort: modules that count; the others: a running count of each word), one seed, "
        f"{OTHER_SETTINGS}",
        "16/16",
        (44.28, 100.0, 98.14, 84.71, 57.13),
    ),
)


def reruns(size: str) -> tuple[PublicRun, ...]:
    """The reruns at one size.

    >>> [one.scores["sort"] for one in reruns("16/16")]
    [88.09, 79.7, 84.71]
    """
    return tuple(one for one in RERUNS if one.size == size)
