"""How fast training is: milliseconds a step and model-steps a second, compiling apart.

    python benchmarks/training_speed.py --shape most_freq --population 1 --steps 100

Random data of the task's size: speed does not depend on what the words mean. In texts (conll, trec,
mr), common words are common. Prints a line for a person and a JSON line.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np

from transformer_programs.learn import Config
from transformer_programs.learn.architecture import WORDS, Architecture
from transformer_programs.learn.config import TAGGER, TEXT_CLASSIFIER
from transformer_programs.learn.initial import initial, noise_key
from transformer_programs.learn.loop import Course, Data, Schedule, State
from transformer_programs.learn.machine import placed, share_cores, sharing
from transformer_programs.learn.train import compiled_chunk

MOST_FREQ = Config()  # 3 layers, 4+4 heads, 2+2 MLPs
INDUCTION = replace(MOST_FREQ, layers=2, numerical_heads=0, categorical_mlps=0, numerical_mlps=0)
SHAPES = {
    "most_freq": Architecture(MOST_FREQ, words=8, classes=8, length=8),
    "induction": Architecture(INDUCTION, words=9, classes=5, length=10, causal=True),
    "sort_16": Architecture(MOST_FREQ, words=16, classes=14, length=16),
    "conll": Architecture(TAGGER, words=10_003, classes=9, length=32),
    "trec": Architecture(TEXT_CLASSIFIER, words=8_840, classes=6, length=40, pooled=True),
    "mr": Architecture(TEXT_CLASSIFIER, words=10_003, classes=2, length=64, pooled=True),
}


def random_data(architecture: Architecture, inputs: int, population: int) -> Data:
    generator = np.random.default_rng(0)
    shape, learned = (inputs, architecture.length), WORDS in architecture.leaves
    if learned:
        words = np.minimum(generator.zipf(1.3, shape), architecture.words) - 1
    else:
        words = generator.integers(0, architecture.words, shape)
    words[np.arange(shape[1]) >= generator.integers(2, shape[1] + 1, inputs)[:, None]] = -1
    labels = np.where(words < 0, -1, generator.integers(0, architecture.classes, shape))
    labels = labels[:, 0] if architecture.pooled else labels
    keys = np.stack([noise_key(seed) for seed in range(population)])
    data = Data(jnp.asarray(words, jnp.int32), jnp.asarray(labels, jnp.int32), jnp.asarray(keys))
    if not learned:
        return data
    chance, unknown = jnp.full(architecture.words, 0.05), jnp.zeros(architecture.words, jnp.int32)
    return replace(data, chance=chance, unknown=unknown)


def first_state(architecture: Architecture, population: int) -> State:
    members = [initial(architecture, seed)[0] for seed in range(population)]
    rows = [np.concatenate([m[name].ravel() for name in architecture.row]) for m in members]
    row = jnp.asarray(np.stack(rows))
    if WORDS not in architecture.leaves:
        return State.first(row)
    return State.first(row, jnp.asarray(np.stack([m[WORDS] for m in members])))


def timed(
    architecture: Architecture, schedule: Schedule, state: State, data: Data, repeats: int
) -> tuple[float, list[float], jax.Array]:
    """Seconds to compile; milliseconds a step, of each of `repeats` chunks; the last losses.

    A first chunk, to warm up, is not counted.
    """
    data = replace(data, course=Course.of(architecture.config, schedule))
    mesh = sharing(len(data.keys), architecture.shared_inputs)
    state, data = placed(state, data, mesh)
    begun = time.perf_counter()
    run = compiled_chunk(architecture, schedule, mesh).lower(state, data).compile()
    compiling = time.perf_counter() - begun
    state, losses = run(state, data)
    losses.block_until_ready()
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        state, losses = run(state, data)
        losses.block_until_ready()
        times.append(1e3 * (time.perf_counter() - begun) / schedule.chunk)
    return compiling, times, losses


def measure(
    shape: str,
    population: int,
    steps: int,
    repeats: int,
    batch: int | None,
    precision: str,
) -> dict[str, object]:
    """How fast a population of one shape trains, in chunks of `steps` steps."""
    share_cores()
    architecture = SHAPES[shape]
    batch = batch or architecture.config.batch
    config = replace(architecture.config, batch=batch, precision=precision)
    architecture = replace(architecture, config=config)
    schedule = Schedule(steps=7750, chunk=steps)
    data, state = (
        random_data(architecture, 16_000, population),
        first_state(architecture, population),
    )
    compiling, times, losses = timed(architecture, schedule, state, data, repeats)
    return {
        "shape": shape,
        "population": population,
        "batch": batch,
        "precision": precision,
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
        "compile_s": round(compiling, 2),
        "ms_a_step": round(min(times), 3),
        "ms_a_step_all": [round(t, 3) for t in times],
        "model_steps_a_second": round(1e3 * population / min(times), 1),
        "finite": bool(jnp.isfinite(losses).all()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", choices=sorted(SHAPES), default="most_freq")
    parser.add_argument("--population", type=int, nargs="+", default=[1])
    parser.add_argument("--steps", type=int, default=50, help="steps in a compiled chunk")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--batch", type=int, help="inputs per step; by default those of the shape")
    parser.add_argument("--precision", default="auto", help="auto, float32 or bfloat16")
    options = parser.parse_args()
    for population in options.population:
        found = measure(
            options.shape,
            population,
            options.steps,
            options.repeats,
            options.batch,
            options.precision,
        )
        print(
            f"{found['shape']}, {population} models: {found['ms_a_step']} ms a step, "
            f"{found['model_steps_a_second']} model-steps a second, "
            f"compiled in {found['compile_s']} s"
        )
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
