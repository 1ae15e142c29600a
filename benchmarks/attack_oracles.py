"""What is right, by readers and an evaluator that share nothing with the package.

They are strict: where they refuse, the package must; where they read something, it may refuse, or
must have read the same.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import operator
import re
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

Row = tuple[Any, Any]


class Refused(Exception):
    """A file that no reader should take."""


# --- JSON and text --------------------------------------------------------------------------------


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise Refused("a key twice")
    return dict(pairs)


def _no(text: str) -> NoReturn:
    raise Refused(text)


def _number(text: str) -> float:
    return _no(text) if math.isinf(float(text)) else float(text)


def strict_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no, parse_float=_number)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from None


def text_of(path: Path) -> str:
    """The text of a file, unpacked."""
    if not path.is_file():
        raise Refused("no file")
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        return data.decode("utf-8-sig")
    except Exception as error:
        raise Refused(str(error)) from None


def lines_of(path: Path) -> list[str]:
    listed = text_of(path).split("\n")
    return [line.removesuffix("\r") for line in (listed if listed[-1] else listed[:-1])]


# --- programs -------------------------------------------------------------------------------------

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Values = list[int]


class Evaluator:
    """Runs the document of a program file on one input."""

    def __init__(self, document: Any, words: list[str]) -> None:
        self.document, self.words = document, words
        self.kinds: dict[str, Any] = {}
        self.values: dict[str, Values] = {}

    def answer(self) -> Any:
        listed = self.document["vocabulary"]["words"]
        unknown = self.document["vocabulary"]["unknown"]
        codes = [listed.index(w if w in listed else unknown) for w in self.words]
        for step in self.document["steps"]:
            kind = step["type"]
            self.kinds[step["out"]] = self.kinds[kind["like"]] if "like" in kind else kind
            self.values[step["out"]] = self._step(step, codes)
        return self._output(self.document["output"])

    def _step(self, step: Any, codes: Values) -> Values:
        places = range(len(codes))
        match step["step"]:
            case "token":
                return [step["lookup"][code] for code in codes]
            case "position":
                return list(places)
            case "one":
                return [1 for _ in places]
            case "mlp":
                return [self._mlp(step, i) for i in places]
        value = self.values[step["value"]]
        found = [self._found(step, i) for i in places]
        if step["step"] == "numerical_head":
            low, high = self._range(step["out"])
            sums = (sum(value[j] for j in own) for own in found)
            return [int(min(max(total, low), high)) for total in sums]
        return [
            value[self._chosen(step["choose"], i, own)]
            for i, own in zip(places, found, strict=True)
        ]

    def _found(self, head: Any, i: int) -> Values:
        every = len(self.words)
        ranges = {
            "all": range(i + 1 if self.document["causal"] else every),
            "before": range(i),
            "upto": range(i + 1),
            "after": range(i + 1, every),
        }
        own = [j for j in ranges[head["reach"]] if self._matches(head, i, j)]
        if "score" in head and own:
            levels = {j: self._level(head, i, j) for j in own}
            own = [j for j in own if levels[j] == max(levels.values())]
        return own

    def _matches(self, head: Any, i: int, j: int) -> bool:
        rule = head["predicate"]
        q, k = self.values[head["query"]][i], self.values[head["key"]][j]
        if "rows" in rule:
            return k in rule["rows"][q - self.kinds[head["query"]].get("low", 0)]
        if "is" in rule:
            return bool(k == rule["is"])
        a, b = self._order(head["key"], k), self._order(head["query"], q) + rule["shift"]
        return bool(COMPARE[rule["compare"]](a, b))

    def _level(self, head: Any, i: int, j: int) -> int:
        q, k = self.values[head["query"]][i], self.values[head["key"]][j]
        if "levels" in head["score"]:
            first, second = (self.kinds[head[role]].get("low", 0) for role in ("query", "key"))
            return int(head["score"]["levels"][q - first][k - second])
        return self._order(head["key"], k) * (1 if head["score"]["key"] == "largest" else -1)

    @staticmethod
    def _chosen(choose: str, i: int, found: Values) -> int:
        if not found:
            return 0
        if choose != "nearest":
            return found[0 if choose == "first" else -1]
        others = [j for j in found if j != i]
        return min(others, key=lambda j: (abs(i - j), j)) if others else i

    def _mlp(self, step: Any, i: int) -> int:
        values = [self.values[name][i] for name in step["reads"]]
        if "table" in step["function"]:
            cells = [cell for row in step["function"]["table"] for cell in row]
            at = 0
            for name, value in zip(step["reads"], values, strict=True):
                kind = self.kinds[name]
                size = len(kind["values"]) if "values" in kind else kind["high"] - kind["low"] + 1
                at = at * size + value - kind.get("low", 0)
            return int(cells[at])
        return self._formula(step, values)

    def _formula(self, step: Any, values: Values) -> int:
        op, shift = step["function"]["formula"], step["function"]["shift"]
        out = self.kinds[step["out"]]
        orders = [self._order(name, v) for name, v in zip(step["reads"], values, strict=True)]
        a, b = orders[0], orders[-1]
        truth = {"not": not values[0], "and": all(values), "or": any(values)}
        if op in truth or op in COMPARE:
            holds = truth[op] if op in truth else COMPARE[op](a, b + shift)
            return int(holds) + int(out.get("low", 0))
        if op == "keep":
            return values[0] if values[1] else 0
        if "values" in out and not all(isinstance(v, int) for v in out["values"]):
            return values[0]
        results = {"a": a, "+": a + b, "-": a - b, "min": min(a, b), "max": max(a, b)}
        low, high = self._range(step["out"])
        number = min(max(results[op] + shift, low), high)
        return int(number - out["values"][0] if "values" in out else number)

    def _order(self, name: str, value: int) -> int:
        kind = self.kinds[name]
        whole = "values" in kind and all(isinstance(v, int) for v in kind["values"])
        return int(kind["values"][value]) if whole else value

    def _range(self, name: str) -> tuple[float, float]:
        kind = self.kinds[name]
        if "values" in kind:
            orders = [self._order(name, v) for v in range(len(kind["values"]))]
            return min(orders), max(orders)
        low, high = kind["low"], kind["high"]
        return -math.inf if low is None else low, math.inf if high is None else high

    def _output(self, output: Any) -> Any:
        if "answer" in output:
            kind = self.kinds[output["answer"]]
            found = [
                str(kind["values"][v] if "values" in kind else v)
                for v in self.values[output["answer"]]
            ]
            return self._marked(found)
        rows = [[0] * len(output["classes"]) for _ in self.words]
        for vote in output["votes"]:
            number = "values" not in self.kinds[vote["reads"]]
            for row, value in zip(rows, self.values[vote["reads"]], strict=True):
                weights = vote["weights"][0 if number else value]
                for c, weight in enumerate(weights):
                    row[c] += weight * (value if number else 1)
        if output["pooled"]:
            rows = [[sum(column) for column in zip(*rows, strict=True)]]
        best = [output["classes"][row.index(max(row))] for row in rows]
        return best[0] if output["pooled"] else self._marked(best)

    def _marked(self, labels: list[str]) -> list[str]:
        vocabulary = self.document["vocabulary"]
        if vocabulary["begin"] is not None:
            labels[0] = self.words[0]
        if vocabulary["end"] is not None:
            labels[-1] = self.words[-1]
        return labels


# --- labelled data --------------------------------------------------------------------------------


def data_rows(path: Path) -> list[Row]:
    """The inputs and labels of a file, by its name."""
    name = path.name.removesuffix(".gz")
    if name.endswith(".jsonl"):
        rows = [_json_row(line) for line in lines_of(path) if line.strip()]
    elif name.endswith(".conll"):
        rows = _blocks(lines_of(path))
    else:
        rows = _table(path, name.endswith(".tsv"))
    if not rows:
        raise Refused("no rows")
    return rows


def _json_row(line: str) -> Row:
    value = strict_json(line)
    try:
        content = value["tokens"] if "tokens" in value else value["text"]
        labels = value["tags"] if "tags" in value else value["label"]
    except (KeyError, TypeError) as error:
        raise Refused(str(error)) from None
    if isinstance(labels, list):
        words = content.split() if isinstance(content, str) else content
        return tuple(words), tuple(map(_label, labels))
    return tuple(content) if isinstance(content, list) else content, _label(labels)


def _label(label: Any) -> Any:
    if isinstance(label, float | list | dict):
        raise Refused("a label")
    if isinstance(label, int):
        return str(label).lower() if isinstance(label, bool) else str(label)
    return label


def _table(path: Path, tabs: bool) -> list[Row]:
    if tabs:
        listed = [line.split("\t") for line in lines_of(path) if line]
    else:
        text = "".join(line + "\n" for line in lines_of(path))
        try:
            listed = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
        except csv.Error as error:
            raise Refused(str(error)) from None
    if not listed:
        raise Refused("empty")
    names = [name.strip() for name in listed[0]]
    source, target = (
        ("tokens" if "tokens" in names else "text"),
        ("tags" if "tags" in names else "label"),
    )
    if names.count(source) != 1 or names.count(target) != 1:
        raise Refused("columns")
    rows: list[Row] = []
    for row in listed[1:]:
        if len(row) != len(names):
            raise Refused("cells")
        content, label = row[names.index(source)], row[names.index(target)]
        if target == "tags":
            rows.append((tuple(content.split()), tuple(label.split())))
        else:
            words = tuple(content.split()) if source == "tokens" else content
            rows.append((words, label.strip()))
    return rows


def _blocks(lines: list[str]) -> list[Row]:
    rows: list[Row] = []
    block: list[tuple[str, str]] = []
    for line in [*lines, ""]:
        cells = re.split("[ \t]+", line.strip(" \t"))
        if cells == [""]:
            if block:
                words, tags = zip(*block, strict=True)
                rows.append((words, tags))
            block = []
        elif cells[0] != "-DOCSTART-":
            if len(cells) < 2:
                raise Refused("columns")
            block.append((cells[0], cells[-1]))
    return rows


# --- word vectors ---------------------------------------------------------------------------------


def vector_words(path: Path) -> set[str]:
    """The words that have a vector in a file."""
    if path.suffix == ".npz":
        return _packed_words(path)
    found: dict[str, int] = {}
    for number, line in enumerate(lines_of(path)):
        parts = line.rstrip(" ").split(" ")
        if number == 0 and len(parts) == 2 and all(part.isdigit() for part in parts):
            continue
        size = next(iter(found.values())) if found else len(parts) - 1
        word, numbers = " ".join(parts[: len(parts) - size]), parts[len(parts) - size :]
        try:
            right = len(numbers) == size > 0 and all(
                math.isfinite(np.float32(float(number))) for number in numbers
            )
        except ValueError:
            right = False
        if not right or not word:
            raise Refused(line[:40])
        found.setdefault(word, size)
    if not found:
        raise Refused("no words")
    return set(found)


def _packed_words(path: Path) -> set[str]:
    if not path.is_file() or path.stat().st_size > 10**9:
        raise Refused("no file")
    try:
        with np.load(path, allow_pickle=False) as found:
            words, table = found["words"], found["vectors"]
    except Exception as error:
        raise Refused(str(error)) from None
    if words.ndim != 1 or table.ndim != 2 or len(words) != len(table):
        raise Refused("shapes")
    if words.dtype.kind not in "US" or table.dtype.kind not in "fiu":
        raise Refused("types")
    if not np.isfinite(table.astype(np.float32)).all():
        raise Refused("not finite")
    try:
        return {word.decode() if isinstance(word, bytes) else word for word in words.tolist()}
    except UnicodeDecodeError as error:
        raise Refused(str(error)) from None
