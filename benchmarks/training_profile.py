"""Where the time of a training step goes on a GPU: kernels, bytes, and the largest of them.

    python benchmarks/training_profile.py --population 64

Bytes and operations are XLA's own count for the compiled loop; kernel times come from JAX's
profiler, over the steps of one chunk.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
from training_speed import SHAPES, first_state, random_data

from transformer_programs.learn.loop import Course, Schedule
from transformer_programs.learn.machine import sharing
from transformer_programs.learn.train import compiled_chunk

STEPS = 20


def kernels(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """Microseconds and calls of each kernel in a trace that JAX's profiler wrote."""
    (path,) = folder.rglob("*.trace.json.gz")
    with gzip.open(path) as file:
        events: list[dict[str, Any]] = json.load(file)["traceEvents"]
    places = {
        event["pid"]: event["args"]["name"]
        for event in events
        if event.get("name") == "process_name"
    }
    spent, calls = Counter[str](), Counter[str]()
    for event in events:
        on_gpu = "GPU" in places.get(event.get("pid"), "")
        if event.get("ph") == "X" and on_gpu and "hlo_op" in event.get("args", {}):
            spent[event["name"]] += event["dur"]
            calls[event["name"]] += 1
    return spent, calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", choices=sorted(SHAPES), default="most_freq")
    parser.add_argument("--population", type=int, default=64)
    parser.add_argument("--precision", default="auto", help="auto, float32 or bfloat16")
    options = parser.parse_args()
    architecture = SHAPES[options.shape]
    config = replace(architecture.config, precision=options.precision)
    architecture = replace(architecture, config=config)
    data = random_data(architecture, 16_000, options.population)
    state = first_state(architecture, options.population)
    schedule = Schedule(7750, STEPS)
    data = replace(data, course=Course.of(config, schedule))
    chunk = compiled_chunk(architecture, schedule, sharing(options.population))
    run = chunk.lower(state, data).compile()
    state, losses = run(state, data)
    losses.block_until_ready()
    begun = time.perf_counter()
    state, losses = run(state, data)
    losses.block_until_ready()
    seconds = (time.perf_counter() - begun) / STEPS
    cost = run.cost_analysis()
    assert cost is not None
    print(
        f"{options.shape}, {options.population} models: {1e3 * seconds:.2f} ms a step, "
        f"{cost['bytes accessed'] / 1e9:.1f} GB, {cost['flops'] / 1e9:.1f} Gflop: "
        f"{cost['bytes accessed'] / seconds / 1e12:.2f} TB and "
        f"{cost['flops'] / seconds / 1e12:.2f} Tflop a second"
    )
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            state, losses = run(state, data)
            losses.block_until_ready()
        spent, calls = kernels(Path(folder))
    count, total = sum(calls.values()) / STEPS, sum(spent.values()) / STEPS
    print(f"{count:.0f} kernels a step, {total / 1e3:.2f} ms in all; the largest:")
    for name, time_spent in spent.most_common(12):
        print(f"{time_spent / STEPS / 1e3:8.3f} ms  {calls[name] / STEPS:4.0f} x {name[:70]}")


if __name__ == "__main__":
    main()
