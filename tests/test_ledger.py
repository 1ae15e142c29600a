"""What is in the file of results stays, whatever happens to the process that writes it."""

from __future__ import annotations

import signal
import subprocess
import sys

from transformer_programs.experiments.ledger import open_ledger, read_lines

KILLED = """
import os, signal, sys
from pathlib import Path
from transformer_programs.experiments.engines import Desk, Done, Local
from transformer_programs.experiments.ledger import open_ledger
from transformer_programs.experiments.part import Part

out, fatal = Path(sys.argv[1]), sys.argv[2]
parts = [Part(name, "sort") for name in "abc"]

def work(part, desk):
    with open(out / "begun", "a") as file:
        file.write(part.name)
    if part.name == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    return Done({"name": part.name})

with open_ledger(out / "results.jsonl", lambda line, where: None) as ledger:
    done = {line["name"] for line in ledger.lines}
    todo = [part for part in parts if part.name not in done]
    for _, done in Local(out / "work")(todo, work):
        ledger.append(done.line)
"""


def anything(line, where):
    """Every line will do."""


def test_a_killed_process_loses_only_the_part_it_was_at(tmp_path):
    for fatal, status in (("b", -signal.SIGKILL), ("c", -signal.SIGKILL), ("none", 0)):
        done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), fatal], check=False)
        assert done.returncode == status
    assert (tmp_path / "begun").read_text() == "abbcc"
    assert [line["name"] for line in read_lines(tmp_path / "results.jsonl", anything)] == [
        "a",
        "b",
        "c",
    ]


def test_a_line_that_was_cut_off_is_not_read_and_goes(tmp_path):
    file = tmp_path / "results.jsonl"
    file.write_bytes(b'{"n": 1}\n{"n": 2, "scor')
    assert read_lines(file, anything) == [{"n": 1}]
    with open_ledger(file, anything) as ledger:
        ledger.append({"n": 3})
    assert file.read_bytes() == b'{"n": 1}\n{"n": 3}\n'
