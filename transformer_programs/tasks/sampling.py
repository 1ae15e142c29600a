"""From a Recipe (how inputs are drawn, listed and labelled) to a Task with its three splits.

A recipe works on bodies: (inputs, longest) arrays of symbol indices, without `<s>` and `</s>`, -1
where padding. `Recipe.framed` puts the marks around them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..dataset import Ints, Listing, Oracle, Split, Task, TaskSpec, Tree, require
from ..program import Vocabulary
from .sources import Source
from .targets import lengths

TRIES = 5  # draws for each input wanted, after which we use what was found
FEWEST = 10  # inputs that an 80/10/10 split needs, so that no part is empty
MOST_LISTED = 2**60  # inputs: their numbers, and sums of a few, fit 64 bits
CELLS = 200_000_000  # inputs x (length + vocabulary): about 4 GB while a task is made


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How the inputs of a task are drawn, listed and labelled.

    `label` gives the class of every symbol of many bodies at once. `always` are bodies that
    training must hold: a label too rare to be drawn cannot be learned.
    """

    vocabulary: Vocabulary
    classes: tuple[str, ...]
    max_length: int
    label: Callable[[Ints], Ints]
    oracle: Oracle
    source: Source
    always: Ints | None = None
    filler: str | None = None
    causal: bool = False
    tree: Tree | None = None

    def framed(self, body: Ints) -> Split:
        """The inputs of these bodies, marks and labels included."""
        vocabulary, inputs = self.vocabulary, len(body)
        marks = len(vocabulary.words) - len(vocabulary.symbols)
        start = 0 if vocabulary.begin is None else 1
        words = np.full((inputs, self.max_length), -1, np.int32)
        labels = words.copy()
        inside = slice(start, start + body.shape[1])
        words[:, inside] = np.where(body >= 0, body + marks, -1)
        labels[:, inside] = self.label(body)
        if vocabulary.begin is not None:
            words[:, 0] = vocabulary.words.index(vocabulary.begin)
        if vocabulary.end is not None:
            words[np.arange(inputs), start + lengths(body)] = vocabulary.words.index(vocabulary.end)
        return Split(words, labels)

    def between(self, start: int, stop: int) -> Split:
        """The inputs from number start to stop, of all there are."""
        count = self.source.count
        require(count <= MOST_LISTED, "the inputs of this task are too many to list: over 2**60")
        require(
            0 <= start <= stop <= count,
            f"inputs {start} to {stop}: expected a range within 0 to {count}",
        )
        return self.framed(self.source.listed(start, stop))


def make_task(recipe: Recipe, spec: TaskSpec, description: str) -> Task:
    """Draw distinct inputs as `spec` says (settings samples and seed) and part them 80/10/10."""
    settings = dict(spec.settings)
    samples, seed = settings["samples"], settings["seed"]
    assert isinstance(samples, int)
    assert isinstance(seed, int)
    cells = samples * (recipe.max_length + len(recipe.vocabulary.words))
    require(
        cells <= CELLS,
        f"{spec.name}: samples x (length + vocabulary) is {cells:,}; expected at most {CELLS:,}",
    )
    rng = np.random.default_rng(seed)
    always = recipe.source.listed(0, 0) if recipe.always is None else recipe.always
    always = always[-(samples // FEWEST) :]  # never much of a small sample
    body = distinct_draws(recipe, always, rng, samples)
    found = len(body)
    require(
        found >= FEWEST,
        f"{spec.name}: expected settings with at least {FEWEST} different inputs, found {found}",
    )
    # `always` comes first in `body`: it stays in training, wherever the rest goes.
    fixed = min(len(always), found // 2)
    order = np.concatenate([np.arange(fixed), fixed + rng.permutation(found - fixed)])
    whole, train, validation = recipe.framed(body[order]), found * 8 // 10, found * 9 // 10

    def part(start: int, stop: int) -> Split:
        return Split(whole.words[start:stop].copy(), whole.labels[start:stop].copy())

    return Task(
        name=spec.name,
        description=description,
        vocabulary=recipe.vocabulary,
        classes=recipe.classes,
        max_length=recipe.max_length,
        causal=recipe.causal,
        pooled=False,
        train=part(0, train),
        validation=part(train, validation),
        test=part(validation, found),
        oracle=recipe.oracle,
        filler=recipe.filler,
        space=Listing(recipe.source.count, recipe.between, recipe.tree),
        spec=spec,
    )


def distinct_draws(recipe: Recipe, bodies: Ints, rng: np.random.Generator, samples: int) -> Ints:
    """`bodies`, then drawn ones, all different: `samples`, or what TRIES x samples draws give."""
    for _ in range(TRIES):
        bodies = first_of_equals(np.concatenate([bodies, recipe.source.draw(rng, samples)]))
        if len(bodies) >= min(samples, recipe.source.count):
            break
    return bodies[:samples]


def first_of_equals(rows: Ints) -> Ints:
    """The rows without those that stand before, in their order.

    >>> first_of_equals(np.array([[2, 1], [0, 1], [2, 1]], np.int32)).tolist()
    [[2, 1], [0, 1]]
    """
    small = np.ascontiguousarray(rows, np.int8 if rows.max(initial=0) < 128 else np.int32)
    keys = small.view(np.dtype((np.void, small.dtype.itemsize * small.shape[1])))[:, 0]
    return rows[np.sort(np.unique(keys, return_index=True)[1])]
