"""The paper's experiments on text, as data: named entities and four classifications.

The settings are the best on validation of those that were tried, with further seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .part import Experiment, Kind, Part

GLOVE = ("glove840b_300", "md300")
NAMES: dict[Kind, str] = {
    "baseline": "words alone",
    "standard": "standard Transformer",
    "program": "program",
}


PLAIN = {"tokenizer": "plain"}  # the same words on every machine
BEST: dict[str, dict[str, Any]] = {  # settings change those of the preset of the task
    "conll": {
        "seeds": 12,
        "merged": 8,
        "task_settings": {"stand_ins": 25},
        "settings": {"unknown_rate": 2.0, "epochs": 24},
    },
    # No question is longer than 40 words.
    "trec": {"seeds": 32, "merged": 8, "task_settings": {"length": 40, **PLAIN}},
    "mr": {"seeds": 8, "merged": 8, "task_settings": PLAIN},
    "subj": {"seeds": 8, "merged": 8, "task_settings": PLAIN},
    "ag_news": {"seeds": 4, "merged": 4, "task_settings": PLAIN},
}
SOURCES = {
    "vectors": "300-dimensional GloVe (840B), as in the paper, and the 300-dimensional vectors of "
    "spaCy's en_core_web_md",
    "training": "unlike in the paper, the learning rate decays, rare words are trained as unknown, "
    "and the parameters are the best of ten evaluations on validation",
    "merged networks": "not in the paper (see docs/learning.md)",
    "standard Transformer": "40 epochs, the best epoch on validation, as in the paper (appendix "
    "B). Dropout (0.3 or 0.5) and width (128 or 256) are chosen on validation",
}
OF_ENTITIES = {
    "corpus": "training sentences of at most 30 words, the 10,000 most frequent words, and the "
    "shape of the program as in the paper (appendix B and C). Unlike in the paper, long sentences "
    "stay in validation and test, cut into overlapping windows",
    "unknown words": "unlike in the paper, replaced by a token for their shape and ending",
    **SOURCES,
}
OF_TEXTS = {
    "corpora": "texts cut to 64 tokens and the 10,000 most frequent words, as in the paper "
    "(appendix B and C). Unlike in the paper, texts are split into words by our own rules "
    "(`plain`), not by NLTK's",
    "shape": "our choice; the paper gives no shape for these corpora",
    "start": "MR, Subj and AG News start from a linear model on words",
    **SOURCES,
}


# The best on validation of dropout 0.3 and 0.5, and of width 256 with 0.5 (not AG News).
STANDARD = {"width": 128, "heads": 4, "epochs": 40, "dropout": 0.3}
WIDE = {"width": 256, "heads": 8, "dropout": 0.5}
CHOSEN: dict[str, dict[str, Any]] = {"trec": WIDE, "mr": WIDE, "ag_news": {"dropout": 0.5}}


def _three(task: str, standard: dict[str, Any]) -> tuple[Part, ...]:
    """The baseline, the standard Transformer and the program of one task."""
    kinds = {
        "baseline": {"task_settings": BEST[task]["task_settings"]},
        "standard": {
            "settings": standard,
            "seeds": 3,
            "vectors": GLOVE,
            "task_settings": BEST[task]["task_settings"],
        },
        "program": {"vectors": GLOVE, "keep": f"text-{task}", **BEST[task]},
    }
    return tuple(Part(f"{task}: {name}", task, kind, **kinds[kind]) for kind, name in NAMES.items())


NAMED_ENTITIES = Experiment(
    name="named-entities",
    title="Named entities: CoNLL 2003",
    about=(
        "The score is entity F1 on the whole test set, long sentences included. *Words alone* is "
        "the baseline, a unigram tagger. *Program* is the best network on validation, or several "
        "merged networks if they are better on validation."
    ),
    layout="models",
    parts=_three("conll", {**STANDARD, "layers": 3, "batch": 32}),
    quick=("conll",),
    paper={
        "conll: words alone": (66.2,),
        "conll: standard Transformer": (70.5,),
        "conll: program": (76.1,),
    },
    sources=OF_ENTITIES,
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
    about=(
        "The score is test accuracy. *Words alone* is the baseline, multinomial naive Bayes on "
        "single words. *Program* is the best network on validation, or several merged networks "
        "if they are better on validation."
    ),
    layout="models",
    parts=tuple(
        part
        for task in PAPER_TEXT
        for part in _three(task, {**STANDARD, "layers": 2, "batch": 64, **CHOSEN.get(task, {})})
    ),
    quick=("trec",),
    paper={
        f"{task}: {model}": (number,)
        for task, numbers in PAPER_TEXT.items()
        for model, number in zip(NAMES.values(), numbers, strict=True)
    },
    sources=OF_TEXTS,
)

LIMITS = {"conll": (120, 250), "trec": (100,), "mr": (60,), "subj": (100,), "ag_news": (100,)}
READ = {"vocab": 100_000, "stand_ins": 10, "train_long": "cut"}  # all training words are known
WHOLE = {"conll": {"length": 130}}  # no sentence is cut


def _read(task: str, settings: Mapping[str, Any]) -> tuple[Part, ...]:
    """The linear model and the short programs of one task, of three seeds."""
    given = {**READ, **BEST[task]["task_settings"], **WHOLE.get(task, {})}
    named = {"vectors": ",".join(GLOVE)}
    return (
        Part(f"{task}: linear", task, "baseline", given, {"model": "linear"}),
        *(
            Part(
                f"{task}: readable, seed {seed}",
                task,
                "readable",
                given | named,
                {**settings, "seed": seed},
                vectors=GLOVE,
            )
            for seed in range(3)
        ),
    )


READABLE = Experiment(
    name="readable-text",
    title="Short programs for text",
    about=(
        "These programs consist of groups of words and the votes of each group for each label. "
        "They are learned without a network. For each limit on the number of printed lines "
        "(votes and groups included), the table shows the program that is best on validation. "
        "Scores are entity F1 for CoNLL and accuracy for the other corpora, on the whole test "
        "set.\n\n"
        "- *Linear* is a softmax regression on words and pairs of neighbouring words. For CoNLL, "
        "it reads a\n"
        "  word and both neighbours.\n"
        "- *Also read at -1, +1* means that the groups of the previous and the next word vote as "
        "well."
    ),
    layout="front",
    parts=tuple(
        part for task, limits in LIMITS.items() for part in _read(task, {"limits": limits})
    ),
    quick=("trec: linear", "trec: readable, seed 0"),
    sources={
        "recipe": "ours; the paper has no such programs",
        "groups": "16 to 256 groups of words. The start and end marks have groups of their own",
        "context": "for tags, the groups of two or four nearby words also vote. For texts, the "
        "groups of the first four words vote apart where that helps, and up to 150 pairs of words "
        "also vote: a word with one of the two words before it, or with the first word",
        "votes": "fitted to the answers of a linear model. Three strengths of the penalty are "
        "tried for tags, two for texts",
        "validation": "for texts, programs are compared by cross-validation on training and "
        "validation data (at least 3,000 held-out texts) and then fitted to all of these data",
        "words": "all words of the training set and of the word vectors; an unknown word becomes a "
        "token for its shape and ending. Programs for texts read all unknown words alike",
        "vectors": SOURCES["vectors"],
    },
)
