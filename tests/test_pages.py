"""Pages of results say what their lines say."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from small_experiment import Pretend, line_of, site, small

from transformer_programs.experiments import EXPERIMENTS, reproduce
from transformer_programs.experiments.ledger import results
from transformer_programs.experiments.report import page, programs_of, remarks_of
from transformer_programs.experiments.tabling import table

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


def test_most_freq_is_shown_with_and_without_its_padding():
    own = small()
    line = line_of(own.parts[0], [0.75])
    assert "padding" not in table(own, [line])
    line["best"]["scores"]["without_filler"] = 0.625
    assert table(own, [line]).splitlines()[-1] == "| first | 75.00 % | 62.50 % |"


def test_remarks_by_hand_stay_when_a_page_is_made_anew(tmp_path):
    file = reproduce(small(), site(tmp_path, Pretend()))
    text = file.read_text(encoding="utf-8")
    assert remarks_of(text) == ""
    mark = "<!-- remarks -->\n\nSeen by *hand*.\n\n<!-- end of remarks -->"
    file.write_text(f"{text}\n{mark}\n", encoding="utf-8")
    again = reproduce(small(), site(tmp_path, Pretend())).read_text(encoding="utf-8")
    assert remarks_of(again) == "Seen by *hand*."
    assert again.count("Seen by") == 1
