"""The printed program: exact, readable, stable under black and ruff, and safe from its own words.

`python tests/test_emit.py` writes the golden files anew; read the difference before keeping it.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from itertools import chain, combinations, product
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import black
import pytest
from random_programs import HOSTILE_NAMES, HOSTILE_WORDS, random_input, random_program

from transformer_programs.emit import MANY_WORDS, as_module, emit, emit_files, sections
from transformer_programs.emit.writer import Writer, literal
from transformer_programs.interpret import InputError, evaluate
from transformer_programs.program import Program, Vocabulary
from transformer_programs.shelf import SHELF
from transformer_programs.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Classifier,
    Compare,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    One,
    Position,
    Reach,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.values import Categorical, Number, Type, symbol

GOLDEN = Path(__file__).parent / "golden"
LETTERS = ("a", "b", "c", "d")
WORD = Categorical(LETTERS)
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
PLACE = Categorical(tuple(range(8)))
POSITIONS = Position(Variable("positions", PLACE))
ONES = One(Variable("ones", Number(1, 1)))


def raw(program: Program, name: str = "program") -> str:
    """The program printed as it is: every variable is there to be compared."""
    return emit(program, name=name, raw=True)


def unsimplified(program: Program) -> str:
    """The program printed in the short form, with every variable that it has."""
    return "".join(part.text for part in sections(program, "program"))


def program_of(*steps: Step, output: Any = None, causal: bool = False) -> Program:
    """A program over a, b, c, d that answers with its last variable."""
    output = Answer(steps[-1].out.name) if output is None else output
    return Program(Vocabulary(LETTERS), (TOKENS, POSITIONS, ONES, *steps), output, 8, causal)


def watched(run: Callable[[list[str]], Any], tokens: Sequence[str]) -> tuple[Any, dict[str, Any]]:
    """The answer of an emitted `run`, and its local variables when it returned."""
    found: dict[str, Any] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is run.__code__:
            found.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        return run(list(tokens)), found
    finally:
        sys.setprofile(before)


def means(written: object, type: Type, value: int) -> bool:
    """Whether what an emitted file holds is this value."""
    named = symbol(type, value)
    if isinstance(written, Enum):
        return written.name == named or re.fullmatch(f"V0*{value}", written.name) is not None
    return written == named and isinstance(written, str) == isinstance(named, str)


def assert_agrees(program: Program, module: ModuleType, tokens: Sequence[str]) -> None:
    expected = evaluate(program, tokens)
    answer, found = watched(module.run, tokens)
    assert answer == expected.answer
    for step in program.steps:
        values = expected.variables[step.out.name]
        written = found[step.out.name]
        assert isinstance(written, list)
        assert len(written) == len(values)
        assert all(map(means, written, [step.out.type] * len(values), values)), step.out.name


def body(code: str, name: str) -> str:
    """The lines of a function, without the def."""
    found = re.search(rf"^def {name}\(.*?\):\n(.*?)(?=\n\n\n)", code, re.M | re.S)
    assert found is not None
    return re.sub(r"^    ", "", found[1], flags=re.M)


def formatted(code: str) -> str:
    return black.format_str(code, mode=black.Mode())


def ruff(folder: Path) -> str:
    found = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if found.returncode == 0 else found.stdout + found.stderr


# --- golden files ---------------------------------------------------------------------------------


def golden(name: str, form: str) -> Path:
    return GOLDEN / f"{name}.py" if form == "readable" else GOLDEN / form / f"{name}.py"


@pytest.mark.parametrize("form", ["readable", "raw"])
@pytest.mark.parametrize("name", SHELF)
def test_shelf_prints_as_the_golden_file(name: str, form: str) -> None:
    printed = emit(SHELF[name].program, name=name, raw=form == "raw")
    assert printed == golden(name, form).read_text("utf-8")


@pytest.mark.parametrize("form", ["readable", "raw"])
@pytest.mark.parametrize("name", SHELF)
def test_golden_file_answers_the_cases_of_the_shelf(name: str, form: str) -> None:
    module = as_module(golden(name, form).read_text("utf-8"))
    for given, expected in SHELF[name].cases:
        answer = module.run(given.split())
        assert answer == (expected if isinstance(answer, str) else expected.split())


def test_golden_files_are_clean_under_ruff() -> None:
    assert ruff(GOLDEN) == ""


# --- any program ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(10))
def test_emitted_file_agrees_with_the_interpreter_in_every_variable(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        rng = random.Random(seed)
        program = random_program(rng)
        modules = [as_module(raw(program)), as_module(unsimplified(program))]
        for _ in range(3):
            tokens = random_input(rng, program)
            for module in modules:
                assert_agrees(program, module, tokens)


@pytest.mark.parametrize("block", range(5))
def test_black_changes_nothing(block: int) -> None:
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        program = random_program(random.Random(seed))
        for code in (raw(program), unsimplified(program)):
            assert formatted(code) == code, f"seed {seed}"


def test_ruff_finds_nothing(tmp_path: Path) -> None:
    for seed in range(2000, 2100):
        program = random_program(random.Random(seed))
        for form, code in (("raw", raw(program)), ("readable", emit(program))):
            (tmp_path / f"{form}{seed}.py").write_text(code, encoding="utf-8")
    assert ruff(tmp_path) == ""


@pytest.mark.parametrize("seed", range(20))
def test_long_names_and_words_stay_as_black_leaves_them(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    words = tuple(
        rng.choice(["a", "é", "日", "'", '"', "\\", "\ud800", "क्"]) * rng.randint(1, 90) + str(i)
        for i in range(5)
    )
    type = Categorical(words)
    names = [f"{rng.choice('abx') * rng.randint(1, 90)}_{i}s" for i in range(5)]
    grid = range(len(words))
    table = Table(tuple(rng.choice(grid) for _ in range(25)))
    rows = Rows(tuple(tuple(k for k in grid if rng.random() < 0.4) for _ in grid))
    steps: tuple[Step, ...] = (
        Token(Variable(names[0], type), tuple(grid)),
        CategoricalHead(Variable(names[1], type), names[0], names[0], names[0], rows),
        Mlp(Variable(names[2], type), (names[0], names[1]), table),
        CategoricalHead(Variable(names[3], type), names[1], names[2], names[2], Compare("<")),
        Mlp(Variable(names[4], Categorical(words[:2])), (names[1], names[2]), Formula("==")),
    )
    program = Program(Vocabulary(words), steps, Answer(names[-1]))
    for form, code in (("raw", raw(program)), ("short", unsimplified(program))):
        assert formatted(code) == code
        assert_agrees(program, as_module(code), [rng.choice(words) for _ in range(6)])
        (tmp_path / f"{form}.py").write_text(code, encoding="utf-8")
    assert ruff(tmp_path) == ""


def test_same_program_same_text_whatever_the_hash_seed() -> None:
    script = "from transformer_programs.shelf import SHELF\n"
    script += "for example in SHELF.values(): print(example.program)"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_sections_joined_are_the_file() -> None:
    program = SHELF["induction"].program
    parts = sections(program, "induction", raw=True)
    assert "".join(part.text for part in parts) == raw(program, name="induction")
    votes = [part for part in parts if part.kind == "votes"]
    assert len(votes) == 1
    assert "VOTES = {" in votes[0].text


# --- words and names that try to break out --------------------------------------------------------

BREAKOUTS = (
    *HOSTILE_WORDS,
    *(
        '"""',
        "'''",
        "\\",
        "\\\\",
        '\\"',
        "\\'",
        "{}",
        "{tokens}",
        "%d",
        "\ud800",
        "\udfff",
        "\ufeff",
    ),
    *(
        "</script>",
        "import",
        "\x85",
        "\u200b",
        "\u202e",
        "\U0001f600",
        "a\nb",
        "é" * 50,
        "日本" * 30,
    ),
    *(f"\"{i}'" * i for i in range(1, 4)),
)


def test_any_word_survives_unchanged() -> None:
    words = tuple(dict.fromkeys(BREAKOUTS))
    tokens = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    votes = Vote("tokens", tuple(tuple(int(i == j) for j in words) for i in words))
    rows = Rows(tuple((i,) for i in range(len(words))))
    head = CategoricalHead(Variable("same", tokens.out.type), "tokens", "tokens", "tokens", rows)
    for output in (Answer("tokens"), Answer("same"), Classifier(words, (votes,))):
        for unknown in (None, words[0]):
            vocabulary = Vocabulary(words, unknown=unknown, begin=words[1], end=words[2])
            program = Program(vocabulary, (tokens, head), output)
            given = [words[1], words[0], *words[3:], words[2]]
            for code in (raw(program), unsimplified(program)):
                code.encode("utf-8")
                assert as_module(code).run(given) == given
                assert formatted(code) == code


def test_any_word_survives_in_an_enum_a_table_and_a_rank() -> None:
    words = tuple(dict.fromkeys(BREAKOUTS))
    count = len(words)
    groups = Token(Variable("groups", Categorical((0, 1, 2))), tuple(i % 3 for i in range(count)))
    names = Token(Variable("names", Categorical(tuple(range(count)))), tuple(range(count)))
    tokens = Token(Variable("tokens", Categorical(words)), tuple(range(count)))
    later = CategoricalHead(
        Variable("later", Categorical(words)), "tokens", "tokens", "tokens", Compare(">")
    )
    shift = Mlp(
        Variable("shift", Categorical(words)),
        ("tokens",),
        Table(tuple((i + 1) % count for i in range(count))),
    )
    steps = (groups, names, tokens, later, shift)
    program = Program(Vocabulary(words), steps, Answer("later"))
    for code in (raw(program), unsimplified(program)):
        assert formatted(code) == code
        assert_agrees(program, as_module(code), words)


TAKEN = (
    *HOSTILE_NAMES,
    *("select_closest", "nearest_first", "aggregate_sum", "classify", "check", "multiply", "map"),
    *("WORDS", "BEGIN", "VOTES", "CLASSES", "NUMBER_VOTES", "Enum", "lru_cache", "cache", "sys"),
    *("locals", "predicate_tokens", "attn_0_0_pattern", "found", "variables", "word", "token"),
    *(
        "builtin_len",
        "everywhere",
        "before",
        "upto",
        "l",
        "O",
        "I",
        "mlp_x",
        "Path",
        "json",
        "self",
    ),
)


@pytest.mark.parametrize("block", range(4))
def test_a_variable_may_have_any_name_of_the_file(block: int) -> None:
    rng = random.Random(block)
    names = list(dict.fromkeys(TAKEN))
    for _ in range(12):
        program = random_program(rng, hostile=False, most_steps=10)
        program = renamed(
            program, dict(zip(names_of(program), rng.sample(names, 11), strict=False))
        )
        tokens = random_input(rng, program)
        for code in (raw(program), unsimplified(program)):
            assert formatted(code) == code
            assert_agrees(program, as_module(code), tokens)


def names_of(program: Program) -> list[str]:
    return [step.out.name for step in program.steps]


def renamed(program: Program, to: dict[str, str]) -> Program:
    """The same program with other names for its variables."""
    steps = []
    for step in program.steps:
        new = replace(step, out=Variable(to[step.out.name], step.out.type))
        match new:
            case CategoricalHead() | NumericalHead():
                query, key, value = to[new.query], to[new.key], to[new.value]
                new = replace(new, query=query, key=key, value=value)
            case Mlp():
                new = replace(new, reads=tuple(to[name] for name in new.reads))
        steps.append(new)
    output = program.output
    if isinstance(output, Answer):
        output = Answer(to[output.reads])
    else:
        votes = tuple(replace(vote, reads=to[vote.reads]) for vote in output.votes)
        output = replace(output, votes=votes)
    return replace(program, steps=tuple(steps), output=output)


@pytest.mark.parametrize("text", [*BREAKOUTS, "it's", 'say "hi"', "both ' and \""])
def test_literal_reads_back_and_is_what_black_writes(text: str) -> None:
    source = literal(text)
    assert as_module(f"value = {source}").value == text
    assert formatted(f"value = {source}\n") == f"value = {source}\n"


# --- the library ----------------------------------------------------------------------------------


def in_reach(i: int, length: int, reach: Reach) -> range:
    starts: dict[Reach, range] = {"all": range(length), "before": range(i), "upto": range(i + 1)}
    return starts.get(reach, range(i + 1, length))


def direct(i: int, matches: list[int], choose: Choose) -> int:
    """Rule 2 as a formula: the nearest, left before right, oneself last; else position 0."""
    if choose != "nearest":
        return ([*matches, 0] if choose == "first" else [0, *matches])[
            0 if choose == "first" else -1
        ]
    others = [j for j in matches if j != i]
    distance = min((abs(i - j) for j in others), default=0)
    if distance:
        return i - distance if i - distance in others else i + distance
    return i if i in matches else 0


@pytest.mark.parametrize("choose", ["nearest", "first", "last"])
@pytest.mark.parametrize("reach", ["all", "before", "upto", "after", "mixed"])
def test_every_tie_goes_where_the_rule_says(reach: Any, choose: Choose) -> None:
    own: Reach = "after" if reach == "mixed" else reach
    head = CategoricalHead(
        Variable("copy", PLACE), "positions", "positions", "positions", Is(0), own, choose
    )
    other = replace(head, out=Variable("other", PLACE), reach="all")
    module = as_module(raw(program_of(*([head, other] if reach == "mixed" else [head]))))
    name = "select_closest" if choose == "nearest" else f"select_{choose}"
    select = getattr(module, name if own == "all" else f"{name}_{own}")
    longest = 8 if choose == "nearest" and reach == "all" else 6
    for length in range(1, longest + 1):
        everywhere = list(range(length))
        for found in chain.from_iterable(combinations(everywhere, r) for r in range(length + 1)):
            chosen = select(everywhere, everywhere, lambda q, k, found=found: k in found)
            for i in everywhere:
                matches = [j for j in found if j in in_reach(i, length, own)]
                assert chosen[i] == direct(i, matches, choose), (i, found)


@pytest.mark.parametrize("reach", ["all", "before", "upto", "after"])
def test_a_count_is_over_all_matches_in_reach(reach: Reach) -> None:
    count = NumericalHead(
        Variable("count", Number(0, 8)), "tokens", "tokens", "ones", Compare("=="), reach
    )
    run = as_module(raw(program_of(count))).run
    tokens = list("abbab")
    expected = [str(sum(tokens[j] == tokens[i] for j in in_reach(i, 5, reach))) for i in range(5)]
    assert run(tokens) == expected


def test_only_what_is_used_is_printed() -> None:
    program = program_of(Mlp(Variable("next", WORD), ("tokens",), Table((1, 2, 3, 0))))
    assert re.findall(r"^def (\w+)", raw(program), re.M) == ["mlp_next", "run"]
    code = unsimplified(program)
    assert re.findall(r"^def (\w+)", code, re.M) == ["run"]
    assert 'NEXT = {"a": "b", "b": "c", "c": "d", "d": "a"}\n' in code
    assert "next = [NEXT[token] for token in tokens]\n" in code
    assert "lru_cache" not in code
    assert "reach" not in code


def test_heads_that_reach_less_far_have_a_function_of_their_own() -> None:
    near = CategoricalHead(Variable("near", WORD), "tokens", "tokens", "tokens", Compare("=="))
    early = replace(near, out=Variable("early", WORD), reach="before")
    both = raw(program_of(near, early))
    assert "near_pattern = select_closest(tokens, tokens, predicate_near)\n" in both
    assert "early_pattern = select_closest_before(tokens, tokens, predicate_early)\n" in both
    causal = unsimplified(program_of(near, early, causal=True))
    library = ["select_closest", "select_closest_before", "aggregate"]
    assert re.findall(r"^def (\w+)", causal, re.M) == [*library, "run"]


# --- learned embeddings ---------------------------------------------------------------------------


def embedded(*extra: Step, output: Any) -> Program:
    """Two embeddings of the same type that group the words differently."""
    type = Categorical((0, 1, 2, 3))
    var0 = Token(Variable("var0_embeddings", type), (1, 1, 3, 3))
    var1 = Token(Variable("var1_embeddings", type), (3, 1, 1, 3))
    return Program(Vocabulary(LETTERS), (var0, var1, *extra), output, 8)


def test_embeddings_are_enums_of_their_words_and_copies_keep_them() -> None:
    type = Categorical((0, 1, 2, 3))
    rows = Rows(((0,), (1, 2), (3,), (3,)))
    copy = CategoricalHead(
        Variable("attn_0_0_outputs", type),
        "var0_embeddings",
        "var1_embeddings",
        "var0_embeddings",
        rows,
    )
    votes = tuple(
        Vote(name, ((1, 0), (0, 1), (5, 5), (2, 0)))
        for name in ("attn_0_0_outputs", "var1_embeddings")
    )
    program = embedded(copy, output=Classifier(("x", "y"), votes))
    code = raw(program)
    assert 'class Var0(Enum):\n    V1 = ("a", "b")\n    V3 = ("c", "d")\n' in code
    assert 'class Var1(Enum):\n    V1 = ("b", "c")\n    V3 = ("a", "d")\n' in code
    assert body(code, "predicate_0_0").splitlines() == [
        "if var0_embedding == Var0.V1:",
        "    return var1_embedding == Var1.V1",
        "return var1_embedding == Var1.V3",
    ]
    assert body(unsimplified(program), "predicate_0_0").splitlines() == [
        "return var1_embedding == (Var1.V1 if var0_embedding == Var0.V1 else Var1.V3)",
    ]
    assert "        Var0.V3: (  2,   0),\n" in code
    module = as_module(code)
    assert_agrees(program, module, list("abcd"))
    copied = watched(module.run, list("abcd"))[1]["attn_0_0_outputs"]
    assert {value.__class__ for value in copied} == {module.Var0}


def test_embeddings_that_are_counted_or_answered_are_written_as_named() -> None:
    type = Categorical((0, 1, 2, 3))
    total = Mlp(
        Variable("total", Number(0, 6)), ("var0_embeddings", "var1_embeddings"), Formula("+")
    )
    mixed = CategoricalHead(
        Variable("mixed", type),
        "var0_embeddings",
        "var1_embeddings",
        "var0_embeddings",
        Compare("=="),
    )
    for program in (
        embedded(total, output=Answer("total")),
        embedded(mixed, output=Classifier(("x",), ())),
        embedded(output=Answer("var0_embeddings")),
    ):
        code = raw(program)
        assert 'VAR0 = {"a": 1, "b": 1, "c": 3, "d": 3}' in code
        assert_agrees(program, as_module(code), list("abcd"))


# --- run, check, command line ---------------------------------------------------------------------

MARKED = Program(
    Vocabulary(("<s>", "a", "b", "</s>"), begin="<s>", end="</s>"),
    (Token(Variable("tokens", Categorical(("<s>", "a", "b", "</s>"))), (0, 1, 2, 3)),),
    Answer("tokens"),
    max_length=5,
)


@pytest.mark.parametrize(
    "tokens",
    [
        [],
        "abc",
        ["<s>", 3, "</s>"],
        ["a"],
        ["<s>", "a"],
        ["<s>", "<s>", "</s>"],
        ["<s>", "</s>", "</s>"],
        ["<s>", "c", "</s>"],
        ["<s>", "a", "a", "a", "a", "</s>"],
    ],
)
def test_wrong_input_is_refused_in_one_sentence(tokens: Any) -> None:
    run = as_module(raw(MARKED)).run
    with pytest.raises(InputError):
        evaluate(MARKED, tokens)
    with pytest.raises(ValueError, match=r"expected <s>, up to 3 known words, </s>; got .+"):
        run(tokens)


@pytest.mark.parametrize("unknown", [None, "u"])
@pytest.mark.parametrize("end", [None, "E", "the end, said with many words"])
@pytest.mark.parametrize("begin", [None, "B", "{'it\\s'}"])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("identity", [False, True])
@pytest.mark.parametrize("most", [None, 1, 3])
def test_emitted_file_refuses_exactly_what_the_interpreter_refuses(
    unknown: str | None,
    end: str | None,
    begin: str | None,
    many: bool,
    identity: bool,
    most: int | None,
) -> None:
    marks = tuple(word for word in (unknown, begin, end) if word is not None)
    words = ("a", "3", *marks, *(f"word{i}" for i in range(30 * many)))
    type = Categorical(words if identity else ("x", "y"))
    lookup = tuple(i if identity else i % 2 for i in range(len(words)))
    program = Program(
        Vocabulary(words, unknown, begin, end),
        (Token(Variable("tokens", type), lookup),),
        Answer("tokens"),
        most,
    )
    run = as_module(raw(program)).run
    odd: list[Any] = ["a", "zzz", 3, ["a"], None, *marks]
    given: list[Any] = [list(t) for n in range(5) for t in product(odd, repeat=min(n, 2))]
    inner: list[list[Any]] = [["a"], ["a", "3"], ["a", "zzz"], [3], [["a"]], [begin], [end], []]
    given += [[*[begin][: begin is not None], *some, *[end][: end is not None]] for some in inner]
    for tokens in [*given, "a", "aa", ("a",), tuple(given[-3])]:
        try:
            expected: Any = evaluate(program, tokens).answer
        except InputError:
            expected = None
        if expected is None:
            with pytest.raises(ValueError, match=r"^expected .*; got "):
                run(tokens)
        else:
            assert run(tokens) == expected


def test_unknown_words_are_read_as_the_unknown_word() -> None:
    program = replace(MARKED, vocabulary=replace(MARKED.vocabulary, unknown="b"))
    assert as_module(raw(program)).run(["<s>", "zzz", "</s>"]) == ["<s>", "b", "</s>"]


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("marked", [True, False])
def test_a_program_without_votes_gives_its_first_class(pooled: bool, marked: bool) -> None:
    vocabulary = MARKED.vocabulary if marked else Vocabulary(MARKED.vocabulary.words)
    program = replace(
        MARKED, vocabulary=vocabulary, output=Classifier(("x", "y"), (), pooled=pooled)
    )
    code = raw(program)
    assert as_module(code).run(["<s>", "a", "</s>"]) == program(["<s>", "a", "</s>"])
    assert formatted(code) == code


def test_votes_stand_in_columns_under_their_classes() -> None:
    votes = (Vote("tokens", ((12, -3), (0, 4), (7, 7), (-100, 0))), Vote("ones", ((5, -6),)))
    program = program_of(output=Classifier(("yes", "no"), votes))
    table = next(part.text for part in sections(program, "p") if part.kind == "votes")
    assert table.strip().splitlines() == [
        "# fmt: off",
        'CLASSES = ("yes", "no")',
        "VOTES = {",
        '    "tokens": {',
        '        #     "yes"  "no"',
        '        "a": (   12,   -3),',
        '        "b": (    0,    4),',
        '        "c": (    7,    7),',
        '        "d": ( -100,    0),',
        "    },",
        "}",
        "NUMBER_VOTES = {",
        '    #        "yes"  "no"',
        '    "ones": (    5,   -6),',
        "}",
        "# fmt: on",
    ]


def shell(file: Path, *arguments: str) -> tuple[int, str, str]:
    # -I: nothing but the standard library can be imported.
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(file), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_file_is_a_command_that_needs_nothing_but_python(tmp_path: Path) -> None:
    file = tmp_path / "reverse.py"
    file.write_text(raw(SHELF["reverse"].program), encoding="utf-8")
    assert shell(file, "<s> 3 1 2 </s>") == (0, "<s> 2 1 3 </s>\n", "")
    assert shell(file, "<s>", "3", "</s>") == (0, "<s> 3 </s>\n", "")
    wanted = "expected <s>, up to 14 known words, </s>; got"
    assert shell(file, "3 1 2") == (2, "", f"{wanted} {{0: '3', 2: '2'}}\n")
    assert shell(file, "") == (2, "", f"{wanted} []\n")
    assert shell(file) == (2, "", f"{wanted} []\n")


def test_a_pooled_file_prints_one_label(tmp_path: Path) -> None:
    file = tmp_path / "sentiment.py"
    file.write_text(raw(SHELF["sentiment"].program), encoding="utf-8")
    assert shell(file, "not bad") == (0, "positive\n", "")


def test_nothing_happens_on_import(capsys: pytest.CaptureFixture[str]) -> None:
    for example in SHELF.values():
        as_module(raw(example.program))
    assert capsys.readouterr() == ("", "")


def test_a_title_cannot_break_out() -> None:
    for name in ('"""', "\\", 'x"""\nimport os', "a\nb", "é" * 200):
        code = raw(MARKED, name=name)
        assert formatted(code) == code
        assert as_module(code).run(["<s>", "a", "</s>"]) == ["<s>", "a", "</s>"]


# --- large vocabularies ---------------------------------------------------------------------------


def many_words() -> Program:
    words = ("<unk>", *BREAKOUTS[:8], *(f"word{i}" for i in range(MANY_WORDS)))
    rng = random.Random(0)
    type = Categorical(tuple(range(9)))
    steps = (
        Token(Variable("var0_embeddings", type), tuple(rng.randrange(9) for _ in words)),
        Token(Variable("lengths", Number(0, 99)), tuple(min(len(word), 99) for word in words)),
        Token(Variable("tokens", Categorical(words)), tuple(range(len(words)))),
    )
    votes = (
        Vote("var0_embeddings", tuple((rng.randrange(9), rng.randrange(9)) for _ in range(9))),
        Vote("lengths", ((1, 2),)),
    )
    return Program(Vocabulary(words, unknown="<unk>"), steps, Classifier(("x", "y"), votes))


def load_files(files: dict[str, str], folder: Path) -> ModuleType:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    module = ModuleType("loaded")
    main = next(iter(files))
    module.__file__ = str(folder / main)
    exec(compile(files[main], main, "exec"), module.__dict__)
    return module


def test_many_words_go_to_a_second_file(tmp_path: Path) -> None:
    program = many_words()
    files = emit_files(program, "ner")
    assert list(files) == ["ner.py", "ner_words.json"]
    assert f"word{MANY_WORDS - 1}" not in files["ner.py"]
    assert f"word{MANY_WORDS - 1}" in files["ner_words.json"]
    json.loads(files["ner_words.json"])
    assert formatted(files["ner.py"]) == files["ner.py"]
    module = load_files(files, tmp_path)
    assert_agrees(program, module, [*program.vocabulary.words[:12], "not listed", "word77"])
    (tmp_path / "ner_words.json").unlink()
    assert ruff(tmp_path) == ""


def test_words_that_are_their_own_values_go_there_too(tmp_path: Path) -> None:
    words = tuple(f"word{i}" for i in range(MANY_WORDS + 1))
    tokens = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    program = Program(Vocabulary(words), (tokens,), Answer("tokens"))
    module = load_files(emit_files(program, "echo"), tmp_path)
    assert module.run(["word3", "word500"]) == ["word3", "word500"]
    with pytest.raises(ValueError, match=r"expected a list of .* known words; got {1: 'other'}"):
        module.run(["word3", "other"])


def test_one_file_holds_everything_whatever_its_size() -> None:
    program = many_words()
    code = raw(program)
    assert formatted(code) == code
    assert_agrees(program, as_module(code), [*program.vocabulary.words[:12], "not listed"])


def test_few_words_stay_in_the_file() -> None:
    assert list(emit_files(SHELF["places"].program, "places")) == ["places.py"]


# --- the writer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("display", [True, False])
@pytest.mark.parametrize("name", range(1, 85, 7))
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("size", [3, 17, 30, 79])
def test_brackets_are_split_as_black_splits_them(
    display: bool, name: int, count: int, size: int
) -> None:
    w = Writer()
    items = ["x" * size for _ in range(count)]
    with w.block("def f():"):
        before = "x" * name + (" = [" if display else " = g(")
        w.bracketed(before, items, "]" if display else ")", display=display)
    assert formatted(f"{w}\n") == f"{w}\n"


def write_golden_files() -> None:
    for name, example in SHELF.items():
        for form in ("readable", "raw"):
            text = emit(example.program, name=name, raw=form == "raw")
            golden(name, form).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_golden_files()
