"""The text learner on held-out parts of training files: lines, accuracy and CPU seconds.

Test splits are not read. Run it in two checkouts to compare their learners:

    python benchmarks/text_gate.py --data DIR --only pos --only trec
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import transformer_programs as tp
from transformer_programs import tasks
from transformer_programs.dataset import evaluate_program

COLUMNS = {"pos": 1, "chunk": 2}  # of the CoNLL file
TEXTS = {
    "trec": "trec/train.tsv",
    "mr": "mr/train.tsv",
    "subj": "subj/train.tsv",
    "ag_news": "ag_news/train_subset.tsv.gz",
}
SENTENCES, HELD_OUT = 2000, 3000
MAX_TEXTS = 6000


def rows_of(name: str, data: Path) -> list[dict[str, Any]]:
    """The rows of a training file, shuffled."""
    rows: list[dict[str, Any]]
    if name in COLUMNS:
        text = (data / "conll2003" / "train.txt").read_text(encoding="utf-8")
        sentences = [[line.split(" ") for line in one.split("\n")] for one in text.split("\n\n")]
        rows = [
            {"tokens": [word[0] for word in one], "tags": [word[COLUMNS[name]] for word in one]}
            for one in sentences
            if 0 < len(one) < 60 and len(one[0]) > 1
        ]
    else:
        file = data / TEXTS[name]
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as lines:
            pairs = [line.rstrip("\n").split("\t", 1) for line in lines]
        rows = [{"label": label, "text": text} for label, text in pairs]
    random.Random(5).shuffle(rows)
    return rows


def divided(name: str, rows: Sequence[dict[str, Any]]) -> dict[str, Sequence[dict[str, Any]]]:
    """The rows to learn from and those held out, which have no tag that is not learned."""
    count = SENTENCES if name in COLUMNS else min(MAX_TEXTS, len(rows) * 4 // 5)
    known = {tag for row in rows[:count] for tag in row.get("tags", ())}
    held = [row for row in rows[count:] if {*row.get("tags", ())} <= known]
    return {"train": rows[:count], "held": held[: SENTENCES if name in COLUMNS else HELD_OUT]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--only", action="append", choices=[*COLUMNS, *TEXTS], help="some of them")
    given = parser.parse_args()
    for name in given.only or [*COLUMNS, *TEXTS]:
        with tempfile.TemporaryDirectory() as folder:
            for split, rows in divided(name, rows_of(name, given.data)).items():
                text = "".join(json.dumps(row) + "\n" for row in rows)
                (Path(folder) / f"{split}.jsonl").write_text(text, encoding="utf-8")
            file, test = Path(folder) / "train.jsonl", Path(folder) / "held.jsonl"
            metric: Literal["token", "auto"] = "token" if name in COLUMNS else "auto"
            task = tasks.load(file, test=test, vocab=100_000, stand_ins=10, metric=metric)
            begun = time.process_time()
            front = tp.fit(task, tp.Readable()).front
            seconds = time.process_time() - begun
        shown = (
            f"{one.lines} lines {evaluate_program(one.program, task).main:.2%}" for one in front
        )
        print(f"{name}, {seconds:.0f} s: {'; '.join(shown)}", flush=True)


if __name__ == "__main__":
    main()
