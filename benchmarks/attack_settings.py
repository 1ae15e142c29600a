"""Hostile and absurd settings: every option of every verb with values that nobody should give."""

from __future__ import annotations

import random
from dataclasses import fields

from attack_checks import INPUTS
from attack_files import SETTINGS, TINY

NUMBERS = (
    *("0", "-1", "1", "-0", "1.5", "1e3", "1e400", "nan", "inf", "-inf", "1_000", "0x10", "²", "١"),
    *("", " ", "None", "true", "9" * 5000, "9" * 25, "1000000000", "1000000000000000000000"),
    *("9223372036854775807", "9223372036854775808", "2147483648", "1e-300", "1e308", "x" * 100_000),
)
TEXTS = (
    *(
        "",
        " ",
        "\n",
        "\t",
        "\x1b[31m",
        "{}",
        "%s",
        "..",
        "/",
        "~",
        "-",
        "--",
        "'",
        '"',
        "\\",
        "<s>",
    ),
    *("@@SCRIPT@@", "é" * 300, "\ud800", "x" * 100_000, "a=b", "=", "null", "𝔘", "\u202e", "0"),
)
WORDS = (*TEXTS, "</script>", "<!--", "]]>", "a b", "[" * 5000, '["a"', "x@²=1", "<unk>")
LONG = ("layers=1", "categorical_heads=1000000", "batch=1000000000", "epochs=1000000000")


def settings(seed: int, number: int) -> list[str]:
    """The command of a case."""
    rng = random.Random(f"setting {seed} {number}")
    made = MAKERS[number % len(MAKERS)](rng)
    return [word.replace("\0", "") for word in made]


def _program(rng: random.Random) -> str:
    return rng.choice(tuple(name for name, inputs in INPUTS.items() if inputs))


def _train(rng: random.Random) -> list[str]:
    """A tiny training with one setting of the networks changed."""
    from transformer_programs.learn import Config

    name = rng.choice([field.name for field in fields(Config)])
    value = rng.choice((*NUMBERS, *TEXTS[:8]))
    short = ["--seeds", "1", "--no-simplify", "--no-code", "--out", "out"]
    return ["train", "tags.jsonl", *short, *TINY, "--set", f"{name}={value}"]


def _standard(rng: random.Random) -> list[str]:
    from transformer_programs.learn.standard import StandardConfig

    name = rng.choice([field.name for field in fields(StandardConfig)])
    base = ["layers=1", "heads=1", "width=4", "hidden=4", "epochs=1"]
    small = [word for setting in base for word in ("--set", setting)]
    changed = ["--set", f"{name}={rng.choice(NUMBERS)}"]
    return ["compare", "tags.jsonl", "--model", "standard", "--seeds", "1", *small, *changed]


def _search(rng: random.Random) -> list[str]:
    name = rng.choice(("seconds", "seed", "sample", "noise", "workers", "longer", "x"))
    given = ["--set", "seconds=0.5", "--set", f"{name}={rng.choice(NUMBERS)}"]
    small = ["--task", "samples=50", "--task", "length=4"]
    return ["search", "hist", *small, "--set", "workers=1", "--set", "longer=10", *given]


def _task(rng: random.Random) -> list[str]:
    """A task with one setting changed; a model that is made at once."""
    if rng.random() < 0.5:
        name = rng.choice(("sort", "hist", "dyck1", "induction", "depth", "sum_so_far", "x"))
        setting = rng.choice(("vocab", "length", "samples", "seed", "symbols", "letters", "x"))
        return [
            "compare",
            name,
            "--model",
            "baseline",
            "--task",
            f"{setting}={rng.choice(NUMBERS)}",
        ]
    file = rng.choice(("tags.jsonl", "texts.jsonl", "texts.csv", "tags.conll", "tags.tsv"))
    names: tuple[str, ...] = (
        "vocab",
        "least_count",
        "length",
        "stand_ins",
        "seed",
        "marks",
        "unknown",
        "tagged",
    )
    names += ("tokenizer", "digits", "metric", "format", "input", "label", "columns", "test")
    value = rng.choice((*NUMBERS, *TEXTS))
    return ["compare", file, "--model", "baseline", "--task", f"{rng.choice(names)}={value}"]


def _option(rng: random.Random) -> list[str]:
    """A verb with one of its options changed."""
    name = _program(rng)
    file, words = f"{name}.json", INPUTS[name][0]
    number, text = rng.choice(NUMBERS), rng.choice(WORDS)
    return rng.choice(
        (
            ["run", file, text],
            ["run", text, words],
            ["show", text],
            ["show", file, "--code", text],
            ["emit", file, "-o", text],
            ["verify", file, text],
            ["verify", file, "--samples", number],
            ["verify", file, "--limit", number],
            ["verify", file, "--seed", number],
            ["verify", file, "--task", text],
            ["verify", file, "--task", "hist", "--start", number],
            ["simplify", file, "--exact", "--out", text],
            ["simplify", file, "--task", "hist", "--budget", rng.choice((number, text))],
            ["view", file, "-o", text],
            ["view", file, "--task", text],
            ["trace", file, text],
            ["trace", file, words, "--why", number],
            ["trace", file, words, "--against", text],
            ["trace", file, words, "--set", text],
            ["trace", file, words, "--set", f"tokens@{number}={text}"],
            ["trace", file, words, "--without", text],
            ["explain", file, "--inputs", "inputs.txt", "--class", text],
            ["explain", file, "--inputs", "inputs.txt", "--position", number],
            ["explain", file, "--inputs", "inputs.txt", "--position", "1", "--allow", number],
            ["evaluate", "tagger.json", "--data", text],
            ["evaluate", "tagger.json", "--data", "tags.jsonl", "--errors", number],
            ["evaluate", "tagger.json", "--data", "tags.jsonl", "--task", f"tokenizer={text}"],
            ["plot", "reads", file, "-o", text],
            ["reproduce", text],
            ["reproduce", "table-1", "--only", text],
            ["reproduce", "table-1", "--seeds", number, "--only", "x"],
            [text, file],
            [f"--{text}"],
        )
    )


def _sweep(rng: random.Random) -> list[str]:
    name = rng.choice(("layers", "heads", "epochs", "batch", "learning_rate", "x", ""))
    given = rng.choice(
        (
            ["--grid", f"{name}={rng.choice(NUMBERS)}"],
            ["--grid", f"{name}={rng.choice(NUMBERS)},{rng.choice(NUMBERS)}"],
            ["--seeds", rng.choice(NUMBERS)],
            ["--at-once", rng.choice(NUMBERS)],
            ["--grid", ",".join(map(str, range(1, 2000)))],
            ["--grid", "epochs=" + ",".join(map(str, range(1, 2000))), "--seeds", "1000"],
        )
    )
    own = [setting for setting in SETTINGS if not setting.startswith(f"{name}=")]
    pairs = [word for setting in own for word in ("--set", setting)]
    return ["sweep", "tags.jsonl", "--out", "out", "--seeds", "1", *pairs, *given]


def _long(rng: random.Random) -> list[str]:
    """What would take days."""
    return rng.choice(
        (
            ["train", "sort", "--set", rng.choice(LONG[1:])],
            ["train", "sort", "--set", "epochs=100000000", "--set", "batch=1000"],
            ["train", "sort", "--task", "length=1000", "--task", "samples=1000"],
            ["train", "sort", "--seeds", "1000000000"],
            ["train", "sort", "--set", "vote_scale=1000000000000000000000"],
            ["train", "tags.jsonl", "--task", "length=5000"],
            ["search", "hist", "--seconds", "1000000"],
            ["compare", "sort", "--model", "standard", "--set", "width=100000"],
            ["sweep", "sort", "--grid", "epochs=1000000", "--seeds", "50"],
        )
    )


MAKERS = (*(_option,) * 8, *(_task,) * 4, _train, _train, _standard, _sweep, _search, _long)
