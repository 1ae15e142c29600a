"""How much memory a network in training takes: what XLA counts, and what we estimate.

    python benchmarks/training_memory.py                  # the table of docs/scaling.md
    python benchmarks/training_memory.py --batch 512 --members 64      # on a GPU

Nothing is trained: a chunk of two steps is compiled, and XLA says what it needs.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace

import transformer_programs as tp
from transformer_programs.learn import preset
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.loop import Schedule
from transformer_programs.learn.train import ProgramTrainer
from transformer_programs.learn.trainer import Start

TWO_STEPS = Schedule(steps=2, chunk=2)


@dataclass(frozen=True)
class Case:
    """A task with its preset; `batch` is relative to the smallest."""

    title: str
    task: str
    batch: int = 1
    task_settings: dict[str, int] = field(default_factory=dict)
    samples: int = 1


CASES = (
    Case("Most-Freq", "most_freq"),
    Case("Most-Freq", "most_freq", batch=2),
    Case("Most-Freq, two samples", "most_freq", samples=2),
    Case("Histogram", "hist", batch=2),
    Case("Dyck-1", "dyck1"),
    Case("Reverse 16/16", "reverse", task_settings={"vocab": 16, "length": 16}),
    Case("In-context", "induction", batch=2),
)


def measured(case: Case, members: int, batch: int) -> tuple[float, float]:
    """Megabytes of temporary memory a network: as XLA counts, and as estimated."""
    task = tp.tasks.make(case.task, samples=1500, **case.task_settings)
    config = replace(preset(case.task), batch=batch, samples=case.samples)
    architecture = Architecture.of(task, config)
    trainer = ProgramTrainer(task=task, architecture=architecture, schedule=TWO_STEPS)
    state, data = trainer.begin([Start(seed, architecture) for seed in range(members)])
    memory = trainer.chunk().lower(state, data).compile().memory_analysis()
    assert memory is not None
    temporary = memory.temp_size_in_bytes / members
    return temporary / 1e6, architecture.member_bytes() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--batch", type=int, default=64)
    options = parser.parse_args()
    print("| task | batch | XLA, MB a network | estimate, MB | ratio |\n|---|---|---|---|---|")
    for case in CASES:
        batch = case.batch * options.batch
        found, estimate = measured(case, options.members, batch)
        row = (case.title, batch, f"{found:.2f}", f"{estimate:.2f}", f"{estimate / found:.2f}")
        print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
