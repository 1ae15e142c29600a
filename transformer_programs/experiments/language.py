"""The paper's experiments on text, as data: named entities and four classifications.

The settings are the best on validation of those that were tried, with further seeds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..learn import Baseline, Gradient, Readable, Standard, StandardConfig, preset
from .part import Experiment, Part, recipe, task

GLOVE = ("glove840b_300", "md300")
TASKS: dict[str, dict[str, Any]] = {
    "conll": {"stand_ins": 25},
    "trec": {"length": 40, "tokenizer": "plain"},  # no question is longer than 40 words
    "mr": {"tokenizer": "plain"},
    "subj": {"tokenizer": "plain"},
    "ag_news": {"tokenizer": "plain"},
}
NETWORKS = {"conll": (12, 8), "trec": (32, 8), "mr": (8, 8), "subj": (8, 8), "ag_news": (4, 4)}
SETTINGS: dict[str, dict[str, Any]] = {"conll": {"unknown_rate": 2.0, "epochs": 24}}
WIDE = {"width": 256, "heads": 8, "dropout": 0.5}
STANDARD: dict[str, dict[str, Any]] = {  # best on validation of two widths and dropouts
    "conll": {"layers": 3, "batch": 32},
    "trec": WIDE,
    "mr": WIDE,
    "ag_news": {"dropout": 0.5},
}
PAPER = {  # words alone, standard Transformer, program
    "conll": (66.2, 70.5, 76.1),
    "trec": (74.8, 88.6, 85.6),
    "mr": (77.8, 77.2, 77.9),
    "subj": (92.6, 92.3, 93.0),
    "ag_news": (89.6, 91.7, 90.8),
}


def _three(name: str) -> tuple[Part, ...]:
    """The baseline, the standard Transformer and the program of one corpus."""
    spec = task(name, **TASKS[name])
    usual = {"layers": 2, "batch": 64, "width": 128, "heads": 4, "epochs": 40, "dropout": 0.3}
    standard = Standard(StandardConfig(**{**usual, **STANDARD.get(name, {})}))
    seeds, merge = NETWORKS[name]
    ours = Gradient(recipe(base=preset(name), **SETTINGS.get(name, {})))
    words, transformer, program = ((number,) for number in PAPER[name])
    return (
        Part(f"{name}: words alone", spec, Baseline(), None, words),
        Part(f"{name}: standard Transformer", spec, standard, 3, transformer, vectors=GLOVE),
        Part(f"{name}: program", spec, ours, seeds, program, f"text-{name}", GLOVE, merge=merge),
    )


def named_entities() -> Experiment:
    return Experiment("named-entities", "Named entities: CoNLL 2003", _three("conll"), ("conll",))


def text_classification() -> Experiment:
    parts = tuple(part for name in list(PAPER)[1:] for part in _three(name))
    title = "Text classification: TREC, MR, Subj, AG News"
    return Experiment("text-classification", title, parts, ("trec",))


def _short(name: str) -> tuple[Part, ...]:
    """The linear model and the short programs of one corpus, three seeds."""
    settings = {"vocab": 100_000, "stand_ins": 10, "train_long": "cut", **TASKS[name]}
    if name == "conll":
        settings["length"] = 130  # no sentence is cut
    spec = task(name, **settings)
    read = replace(spec, settings=(*spec.settings, ("vectors", ",".join(GLOVE))))
    return (
        Part(f"{name}: linear", spec, Baseline("linear")),
        *(
            Part(f"{name}: readable, seed {seed}", read, Readable(seed=seed), vectors=GLOVE)
            for seed in range(3)
        ),
    )


def readable_text() -> Experiment:
    parts = tuple(part for name in PAPER for part in _short(name))
    quick = ("trec: linear", "trec: readable, seed 0")
    return Experiment("readable-text", "Short programs for text", parts, quick)
