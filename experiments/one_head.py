"""One head a layer, in-context learning: how many seeds find the paper's two-head program.

    python experiments/one_head.py --seeds 256      # on a GPU

Prints for each recipe how many of the seeds answer every test input, and the median accuracy.
The program of the best network of the first recipe goes to OUT/induction-one-head.json.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

import transformer_programs as tp
from transformer_programs.learn import Run
from transformer_programs.learn.presets import PAPER_INDUCTION
from transformer_programs.learn.train import fit

COOL = replace(PAPER_INDUCTION, start_temperature=1.0)
RECIPES = {
    "paper": PAPER_INDUCTION,
    "cooler, noise on attention 0.6": replace(COOL, attention_noise=0.6),
    "cooler, noise on attention 0.15": replace(COOL, attention_noise=0.15),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=256)
    parser.add_argument("--out", type=Path, default=Path("runs/one_head"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    task = tp.tasks.make("induction")
    for name, config in RECIPES.items():
        population = fit(task, replace(config, evaluations=2), arguments.seeds)
        test = np.array([member.test for member in population.members])
        print(
            f"{name}: {(test == 1).sum()} of {len(test)}, median {np.median(test):.1%}", flush=True
        )
        if config is PAPER_INDUCTION:
            program = Run(task, population.best).program
            tp.save(program, arguments.out / "induction-one-head.json")


if __name__ == "__main__":
    main()
