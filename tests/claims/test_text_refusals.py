"""What a text learner cannot use is refused in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shell import write_rows

from transformer_programs.estimator import TransformerProgramClassifier, TransformerProgramTagger
from transformer_programs.program.values import Refusal

TEXTS = [f"{word} {thing}" for word in ("free", "late") for thing in ("a", "b", "c", "d")]
LABELS = [text.split()[0] for text in TEXTS]


NO_TEXTS = [
    (np.array([["free a"], ["late b"]]), r"shape \(2, 1\): pass one column of texts"),
    (["free", None], "input 2: expected a text or a list of words, got None"),
    (7, "X: expected a list of inputs, got 7"),
    ("free", r"got one text: pass \[text\]"),
]


def test_what_is_no_list_of_texts_is_refused() -> None:
    model = TransformerProgramClassifier(learner="readable").fit(TEXTS, LABELS)
    for inputs, says in NO_TEXTS:
        for method in (model.predict, model.predict_proba):
            with pytest.raises(Refusal, match=says):
                method(inputs)  # type: ignore[operator]
        for other in (TransformerProgramClassifier(), TransformerProgramTagger()):
            with pytest.raises(Refusal, match=says):
                other.fit(inputs, ["x", "y"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("missing", "learner", "needed"),
    [("sklearn", "readable", "scikit-learn"), ("jax", "gradient", "jax"), ("jax", "readable", "")],
)
def test_training_names_the_package_that_its_learner_needs(
    tmp_path: Path, missing: str, learner: str, needed: str
) -> None:
    rows = [{"text": t, "label": y} for t, y in zip(TEXTS, LABELS, strict=True)] * 5
    write_rows(tmp_path / "texts.jsonl", rows)
    code = (
        f"import sys; sys.modules['{missing}'] = None; from transformer_programs.cli import main;"
        f"sys.exit(main(['train', 'texts.jsonl', '--learner', '{learner}']))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    if not needed:
        assert done.returncode == 0, done.stderr
        return
    wanted = f"tprog: learning needs {needed}: pip install 'transformer-programs[learn]'\n"
    assert (done.returncode, done.stderr) == (2, wanted)
