"""What the variables of a search that found no program add to the other two learners.

    python experiments/search_given.py median

Three things for one task: the best program of the search alone; a linear classifier over the
variables that tell most; networks of one shape that start from nothing, and that start from the
heads of those variables, free or frozen. Prints a table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import transformer_programs as tp
from transformer_programs.search import Found, Settings, search
from transformer_programs.search.domain import domain_of
from transformer_programs.search.given import given_modules
from transformer_programs.tasks import Task

HEADS = 8  # of each kind in each layer: two of each reach
REACHES = ("all", "before", "upto", "after")


def modules(found: Found, task: Task, frozen: bool) -> list[dict[str, Any]]:
    """The heads of the best variables that a first layer can have."""
    assert found.voting is not None
    made = given_modules(
        found.voting.voters, domain_of(task), task.max_length, frozen, REACHES, many=True
    )
    return [one for one in made if int(one["module"].rsplit("_", 1)[1]) < HEADS]


def trained(
    task: Task, given: Sequence[dict[str, Any]], options: argparse.Namespace
) -> list[float]:
    """How many of the test labels the program of each seed has right, in per cent."""
    from transformer_programs.learn import Config, Given, fit

    config = Config(
        layers=2,
        categorical_heads=HEADS,
        numerical_heads=HEADS,
        epochs=options.epochs,
        predicates="many",
        reaches=",".join(REACHES),
    )
    runs = fit(task, config, options.seeds, given=[Given(**one) for one in given])
    return [100 * run.scores().token for run in runs.runs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--samples", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=4)
    options = parser.parse_args()
    task = tp.tasks.make(options.task, samples=options.samples)
    found = search(task, Settings(seconds=options.seconds))
    print(found)
    if found.exact or found.voting is None:
        return
    for name, given in (
        ("network", []),
        ("network, heads given", modules(found, task, frozen=False)),
        ("network, heads frozen", modules(found, task, frozen=True)),
    ):
        scores = trained(task, given, options)
        shown = ", ".join(f"{score:.1f}" for score in sorted(scores, reverse=True))
        print(f"| {name} ({len(given)}) | {shown} |", flush=True)


if __name__ == "__main__":
    main()
