"""The printed file answers as the program does, on every input of a few words."""

from __future__ import annotations

import random
from itertools import product

import five_rules
import pytest
from random_programs import every_input, random_program

from transformer_programs import shelf
from transformer_programs.printer import as_module, emit, file
from transformer_programs.printer.code import Form
from transformer_programs.printer.emitted import checked_layout, layout_of
from transformer_programs.printer.head_code import HeadCode
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Is,
    One,
    Position,
    Rows,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import readable

WORDS = Vocabulary(("a", "b"))
POSITIONS = Position(Variable("positions", Number(0, 3)))
BIT = Number(0, 1)


def is_shortest(program: Program) -> bool:
    """Whether no step of the printed file had to be replaced by its plain form."""
    layout = layout_of(program)
    return not layout.plain and not layout.raw


def as_printed(program: Program) -> str:
    """The file of this program, each step in its shortest form."""
    assert is_shortest(program)
    return emit(program)


def answers(code: str, program: Program, most_words: int) -> list[object]:
    run, given = as_module(code).run, []
    for tokens in every_input(program, most_words):
        try:
            given.append(run(tokens))
        except Exception as error:
            given.append(repr(error))
    return given


def right(program: Program, most_words: int) -> list[object]:
    return [five_rules.Run(program, tokens).answer for tokens in every_input(program, most_words)]


@pytest.mark.parametrize("reach", ["all", "before", "upto", "after"])
@pytest.mark.parametrize("choose", ["nearest", "first", "last"])
@pytest.mark.parametrize("predicate", [Is(1), Compare("=="), Compare("<=", 1)])
def test_a_head_that_always_matches_copies_from_a_position(reach, choose, predicate):
    ones = One(Variable("ones", Number(1, 1)))
    out = Variable("found", POSITIONS.out.type)
    head = CategoricalHead(out, "ones", "ones", "positions", predicate, reach, choose)
    program = Program(WORDS, (POSITIONS, ones, head), Answer("found"), max_length=4)
    assert answers(as_printed(program), program, 4) == right(program, 4)


@pytest.mark.parametrize(("query", "key"), [*product(((0, 1), (1, 0)), repeat=2)])
def test_a_copied_flag_is_printed_as_its_number(query, key):
    steps = (
        Token(Variable("asked", BIT), query),
        Token(Variable("flag", BIT), key),
        CategoricalHead(Variable("copy", BIT), "asked", "flag", "flag", Compare("==")),
    )
    program = Program(WORDS, steps, Answer("copy"), max_length=3)
    assert answers(as_printed(program), program, 3) == right(program, 3)


def test_an_unlisted_word_that_reads_as_the_end_word_is_not_the_last():
    words = Vocabulary(("a", "</s>"), unknown="</s>", end="</s>")
    tokens = Token(Variable("tokens", Categorical(words.words)), (0, 1))
    out = Variable("place", POSITIONS.out.type)
    head = CategoricalHead(out, "tokens", "tokens", "positions", Is(1))
    program = Program(words, (tokens, POSITIONS, head), Answer("place"), max_length=4)
    assert answers(as_printed(program), program, 4) == right(program, 4)


def test_no_word_and_no_name_is_ever_code():
    ill = ("<a\nraise SystemExit>", "<xx~\nraise SystemExit>", "\nraise SystemExit", "<\0>", "#'")
    words = ("<unk>", *ill, *(f"w{i}" for i in range(600)))
    names = ("x\nraise SystemExit('code of a name')", "y\0", "z\u2028", *range(4))
    group = Token(Variable("group", Categorical(names)), tuple(i % 7 for i in range(len(words))))
    votes = Vote("group", tuple((value % 3, value % 2 + 1) for value in range(7)))
    for output in (Answer("group"), Classifier(("a\nraise SystemExit", "b"), (votes,))):
        program = Program(Vocabulary(words, "<unk>"), (group,), output, max_length=700)
        for text in (emit(program), emit(readable(program)), str(readable(program))):
            assert text.replace("\n", "").isprintable()
            assert not any(line.startswith("raise") for line in text.splitlines())
        assert as_module(emit(readable(program))).run(list(words)) == program(words)


def test_the_shortest_forms_of_random_programs_are_right():
    for seed in range(150):
        assert is_shortest(random_program(random.Random(f"shortest {seed}"), most_steps=5)), seed


# --- a fault in the printer is not printed --------------------------------------------------------


def wrong_head(self, *_):
    return f"[{self.head.value}[-1]] * len({self.scope.given})"


def first_argument(mlp, scope):
    return Form(f"list({mlp.reads[0]})")


def swapped_labels(*given, _own=file.labels_of):
    found = _own(*given)
    if found is None or len(found.votes.pairs) < 2:
        return found
    values, labels = zip(*(pair.rsplit(": ", 1) for pair in found.votes.pairs), strict=True)
    swapped = tuple(map("{}: {}".format, values, labels[1:] + labels[:1]))
    return found._replace(votes=found.votes._replace(pairs=swapped))


@pytest.fixture
def break_printer(monkeypatch):
    """Replace a part of the printer; what is printed meanwhile is not kept."""
    yield monkeypatch.setattr
    checked_layout.cache_clear()


FAULTS = {
    "heads": (HeadCode, "whole", wrong_head),
    "sums": (HeadCode, "_sum", lambda self, *_: "1"),
    "MLPs": (file, "mlp_form", first_argument),
    "labels": (file, "labels_of", swapped_labels),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_form_of_a_step_is_not_printed(fault, break_printer):
    examples = [random_program(random.Random(seed), most_steps=5) for seed in range(25)]
    examples += [one.program for one in shelf.SHELF.values()]
    expected = [right(program, 3) for program in examples]
    checked_layout.cache_clear()
    break_printer(*FAULTS[fault])
    for program, answered in zip(examples, expected, strict=True):
        assert answers(emit(program, name=fault), program, 3) == answered


def test_only_the_step_that_differs_is_printed_in_its_plain_form(break_printer):
    program = readable(shelf.induction.program)
    before = emit(program, name="x")
    own = HeadCode.whole
    name = next(s.out.name for s in program.steps if isinstance(s, CategoricalHead))
    break_printer(
        HeadCode,
        "whole",
        lambda self: wrong_head(self) if self.head.out.name == name else own(self),
    )
    checked_layout.cache_clear()
    after = emit(program, name="x")
    assert answers(after, program, 4) == right(program, 4)
    plain = [line.split()[0] for line in after.splitlines() if " = select(" in line]
    assert plain == [f"{name}_pattern"]
    assert " = select(" not in before


def test_a_file_with_many_words_is_checked_too(break_printer):
    words = Vocabulary(tuple(f"w{i}" for i in range(600)))
    group = Token(Variable("group", Categorical(("x", "y", "z"))), tuple(i % 3 for i in range(600)))
    out = Variable("before", group.out.type)
    same = Rows(tuple((value,) for value in range(3)))
    head = CategoricalHead(out, "group", "group", "group", same, "before", "last")
    program = Program(words, (group, head), Answer("before"), max_length=5)
    break_printer(HeadCode, "whole", wrong_head)
    module = as_module(emit(program))
    for tokens in product(("w0", "w1", "w599"), repeat=4):
        assert module.run(list(tokens)) == five_rules.Run(program, list(tokens)).answer


def test_a_program_that_cannot_be_printed_rightly_is_not_printed(break_printer):
    program = shelf.histogram.program
    checked_layout.cache_clear()
    break_printer(file, "answer_lines", lambda scope, *_: [f"return {scope.given}"])
    with pytest.raises(RuntimeError, match="would answer"):
        emit(program)
