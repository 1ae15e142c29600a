"""Test accuracies that others measured with the paper's reference code.

Read off the files in these repositories. All have 20,000 inputs and 250 epochs. Where nothing else
is said, the other settings are those of the paper. Menon's runs have four Gumbel samples per step,
learning rate 0.02 and end temperature 0.1; the hand-made modules count words.
"""

from __future__ import annotations

from typing import NamedTuple

TASKS = ("reverse", "hist", "double_hist", "sort", "most_freq", "dyck1", "dyck2")
DELFT = "SebastiaanBeekman/TransformerPrograms"  # a group at TU Delft, 2024
DELFT_2 = "nadinekuo/TransformerPrograms"  # another group at TU Delft, 2024
MENON = "A-Menon/TransformerProgramsExtendedStudy"  # 2025
MOST_LIKELY = "shapes as reported, 3/8/4; most likely 8+8 heads, 4+4 MLPs; five seeds"
WIDER = "a wider grid, probably chosen on test; five seeds"


class PublicRun(NamedTuple):
    """A public rerun: its repository, what it was, its test accuracies in percent."""

    repository: str
    brief: str
    numbers: tuple[float, ...]  # in the order of the tasks

    @property
    def scores(self) -> dict[str, float]:
        return dict(zip(TASKS, self.numbers, strict=False))


RERUNS = {  # by vocabulary and length
    "8/8": (
        PublicRun(DELFT, MOST_LIKELY, (99.89, 99.99, 99.67, 100.0, 82.39, 99.65, 99.22)),
        PublicRun(DELFT, WIDER, (99.99, 100.0, 99.99, 100.0, 83.14, 99.94, 99.64)),
    ),
    "16/16": (
        PublicRun(DELFT_2, "one seed", (42.07, 99.93, 71.30, 88.09, 53.76)),
        PublicRun(MENON, "one seed", (41.83, 99.94, 50.89, 79.70, 54.05)),
        PublicRun(
            MENON, "best variant, with hand-made modules", (44.28, 100.0, 98.14, 84.71, 57.13)
        ),
    ),
}
