"""How fast training is: milliseconds per step, steps of a network per second, and its memory.

    python benchmarks/training_speed.py --population 1 --steps 100
    python benchmarks/training_speed.py --task conll --population 6

Prints a JSON line per population. The memory is that which XLA counts for a network.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace

import jax
import numpy as np

from transformer_programs.dataset import Task
from transformer_programs.networks import machine
from transformer_programs.networks.config import Config, preset
from transformer_programs.networks.program_model import ProgramModel
from transformer_programs.networks.trainer import TrainingRun, compiled_chunk
from transformer_programs.tasks import make


def measure(task: Task, config: Config, population: int, steps: int, repeats: int) -> None:
    """Print how fast a population trains; a chunk of steps runs once to warm up."""
    training = TrainingRun.of(ProgramModel.of(task, config), task, range(population), None)
    first, data = training.start_or_resume()
    data = replace(data, schedule=replace(data.schedule, chunk=np.int32(steps)))
    state, data = machine.placed(first.state, data, training.mesh)
    begun = time.perf_counter()
    fixed = steps if jax.default_backend() == "gpu" else None
    run = compiled_chunk(training.model, fixed, training.mesh)
    taken = machine.bytes_taken(run, state, data) * training.mesh.size
    compiling, times = time.perf_counter() - begun, list[float]()
    for _ in range(1 + repeats):
        begun = time.perf_counter()
        state, losses = run(state, data)
        losses.block_until_ready()
        times.append(1e3 * (time.perf_counter() - begun) / steps)
    found = {
        "population": population,
        "batch": config.batch,
        "precision": config.precision,
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
        "compile_s": round(compiling, 2),
        "ms_a_step": round(min(times[1:]), 3),
        "ms_a_step_all": [round(t, 3) for t in times[1:]],
        "model_steps_a_second": round(1e3 * population / min(times[1:]), 1),
        "mb_a_model": round(taken / population / 1e6, 2),
        "finite": bool(np.isfinite(losses).all()),
    }
    print(json.dumps(found), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--task", default="most_freq")
    parser.add_argument("--population", type=int, nargs="+", default=[1])
    parser.add_argument("--steps", type=int, default=50, help="steps in a compiled chunk")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--batch", type=int, help="inputs per step; by default those of the task")
    parser.add_argument("--precision", default="auto", help="auto, float32 or bfloat16")
    options = parser.parse_args()
    machine.share_cores()
    task = make(options.task)
    config = replace(preset(task), precision=options.precision)
    config = replace(config, batch=options.batch or config.batch)
    for population in options.population:
        measure(task, config, population, options.steps, options.repeats)


if __name__ == "__main__":
    main()
