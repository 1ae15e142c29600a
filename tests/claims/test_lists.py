"""Lists in, lists out: rows of JSON values, answered by lists of another length."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shell import Shell, write_rows

import transformer_programs as tp
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Answer, Token, Variable
from transformer_programs.program.values import Categorical
from transformer_programs.synthesis import Settings, Status, search

pytestmark = pytest.mark.usefixtures("soon_content")
Rows = list[tuple[Any, Any]]


def drawn(rule: Callable[[list[Any]], Any], values: list[Any], count: int = 40) -> Rows:
    """Lists of up to six values with what a rule makes of them; the first is empty."""
    chance = random.Random(1)
    lists = [chance.choices(values, k=chance.randint(1, 6)) for _ in range(count - 1)]
    return [(one, rule(one)) for one in ([], *lists)]


def write(path: Path, rows: Rows) -> Path:
    return write_rows(path, [{"input": given, "output": wanted} for given, wanted in rows])


def by_file(file: Path, given: list[Any]) -> Any:
    """What the emitted file answers in an interpreter of its own."""
    code = f"import json; from {file.stem} import run; print(json.dumps(run({given!r})))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=file.parent, capture_output=True, check=True
    )
    return json.loads(done.stdout)


CASES: dict[str, tuple[Callable[[list[Any]], Any], list[Any], list[list[Any]]]] = {
    "all but the first": (lambda x: x[1:], [0, 1, 2, 3], [[3, 1, 2], [2], [], [0, 0, 3]]),
    "strings": (lambda x: x[1:], ["3", "b", "true"], [["3", "b"], ["b"], []]),
    "truths": (lambda x: [n > 2 for n in x], [0, 1, 2, 3, 4], [[4, 1], [], [3]]),
    "one value": (len, [5, "a"], [[5, "a", 5], [], ["a"]]),
}


@pytest.mark.parametrize("case", CASES)
def test_a_found_program_answers_lists_with_lists(case: str, tprog: Shell, tmp_path: Path) -> None:
    rule, values, asked = CASES[case]
    rows = write(tmp_path / "rows.jsonl", drawn(rule, values))
    folder = tmp_path / "run"
    assert tprog("search", str(rows), "--seconds", "10", "--jobs", "1", "--out", str(folder)) == 0
    assert "100.00%" in tprog.out
    program = tp.load(folder)
    for given in asked:
        wanted = rule(given)
        assert program(given) == wanted
        assert type(program(given)) is type(wanted)
        assert by_file(folder / "program.py", given) == wanted
        for text in (json.dumps(given), " ".join(map(json.dumps, given)).replace('"', "")):
            assert tprog("run", str(folder), text) == 0
            assert json.loads(tprog.out) == {"input": given, "output": wanted}
    assert tprog("evaluate", str(folder), "--data", str(rows)) == 0
    assert "100.00%" in tprog.out
    assert tprog("verify", str(folder), str(folder / "program.py")) == 0


def test_examples_in_python_may_be_lists() -> None:
    found = search(drawn(lambda x: x[:-1], [1, 2, 3]), seconds=20)
    assert found.program is not None
    assert found.program([3, 1, 2]) == [3, 1]
    assert found.program([]) == []


def test_eight_lists_of_different_lengths_show_that_three_values_are_kept() -> None:
    texts = "47834 66866335 5119 826 87571 749759 86870 2175"
    rows = [([*map(int, text)], [*map(int, text)][:3]) for text in texts.split()]
    assert tp.search(rows, seconds=10).program([9, 4, 4, 1, 0]) == [9, 4, 4]


def test_eight_lists_show_their_smallest_number_also_where_it_was_not_shown() -> None:
    texts = "9134 282 307 2176 448 96 2215 7613"
    rows = [([*map(int, text)], min(map(int, text))) for text in texts.split()]
    program = tp.search(rows, seconds=10).program
    for given in ([9, 4, 44], [300, 57, 12], [5, -3], [7]):
        assert program(given) == min(given)


def test_a_stored_program_for_lists_stays_one(tmp_path: Path) -> None:
    words = Variable("tokens", Categorical(("<s>", "1", "true")))
    vocabulary = Vocabulary(("<s>", "1", "true"), begin="<s>", lists="values")
    program = Program(vocabulary, (Token(words, (0, 0, 2)),), Answer("tokens"))
    assert program([1, True, 1]) == [True]
    assert program(["<s>", "1", "true"]) == ["<s>", "<s>", "true"]
    tp.save(program, tmp_path / "program.json")
    assert tp.load(tmp_path / "program.json") == program
    (tmp_path / "kept.py").write_text(tp.emit(program))
    assert by_file(tmp_path / "kept.py", [1, True, 1]) == [True]
    assert tp.verify(program, tmp_path / "kept.py")


def test_a_list_without_an_answer_gives_none(tmp_path: Path) -> None:
    words = Variable("tokens", Categorical(("<s>", "1", "2")))
    vocabulary = Vocabulary(("<s>", "1", "2"), begin="<s>", lists="number")
    program = Program(vocabulary, (Token(words, (0, 0, 2)),), Answer("tokens"))
    assert program([2]) == 2
    assert program([1]) is None
    (tmp_path / "number.py").write_text(tp.emit(program))
    assert by_file(tmp_path / "number.py", [2]) == 2
    assert by_file(tmp_path / "number.py", [1]) is None


def test_the_first_program_that_passes_is_shown_at_once(tmp_path: Path) -> None:
    rows = write(tmp_path / "rows.jsonl", drawn(lambda x: [n > 2 for n in x], [0, 1, 2, 3, 4]))
    reports: list[Status] = []
    found = search(tp.tasks.load(rows), Settings(seconds=20, workers=1), reports.append)
    first = [report for report in reports if report.program is not None]
    assert len(first) == 1
    assert first[0].program([1, 4, 3]) == [False, True, True]
    assert first[0].seconds < found.seconds


def since_the_last(values: list[int]) -> list[int]:
    """The sums since the last 0."""
    sums = [0]
    for value in values:
        sums.append(sums[-1] + value if value else 0)
    return sums[1:]


def test_sums_that_begin_anew_are_found() -> None:
    draw = random.Random(5)
    lists = [[draw.randint(0, 3) for _ in range(draw.randint(2, 8))] for _ in range(100)]
    rows = [(one, since_the_last(one)) for one in lists[:60]]
    found = search(rows, Settings(seconds=60, workers=1))
    assert found.exact
    assert [found.program(one) for one in lists[60:]] == [*map(since_the_last, lists[60:])]


def test_sorting_takes_no_value_for_a_position() -> None:
    draw = random.Random(1)  # ties may be broken by number + position in all of these rows
    rows = []
    for _ in range(10):
        given = [draw.randrange(99) * draw.choice([1, 7, 10]) for _ in range(draw.randint(2, 5))]
        if draw.random() < 0.3 and len(given) > 2:
            given[0] = given[-1]
        rows.append((given, sorted(given)))
    program = search(rows, Settings(seconds=30, workers=1)).program
    for given in ([5, -7, 300], [3, 12345, -2, 0], [9, 8, 7, 6], [1, 1, 0]):
        assert program(given) == sorted(given)


def test_eight_lists_show_which_values_are_kept() -> None:
    texts = "4 8 15 16 23 42,7 7,0 5 6,12 3 9 10,1 2 3 4 5,20,9 11 13,6 4 2 1"
    lists = [[*map(int, text.split())] for text in texts.split(",")]
    found = search([(one, [n for n in one if n % 2 == 0]) for one in lists], seconds=10)
    assert found.program([31, 58, 90, 7, 0]) == [58, 90, 0]
    assert not found.doubt
    assert "is_even_number: whether number is even" in tp.emit(found.program)
