"""Reports of what was learned: plan, progress, scores, program, networks, front."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import takewhile
from pathlib import Path
from statistics import median

import numpy as np

from ..dataset import Task
from ..learn import Gradient, Learned, OnProgress
from ..printer import emit, printed_lines
from ..program import Program
from ..program.program import claims
from ..store import PROGRAM_FILE
from ..store.folder import EXTRACTED_FILE, METRICS_FILE, RECORD_FILE, Front
from .console import counted, ending_at_once, note, print_code, progress, say

MAX_WORDS = 12  # of an input to try
SCREEN = 60  # lines of code that are printed without --code


def print_plan(task: Task, plan: str) -> None:
    """The task, its inputs, and how it will be learned."""
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    note(f"{task.name}: {task.description}")
    note(f"  {counts} inputs for training, validation and test")
    note(f"  {plan}")


@contextmanager
def learning_progress(first: str, end_at_once: bool = True) -> Iterator[OnProgress]:
    """The progress of `fit`. Ctrl-C ends the process at once, unless the work is elsewhere."""
    with progress(first) as show, ending_at_once() if end_at_once else nullcontext():
        yield lambda stage: show(str(stage), share=stage.share)


def print_learned(learned: Learned, folder: Path, code: bool | None) -> None:
    """The result first: scores, then the code if it is short; then networks and front."""
    print_scores(learned)
    if not learned.front:  # no program
        print(learned)
        say(f"files: {folder}/{RECORD_FILE}, {METRICS_FILE}")
        return
    program = learned.program
    print_program(program, "program", folder, code)
    files = ["program.py", PROGRAM_FILE, RECORD_FILE]
    if isinstance(learned.how, Gradient):
        print_size(program, before=learned.best.program, raw=True)
        print_networks(learned)
        files += [f"{EXTRACTED_FILE} (equal to the network)", METRICS_FILE]
    else:
        print_size(program)
    if len(learned.front) > 1:
        print_front(learned.front, folder)
        files.append("front/")
    print_example(learned.task, folder)
    say(f"files: {folder}/{', '.join(files)}")


def print_scores(learned: Learned) -> None:
    """Test scores, with a baseline that reads single words if the task has no exact rule."""
    task, scores = learned.task, learned.scores
    seen = np.array_equal(task.test.words, task.train.words)
    say(f"{'rows:' if seen else 'test:'}  {scores['test']}{', all used for learning' * seen}")
    if task.oracle is None:
        from ..learn.baselines import baseline

        words = baseline(task)
        say(f"       baseline: {words.scores(task, task.test).main:.2%} ({words.name})")
    if "all" in scores:
        say(f"all:   {scores['all']}")


def print_front(front: Front, folder: Path) -> None:
    """The table of the front, and how to read one of its programs."""
    say(f"\nprograms from the shortest to the best on {front[-1].held_out}:")
    say(f"{front}\n")
    error = "the shortest within one standard error of the best"
    say(f"{PROGRAM_FILE} is program {front.knee}, {error}")
    say(f"read:  tprog show {folder} --code (program {front.knee}; --index N: another one)")


def print_program(program: Program, stem: str, folder: Path, code: bool | None) -> None:
    """Print the code if it is wanted or fits on a screen, and what is proved about the program."""
    text = emit(program, name=stem, complete=False)
    lines = text.count("\n")
    if code is False or (code is None and lines > SCREEN):
        say(f"code:  {counted(lines, 'line')}, in {folder}/{stem}.py")
    else:
        print_code(text)
    for number, link in enumerate(claims(program)):
        say(f"{'' if number else 'chain:':<7}{link}")


def print_size(program: Program, before: Program | None = None, raw: bool = False) -> None:
    """Lines and steps, and those of the program it was made from; raw: that one as extracted."""
    text = f"{counted(printed_lines(program), 'line')}, {counted(len(program.steps), 'step')}"
    if before is not None:
        lines = counted(printed_lines(before, raw=raw), "line")
        text += f" (before: {lines}, {counted(len(before.steps), 'step')})"
    say(f"size:  {text}")


def print_networks(learned: Learned) -> None:
    """All networks in one line."""
    best = learned.best
    sound = [network for network in learned.networks if not network.diverged]
    scores = sorted(network.validation for network in sound)
    spread = f"{scores[0]:.2%} to {scores[-1]:.2%}, median {median(scores):.2%}"
    lost, ancestor = len(learned.networks) - len(sound), best.ancestor
    say(
        f"seeds: {counted(len(learned.networks), 'network')}, validation {spread}"
        f"{f', {lost} diverged' if lost else ''}; the best is seed {best.seed}"
        f"{'' if ancestor is None else f', descended from seed {ancestor}'}"
    )
    for network in takewhile(lambda network: network is not best, learned.ranked):
        score = f"{network.validation:.2%}"
        say(f"       seed {network.seed} ({score}) cannot become a program: {network.refusal}")


def print_example(task: Task, folder: Path) -> None:
    """A command that runs the program on a training input of medium length."""
    inputs = [task.words_of(row) for row in task.train.words[:10]]
    chosen = max(inputs, key=lambda words: len(words) * (len(words) <= MAX_WORDS))
    vocabulary = task.vocabulary
    text = " ".join(chosen)
    if vocabulary.tokenizer is not None or vocabulary.lists:  # they have no marks
        text = " ".join(chosen[i] for i in vocabulary.inner(len(chosen)))
    quoted = shlex.quote(text) if set(text) & set('"$`!\\') else f'"{text}"'
    say(f"try:   tprog run {folder} {quoted}")
