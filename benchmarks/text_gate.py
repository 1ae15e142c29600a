"""The text learner on held-out parts of training files: lines, accuracy and CPU seconds.

Test splits are not read. Run it in two checkouts to compare their learners:

    python benchmarks/text_gate.py --data DIR --only pos --only trec

`--set NAME=VALUE` changes a constant of the learner, to see what it gains:

    python benchmarks/text_gate.py --data DIR --only trec --set SOFT=1
"""

from __future__ import annotations

import argparse
import ast
import random
import time
from collections.abc import Sequence
from pathlib import Path

import transformer_programs as tp
from transformer_programs.dataset import Task, TaskSpec, evaluate_program
from transformer_programs.learn import readable, whole_votes, word_groups, word_scores
from transformer_programs.tasks.build import Preparation, build, tags_of
from transformer_programs.tasks.formats import Record, read
from transformer_programs.tasks.own_files import split_records

COLUMNS = {"pos": "2", "chunk": "3"}  # of the CoNLL file
TEXTS = {
    "trec": "trec/train.tsv",
    "mr": "mr/train.tsv",
    "subj": "subj/train.tsv",
    "ag_news": "ag_news/train_subset.tsv.gz",
}
SENTENCES, HELD_OUT = 2000, 3000
MAX_TEXTS = 6000


def records_of(name: str, data: Path) -> list[Record]:
    """The records of a training file, shuffled."""
    if name in COLUMNS:
        found = read(data / "conll2003" / "train.txt", f"1,{COLUMNS[name]}")
        found = [record for record in found if len(record.content) < 60]
    else:
        found = read(data / TEXTS[name], "label,text")
    random.Random(5).shuffle(found)
    return found


def task_of(name: str, records: Sequence[Record]) -> Task:
    """Some records to learn from, others held out, which have no tag that is not learned."""
    count = SENTENCES if name in COLUMNS else min(MAX_TEXTS, len(records) * 4 // 5)
    known = {tag for record in records[:count] for tag in tags_of(record.labels)}
    held = [record for record in records[count:] if {*tags_of(record.labels)} <= known]
    held = held[: SENTENCES if name in COLUMNS else HELD_OUT]
    how = Preparation(vocab=100_000, stand_ins=10, metric="token" if name in COLUMNS else "auto")
    parts = split_records(records[:count], [], held, 0)
    return build(name, "", parts, how, TaskSpec(name), shared=True)


def change(name: str, value: str) -> None:
    """Give a constant of the learner another value, in all modules that read it."""
    having = [m for m in (readable, whole_votes, word_groups, word_scores) if hasattr(m, name)]
    if not name.isupper() or not having:
        raise SystemExit(f"expected a constant of the learner, got {name!r}")
    for module in having:
        setattr(module, name, type(getattr(module, name))(ast.literal_eval(value)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--only", action="append", choices=[*COLUMNS, *TEXTS], help="some of them")
    parser.add_argument("--set", action="append", default=[], help="NAME=VALUE")
    given = parser.parse_args()
    for setting in given.set:
        change(*setting.split("=", 1))
    for name in given.only or [*COLUMNS, *TEXTS]:
        task = task_of(name, records_of(name, given.data))
        begun = time.process_time()
        front = tp.fit(task, tp.Readable()).front
        seconds = time.process_time() - begun
        shown = (
            f"{one.lines} lines {evaluate_program(one.program, task).main:.2%}" for one in front
        )
        print(f"{name}, {seconds:.0f} s: {'; '.join(shown)}", flush=True)


if __name__ == "__main__":
    main()
