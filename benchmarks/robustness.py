"""Damaged files and killed commands: no traceback, no wrong answer, nothing lost.

    python benchmarks/robustness.py --cases 2000 --kills 12 --seed 0

Every kind of file that the command reads is damaged: bytes, text, JSON values, arrays. A command
that reads it must end with status 0 and a right answer, or with status 2 and one sentence. Before
that, train, search and sweep get SIGKILL at random moments. The same command must end with the same
files as without a kill, except for measured times and dates. Exit status 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from subprocess import DEVNULL, Popen

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import five_rules
from random_programs import random_input, random_program

import transformer_programs as tp
from transformer_programs import cli, shelf
from transformer_programs.printer import as_module
from transformer_programs.store import dumps
from transformer_programs.tasks.formats import read

ROOT = Path(__file__).resolve().parent.parent
SHAPE = "layers=1 categorical_heads=1 numerical_heads=0 categorical_mlps=0 numerical_mlps=0 batch=8"
TINY = "tags.jsonl --out run --seeds 2 --set " + " --set ".join(SHAPE.split())
SHORT = f"{TINY} --set epochs=4 --set evaluations=2"
KILLED = {
    "train": f"train {TINY} --set epochs=2000 --set evaluations=20",
    "search": "search hist --jobs 2 --out run",
    "sweep": f"sweep {TINY} --seeds 10 --at-once 2 --set epochs=40",
}
# Each file that is damaged, and the commands that read it.
FILES = {
    "program.json": "run|show|show --code|simplify|verify|view|trace",
    "run/program.json": "show run --code|evaluate run --data tags.jsonl",
    "run/run.json": "view run|evaluate run --data tags.jsonl|verify run|simplify run",
    "run/front.jsonl": "show run|show run --index 0 --code",
    "run/metrics.jsonl": "plot run -o curves.svg",
    "run/extracted.json": "verify run",
    "run/network.npz": "verify run",
    "run/checkpoint.npz": f"train {SHORT}",
    "sweep/sweep.jsonl": f"sweep {SHORT} --out sweep",
    "results/in-context.jsonl": "reproduce --out results",
    **dict.fromkeys(("tags.jsonl", "tags.conll"), "evaluate run --data"),
    **dict.fromkeys(("t.jsonl", "t.csv", "t.csv.gz", "t.tsv"), "evaluate texts.json --data"),
    **dict.fromkeys(("v.txt", "v.npz"), f"train {SHORT} --set word_variables=1 --out v --vectors"),
}
TAGGED = ["Anna/P likes/O Rome/L", "it/O rained/O", "old/O Rome/L", "Ben/P saw/O", "is/O Ben/P"]
TEXTS = [("a good film", "positive"), ('"so, so"', "positive"), ("dull", "negative")]
TEXTS += [('"a ""bad"" one"', "negative")]
ODD = ["null", "true", "0", "-1", "0.5", "1e400", "NaN", '""', '"x"', "[]", "{}", "[1, 2]", "1e308"]
ODD += ["9" * 30, "9" * 5000, '"\\ud800"', '"\\u0000"', '{"a": 1, "a": 1}', "[" * 99 + "]" * 99]
ODD_BYTES = [b"\0", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\r", b"\n", b"\xe2\x80\xa8", b'"']
# What is replaced in JSON (keys, values, innermost lists and objects, fields) and in other text.
JSON = [r'"[^"]*": ', r'(?<=[ \n\[])("[^"]*"|[\w.+-]+)(?=[,\]}\n])', r"[\[{][^][{}]*[]}]"]
JSON += [r'"[^"]*": [^][{},]+,?']
TEXT = [r"[^\t ,\n]+", r"[^\n]*\n"]
TIMES = re.compile(rb'"seconds": [0-9.e+-]+|"date": "[0-9-]+"|[0-9,.]+ s\b|\d{4}-\d\d-\d\d')


def write_files() -> None:
    """A whole file of every kind, in this folder."""
    lines = (line.replace(" ", "\n").replace("/", " ") for line in TAGGED * 2)
    Path("tags.conll").write_text("\n\n".join(lines) + "\n")
    tags = [{"tokens": one.content, "tags": one.labels} for one in read(Path("tags.conll"))]
    texts = [{"text": text, "label": label} for text, label in TEXTS]
    for name, listed in (("tags.jsonl", tags), ("t.jsonl", texts)):
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in listed))
    for name, separator in (("t.csv", ","), ("t.tsv", "\t")):
        rows = [("text", "label"), *TEXTS]
        Path(name).write_text("".join(separator.join(row) + "\n" for row in rows))
    Path("t.csv.gz").write_bytes(gzip.compress(Path("t.csv").read_bytes()))
    Path("v.txt").write_text("Anna 1 0 0.5\nis 0 1 0\nold 0.5 1 0\n")
    np.savez("v.npz", words=np.array(["Anna", "is"]), vectors=np.eye(2, dtype=np.float32))
    tp.save(shelf.sentiment.program, "texts.json")
    Path("results").mkdir()
    shutil.copy(ROOT / "docs/results/in-context.jsonl", "results")
    for name in ("run/checkpoint.npz", "sweep/sweep.jsonl"):
        assert run(FILES[name].split())[0] == 0


def damaged(rng: random.Random, name: str, data: bytes) -> bytes:
    """One place of a file replaced, left out or repeated; the file cut; or in another encoding."""
    text, way = data.decode("utf-8", "replace"), rng.random()
    if name.endswith(".npz") and way < 0.7:
        return damaged_arrays(rng, data)
    if not name.endswith((".npz", ".gz")) and way < 0.7:
        patterns = JSON if "json" in name else TEXT
        parts = [part for one in patterns for part in re.finditer(one, text)]
        part, swapped = rng.choice(parts), [rng.choice(parts)[0] for _ in ODD]
        other = rng.choice((*ODD, *swapped, "", 2 * part[0], f'"x": 1, {part[0]}'))
        return (text[: part.start()] + other + text[part.end() :]).encode()
    start = rng.randrange(len(data) + 1)
    stop, odd = start + rng.choice((1, 2, 5, 40)), rng.choice(ODD_BYTES)
    there = rng.choice((rng.randbytes(stop - start), odd, b"", data[start:stop] * 2))
    replaced = data[:start] + there + data[stop:]
    encodings = [text.encode(name) for name in ("utf-8-sig", "utf-16", "utf-7")]
    ends = [data.replace(b"\n", end) for end in (b"\r\n", b"\r")]
    return rng.choice((*[replaced] * 6, *[data[:start]] * 3, *encodings, *ends, odd, data * 2))


def damaged_arrays(rng: random.Random, data: bytes) -> bytes:
    """One array left out, renamed, or of another type or shape."""
    with np.load(io.BytesIO(data)) as found:
        arrays = {name: found[name] for name in found.files}
    name = rng.choice(sorted(arrays))
    array = arrays.pop(name)
    others = [array.astype("U"), array.astype("S"), array[None], array.ravel()[:-1], np.array("x")]
    others += [np.full(array.shape, np.nan), np.zeros(array.shape, "M8[s]"), np.zeros(0)]
    if rng.random() < 0.8:
        arrays[rng.choice((name, name, name, name + "s"))] = rng.choice(others)
    np.savez(stream := io.BytesIO(), **arrays)
    return stream.getvalue()


def run(arguments: list[str]) -> tuple[int, str]:
    """A command in this process: its status, and what it printed on the error stream."""
    error = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(error):
        return cli.main(arguments), error.getvalue()


def outcome(rng: random.Random, name: str) -> str:
    """Damage a file in this folder and read it: "answered", "refused", or what is wrong."""
    file, command = Path(name), rng.choice(FILES[name].split("|")).split()
    if name == "program.json":
        tp.save(program := random_program(rng), file)
        text = " ".join(random_input(rng, program))
        command += [name, text] if command[0] in ("run", "trace") else [name]
    elif command[-1] in ("--data", "--vectors"):
        command.append(name)
    learned = Path("run/program.json").read_bytes()
    if name == "run/checkpoint.npz":  # as a killed run leaves it
        Path("run/run.json").unlink()
        Path("run/program.json").unlink()
    file.write_bytes(damaged(rng, name, file.read_bytes()))
    status, error = run(command)
    if status not in ((0, 1, 2) if command[0] == "verify" else (0, 2)) or "Traceback" in error:
        return f"{command}: status {status}, {error[-300:]}"
    if status == 2:
        said = sum(line.startswith("tprog: ") for line in error.splitlines())
        return "refused" if said == 1 else f"{command}: not one sentence, {error[-300:]}"
    kept = command[0] != "simplify" and name != "run/program.json"  # simplify may find a better one
    if kept and Path("run/program.json").read_bytes() != learned:
        return f"{command}: the learned program has changed"
    return (wrong_program(rng, file) if name == "program.json" else "") or "answered"


def wrong_program(rng: random.Random, file: Path) -> str:
    """How the program in a file differs from what was read, or how that runs in two ways."""
    program, rest = tp.load(file), {"version": 0, "chain": 0}
    if json.loads(file.read_text("utf-8-sig")) | rest != json.loads(dumps(program)) | rest:
        return "the program that was read is not the one in the file"
    code = as_module(tp.emit(program)).run
    for tokens in (random_input(rng, program) for _ in range(8)):
        answers = program(tokens), code(tokens), five_rules.Run(program, tokens).answer
        if not answers[0] == answers[1] == answers[2]:
            return f"{tokens}: interpreter, code and rules answer {answers}"
    return ""


def start(verb: str) -> Popen[bytes]:
    command = [sys.executable, "-m", "transformer_programs", *KILLED[verb].split()]
    return Popen(command, stdout=DEVNULL, stderr=DEVNULL)


def contents() -> dict[str, bytes]:
    """Every file of the run, times and dates left out; a checkpoint holds them in its digest."""
    files = [path for path in Path("run").rglob("*") if path.is_file()]
    found = {str(file): TIMES.sub(b"", file.read_bytes()) for file in files}
    return {name: b"" if "checkpoint" in name else data for name, data in found.items()}


@cache
def undisturbed(verb: str) -> tuple[dict[str, bytes], float]:
    """What a command leaves in this folder, and the seconds it takes when all is compiled."""
    for _ in range(2):
        shutil.rmtree("run")
        begun = time.monotonic()
        assert start(verb).wait() == 0
    return contents(), time.monotonic() - begun


def kill(rng: random.Random, verb: str) -> str:
    """Kill a command in this folder, and give it again: "the same", or what differs."""
    whole, seconds = undisturbed(verb)
    shutil.rmtree("run")
    process, moment = start(verb), rng.uniform(0, seconds)
    time.sleep(moment)
    process.kill()  # it alone: its workers must end by themselves
    process.wait()
    status, found = start(verb).wait(), contents()
    differ = [name for name in sorted({*whole, *found}) if whole.get(name) != found.get(name)]
    told = f"killed after {moment:.2f} s: status {status}, {differ}"
    return told if status or differ else "the same"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for option, usual in (("--cases", 1000), ("--kills", 9), ("--seed", 0)):
        parser.add_argument(option, type=int, default=usual, help=f"{usual} by default")
    given = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    names = [*islice(cycle(KILLED), given.kills), *islice(cycle(FILES), given.cases)]
    with tempfile.TemporaryDirectory() as folder:
        base, place = Path(folder, "base"), Path(folder, "case")
        base.mkdir()
        with chdir(base):
            write_files()
        for number, name in enumerate(names):
            rng = random.Random(f"{given.seed} {number}")
            shutil.copytree(base, place)
            with chdir(place):
                found = kill(rng, name) if name in KILLED else outcome(rng, name)
            shutil.rmtree(place)
            if found not in ("the same", "answered", "refused"):
                print(f"{number}, {name}: {found}", flush=True)
                found = "findings"
            counts[name][found] += 1
    for name, count in counts.items():
        print(f"{name:<26}", *(f"{many:>5} {what}" for what, many in sorted(count.items())))
    return int(any("findings" in count for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
