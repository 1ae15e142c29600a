"""Ablation: which steps of a program matter on some inputs, and the circuit of a behaviour.

A step matters where switching it off (`tracer.switched_off`) changes an answer. A circuit is a set
of steps that keeps a behaviour while every other step is frozen at its most frequent value, and of
which no step can be left out. Other steps are frozen, not off, so that their votes still count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .meaning.batch import label_batch, label_name, run_batch
from .meaning.interpret import evaluate
from .meaning.words import described, is_stand_in
from .program import Program
from .program.values import Refusal
from .tracer import frozen, switched_off

Array = npt.NDArray[Any]


class ExplainError(Refusal):
    """A question about a program's behaviour that cannot be answered. The message says why."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of switching off one step: on how many inputs and answers.

    `example`: an input, and the answers that change on it.
    """

    step: str
    inputs: int
    answers: int
    example: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The importance of each step on some inputs; the most important step first."""

    inputs: int
    answers: int
    effects: tuple[Effect, ...]

    def __str__(self) -> str:
        rows = [("step off", "inputs changed", "an input: answer before -> after")]
        rows += [(effect.step, f"{effect.inputs:,}", effect.example) for effect in self.effects]
        width = max(len(step) for step, _, _ in rows)
        lines = [
            f"  {step:<{width}}  {count:>14}  {example}".rstrip() for step, count, example in rows
        ]
        return "\n".join([f"{self.inputs:,} inputs, {self.answers:,} answers", *lines])


def explain(program: Program, words: Array, scored: Array | None = None) -> Explanation:
    """Switch off each step in turn and count the answers that change.

    `words` are inputs encoded by `encode_batch`. `scored` is an array like the labels that is true
    where an answer counts; by default all answers count.

    >>> from transformer_programs.meaning.batch import encode_batch
    >>> from transformer_programs.shelf import induction
    >>> words = encode_batch(induction.program, [c[0].split() for c in induction.cases])
    >>> print(explain(induction.program, words).effects[1].example)
    <s> b 3 c 0 a 3 c: 0 -> unk at 7
    """
    labels, counted = _labels(program, words, scored)
    lengths, effects = (words >= 0).sum(axis=1), []
    for name in (step.out.name for step in program.steps):
        without = switched_off(program, [name])
        changed = (np.asarray(label_batch(without, words)) != labels) & counted
        changes = changed.reshape(len(words), -1).sum(axis=1)
        rows = np.flatnonzero(changes)
        example = ""
        if len(rows):  # the input that shows it best: with the fewest changed answers, the shortest
            row = rows[np.lexsort((lengths[rows], changes[rows]))[0]]
            tokens = [program.vocabulary.words[w] for w in words[row] if w >= 0]
            places = np.flatnonzero(changed[row]) if changed.ndim > 1 else None
            example = _example(program, without, tokens, places)
        effects.append(Effect(name, len(rows), int(changed.sum()), example))
    ranked = sorted(effects, key=lambda effect: -effect.inputs)
    return Explanation(len(words), int(counted.sum()), tuple(ranked))


def _example(program: Program, without: Program, tokens: list[str], places: Array | None) -> str:
    """An input, and the answers that change on it: at some places, or the only one."""
    before, after = (evaluate(one, tokens).answer for one in (program, without))
    changes = [f"{before} -> {after}"]
    if places is not None:
        changes = [f"{before[i]} -> {after[i]} at {i}" for i in places]
    words = " ".join(f"[{described(word)}]" if is_stand_in(word) else word for word in tokens)
    return f"{words}: {', '.join(changes)}"


def _labels(program: Program, words: Array, scored: Array | None) -> tuple[Array, Array]:
    """The answers, and where they count: not at padding, nor where begin and end stand."""
    if len(words) == 0:
        raise ExplainError("there are no inputs to explain a program on")
    labels = np.asarray(label_batch(program, words))
    counted = np.ones(labels.shape, bool)
    if labels.ndim > 1:
        inner = program.vocabulary.inner(0)  # of no length: it starts and stops as any other
        stop = (words >= 0).sum(axis=1, keepdims=True) + inner.stop
        place = np.arange(words.shape[1])
        counted = (place >= inner.start) & (place < stop)
    return labels, counted if scored is None else counted & scored


# --- circuits -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Circuit:
    """The steps that a behaviour needs. With all others frozen, `kept` of `answers` stay.

    `needed` says for each step how many more answers change if it is frozen, too.
    """

    behaviour: str
    steps: tuple[str, ...]
    inputs: int
    answers: int
    kept: int
    needed: tuple[int, ...]

    def __str__(self) -> str:
        share = "all" if self.kept == self.answers else f"{self.kept:,} of"
        count = len(self.steps)
        return (
            f"{self.behaviour}: {count} step{'s keep' if count != 1 else ' keeps'} {share} "
            f"{self.answers:,} answers "
            f"on {self.inputs:,} inputs, and each is needed: {', '.join(self.steps)}"
        )


def circuit(
    program: Program,
    words: Array,
    *,
    label: str | None = None,
    position: int | None = None,
    scored: Array | None = None,
    allow: float = 0.0,
) -> Circuit:
    """Find a minimal set of steps that keeps a behaviour on some inputs, by a greedy search.

    The behaviour is which answers equal `label`, or all answers if no label is given. It can be
    restricted to one `position`. `allow` is the share of answers that may change.
    """
    labels, counted = _labels(program, words, scored)
    if position is not None:
        if labels.ndim == 1:
            raise ExplainError("this program gives one answer for the whole input: no position")
        counted = counted & (np.arange(labels.shape[1]) == position)
    if not counted.any():
        raise ExplainError("none of the inputs has an answer there")
    asked = _numbers(program, labels[counted], label)
    wanted, common = asked(labels), common_values(program, words)

    def lost(spared: set[str]) -> int:
        """The number of answers that change when some steps are frozen."""
        given = label_batch(frozen(program, {name: common[name] for name in spared}), words)
        return int(((asked(np.asarray(given)) != wanted) & counted).sum())

    answers = int(counted.sum())
    spared = _spare(program, lost, int(allow * answers))
    steps = tuple(step.out.name for step in program.steps if step.out.name not in spared)
    needed = tuple(lost(spared | {step}) - lost(spared) for step in steps)
    behaviour = "every answer" if label is None else f"which answers are {label}"
    behaviour += "" if position is None else f" at position {position}"
    return Circuit(behaviour, steps, len(words), answers, answers - lost(spared), needed)


def common_values(program: Program, words: Array) -> dict[str, int]:
    """The value that each variable has most often on some inputs; of equals, the smallest."""
    word = words >= 0
    found = {}
    for name, column in run_batch(program, words).variables.items():
        values, counts = np.unique(np.asarray(column)[word], return_counts=True)
        found[name] = int(values[counts.argmax()])
    return found


def _numbers(program: Program, labels: Array, label: str | None) -> Callable[[Array], Array]:
    """Maps labels to what the behaviour asks: the label itself, or whether it is this one."""
    if label is None:
        return lambda labels: labels
    names = {label_name(program)(value): value for value in np.unique(labels).tolist()}
    if label not in names:
        given = ", ".join(list(names)[:20])
        raise ExplainError(f"the program never answers {label!r} on these inputs, but {given}")
    return lambda labels: labels == names[label]


def _spare(program: Program, lost: Callable[[set[str]], int], allowed: int) -> set[str]:
    """Freeze steps greedily, the least important first, until no further step can be frozen."""
    names = [step.out.name for step in reversed(program.steps)]
    alone = {name: lost({name}) for name in names}
    order = sorted(names, key=lambda name: alone[name])  # of equals, later steps first
    spared: set[str] = set()
    before = -1
    while before < len(spared):
        before = len(spared)
        for name in order:
            if name not in spared and lost(spared | {name}) <= allowed:
                spared.add(name)
    return spared
