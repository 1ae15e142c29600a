"""Everything that runs a program, compared with the interpreter on random programs and inputs.

`agree` draws programs by their numbers and counts what differs; `python benchmarks/agreement.py`
does so for many programs.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import five_rules
import numpy as np
from random_programs import random_input, random_program

from transformer_programs import view
from transformer_programs.meaning.batch import decode_batch, encode_batch, label_batch, run_batch
from transformer_programs.meaning.interpret import InputError, evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.printer.emitted import layout_of
from transformer_programs.program import Program
from transformer_programs.program.steps import Classifier
from transformer_programs.program.values import Categorical
from transformer_programs.simplifier import readable
from transformer_programs.store import dumps, loads
from transformer_programs.store.schema import to_plain

INTERPRETER = Path(view.__file__).parent / "page" / "interpret.js"
EXACT = 2**53  # the page refuses what is larger
LISTEN = """
const spell = JSON.stringify;
const one = (program, tokens) => {
  try {
    const run = runProgram(program, tokens);
    return [run.labels, Object.fromEntries(run.values), run.scores];
  } catch (error) {
    if (error instanceof InputError) return error.message;
    return `Error: ${error.stack}`;
  }
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const cases = JSON.parse(line).map(([document, inputs]) => {
    const program = readProgram(document);
    return inputs.map((tokens) => one(program, tokens));
  });
  process.stdout.write(JSON.stringify(cases) + "\\n");
});
"""


@dataclass(frozen=True)
class Run:
    """What one input gave: no answer where it was refused; what an evaluator does not say is None.

    `variables` are the values as programs hold them, `scores` the votes.
    """

    answer: Any
    variables: dict[str, list[int]] | None = None
    scores: list[list[int]] | None = None

    def agrees(self, other: Run) -> bool:
        pairs = [(self.variables, other.variables), (self.scores, other.scores)]
        alike = all(a is None or b is None or a == b for a, b in pairs)
        return self.answer == other.answer and alike


REFUSED = Run(None)
TOO_LARGE = Run("too large")


@dataclass(frozen=True)
class Case:
    """A program and its inputs."""

    program: Program
    inputs: list[list[str]]


@dataclass(frozen=True)
class Difference:
    evaluator: str
    tokens: list[str] | None  # None: the evaluator failed as a whole
    expected: Any
    got: Any


Evaluator = Callable[[Case], "list[Run]"]


# --- programs and inputs --------------------------------------------------------------------------


def case_of(seed: int, number: int) -> Case:
    """The program with this number, and inputs for it."""
    rng = random.Random(f"{seed} {number}")
    program = random_program(rng, most_steps=6)
    first = random_input(rng, program)
    similar = [first]
    inner = [i for i, token in enumerate(first) if token in _inner_words(program, first)]
    for i in sorted(rng.sample(inner, min(2, len(inner)))):
        words = _inner_words(program, first)
        other = rng.choice([word for word in words if word != first[i]] or words)
        similar += [[*old[:i], other, *old[i + 1 :]] for old in similar]
    return Case(program, [*similar, random_input(rng, program), _damaged(rng, program, first)])


def _inner_words(program: Program, tokens: list[str]) -> list[str]:
    """The words that may stand between the marks, unlisted ones of the input among them."""
    vocabulary = program.vocabulary
    marks = vocabulary.begin, vocabulary.end
    return list(dict.fromkeys(w for w in (*vocabulary.symbols, *tokens) if w not in marks))


def _damaged(rng: random.Random, program: Program, tokens: list[str]) -> list[str]:
    """An input with a fault, which some programs take all the same."""
    place = rng.randint(0, len(tokens))
    word = rng.choice([*program.vocabulary.words, "never-listed", ""])
    longer = [*tokens[:place], word, *tokens[place:]]
    return rng.choice([longer, longer, tokens[1:], tokens[:-1], tokens * 2])


# --- evaluators -----------------------------------------------------------------------------------


def interpreted(case: Case) -> list[Run]:
    return [_interpreted(case.program, tokens) for tokens in case.inputs]


def _interpreted(program: Program, tokens: list[str]) -> Run:
    try:
        done = evaluate(program, tokens)
    except InputError:
        return REFUSED
    variables = {name: list(values) for name, values in done.variables.items()}
    return Run(done.answer, variables, [list(row) for row in done.scores])


def by_the_rules(case: Case) -> list[Run]:
    runs = [five_rules.Run(case.program, tokens) for tokens in case.inputs]
    return [
        REFUSED if run.answer is None else Run(run.answer, _stored(run), run.scores) for run in runs
    ]


def _stored(run: five_rules.Run) -> dict[str, list[int]]:
    return {
        name: [
            type.values.index(value) if isinstance(type, Categorical) else int(value)
            for value in run.columns[name]
        ]
        for name, type in run.types.items()
    }


def batched(case: Case) -> list[Run]:
    program = case.program
    taken: list[int] = []
    for number, tokens in enumerate(case.inputs):
        try:
            encode_batch(program, [tokens])
            taken.append(number)
        except InputError:
            pass
    words = encode_batch(program, [case.inputs[number] for number in taken])
    done = run_batch(program, words)
    if not np.array_equal(np.asarray(label_batch(program, words)), np.asarray(done.labels)):
        raise AssertionError("label_batch and run_batch differ")
    answers = decode_batch(program, words, done.labels)
    runs = [REFUSED] * len(case.inputs)
    for row, number in enumerate(taken):
        length = len(case.inputs[number])
        variables = {
            name: np.asarray(column)[row, :length].tolist()
            for name, column in done.variables.items()
        }
        scores = [] if done.scores is None else np.asarray(done.scores)[row].tolist()
        pooled = np.ndim(done.labels) == 1
        runs[number] = Run(answers[row], variables, [scores] if pooled else scores[:length])
    return runs


def printed_raw(case: Case) -> list[Run]:
    return _of_code(emit(case.program, raw=True), case)


def _of_code(code: str, case: Case) -> list[Run]:
    run = as_module(code).run
    runs = []
    for tokens in case.inputs:
        try:
            runs.append(Run(run(tokens)))
        except ValueError as error:
            if not str(error).startswith("expected "):
                raise
            runs.append(REFUSED)
    return runs


@lru_cache(maxsize=1)  # it is run, then printed
def _short(program: Program) -> Program:
    return readable(program)


def simplified(case: Case) -> list[Run]:
    return [Run(_interpreted(_short(case.program), tokens).answer) for tokens in case.inputs]


def printed(case: Case) -> list[Run]:
    short = _short(case.program)
    layout = layout_of(short)
    if layout.plain or layout.raw:
        raise AssertionError(f"the shortest form is wrong of one of {sorted(layout.plain)}")
    return _of_code(emit(short), case)


def stored(case: Case) -> list[Run]:
    again = loads(dumps(case.program))
    if again != case.program:
        raise AssertionError("the program that was read is not the one that was written")
    return [_interpreted(again, tokens) for tokens in case.inputs[:1]]


EVALUATORS: dict[str, Evaluator] = {
    "five rules": by_the_rules,
    "batch": batched,
    "printed as it is": printed_raw,
    "stored": stored,
    "simplified": simplified,
    "printed readable": printed,
}
PAGE_NAME = "page"


class Page:
    """The interpreter of the page under Node: one process for many programs."""

    def __init__(self, node: str) -> None:
        code = INTERPRETER.read_text(encoding="utf-8") + LISTEN
        pipe = subprocess.PIPE
        # In a session of its own it does not hear Ctrl-C: it ends when nobody asks any more.
        self.process = subprocess.Popen(
            [node, "-e", code], stdin=pipe, stdout=pipe, start_new_session=True
        )

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def __call__(self, cases: list[Case]) -> list[list[Run]]:
        """What the page computes for each input of each case."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = [[to_plain(case.program), case.inputs] for case in cases]
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"Node has ended: status {self.process.wait()}")
        answered = json.loads(line)
        return [
            [_of_page(case.program, given) for given in runs]
            for case, runs in zip(cases, answered, strict=True)
        ]


def _of_page(program: Program, given: Any) -> Run:
    if isinstance(given, str):
        return TOO_LARGE if "too large" in given else Run(given) if "Error" in given else REFUSED
    return Run(*given)


def find_node() -> str | None:
    """Node where it is installed, or the one that Playwright brings along."""
    found = os.environ.get("NODE") or shutil.which("node")
    if found is None and (spec := find_spec("playwright")) and spec.origin:
        brought = Path(spec.origin).parent / "driver" / "node"
        found = str(brought) if brought.exists() else None
    return found


# --- comparing ------------------------------------------------------------------------------------


@dataclass
class Tally:
    """How many inputs of how many programs an evaluator has run, and what differed."""

    programs: Counter[str] = field(default_factory=Counter)
    inputs: Counter[str] = field(default_factory=Counter)
    differences: list[tuple[int, Difference]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.programs += other.programs
        self.inputs += other.inputs
        self.differences += other.differences


def agree(seed: int, numbers: range, page: Page | None) -> Tally:
    """Run the programs with these numbers through everything."""
    tally = Tally()
    cases = [case_of(seed, number) for number in numbers]
    of_page = page(cases) if page is not None else [None] * len(cases)
    for number, case, paged in zip(numbers, cases, of_page, strict=True):
        expected = interpreted(case)
        runs: dict[str, list[Run] | Difference] = {
            name: attempted(name, evaluator, case) for name, evaluator in EVALUATORS.items()
        }
        if paged is not None:
            runs[PAGE_NAME] = paged
        for name, given in runs.items():
            found = (
                given if isinstance(given, Difference) else difference(name, case, expected, given)
            )
            tally.programs[name] += 1
            tally.inputs[name] += 0 if isinstance(given, Difference) else len(given)
            if found is not None:
                tally.differences.append((number, found))
    return tally


def attempted(name: str, evaluator: Evaluator, case: Case) -> list[Run] | Difference:
    try:
        return evaluator(case)
    except Exception as error:
        return Difference(name, None, None, f"{type(error).__name__}: {error}")


def difference(name: str, case: Case, expected: list[Run], given: list[Run]) -> Difference | None:
    """The first input on which an evaluator and the interpreter differ; it may run fewer."""
    for tokens, right, run in zip(case.inputs, expected, given, strict=False):
        if run is TOO_LARGE and largest(case.program, right) > EXACT:
            continue
        if not run.agrees(right):
            return Difference(name, tokens, right, run)
    return None


def largest(program: Program, run: Run) -> int:
    """No number that the run meets is larger than this."""
    length = max(map(len, (run.variables or {}).values()), default=1)
    high = {name: max(map(abs, column)) for name, column in (run.variables or {}).items()}
    votes = program.output.votes if isinstance(program.output, Classifier) else ()
    heaviest = [max(map(abs, sum(vote.weights, ()))) * max(1, high[vote.reads]) for vote in votes]
    return 2 * length * max(sum(heaviest), *high.values())
