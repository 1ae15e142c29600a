"""What is right where a command takes a damaged file: its answer, by other code than its own."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from attack_oracles import (
    Evaluator,
    data_rows,
    lines_of,
    strict_json,
    text_of,
    vector_words,
)

RESULTS = "in-context"  # the experiment whose ledger is attacked
INPUTS = {
    "histogram": ["<s> a b a", "<s> c", "<s> a a a b c", "<s> b b"],
    "dyck2": ["<s> ( { } )", "<s> )", "<s> ( ( ) ) { }", "<s> {"],
    "places": [],
    "sentiment": ["a good film", "not good", "dull"],
}


@dataclass(frozen=True)
class Case:
    """A command on a folder in which one file was damaged."""

    kind: str
    target: str
    what: str
    arguments: list[str]
    stdin: str | None = None


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    folder: Path
    case: Case
    status: int
    out: str
    err: str


Check = Callable[[Ran], str]  # what is wrong with an answer; nothing if it is right


def _suits(document: Any, words: list[str]) -> bool:
    vocabulary = document["vocabulary"]
    listed, most = vocabulary["words"], document["max_length"]
    return (
        (vocabulary["unknown"] is not None or set(words) <= set(listed))
        and (vocabulary["begin"] is None) == (vocabulary["begin"] not in words[:1])
        and (vocabulary["end"] is None) == (vocabulary["end"] not in words[-1:])
        and vocabulary["begin"] not in words[1:]
        and vocabulary["end"] not in words[:-1]
        and (most is None or len(words) <= most)
    )


def _document(path: Path) -> Any:
    return strict_json(text_of(path))


def check_program(ran: Ran) -> str:
    """What was run, printed or shortened answers as the file says."""
    document = _document(ran.folder / ran.case.target)
    verb, name = ran.case.arguments[0], ran.case.target.removesuffix(".json")
    inputs = [words for text in INPUTS[name] if _suits(document, words := text.split())]
    if '"join"' in json.dumps(document):
        return ""
    if verb == "run":
        found = json.loads(ran.out)
        right = Evaluator(document, found["tokens"]).answer()
        return "" if right in (found.get("label"), found.get("labels")) else "another answer"
    if verb == "emit":
        space: dict[str, Any] = {"__name__": "emitted"}
        exec(ran.out, space)
        wrong = [w for w in inputs if space["run"](list(w)) != Evaluator(document, w).answer()]
        return f"the code answers {wrong[0]} otherwise" if wrong else ""
    if verb == "simplify":
        short = _document(ran.folder / f"{name}_simplified.json")
        answers = [(Evaluator(d, w).answer() for d in (document, short)) for w in inputs]
        return "shortened to another program" if any(a != b for a, b in answers) else ""
    for words in inputs:
        Evaluator(document, words).answer()  # it must be a program at all
    return ""


def check_record(ran: Ran) -> str:
    file = ran.folder / ran.case.target
    if not file.is_file():
        return ""  # a folder without a record is a program
    document = _document(file)
    lists = all(isinstance(document[name], list) for name in ("members",))
    return "" if lists and document["format"] == "transformer-program-run" else "not a record"


def check_metrics(ran: Ran) -> str:
    from transformer_programs.plot.curves import read_metrics

    rows = [strict_json(line) for line in lines_of(ran.folder / ran.case.target) if line.strip()]
    for row in rows:
        if not len(row["seeds"]) == len(row["accuracy"]) == len(row["loss"]):
            return "seeds without numbers"
    kept = [row for row in rows if row["seeds"]]
    return "" if read_metrics(ran.folder / "run") == kept else "other rows"


def check_checkpoint(ran: Ran) -> str:
    """Whatever the checkpoint was, the run ended as one that was never interrupted."""
    whole, now = (ran.folder / name / "program.json" for name in ("whole", "run"))
    return "" if whole.read_bytes() == now.read_bytes() else "another program"


def check_network(ran: Ran) -> str:
    """A network that is there has the arrays of the whole one, and is proved again."""
    if not (ran.folder / ran.case.target).exists():
        return "" if "the network is not kept" in ran.out else "a network that is not there"
    files = (ran.folder / name / "network.npz" for name in ("whole", "run"))
    whole, now = (dict(np.load(file, allow_pickle=False)) for file in files)
    if {name: array.shape for name, array in whole.items()} != {
        name: array.shape for name, array in now.items()
    }:
        return "a network of other arrays"
    return "" if "equal on every input" in ran.out else "no proof"


def check_data(ran: Ran) -> str:
    from transformer_programs.tasks.reading import read

    file = ran.folder / ran.case.target
    rows = data_rows(file)
    found = [(record.content, record.labels) for record in read(file)]
    if found != rows:
        return "other rows"
    labels = sum(1 if isinstance(own, str) else sum(t is not None for t in own) for _, own in rows)
    said = re.search(r"labels: .* of ([\d,]+) right", ran.out)
    return "other labels" if said and int(said[1].replace(",", "")) != labels else ""


def check_vectors(ran: Ran) -> str:
    from transformer_programs.tasks import load

    known = vector_words(ran.folder / ran.case.target)
    words = load(ran.folder / "tags.jsonl").vocabulary.words
    right = sum(word in known or word.lower() in known for word in words)
    said = re.search(r"vectors: (\d+) of (\d+) words have a vector", ran.err)
    return "" if said is not None and int(said[1]) == right else "other words"


def check_sweep(ran: Ran) -> str:
    page = (ran.folder / "sweep" / "sweep.md").read_text()
    said = re.search(r": (\d+) networks\.", page)
    rows = [strict_json(line) for line in lines_of(ran.folder / ran.case.target)]
    seeds = {member["seed"] for row in rows for member in row["members"]}
    right = said is not None and int(said[1]) == 2 and {0, 1} <= seeds
    return "" if right else "another number of networks"


def check_results(ran: Ran) -> str:
    """As many parts are done as there are whole lines of them."""
    from transformer_programs.experiments import EXPERIMENTS

    file = ran.folder / ran.case.target
    if not file.exists():
        return ""
    if file.is_file():  # a line that was cut off in the middle of writing does not count
        data = file.read_bytes()
        file.write_bytes(data[: data.rfind(b"\n") + 1])
    rows = [strict_json(line) for line in lines_of(file)]
    parts = [part.document() for part in EXPERIMENTS[RESULTS].parts]
    done = sum(any(row["part"] == part for row in rows) for part in parts)
    if "--index" in ran.case.arguments:
        page = (ran.folder / "results" / f"{RESULTS}.md").read_text()
        missing = re.search(r"\*\*(\d+) of \d+ parts are not done yet", page)
        return "" if int(missing[1] if missing else 0) == len(parts) - done else "other parts"
    return (
        "" if re.search(rf"{RESULTS} .* {done} of {len(parts)} parts", ran.out) else "other parts"
    )


def check_code(ran: Ran) -> str:
    """Code that is called the same answers the same."""
    if ran.case.arguments[0] != "verify":
        return ""
    space: dict[str, Any] = {"__name__": "emitted"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec((ran.folder / ran.case.target).read_bytes(), space)
    document = _document(ran.folder / "histogram.json")
    inputs = [text.split() for text in INPUTS["histogram"]]
    wrong = [w for w in inputs if list(space["run"](w)) != Evaluator(document, w).answer()]
    return f"called the same, but not for {wrong[0]}" if wrong else ""


def check_inputs(ran: Ran) -> str:
    lines = lines_of(ran.folder / ran.case.target)
    if ran.case.arguments[0] != "run":
        return ""
    document = _document(ran.folder / "histogram.json")
    found = [json.loads(line) for line in ran.out.splitlines()]
    right = all(Evaluator(document, one["tokens"]).answer() == one["labels"] for one in found)
    return "" if right and len(found) == len(lines) else "other answers"
