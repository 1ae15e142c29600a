"""One table of speeds: running programs, training, and training beside the paper's public code.

    python benchmarks/speed.py
    python benchmarks/speed.py --reference DIR --reference-python PYTHON

DIR is a checkout of the public code of the paper, PYTHON an interpreter that has what it needs
(PyTorch and a few more). Both train one network of Most-Freq's shape (3 layers, 4+4 heads, 2+2
MLPs, 20,000 inputs, batch 512) on the same machine, one after the other. A short run is taken from
a longer one, so that starting and compiling count in neither. The public code evaluates after every
epoch, ours at the end of a run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import program_speed

PUBLIC = (  # the settings of its own script for this shape
    "--dataset most_freq --vocab_size 8 --dataset_size 20000 --min_length 1 --max_length 8 "
    "--batch_size 512 --lr 5e-2 --gumbel_samples 1 --sample_fn gumbel_soft --tau_init 3.0 "
    "--tau_end 0.01 --tau_schedule geomspace --n_vars_cat 1 --d_var 8 --n_vars_num 1 --n_layers 3 "
    "--n_heads_cat 4 --n_heads_num 4 --n_cat_mlps 2 --n_num_mlps 2 --attention_type cat "
    "--rel_pos_bias fixed --one_hot_embed --dropout 0.0 --mlp_vars_in 2 --d_mlp 64 --count_only "
    "--selector_width 0 --seed 0 --unique 1"
)
Row = tuple[str, str]


def of_training(populations: list[int]) -> list[Row]:
    from training_speed import measure

    rows = []
    for models in populations:
        found = measure("most_freq", models, 50, 3, 512, 0, "auto")
        noun = f"{models} model{'s' * (models > 1)} of Most-Freq's shape"
        speed = f"{found['ms_a_step']} ms per step, compiled in {found['compile_s']} s"
        rows.append((f"training {noun}, {found['device']}", speed))
    return rows


def public_epoch(folder: Path, python: str, device: str, epochs: int) -> float:
    """Seconds per epoch of the public code."""
    spent = []
    for count in (1, 1 + epochs):
        with tempfile.TemporaryDirectory() as out:
            options = [*PUBLIC.split(), "--n_epochs", str(count), "--device", device]
            command = [python, "src/run.py", *options, "--output_dir", out]
            begun = time.perf_counter()
            subprocess.run(
                command,
                check=True,
                cwd=folder,
                capture_output=True,
                env={**os.environ, "PYTHONPATH": str(folder)},
            )
            spent.append(time.perf_counter() - begun)
    return (spent[1] - spent[0]) / epochs


def our_epoch(models: int, epochs: int) -> float:
    """Seconds per epoch and model."""
    from transformer_programs.learn import Config
    from transformer_programs.learn.train import fit
    from transformer_programs.tasks import make

    task, spent = make("most_freq"), []
    for count in (epochs, epochs, 2 * epochs):  # the first compiles
        begun = time.perf_counter()
        fit(task, Config(epochs=count, evaluations=1), models)
        spent.append(time.perf_counter() - begun)
    return (spent[2] - spent[1]) / epochs / models


def beside(options: argparse.Namespace) -> list[Row]:
    theirs = public_epoch(options.reference, options.reference_python, options.device, 3)
    ours = our_epoch(options.models, 12)
    named = f"ours, {options.models} at once" if options.models > 1 else "ours"
    return [
        ("the paper's public code, one epoch of one model", f"{theirs:.2f} s"),
        (f"{named}, one epoch of one model", f"{ours:.3f} s"),
        ("ratio", f"{theirs / ours:.1f}"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--population", type=int, nargs="+", default=[1])
    parser.add_argument("--reference", type=Path, help="a checkout of the paper's public code")
    parser.add_argument("--reference-python", default=sys.executable)
    parser.add_argument("--device", default="cpu", help="of the public code: cpu or cuda")
    parser.add_argument("--models", type=int, default=1, help="ours that train at once")
    parser.add_argument("--only", choices=("programs", "training", "reference"))
    options = parser.parse_args()
    rows: list[Row] = []
    if options.only in (None, "programs"):
        rows += program_speed.measured()
    if options.only in (None, "training"):
        rows += of_training(options.population)
    if options.reference is not None and options.only in (None, "reference"):
        rows += beside(options)
    print("| what | measured |\n|---|---|")
    for what, measured in rows:
        print(f"| {what} | {measured} |")


if __name__ == "__main__":
    main()
