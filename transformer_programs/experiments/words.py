"""The paper's experiments on text, as data: named entities and four classifications.

The best of many further settings, with more seeds, come from `experiments/language.py`.
"""

from __future__ import annotations

from typing import Any

from .rasp import flat
from .record import Experiment, Part, categorical

GLOVE = ("glove840b_300",)
WORDS: dict[str, Any] = {
    "word_variables": 4,
    "unknown_rate": 0.5,
    "schedule": "cosine",
    "keep": "best",
    "evaluations": 10,
    "epochs": 30,
}
TAGGER = {**flat(categorical(2, 8, 1)), **WORDS, "word_cardinality": 32, "batch": 32}
CLASSIFIER = {**flat(categorical(1, 4, 1)), **WORDS, "word_cardinality": 64, "batch": 64}
FEW_WORDS = {"word_variables": 2, "word_cardinality": 16, "hidden": 8, "epochs": 2}
QUICK_TAGGER = {**flat(categorical(1, 2, 1)), **WORDS, **FEW_WORDS, "batch": 32, "evaluations": 1}
NAMES = {"baseline": "words alone", "standard": "standard Transformer", "program": "program"}
SMALL = {"width": 16, "heads": 2, "hidden": 32, "epochs": 1, "layers": 1}
SOURCES = {
    "corpora": "the paper, appendix B and C: sentences of at most 30 and 64 words, 10,000 words",
    "program": "the paper's shape; ours: a falling rate, rare words trained as unknown, the best "
    "of ten evaluations on validation",
    "standard Transformer": "the paper, appendix B: up to 100 epochs, the best epoch on validation",
    "vectors": "the paper: 300-dimensional GloVe",
}


def _three(task: str, program: dict[str, Any], standard: dict[str, Any]) -> tuple[Part, ...]:
    """The baseline, the standard Transformer and the program of one task."""
    return (
        Part(f"{task}: {NAMES['baseline']}", task, "baseline"),
        Part(
            f"{task}: {NAMES['standard']}",
            task,
            "standard",
            settings=standard,
            seeds=3,
            vectors=GLOVE,
        ),
        Part(
            f"{task}: {NAMES['program']}",
            task,
            settings=program,
            seeds=3,
            vectors=GLOVE,
            keep=f"text-{task}",
        ),
    )


def _quick(task: str) -> tuple[Part, ...]:
    return (
        Part(f"{task}: {NAMES['baseline']}", task, "baseline", inputs=300),
        Part(f"{task}: {NAMES['standard']}", task, "standard", settings=SMALL, seeds=1, inputs=300),
        Part(f"{task}: {NAMES['program']}", task, settings=QUICK_TAGGER, seeds=1, inputs=300),
    )


NAMED_ENTITIES = Experiment(
    name="named-entities",
    title="Named entities: CoNLL 2003",
    about="F1 of the entities, for the paper's shapes; three seeds, the best on validation.",
    layout="models",
    parts=_three("conll", TAGGER, {"width": 128, "layers": 3, "heads": 4, "batch": 32}),
    quick=_quick("conll"),
    paper={
        "conll: words alone": (66.2,),
        "conll: standard Transformer": (70.5,),
        "conll: program": (76.1,),
    },
    sources=SOURCES,
)

PAPER_TEXT = {
    "trec": (74.8, 88.6, 85.6),
    "mr": (77.8, 77.2, 77.9),
    "subj": (92.6, 92.3, 93.0),
    "ag_news": (89.6, 91.7, 90.8),
}

TEXT_CLASSIFICATION = Experiment(
    name="text-classification",
    title="Text classification: TREC, MR, Subj, AG News",
    about="Accuracy, for one of the paper's shapes; three seeds, the best on validation.",
    layout="models",
    parts=tuple(
        part
        for task in PAPER_TEXT
        for part in _three(task, CLASSIFIER, {"width": 128, "layers": 2, "heads": 4, "batch": 64})
    ),
    quick=_quick("trec"),
    paper={
        f"{task}: {model}": (number,)
        for task, numbers in PAPER_TEXT.items()
        for model, number in zip(NAMES.values(), numbers, strict=True)
    },
    sources=SOURCES,
)
