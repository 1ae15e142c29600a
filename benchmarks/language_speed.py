"""How fast language networks train: milliseconds a step, compiling apart.

    python benchmarks/language_speed.py --shape conll --population 1 --steps 20

Random words of the tasks' sizes, common ones common: speed does not depend on what they mean.
Prints a line for a person and a JSON line.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
from training_speed import timed

from transformer_programs.learn.architecture import WORDS, Architecture
from transformer_programs.learn.config import TAGGER, TEXT_CLASSIFIER
from transformer_programs.learn.initial import initial, noise_key
from transformer_programs.learn.loop import Data, Schedule, State

SHAPES = {
    "conll": Architecture(TAGGER, words=10_003, classes=9, length=32),
    "trec": Architecture(TEXT_CLASSIFIER, words=8_840, classes=6, length=40, pooled=True),
    "mr": Architecture(TEXT_CLASSIFIER, words=10_003, classes=2, length=64, pooled=True),
}


def random_data(architecture: Architecture, inputs: int, population: int) -> Data:
    generator = np.random.default_rng(0)
    shape = (inputs, architecture.length)
    words = np.minimum(generator.zipf(1.3, shape), architecture.words) - 1
    words[np.arange(shape[1]) >= generator.integers(2, shape[1] + 1, inputs)[:, None]] = -1
    labels = np.where(words < 0, -1, generator.integers(0, architecture.classes, shape))
    labels = labels[:, 0] if architecture.pooled else labels
    return Data(
        jnp.asarray(words.astype(np.int32)),
        jnp.asarray(labels.astype(np.int32)),
        jnp.asarray(np.stack([noise_key(seed) for seed in range(population)])),
        None,
        jnp.full(architecture.words, 0.05, jnp.float32),
        jnp.zeros(architecture.words, jnp.int32),
    )


def first_state(architecture: Architecture, population: int) -> State:
    members = [initial(architecture, seed)[0] for seed in range(population)]
    rows = [np.concatenate([m[name].ravel() for name in architecture.row]) for m in members]
    table = np.stack([m[WORDS] for m in members])
    return State.first(jnp.asarray(np.stack(rows)), jnp.asarray(table))


def measure(
    shape: str, population: int, steps: int, repeats: int, batch: int | None
) -> dict[str, object]:
    """How fast a population of one shape trains, in chunks of `steps` steps."""
    architecture = SHAPES[shape]
    if batch is not None:
        architecture = replace(architecture, config=replace(architecture.config, batch=batch))
    schedule = Schedule(steps=10_000, chunk=steps)
    data, state = (
        random_data(architecture, 5_000, population),
        first_state(architecture, population),
    )
    compiling, times, _ = timed(architecture, schedule, state, data, repeats)
    return {
        "shape": shape,
        "population": population,
        "batch": architecture.config.batch,
        "compile_seconds": round(compiling, 2),
        "milliseconds_a_step": round(min(times), 3),
        "all": [round(one, 3) for one in times],
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", choices=list(SHAPES), default="conll")
    parser.add_argument("--population", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--batch", type=int)
    arguments = parser.parse_args()
    found = measure(
        arguments.shape,
        arguments.population,
        arguments.steps,
        arguments.repeats,
        arguments.batch,
    )
    print(
        f"{found['shape']}, {found['population']} models, batch {found['batch']}: "
        f"{found['milliseconds_a_step']} ms a step, {found['compile_seconds']} s to compile"
    )
    print(json.dumps(found))


if __name__ == "__main__":
    main()
