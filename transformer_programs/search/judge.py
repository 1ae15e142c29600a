"""Is a proposal right on all that is known? Endings are fitted on every training input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .arena import Arena, Array
from .domain import Domain
from .fitting import Ending, named_ending, table_ending
from .nodes import Node, Recipe, recipe_of

FEW = 120  # inputs that almost all variants of a solution fail on
FIRST_LOOK = 600  # inputs that most wrong proposals fail on
MOST_FLAG_CELLS = 40  # of a table inside a program
SHOWN = 4  # counterexamples kept of one proposal


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A recipe that ends in the answer, how often it is wrong, and how sure its tables are."""

    recipe: Recipe
    wrong: int
    asked: int
    rare: int
    cells: int

    @property
    def cost(self) -> int:
        return self.recipe.cost

    @property
    def right(self) -> float:
        return 1 - self.wrong / self.asked


class Judge:
    """All labelled inputs that may be looked at, and the proposals that were made on a sample."""

    def __init__(
        self,
        domain: Domain,
        words: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        slack: float = 0.0,
        pooled: bool = False,
    ) -> None:
        self.domain, self.slack, self.pooled = domain, slack, pooled
        self.words, self.labels = words, labels
        self.arena = Arena(domain, words)
        self.labels = labels[:, : self.arena.width]
        self.few = Arena(domain, words[:FEW])
        self.first = Arena(domain, words[:FIRST_LOOK])
        self.seen: set[tuple[Recipe, ...]] = set()
        self.counterexamples: list[int] = []
        self.sampled: set[int] = set()  # the training inputs that proposals are made on
        self.best: Solution | None = None

    def fresh(self) -> list[int]:
        """Training inputs that proposals failed on and that are not in the sample."""
        return [row for row in self.counterexamples if row not in self.sampled]

    def consider(self, recipes: Sequence[Recipe]) -> Solution | None:
        """The solution that these variables give together; None where they do not."""
        key = tuple(recipes)
        if key in self.seen:
            return None
        self.seen.add(key)
        first = self._ended(recipes, self.first, self.labels[:FIRST_LOOK])
        if first is None or first.wrong > 2 * self.slack * first.asked:
            return self._noted(first)
        return self._noted(self._ended(recipes, self.arena, self.labels))

    def again(self, recipe: Recipe) -> Solution | None:
        """The solution of a recipe that is a variant of one, its last table fitted anew."""
        recipes = [recipe]
        last = recipe.nodes[-1]
        if last.kind == "table":
            recipes = [recipe_of(lambda read: recipe.nodes[read], read) for read in last.reads]
        elif last.op == "a" and last.kind == "formula":
            recipes = [recipe_of(lambda read: recipe.nodes[read], last.reads[0])]
        for arena, labels in ((self.few, self.labels[:FEW]), (self.arena, self.labels)):
            found = self._ended(recipes, arena, labels, show=False)
            if found is None or found.wrong > 2 * self.slack * found.asked:
                return None
        return found

    def on_longer(self, solution: Solution) -> tuple[int, int, int] | None:
        """Fit the last table on the shorter inputs alone: is it right on the longer ones?

        Gives how many words the shorter inputs have at most, how many inputs are longer, and how
        many of those are right throughout. None where there is no table, or too few inputs.
        """
        last = solution.recipe.nodes[-1]
        lengths = self.arena.lengths
        cut = int(np.median(lengths))
        short = lengths <= cut
        if last.kind != "table" or short.sum() < FEW or (~short).sum() < FEW:
            return None
        recipes = [recipe_of(lambda read: solution.recipe.nodes[read], read) for read in last.reads]
        values = [self.arena.answer(recipe) for recipe in recipes]
        kinds = [recipe.valued for recipe in recipes]
        fitted = table_ending(
            self.domain, kinds, [value[short] for value in values], self.labels[short]
        )
        if fitted is None:
            return None
        recipe = joined(recipes, *fitted.nodes)
        given = self.classes(recipe, self.arena.answer(recipe))
        wrong = ((given != self.labels) & (self.labels >= 0))[~short]
        asked = int((self.labels[~short] >= 0).sum())
        right = int((~wrong.any(axis=1)).sum())
        if wrong.sum() <= 2 * self.slack * asked:
            right = len(wrong)
        return cut, len(wrong), right

    def _noted(self, found: Solution | None) -> Solution | None:
        if found is None:
            return None
        if self.best is None or (found.right, -found.cost) > (self.best.right, -self.best.cost):
            self.best = found
        return found if found.wrong <= 2 * self.slack * found.asked else None

    def _ended(
        self,
        recipes: Sequence[Recipe],
        arena: Arena,
        labels: npt.NDArray[np.int32],
        show: bool = True,
    ) -> Solution | None:
        labels = labels[:, : arena.width]
        values = [arena.answer(recipe) for recipe in recipes]
        kinds = [recipe.valued for recipe in recipes]
        ending: Ending | None = None
        if len(recipes) == 1 and not self.pooled:  # votes are for classes
            ending = named_ending(self.domain, kinds[0], values[0], labels, 2 * self.slack)
        if ending is None:
            ending = table_ending(self.domain, kinds, values, labels)
        if ending is None:
            return None
        whole = joined(recipes, *ending.nodes)
        if ending.wrong and show:
            self._show(whole, arena, labels)
        return Solution(whole, ending.wrong, ending.asked, ending.rare, ending.cells)

    def _show(self, recipe: Recipe, arena: Arena, labels: npt.NDArray[np.int32]) -> None:
        """Remember a few inputs on which a proposal is wrong."""
        given = self.classes(recipe, arena.answer(recipe))
        failed = ((given != labels) & (labels >= 0)).any(axis=1)
        known = set(self.counterexamples)
        self.counterexamples += [int(r) for r in np.flatnonzero(failed)[:SHOWN] if r not in known]

    def classes(self, recipe: Recipe, values: Array) -> npt.NDArray[np.int32]:
        """The class of each value of an answer; -2 where it is none."""
        match recipe.valued:
            case "class":
                return values.astype(np.int32)
            case "word":
                named = self.domain.class_words
                table = np.full(len(self.domain.words), -2, np.int32)
                table[named[named >= 0]] = np.flatnonzero(named >= 0)
                return table[values]
            case "number":
                numbers = self.domain.class_numbers
                found = np.full(values.shape, -2, np.int32)
                for place, number in enumerate([] if numbers is None else numbers):
                    found[values == number] = place
                return found

    def flag(self, recipes: Sequence[Recipe], wanted: npt.NDArray[np.int32]) -> Node | None:
        """The table of a flag that these variables decide on all training inputs; or None."""
        values = [self.arena.answer(recipe) for recipe in recipes]
        kinds = [recipe.valued for recipe in recipes]
        ending = table_ending(self.domain, kinds, values, wanted, classes=False)
        if ending is None or ending.wrong > 2 * self.slack * ending.asked:
            return None
        if ending.cells > MOST_FLAG_CELLS or ending.rare:
            return None
        return ending.nodes[0]


def joined(recipes: Sequence[Recipe], *more: Node) -> Recipe:
    """Several recipes as one, with nodes on top that read them as -1, -2, ..."""
    nodes: list[Node] = []
    index: dict[Node, int] = {}
    lasts = []
    for recipe in recipes:
        place: list[int] = []
        for node in recipe.nodes:
            put = replace(node, reads=tuple(place[read] for read in node.reads))
            if put not in index:
                index[put] = len(nodes)
                nodes.append(put)
            place.append(index[put])
        lasts.append(place[-1])
    return recipe_of(lambda read: nodes[read], lasts, *more)
