"""How fast training is, and its memory: milliseconds a step, model-steps a second, megabytes.

    python benchmarks/training_speed.py --shape most_freq --population 1 --steps 100

Random data of the task's size: speed does not depend on what the words mean. In texts (conll, mr),
common words are common. Prints a JSON line, which also has the memory that XLA counts for a model
beside our estimate.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np

from transformer_programs.networks.architecture import WORDS, Architecture
from transformer_programs.networks.config import TAGGER, TEXT_CLASSIFIER, Config
from transformer_programs.networks.initial import initial, noise_key
from transformer_programs.networks.machine import placed, share_cores, sharing
from transformer_programs.networks.program_model import ProgramModel
from transformer_programs.networks.trainer import compiled_chunk
from transformer_programs.networks.training_state import Data, Schedule, State

MOST_FREQ = Config()  # 3 layers, 4+4 heads, 2+2 MLPs
SHAPES = {
    "most_freq": Architecture(MOST_FREQ, words=8, classes=8, length=8),
    "conll": Architecture(TAGGER, words=10_003, classes=9, length=32),
    "mr": Architecture(TEXT_CLASSIFIER, words=10_003, classes=2, length=64, pooled=True),
}


def random_data(
    architecture: Architecture, schedule: Schedule, inputs: int, population: int
) -> Data:
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
    known = jnp.asarray(words, jnp.int32), jnp.asarray(labels, jnp.int32), jnp.asarray(keys)
    data = Data(*known, schedule)
    if not learned:
        return data
    chance, unknown = jnp.full(architecture.words, 0.05), jnp.zeros(architecture.words, jnp.int32)
    return replace(data, replaced=(chance, unknown))


def first_state(architecture: Architecture, population: int) -> State:
    members = [initial(architecture, seed)[0] for seed in range(population)]
    return State.first(members, architecture.array_shapes)


class Chunk:
    """A chunk of `steps` training steps of a population, compiled and run once to warm up."""

    def __init__(self, architecture: Architecture, population: int, steps: int) -> None:
        schedule = replace(Schedule.of(architecture.config, 16_000), chunk=np.int32(steps))
        data = random_data(architecture, schedule, 16_000, population)
        mesh = sharing(population, architecture.shared_inputs)
        self.state, self.data = placed(first_state(architecture, population), data, mesh)
        begun = time.perf_counter()
        fixed = steps if jax.default_backend() == "gpu" else None
        chunk = compiled_chunk(ProgramModel(architecture), fixed, mesh)
        self.run = chunk.lower(self.state, self.data).compile()
        self.compiling, self.steps = time.perf_counter() - begun, steps
        memory = self.run.memory_analysis()
        assert memory is not None
        self.temporary_bytes = memory.temp_size_in_bytes * mesh.size  # counted per device
        self.milliseconds()

    def milliseconds(self) -> float:
        """Train for a chunk; the milliseconds a step took."""
        begun = time.perf_counter()
        self.state, self.losses = self.run(self.state, self.data)
        self.losses.block_until_ready()
        return 1e3 * (time.perf_counter() - begun) / self.steps


def measure(architecture: Architecture, population: int, steps: int, repeats: int) -> None:
    """Print how fast a population trains."""
    chunk = Chunk(architecture, population, steps)
    times = [chunk.milliseconds() for _ in range(repeats)]
    found = {
        "population": population,
        "batch": architecture.config.batch,
        "precision": architecture.config.precision,
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
        "compile_s": round(chunk.compiling, 2),
        "ms_a_step": round(min(times), 3),
        "ms_a_step_all": [round(t, 3) for t in times],
        "model_steps_a_second": round(1e3 * population / min(times), 1),
        "mb_a_model": round(chunk.temporary_bytes / population / 1e6, 2),
        "mb_estimated": round(architecture.member_bytes() / 1e6, 2),
        "finite": bool(jnp.isfinite(chunk.losses).all()),
    }
    print(json.dumps(found), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", choices=sorted(SHAPES), default="most_freq")
    parser.add_argument("--population", type=int, nargs="+", default=[1])
    parser.add_argument("--steps", type=int, default=50, help="steps in a compiled chunk")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--batch", type=int, help="inputs per step; by default those of the shape")
    parser.add_argument("--precision", default="auto", help="auto, float32 or bfloat16")
    options = parser.parse_args()
    share_cores()
    architecture = SHAPES[options.shape]
    batch = options.batch or architecture.config.batch
    config = replace(architecture.config, batch=batch, precision=options.precision)
    for population in options.population:
        shaped = replace(architecture, config=config)
        measure(shaped, population, options.steps, options.repeats)


if __name__ == "__main__":
    main()
