"""The tables of an emitted file: words, embeddings, ranks and votes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..steps import Classifier, Token, Vote
from ..values import Categorical, Number, symbol
from .spelling import Embedding, Spelling
from .writer import Writer, literal, padded, width

FEW_WORDS = 5  # of an embedding's value, where all of them are in a second file
WIDEST_CLASS = 12  # a longer class name is cut short in the header of the votes


def print_words(name: str, words: Iterable[str]) -> Writer:
    w = Writer()
    w.display(f"{name} = {{", [literal(word) for word in words], "}")
    return w


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


def print_votes(
    output: Classifier, spelling: Mapping[str, Spelling], names: tuple[str, str, str]
) -> Writer:
    """The classes; what each value votes; what each number is multiplied by."""
    classes, votes, number_votes = names
    w = Writer()
    with w.as_is():
        w.free(f"{classes} = {_tuple(list(map(literal, output.classes)))}")
        columns = _columns(output)
        by_value = [vote for vote in output.votes if not _is_counted(vote, spelling)]
        if by_value:
            w.free(f"{votes} = {{")
            with w.indented():
                for vote in by_value:
                    _print_table(w, vote, spelling[vote.reads], output.classes, columns)
            w.free("}")
        counted = [vote for vote in output.votes if _is_counted(vote, spelling)]
        if counted:
            w.free(f"{number_votes} = {{")
            with w.indented():
                rows = {literal(vote.reads): vote.weights[0] for vote in counted}
                _print_rows(w, rows, output.classes, columns)
            w.free("}")
    return w


def _is_counted(vote: Vote, spelling: Mapping[str, Spelling]) -> bool:
    return isinstance(spelling[vote.reads].type, Number)


def _columns(output: Classifier) -> list[int]:
    """The width of each class's column, the same in all tables."""
    widths = [width(_short(name)) for name in output.classes]
    for vote in output.votes:
        for row in vote.weights:
            widths = [max(w, len(str(weight))) for w, weight in zip(widths, row, strict=True)]
    return widths


def _print_table(
    w: Writer, vote: Vote, spelling: Spelling, classes: Sequence[str], columns: list[int]
) -> None:
    w.free(f"{literal(vote.reads)}: {{")
    with w.indented():
        rows = {spelling.text(value): vote.weights[value] for value in spelling.values}
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


def _tuple(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _short(name: str) -> str:
    text = literal(name)
    return text if len(text) <= WIDEST_CLASS else text[: WIDEST_CLASS - 1] + "…"
