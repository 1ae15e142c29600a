"""Word vectors: files in both formats, exact case first, several files side by side."""

import gzip
from pathlib import Path

import numpy as np

from transformer_programs.vectors import load_vectors

TEXT = "the 0.5 -1\nMay 2 3\nmay 4 5\n. . . 6 7\n"


def test_a_glove_text_file_is_read_plain_and_compressed(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text(TEXT, encoding="utf-8")
    with gzip.open(tmp_path / "v.txt.gz", "wt", encoding="utf-8") as file:
        file.write(TEXT)
    for name in ("v.txt", "v.txt.gz"):
        found = load_vectors(tmp_path / name)
        assert found.words == ("the", "May", "may", ". . .")
        assert found.table.tolist() == [[0.5, -1], [2, 3], [4, 5], [6, 7]]


def test_an_npz_has_its_words_inside_or_beside_it(tmp_path: Path) -> None:
    table = np.arange(6, dtype=np.float16).reshape(3, 2)
    np.savez(tmp_path / "inside.npz", vectors=table, words=np.array(["a", "b", "c"]))
    np.savez(tmp_path / "beside.npz", vectors=table[:2], row=np.array([1, 0, 1], np.uint16))
    (tmp_path / "beside.words.txt").write_text("x\ny\u0085\nz\n", encoding="utf-8")
    assert load_vectors(tmp_path / "inside.npz").table.tolist() == table.tolist()
    beside = load_vectors(tmp_path / "beside.npz")
    assert beside.words == ("x", "y\u0085", "z")
    assert beside.table.tolist() == [[2, 3], [0, 1], [2, 3]]


def test_several_files_stand_side_by_side_and_weigh_the_same(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", vectors=np.array([[3.0, 4.0]]), words=np.array(["x"]))
    np.savez(tmp_path / "b.npz", vectors=np.full((2, 1), 900.0), words=np.array(["x", "y"]))
    both = load_vectors(tmp_path / "a.npz", tmp_path / "b.npz")
    assert both.size == 3
    balanced, found = both.balanced_rows(["x", "y", "z"])
    assert found.tolist() == [True, True, False]
    assert np.abs(balanced - np.array([[0.6, 0.8, 1], [0, 0, 1], [0, 0, 0]])).max() < 1e-6
