"""One table of speeds: commands, training, and training beside the paper's public code.

    python benchmarks/speed.py
    python benchmarks/speed.py --only verify
    python benchmarks/speed.py --reference DIR --reference-python PYTHON

Commands run as processes of their own. Their processor time counts all cores; the times of `tprog
train` are elapsed seconds. On a GPU, a population and named-entity recognition train.

DIR is a checkout of the public code of the paper, PYTHON an interpreter that has what it needs
(PyTorch and a few more). Both train one network of Most-Freq's shape (3 layers, 4+4 heads, 2+2
MLPs, 20,000 inputs, batch 512) on the same machine, in alternation. The time of a short run is
subtracted from that of a longer one, so startup and compilation are excluded. The public code
evaluates after every epoch, ours after every twelfth. Use an idle machine: on a busy one, an epoch
of the public code took 3 to 59 seconds.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from transformer_programs.tasks import make

ROOT = Path(__file__).parent.parent
PROGRAMS = Path("docs/results/programs")
ROUNDS = 3  # beside the public code; the median counts
PUBLIC = (  # the settings of its own script for this shape
    "--dataset most_freq --vocab_size 8 --dataset_size 20000 --min_length 1 --max_length 8 "
    "--batch_size 512 --lr 5e-2 --gumbel_samples 1 --sample_fn gumbel_soft --tau_init 3.0 "
    "--tau_end 0.01 --tau_schedule geomspace --n_vars_cat 1 --d_var 8 --n_vars_num 1 --n_layers 3 "
    "--n_heads_cat 4 --n_heads_num 4 --n_cat_mlps 2 --n_num_mlps 2 --attention_type cat "
    "--rel_pos_bias fixed --one_hot_embed --dropout 0.0 --mlp_vars_in 2 --d_mlp 64 --count_only "
    "--selector_width 0 --seed 0 --unique 1"
)


class Row(NamedTuple):
    what: str
    measured: str
    command: str


@dataclass(frozen=True)
class Ran:
    """A command that has ended, and what it printed."""

    command: str
    seconds: float
    processor: float
    megabytes: float
    printed: str

    def cost(self, what: str) -> Row:
        spent = f"{self.processor:.1f} s of processor time, peak memory {self.megabytes:.0f} MB"
        return Row(what, spent, self.command)


def ran(command: str, folder: str = "", cache: str = "") -> Ran:
    """Run a command of ours, such as "tprog show FILE", in the folder of the project.

    `folder` is where it writes.
    """
    first, *rest = shlex.split(f"{command} --out {folder}" if folder else command)
    module = ["-m", "transformer_programs"] if first == "tprog" else [first]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    env |= {"XDG_CACHE_HOME": cache} if cache else {}
    with tempfile.TemporaryFile("w+") as printed:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *module, *rest],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begun
        printed.seek(0)
        text = printed.read()
    if process.returncode != 0:
        raise SystemExit(f"{command}: exit status {process.returncode}\n{text[-1000:]}")
    processor = usage.ru_utime + usage.ru_stime
    return Ran(command, seconds, processor, usage.ru_maxrss / 1024, text)


# --- parts ----------------------------------------------------------------------------------------


def of_looking(_: argparse.Namespace) -> Iterator[Row]:
    """Commands that read one program; that for reviews has a vocabulary of 10,000 words."""
    text = PROGRAMS / "text-mr.json"
    yield ran("tprog --help").cost("start")
    yield ran(f"tprog show {text}").cost("show a text program")
    yield ran(f"tprog show {text} --code").cost("print a text program")
    yield ran(f"tprog show {PROGRAMS}/sort.json --code").cost("print the program for Sort")


def of_verify(_: argparse.Namespace) -> Iterator[Row]:
    for name, settings, count in (
        ("most_freq", "", 335_922),
        ("most_freq", " --task length=10", 12_093_234),
        ("dyck2", " --task length=14", 67_108_864),
    ):
        found = ran(f"tprog verify {PROGRAMS}/{name}-searched.json --task {name}{settings}")
        assert f"all {count:,} inputs" in found.printed, found.printed
        spent = f"{found.seconds:.1f} s, {found.cost('').measured}"
        yield Row(f"verify all {count:,} inputs of {name}", spent, found.command)


def of_simplify(_: argparse.Namespace) -> Iterator[Row]:
    for name, options in (("most_freq", ""), ("double_hist", ""), ("dyck2", " --budget 0.1%")):
        with tempfile.TemporaryDirectory() as folder:
            command = f"tprog simplify {PROGRAMS}/{name}.json --task {name}{options}"
            yield ran(command, f"{folder}/short.json").cost(f"simplify and prune {name}")


def of_search(_: argparse.Namespace) -> Iterator[Row]:
    for name in ("reverse", "double_hist"):
        with tempfile.TemporaryDirectory() as folder:
            found = ran(f"tprog search {name}", f"{folder}/found")
            yield found.cost(f"search a program for {name}")


def of_train(_: argparse.Namespace) -> Iterator[Row]:
    """Whole commands, each twice: with an empty compilation cache, and again."""
    commands = ["tprog train most_freq --seeds 1 --set epochs=2"]
    if on_gpu():
        commands = ["tprog train most_freq --seeds 64"]
        commands += ["tprog train conll --seeds 6"] if "TPROG_DATA" in os.environ else []
    for command in (f"{one} --no-simplify --no-code" for one in commands):
        with tempfile.TemporaryDirectory() as folder:
            for start in ("first", "second"):
                found = ran(command, f"{folder}/{start}", cache=f"{folder}/cache")
                yield Row(f"train, {start} start", f"{found.seconds:.1f} s", command)
    with tempfile.TemporaryDirectory() as folder:
        found = ran("tprog train docs/examples/messages.jsonl", f"{folder}/run")
        yield found.cost("learn a text program")
        shown = ran(f"tprog show {folder}/run --code").cost("print this text program")
        yield shown._replace(command="tprog show RUN --code")


def of_reference(options: argparse.Namespace) -> Iterator[Row]:
    theirs, ours = list[float](), list[float]()
    for _ in range(ROUNDS):  # by turns, so that other work on the machine falls upon both
        theirs.append(seconds_per_epoch(partial(train_public, options), 1))
        ours.append(seconds_per_epoch(partial(train_ours, options.models), 12) / options.models)
    command = f"python benchmarks/speed.py --only reference --device {options.device}"
    command += f" --models {options.models} --reference DIR"
    named = f"ours, {options.models} at once" if options.models > 1 else "ours"
    for who, seconds in (("the paper's public code", theirs), (named, ours)):
        yield Row(f"{who}, one epoch of one network", f"{spread(seconds)} s", command)
    ratios = [a / b for a, b in zip(theirs, ours, strict=True)]
    yield Row("ratio", spread(ratios, ".1f"), command)


def spread(values: Sequence[float], form: str = ".4f") -> str:
    """The median, and from where to where."""
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def seconds_per_epoch(train: Callable[[int], object], step: int) -> float:
    """By how much two steps of so many epochs take longer than one."""
    seconds = []
    for epochs in (step, step, 2 * step):  # the first one compiles
        begun = time.perf_counter()
        train(epochs)
        seconds.append(time.perf_counter() - begun)
    return (seconds[2] - seconds[1]) / step


def train_public(options: argparse.Namespace, epochs: int) -> None:
    """Train a network with the public code."""
    with tempfile.TemporaryDirectory() as out:
        settings = [*PUBLIC.split(), "--n_epochs", str(epochs), "--device", options.device]
        subprocess.run(
            [options.reference_python, "src/run.py", *settings, "--output_dir", out],
            check=True,
            cwd=options.reference,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(options.reference)},
        )


def train_ours(models: int, epochs: int) -> None:
    """Train our networks; a GPU compiles for the number of epochs between evaluations."""
    from transformer_programs.networks.config import Config
    from transformer_programs.networks.program_model import ProgramModel
    from transformer_programs.networks.trainer import train

    config = Config(epochs=epochs, evaluations=max(1, epochs // 12))
    train(ProgramModel.of(make("most_freq"), config), make("most_freq"), models)


def on_gpu() -> bool:
    """Whether JAX has a GPU; asked of another process, since asking takes its memory."""
    asked = [sys.executable, "-c", "import jax; print(jax.default_backend())"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.strip() == "gpu"


# Memory is measured in new processes, which count that of this one: those parts come first.
PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "looking": of_looking,
    "verify": of_verify,
    "simplify": of_simplify,
    "search": of_search,
    "train": of_train,
    "reference": of_reference,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=PARTS, help="one part of the table")
    parser.add_argument("--reference", type=Path, help="a checkout of the paper's public code")
    parser.add_argument("--reference-python", default=sys.executable)
    parser.add_argument("--device", default="cpu", help="device for the public code: cpu or cuda")
    parser.add_argument("--models", type=int, default=1, help="our networks that train at once")
    options = parser.parse_args()
    if options.only == "reference" and options.reference is None:
        parser.error("--only reference: needs --reference DIR")
    if options.only is None:
        note("about two minutes on two quiet cores")
    others = f"load average {os.getloadavg()[0]:.1f} before the start"  # 0 on an idle machine
    print(f"{datetime.date.today()}, {os.cpu_count()} CPU cores, {others}\n")
    print("| what | measured | command |\n|---|---|---|", flush=True)
    for number, (name, part) in enumerate(PARTS.items(), 1):
        skipped = name == "reference" and options.reference is None
        if options.only in (None, name) and not skipped:
            note(f"part {number} of {len(PARTS)}: {name}")
            for row in part(options):
                print(f"| {row.what} | {row.measured} | `{row.command}` |", flush=True)


def note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
