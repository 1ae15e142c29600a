"""Pages of results say what their lines say."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import pytest
from small_experiment import Pretend, line_of, site, small

from transformer_programs.experiments import EXPERIMENTS, reproduce
from transformer_programs.experiments.ledger import results
from transformer_programs.experiments.report import page, programs_of, remarks_of
from transformer_programs.experiments.statistics import SOLVED
from transformer_programs.experiments.tabling import LAYOUTS, table

RESULTS = Path(__file__).parent.parent / "docs" / "results"
MEASURED = [name for name, own in EXPERIMENTS.items() if (RESULTS / f"{own.name}.jsonl").exists()]


@pytest.mark.parametrize("name", MEASURED)
def test_pages_of_results_are_what_their_lines_generate(name):
    own = EXPERIMENTS[name]
    text = (RESULTS / f"{own.name}.md").read_text(encoding="utf-8")
    lines = results(own, RESULTS)
    plot = RESULTS / f"{own.name}.svg"
    assert lines
    programs = programs_of(lines, RESULTS)
    shown = plot.name if plot.exists() else ""
    assert text == page(own, lines, shown, remarks_of(text), programs)


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
    line["best"] |= {"validation": 0.7, "networks": 2}
    assert table(own, [line]).splitlines()[-1] == "| first | 50.00 % | 61.00 % | 72.00 % |"
    line["part"]["name"], line["best"]["test"] = "hist 8/8 together", 0.72
    sizes = replace(own, layout="sizes")
    assert "| 72.00 % (2) | 50.00 % |" in table(sizes, [line])
    line["best"]["networks"] = 1  # of equals the one alone is chosen
    assert "| 72.00 % (1) | 50.00 % |" in table(sizes, [line])


def test_a_page_says_which_programs_are_stored(tmp_path):
    own = small()
    kept, gone = (line_of(part, [0.5]) for part in own.parts)
    (tmp_path / "programs").mkdir()
    for name in ("first", "first-alone", "first-other"):
        (tmp_path / "programs" / f"{name}.json").write_text("{}")
    assert programs_of([kept, gone], tmp_path) == {"first": ["first", "first-alone"]}
    text = page(own, [], programs={"first": ["first"]})
    assert "Stored programs: [first](programs/first.json)." in text
    assert "Stored" not in page(own, [])


def test_most_freq_is_shown_with_and_without_its_padding():
    own = small()
    line = line_of(own.parts[0], [0.75])
    assert "padding" not in table(own, [line])
    line["best"]["scores"]["without_filler"] = 0.625
    assert table(own, [line]).splitlines()[-1] == "| first | 75.00 % | 62.50 % |"


def test_successes_are_counted():
    own = replace(small(), layout="success")
    row = table(own, [line_of(own.parts[0], [1.0, SOLVED, 0.98])]).splitlines()[2]
    assert "| 2 of 3 |" in row


def test_remarks_by_hand_stay_when_a_page_is_made_anew(tmp_path):
    file = reproduce(small(), site(tmp_path, Pretend()))
    text = file.read_text(encoding="utf-8")
    assert remarks_of(text) == ""
    mark = "<!-- remarks -->\n\nSeen by *hand*.\n\n<!-- end of remarks -->"
    file.write_text(f"{text}\n{mark}\n", encoding="utf-8")
    again = reproduce(small(), site(tmp_path, Pretend())).read_text(encoding="utf-8")
    assert remarks_of(again) == "Seen by *hand*."
    assert again.count("Seen by") == 1


def test_every_layout_is_that_of_some_experiment():
    layouts = {own.layout for own in EXPERIMENTS.values()}
    assert set(LAYOUTS) == layouts | {"sweep"}
    assert layouts == {
        *("accuracy", "sizes", "case study", "lengths", "reads", "models", "search", "success"),
        *("data", "front"),
    }
