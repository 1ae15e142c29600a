"""What came out of the language experiments: programs, proofs, scores, tables. Needs no GPU."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import transformer_programs as tp
from transformer_programs.baselines import baseline
from transformer_programs.emit import emit_files
from transformer_programs.learn import Config, Member, Run
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.compact import compacted, expanded
from transformer_programs.learn.merge import merged
from transformer_programs.store.whole import write_arrays, write_text
from transformer_programs.tasks import Task
from transformer_programs.tasks.packed import unpack

Row = dict[str, Any]

MOST_PRINTED = 4  # networks in one that are printed: the file of more takes over 5 ms a sentence

SHARES = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the votes, for the first of two settings

# The paper's numbers: the best program, the standard Transformer, the baseline of words.
PAPER = {
    "conll": (76.1, 70.5, 66.2),
    "trec": (85.6, 88.6, 74.8),
    "mr": (77.9, 77.2, 77.8),
    "subj": (93.0, 92.3, 92.6),
    "ag_news": (90.8, 91.7, 89.6),
}


def lines_of(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def extract_all(out: Path, task_files: Path, names: list[str]) -> None:
    """Every trained setting's best network as a program; then the tables."""
    networks, target = lines_of(out / "networks.jsonl"), out / "language.jsonl"
    for row in networks:
        done = {(r["task"], r["setting"]) for r in lines_of(target)}
        if row["task"] not in names or (row["task"], row["setting"]) in done:
            continue
        task, _ = unpack(task_files / f"{row['task']}.npz")
        found = row if row["setting"] == "standard" else extract(row, task, out)
        with target.open("a") as lines:
            lines.write(json.dumps(found) + "\n")
        print(row["task"], row["setting"], found["scores"], found.get("proof", ""), flush=True)
    rows = lines_of(target)
    for name in dict.fromkeys(row["task"] for row in rows):
        print_best(name, rows, out, task_files)
    write_text(out / "language.md", report(rows, lines_of(out / "files.jsonl")))


def load_run(row: Row, task: Task, out: Path, seed: int) -> Run:
    """One trained network, read back."""
    architecture = Architecture.of(task, Config(**row["config"]))
    with np.load(out / f"{row['task']}-{row['setting']}.npz") as arrays:
        own = {leaf: arrays[f"{seed}/{leaf}"] for leaf in architecture.leaves}
    validation, test = row["seeds"][str(seed)]
    params = expanded(own, architecture)
    return Run(task, Member(seed, architecture, params, validation, test, 0.0, False))


def merge(name: str, counts: list[int], out: Path, task_files: Path) -> None:
    """The best seeds of a task's best setting as one network, for each of these numbers of seeds.

    Setting and seeds are chosen on validation.
    """
    rows = lines_of(out / "networks.jsonl")
    own = [r for r in rows if r["task"] == name and r["setting"] != "standard" and "of" not in r]
    if not own:
        return
    row = max(own, key=lambda r: np.median([scores[0] for scores in r["seeds"].values()]))
    ranked = sorted(row["seeds"], key=lambda seed: -row["seeds"][seed][0])
    task, _ = unpack(task_files / f"{name}.npz")
    for count in counts:
        setting = f"{row['setting']}-{count}in1"
        if any((r["task"], r["setting"]) == (name, setting) for r in rows):
            continue
        members = [load_run(row, task, out, int(seed)).member for seed in ranked[:count]]
        keep_merged(task, setting, members, [1.0] * count, out)


def mix(name: str, first: str, second: str, counts: list[int], out: Path, task_files: Path) -> None:
    """The best network of one setting beside the best seeds of another, as one network.

    Seeds, and the share of the first in the votes, are chosen on validation.
    """
    rows = lines_of(out / "networks.jsonl")
    by_setting = {r["setting"]: r for r in rows if r["task"] == name}
    task, _ = unpack(task_files / f"{name}.npz")
    one = load_run(by_setting[first], task, out, by_setting[first]["best"]).member
    seeds = by_setting[second]["seeds"]
    ranked = sorted(seeds, key=lambda seed: -seeds[seed][0])
    for count in counts:
        setting = f"{first}+{count}{second}"
        if setting in by_setting:
            continue
        others = [load_run(by_setting[second], task, out, int(s)).member for s in ranked[:count]]
        mine, theirs = (_spread_votes(members, task) for members in ([one], others))
        ratio = float(mine.std() / theirs.std())  # as loud as the first
        right = {
            share: float(
                (
                    (share * mine + (1 - share) * ratio * theirs).argmax(1)
                    == task.validation.labels
                ).mean()
            )
            for share in SHARES
        }
        share = max(SHARES, key=lambda s: (right[s], -abs(s - 0.5)))
        weights = [share] + [(1 - share) * ratio] * count
        keep_merged(task, setting, [one, *others], weights, out)


def _spread_votes(members: list[Member], task: Task) -> np.ndarray[Any, Any]:
    """What networks vote together on validation, a word, less what all classes get."""
    words = task.validation.words
    votes = sum(member.run(words).votes for member in members) / (words >= 0).sum(1)[:, None]
    return np.asarray(votes - votes.mean(axis=1, keepdims=True))


def keep_merged(
    task: Task, setting: str, members: list[Member], weights: list[float], out: Path
) -> None:
    """Put networks side by side as one, and keep it with its scores."""
    begun = time.perf_counter()
    own = [m.architecture for m in members]
    params, large = merged([m.params for m in members], own, weights)
    run = Run(task, Member(0, large, params, 0.0, 0.0, 0.0, False))
    scores = [run.scores(split).main for split in ("validation", "test")]
    arrays = {f"0/{leaf}": value for leaf, value in compacted(params, large).items()}
    write_arrays(out / f"{task.name}-{setting}.npz", arrays, compressed=True)
    found: Row = {
        "task": task.name,
        "setting": setting,
        "of": [m.seed for m in members],
        "weights": [round(weight, 4) for weight in weights],
        "config": asdict(large.config),
        "best": 0,
        "seeds": {"0": [round(score, 5) for score in scores]},
        "seconds": round(time.perf_counter() - begun, 1),
    }
    with (out / "networks.jsonl").open("a") as lines:
        lines.write(json.dumps(found) + "\n")
    print(task.name, setting, weights, found["seeds"]["0"], found["seconds"], "s", flush=True)


def extract(row: Row, task: Task, out: Path) -> Row:
    """The program of a setting's best network, proved and scored."""
    run = load_run(row, task, out, row["best"])
    (out / "programs").mkdir(exist_ok=True)
    tp.save(run.program, out / "programs" / f"{row['task']}-{row['setting']}.json")
    whole = task.test.in_one_piece()  # what the paper scores: no sentence that is too long
    return row | {
        "scores": asdict(run.scores()),
        "main": run.scores().main,
        "paper_filter": tp.tasks.evaluate_program(run.program, task, whole).main,
        "proof": str(run.proof),
        # Several in one take long to run as a network: their printed file is compared below.
        "disagreements": None if "of" in row else run.disagreements(),
        "baseline": asdict(baseline(task).scores(task, task.test)),
        "baseline_main": baseline(task).scores(task, task.test).main,
    }


def print_best(name: str, rows: list[Row], out: Path, task_files: Path) -> None:
    """The emitted files of a task's best program, and whether they agree with the network."""
    own = [row for row in rows if row["task"] == name and row["setting"] != "standard"]
    own = [row for row in own if len(row.get("of", ())) <= MOST_PRINTED]
    if not own:
        return
    row = max(own, key=lambda r: r["seeds"][str(r["best"])][0])
    if any(
        (r["task"], r["setting"]) == (name, row["setting"]) for r in lines_of(out / "files.jsonl")
    ):
        return
    task, _ = unpack(task_files / f"{name}.npz")
    run = load_run(row, task, out, row["best"])
    begun = time.perf_counter()
    files = emit_files(run.program, name)
    printing = time.perf_counter() - begun
    for file, code in files.items():
        write_text(out / "programs" / file, code)
    found = agreement(run, out / "programs" / f"{name}.py")
    record = {
        "task": name,
        "setting": row["setting"],
        "seed": row["best"],
        "printing_seconds": round(printing, 1),
        "lines": sum(code.count("\n") for file, code in files.items() if file.endswith(".py")),
        **found,
    }
    with (out / "files.jsonl").open("a") as lines:
        lines.write(json.dumps(record) + "\n")
    print(record, flush=True)


def agreement(run: Run, path: Path) -> Row:
    """An emitted file on all test inputs beside the network, and how long it takes."""
    task, words = run.task, run.task.test.words
    sentences = [task.words_of(row) for row in words]
    answers, times = timed(path, sentences)
    labels = run.member.run(words).labels
    differ = 0
    for row, (answer, sentence) in enumerate(zip(answers, sentences, strict=True)):
        if task.pooled:
            differ += answer != task.classes[labels[row]]
            continue
        own = [task.classes[label] for label in labels[row][: len(sentence)]]
        vocabulary = task.vocabulary
        marks = (vocabulary.begin, vocabulary.end)
        wanted = [w if w in marks else label for w, label in zip(sentence, own, strict=True)]
        differ += answer != wanted
    return {"test_inputs": len(sentences), "file_differs_on": differ, **times}


def timed(path: Path, sentences: list[list[str]]) -> tuple[list[Any], Row]:
    """What an emitted file answers, and how long it takes, by the clock and by the processor."""
    begun = time.perf_counter()
    module = loaded(path)
    module.run(sentences[0])
    loading = time.perf_counter() - begun
    begun, used = time.perf_counter(), time.process_time()
    answers = [module.run(sentence) for sentence in sentences]
    clock, used = time.perf_counter() - begun, time.process_time() - used
    return answers, {
        "load_seconds": round(loading, 3),
        "milliseconds": round(1000 * clock / len(sentences), 3),
        "processor_milliseconds": round(1000 * used / len(sentences), 3),
    }


def loaded(path: Path) -> ModuleType:
    """An emitted file as a module, from its own folder."""
    spec = spec_from_file_location(f"emitted_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# --- tables ---------------------------------------------------------------------------------------


def report(rows: list[Row], files: list[Row]) -> str:
    """Markdown: one table for each task, one of the emitted files."""
    parts = [
        "# Language: named entities and text classification",
        "Made by `experiments/language.py` (train and standard on one H200; merge and extract on a "
        "CPU) from the lines of language.jsonl. The programs of these rows are not kept.\n\n"
        "Test scores after discretisation: F1 of entities (strict IOB2) for `conll`, accuracy "
        "elsewhere. Seeds are chosen on validation. `paper's filter` leaves out test sentences of "
        "more than 30 words, as the paper does; in all other columns they are cut into windows, "
        "and every word of the test set counts. `stand-ins`: unknown words are replaced by a word "
        "for their shape and ending. `4in1`: the four best seeds on validation side by side, as "
        "one network and one program. `pairs_start`: a network from `word_start=pairs`, untrained; "
        "`pairs_start+4dropout`: that one beside the four best seeds of the setting `dropout`.",
    ]
    tasks = dict.fromkeys(row["task"].removesuffix("_stand_ins") for row in rows)
    parts += [_table(name, rows) for name in tasks]
    if files:
        parts.append(_files(files))
    return "\n\n".join(parts) + "\n"


def _table(name: str, rows: list[Row]) -> str:
    program, standard, simple = PAPER[name]
    lines = [
        f"## {name}",
        "",
        "| model | shape | validation | test | paper's filter | median test (seeds) | seconds |",
        "|---|---|---|---|---|---|---|",
    ]
    own = [row for row in rows if row["task"] in (name, f"{name}_stand_ins")]
    for row in own:
        validation, score = row["seeds"][str(row["best"])]
        test = [scores[1] for scores in row["seeds"].values()]
        label = ", ".join(
            part
            for part in (
                row["setting"],
                "stand-ins" if row["task"] != name else "",
                row.get("note", ""),  # where something else differs from what is done now
            )
            if part
        )
        whole = "" if "paper_filter" not in row else f"{row['paper_filter']:.2%}"
        lines.append(
            f"| {label} | {_shape(row)} | {validation:.2%} | {score:.2%}"
            f" | {whole} | {np.median(test):.2%} ({len(test)}) | {row['seconds']:.0f} |"
        )
    with_words = [row for row in own if "baseline_main" in row]
    if with_words:
        kind = "naive Bayes" if name != "conll" else "unigram tagger"
        lines.append(f"| {kind} | | | {with_words[0]['baseline_main']:.2%} | | | |")
    lines.append(
        f"| paper: program, standard, words alone | | | {program} / {standard} / {simple} | | | |"
    )
    return "\n".join(lines)


def _shape(row: Row) -> str:
    c = row["config"]
    if row["setting"] == "standard":
        return f"{c['layers']} layers, {c['heads']} heads, width {c['width']}, {c['epochs']} epochs"
    return (
        f"{c['layers']} layers, {c['categorical_heads']} heads, {c['categorical_mlps']} MLPs, "
        f"{c['word_variables']} x {c['word_cardinality']}"
        + ("" if "_start" in row["setting"] else f", {c['epochs']} epochs")
    )


def _files(files: list[Row]) -> str:
    lines = [
        "## The printed programs",
        "",
        "| task | setting | lines | test inputs | file differs on | load, s | ms an input "
        "| of the processor |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in files:
        lines.append(
            f"| {row['task']} | {row['setting']} | {row['lines']:,} | {row['test_inputs']:,} | "
            f"{row['file_differs_on']} | {row['load_seconds']} | {row['milliseconds']} | "
            f"{row['processor_milliseconds']} |"
        )
    return "\n".join(lines)
