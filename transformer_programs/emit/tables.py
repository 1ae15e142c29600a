"""The tables of an emitted file: words, embeddings, ranks and votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..program.steps import Classifier, Output, Token, Vote
from ..program.values import Categorical, Number, symbol
from .shell import Fixed
from .spelling import Embedding, Spelling, is_counted
from .writer import Writer, literal, padded, width

FEW_WORDS = 5  # of an embedding's value, where all of them are in a second file
MANY_PAIRS = 12  # values and their classes, above which the commonest class is left out
WIDEST_CLASS = 12  # a longer class name is cut short in the header of the votes


def words_are_few(name: str, words: Sequence[str]) -> bool:
    """Whether the words stand on one line, and can be looked up one after the other."""
    return Writer().fits(f"{name} = {_tuple(list(map(literal, words)))}")


def print_words(name: str, words: Sequence[str]) -> Writer:
    w = Writer()
    if words_are_few(name, words):
        w.line(f"{name} = {_tuple(list(map(literal, words)))}")
    else:
        w.display(f"{name} = {{", [literal(word) for word in words], "}")
    return w


@dataclass(frozen=True, slots=True)
class Labels:
    """A classifier with one voter, whose values each speak for one class: a dict of them."""

    variable: str
    pairs: dict[str, str]
    default: str | None  # of the values that are not listed; None where all are


def labels_of(output: Output, spelling: Mapping[str, Spelling]) -> Labels | None:
    """The classes as a dict from values, if that is all that the votes say."""
    if not isinstance(output, Classifier) or len(output.votes) != 1:
        return None
    (vote,) = output.votes
    speller = spelling[vote.reads]
    if isinstance(speller.type, Number) or any(
        sum(row) > 1 or min(row) < 0 for row in vote.weights
    ):
        return None
    spoken = {value: vote.weights[value] for value in speller.values}
    pairs = {
        speller.text(value): literal(output.classes[row.index(1)])
        for value, row in spoken.items()
        if any(row)
    }
    default = literal(output.classes[0]) if len(pairs) < len(spoken) else None
    if default is None and not output.pooled and len(pairs) > MANY_PAIRS:
        default = Counter(pairs.values()).most_common(1)[0][0]
    if default is not None and not output.pooled:  # a value that is its own label reads well
        pairs = {v: label for v, label in pairs.items() if label != default or label == v}
    return Labels(vote.reads, pairs, default)


def print_labels(labels: Labels, output: Output, fixed: Fixed) -> Iterator[Writer]:
    """The dict; and for one label of a whole input the classes, whose order decides ties."""
    if isinstance(output, Classifier) and output.pooled:
        w = Writer()
        w.display(f"{fixed.classes} = (", _items(list(map(literal, output.classes))), ")")
        yield w
    w = Writer()
    pairs = [f"{value}: {label}" for value, label in labels.pairs.items()]
    w.display(f"{fixed.votes} = {{", pairs, "}")
    yield w


def print_ranks(name: str, type: Categorical) -> Writer:
    w = Writer()
    ranks = [f"{literal(word)}: {rank}" for rank, word in enumerate(type.values)]
    w.display(f"{name} = {{", ranks, "}")
    return w


def print_lookup(name: str, step: Token, words: Sequence[str]) -> Writer:
    """A dict from each word to its value."""
    w = Writer()
    pairs = [
        f"{literal(word)}: {literal(symbol(step.out.type, value))}"
        for word, value in zip(words, step.lookup, strict=True)
    ]
    w.display(f"{name} = {{", pairs, "}")
    return w


def print_embedding(embedding: Embedding, beside: str | None) -> Writer:
    """An Enum whose members list the words they stand for."""
    w = Writer()
    rows = {
        name: [literal(word) for word in _few(embedding.words[value], beside)]
        for value, name in embedding.members.items()
    }
    for value, name in embedding.members.items():
        if len(rows[name]) < len(embedding.words[value]):
            rows[name].append("...")
    lines = {name: f"{name} = {_tuple(words)}" for name, words in rows.items()}
    with w.block(f"class {embedding.class_name}(Enum):"):
        if beside is not None:
            w.free(f'"""Learned groups of words. All words of each are in {beside}."""')
            w.lines.append("")
        if all(map(w.fits, lines.values())):
            for line in lines.values():
                w.line(line)
            return w
        with w.as_is():
            for name, words in rows.items():
                if w.fits(lines[name]):
                    w.free(lines[name])
                else:
                    w.filled(f"{name} = (", words, ")")
    return w


def _few(words: tuple[str, ...], beside: str | None) -> tuple[str, ...]:
    return words if beside is None else words[:FEW_WORDS]


def print_embedding_lookup(name: str, embedding: Embedding) -> Writer:
    w = Writer()
    w.line(f"{name} = {{word: value for value in {embedding.class_name} for word in value.value}}")
    return w


def spoken_rows(vote: Vote, spelling: Spelling) -> dict[int, tuple[int, ...]]:
    """The rows of a table that say anything, or all if none does."""
    if spelling.listed:
        rows = {n: tuple(n * weight for weight in vote.weights[0]) for n in spelling.listed}
    else:
        rows = {value: vote.weights[value] for value in spelling.values}
    return {value: row for value, row in rows.items() if any(row)} or rows


def is_complete(output: Classifier, spelling: Mapping[str, Spelling]) -> bool:
    """Whether every value of every voter has its row."""
    return all(
        len(spoken_rows(vote, spelling[vote.reads])) == spelling[vote.reads].count
        for vote in output.votes
        if not is_counted(spelling[vote.reads])
    )


def print_votes(output: Classifier, spelling: Mapping[str, Spelling], fixed: Fixed) -> Writer:
    """The classes; what each value votes; what each number is multiplied by."""
    classes, votes, number_votes = fixed.classes, fixed.votes, fixed.number_votes
    w = Writer()
    with w.as_is():
        w.free(f"{classes} = {_tuple(list(map(literal, output.classes)))}")
        if not is_complete(output, spelling):
            w.free(f"{fixed.no_votes} = (0,) * len({classes})  # of the values not listed")
        columns = _columns(output, spelling)
        by_value = [vote for vote in output.votes if not is_counted(spelling[vote.reads])]
        if by_value:
            w.free(f"{votes} = {{")
            with w.indented():
                for vote in by_value:
                    _print_table(w, vote, spelling[vote.reads], output.classes, columns)
            w.free("}")
        counted = [vote for vote in output.votes if is_counted(spelling[vote.reads])]
        if counted:
            w.free(f"{number_votes} = {{")
            with w.indented():
                rows = {literal(vote.reads): vote.weights[0] for vote in counted}
                _print_rows(w, rows, output.classes, columns)
            w.free("}")
    return w


def _columns(output: Classifier, spelling: Mapping[str, Spelling]) -> list[int]:
    """The width of each class's column, the same in all tables."""
    widths = [width(_short(name)) for name in output.classes]
    for vote in output.votes:
        speller = spelling[vote.reads]
        for row in spoken_rows(vote, speller).values() if speller.listed else vote.weights:
            widths = [max(w, len(str(weight))) for w, weight in zip(widths, row, strict=True)]
    return widths


def _print_table(
    w: Writer, vote: Vote, spelling: Spelling, classes: Sequence[str], columns: list[int]
) -> None:
    w.free(f"{literal(vote.reads)}: {{")
    with w.indented():
        rows = {spelling.text(v): row for v, row in spoken_rows(vote, spelling).items()}
        _print_rows(w, rows, classes, columns)
    w.free("},")


def _print_rows(
    w: Writer, rows: Mapping[str, Sequence[int]], classes: Sequence[str], columns: list[int]
) -> None:
    """One line a row under a header that names the classes."""
    left = max(map(width, rows)) + 1
    names = "  ".join(
        " " * (column - width(_short(name))) + _short(name)
        for name, column in zip(classes, columns, strict=True)
    )
    w.free(padded("#", left + 2) + names)
    for label, row in rows.items():
        weights = [str(weight).rjust(column) for weight, column in zip(row, columns, strict=True)]
        w.free(padded(f"{label}:", left + 1) + f"{_tuple(weights)},")


def _items(items: Sequence[str]) -> list[str]:
    """The items of a tuple: a lone one has a comma."""
    return [f"{items[0]},"] if len(items) == 1 else list(items)


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _short(name: str) -> str:
    text = literal(name)
    return text if len(text) <= WIDEST_CLASS else text[: WIDEST_CLASS - 1] + "…"
