"""The text corpora of the paper by name: named entities (conll) and classification.

Their files are not part of this package. They are looked for in the folder `data`, or in the one
that the environment variable TPROG_DATA names; without either, the package `datasets` gets them
from the Hugging Face hub.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..dataset import Setting, Task, TaskError, TaskSpec, require_task
from .build import Long, Preparation, build, held_out
from .formats import FilePlace, Record, read
from .question import TaskEntry

DATA = "TPROG_DATA"  # the environment variable
PARQUET = "refs/convert/parquet"  # the hub's own copy of data sets that came with code


@dataclass(frozen=True, slots=True)
class HubSource:
    """A data set of the hub and its columns."""

    name: str
    input: str
    label: str
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """A published data set: the inputs of each split, and where its files are.

    The file of a split is the first one with its name and one of these endings.
    """

    about: str
    published: dict[str, int]
    hub: HubSource
    endings: tuple[str, ...] = (".tsv", ".tsv.gz")
    columns: str | None = "label,text"
    folder: str = ""

    def file(self, folder: Path, split: str) -> Path:
        names = [f"{split}{ending}" for ending in self.endings]
        for name in names:
            if (folder / name).is_file():
                return folder / name
        raise TaskError(f"{folder}: expected a file {' or '.join(names)}, but there is none")


CORPORA: dict[str, Corpus] = {
    "conll": Corpus(
        "named entities in news, CoNLL-2003",
        {"train": 14041, "validation": 3250, "test": 3453},
        HubSource("eriktks/conll2003", "tokens", "ner_tags", PARQUET),
        (".txt",),
        None,
        "conll2003",
    ),
    "trec": Corpus(
        "what a question asks for, TREC",
        {"train": 5452, "test": 500},
        HubSource("CogComp/trec", "text", "coarse_label", PARQUET),
    ),
    "mr": Corpus(
        "praise or blame in film reviews, MR",
        {"train": 8530, "validation": 1066, "test": 1066},
        HubSource("cornell-movie-review-data/rotten_tomatoes", "text", "label"),
    ),
    "subj": Corpus(
        "opinion or plot in film reviews, Subj",
        {"train": 8000, "test": 2000},
        HubSource("SetFit/subj", "text", "label_text"),
    ),
    "ag_news": Corpus(
        "topics of news, AG News",
        {"train": 120000, "test": 7600},
        HubSource("fancyzhx/ag_news", "text", "label"),
        (".tsv", ".tsv.gz", "_subset.tsv.gz"),
    ),
}


def conll(
    data: str | None = None,
    vocab: int = 10_000,
    least_count: int = 1,
    length: int = 32,
    digits: str = "@",
    train_long: Long = "drop",
    test_long: Long = "cut",
    stand_ins: int = 0,
    vectors: str | None = None,
) -> Task:
    """Named entities: sentences of up to 30 words and two marks, runs of digits written as `@`.

    As the paper does, longer sentences are left out of training. For validation and test they are
    cut into windows, so that all words are scored; `test_long="drop"` leaves them out there too,
    which is what the paper reports.
    """
    settings: dict[str, Setting] = dict(locals())
    return _made("conll", settings, Preparation.of(settings | {"tokenizer": "spaces"}))


def _classification(name: str) -> Callable[..., Task]:
    """The function that makes a task of one label per text."""

    def made(
        data: str | None = None,
        vocab: int = 10_000,
        least_count: int = 1,
        length: int = 64,
        tokenizer: str = "plain",
        train_long: Long = "drop",
        test_long: Long = "cut",
        seed: int = 0,
        stand_ins: int = 0,
        vectors: str | None = None,
    ) -> Task:
        """If no validation split is published, hold out a tenth of training, by `seed`."""
        settings: dict[str, Setting] = {key: v for key, v in locals().items() if key != "name"}
        require_task(
            seed == 0 or "validation" not in CORPORA[name].published,
            f"seed: expected 0 for {name}, which has a validation split of its own, got {seed}",
        )
        return _made(name, settings, Preparation.of(settings))

    return made


trec, mr, subj, ag_news = map(_classification, ("trec", "mr", "subj", "ag_news"))

TEXTS: dict[str, TaskEntry] = {
    name: TaskEntry(
        function, CORPORA[name].about, None, tuple(example.split()), tuple(answer.split())
    )
    for name, function, example, answer in (
        ("conll", conll, "Mary visited New York .", "B-PER O B-LOC I-LOC O"),
        ("trec", trec, "Who wrote Hamlet ?", "HUM"),
        ("mr", mr, "a gripping , funny film .", "pos"),
        ("subj", subj, "the brothers leave for the city .", "objective"),
        ("ag_news", ag_news, "Shares fall as oil climbs .", "Business"),
    )
}


def _made(name: str, settings: dict[str, Setting], preparation: Preparation) -> Task:
    corpus, data, seed = CORPORA[name], settings["data"], settings.get("seed", 0)
    assert data is None or isinstance(data, str)
    assert isinstance(seed, int)
    records = records_of(name, data)
    if data is not None:
        settings["data"] = str(Path(data).absolute())  # the task can be made again from anywhere
    counts = counted(corpus, records)
    if "validation" not in records:
        train = records["train"]
        kept, out = held_out(len(train), seed=seed)
        records |= {"train": [train[i] for i in kept], "validation": [train[i] for i in out]}
    cut = "" if preparation.tokenizer == "spaces" else f"; tokenized by {preparation.tokenizer}"
    if preparation.vectors is not None:
        preparation = replace(
            preparation, vectors=",".join(vector_files(preparation.vectors.split(","), data))
        )
    spec = TaskSpec(name, tuple(settings.items()))
    return build(name, f"{corpus.about} ({counts}{cut})", records, preparation, spec)


def records_of(name: str, data: str | None = None) -> dict[str, list[Record]]:
    """The records of every published split, from files or from the hub."""
    corpus, root = CORPORA[name], data_folder(data)
    if root is None:
        try:
            return read_hub(corpus.hub, tuple(corpus.published))
        except TaskError as error:
            raise TaskError(f"{name}: {error}") from None
    folder = root / (corpus.folder or name)
    return {split: read(corpus.file(folder, split), corpus.columns) for split in corpus.published}


def data_folder(data: str | None) -> Path | None:
    """The folder of the corpora: the one given, else that of TPROG_DATA, else None."""
    named = data or os.environ.get(DATA)
    if named and not Path(named).is_dir():
        raise TaskError(f"{named}: expected a folder that holds corpora, but there is none")
    return Path(named) if named else None


def counted(corpus: Corpus, records: dict[str, list[Record]]) -> str:
    """The number of inputs, and whether it is that of the published set."""
    counts = {split: len(listed) for split, listed in records.items()}
    shown = " / ".join(f"{count:,}" for count in counts.values())
    if counts == corpus.published:
        return f"{shown} inputs, as published"
    published = " / ".join(f"{count:,}" for count in corpus.published.values())
    return f"{shown} inputs, where the published set has {published}"


def vector_files(names: Sequence[str], data: str | None) -> list[str]:
    """Files of vectors; a bare name means one in the folder `vectors` of the corpora."""
    root = data_folder(data) if names else None
    if root is None:
        return list(names)
    beside = {name: root / "vectors" / f"{Path(name).name}.npz" for name in names}
    there = {name for name, file in beside.items() if file.is_file() and not Path(name).exists()}
    return [str(beside[name]) if name in there else name for name in names]


# --- the Hugging Face hub -------------------------------------------------------------------------


def read_hub(source: HubSource, splits: Sequence[str]) -> dict[str, list[Record]]:
    """The records of the splits, over the internet."""
    hint = "give the folder of its files by --data DIR or TPROG_DATA"
    try:
        import datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]

        found = datasets.load_dataset(source.name, revision=source.revision)
    except ModuleNotFoundError:
        raise TaskError(
            f"{hint}, or install what gets them from the internet: "
            "pip install 'transformer-programs[hub]'"
        ) from None
    except Exception as error:  # what it raises depends on what is missing
        reason = str(error).strip().partition("\n")[0]
        raise TaskError(
            f"{source.name} cannot be had from the hub ({type(error).__name__}: {reason}); {hint}"
        ) from None
    return {split: _hub_records(found[split], source, split) for split in splits}


def _hub_records(rows: Any, source: HubSource, split: str) -> list[Record]:
    feature = rows.features[source.label]
    names: Sequence[str] | None = getattr(getattr(feature, "feature", feature), "names", None)

    def named(label: Any) -> str:
        return names[label] if names is not None and isinstance(label, int) else str(label)

    records = []
    for number, row in enumerate(rows, start=1):
        content, labels = row[source.input], row[source.label]
        place = FilePlace(f"{source.name} {split}", number, source.label)
        if isinstance(labels, list):
            records.append(Record(tuple(content), tuple(map(named, labels)), place))
        else:
            records.append(Record(content, named(labels), place))
    return records
