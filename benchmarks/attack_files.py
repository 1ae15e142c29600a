"""What is attacked: a small whole file of every kind that the command reads, the commands that read
it, and what is right where they take it."""

from __future__ import annotations

import contextlib
import gzip
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import attack_damage as damage
import numpy as np
from attack_checks import (
    INPUTS,
    RESULTS,
    Case,
    Check,
    Ran,
    check_checkpoint,
    check_code,
    check_data,
    check_inputs,
    check_metrics,
    check_network,
    check_program,
    check_record,
    check_results,
    check_sweep,
    check_vectors,
)
from attack_oracles import (
    Refused,
    strict_json,
)

SETTINGS = (
    *("layers=1", "categorical_heads=1", "numerical_heads=0", "categorical_mlps=0"),
    *("numerical_mlps=0", "epochs=4", "batch=8", "evaluations=2", "word_variables=0", "hidden=4"),
)
TINY = [word for setting in SETTINGS for word in ("--set", setting)]
TRAIN = ["train", "tags.jsonl", "--seeds", "2", *TINY, "--out", "run", "--no-simplify", "--no-code"]
SWEEP = ["sweep", "tags.jsonl", "--seeds", "2", *TINY, "--out", "sweep"]
TAGGED = [
    ("Anna likes Rome", "B-PER O B-LOC"),
    ("Ben saw Anna there", "B-PER O B-PER O"),
    ("it rained", "O O"),
    ("Rome is old", "B-LOC O O"),
    ("New York is not", "B-LOC I-LOC O O"),
    ("Carl came", "B-PER O"),
    ("old Rome", "O B-LOC"),
    ("Anna is here", "B-PER O O"),
    ("it is Ben", "O O B-PER"),
    ("here is Rome", "O O B-LOC"),
]
LABELLED = [(text, "pos" if "good" in text else "neg") for text, _ in TAGGED] + [
    ("a good film", "pos"),
    ("so, so good", "pos"),
    ("a dull film", "neg"),
    ('a "good" one', "pos"),
]


@dataclass(frozen=True)
class Kind:
    """A kind of file: what is copied for it, which one is damaged, how, and by what it is read."""

    name: str
    files: tuple[str, ...]
    target: str
    ways: tuple[damage.Way, ...]
    commands: tuple[tuple[str, ...], ...]
    check: Check
    stdin: bool = False


# --- whole files ----------------------------------------------------------------------------------


def prepare(base: Path, tprog: Callable[[list[str]], int] | None) -> None:
    """Write everything that is attacked into a folder; without the command, what is not trained."""
    import transformer_programs as tp
    from transformer_programs import shelf

    for name in INPUTS:
        program = getattr(shelf, name).program
        tp.save(program, base / f"{name}.json")
        (base / f"{name}.py").write_text(tp.emit(program, name=name))
    tp.save(shelf.sentiment.program, base / "tagger.json")
    (base / "inputs.txt").write_text("".join(f"{line}\n" for line in INPUTS["histogram"]))
    _write_data(base)
    _write_vectors(base)
    _write_results(base)
    if tprog is None:
        return
    for command in (TRAIN, SWEEP):
        if tprog(command) != 0:
            raise SystemExit(f"the attack cannot be prepared: tprog {' '.join(command)} failed")
    tp.save(tp.load(base / "run"), base / "tagger.json")
    _write_half(base)


def _write_data(base: Path) -> None:
    tags = [{"tokens": words.split(), "tags": own.split()} for words, own in TAGGED]
    texts = [{"text": text, "label": label} for text, label in LABELLED]
    quoted = [text.replace('"', '""') for text, _ in LABELLED]
    files = {
        "tags.jsonl": "".join(json.dumps(row) + "\n" for row in tags),
        "texts.jsonl": "".join(json.dumps(row) + "\n" for row in texts),
        "tags.conll": "\n".join(
            "".join(f"{w} x {t}\n" for w, t in zip(a.split(), b.split(), strict=True))
            for a, b in TAGGED
        ),
        "tags.tsv": "tokens\ttags\n" + "".join(f"{a}\t{b}\n" for a, b in TAGGED),
        "texts.tsv": "text\tlabel\n" + "".join(f"{a}\t{b}\n" for a, b in LABELLED),
        "texts.csv": "text,label\n"
        + "".join(f'"{a}",{b}\n' for a, (_, b) in zip(quoted, LABELLED, strict=True)),
    }
    for name, text in files.items():
        (base / name).write_text(text)
        (base / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def _write_vectors(base: Path) -> None:
    rng = np.random.default_rng(0)
    words = ["anna", "Rome", "is", "it", "ben", "old", "New York", "."]
    table = rng.normal(size=(len(words), 4)).astype(np.float32)
    rows = (
        " ".join([word, *map(str, row)]) for word, row in zip(words, table.tolist(), strict=True)
    )
    text = "".join(row + "\n" for row in rows)
    (base / "vectors.txt").write_text(text)
    (base / "vectors.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    np.savez(base / "vectors.npz", words=np.array(words), vectors=table)


def _write_half(base: Path) -> None:
    """A run that was interrupted after its first evaluation."""
    from transformer_programs.learn import Config
    from transformer_programs.learn.train import fit
    from transformer_programs.tasks import load

    def stop(report: Any) -> None:
        raise KeyboardInterrupt

    config = Config.from_settings(dict(setting.split("=") for setting in SETTINGS))
    with contextlib.suppress(KeyboardInterrupt):
        fit(load(base / "tags.jsonl"), config, 2, out=base / "half", progress=stop)


def _write_results(base: Path) -> None:
    from transformer_programs.experiments import EXPERIMENTS

    folder = base / "results"
    folder.mkdir()
    scores = {"inputs": 10, "labels": 50, "token": 0.9, "without_filler": None, "exact": 0.5}
    member = {"seed": 0, "shape": [2, 4, 0, 0, 0], "validation": 0.9, "test": 0.9}
    member |= {"loss": 0.1, "diverged": False}
    lines = [
        {
            "part": part.document(),
            "config": {"epochs": 4},
            "members": [member, member | {"seed": 1, "test": 0.5}],
            "best": member | {"scores": scores, "all": None, "proof": "equal", "reads": {}},
            "steps": 10,
            "seconds": 1.5,
            "made": {"device": "2 CPU cores", "jax": "1", "python": "3.11", "date": "2026-01-01"},
            "command": "tprog reproduce in-context",
        }
        for part in EXPERIMENTS[RESULTS].parts
    ]
    (folder / f"{RESULTS}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


# --- the kinds ------------------------------------------------------------------------------------


def _program(name: str, text: str) -> Kind:
    file = f"{name}.json"
    commands = (
        *(("run", file, text),) * 3,
        *(("emit", file), ("simplify", file, "--exact", "--no-code"), ("show", file)),
        *(("show", file, "--code"), ("verify", file, "--samples", "200", "--limit", "200")),
        *(("view", file), ("trace", file, text), ("explain", file, "--inputs", "inputs.txt")),
    )
    files = (file, "inputs.txt")
    return Kind(f"program: {name}", files, file, damage.DOCUMENT, commands, check_program)


def _data(name: str, ways: tuple[damage.Way, ...]) -> list[Kind]:
    own: tuple[tuple[str, ...], ...] = (("compare", name, "--model", "baseline"),)
    packed = (("compare", f"{name}.gz", "--model", "baseline"),)
    if name.startswith("tags"):
        own += (("evaluate", "tagger.json", "--data", name),)
    return [
        Kind(f"data: {name}", (name, "tagger.json"), name, ways, own, check_data),
        Kind(
            f"data: {name}.gz",
            (f"{name}.gz",),
            f"{name}.gz",
            damage.packed(ways),
            packed,
            check_data,
        ),
    ]


def _vectors(name: str, ways: tuple[damage.Way, ...]) -> Kind:
    command = ("train", "tags.jsonl", "--vectors", name, "--set", "word_variables=0")
    return Kind(f"vectors: {name}", (name, "tags.jsonl"), name, ways, (command,), check_vectors)


LABELLED_FILES = ("tags.jsonl", "texts.jsonl", "tags.conll", "tags.tsv", "texts.tsv", "texts.csv")
KINDS: tuple[Kind, ...] = (
    *(_program(name, INPUTS[name][0]) for name in ("histogram", "dyck2", "sentiment")),
    *(
        kind
        for name in LABELLED_FILES
        for kind in _data(name, damage.LINES if name.endswith("jsonl") else damage.TEXT)
    ),
    _vectors("vectors.txt", damage.TEXT),
    _vectors("vectors.txt.gz", damage.packed(damage.TEXT)),
    _vectors("vectors.npz", damage.ARRAYS),
    Kind(
        "run.json",
        ("run", "tags.jsonl"),
        "run/run.json",
        damage.DOCUMENT,
        (
            ("verify", "run", "--samples", "100", "--limit", "100"),
            ("view", "run"),
            ("evaluate", "run", "--data", "tags.jsonl"),
            ("explain", "run"),
            ("simplify", "run", "--no-code"),
        ),
        check_record,
    ),
    Kind(
        "metrics.jsonl",
        ("run",),
        "run/metrics.jsonl",
        damage.LINES,
        (("plot", "curves", "run", "-o", "curves.svg"),),
        check_metrics,
    ),
    Kind(
        "checkpoint",
        ("run=half", "whole=run", "tags.jsonl"),
        "run/checkpoint_0.npz",
        (*damage.ARRAYS, *(lambda rng, data: forged(rng, data),) * 8),
        (tuple(TRAIN),),
        check_checkpoint,
    ),
    Kind(
        "network.npz",
        ("run", "whole=run"),
        "run/network.npz",
        damage.ARRAYS,
        (("verify", "run", "--samples", "100", "--limit", "100"),),
        check_network,
    ),
    Kind(
        "ledger of a sweep",
        ("sweep", "tags.jsonl"),
        "sweep/sweep.jsonl",
        damage.LINES,
        (tuple(SWEEP),),
        check_sweep,
    ),
    Kind(
        "ledger of an experiment",
        ("results",),
        f"results/{RESULTS}.jsonl",
        damage.LINES,
        (
            ("reproduce", "--index", "--out", "results"),
            ("reproduce", "--out", "results"),
        ),
        check_results,
    ),
    Kind(
        "emitted code",
        ("histogram.py", "histogram.json", "inputs.txt"),
        "histogram.py",
        damage.TEXT,
        (("verify", "histogram.json", "histogram.py", "--samples", "200", "--limit", "200"),),
        check_code,
    ),
    Kind(
        "inputs",
        ("histogram.json", "inputs.txt"),
        "inputs.txt",
        damage.TEXT,
        (
            ("verify", "histogram.json", "--inputs", "inputs.txt"),
            ("explain", "histogram.json", "--inputs", "inputs.txt"),
        ),
        check_inputs,
    ),
    Kind(
        "standard input",
        ("histogram.json", "inputs.txt"),
        "inputs.txt",
        damage.TEXT,
        (("run", "histogram.json"),),
        check_inputs,
        stdin=True,
    ),
)


def forged(rng: random.Random, data: bytes) -> bytes:
    """A checkpoint whose header or arrays were changed; at times with a digest that fits them."""
    from transformer_programs.learn.checkpoint import _digest_of

    arrays = damage.unpacked(data)
    header = str(arrays.pop("header"))
    if rng.random() < 0.5:
        text = damage.changed_json(rng, header)
    else:
        name = rng.choice(sorted(arrays))
        arrays[name] = damage.other_array(rng, arrays[name])
        text = header
    with contextlib.suppress(Exception):
        known = strict_json(text)
        known.pop("digest")
        # Numbers that fit everything cannot be told from right ones: those of the state stay.
        if rng.random() < 0.5 and _forms(arrays) != _forms(damage.unpacked(data)):
            text = json.dumps(known | {"digest": _digest_of(known, arrays)})
    return damage.stored({"header": np.array(text), **arrays})


def _forms(arrays: damage.Arrays) -> dict[str, str]:
    return {n: f"{a.dtype} {a.shape}" for n, a in arrays.items() if n != "header"}


def drawn(number: int, seed: int) -> tuple[Kind, random.Random]:
    """The kind of a case, and the generator that draws all else about it."""
    return KINDS[number % len(KINDS)], random.Random(f"file {seed} {number}")


def set_up(number: int, seed: int, base: Path, folder: Path) -> tuple[Kind, Case]:
    """Copy what a case needs, and damage it."""
    kind, rng = drawn(number, seed)
    for file in kind.files:
        name, _, source = file.partition("=")
        there = base / (source or name)
        if there.is_dir():
            shutil.copytree(there, folder / name)
        else:
            shutil.copyfile(there, folder / name)
    target = folder / kind.target
    if rng.random() < 0.06 and not kind.stdin:
        what = damage.replaced(rng, target)
    else:
        whole = target.read_bytes()
        whole = gzip.decompress(whole) if target.suffix == ".gz" else whole
        way = rng.choice(kind.ways)
        target.write_bytes(way(rng, whole))
        what = getattr(way, "__name__", "way")
    arguments = list(rng.choice(kind.commands))
    return kind, Case(kind.name, kind.target, what, arguments, kind.target if kind.stdin else None)


__all__ = ["KINDS", "Case", "Kind", "Ran", "Refused", "prepare", "set_up"]
