"""The paper's experiments on the RASP tasks, and the search, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product, starmap
from typing import Any

from ..dataset import TaskSpec
from ..learn import Given, Gradient, Search, Shape, Standard, StandardConfig
from ..tasks import FURTHER, TASKS
from .part import Experiment, Part, recipe, task

halves = Shape.halves

TITLES = {
    "reverse": "Reverse",
    "hist": "Histogram",
    "double_hist": "Double-Hist",
    "sort": "Sort",
    "most_freq": "Most-Freq",
    "dyck1": "Dyck-1",
    "dyck2": "Dyck-2",
}
TABLE_1 = dict(zip(TITLES, (99.79, 100.0, 98.40, 99.83, 75.69, 99.30, 99.09), strict=True))
GRID = tuple(starmap(halves, product((2, 3), (4, 8), (2, 4))))  # layers, heads, MLPs
EVALUATED: dict[str, Any] = {"evaluations": 4}  # evaluating costs time and changes nothing else
BEST_KEPT: dict[str, Any] = {"evaluations": 20, "keep": "best"}
SAMPLED: dict[str, Any] = {**BEST_KEPT, "gumbel_samples": 2}
FOUR_SAMPLES: dict[str, Any] = {**BEST_KEPT, "gumbel_samples": 4}
SIZED = ("reverse", "hist", "double_hist", "sort", "most_freq")
LARGE: dict[str, Any] = {"vocab": 16, "length": 16}

# --- Table 1 --------------------------------------------------------------------------------------

GRID_RECIPE = dict.fromkeys(TITLES, EVALUATED) | {
    "reverse": SAMPLED,
    "most_freq": SAMPLED,
    "dyck1": BEST_KEPT,
    "dyck2": BEST_KEPT,
}
BEST_SHAPES = {  # of the paper's Table 1, and the epochs that were enough
    "reverse": (halves(3, 8, 2), 100),
    "hist": (halves(1, 4, 2), 250),
    "double_hist": (halves(3, 4, 2), 250),
    "sort": (halves(3, 8, 4), 100),
    "most_freq": (halves(3, 8, 4), 100),
    "dyck1": (halves(3, 8, 2), 130),
    "dyck2": (halves(3, 4, 4), 250),
}


def _grid(name: str, kind: str, settings: Mapping[str, Any], keep: str, merge: int = 0) -> Part:
    """The paper's grid of a task: eight shapes, five seeds each."""
    how, paper = Gradient(recipe(**settings), shapes=GRID), (TABLE_1[name],)
    return Part(f"{name}, {kind}", task(name), how, 5, paper, f"{keep}-{name}", merge=merge)


def _table_1() -> Iterator[Part]:
    for name, settings in GRID_RECIPE.items():
        yield _grid(name, "grid", settings, "table-1", 4 if name.startswith("dyck") else 0)
    for name in TITLES:
        yield _grid(name, "paper's recipe", EVALUATED, "recipe")
    for name in ("most_freq", "dyck2"):
        yield _grid(name, "four samples", FOUR_SAMPLES, "four-samples", 4)
    for name, (shape, epochs) in BEST_SHAPES.items():
        how = Gradient(recipe(shape, epochs=epochs, **EVALUATED))
        yield Part(f"{name}, best shape", task(name), how, 64, (TABLE_1[name],), name)


def table_1() -> Experiment:
    quick = ("*, grid", "hist, best shape")
    return Experiment("table-1", "Table 1: the RASP tasks", tuple(_table_1()), quick)


# --- larger scale, categorical only ---------------------------------------------------------------


# Test accuracies of public reruns of the paper's code, by size: the paper's figure has no numbers.
# docs/reruns.py says who made them.
PUBLIC: dict[str, tuple[tuple[float, ...], ...]] = {
    "8/8": (
        (99.89, 99.99, 99.67, 100.0, 82.39, 99.65, 99.22),
        (99.99, 100.0, 99.99, 100.0, 83.14, 99.94, 99.64),
    ),
    "16/16": (
        (42.07, 99.93, 71.30, 88.09, 53.76),
        (41.83, 99.94, 50.89, 79.70, 54.05),
        (44.28, 100.0, 98.14, 84.71, 57.13),
    ),
}


def _sized(name: str, size: str, model: str, how: Any, seeds: int, **more: Any) -> Part:
    """A model of a task at one size."""
    settings = LARGE if size == "16/16" else {"vocab": 8, "length": 8}
    reruns = PUBLIC[size] if model == "program" else ()
    paper = tuple(dict(zip(TITLES, run, strict=False))[name] for run in reruns)
    spec = task(name, **settings, samples=20000)
    return Part(f"{name} {size} {model}", spec, how, seeds, paper, **more)


def _larger() -> Iterator[Part]:
    sizes = ("16/16", "8/8")
    for name in SIZED:
        how = Gradient(recipe(epochs=100, **EVALUATED), shapes=GRID)
        yield _sized(name, "16/16", "program", how, 5)
    small = recipe(halves(3, 6, 4), epochs=100, reaches="all,before,after", **BEST_KEPT)
    for size, name in product(sizes, SIZED):
        keep = f"{name}-{size.replace('/', '-')}"
        yield _sized(name, size, "together", Gradient(small), 32, keep=keep, merge=16)
    for name in SIZED:
        settings = FOUR_SAMPLES if name == "most_freq" else EVALUATED
        how = Gradient(recipe(**settings), shapes=GRID)
        yield _sized(name, "8/8", "program", how, 5)
    standard = tuple(Standard(StandardConfig(heads=heads, epochs=30)) for heads in (4, 8))
    for size, name in product(sizes, SIZED):
        yield _sized(name, size, "standard", standard, 3)


def larger_scale() -> Experiment:
    title = "Larger vocabularies and longer inputs"
    return Experiment("larger-scale", title, tuple(_larger()), ("hist",))


CATEGORICAL = {  # settings, heads, seeds, merged networks, the paper's number
    "reverse": (BEST_KEPT, (2, 4, 8), 5, 0, 99.75),
    "hist": (SAMPLED, (2, 4, 8), 5, 4, 83.20),
    "double_hist": (BEST_KEPT, (2, 4, 8), 5, 0, 55.89),
    "sort": (BEST_KEPT, (2, 4, 8), 5, 0, 99.99),
    "most_freq": (SAMPLED, (2, 4, 8), 5, 4, 64.13),
    "dyck1": (BEST_KEPT, (2, 4, 8), 5, 4, 99.43),
    "dyck2": (FOUR_SAMPLES, (8,), 8, 16, 99.17),
}


def categorical_only() -> Experiment:
    parts = []
    for name, (settings, heads, seeds, merge, paper) in CATEGORICAL.items():
        shapes = tuple(
            Shape(layers=n, categorical_heads=h, categorical_mlps=m)
            for n, h, m in product((2, 3), heads, (2, 4))
        )
        how, keep = Gradient(recipe(**settings), shapes=shapes), f"categorical-{name}"
        parts.append(Part(name, task(name), how, seeds, (paper,), keep, merge=merge))
    title = "Categorical variables only"
    return Experiment("categorical-only", title, tuple(parts), ("sort", "hist"))


# --- heads, in-context learning, the case study ---------------------------------------------


def head_reads() -> Experiment:
    how = Gradient(recipe(halves(3, 8, 4), **EVALUATED))
    parts = tuple(Part(name, task(name), how, 5) for name in TITLES)
    title = "Variables read by the heads of each layer"
    return Experiment("head-reads", title, parts, ("reverse", "hist"))


def in_context() -> Experiment:
    one = Gradient(recipe(Shape(layers=2, categorical_heads=1), **EVALUATED))
    # Cooler from the start: every seed of a wide network works.
    cool: dict[str, Any] = {"start_temperature": 1.0, "attention_noise": 0.6, "epochs": 40}
    four = Gradient(recipe(Shape(layers=2, categorical_heads=4), **cool, **EVALUATED))
    rows = (
        ("one head per layer, the paper's recipe", one, (100.0,), "in-context-one-head"),
        ("four heads per layer, our recipe", four, (), "in-context-four-heads"),
    )
    parts = (Part(name, task("induction"), how, 5, *more) for name, how, *more in rows)
    return Experiment("in-context", "In-context learning", tuple(parts), ("four heads",))


CASES = {  # the component that starts at random: the paper's three accuracies
    "everything": (23.2, 23.6, 24.1),
    "nothing": (99.9, 99.9, 80.8),
    "attention 2 predicate": (37.9, 40.3, 18.5),
    "attention 2 read": (17.1, 13.7, 20.2),
    "MLP 1 read": (95.1, 94.1, 95.3),
    "attention 1 predicate": (99.1, 83.9, 78.2),
    "attention 1 read": (35.5, 44.1, 41.8),
}
VALUES, END = 16, 1  # values of a variable of Reverse 16/16, and the word </s>


def components() -> dict[str, Given]:
    """The choices of the case study that are set by hand."""
    first, second = "attn_0_0", "attn_1_0"
    return {
        "attention 1 read": Given(first, query="tokens", key="tokens", value="positions"),
        "attention 1 predicate": Given(first, predicate=(END,) * VALUES),
        "MLP 1 read": Given("mlp_0_0", reads=(first, "positions")),
        "attention 2 read": Given(second, query="mlp_0_0", key="positions", value="tokens"),
        "attention 2 predicate": Given(second, predicate=tuple(range(VALUES))),
    }


def case_study() -> Experiment:
    shape = Shape(layers=2, categorical_heads=1, categorical_mlps=1)
    config, parts = recipe(shape, epochs=100, **BEST_KEPT), []
    for random, paper in CASES.items():
        by_hand = tuple(
            one for name, one in components().items() if random not in ("everything", name)
        )
        how = Gradient(config, given=by_hand)
        parts.append(Part(random, task("reverse", **LARGE), how, 3, paper))
    title = "Optimisation case study: Reverse with choices set by hand"
    return Experiment("case-study", title, tuple(parts), tuple(CASES))


# --- selection ------------------------------------------------------------------------------------

ISLAND = 12  # networks of a population: one island
NARROW = (  # task, size, shape: the best of the paper's Table 1
    ("most_freq", "8/8", halves(3, 8, 4)),
    ("double_hist", "16/16", halves(3, 4, 2)),
    ("reverse", "16/16", halves(3, 8, 2)),
    ("sort", "16/16", halves(3, 8, 4)),
)
MORE_NUMERICAL = Shape(
    layers=3, categorical_heads=2, numerical_heads=8, categorical_mlps=1, numerical_mlps=4
)
WIDE = (  # task, size, shape, epochs: as many as three minutes of a GPU allow
    ("most_freq", "8/8", halves(4, 32, 16), 200),
    ("double_hist", "16/16", MORE_NUMERICAL, 150),
    ("sort", "16/16", halves(3, 32, 16), 150),
    ("reverse", "16/16", halves(3, 32, 16), 150),
    *((name, "8/8", halves(3, 16, 8), 150) for name in ("reverse", "double_hist")),
)
SMALL = (  # smaller than the best of the paper's Table 1
    ("hist", halves(1, 2, 2)),
    ("hist", halves(2, 2, 2)),
    ("double_hist", halves(2, 2, 2)),
)
ELSEWHERE = (  # beyond the paper's Table 1, with and without selection
    ("induction, one head per layer", "induction", Shape(layers=2, categorical_heads=1), 250),
    ("hist, categorical", "hist", Shape(layers=2, categorical_heads=4, categorical_mlps=2), 60),
)


def _selection() -> Iterator[Part]:
    """The same populations with and without selection; wide and small ones; other variables."""
    falling: dict[str, Any] = {"schedule": "cosine", "evaluations": 20}
    for name, size, shape in NARROW:
        for first, kind in product(range(0, 3 * ISLAND, ISLAND), ("none", "quarter")):
            how = Gradient(recipe(shape, epochs=100, selection=kind, **falling))
            seeds = tuple(range(first, first + ISLAND))
            yield Part(f"{name} {size}, {kind}, seed {first}", _of_size(name, size), how, seeds)
    for name, size, shape, epochs in WIDE:
        config = recipe(shape, epochs=epochs, selection="quarter", keep="best", **falling)
        keep = f"{name}{'-16' if size == '16/16' else ''}-selected"
        members = 3 * ISLAND if shape.categorical_heads == 2 else ISLAND
        label, how = f"{name} {size}, wide", Gradient(config)
        yield Part(label, _of_size(name, size), how, members, keep=keep)
    for name, shape in SMALL:
        config = recipe(shape, epochs=60, selection="quarter", keep="best", **falling)
        label = f"{name}, small, {shape.layers} layer{'s' * (shape.layers > 1)}"
        keep = f"{name}-small-{shape.layers}"
        yield Part(label, task(name), Gradient(config), ISLAND, keep=keep)
    for label, name, shape, epochs in ELSEWHERE:
        for kind in ("none", "quarter"):
            how = Gradient(recipe(shape, epochs=epochs, selection=kind, **falling))
            yield Part(f"{label}, {kind}", task(name), how, ISLAND)


def _of_size(name: str, size: str) -> TaskSpec:
    return task(name, **(LARGE if size == "16/16" else {}))


def selection() -> Experiment:
    quick = ("most_freq 8/8",)
    return Experiment("selection", "Selection during training", tuple(_selection()), quick)


# --- the search -----------------------------------------------------------------------------------

SECONDS = 100.0  # time limit of a search, per core


def _searches() -> Iterator[Part]:
    """The paper's tasks at both sizes with three seeds, then all others with one."""
    for seed in range(3):
        for name in TASKS:
            yield _search(name, name, {}, seed)
        for name in SIZED:
            yield _search(f"{name}-16", name, LARGE, seed)
    for name, entry in FURTHER.items():
        # Of two symbols, longer inputs can all be run.
        settings = {"length": 12} if entry.example[1] in ("(", ")") else {}
        yield _search(name, name, settings, 0)


def _search(label: str, name: str, settings: Mapping[str, int], seed: int) -> Part:
    """A search; the seed draws both the inputs of the task and the first sample."""
    spec = task(name, **settings, seed=seed)
    how = Search(seconds=SECONDS, seed=seed)
    return Part(f"{label}, seed {seed}", spec, how, keep="" if seed else f"{label}-searched")


def search() -> Experiment:
    quick = ("reverse, seed 0", "hist, seed 0")
    return Experiment("search", "Search results", tuple(_searches()), quick)
