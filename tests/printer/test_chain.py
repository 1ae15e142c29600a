"""A program says where it comes from and what was checked; no program says it of another."""

from __future__ import annotations

import json
from dataclasses import replace

import transformer_programs as tp
from transformer_programs.printer import as_module
from transformer_programs.program.program import linked
from transformer_programs.program.steps import Answer, Classifier
from transformer_programs.shelf import induction
from transformer_programs.simplifier import readable
from transformer_programs.simplifier.judge import comparison_claim
from transformer_programs.store import dumps, loads

PROVED = "network = extracted program: equal on every input (compositional proof: 2 modules)"
LEARNED = linked(induction.program, "extracted", PROVED)
TASK = tp.tasks.make("induction", letters=3, numbers=2, length=6, samples=200)


def kinds(program: tp.Program) -> list[str]:
    return [link.kind for link in tp.claims(program)]


def test_a_changed_program_claims_nothing() -> None:
    assert kinds(LEARNED) == ["extracted"]
    changed = replace(LEARNED, max_length=9, steps=LEARNED.steps[:1], output=Answer("tokens"))
    assert changed.chain == LEARNED.chain  # which is why nobody asks the field
    assert tp.claims(changed) == ()
    assert json.loads(dumps(changed))["chain"] == []
    assert kinds(linked(changed, "pruned", "changed directly", after=changed)) == ["pruned"]
    by_hand = json.loads(dumps(LEARNED)) | {"causal": False}
    assert tp.claims(loads(json.dumps(by_hand))) == ()


def test_a_stored_program_keeps_its_chain() -> None:
    assert tp.claims(loads(dumps(LEARNED))) == tp.claims(LEARNED)
    assert loads(dumps(LEARNED)) == induction.program


def header(program: tp.Program, **options: bool) -> str:
    return " ".join(str(as_module(tp.emit(program, **options)).__doc__).split())


def test_a_printed_file_says_the_chain_of_the_very_program_it_prints() -> None:
    raw, short = header(LEARNED, raw=True), header(readable(LEARNED))
    assert raw.endswith(f"Extracted: {PROVED}.")
    assert short.endswith(f"{PROVED}. Simplified: same answer on every input, by rules (1 change).")
    assert kinds(readable(LEARNED)) == ["extracted", "simplified"]
    assert readable(readable(LEARNED)) == readable(LEARNED)
    assert kinds(readable(readable(LEARNED))) == ["extracted", "simplified"]
    assert "Extracted" not in header(induction.program)


def differing(before: tp.Program, after: tp.Program, task: tp.tasks.Task) -> int:
    """On how many inputs of a task two programs differ where it is scored, by the interpreter."""
    every = TASK.all_inputs()
    assert every is not None
    count = 0
    for words, labels in zip(every.words, every.labels, strict=True):
        tokens = task.words_of(words)
        pairs = zip(before(tokens), after(tokens), labels, strict=False)
        count += any(a != b for a, b, label in pairs if label >= 0)
    return count


def test_each_simplification_adds_what_it_keeps() -> None:
    exact = tp.simplify(LEARNED).program
    assert kinds(exact) == ["extracted", "simplified"]
    assert tp.simplify(exact).program.chain == exact.chain  # nothing more to do: nothing to claim
    pruned = tp.simplify(LEARNED, task=TASK, budget=0).program
    assert kinds(pruned) == ["extracted", "simplified", "pruned"]
    assert "previous_token = [tokens[0], *tokens[:-1]]" in str(pruned)  # as a person would write
    assert tp.claims(pruned)[-1].says == (
        f"same answers at every scored position of all {TASK.input_count} inputs of induction "
        "(exhaustive)"
    )
    assert differing(LEARNED, pruned, TASK) == 0


def always_unk(program: tp.Program) -> tp.Program:
    """A program that knows nothing: it answers with its first class."""
    assert isinstance(program.output, Classifier)
    classes = ("unk", *(name for name in program.output.classes if name != "unk"))
    return replace(program, output=replace(program.output, classes=classes, votes=()))


def test_answers_that_change_are_counted_not_assumed() -> None:
    after = always_unk(induction.program)
    said = comparison_claim(induction.program, after, TASK, 0.5)
    count = differing(induction.program, after, TASK)
    assert 0 < count < TASK.input_count
    assert said.startswith(f"different answers on {count:,} of all {TASK.input_count} inputs of ")
    assert said.endswith("0 gained (budget 50%)")
