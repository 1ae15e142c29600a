"""Who measured the test accuracies of public reruns of the paper's reference code.

They are read off the files in these repositories. All have 20,000 inputs and 250 epochs. Where
nothing else is said, the other settings are those of the paper. Menon's runs have four Gumbel
samples per step, learning rate 0.02 and end temperature 0.1; the hand-made modules count words.
"""

from __future__ import annotations

from collections.abc import Iterator

from transformer_programs.experiments.algorithmic import PUBLIC, TITLES

DELFT = "SebastiaanBeekman/TransformerPrograms"  # a group at TU Delft, 2024
DELFT_2 = "nadinekuo/TransformerPrograms"  # another group at TU Delft, 2024
MENON = "A-Menon/TransformerProgramsExtendedStudy"  # 2025
MADE_BY = {  # the repository of each run, and what it was
    "8/8": (
        (DELFT, "shapes as reported, 3/8/4; most likely 8+8 heads, 4+4 MLPs; five seeds"),
        (DELFT, "a wider grid, probably chosen on test; five seeds"),
    ),
    "16/16": (
        (DELFT_2, "one seed"),
        (MENON, "one seed"),
        (MENON, "best variant, with hand-made modules"),
    ),
}


def reruns(size: str) -> Iterator[tuple[str, dict[str, float]]]:
    """The name of each run in a table, and its accuracies by task."""
    for (repository, brief), numbers in zip(MADE_BY[size], PUBLIC[size], strict=True):
        owner = repository.partition("/")[0]
        name = f"public rerun: [{owner}](https://github.com/{repository}), {brief}"
        yield name, dict(zip(TITLES, numbers, strict=False))
