"""Every wrong input gives one sentence and exit status 2: no traceback, nothing written."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.shelf import histogram, sentiment
from transformer_programs.store import dumps

FILES = {
    "cut.json": dumps(histogram.program)[:200],
    "list.json": "[1]",
    "empty.jsonl": "",
    "bad.jsonl": '{"tokens": [1, 2}\n',
    "types.jsonl": '{"tokens": 3, "tags": 4}\n',
    "tags.jsonl": "".join(json.dumps({"tokens": [w], "tags": [w]}) + "\n" for w in "abcdef"),
    "plain.csv": "a,b\n1,2\n",
    "unknown.txt": "<s> zzz\n",
    "fails.py": "import nothing_of_that_name\n",
    "p.py": tp.emit(histogram.program),
}
WRONG = """
shw | no such command 'shw'
show | missing argument 'PROGRAM' (see 'tprog show --help')
show absent.json | absent.json: no such file or directory
show cut.json | cut.json: the JSON ends too early
run list.json a | list.json: expected a file with
view folder | holds no program.json
show p.json --lines 5 | works only for a run folder
trace p.json a --why | option '--why' requires an argument (see 'tprog trace --help')
trace p.json "<s> a" --why 9 | no position 9: the input has positions 0 to 1
trace p.json "<s> a" --without attn_9 | no step 'attn_9'
trace p.json "<s> a" --against 2 | --against: works only with --why POSITION
explain p.json | expected --task TASK
explain p.json --inputs unknown.txt | unknown.txt: line 1: the word 'zzz' at position 1 is not in
explain p.json --task hist --allow 2 | --allow: expected a share from 0 to 1, got 2
view p.json -o absent/x.html | absent/x.html: no such file or directory
simplify p.json -o x.txt | --out: expected a folder or a name in .json, got x.txt
simplify p.json --budget 1% | --budget: works only with a task
verify p.json absent.py | absent.py: no such file
verify p.json fails.py | fails.py: the file cannot be loaded
verify p.json --inputs empty.jsonl | there are no inputs
verify sentiment.json p.json | other at each
plot p.json | p.json: expected a run folder with
evaluate p.json --data empty.jsonl | empty.jsonl: expected labelled inputs, but the file holds none
evaluate p.json --data bad.jsonl | bad.jsonl, line 1
evaluate p.json --data plain.csv | expected an input in a field 'tokens' or 'text' or 'input'
evaluate p.json --data tags.jsonl --task foo=1 | a file has no setting 'foo'
evaluate sentiment.json --data tags.jsonl | program gives one label per input, but
train srot | no task 'srot': did you mean 'sort'?
train types.jsonl | types.jsonl, line 1, column 'tokens': expected a text or a list of words
train plain.csv --columns x,b | plain.csv, line 1: expected the fields 'x', 'b', found 'a', 'b'
train sort --learner foo | '--learner': 'foo' is not one of
train sort --set layers=0 | layers: expected a whole number >= 1, got '0'
train sort --set layer=2 | did you mean 'layers'
train sort --task lenght=9 | sort has no setting 'lenght': did you mean 'length'
train sort --learner standard --simplify | --simplify: cannot be combined with --learner
train sort --learner readable --seeds 3 | --seeds: cannot be combined with --learner readable
search sort --ask | --ask: expected a .jsonl file of your own
sweep hist --grid heads=3 | heads: expected an even number
reproduce table-2 | there is no experiment 'table-2': did you mean 'table-1'?
reproduce table-1 --address x | --address: works only with --engine ray
"""


@pytest.fixture
def tprog(tprog: Shell) -> Shell:
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    tp.save(histogram.program, "p.json")
    tp.save(sentiment.program, "sentiment.json")
    os.mkdir("folder")
    return tprog


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_a_wrong_input_is_one_sentence(tprog: Shell, line: str) -> None:
    command, sentence = line.split(" | ")
    if command.startswith(("train", "sweep", "reproduce")):
        pytest.importorskip("jax")
    assert sentence in tprog.refused(*shlex.split(command))
    assert tprog.out == ""
    assert not list(Path().glob("runs/*/*.json"))
