"""A user's own files: every format gives the same task; what is wrong is said with its place."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs import tasks
from transformer_programs.tasks.formats import read

TAGGED = [
    (["Anna", "likes", "Rome"], ["B-PER", "O", "B-LOC"]),
    (["Ben", "saw", "Anna", "there"], ["B-PER", "O", "B-PER", "O"]),
    (["it", "rained"], ["O", "O"]),
    (["Rome", "is", "old"], ["B-LOC", "O", "O"]),
    (["New", "York", "is", "not"], ["B-LOC", "I-LOC", "O", "O"]),
]
LABELLED = [("a good film", "pos"), ("a dull film", "neg"), ("so, so good", "pos"), ("dull", "neg")]


def write(folder, name, text, encoding="utf-8"):
    path = folder / name
    data = text.encode(encoding) if isinstance(text, str) else text
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def json_lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def labelled(folder, name, letters):
    rows = [{"text": letter, "label": "yes" if letter in "ace" else "no"} for letter in letters]
    return write(folder, name, json_lines(rows))


def tagged_files(folder):
    """The same sentences in every format that holds tags."""
    rows = [{"tokens": words, "tags": tags} for words, tags in TAGGED]
    table = [(" ".join(words), " ".join(tags)) for words, tags in TAGGED]
    blocks = ["".join(f"{w} NN {t}\n" for w, t in zip(*row, strict=True)) for row in TAGGED]
    return [
        write(folder, "data.jsonl", json_lines(rows)),
        write(folder, "data.jsonl.gz", json_lines(rows)),
        write(folder, "data.csv", "tokens,tags\n" + "".join(f"{a},{b}\n" for a, b in table)),
        write(folder, "data.tsv", "tags\ttokens\n" + "".join(f"{b}\t{a}\n" for a, b in table)),
        write(folder, "data.conll", "-DOCSTART- -X- O\n\n" + "\n".join(blocks)),
        write(folder, "data.txt.gz", "\r\n".join("\n".join(blocks).split("\n"))),
    ]


def test_every_format_holds_the_same_tagged_sentences(tmp_path):
    for path in tagged_files(tmp_path):
        found = [(list(record.content), list(record.labels)) for record in read(path)]
        assert found == TAGGED, path.name


def test_inputs_that_files_have_in_common_are_told(tmp_path):
    train = labelled(tmp_path, "train.jsonl", "abcdc")
    other = labelled(tmp_path, "other.jsonl", "cxcd")
    new = labelled(tmp_path, "new.jsonl", "ef")
    told = tasks.load(train, validation=other, test=new).description
    warning = "careful, the files have inputs in common: 2 in both train and validation"
    assert told == f"one label per input, from train.jsonl; {warning}"
    assert "careful" not in tasks.load(train).description


def test_every_format_holds_the_same_labelled_texts(tmp_path):
    quoted = "".join(f'"{text}",{label}\n' for text, label in LABELLED)
    rows = json_lines({"text": text, "label": label} for text, label in LABELLED)
    files = {
        write(tmp_path, "a.jsonl", rows): None,
        write(tmp_path, "a.csv", "text,label\n" + quoted): None,
        write(tmp_path, "b.csv", "text,label\n" + quoted, "utf-8-sig"): None,
        write(tmp_path, "s.csv", "Text;Label\r\n" + quoted.replace('",', '";')): None,
        write(tmp_path, "a.tsv", "".join(f"{x}\t{t}\n" for t, x in LABELLED)): "label,text",
        write(
            tmp_path, "c.csv", "id,a,b\r\n" + "".join(f'7,{x},"{t}"\r\n' for t, x in LABELLED)
        ): "b,a",
    }
    for path, columns in files.items():
        found = [(record.content, record.labels) for record in read(path, columns)]
        assert found == LABELLED, path.name


def test_semicolons_inside_fields_separate_nothing(tmp_path):
    texts = ["one; two; three", 'he said ""a;b""; so']
    quoted = write(tmp_path, "quoted.csv", "".join(f'pos,"{text}"\n' for text in texts))
    plain = write(tmp_path, "plain.csv", "pos,one; two; three\n")
    for path, count in ((quoted, 2), (plain, 1)):
        found = [record.content for record in read(path, "label,text")]
        assert found == [text.replace('""', '"') for text in texts[:count]]


# file name, content, the place and what was expected
WRONG = [
    ("a.jsonl", '{"tokens": ["a"], "tags": ["x"]}\n{"tokens": ["a", "b"], "tags": ["x"]}\n',
     "a.jsonl, line 2, column 'tags': expected 2 tags"),
    ("a.tsv", "text\tlabel\na\tb\tc\n", "a.tsv, line 2: expected 2 columns"),
    ("a.conll", "a B-x\nb\n", "a.conll, line 2: expected at least 2 columns"),
    ("a.csv", 'text,label\n"a,b\n', "a.csv, line 2: not CSV"),
    ("a.jsonl", b'{"text": "caf\xe9", "label": "x"}\n', "line 1, column 14: expected UTF-8 text"),
    ("a.csv", "text,label\n", "a.csv: expected labelled inputs"),
    ("a.pdf", "", "a.pdf: expected a file name that ends in one of .jsonl"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "message"), WRONG)
def test_what_cannot_be_read_is_said_with_its_place(tmp_path, name, content, message):
    with pytest.raises(tp.Refusal) as refusal:
        read(write(tmp_path, name, content))
    assert message in str(refusal.value)


# --- from files to a task -------------------------------------------------------------------------


def many(rows):
    return [
        {"tokens": [*words, str(n)], "tags": [*tags, "O"]} for n in range(8) for words, tags in rows
    ]


def test_a_file_is_split_by_a_seed_and_equal_inputs_stay_together(tmp_path):
    rows = many(TAGGED) * 3
    path = write(tmp_path, "data.jsonl", json_lines(rows))
    task = tasks.load(path, digits=None)
    sentences = {
        name: {tuple(task.words_of(row)) for row in split.words}
        for name, split in task.splits.items()
    }
    assert sum(map(len, sentences.values())) == 40
    assert [len(split) for split in task.splits.values()] == [32 * 3, 4 * 3, 4 * 3]
    assert not sentences["train"] & (sentences["validation"] | sentences["test"])
    again, other = tasks.load(path, digits=None), tasks.load(path, digits=None, seed=1)
    assert np.array_equal(again.test.words, task.test.words)
    assert not np.array_equal(other.test.words, task.test.words)


def test_a_task_can_be_made_again_from_its_record(tmp_path, monkeypatch):
    write(tmp_path, "data.jsonl", json_lines(many(TAGGED)))
    write(tmp_path, "test.conll", "Anna B-PER\n7 O\n")
    monkeypatch.chdir(tmp_path)
    task = tasks.load("data.jsonl", test="test.conll", digits="@", length=4)
    settings = json.loads(json.dumps(dict(task.spec.settings)))
    monkeypatch.chdir("/")
    again = tasks.make(task.spec.name, **settings)
    assert again.vocabulary == task.vocabulary
    assert again.classes == task.classes
    for one, other in zip(task.splits.values(), again.splits.values(), strict=True):
        assert np.array_equal(one.words, other.words)
        assert np.array_equal(one.labels, other.labels)
    assert task.words_of(task.test.words[0]) == ["<s>", "Anna", "@", "</s>"]


# --- CoNLL-U, and comments ------------------------------------------------------------------------

TREE = """# sent_id = 1
# text = Don't # go
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\t_\t0\troot\t_\t_
2\tn't\tnot\tPART\tRB\t_\t1\tadvmod\t_\t_
2.1\tyou\tyou\tPRON\t_\t_\t_\t_\t_\t_
3\t#\t#\tSYM\tNN\t_\t1\tdep\t_\t_
4\tgo\tgo\t_\tVB\t_\t1\tdep\t_\t_

# a comment alone

"""


def test_words_in_several_parts_and_empty_nodes_are_left_out(tmp_path):
    path = write(tmp_path, "tree.conllu", TREE)
    (record,) = read(path)
    assert record.content == ("Do", "n't", "#", "go")
    assert record.labels == ("AUX", "PART", "SYM", None)
    assert record.lines == (4, 5, 7, 8)
    (other,) = read(path, "FORM,xpos")
    assert other.labels == ("VB", "RB", "NN", "VB")
