"""The page in a real browser, used as a person would: typing, clicking, by keyboard, on a phone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import TABS, Watched, answers, run_input
from playwright.sync_api import Page, expect

import transformer_programs as tp
from transformer_programs.printer import step_code
from transformer_programs.program.program import linked
from transformer_programs.program.steps import CategoricalHead, Extreme, Origin, Rows
from transformer_programs.shelf import SHELF, histogram, induction, places, sentiment
from transformer_programs.tracer import trace
from transformer_programs.view import Highlight, PageExample, page

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
    assert opened.input_value("#words") == "<s> a 1 b 0 b 0 a"
    assert opened.locator(".answer.right").count() == 4  # of the letters; numbers are not asked
    assert opened.locator(".answer.wrong").count() == 0


def test_a_wrong_answer_is_marked_with_the_right_one(watched: Watched, tmp_path: Path) -> None:
    examples = [PageExample(("<s>", "a", "a"), (None, "2", "7"))]
    tab = watched.open(page(histogram.program, examples=examples), tmp_path)
    expect(tab.locator(".answer.right")).to_have_text("2")
    expect(tab.locator(".verdict.wrong")).to_have_text("✗ 7")
    run_input(tab, "<s> a b")  # nobody knows the answer of this one
    assert tab.locator(".answer.right, .answer.wrong").count() == 0


def test_the_page_says_what_is_claimed_of_its_program(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(page(linked(histogram.program, "pruned", "<b>same</b> answers")), tmp_path)
    expect(tab.locator("#claims li")).to_have_text("pruned: <b>same</b> answers")
    tab = watched.open(page(histogram.program), tmp_path)
    expect(tab.locator("#claims")).to_be_hidden()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "the input is empty"),
        ("z", 'the word "z" is not in the vocabulary'),
        ("<s> z", 'the word "z" is not in the vocabulary'),
        ("<s> a <s>", '"<s>" may only be the first word'),
        ("<s>" + " a" * 10, "the input has 11 words: this program takes at most 10"),
    ],
)
def test_a_wrong_input_is_refused_in_a_sentence(opened: Page, line: str, sentence: str) -> None:
    before = answers(opened)
    run_input(opened, line)
    expect(opened.locator("#error")).to_contain_text(sentence)
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
    assert [text.split(": ", 1)[1] for text in chain] == [f"{f.cause.text}." for f in expected]


def test_a_value_is_followed_back_to_the_input(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("[data-cell='5 attn_1_0_outputs']")
    expected = trace(induction.program, "<s> c 3 d 1 c".split()).chain("attn_1_0", 5)
    assert opened.locator("#followed ol.chain li").count() == len(expected)
    assert opened.locator("td.looked").count() == len(expected[0].cause.because)
    opened.get_by_role("button", name="Back to the answer").click()
    expect(opened.locator(".beside h2").first).to_have_text("Why 3 at position 5?")


def test_switch_off_a_head_and_see_what_changes(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("[data-step='attn_0_0_outputs']")
    opened.click("#off")
    assert answers(opened)[-1] == "unk"
    expect(opened.locator("#effect")).to_have_text("1 answer and 2 variables change.")
    expect(opened.locator("#banner")).to_contain_text("attn_0_0_outputs is off")
    opened.click("#reset")
    assert answers(opened)[-1] == "3"


def test_set_a_value_and_see_what_changes(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("[data-cell='2 tokens']")
    form = opened.locator("#set-form")
    form.get_by_label("Set this value to").select_option(label="0")
    form.get_by_role("button").click()
    assert answers(opened)[-1] == "0"
    expect(opened.locator("#banner")).to_contain_text('tokens at 2 is "0"')


def test_step_through_the_program_by_button_and_by_key(opened: Page) -> None:
    opened.click("[data-step='tokens']")
    opened.click("#tab-step")
    title = opened.locator("#step-title")
    expect(title).to_have_text("Step 1 of 4: tokens")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowLeft")
    expect(title).to_have_text("Step 1 of 4: tokens")
    opened.click("#next")
    expect(title).to_have_text("Step 2 of 4: positions")
    opened.keyboard.press("ArrowRight")
    expect(title).to_have_text("Step 3 of 4: attn_0_0_outputs")
    code = step_code(induction.program)["attn_0_0_outputs"]
    assert opened.locator("[aria-current='step']").text_content() == code
    expect(opened.locator("[aria-current='step']")).to_be_in_viewport()
    for _ in range(3):
        opened.keyboard.press("ArrowRight")
    expect(title).to_have_text("The answer")
    opened.keyboard.press("ArrowLeft")
    expect(title).to_have_text("Step 4 of 4: attn_1_0_outputs")


def test_flow_has_a_node_a_step_and_colours_what_is_live(opened: Page) -> None:
    opened.click("#tab-flow")
    assert opened.locator("#flow [data-node]").count() == 4
    run_input(opened, "<s> a 1 a")
    assert opened.locator("#flow .pickable.live").count() == 4
    opened.click("#flow [data-node='attn_0_0_outputs'] .node")
    expect(opened.locator("#panel h2")).to_have_text("attn_0_0_outputs")


def test_steps_out_of_the_order_of_their_layers_are_drawn_in_it(
    watched: Watched, tmp_path: Path
) -> None:
    """Simplifying may leave a head of the first layer behind one of the second."""
    tokens, positions, first, second = induction.program.steps
    later = replace(first, out=Origin(0, 1, "attn").variable(first.out.type))
    steps = (tokens, positions, first, second, later)
    tab = watched.open(page(replace(induction.program, steps=steps)), tmp_path)
    groups = ["inputs", "layer 0", "layer 1", "votes"]
    assert tab.locator("tr.group th").all_inner_texts() == groups
    tab.click("#tab-flow")
    assert tab.locator("#flow text.faint").all_text_contents()[:2] == groups[1:3]
    boxes = tab.locator("#flow rect.band").evaluate_all(
        "all => all.map((one) => ['x', 'width'].map((name) => Number(one.getAttribute(name))))"
    )
    assert len(boxes) == 2
    (left, width), (next_left, next_width) = boxes
    assert 0 < width < next_left - left
    assert next_width > 0
    assert watched.errors == []


def test_attention_shows_where_every_head_looks(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click("#tab-attention")
    run = trace(induction.program, "<s> c 3 d 1 c".split())
    for name in ("attn_0_0_outputs", "attn_1_0_outputs"):
        cells = opened.locator(f"[data-head='{name}'] .look")
        used = [i for i in range(36) if "used" in (cells.nth(i).get_attribute("class") or "")]
        (step,) = [one for one in run.steps if one.name == name]
        assert used == [6 * i + j for i, look in enumerate(step.attention) for j in look.used]
    opened.click("[data-head='attn_0_0_outputs']")
    expect(opened.locator("[data-step='attn_0_0_outputs']")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_an_address_shows_the_same_again(opened: Page) -> None:
    run_input(opened, "<s> c 3 d 1 c")
    opened.click(".answer[data-position='3']")
    opened.click("#tab-flow")
    opened.focus("[data-node='attn_0_0_outputs']")
    opened.keyboard.press("Enter")
    shown, address = opened.inner_text("body"), opened.url
    assert "tab=flow" in address
    opened.goto("about:blank")
    opened.goto(address)
    assert opened.inner_text("body") == shown
    opened.evaluate("location.hash = 'input=%3Cs%3E+a&tab=nowhere&step=none&position=9'")
    expect(opened.locator(".strip")).to_contain_text("a")
    assert answers(opened) == ["unk"]
    opened.evaluate("location.hash = 'input=z'")
    expect(opened.locator("#error")).to_contain_text('the word "z" is not in the vocabulary')
    assert answers(opened) == ["unk"]


@pytest.mark.parametrize("view", ["flow", "attention"])
def test_a_picture_is_saved_as_svg(view: str, opened: Page) -> None:
    opened.click(f"#tab-{view}")
    with opened.expect_download() as saved:
        opened.click("#save")
    assert saved.value.suggested_filename == f"induction-{view}.svg"
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("<svg")


def test_circuits_are_shown_in_the_flow(watched: Watched, tmp_path: Path) -> None:
    highlight = Highlight("the first head", "It copies.", ("attn_0_0_outputs",))
    tab = watched.open(page(induction.program, highlights=[highlight]), tmp_path)
    tab.click("#tab-flow")
    tab.locator("#panel select").select_option(label="the first head")
    assert tab.locator("#flow .pickable.live").count() == 1
    expect(tab.locator("#panel")).to_contain_text("It copies.")


def test_search_a_word_and_read_its_value(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(page(places.program), tmp_path)
    tab.click("[data-step='var0_embeddings']")
    tab.click("#tab-step")
    tab.fill("#search", "jor")
    expect(tab.locator("#hits")).to_have_text("Jordan: V01")
    rows = tab.locator("#words-of tbody tr").all_inner_texts()
    assert rows[3].split() == ["V03", "2", "Berlin", "Kenya"]


def test_predicate_is_a_grid_and_code(opened: Page) -> None:
    opened.click("[data-step='attn_0_0_outputs']")
    opened.click("#tab-step")
    assert opened.locator("table.grid td.on").count() == 10  # one key for each of ten positions
    assert "attn_0_0_outputs" in opened.locator("[aria-current='step']").inner_text()


def test_the_grid_of_a_head_with_a_score_shows_its_levels(watched: Watched, tmp_path: Path) -> None:
    head = induction.program.steps[2]
    assert isinstance(head, CategoricalHead)
    assert isinstance(head.predicate, Rows)
    scored = replace(head, score=Extreme("largest"))
    steps = tuple(scored if step == head else step for step in induction.program.steps)
    tab = watched.open(page(replace(induction.program, steps=steps), raw=True), tmp_path)
    tab.click("[data-step='attn_0_0_outputs']")
    tab.click("#tab-step")
    shown = {int(text) for text in tab.locator("table.grid td.on").all_inner_texts()}
    assert shown == {k for row in head.predicate.accepts for k in row}
    assert watched.errors == []


def test_votes_show_what_tells_two_classes_apart(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(page(places.program), tmp_path)
    tab.click("#tab-votes")
    tab.get_by_label("Compare class").select_option(label="LOC")
    tab.get_by_label("with class").select_option(label="PER")
    rows = [row.split() for row in tab.locator("#gaps tbody tr").all_inner_texts()]
    assert (" ".join(rows[0][:3]), rows[0][-1]) == ("var0_embeddings = V03", "+4")
    assert (" ".join(rows[1][:3]), rows[1][-1]) == ("attn_0_0_outputs = V02", "+2")
    tab.get_by_label("Variable").select_option(label="attn_0_0_outputs")
    assert tab.locator("#votes tbody tr").nth(2).inner_text().split() == ["V02", "0", "0", "2"]


def test_a_pooled_program_has_one_answer(watched: Watched, tmp_path: Path) -> None:
    tab = watched.open(page(sentiment.program), tmp_path)
    run_input(tab, "a film not good")
    assert answers(tab) == ["negative"]
    run_input(tab, "not bad")
    assert answers(tab) == ["positive"]
    tab.click(".answer")
    expect(tab.locator("#why .total td").nth(1)).to_have_text("1")


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
    opened.focus("[data-cell='0 tokens']")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowDown")
    expect(opened.locator("[data-cell='1 positions']")).to_be_focused()
    expect(opened.locator("#say")).to_contain_text("positions at position 1 is 1: the position")


def test_light_and_dark_follow_the_system_and_the_switch(watched: Watched, tmp_path: Path) -> None:
    for scheme, other in (("light", "dark"), ("dark", "light")):
        watched.resize(1200, 900, scheme)
        tab = watched.open(page(induction.program), tmp_path)
        theme = "document.documentElement.dataset.theme"
        assert tab.evaluate(theme) == scheme
        tab.click("#theme")
        assert tab.evaluate(theme) == other


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
    sort = tp.load(Path(__file__).parents[2] / "docs/results/programs/sort.json")
    for program in (sort, *(example.program for example in SHELF.values())):
        tab = watched.open(page(program), tmp_path)
        widths = tab.evaluate(f"{IN_EACH_VIEW}(() => document.documentElement.scrollWidth)")
        assert max(widths) <= 360, dict(zip(TABS, widths, strict=False))
