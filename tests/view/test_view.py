"""The page in a real browser, used as a person would: typing, clicking, by keyboard, on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import TABS, Watched, answers, run_input
from playwright.sync_api import Page, expect

import transformer_programs as tp
from transformer_programs.printer import step_code
from transformer_programs.shelf import SHELF, histogram, induction, places, sentiment
from transformer_programs.tracer import trace
from transformer_programs.view import PageExample, page

PROGRAMS = Path(__file__).parents[2] / "docs" / "results" / "programs"
# What something is in one view after the other, by the clicks of a script.
IN_EACH_VIEW = """(found => [...document.querySelectorAll("[role=tab]")].map(({ id }) => {
  document.getElementById(id).click();
  return found();
}))"""


# --- what a user does -----------------------------------------------------------------------------


def test_type_an_input_and_read_the_answer(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    assert answers(opened) == ["unk", "unk", "unk", "unk", "3"]
    assert opened.locator(".verdict").count() == 0  # only examples come with the right answers
    opened.locator("#examples button").first.click()
    assert opened.input_value("#words") == "a 1 b 0 b 0 a"
    assert opened.locator(".answer.right").count() == 4  # of the letters; numbers are not asked
    assert opened.locator(".answer.wrong").count() == 0


def test_a_page_opens_on_the_rarest_answer(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(
        page(places.program, start="<s> Anna saw Jordan in Jordan </s>".split()), tmp_path
    )
    assert answers(tab) == ["PER", "O", "PER", "O", "LOC"]
    expect(tab.locator(".answer[aria-pressed='true']")).to_have_text("LOC")


def test_a_wrong_answer_is_marked_with_the_right_one(watched: Watched, tmp_path: Path) -> None:
    examples = [PageExample(("<s>", "a", "a"), (None, "2", "7"))]
    tab = watched.open(page(histogram.program, examples=examples), tmp_path)
    expect(tab.locator(".answer.right")).to_have_text("2")
    expect(tab.locator(".verdict.wrong")).to_have_text("✗ 7")
    run_input(tab, "<s> a b")  # nobody knows the answer of this one
    assert tab.locator(".answer.right, .answer.wrong").count() == 0


def test_a_wrong_input_is_refused_in_a_sentence(opened: Page) -> None:
    before = answers(opened)
    run_input(opened, "<s> z")
    expect(opened.locator("#error")).to_contain_text('the word "z" is not in the vocabulary')
    assert answers(opened) == before
    run_input(opened, "a")  # the mark <s> may be left out
    expect(opened.locator("#error")).to_be_hidden()


def test_why_lists_the_votes_and_follows_one_back(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("#tab-flow")
    opened.click(".answer[data-position='5']")
    expect(opened.locator("#tab-run")).to_have_attribute("aria-selected", "true")
    expect(opened.locator(".beside h2").first).to_have_text("Why 3 at position 5?")
    expect(opened.locator("#why .total td").nth(1)).to_have_text("1")
    opened.click("[data-row='0']")
    chain = opened.locator("ol.chain li p").all_inner_texts()
    expected = trace(induction.program, "<s> c 3 d 1 c".split()).why(5).chain()
    assert [text.split(": ", 1)[1] for text in chain] == [f"{cause.text}." for cause in expected]
    assert opened.locator("td.looked").count() == len(expected[0].because)


def test_what_if_a_head_is_off_or_a_value_is_another(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("[data-step='attn_0_0_outputs']")
    opened.click("#off")
    assert answers(opened)[-1] == "unk"
    effect = "What if attn_0_0_outputs is off? 1 answer and 2 variables change."
    expect(opened.locator("#banner span")).to_have_text(effect)
    opened.click("#reset")
    assert answers(opened)[-1] == "3"
    opened.click("[data-cell='2 tokens']")
    expect(opened.locator("#followed h2")).to_have_text("Where tokens at position 2 comes from")
    opened.get_by_label("Set tokens at position 2 to").select_option(label="0")
    opened.click("#set-form button")
    assert answers(opened)[-1] == "0"
    expect(opened.locator("#banner")).to_contain_text('tokens at 2 is "0"')


def test_step_through_the_program(opened: Page) -> None:
    opened.click("[data-step='tokens']")
    opened.click("#tab-step")
    title = opened.locator("#step-title")
    expect(title).to_have_text("Step 1 of 4: tokens")
    for _ in range(2):
        opened.click("#next")
    expect(title).to_have_text("Step 3 of 4: attn_0_0_outputs")
    code = step_code(induction.program)["attn_0_0_outputs"]
    assert opened.locator("[aria-current='step']").text_content() == code
    expect(opened.locator("[aria-current='step']")).to_be_in_viewport()
    # The predicate has one key for each of ten positions.
    assert opened.locator("table.predicate td:not(:empty)").count() == 10
    rows = opened.locator("#step-values tbody tr").all_inner_texts()
    found = trace(induction.program, ["<s>", *opened.input_value("#words").split()])
    causes = [found.cause("attn_0_0_outputs", i) for i in range(len(found.tokens))]
    values = [row.split("\t")[-1] for row in rows]
    assert values == [f"{cause.value}: {cause.text}" for cause in causes]
    opened.click("#next")
    expect(opened.locator("#next")).to_be_disabled()


def test_attention_shows_where_every_head_looks(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("#tab-attention")
    run = trace(induction.program, "<s> c 3 d 1 c".split())
    for name in ("attn_0_0_outputs", "attn_1_0_outputs"):
        cells = opened.locator(f"[data-head='{name}'] .look")
        kinds = [(cells.nth(i).get_attribute("class") or "").split()[-1] for i in range(36)]
        read = [
            (6 * i + j, "used" if look.found else "missed")
            for i, look in enumerate(run.step(name).attention)
            for j in look.used
        ]
        assert [cell for cell in enumerate(kinds) if cell[1] in ("used", "missed")] == read
    opened.click("[data-head='attn_0_0_outputs']")
    expect(opened.locator("[data-step='attn_0_0_outputs']")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_an_address_shows_the_same_again(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click(".answer[data-position='3']")
    opened.click("#tab-flow")
    assert opened.locator("#flow [data-node]").count() == 4
    opened.focus("[data-node='attn_0_0_outputs']")
    opened.keyboard.press("Enter")
    expect(opened.locator("#panel h2")).to_have_text("attn_0_0_outputs")
    shown, address = opened.inner_text("body"), opened.url
    assert "tab=flow" in address
    opened.goto("about:blank")
    opened.goto(address)
    assert opened.inner_text("body") == shown
    opened.evaluate("location.hash = 'input=%3Cs%3E+a&tab=nowhere&step=none&position=9'")
    expect(opened.locator(".strip")).to_contain_text("a")
    assert answers(opened) == ["unk"]


@pytest.mark.parametrize("view", ["flow", "attention"])
def test_a_picture_is_saved_as_svg(view: str, opened: Page) -> None:
    opened.click(f"#tab-{view}")
    with opened.expect_download() as saved:
        opened.click("#save")
    assert saved.value.suggested_filename == f"induction-{view}.svg"
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("<svg")


def test_votes_show_what_tells_two_classes_apart(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(page(places.program), tmp_path)
    run_input(tab, "<s> Anna saw Jordan in Jordan </s>")
    tab.click(".answer[data-position='5']")
    against = tab.locator("td.live[data-cell='5 var0_embeddings']")
    assert against.count() == 1  # what speaks against an answer has a part in it, too
    tab.click("#tab-votes")
    answer = tab.locator(".answer[aria-pressed='true']").inner_text()
    assert tab.locator("#gaps th").nth(1).inner_text() == answer  # against its runner-up
    tab.get_by_label("Compare class").select_option(label="LOC")
    tab.get_by_label("with class").select_option(label="PER")
    rows = [row.split() for row in tab.locator("#gaps tbody tr").all_inner_texts()]
    assert (" ".join(rows[0][:3]), rows[0][-1]) == ("var0_embeddings = V03", "+4")
    assert (" ".join(rows[1][:3]), rows[1][-1]) == ("attn_0_0_outputs = V02", "+2")


def test_a_decision_opens_with_its_words_coloured_and_its_votes_as_a_sum(
    watched: Watched, tmp_path: Path
) -> None:
    start = "not good but dull and not good".split()
    tab = watched.open(page(sentiment.program, start=start), tmp_path)
    assert answers(tab) == ["negative"]
    coloured = tab.locator(".word[title]").all_inner_texts()
    assert coloured == ["not", "good", "but", "dull", "not", "good"]
    rows = [row.split("\t") for row in tab.locator("#why tbody tr").all_inner_texts()]
    assert [row[-1] for row in rows] == ["+2", "+1", "+3"]  # "not good" twice, "dull", the sum
    assert rows[0][0].endswith("× 2")


def test_every_view_of_every_program_opens(watched: Watched, tmp_path: Path) -> None:
    for example in SHELF.values():
        tab = watched.open(page(example.program), tmp_path)
        for tokens, answer in example.cases:
            run_input(tab, tokens)
            given = tab.evaluate(
                "[...document.querySelectorAll('.answer')].map((b) => b.textContent)"
            )
            marks = {example.program.vocabulary.begin, example.program.vocabulary.end}
            assert given == [label for label in answer.split() if label not in marks]
        texts = tab.evaluate(f"{IN_EACH_VIEW}(() => document.getElementById('panel').innerText)")
        assert all(text.strip() for text in texts)
        votes = isinstance(example.program.output, tp.program.Classifier)
        assert len(set(texts)) == len(TABS) - (not votes)  # what does not vote has no such tab
        assert watched.errors == []


# --- keyboard, colours, phone ---------------------------------------------------------------------


def test_everything_is_reached_by_keyboard(opened: Page) -> None:
    opened.focus("#tab-run")
    for name in TABS[1:]:
        opened.keyboard.press("ArrowRight")
        expect(opened.locator(f"#tab-{name}")).to_be_focused()
        expect(opened.locator(f"#tab-{name}")).to_have_attribute("aria-selected", "true")
    opened.keyboard.press("Home")
    expect(opened.locator("#tab-run")).to_be_focused()
    opened.click("[data-cell='0 tokens']")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowDown")
    expect(opened.locator("[data-cell='1 positions']")).to_be_focused()
    expect(opened.locator("#followed li")).to_have_text("positions at 1 is 1: the position.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_labels_and_roles_pass_axe_in_every_view(
    scheme: Literal["light", "dark"], watched: Watched, opened: Page
) -> None:
    watched.resize(1200, 900, scheme)
    opened.evaluate(Axe().axe_script)
    rules = {} if scheme == "light" else {"runOnly": ["color-contrast"]}
    options = {"resultTypes": ["violations"], **rules}  # nothing is told of what passes
    for view in TABS:
        opened.click(f"#tab-{view}")
        found = opened.evaluate("(options) => axe.run(document, options)", options)["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:90]) for one in found] == [], view


def test_a_phone_never_scrolls_sideways(watched: Watched, tmp_path: Path) -> None:
    watched.resize(360, 740, "light")
    for program in (
        tp.load(PROGRAMS / "sort.json"),
        *(example.program for example in SHELF.values()),
    ):
        tab = watched.open(page(program), tmp_path)
        widths = tab.evaluate(f"{IN_EACH_VIEW}(() => document.documentElement.scrollWidth)")
        assert max(widths) <= 360, dict(zip(TABS, widths, strict=False))
