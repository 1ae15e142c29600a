"""The content of the page as plain values: the program, its code, its layers, inputs to try.

The page draws this and nothing else; it runs the program itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dataset import Task, predictions
from ..meaning.interpret import InputError, encode
from ..meaning.words import input_of, is_stand_in
from ..printer import emit, step_code
from ..printer.sentences import sentences
from ..program import Program, Vocabulary
from ..program.numerals import with_numerals
from ..program.program import claims
from ..program.steps import Classifier, Mlp, One, Position, Token, reads
from ..store.schema import to_plain
from ..tasks import TASKS

MAX_EXAMPLES = 7
READABLE_WORDS = 12  # real inputs of about this length are shown first
UNKNOWN_COST = 1000  # an unknown word is as bad as so many words too many
MAX_SYMBOLS = 500  # a larger vocabulary is one of text


@dataclass(frozen=True, slots=True)
class PageExample:
    """An input to try; `answers` are right, None where nothing is asked or nobody knows."""

    tokens: tuple[str, ...]
    answers: tuple[str | None, ...] | None = None
    note: str = ""


def page_data(
    program: Program,
    name: str,
    task: Task | None,
    examples: Sequence[PageExample],
    start: Sequence[str] | None,
    raw: bool,
) -> dict[str, Any]:
    """Everything the page needs, ready for JSON."""
    shown = list(examples) or (examples_of(program, task) if task else []) or guessed(program)
    if start is not None:
        given = input_of(program, start)
        encode(with_numerals(program, given), given)  # raises if the page cannot run it
        tokens = tuple(given)
        shown = [PageExample(tokens), *(one for one in shown if one.tokens != tokens)]
    return {
        "name": name,
        "description": task.description if task else "",
        "program": to_plain(program),
        "claims": list(map(str, claims(program))),
        "layers": layers(program),
        "code": step_code(program, raw=raw),
        "file": emit(program, name=name, raw=raw, complete=False),
        "says": dict(sentences(program)),
        "examples": [asdict(example) for example in shown],
    }


def examples_of(program: Program, task: Task) -> list[PageExample]:
    """A few test inputs of a task, the most readable first, and some that are answered wrongly."""
    split = task.test
    given = predictions(program, task, split)
    wrong = ((given != split.labels) & (split.labels >= 0)).reshape(len(split), -1).any(axis=1)
    lengths = (split.words >= 0).sum(axis=1)
    order = np.argsort(-lengths if task.oracle else _cost(task, lengths), kind="stable")
    failed = [int(i) for i in order if wrong[i]][: MAX_EXAMPLES // 4]
    order = order if task.oracle else order[: 2 * MAX_EXAMPLES]
    entry, made = TASKS.get(task.name) if task.oracle else None, []
    if entry is not None:
        with suppress(InputError):  # its own size may be too small for this example
            encode(program, entry.example)
            made.append(PageExample(entry.example, tuple(entry.target)))
    middle = [int(i) for i in order[:: max(1, len(order) // MAX_EXAMPLES)] if not wrong[i]]
    for i in middle[: MAX_EXAMPLES - len(failed) - len(made)] + failed:
        labels = tuple(task.labels_of(split, i))
        note = "answered wrongly" if wrong[i] else ""
        made.append(PageExample(tuple(task.words_of(split.words[i])), labels, note))
    return made


def _cost(task: Task, lengths: NDArray[np.int_]) -> NDArray[np.int_]:
    """How hard it is to read each test input of real text: unknown words are the worst.

    Of these the task keeps no more than a stand-in. Signs and odd lengths count, too.
    """
    unknown, costs = task.vocabulary.unknown, [0] * (len(task.vocabulary.words) + 1)
    for i, word in enumerate(task.vocabulary.words):
        is_unknown = word == unknown or is_stand_in(word)
        costs[i] = UNKNOWN_COST if is_unknown else int(not any(map(str.isalpha, word)))
    in_words: NDArray[np.int_] = np.array(costs)[task.test.words].sum(axis=1)  # the last: padding
    return in_words + np.abs(lengths - READABLE_WORDS)


def guessed(program: Program) -> list[PageExample]:
    """Inputs made of the program's own words, where nobody gave any."""
    vocabulary, rows = program.vocabulary, _telling_words(program)
    if not rows:
        written = tuple(word for word in vocabulary.words if _is_written(vocabulary, word))
        symbols = (written or vocabulary.symbols) * 15  # every symbol, every second, every third
        rows = [symbols[5 * i : 15 * (i + 1) : i + 1] for i in range(3)]
    most = math.inf if program.max_length is None else program.max_length
    room = int(min(6, most - len(vocabulary.marks)))
    framed = [tuple(vocabulary.framed(row[:room])) for row in rows]
    return [PageExample(tokens) for tokens in dict.fromkeys(framed)]


def _telling_words(program: Program) -> list[tuple[str, ...]]:
    """The words with the most votes for each of up to three classes; none if words do not vote."""
    vocabulary, output = program.vocabulary, program.output
    words, is_text = vocabulary.words, vocabulary.reads_text
    lookups = {step.out.name: step.lookup for step in program.steps if isinstance(step, Token)}
    if not isinstance(output, Classifier) or not (is_text or len(words) > MAX_SYMBOLS):
        return []
    votes = np.zeros((len(words), len(output.classes)))
    for vote in output.votes:
        if vote.reads in lookups and len(vote.weights) > 1:
            votes += np.asarray(vote.weights, float)[list(lookups[vote.reads])]
    lead = 2 * votes - votes.sum(axis=1, keepdims=True)
    lead[[not _is_written(vocabulary, word) for word in words]] = -np.inf
    best = np.argsort(-lead, axis=0, kind="stable")[:3].T[:3]
    return [tuple(words[i] for i in row) for row in best] if votes.any() else []


def _is_written(vocabulary: Vocabulary, word: str) -> bool:
    """Whether a person writes this word: it is no mark, and stands for no unknown words."""
    return word not in (*vocabulary.marks, vocabulary.unknown) and not is_stand_in(word)


def layers(program: Program) -> dict[str, int]:
    """The layer of each variable: 0 for inputs, then as in the network, or as far as needed.

    A step never stands before what it reads; an MLP may stand in the layer of the heads it reads.

    >>> from transformer_programs.shelf import reverse
    >>> layers(reverse.program)
    {'tokens': 0, 'positions': 0, 'length': 1, 'targets': 1, 'outputs': 2}
    """
    found: dict[str, int] = {}
    functions: set[str] = set()
    for step in program.steps:
        name = step.out.name
        if isinstance(step, Token | Position | One):
            found[name] = 0
            continue
        after = functions if isinstance(step, Mlp) else found
        needed = [found[read] + int(read in after and found[read] > 0) for read in reads(step)]
        origin = step.out.origin
        found[name] = max(1, *needed, 1 if origin is None else origin.layer + 1)
        if isinstance(step, Mlp):
            functions.add(name)
    return found
