"""Named entities and text classification: programs, standard Transformers, simple baselines.

    python experiments/language.py prepare --data DIR     # where the corpora are: small task files
    python experiments/language.py train --tasks conll    # on a GPU: networks
    python experiments/language.py start --tasks mr --settings labels  # untrained networks
    python experiments/language.py standard --tasks conll # on a GPU: standard Transformers
    python experiments/language.py merge                  # anywhere: several seeds as one network
    python experiments/language.py mix --tasks mr --settings pairs_start dropout
                                                          # one of the first, seeds of the second
    python experiments/language.py extract                # anywhere: programs, proofs, the tables

Training appends a line of JSON for each task and setting to OUT/networks.jsonl and keeps all of its
networks in OUT/TASK-SETTING.npz, with their choices made. Of all settings and seeds of a task,
`extract` takes the one that is best on validation. What is there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from transformer_programs import vectors
from transformer_programs.store.whole import write_arrays
from transformer_programs.tasks import Split, Task, text
from transformer_programs.tasks.packed import pack, unpack

if TYPE_CHECKING:
    from transformer_programs.learn import Config

VECTORS = ("glove840b_300", "md300")
WHAT = ("prepare", "train", "start", "standard", "merge", "mix", "extract")
STAND_INS = "_stand_ins"  # the task in which unknown words are known by their shape and ending
CHANGED: dict[str, dict[str, int]] = {
    "trec": {"length": 40},  # no question is longer
    "conll" + STAND_INS: {"stand_ins": 25},
}

# Of each task: the paper's shape, and what else is tried. The names are those of `--settings`.
PAPER: dict[str, dict[str, Any]] = {"paper": {}}
NEAR = {"word_spread": 3.0, "word_rate": 0.3}  # words with near vectors keep the same values
LABELS = {  # from what linear models know, and not far from there
    "word_start": "labels",
    "learning_rate": 0.003,
    "epochs": 8,
    "word_dropout": 0.1,
    "unknown_rate": 0.5,
    "vote_decay": 0.3,
    "start_temperature": 1.0,
    "word_rate": 0.3,
}
PAIRS = LABELS | {  # and from what they know of two neighbours
    "word_start": "pairs",
    "word_variables": 6,
    "categorical_mlps": 2,
    "attention_noise": 0.5,
}
TAGGERS: dict[str, dict[str, Any]] = {
    **PAPER,
    "unknown2": {"unknown_rate": 2.0},
    "unknown8": {"unknown_rate": 8.0},
    "near": {"unknown_rate": 2.0, **NEAR},
    "wide": {"categorical_heads": 16, "word_variables": 8, "unknown_rate": 2.0},
    "wide_near": {"categorical_heads": 16, "word_variables": 8, "unknown_rate": 2.0, **NEAR},
}
CLASSIFIERS: dict[str, dict[str, Any]] = {
    **PAPER,
    "dropout": {"word_dropout": 0.1},
    "two": {"layers": 2, "word_dropout": 0.1},
    "decay": {"vote_decay": 0.1},
    "near": NEAR,
    "labels": LABELS,
    "labels8": LABELS | {"word_variables": 8},
    "labels_bag": LABELS | {"categorical_heads": 1, "categorical_mlps": 0},
    "pairs": PAIRS,
    "pairs_slow": PAIRS | {"learning_rate": 0.001},
    "pairs_fast": PAIRS | {"learning_rate": 0.01},
    "pairs_tight": PAIRS | {"learning_rate": 0.01, "vote_decay": 1.0},
    "pairs_drop": PAIRS | {"word_dropout": 0.3, "unknown_rate": 2.0},
    "pairs_large": PAIRS | {"learning_rate": 0.01, "batch": 256, "epochs": 16},
    "pairs10": PAIRS | {"categorical_mlps": 10},
    "wide": {"categorical_heads": 8, "categorical_mlps": 2, "word_variables": 8},
    "heavy": {"word_dropout": 0.3, "unknown_rate": 2.0, "vote_decay": 0.1, "learning_rate": 0.02},
    "bag": {
        "categorical_heads": 1,
        "categorical_mlps": 0,
        "word_cardinality": 16,
        "vote_decay": 0.1,
    },
}
TRIED = {
    "conll": TAGGERS,
    "conll" + STAND_INS: TAGGERS,
    **dict.fromkeys(("trec", "mr", "subj", "ag_news"), CLASSIFIERS),
}


# --- task files -----------------------------------------------------------------------------------


def prepare(name: str, data: Path, target: Path) -> None:
    """Write a task with the vectors of its words into one file."""
    function = getattr(text, name.removesuffix(STAND_INS))
    task = function(data=str(data), **CHANGED.get(name, {}))
    found = vectors.load(*(data / "vectors" / f"{file}.npz" for file in VECTORS))
    pack(target / f"{name}.npz", task, found)
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    size = (target / f"{name}.npz").stat().st_size / 2**20
    coverage = found.coverage(task.vocabulary.words)
    print(f"{name}: {task.description}; rows {counts}; {coverage}; {size:.1f} MiB", flush=True)


# --- networks -------------------------------------------------------------------------------------


def config_of(name: str, setting: str, changes: Sequence[str]) -> Config:
    """A setting that is tried: what it changes in the base of all of them, and NAME=VALUE."""
    from transformer_programs.learn import Config
    from transformer_programs.learn.presets import TAGGER, TEXT_CLASSIFIER

    base = TEXT_CLASSIFIER if TRIED[name] is CLASSIFIERS else TAGGER
    changed = replace(base, **TRIED[name][setting])
    return Config.from_settings(dict(pair.split("=", 1) for pair in changes), changed)


def train(name: str, setting: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Train one task in one setting, keep its networks, and give back what all seeds reached."""
    import jax

    from transformer_programs.learn.compact import compacted
    from transformer_programs.learn.train import fit

    task, found = unpack(arguments.task_files / f"{name}.npz")
    task = shortened(task, arguments.inputs)
    config = config_of(name, setting, arguments.set)
    begun = time.perf_counter()
    curve: list[dict[str, Any]] = []

    def report(moment: Any) -> None:
        best, median = max(moment.accuracy), float(np.median(moment.accuracy))
        line = {"step": moment.step, "loss": round(moment.median_loss, 4), "best": round(best, 4)}
        curve.append(line | {"median": round(median, 4), "seconds": round(moment.seconds, 1)})
        print(f"{name} {setting} {curve[-1]} of {moment.steps} steps", flush=True)

    population = fit(task, config, arguments.seeds, vectors=found, progress=report)
    arrays = {
        f"{m.seed}/{leaf}": value
        for m in population.members
        for leaf, value in compacted(m.params, m.architecture).items()
    }
    write_arrays(arguments.out / f"{name}-{setting}.npz", arrays, compressed=True)
    return {
        "task": name,
        "setting": setting,
        "config": asdict(config),
        "best": population.best.seed,
        "seeds": {
            str(m.seed): [round(m.validation, 5), round(m.test, 5)] for m in population.members
        },
        "curve": curve,
        "steps": population.steps,
        "seconds": round(time.perf_counter() - begun, 1),
        "jax": jax.__version__,
        "device": jax.devices()[0].device_kind,
        "date": str(date.today()),
    }


def start(name: str, setting: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The network that a setting with `word_start` starts from, untrained."""
    from transformer_programs.learn import Member, Run
    from transformer_programs.learn.architecture import WORDS, Architecture
    from transformer_programs.learn.compact import compacted
    from transformer_programs.learn.initial import WordRows, initial, projected
    from transformer_programs.learn.train import unknown_words
    from transformer_programs.learn.word_start import first_choices, knowledge

    begun = time.perf_counter()
    task, found = unpack(arguments.task_files / f"{name}.npz")
    config = config_of(name, setting, arguments.set)
    architecture = Architecture.of(task, config)
    assert found is not None
    vectors = WordRows.of(found, task.vocabulary.words)
    params, _ = initial(architecture, 0, first_choices(architecture))
    params[WORDS] = projected(vectors, params[WORDS].shape, 0, config.word_spread)
    chance, instead = unknown_words(task, config)
    unknown = None if chance is None or instead is None else (chance, instead)
    known = knowledge(task.train, architecture, vectors, unknown)
    assert known is not None, f"{setting}: expected word_start=labels or word_start=pairs"
    params = known.placed(params, architecture)
    run = Run(task, Member(0, architecture, params, 0.0, 0.0, 0.0, False))
    arrays = {f"0/{leaf}": value for leaf, value in compacted(params, architecture).items()}
    write_arrays(arguments.out / f"{name}-{setting}_start.npz", arrays, compressed=True)
    scores = [run.scores(split).main for split in ("validation", "test")]
    return {
        "task": name,
        "setting": f"{setting}_start",
        "config": asdict(replace(config, epochs=1)),
        "best": 0,
        "seeds": {"0": [round(score, 5) for score in scores]},
        "seconds": round(time.perf_counter() - begun, 1),
        "date": str(date.today()),
    }


def standard(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Train standard Transformers from the same vectors on the same inputs."""
    import jax

    from transformer_programs.learn.standard import StandardConfig, fit_standard

    task, found = unpack(arguments.task_files / f"{name}.npz")
    task = shortened(task, arguments.inputs)
    base = StandardConfig(layers=3, heads=4, width=128, hidden=128, epochs=20, batch=32)
    if task.pooled:
        base = replace(base, batch=128)
    config = StandardConfig.from_settings(dict(p.split("=", 1) for p in arguments.set), base)
    begun = time.perf_counter()
    population = fit_standard(task, config, arguments.seeds, vectors=found)
    best = population.best
    return {
        "task": name,
        "setting": "standard",
        "config": asdict(config),
        "best": best.seed,
        "seeds": {
            str(m.seed): [round(m.validation, 5), round(m.test, 5)] for m in population.members
        },
        "scores": asdict(task.accuracy(best.predict(task.test.words), task.test)),
        "seconds": round(time.perf_counter() - begun, 1),
        "device": jax.devices()[0].device_kind,
    }


def shortened(task: Task, inputs: int | None) -> Task:
    """The task with its first inputs only, to try things out."""
    if inputs is None:
        return task

    def first(split: Split) -> Split:
        numbers = split.sentences
        return Split(
            split.words[:inputs],
            split.labels[:inputs],
            None if numbers is None else numbers[:inputs],
        )

    return replace(
        task, train=first(task.train), validation=first(task.validation), test=first(task.test)
    )


# --- the command line -----------------------------------------------------------------------------


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--tasks", nargs="+", default=list(TRIED), choices=list(TRIED))
    parser.add_argument("--settings", nargs="+", help="those to try; all of a task by default")
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--data", type=Path, help="the folder of the corpora and word vectors")
    parser.add_argument("--task-files", type=Path, default=Path("runs/language/tasks"))
    parser.add_argument("--out", type=Path, default=Path("runs/language"))
    parser.add_argument("--inputs", type=int, help="of each split the first so many, for a trial")
    parser.add_argument("--merged", type=int, nargs="+", default=[2, 4], help="seeds to merge")
    arguments = parser.parse_args()
    if arguments.what == "prepare" and arguments.data is None:
        parser.error("prepare: give the folder of the corpora by --data DIR")
    if arguments.what == "mix" and len(arguments.settings or ()) != 2:
        parser.error("mix: give two settings by --settings FIRST SECOND")
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.what == "extract":
        from language_report import extract_all

        extract_all(arguments.out, arguments.task_files, arguments.tasks)
        return
    if arguments.what == "mix":
        from language_report import mix

        first, second = arguments.settings
        for name in arguments.tasks:
            mix(name, first, second, arguments.merged, arguments.out, arguments.task_files)
        return
    if arguments.what == "merge":
        from language_report import merge

        for name in arguments.tasks:
            merge(name, arguments.merged, arguments.out, arguments.task_files)
        return
    if arguments.what == "prepare":
        for name in arguments.tasks:
            prepare(name, arguments.data, arguments.task_files)
        return
    target = arguments.out / "networks.jsonl"
    for name in arguments.tasks:
        settings = arguments.settings or list(TRIED[name])
        for setting in ["standard"] if arguments.what == "standard" else settings:
            done = {(row["task"], row["setting"]) for row in lines_of(target)}
            called = f"{setting}_start" if arguments.what == "start" else setting
            if (name, called) in done or setting not in {*TRIED[name], "standard"}:
                continue
            if arguments.what == "standard":
                row = standard(name, arguments)
            elif arguments.what == "start":
                row = start(name, setting, arguments)
            else:
                row = train(name, setting, arguments)
            best = row["seeds"][str(row["best"])]
            print(f"{name} {setting}: best {best}, {row['seconds']} s", flush=True)
            with target.open("a") as lines:
                lines.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
