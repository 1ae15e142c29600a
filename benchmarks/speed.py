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
import resource
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
    theirs, ours = list[Spent](), list[Spent]()
    for _ in range(ROUNDS):  # by turns, so that other work on the machine falls upon both
        theirs.append(public_epoch(options.reference, options.reference_python, options.device, 2))
        ours.append(our_epoch(options.models, 12))
    pairs = list(zip(theirs, ours, strict=True))
    command = f"python benchmarks/speed.py --only reference --device {options.device}"
    command += f" --models {options.models} --reference DIR"
    named = f"ours, {options.models} at once" if options.models > 1 else "ours"
    for who, spent in (("the paper's public code", theirs), (named, ours)):
        seconds, processor = zip(*spent, strict=True)
        shown = f"{spread(seconds)} s"
        shown += f"; processor time {spread(processor)} s" if options.device == "cpu" else ""
        yield Row(f"{who}, one epoch of one network", shown, command)
    ratios = spread([a.seconds / b.seconds for a, b in pairs], ".1f")
    if options.device == "cpu":
        of_processor = spread([a.processor / b.processor for a, b in pairs], ".1f")
        ratios += f"; of processor time {of_processor}"
    yield Row("ratio", ratios, command)


def spread(values: Sequence[float], form: str = ".4f") -> str:
    """The median, and from where to where."""
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


class Spent(NamedTuple):
    """The time of an epoch. Other work on the machine makes seconds longer than processor time."""

    seconds: float
    processor: float

    @classmethod
    def of(cls, whose: int, run: Callable[[], object]) -> Spent:
        """What a call takes; `whose` processor time: ours, or that of our children."""
        begun, before = time.perf_counter(), resource.getrusage(whose)
        run()
        seconds, after = time.perf_counter() - begun, resource.getrusage(whose)
        user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        return cls(seconds, user + system)

    def an_epoch_of(self, longer: Spent, epochs: int) -> Spent:
        """By how much another run, of so many more epochs, was longer, for each of them."""
        seconds, processor = longer.seconds - self.seconds, longer.processor - self.processor
        return Spent(seconds / epochs, processor / epochs)


def public_epoch(folder: Path, python: str, device: str, epochs: int) -> Spent:
    """What an epoch of the public code takes."""

    def train(count: int) -> None:
        with tempfile.TemporaryDirectory() as out:
            options = [*PUBLIC.split(), "--n_epochs", str(count), "--device", device]
            subprocess.run(
                [python, "src/run.py", *options, "--output_dir", out],
                check=True,
                cwd=folder,
                capture_output=True,
                env={**os.environ, "PYTHONPATH": str(folder)},
            )

    children = resource.RUSAGE_CHILDREN
    short, long = (Spent.of(children, partial(train, count)) for count in (1, 1 + epochs))
    return short.an_epoch_of(long, epochs)


def our_epoch(models: int, epochs: int) -> Spent:
    """What an epoch of one of our networks takes."""
    from transformer_programs.networks.config import Config
    from transformer_programs.networks.program_model import ProgramModel
    from transformer_programs.networks.trainer import train as train_networks

    def train(parts: int) -> None:  # each of so many epochs: a GPU compiles for their number
        config = Config(epochs=parts * epochs, evaluations=parts)
        train_networks(ProgramModel.of(task, config), task, models)

    task = make("most_freq")
    train(1)  # compiles
    us = resource.RUSAGE_SELF
    short, long = (Spent.of(us, partial(train, parts)) for parts in (1, 2))
    return short.an_epoch_of(long, epochs * models)


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
