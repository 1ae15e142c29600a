"""Text corpora from the Hugging Face hub, over the internet; needs the package `datasets`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..dataset import TaskError
from .reading import FilePlace, Record


@dataclass(frozen=True, slots=True)
class HubSource:
    """A data set of the hub, and its columns. `label` may be numbers with names, or names."""

    name: str
    input: str
    label: str
    revision: str | None = None


def read_hub(source: HubSource, splits: Sequence[str]) -> dict[str, list[Record]]:
    """The records of the splits."""
    try:
        import datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ModuleNotFoundError:
        raise TaskError(
            "give the folder of its files by --data DIR or TPROG_DATA, or install what gets "
            "them from the internet: pip install 'transformer-programs[hub]'"
        ) from None
    try:
        found = datasets.load_dataset(source.name, revision=source.revision)
    except Exception as error:  # what it raises depends on what is missing
        reason = str(error).strip().partition("\n")[0]
        raise TaskError(
            f"{source.name} cannot be had from the hub ({type(error).__name__}: {reason}); give "
            "the folder of its files by --data DIR or TPROG_DATA"
        ) from None
    return {split: _records(found[split], source, split) for split in splits}


def _records(rows: Any, source: HubSource, split: str) -> list[Record]:
    names = _label_names(rows.features, source.label)
    records = []
    for number, row in enumerate(rows, start=1):
        content, labels = row[source.input], row[source.label]
        place = FilePlace(f"{source.name} {split}", number, source.label)
        if isinstance(labels, list):
            tags = tuple(_named(label, names) for label in labels)
            records.append(Record(tuple(content), tags, place))
        else:
            records.append(Record(content, _named(labels, names), place))
    return records


def _label_names(features: Mapping[str, Any], column: str) -> Sequence[str] | None:
    """The names that a column's numbers stand for."""
    feature = features[column]
    names: Sequence[str] | None = getattr(getattr(feature, "feature", feature), "names", None)
    return names


def _named(label: Any, names: Sequence[str] | None) -> str:
    return names[label] if names is not None and isinstance(label, int) else str(label)
