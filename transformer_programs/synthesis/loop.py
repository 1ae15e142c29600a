"""The rounds of a search on one sample: enumerate, look for targets, propose, judge."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ..program import Program
from . import targets
from .backwards import MAX_SEEN, Proposal, choices_to, sums_to, tables_to
from .domain import LARGEST, Array, Ints, inputs
from .examine import Examiner, Solution
from .kinds import usual
from .meeting import MAX_JUDGED, Hit, Target, TargetSet
from .parallel import in_parallel, limit
from .pieces import EQUAL, POSITIVE, A, Piece, Places, cost_of, parts, piece, total
from .pool import Draft, Pool, ranking
from .rounds import Field, Job, harvest, jobs, stored
from .sample import Sample
from .told import told

BUDGETS = tuple(2**power for power in range(3, 17))  # of the rounds: each is twice the last
CEILING = 12  # what a variable may cost to be kept in the first round; half a unit more in each
MAX_VARIABLES = 60_000  # with each so many more, the ceiling is lower by 2: memory is not endless
CHUNK = 20  # jobs that a worker does at once: what is found is the same for any number of workers
SLICE = 8 * CHUNK  # jobs between two looks at what was found
EARLY = 50_000_000  # values computed until a machine is looked for, and a sample is not given up
OF_A_STEP = 600  # values computed in the time that a step takes besides
GROWN = 1.5  # how the work must have grown until variables that meet a target together are sought


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a search."""

    budget: int
    variables: int
    tried: int
    seconds: float
    best: float
    note: str = ""
    program: Program | None = None  # the first that passes all checks, when it is found
    share: None = None  # how far a search is, nobody knows

    def __str__(self) -> str:
        best = f", best so far {self.best:.2%}" if self.best else ""
        more = f": {self.note}" if self.note else ""
        return (
            f"budget {self.budget}: {self.tried:,} candidates, {self.variables:,} variables{best}, "
            f"{self.seconds:.0f} s{more}"
        )


class Exploration:
    """One sample of inputs and everything found on it."""

    def __init__(
        self,
        examiner: Examiner,
        words: Ints,
        labels: Ints,
        *,
        left: Callable[[], float],
        workers: int = 2,
        on_progress: Callable[[Status], None] = lambda status: None,
        seed: int = 0,
        states: Callable[[], list[Piece]] = list,
    ) -> None:
        self.examiner, self.left, self.workers = examiner, left, workers
        self.on_progress = on_progress
        self.states: Callable[[], list[Piece]] | None = states  # of a machine; None once asked
        self.sample = Sample(examiner.domain, words)
        self.labels = labels[:, : self.sample.width]
        self.rng = np.random.default_rng(seed)
        self.pool = Pool(self.sample, seed)
        self.done: set[tuple[str, Places]] = set()
        self.hits = 0  # candidates that met a target
        self.flags_seen: set[int] = set()
        self.masks: list[Piece] = []  # flags of the positions that have an answer
        self.values: list[Piece] = []  # right wherever there is an answer
        self.begun: set[str] = set()  # targets of beginnings that are met
        self.given = 0  # targets that the labels alone give
        self.budget, self.ceiling = 0, 0
        self.ahead = 0  # values that will be computed if the search goes on after this slice
        self.start = time.monotonic()
        self.stale = False  # proposals failed: a larger sample would do better
        self._put_inputs()

    def _put_inputs(self) -> None:
        """The variables that every search begins with."""
        domain, pool = self.examiner.domain, self.pool
        every = list(inputs(domain))
        for made in every[: Pool.ONE + 1]:
            row = self._row(made)
            pool.put(made, row, int(pool.hashed(row[None])[0]))
        self.targets = targets.targets_of(pool, self.labels)
        self.given = len(self.targets)
        self._reset_targets()
        for made in (*every[Pool.ONE + 1 :], *told(self.sample, self.labels)):
            self._put(made)
        pool.make_free(*map(self._put_all, usual(domain)))

    def _reset_targets(self) -> None:
        row = self.sample.words.ravel()
        self.target_set = TargetSet(self.targets, row, self.sample.width)

    # --- rounds ---------------------------------------------------------------------------------

    def slices(self) -> Iterator[list[Solution]]:
        """The solutions found in each slice of work; ends with the last round."""
        yield self._meet(0) + self._new_targets(range(len(self.pool)))
        looked = 0
        for number, self.budget in enumerate(BUDGETS):
            self.ceiling = CEILING + number // 2
            free = None
            while free != self.pool.free:  # what is known to be useful changes the ranks
                free = self.pool.free
                todo = jobs(self.pool, ranking(self.pool), self.budget, self.done)
                while part := list(islice(todo, SLICE)):
                    yield self._slice(part)
                    if self.left() <= 0:
                        return
                    if looked and self.work >= GROWN * looked:  # a round may take very long
                        yield from self._backwards()
                        looked = self.work
                    if self.pool.free != free:
                        break
            if self.work >= GROWN * looked:
                yield from self._backwards()
                looked = self.work
            if self.left() <= 0:
                return
            if self.examiner.fresh() and self.work < EARLY:
                self.stale = True
                return

    def _slice(self, part: Sequence[Job]) -> list[Solution]:
        """Do some jobs, on all cores, and judge what they find."""
        ceiling = self.ceiling - 2 * (len(self.pool) // MAX_VARIABLES)
        workers = self.workers if len(part) >= 8 else 1
        given = Field(self.pool, self.target_set, ceiling, limit(self.left()))
        chunks = [part[start : start + CHUNK] for start in range(0, len(part), CHUNK)]
        harvests = in_parallel(harvest, given, chunks, workers)
        new = stored(self.pool, harvests)
        self.tell()
        found = self._hit([hit for one in harvests for hit in one.hits])
        return found + self._new_targets(new) + self._machine()

    @property
    def work(self) -> int:
        """Values computed so far. The schedule goes by it: seconds differ from run to run."""
        size = self.sample.inside.size
        judged = 2 * len(self.examiner.seen) * self.examiner.sample.inside.size
        judged += self.examiner.refitted * (self.examiner.few.inside.size + OF_A_STEP)
        return self.pool.tried * (size + OF_A_STEP) + self.hits * 2 * size + judged

    def tell(self, note: str = "", program: Program | None = None) -> None:
        """Report how far the search is."""
        right = 0.0 if self.examiner.best is None else self.examiner.best.right
        seconds, tried = time.monotonic() - self.start, self.pool.tried
        self.on_progress(Status(self.budget, len(self.pool), tried, seconds, right, note, program))

    def _judged(self, proposals: Iterable[Sequence[Piece]]) -> list[Solution]:
        """The solutions among proposals, each one or more variables, in the time that is left."""
        found = (self.examiner.consider(*pieces) for pieces in proposals if self.left() > 0)
        return [one for one in found if one is not None]

    def _machine(self) -> list[Solution]:
        """The states of a finite machine: with the word they tell the label."""
        if self.states is None or self.work < EARLY:
            return []
        found, self.states = self.states(), None
        for state in found:
            self.pool.make_useful(self._put_all(state))
        return self._judged((state, self.pool.piece(Pool.WORD)) for state in found)

    def offer_best(self) -> None:
        """Judge tables of the variables that tell most, so that there is always a best program."""
        entries = self.pool.entries
        order = sorted(range(len(self.pool)), key=lambda p: (-entries[p].gain, entries[p].cost))
        word = self.pool.piece(Pool.WORD)
        for found in map(self.pool.piece, order[:4]):
            self.examiner.consider(found)
            self.examiner.consider(found, word)

    # --- what was found -------------------------------------------------------------------------

    def _hit(self, hits: Sequence[tuple[Draft, Hit]]) -> list[Solution]:
        """Judge the cheapest candidates that meet each target."""
        self.hits += len(hits)
        by_target: dict[int, list[tuple[int, Draft, Hit]]] = {}
        solutions: list[Solution] = []
        for made, hit in hits:
            cost = self.pool.cost_of(made.places, made.cost) + (not hit.alone)
            by_target.setdefault(hit.target, []).append((cost, made, hit))
        for number, found in sorted(by_target.items(), key=lambda one: self.targets[one[0]].cost):
            target = self.targets[number]
            found.sort(key=lambda one: one[0])
            for _, made, hit in found[:MAX_JUDGED]:
                top = target.lift(self.pool.made(*made), hit.shift)
                pieces = [top] if hit.alone else [top, self.pool.piece(Pool.WORD)]
                solutions += self._offered(target, pieces)
        return solutions

    def _offered(self, target: Target, pieces: list[Piece]) -> list[Solution]:
        """The solutions of variables that meet a target."""
        match target.role:
            case "answer":
                return self._judged([pieces])
            case "value":  # alone, if the answer has as many values as the input, or masked
                return self._judged([pieces]) + self._put_together(target, pieces)
            case "mask":
                return self._put_together(target, pieces)
            case "flag":
                return self._flagged(target.name, pieces)

    def _flagged(self, name: str, pieces: list[Piece]) -> list[Solution]:
        """Put in a flag: of the words kept; or of where a class begins, with all that follows."""
        if name in self.begun or self.left() <= 0:
            return []
        sample, labels = self.examiner.sample, self.examiner.labels
        wanted = np.full(sample.inside.size, -1, np.int32)
        for known in (*targets.beginnings(sample, labels), *targets.kept(sample, labels)):
            if known.name == name:
                wanted[known.places] = known.wanted
        flag = self.examiner.flag(pieces, wanted.reshape(sample.inside.shape))
        if flag is None:
            return []
        if name == "kept":
            return self._new_targets([self._put_all(flag)])
        self.begun.add(name)
        one = self.pool.piece(Pool.ONE)
        since = piece(POSITIVE, piece(total(EQUAL, "upto"), one, one, flag))
        self.pool.make_useful(self._put_all(since))
        return self._tables()

    def _put_together(self, target: Target, pieces: list[Piece]) -> list[Solution]:
        """Put a mask together with the values that are known, or a value with the masks."""
        domain, labels = self.examiner.domain, self.examiner.labels
        new: Piece | None = pieces[0]
        known, others = self.values, self.masks
        if target.role == "mask":
            known, others = others, known
            wanted = targets.answered(domain, labels)
            assert wanted is not None
            asked = np.where(labels >= 0, wanted, -1).astype(np.int32)
            new = self.examiner.flag(pieces, asked)
        if new is None:
            return []
        known[:] = sorted((*known, new), key=cost_of)[: MAX_JUDGED // 2]
        if new not in known:
            return []
        pairs = [(one, new) if target.role == "mask" else (new, one) for one in others]
        return self._judged((targets.masked(domain, value, flag),) for value, flag in pairs)

    def _put_all(self, top: Piece) -> int:
        """The place of a piece, put into the pool with all that it reads."""
        places = [self._put(one) for one in parts(top)]
        return places[-1]

    def _put(self, made: Piece) -> int:
        """The place of a piece, put into the pool if its values are not there."""
        row = self._row(made)
        code = int(self.pool.hashed(row[None])[0])
        if code in self.pool.place:
            return self.pool.place[code]
        gain = float(self.target_set.gains(row[None])[0])
        return self.pool.put(made, row, code, gain)

    def _row(self, made: Piece) -> Array:
        values = np.clip(self.sample.values(made), -LARGEST, LARGEST)
        return np.asarray((values * self.sample.inside).astype(np.int16).ravel())

    def _new_targets(self, places: Sequence[int]) -> list[Solution]:
        """Flags that choose just the words asked for make targets of the ranks of those words."""
        made, useful = list[Target](), list[int]()
        for place in places:
            entry = self.pool.entries[place]
            if entry.span not in ((0, 1), (1, 1)) or self.pool.kinds[place] == "W":
                continue
            if len(self.flags_seen) > MAX_JUDGED:
                break
            chosen, flag = self.pool.values(place).astype(bool), self.pool.piece(place)
            found = targets.rank_targets(self.sample, self.labels, flag, chosen)
            if found:
                self.flags_seen.add(place)
                useful.append(place)
                known = {one.name for one in (*self.targets, *made)}
                made += found if "rank" not in known else found[1:]
        self.pool.make_useful(*useful)
        if not made or len(self.targets) >= self.given + MAX_JUDGED:
            return []
        first = len(self.targets)
        self.targets += made
        self._reset_targets()
        return self._meet(first)

    def _meet(self, first: int) -> list[Solution]:
        """Hold all variables against the targets from the `first` on."""
        words = np.array([kind == "W" for kind in self.pool.kinds])
        hits = self.target_set.hits(self.pool.rows, words, first)
        return self._hit([(Draft(A, (hit.row,)), hit) for hit in hits])

    # --- backwards ------------------------------------------------------------------------------

    def _backwards(self) -> Iterator[list[Solution]]:
        """Look for variables that meet a target together; before it, say how much work it is."""
        wanted = [one for one in self.targets if one.form == "number" and one.through is None]
        self.ahead = len(self.pool) * sum(min(MAX_SEEN, len(one.places)) for one in wanted)
        yield []
        self.ahead = 0
        self.tell("sums and choices that give what is wanted")
        ranked = ranking(self.pool)
        seeds = self.rng.integers(2**31, size=len(wanted)).tolist()
        shared = (self.pool, wanted, ranked, limit(self.left()))
        several = in_parallel(_proposed, shared, list(enumerate(seeds)), self.workers)
        for target, proposals in zip(wanted, several, strict=True):
            for found, shift in proposals:
                yield self._offered(target, [target.lift(found, shift)])
        yield self._tables()

    def _tables(self) -> list[Solution]:
        solutions: list[Solution] = []
        for label in [one for one in self.targets if one.form == "label"]:
            if self.left() <= 0:
                break
            self.tell("tables of two variables")
            found = tables_to(self.pool, label, ranking(self.pool), self.rng)
            for pair in found:
                solutions += self._offered(label, [*map(self.pool.piece, pair)])
        return solutions


# --- what workers do ------------------------------------------------------------------------------


Late = Callable[[], bool]


def _proposed(
    shared: tuple[Pool, list[Target], list[int], Late], todo: tuple[int, int]
) -> list[Proposal]:
    """For a target and a seed, variables that meet it together."""
    pool, targets, ranked, late = shared
    target, rng = targets[todo[0]], np.random.default_rng(todo[1])
    proposals = [] if late() else sums_to(pool, target, ranked, rng)
    if target.cost <= 2 and not late():
        proposals += choices_to(pool, target, ranked, rng)
    return proposals
