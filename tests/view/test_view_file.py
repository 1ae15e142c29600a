"""The page as a file: nothing foreign runs or loads in it, it is small, and its data are right."""

from __future__ import annotations

import json
from pathlib import Path

from browser import TABS, Watched, answers, run_input
from playwright.sync_api import Page
from program_builder import HOSTILE_WORDS
from shell import write_rows

import transformer_programs as tp
from transformer_programs.program import Program
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical
from transformer_programs.view import PageExample, page
from transformer_programs.view.data import examples_of, guessed

RESULTS = Path(__file__).parents[2] / "docs" / "results"
HOSTILE = (
    *HOSTILE_WORDS,
    *("<script>document.title='x'</script>", "<img src=x onerror=document.title='x'>"),
    *("שלום", "‮evil", "👩‍👩‍👧", "</script><script>document.title='x'</script>", "<!--", "]]>"),
)


# --- safety ---------------------------------------------------------------------------------------


def hostile_program() -> Program:
    words = tuple(dict.fromkeys(HOSTILE))
    token = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    reads = ("tokens", "tokens", "tokens")
    same = CategoricalHead(Variable("same", token.out.type), *reads, Compare("=="))
    weights = tuple(tuple(int(i == j) for j in range(len(words))) for i in range(len(words)))
    output = Classifier(words, (Vote("same", weights),))
    return Program(tp.Vocabulary(words), (token, same), output, max_length=len(words))


def test_hostile_words_are_shown_as_text_and_nothing_is_fetched(
    watched: Watched, tmp_path: Path
) -> None:
    program = hostile_program()
    examples = [PageExample(program.vocabulary.words, tuple(reversed(program.output.classes)))]  # type: ignore[union-attr]
    name = "</title><script>document.title='x'</script>"
    tab = watched.open(page(program, name=name, examples=examples), tmp_path)
    for view in TABS:
        tab.click(f"#tab-{view}")
    given = tab.evaluate("window.transformerProgram.program.output.classes")
    assert given == list(program.vocabulary.words)
    shown = tab.evaluate("[...document.querySelectorAll('.answer')].map((b) => b.textContent)")
    for text, word in zip(shown, program.vocabulary.words, strict=True):
        assert text == word or json.loads(text) == word
    assert tab.title() == f"{name}: a Transformer Program"
    assert tab.locator("img, iframe, object, embed, link").count() == 0
    assert tab.locator("script").count() == 2  # the data and ours
    assert watched.errors == []
    assert watched.requests == [tab.url.partition("#")[0]]  # the file itself


def test_the_policy_lets_nothing_else_run_or_load(opened: Page) -> None:
    refused = opened.evaluate("""() => new Promise((resolve) => {
      const seen = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        seen.push(event.effectiveDirective);
        if (seen.length === 3) resolve(seen.sort());
      });
      const script = document.createElement("script");
      script.textContent = "document.title = 'x'";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "http://127.0.0.1:9/x.png";
      document.body.append(image);
      fetch("http://127.0.0.1:9/").catch(() => {});
    })""")
    assert refused == ["connect-src", "img-src", "script-src-elem"]
    assert opened.title() == "induction: a Transformer Program"


# --- size and the data behind the page ------------------------------------------------------------


def test_a_program_of_ten_thousand_words_fits_in_half_a_megabyte_and_runs(
    watched: Watched, tmp_path: Path
) -> None:
    program = tp.load(RESULTS / "programs" / "text-mr.json")
    text = page(program)
    assert len(text.encode()) < 500_000
    tab = watched.open(text, tmp_path)
    tokens = ["<s>", *program.vocabulary.words[100::700], "unseen-word", "</s>"]
    run_input(tab, " ".join(tokens))
    assert answers(tab) == [program(tokens)]
    for view in TABS:
        tab.click(f"#tab-{view}")
    assert watched.errors == []


def test_a_text_classifier_opens_with_one_telling_input_per_class():
    program = tp.load(RESULTS / "programs" / "text-mr.json")
    assert [program(list(one.tokens)) for one in guessed(program)] == ["neg", "pos"]


def test_a_page_offers_sentences_of_a_text_without_unknown_words(tmp_path: Path) -> None:
    """The task has no more than a stand-in of an unknown word: nobody wrote `<xx>`."""
    words = ["one", "two", "six", "ten"]
    seen = [f"{a} {b} {a} {b}" for a in words for b in words]
    for name, texts in (("train", seen), ("test", [*seen, *(f"{text[:7]} new" for text in seen)])):
        rows = [{"text": text, "label": text[:3]} for text in texts]
        write_rows(tmp_path / f"{name}.jsonl", rows)
    train, test = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    task = tp.tasks.load(train, test=test, validation=test, tokenizer="spaces", stand_ins=2)
    assert {"<xx>", "<xx~ew>"} & {word for row in task.test.words for word in task.words_of(row)}
    word = Token(Variable("word", Categorical((0, 1))), (0,) * len(task.vocabulary.words))
    output = Classifier(task.classes, (), pooled=True)
    offered = examples_of(Program(task.vocabulary, (word,), output), task)
    assert len(offered) > 1
    assert {" ".join(example.tokens[1:-1]) for example in offered} <= set(seen)
