"""The pictures: drawn from what is stored, whole files, refusals in a sentence."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from matplotlib.figure import Figure

import transformer_programs as tp
from transformer_programs.plot import PlotError, curves, figures, save
from transformer_programs.program.steps import CategoricalHead, NumericalHead
from transformer_programs.shelf import SHELF, histogram, induction, places, sentiment

SORT = Path(__file__).parent.parent / "docs/results/programs/sort.json"
WORDS = "<s> a 1 b 2 a".split()


def lines(seeds: int = 3) -> list[dict[str, object]]:
    """Metrics as training writes them; the last seed is the best, the first diverges."""
    return [
        {
            "group": 0,
            "step": step,
            "steps": 40,
            "temperature": 1.0,
            "seconds": 0.1,
            "seeds": list(range(seeds)),
            "loss": [None, *(1.0 / (step + seed) for seed in range(1, seeds))],
            "accuracy": [0.01 * step * seed / seeds for seed in range(seeds)],
            "diverged": [True, *[False] * (seeds - 1)],
        }
        for step in (10, 20, 30, 40)
    ]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in lines())
    (tmp_path / "metrics.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def texts(figure: Figure, tmp_path: Path) -> list[str]:
    """Every text in a figure, read back from its SVG."""
    file = save(figure, tmp_path / "figure.svg")
    root = ElementTree.parse(file).getroot()
    return ["".join(element.itertext()).strip() for element in root.iter() if "text" in element.tag]


def test_curves_have_a_line_a_seed_and_the_best_in_colour(run: Path) -> None:
    above, below = curves.curves(curves.read_metrics(run)).axes
    assert len(above.lines) == len(below.lines) == 3
    assert [line.get_linewidth() for line in above.lines] == [0.8, 0.8, 2]
    assert list(above.lines[2].get_xdata()) == [10, 20, 30, 40]
    assert list(below.lines[0].get_xdata()) == []  # a loss that is no number is not drawn


def test_stream_names_every_variable_and_where_it_goes(tmp_path: Path) -> None:
    shown = texts(figures.stream(induction.program), tmp_path)
    assert {step.out.name for step in induction.program.steps} | {"answer"} <= set(shown)
    assert shown.count("qk") == 1  # positions, read as query and key
    assert shown.count("qv") == 1


def test_heads_show_the_predicate_and_the_attention() -> None:
    figure = figures.heads(induction.program, WORDS)
    predicate, attention = figure.axes[2], figure.axes[3]
    cells = predicate.images[0].get_array()
    assert cells.sum() == 4  # a, b, c and d match themselves
    looked = attention.images[0].get_array()
    assert [int(row.argmax()) for row in looked] == [0, 0, 0, 0, 0, 2]


def test_votes_are_the_weights_of_a_variable() -> None:
    program = tp.load(SORT)
    axes = figures.votes(program, "attn_0_0").axes[0]
    vote = next(v for v in program.output.votes if v.reads == "attn_0_0_outputs")  # type: ignore[union-attr]
    scale = program.output.scale  # type: ignore[union-attr]
    shown = [text.get_text() for text in axes.texts]
    assert shown == [f"{weight / scale:.1f}" for row in vote.weights for weight in row]


def test_scores_are_the_votes_of_each_token_and_of_each_feature() -> None:
    figure = figures.scores(places.program, "<s> Anna in Paris </s>".split(), 3)
    each_token, features = figure.axes
    assert [text.get_text() for text in each_token.texts][9:12] == ["0", "3", "4"]
    names = [label.get_text() for label in features.get_yticklabels()]
    assert names == ["var0_embeddings = V01", "attn_0_0_outputs = V02"]
    assert [text.get_text() for text in features.texts] == ["0", "3", "2", "0", "0", "2"]


def test_scores_of_a_pooled_program() -> None:
    figure = figures.scores(sentiment.program, "not good but dull".split(), 1)
    assert [text.get_text() for text in figure.axes[0].texts] == [*"00", *"10", *"00", *"10"]


def test_reads_are_counted_by_layer_and_role() -> None:
    counts = curves.read_counts([induction.program, histogram.program], CategoricalHead)
    assert counts[(0, "query")] == {"positions": 1}
    assert counts[(1, "key")] == {"attn": 1}
    assert curves.read_counts([histogram.program], NumericalHead)[(0, "value")] == {"ones": 1}
    figure = curves.reads([example.program for example in SHELF.values()])
    for axes in figure.axes:  # the shares of a bar add up to all of it
        for bar in range(len(axes.get_yticks())):
            parts = axes.containers[5 * bar : 5 * bar + 5]
            assert round(sum(part.patches[0].get_width() for part in parts)) in (0, 100)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_same_figure_gives_the_same_file(suffix: str, tmp_path: Path) -> None:
    first, second = (
        save(figures.stream(induction.program), tmp_path / f"{name}{suffix}").read_bytes()
        for name in "ab"
    )
    assert first == second
    assert len(list(tmp_path.iterdir())) == 2  # no temporary file is left


def test_words_with_dollar_signs_are_shown_as_they_are(tmp_path: Path) -> None:
    words = ("$x^2$", "\n", "<b>")
    program = tp.Program(
        tp.Vocabulary(words),
        (tp.Token(tp.Variable("tokens", tp.Categorical(words)), (0, 1, 2)),),
        tp.Classifier(("$a$", "b"), (tp.Vote("tokens", ((1, 0), (0, 1), (2, 2))),)),
    )
    shown = texts(figures.scores(program, list(words), 0), tmp_path)
    assert {"$x^2$", '"\\n"', "<b>", "$a$"} <= set(shown)


def test_what_cannot_be_drawn_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"ends in \.png, \.svg, \.pdf"):
        save(figures.stream(induction.program), tmp_path / "x.doc")
    with pytest.raises(PlotError, match=r"holds no metrics\.jsonl"):
        curves.read_metrics(tmp_path)
    with pytest.raises(PlotError, match="does not vote"):
        figures.votes(histogram.program, "tokens")
    with pytest.raises(PlotError, match="tokens has no votes"):
        figures.votes(induction.program, "tokens")
    (tmp_path / "metrics.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(PlotError, match="line 1: expected an object"):
        curves.read_metrics(tmp_path)
