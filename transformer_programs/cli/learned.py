"""What learning prints: the plan, how far it is, and the result: scores, the front, the program."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import isnan
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from rich.table import Table

from ..dataset import Scores, Split, Task, evaluate_program
from ..printer import MANY_WORDS, emit_files, printed_lines, readable, sections
from ..program import Program
from ..store.front import Front
from .console import (
    counted,
    ending_at_once,
    note,
    output,
    print_chain,
    print_code,
    print_wide,
    reporting,
    say,
)

if TYPE_CHECKING:
    from ..learn.population import Progress as Moment
    from ..learning import Learned

RESUMES = "Ctrl-C stops it; the same command resumes"
SHORT = 12  # words of an input to try
SCREEN = 60  # lines of code that are printed without being asked for
MANY_VOTES = 30  # lines of votes that are left out unless asked for


def print_plan(task: Task, *plans: str) -> None:
    """What is to be learned, from how much, and how."""
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    note(f"{task.name}: {task.description}")
    note(f"  {counts} inputs for training, validation and test")
    for line in filter(None, plans):
        note(f"  {line}")


@contextmanager
def progress(first: str = "compiling", here: bool = True) -> Iterator[Callable[[Moment], None]]:
    """A bar on a terminal; elsewhere one line per report.

    Where the work is done `here`, not on a cluster, Ctrl-C ends it at once.
    """
    best, at = 0.0, (0, 0)
    with reporting(first) as tell, ending_at_once() if here else nullcontext():

        def told(moment: Moment) -> None:
            nonlocal best, at
            if not hasattr(moment, "step"):  # another stage than training
                tell(str(moment), share=moment.share)
                return
            before, at = at, (moment.group, moment.step)
            anew = at <= before and not moment.doing  # another training, of another task
            best = max(0.0 if anew else best, moment.best)
            done = (moment.group + moment.step / moment.steps) / moment.groups
            tell(_reported(moment, best), news=True, share=done)

        yield told


def _reported(moment: Moment, best: float) -> str:
    """How far training is; `best` is the best score so far."""
    if moment.doing and not moment.step:
        return moment.doing
    parts = [
        f"step {moment.step:,}/{moment.steps:,}",
        f"loss {moment.median_loss:.3f}",
        f"best validation {best:.2%}",
    ]
    if moment.temperature:
        parts.append(f"temperature {moment.temperature:.2f}")
    if not isnan(moment.seconds_left) and not output(stderr=True).is_terminal:  # a bar says it
        parts.append(f"{moment.seconds_left:.0f} s left")
    if lost := sum(moment.diverged):
        parts.append(f"{lost} diverged")
    return (f"{moment.doing}: " if moment.doing else "") + "  ".join(parts)


# --- the result -----------------------------------------------------------------------------------


def print_scores(task: Task, scores: Callable[[Split], Scores]) -> None:
    """The scores of a model, and of a baseline that reads words alone where no rule is known."""
    say(f"test:  {scores(task.test)}")
    whole = task.test.in_one_piece()
    if whole is not task.test:
        say(f"       without sentences that were cut: {scores(whole)}")
    if task.oracle is None:
        from ..learn.baselines import baseline

        words = baseline(task)
        say(f"       baseline: {words.scores(task, task.test).main:.2%} ({words.name})")
    every = task.all_inputs()
    if every is not None:
        say(f"all:   {scores(every)}")


def print_front(front: Front, folder: Path | None) -> None:
    """The table and, where a run folder keeps it, how to read one of its programs."""
    where = "" if folder is None else f" ({folder}/front.md)"
    say(f"\nprograms from the shortest to the best on {front.best.held_out}{where}:")
    say(f"{front}\n")
    if folder is not None:
        say(f"read:  tprog show {folder} --code (program {front.knee}; --index N: another one)")


def print_program(
    program: Program, stem: str, folder: Path, code: bool | None, votes: bool = False
) -> None:
    """Print the code where it is wanted, or fits on a screen; and what is known of the program."""
    text = emit_files(program, stem)[f"{stem}.py"]
    lines = text.count("\n")
    if code is False or (code is None and not votes and lines > SCREEN):
        say(f"code:  {counted(lines, 'line')}, in {folder}/{stem}.py")
        print_chain(program)
        return
    print_code(text if votes else without_votes(program, stem, text))
    print_chain(readable(program))  # what is printed


def without_votes(program: Program, stem: str, text: str) -> str:
    """The code with a comment in the place of votes, if they are many.

    >>> from transformer_programs.shelf import induction
    >>> without_votes(induction.program, "induction", "all of it")
    'all of it'
    """
    beside = f"{stem}_words.json" if len(program.vocabulary.words) > MANY_WORDS else None
    for part in sections(readable(program), stem, beside):
        count = part.own_lines
        if part.kind == "votes" and count > MANY_VOTES and part.text in text:
            return text.replace(part.text, f"# {count:,} lines of votes: --votes prints them\n\n\n")
    return text


def print_networks(runs: Learned) -> None:
    """All networks in one line; merged networks in a table."""
    best, sound = runs.best, [run.member for run in runs.networks if not run.member.diverged]
    scores = sorted(member.validation for member in sound)
    lost, ancestor = len(runs.networks) - len(sound), best.member.ancestor
    spread = f"{scores[0]:.2%} to {scores[-1]:.2%}, median {median(scores):.2%}"
    say(
        f"seeds: {counted(len(runs.networks), 'network')}, validation "
        f"{spread if len(scores) > 1 else f'{scores[0]:.2%}'}"
        f"{f', {lost} diverged' if lost else ''}; the best is seed {best.seed}"
        f"{'' if ancestor is None else f', descended from seed {ancestor}'}"
    )
    say(
        f"       extracted program and network differ on {best.disagreements()} of "
        f"{len(runs.task.test):,} test inputs"
    )
    if not runs.merged:
        return
    score = " F1" if runs.task.metric == "entity" else ""
    say("\nmerged networks with jointly fitted votes:")
    table = Table("networks", f"validation{score}", f"test{score}", box=None, pad_edge=False)
    for run in runs.merged:
        values = (run.member.validation, run.member.test)
        table.add_row(str(run.networks), *(f"{value:.2%}" for value in values))
    print_wide(table)
    how = "with its trained votes" if best is runs.alone else "with fitted votes"
    say(f"best:  {counted(best.networks, 'network')} {how}")


def print_learned(
    task: Task, program: Program, stem: str, folder: Path, code: bool | None, votes: bool
) -> None:
    """The result first: scores; then the code if it is short."""
    print_scores(task, lambda split: evaluate_program(program, task, split))
    print_program(program, stem, folder, code, votes)


def print_lines(before: Program, after: Program) -> None:
    """How much shorter a program has become."""
    lines = printed_lines(before, raw=True)
    say(
        f"size:  {counted(printed_lines(after), 'line')}, {counted(len(after.steps), 'step')} "
        f"(before: {counted(lines, 'line')}, {counted(len(before.steps), 'step')})"
    )


def print_try(task: Task, folder: Path) -> None:
    """A training input, whose words are known, as a shell takes it: not too short, nor long."""
    first = [task.words_of(row) for row in task.train.words[:10]]
    lengths = [len(words) * (len(words) <= SHORT) for words in first]
    chosen, vocabulary = first[lengths.index(max(lengths))], task.vocabulary
    text = " ".join(chosen)
    if vocabulary.tokenizer is not None or vocabulary.lists:  # they have no marks
        text = " ".join(chosen[i] for i in vocabulary.inner(len(chosen)))
    quoted = shlex.quote(text) if set(text) & set('"$`!\\') else f'"{text}"'
    say(f"try:   tprog run {folder} {quoted}")
