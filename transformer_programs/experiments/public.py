"""What others have measured with the paper's reference code: test accuracies, and where they stand.

Read off the files in these repositories. All have 20,000 inputs and 250 epochs; where nothing else
is said, also the paper's other settings, one Gumbel sample per step among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublicRun:
    """A public rerun of the reference code: whose, what it was, its test accuracies in percent."""

    repository: str
    brief: str
    about: str
    size: str
    scores: Mapping[str, float]

    def __str__(self) -> str:
        return f"{self.repository}, {self.brief}{self.about}"

    @property
    def linked(self) -> str:
        """In a few words, with a link."""
        owner = self.repository.partition("/")[0]
        return f"[{owner}](https://github.com/{self.repository}), {self.brief}"


DELFT = "SebastiaanBeekman/TransformerPrograms"  # a group at TU Delft, 2024
DELFT_2 = "nadinekuo/TransformerPrograms"  # another group at TU Delft, 2024
MENON = "A-Menon/TransformerProgramsExtendedStudy"  # 2025
OTHER_SETTINGS = "four Gumbel samples per step, rate 0.02, last temperature 0.1"

RERUNS = (
    PublicRun(
        DELFT,
        "the paper's shapes, five seeds",
        ": those of its Table 1",
        "8/8",
        {
            "reverse": 99.89,
            "hist": 99.99,
            "double_hist": 99.67,
            "sort": 100.0,
            "most_freq": 82.39,
            "dyck1": 99.65,
            "dyck2": 99.22,
        },
    ),
    PublicRun(
        DELFT,
        "a wider grid, five seeds",
        ": 1 to 4 layers, 2 to 16 heads, 2 to 8 MLPs",
        "8/8",
        {
            "reverse": 99.99,
            "hist": 100.0,
            "double_hist": 99.99,
            "sort": 100.0,
            "most_freq": 83.14,
            "dyck1": 99.94,
            "dyck2": 99.64,
        },
    ),
    PublicRun(
        DELFT_2,
        "one seed",
        ": Sort and Most-Freq 3 layers, 16 heads, 8 MLPs; Reverse 3, 16, 4; Double-Hist 3, 8, 4; "
        "Histogram 1, 8, 4",
        "16/16",
        {"reverse": 42.07, "hist": 99.93, "double_hist": 71.30, "sort": 88.09, "most_freq": 53.76},
    ),
    PublicRun(
        MENON,
        "one seed",
        f", without its added modules, {OTHER_SETTINGS}",
        "16/16",
        {"reverse": 41.83, "hist": 99.94, "double_hist": 50.89, "sort": 79.70, "most_freq": 54.05},
    ),
    PublicRun(
        MENON,
        "best variant, with hand-made modules",
        f" (Sort: counting experts; the others: a running count of each word), one seed, "
        f"{OTHER_SETTINGS}",
        "16/16",
        {"reverse": 44.28, "hist": 100.0, "double_hist": 98.14, "sort": 84.71, "most_freq": 57.13},
    ),
)


def reruns(size: str) -> tuple[PublicRun, ...]:
    """The reruns at one size.

    >>> [one.scores["sort"] for one in reruns("16/16")]
    [88.09, 79.7, 84.71]
    """
    return tuple(one for one in RERUNS if one.size == size)
