"""The rounds of a search on one sample: enumerate, look for targets, propose, judge."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from .arena import LARGEST, Arena
from .combine import Proposal, choices_to, sums_to, tables_to
from .goals import Goals, Hit
from .grow import Harvest, Job, is_number, jobs, merged, ranking, stored
from .judge import Judge, Solution
from .nodes import Node, Recipe
from .parallel import in_parallel
from .pool import Pool
from .targets import (
    FEWEST,
    Target,
    bag_nodes,
    beginning_nodes,
    beginnings,
    key_target,
    plain_rank,
    rank_target,
    targets_of,
    whole_inputs,
)
from .worker import Worker

BUDGETS = tuple(2**power for power in range(3, 17))
CHEAPEST_CEILING = 12  # what a variable may cost to be kept in the first round; half a unit more
MANY = 60_000  # variables; with each so many more, fewer of the dear ones are kept
SLICE = 160  # jobs of a worker between two looks at what was found
RESTART_WITHIN = 6.0  # seconds after which a sample is no longer given up
FLAT = 1000  # variables among which numbers of whole inputs are looked for
MOST_KEYS = 8  # of those that a key is looked for
JUDGED = 40  # proposals of one target that are judged after a slice


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a search is: for progress."""

    budget: int
    variables: int
    tried: int
    seconds: float
    best: float
    note: str = ""


Told = Callable[[Moment], None]


class Exploration:
    """One sample of inputs and everything found on it."""

    def __init__(
        self,
        judge: Judge,
        words: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        *,
        left: Callable[[], float],
        workers: int = 2,
        told: Told = lambda moment: None,
        seed: int = 0,
    ) -> None:
        self.judge, self.left, self.workers, self.told = judge, left, workers, told
        self.arena = Arena(judge.domain, words)
        self.labels = labels[:, : self.arena.width]
        self.rng = np.random.default_rng(seed)
        self.pool = Pool(self.arena, seed)
        self.targets = targets_of(self.arena, self.labels)
        self.done: set[Job] = set()
        self.flags_seen: set[int] = set()
        self.keys_seen: set[int] = set()  # queries that a key is a target for
        self.begun: set[int] = set()  # classes whose beginnings are found
        self.budget, self.ceiling = 0, 0
        self.start, self.start_left = time.monotonic(), left()
        self.stale = False  # proposals failed: a larger sample would do better
        self._reset_goals()
        self._put_inputs()

    def _reset_goals(self) -> None:
        row = self.arena.words.ravel()
        self.goals = Goals.of(self.targets, row, self.arena.width, self.judge.slack)

    def _put_inputs(self) -> None:
        domain = self.judge.domain
        nodes = [Node("word"), Node("position"), Node("one")]
        nodes += [Node("number")] if domain.numeric else []
        nodes += [Node("falling")] if domain.falling.any() else []
        nodes += [
            Node("within", words=words, shift=domain.set_cost(words)) for words in domain.sets
        ]
        nodes += [Node("signed", words=words) for words in domain.signs]
        for node in nodes:
            row = self.arena.value(node, ()).ravel()
            code = int(self.pool.hashed(row[None])[0])
            if code not in self.pool.place or len(self.pool) <= Pool.ONE:
                gain = float(self.goals.gains(row[None])[0])
                self.pool.add(node, row, code, gain)
        double = self._put(Node("formula", (Pool.POSITION, Pool.POSITION), "+"))
        triple = self._put(Node("formula", (double, Pool.POSITION), "+"))
        self.pool.multiples = double, triple

    # --- rounds ---------------------------------------------------------------------------------

    def solutions(self) -> Iterator[Solution | None]:
        """Every solution found, round by round, and None now and then; ends with the last round."""
        yield from self._meet_inputs()
        made_from, looked = self.left(), 0.0
        for number, self.budget in enumerate(BUDGETS):
            self.ceiling = CHEAPEST_CEILING + number // 2
            free = None
            while free != self.pool.free:  # what is known to be useful changes the ranks
                free = self.pool.free
                todo = jobs(self.pool, ranking(self.pool), self.budget, self.done)
                for harvest in self._worked(todo):
                    new = stored(self.pool, harvest)
                    self._tell()
                    yield from self._hit(harvest.hits)
                    yield from self._new_targets(new)
                    yield None
                    if self._late():
                        return
                    if self.pool.free != free:
                        break
            # Looking backwards takes long: it gets as much time as making variables had since.
            began = self.left()
            if made_from - began >= looked:
                yield from self._backwards()
                made_from = self.left()
                looked = began - made_from
            if self._late():
                return
            if self.judge.fresh() and self.start_left - self.left() < RESTART_WITHIN:
                self.stale = True
                return

    def _late(self) -> bool:
        return self.left() <= 0

    def _tell(self, note: str = "") -> None:
        best = self.judge.best
        self.told(
            Moment(
                self.budget,
                len(self.pool),
                self.pool.tried,
                time.monotonic() - self.start,
                0.0 if best is None else best.right,
                note,
            )
        )

    def _meet_inputs(self) -> Iterator[Solution]:
        rows = self.pool.rows
        words = np.array([entry.valued == "word" for entry in self.pool.entries])
        hits = [(self.pool.node(hit.row), hit) for hit in self.goals.hits(rows, words)]
        yield from self._hit(hits)
        yield from self._new_targets(range(len(self.pool)))

    def _worked(self, todo: Iterator[Job]) -> Iterator[Harvest]:
        """Do jobs in slices, on all cores."""
        while part := list(islice(todo, SLICE * self.workers)):
            ceiling = self.ceiling - 2 * (len(self.pool) // MANY)  # memory is not endless
            workers = self.workers if len(part) >= 8 else 1
            shared = (self.pool, self.goals, ceiling)
            yield merged(in_parallel(_worked, shared, part, workers))

    def telling(self, most: int = 80) -> list[Recipe]:
        """The word, the position, and the variables that tell most about the labels."""
        best: dict[float, int] = {}
        entries = self.pool.entries
        for place in sorted(range(len(self.pool)), key=lambda p: entries[p].cost):
            if entries[place].cost:
                best.setdefault(round(entries[place].gain, 6), place)
        order = sorted(best, reverse=True)[:most]
        places = [Pool.WORD, Pool.POSITION, *(best[gain] for gain in order)]
        return [self.pool.recipe(place) for place in places]

    # --- what was found -------------------------------------------------------------------------

    def _hit(self, hits: Sequence[tuple[Node, Hit]]) -> Iterator[Solution]:
        by_target: dict[int, list[tuple[int, Node, Hit]]] = {}
        began = False
        for node, hit in hits:
            cost = self.pool.cost_of(node)[0]
            by_target.setdefault(hit.target, []).append((cost, node, hit))
        for number, found in sorted(by_target.items(), key=lambda one: self.targets[one[0]].cost):
            target = self.targets[number]
            found.sort(key=lambda one: one[0])
            for _, node, hit in found[:JUDGED]:
                if target.begins is not None:
                    began = self._begin(target, self._recipes_of(node, hit)) or began
                    continue
                solution = self.judge.consider(self._recipes_of(node, hit, target))
                if solution is not None:
                    yield solution
        if began:
            yield from self._tables()

    def _recipes_of(self, node: Node, hit: Hit, target: Target | None = None) -> list[Recipe]:
        lift = () if target is None else target.lift(hit.shift)
        if target is not None and target.form == "bag":
            lift = bag_nodes(*hit.bounds, -LARGEST, LARGEST)
        # The node itself is not in the pool yet, or may be there under another name.
        top = tuple(_renumbered(one) for one in lift)
        recipes = [self.pool.recipe((), node, *top)]
        if not hit.alone:
            recipes.append(self.pool.recipe(Pool.WORD))
        return recipes

    def _begin(self, target: Target, recipes: list[Recipe]) -> bool:
        """A flag of where a class begins: put in the variable that is above 0 from there on."""
        if target.begins in self.begun:
            return False
        wanted = np.full(self.judge.arena.inside.size, -1, np.int32)
        for known in beginnings(self.judge.arena, self.judge.labels):
            if known.begins == target.begins:
                wanted[known.places] = known.wanted
        table = self.judge.flag(recipes, wanted.reshape(self.judge.arena.inside.shape))
        if table is None:
            return False
        assert target.begins is not None
        self.begun.add(target.begins)
        places = [self._put_recipe(recipe) for recipe in recipes]
        flag = self._put(Node("table", tuple(places), cells=table.cells))
        for node in beginning_nodes():
            since = self._put(_with_read(node, flag))
            self.pool.make_free([self._put(Node("formula", (since,), "bool"))])
        return True

    def _put_recipe(self, recipe: Recipe) -> int:
        places: list[int] = []
        for node in recipe.nodes:
            reads = tuple(places[read] for read in node.reads)
            places.append(self._put(_renamed(node, reads)))
        return places[-1]

    def _put(self, node: Node) -> int:
        """The place of a node, put into the pool if it is not there."""
        row = self.arena.value(node, [self.pool.values(read) for read in node.reads]).ravel()
        code = int(self.pool.hashed(row[None])[0])
        place = self.pool.place.get(code, -1)
        if place >= 0:
            return place
        return self.pool.add(node, row, code, float(self.goals.gains(row[None])[0]))

    def _new_targets(self, places: Sequence[int]) -> Iterator[Solution]:
        """Flags that choose just the words asked for make targets of the ranks of those words."""
        made: list[Target] = []
        for place in places:
            entry = self.pool.entries[place]
            if (entry.low, entry.high) not in ((0, 1), (1, 1)) or entry.valued != "number":
                continue
            if len(self.flags_seen) > 60:
                break
            chosen = self.pool.values(place).astype(bool)
            target = rank_target(self.arena, self.labels, place, chosen, self.judge.slack)
            if target is not None:
                self.flags_seen.add(place)
                self.pool.make_free([place])
                if not any(t.name == "rank" for t in (*self.targets, *made)):
                    made.append(plain_rank(target))
                made.append(target)
        if made and len(self.targets) < 60:
            first = len(self.targets)
            self.targets += made
            yield from self._meet(first)

    # --- backwards ------------------------------------------------------------------------------

    def _backwards(self) -> Iterator[Solution | None]:
        self._tell("sums and choices that give what is wanted")
        ranked = ranking(self.pool)
        yield from self._new_keys(ranked)
        wanted = [target for target in self.targets if target.form == "number"]
        seeds = [int(seed) for seed in self.rng.integers(2**31, size=len(wanted))]
        shared = (self.pool, wanted, ranked, self.judge.slack)
        parts = in_parallel(_proposed, shared, list(enumerate(seeds)), self.workers)
        # A part has every n-th target; they are judged in the order of the targets.
        for number, target in enumerate(wanted):
            if self._late():
                return
            for one in parts[number % len(parts)][number // len(parts)]:
                lift = tuple(_above(node, len(one.nodes)) for node in target.lift(one.shift))
                recipe = self.pool.recipe(one.places, *one.nodes, *lift)
                solution = self.judge.consider([recipe])
                if solution is not None:
                    yield solution
            yield None
        yield from self._tables()

    def _new_keys(self, ranked: Sequence[int]) -> Iterator[Solution]:
        """Numbers of whole inputs, each as a query: a target for the key of a last copy."""
        pointer = next((t for t in self.targets if t.name == "pointer"), None)
        if pointer is None or not whole_inputs(self.labels) or self.judge.domain.causal:
            return
        first = len(self.targets)
        for place in ranked[:FLAT]:
            if len(self.keys_seen) >= MOST_KEYS:
                break
            values = self.pool.values(place)
            flat = is_number(self.pool, place) and place not in self.keys_seen
            flat = flat and not self.pool.entries[place].named
            if flat and ((values == values[:, :1]) | ~self.arena.inside).all():
                self.keys_seen.add(place)
                target = key_target(self.arena, self.labels, pointer, place, values)
                if len(target.places) >= FEWEST:
                    self.targets.append(target)
        if len(self.targets) > first:
            yield from self._meet(first)

    def _meet(self, first: int) -> Iterator[Solution]:
        """Hold all variables against the targets from the `first` on."""
        self._reset_goals()
        rows, words = self.pool.rows, np.array([e.valued == "word" for e in self.pool.entries])
        hits = [hit for hit in self.goals.hits(rows, words) if hit.target >= first]
        yield from self._hit([(self.pool.node(hit.row), hit) for hit in hits])

    def _tables(self) -> Iterator[Solution]:
        self._tell("tables of two variables")
        ranked = ranking(self.pool)
        for a, b in tables_to(self.pool, self.targets[0], ranked, self.judge.slack, self.rng):
            solution = self.judge.consider([self.pool.recipe(a), self.pool.recipe(b)])
            if solution is not None:
                yield solution


# --- numbers of reads in nodes that stand on others -----------------------------------------------


def _renumbered(node: Node) -> Node:
    """A lift over a node that is the first of `more`: its -1 is -101, its own -101 is -102."""
    return _above(node, 1)


def _above(node: Node, below: int) -> Node:
    """A lift over `below` nodes of `more`, the last of which it reads as -1."""

    def moved(read: int) -> int:
        if read == -1:
            return -100 - below if below else -1
        return read - below if read <= -101 else read

    return _renamed(node, tuple(map(moved, node.reads)))


def _with_read(node: Node, place: int) -> Node:
    return _renamed(node, tuple(place if read == -1 else read for read in node.reads))


def _renamed(node: Node, reads: tuple[int, ...]) -> Node:
    return replace(node, reads=reads)


# --- what workers do ------------------------------------------------------------------------------


def _worked(shared: tuple[Pool, Goals, int], todo: Sequence[Job]) -> Harvest:
    return Worker(*shared).work(todo)


def _proposed(
    shared: tuple[Pool, list[Target], list[int], float], todo: Sequence[tuple[int, int]]
) -> list[list[Proposal]]:
    """For each target, variables that meet it together."""
    pool, targets, ranked, slack = shared
    found = []
    for number, seed in todo:
        target = targets[number]
        rng = np.random.default_rng(seed)
        proposals = sums_to(pool, target, ranked, rng, slack > 0)
        if target.cost <= 2 and target.holds is None:
            proposals += choices_to(pool, target, ranked, slack, rng)
        found.append(proposals)
    return found
