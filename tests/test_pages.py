"""Pages of results say what their lines say."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import pytest
from small_experiment import Pretend, line_of, place, small

from transformer_programs.experiments import EXPERIMENTS, reproduce
from transformer_programs.experiments.report import page, remarks_of
from transformer_programs.experiments.runner import results
from transformer_programs.experiments.tables import SOLVED, table

RESULTS = Path(__file__).parent.parent / "docs" / "results"
MEASURED = [name for name, own in EXPERIMENTS.items() if (RESULTS / f"{own.stem}.jsonl").exists()]


@pytest.mark.parametrize("name", MEASURED)
def test_pages_of_results_are_what_their_lines_generate(name):
    own = EXPERIMENTS[name]
    text = (RESULTS / f"{own.stem}.md").read_text(encoding="utf-8")
    lines = results(own, RESULTS)
    plot = RESULTS / f"{own.stem}.svg"
    assert lines
    assert text == page(own, lines, plot.name if plot.exists() else "", remarks_of(text))


def test_median_and_paper_stand_in_the_table():
    scores = [0.91, 0.2, 0.55, 0.7]
    own = small()
    row = table(own, [line_of(own.parts[0], scores)]).splitlines()[2]
    assert f"{100 * statistics.median(scores):.2f} %" in row
    assert "| 90 % | 91.00 % | 4 |" in row


def test_networks_side_by_side_are_counted_and_shown_by_number():
    own = small()
    line = line_of(own.parts[0], [0.5]) | {
        "alone": {"validation": 0.5, "test": 0.5},
        "side_by_side": [
            {"networks": 1, "validation": 0.6, "test": 0.61},
            {"networks": 2, "validation": 0.7000004, "test": 0.72},
        ],
    }
    line["best"]["validation"] = 0.7  # lines hold six digits
    assert table(own, [line]).splitlines()[-1] == "| first | 50.00 % | 61.00 % | 72.00 % |"
    line["part"]["name"], line["best"]["test"] = "hist 8/8 together", 0.72
    sizes = replace(own, layout="sizes")
    assert "| 72.00 % (2) | 50.00 % |" in table(sizes, [line])
    line["alone"]["validation"] = 0.7  # of equals the one alone is chosen
    assert "| 72.00 % (1) | 50.00 % |" in table(sizes, [line])
    line["best"]["networks"] = 2
    assert "| 72.00 % (2) | 50.00 % |" in table(sizes, [line])


def test_successes_are_counted():
    own = replace(small(), layout="success")
    row = table(own, [line_of(own.parts[0], [1.0, SOLVED, 0.98])]).splitlines()[2]
    assert "| 2 of 3 |" in row


def test_remarks_by_hand_stay_when_a_page_is_made_anew(tmp_path):
    file = reproduce(small(), place(tmp_path, Pretend()))
    text = file.read_text(encoding="utf-8")
    assert remarks_of(text) == ""
    mark = "<!-- remarks -->\n\nSeen by *hand*.\n\n<!-- end of remarks -->"
    file.write_text(f"{text}\n{mark}\n", encoding="utf-8")
    again = reproduce(small(), place(tmp_path, Pretend())).read_text(encoding="utf-8")
    assert remarks_of(again) == "Seen by *hand*."
    assert again.count("Seen by") == 1


def test_every_layout_is_that_of_some_experiment():
    layouts = {own.layout for own in EXPERIMENTS.values()}
    assert layouts == {
        *("accuracy", "grid", "sizes", "case study", "lengths", "reads", "models", "search"),
        *("success", "extensions", "descent"),
    }
