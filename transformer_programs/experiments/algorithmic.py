"""The paper's experiments on the RASP tasks, as data: tables and figures."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product, starmap
from typing import Any

from .part import PAPER_RECIPE, Experiment, Part, categorical, flat, halves
from .public import reruns

TITLES = {
    "reverse": "Reverse",
    "hist": "Histogram",
    "double_hist": "Double-Hist",
    "sort": "Sort",
    "most_freq": "Most-Freq",
    "dyck1": "Dyck-1",
    "dyck2": "Dyck-2",
}


def by_task(*numbers: tuple[float, ...]) -> dict[str, tuple[float, ...]]:
    """What the paper reports, for the tasks in their order."""
    return dict(zip(TITLES, numbers, strict=True))


TABLE_1 = by_task((99.79,), (100.0,), (98.40,), (99.83,), (75.69,), (99.30,), (99.09,))
GRID = tuple(starmap(halves, product((2, 3), (4, 8), (2, 4))))  # layers, heads, MLPs
EVALUATED = {"evaluations": 4}  # evaluating costs time and changes nothing else
BEST_KEPT = {"evaluations": 20, "keep": "best"}
SOURCES = {
    "tasks": "vocabulary and length 8, or length 16 for Dyck-1 and Dyck-2 (the paper, section 4.2 "
    "and appendix B), unless the row says otherwise",
    **PAPER_RECIPE,
}


STILL_OTHER = {
    "batches": "drawn with replacement, 31 full batches per epoch (22 for Sort and Reverse). The "
    "reference code shuffles the inputs in each epoch and also uses the last, incomplete batch",
    "data": "split 80/10/10, as in the paper (81/9/10 in the reference code), with our own random "
    "generator. A few inputs are always in training: one letter repeated 1 to 7 times for "
    "Histogram, and inputs without repeated letters for Double-Hist",
    "discretisation": "votes are weights times 1,000, rounded to whole numbers. MLP weights are "
    "rounded to multiples of 1/1024",
    "from the reference code": "hidden width 64, the spread of the initial parameters, the loss "
    "(mean over inputs of the mean over labels), and a causal mask for Dyck-1 and Dyck-2",
    "temperature": "lowered per step, as in the paper and its reference code (`smooth_temps=True`)",
}
RERUNS = {
    f"public rerun, {one}": ", ".join(
        f"{TITLES[task]} {score}" for task, score in one.scores.items()
    )
    for one in reruns("8/8")
}
GRID_SOURCE = "layers 2, 3; heads 4, 8; MLPs 2, 4 (the paper, appendix B)"


# --- Table 1 --------------------------------------------------------------------------------------

SPREAD = ("dyck1", "dyck2")  # where networks of one shape differ most from seed to seed
FOUR_SAMPLES = {**BEST_KEPT, "samples": 4}
SAMPLED = {**BEST_KEPT, "samples": 2}
TABLE_1_SETTINGS = dict.fromkeys(TITLES, EVALUATED) | {
    "reverse": SAMPLED,
    "most_freq": SAMPLED,
    "dyck1": BEST_KEPT,
    "dyck2": BEST_KEPT,
}


def _table_1(task: str, settings: Mapping[str, Any], keep: str, merged: int) -> Part:
    """The networks of a task of Table 1: the paper's grid, five seeds of each shape.

    Where networks differ most, up to so many of them are merged.
    """
    merged = merged if task in SPREAD else 0
    return Part(task, task, settings=settings, shapes=GRID, keep=f"{keep}-{task}", merged=merged)


TABLE_1_GRID = Experiment(
    name="table-1",
    title="Table 1: the RASP tasks, the full grid",
    about=(
        "Each task has 40 networks: 2 and 3 layers, 4 and 8 heads, and 2 and 4 MLPs per layer, "
        "with five seeds each. The network that is best on validation is extracted as a program "
        "and scored on the test set. For four tasks, training differs from the paper:\n\n"
        "- Reverse and Most-Freq draw two Gumbel samples per step; the paper draws one.\n"
        "- Reverse, Most-Freq, Dyck-1 and Dyck-2 are evaluated 20 times during training and keep "
        "the\n"
        "  parameters that were best on validation; the paper keeps the last ones.\n"
        "- For Dyck-1 and Dyck-2, up to four networks are merged into one if this is better on "
        "validation."
    ),
    layout="accuracy",
    parts=tuple(_table_1(task, TABLE_1_SETTINGS[task], "table-1", 4) for task in TITLES),
    quick=tuple(TITLES),
    paper=TABLE_1,
    sources=SOURCES
    | {
        "grid": GRID_SOURCE,
        "samples": "two Gumbel samples per step for Reverse and Most-Freq, otherwise one; the "
        "paper: one (appendix B)",
        "parameters": "the best of 20 evaluations on validation for Reverse, Most-Freq, Dyck-1 "
        "and Dyck-2, otherwise the last ones",
        "merged networks": "1, 2 or 4 for Dyck-1 and Dyck-2; not in the paper (see "
        "docs/learning.md)",
    },
)

MORE_SAMPLES = Experiment(
    name="table-1-four-samples",
    title="Table 1: four Gumbel samples per step",
    about=(
        "Most-Freq and Dyck-2 are trained as in [Table 1](table-1.md), but with four Gumbel "
        "samples per step. Training takes longer, and the networks are better."
    ),
    layout="accuracy",
    parts=tuple(_table_1(task, FOUR_SAMPLES, "four-samples", 4) for task in ("most_freq", "dyck2")),
    quick=("most_freq",),
    paper={task: TABLE_1[task] for task in ("most_freq", "dyck2")},
    sources=SOURCES | {"grid": GRID_SOURCE, "samples": "four per step; the paper: one"},
)

PAPER_RECIPE_GRID = Experiment(
    name="table-1-paper-recipe",
    title="Table 1: the RASP tasks, the paper's recipe",
    about=(
        "Each task has 40 networks: 2 and 3 layers, 4 and 8 heads, and 2 and 4 MLPs per layer, "
        "with five seeds each. Training follows the paper: one Gumbel sample per step, 250 "
        "epochs, and the parameters after the last step. The network that is best on validation "
        "is extracted as a program and scored on the test set. No networks are merged, and no "
        "votes are refitted."
    ),
    layout="accuracy",
    # Where the full grid has this recipe too, a part and its program are the same.
    parts=tuple(
        next(part for part in TABLE_1_GRID.parts if part.name == task)
        if TABLE_1_SETTINGS[task] == EVALUATED
        else _table_1(task, EVALUATED, "recipe", 0)
        for task in TITLES
    ),
    quick=tuple(TITLES),
    paper=TABLE_1,
    sources=SOURCES
    | {
        "grid": GRID_SOURCE,
        "seeds": "five random initialisations, the best on validation (the paper, appendix B). We "
        "train five networks per shape and take the best network of all 8 shapes",
        "samples": "one Gumbel sample per step (the paper, appendix B)",
        "parameters": "the last ones; the paper selects checkpoints only for standard Transformers",
        **STILL_OTHER,
        **RERUNS,
    },
)

BEST_SHAPES = {  # of the paper's Table 1, and the epochs that were enough
    "reverse": (halves(3, 8, 2), 100),
    "hist": (halves(1, 4, 2), 250),
    "double_hist": (halves(3, 4, 2), 250),
    "sort": (halves(3, 8, 4), 100),
    "most_freq": (halves(3, 8, 4), 100),
    "dyck1": (halves(3, 8, 2), 130),
    "dyck2": (halves(3, 4, 4), 250),
}

BEST_SHAPE = Experiment(
    name="table-1-best-shape",
    title="Table 1: 64 networks of the best shape",
    about=(
        "Each task is trained with 64 seeds and the best shape in the paper's Table 1. The "
        "network that is best on validation is extracted as a program and scored on the test "
        "set."
    ),
    layout="accuracy",
    parts=tuple(
        Part(
            task, task, settings={**flat(shape), "epochs": epochs, **EVALUATED}, seeds=64, keep=task
        )
        for task, (shape, epochs) in BEST_SHAPES.items()
    ),
    quick=("reverse", "hist", "sort"),
    paper=TABLE_1,
    sources={
        **SOURCES,
        "shape": "layers, heads and MLPs of the best model in the paper's Table 1",
        "epochs": "250 (the paper, appendix B), or fewer if these reach the paper's accuracy",
        "seeds": "64 for one shape; the paper: 5 for each of 8 shapes",
    },
)

# --- larger scale, categorical only ---------------------------------------------------------------

SMALL, LARGE = (8, 8), (16, 16)  # vocabulary, length
SIZED = ("reverse", "hist", "double_hist", "sort", "most_freq")
STANDARD: dict[str, Any] = {  # 3 layers, 4 and 8 heads
    "shapes": ((3, 4, 0, 0, 0), (3, 8, 0, 0, 0)),
    "settings": {"epochs": 30},
}
SHORTER = {**EVALUATED, "epochs": 100}
SMALL_NETWORKS = {
    **flat(halves(3, 6, 4)),
    **BEST_KEPT,
    "epochs": 100,
    "reaches": "all,before,after",
}


def _sized(task: str, size: tuple[int, int], model: str, **more: Any) -> Part:
    """A model of a task at one size, which is called "TASK VOCABULARY/LENGTH MODEL"."""
    settings = {"vocab": size[0], "length": size[1], "samples": 20000}
    return Part(f"{task} {size[0]}/{size[1]} {model}", task, task_settings=settings, **more)


def _together(task: str, size: tuple[int, int]) -> Part:
    several: dict[str, Any] = {"seeds": 32, "merged": 16}
    keep = f"{task}-{size[0]}-{size[1]}"
    return _sized(task, size, "together", settings=SMALL_NETWORKS, keep=keep, **several)


AT_8 = dict.fromkeys(SIZED, EVALUATED) | {"most_freq": FOUR_SAMPLES}

LARGER = Experiment(
    name="larger-scale",
    title="Larger vocabularies and longer inputs",
    about=(
        "This experiment compares three kinds of models with vocabulary and length 8 (8/8) and "
        "16 (16/16). Each entry is the model that is best on validation.\n\n"
        "- *Program*: one network from the grid of Table 1, with five seeds per shape. Training "
        "has 100\n"
        "  epochs at 16/16 and 250 epochs at 8/8. Most-Freq at 8/8 draws four Gumbel samples per "
        "step.\n"
        "- *Merged*: up to 16 of 32 small networks, merged into one with jointly fitted votes. "
        "Each network\n"
        "  has 3 layers, with 6 heads and 4 MLPs per layer. A head attends to all positions, "
        "only to earlier\n"
        "  ones, or only to later ones. In later tables, the rows for merged networks end in\n"
        "  *together*.\n"
        "- *Standard Transformer*: 4 and 8 heads, three seeds each."
    ),
    layout="sizes",
    parts=(  # in this order, what matters most comes first
        *(_sized(task, LARGE, "program", settings=SHORTER, shapes=GRID) for task in SIZED),
        *(_together(task, size) for size in (LARGE, SMALL) for task in SIZED),
        *(Part(f"{task} 8/8 program", task, settings=AT_8[task], shapes=GRID) for task in SIZED),
        *(
            _sized(task, size, "standard", kind="standard", seeds=3, **STANDARD)
            for size in (LARGE, SMALL)
            for task in SIZED
        ),
    ),
    quick=("hist",),
    paper={
        f"{task} {size} program": tuple(one.scores[task] for one in reruns(size))
        for size in ("16/16", "8/8")
        for task in SIZED
    },
    paper_is="public reruns of the reference code",
    sources={
        **SOURCES,
        "sizes": "8 and 16; the paper's figure for sizes 8 to 16 has no numbers (appendix C)",
        **{
            f"public rerun {number}, {size}": str(one)
            for size in ("16/16", "8/8")
            for number, one in enumerate(reruns(size), 1)
        },
        "epochs": "100 at 16/16 and for merged networks, otherwise 250; the paper: 250",
        "standard Transformer": "width 256, batch 50 (the paper, appendix B), 3 layers, 30 epochs, "
        "the best epoch on validation; the paper: 2 and 3 layers, 100 epochs",
        "merged networks": "not in the paper (see docs/learning.md)",
    },
)

CATEGORICAL_SETTINGS = dict.fromkeys(TITLES, BEST_KEPT) | {
    "hist": SAMPLED,
    "most_freq": SAMPLED,
    "dyck2": FOUR_SAMPLES,
}
CATEGORICAL_HEADS = dict.fromkeys(TITLES, (2, 4, 8)) | {"dyck2": (8,)}
CATEGORICAL_MERGED = {"hist": 4, "most_freq": 4, "dyck1": 4, "dyck2": 16}

CATEGORICAL_ONLY = Experiment(
    name="categorical-only",
    title="Categorical variables only",
    about=(
        "These networks have no numerical heads and no numerical MLPs. The grid has 2 or 3 "
        "layers, with 2, 4 or 8 heads and 2 or 4 MLPs per layer. Each shape has five seeds. The "
        "table shows the network, or the merged networks, best on validation. All networks keep "
        "the best parameters of 20 evaluations on validation; the paper keeps the last ones. "
        "Four tasks have further changes:\n\n"
        "- Histogram and Most-Freq draw two Gumbel samples per step; the paper draws one.\n"
        "- For Histogram, Most-Freq and Dyck-1, up to four networks are merged if this is better "
        "on\n"
        "  validation.\n"
        "- Dyck-2 draws four samples per step. It has 8 heads per layer, eight seeds per shape, "
        "and up to 16\n"
        "  merged networks."
    ),
    layout="accuracy",
    parts=tuple(
        Part(
            task,
            task,
            settings=settings,
            shapes=tuple(starmap(categorical, product((2, 3), CATEGORICAL_HEADS[task], (2, 4)))),
            seeds=8 if task == "dyck2" else 5,
            merged=CATEGORICAL_MERGED.get(task, 0),
            keep=f"categorical-{task}",
        )
        for task, settings in CATEGORICAL_SETTINGS.items()
    ),
    quick=("sort", "hist"),
    paper=by_task((99.75,), (83.20,), (55.89,), (99.99,), (64.13,), (99.43,), (99.17,)),
    sources={
        **SOURCES,
        "grid": "as in Table 1, and also 2 heads, as in the paper's best network for Sort "
        "(appendix C)",
        "parameters": "the best of 20 evaluations on validation; the paper: the last ones",
        "samples": "two Gumbel samples per step for Histogram and Most-Freq, four for Dyck-2, "
        "otherwise one; the paper: one (appendix B)",
        "merged networks": "1, 2, 4, 8 or 16; not in the paper (see docs/learning.md)",
    },
)

# --- the programs of Table 1 ----------------------------------------------------------------------

PROGRAM_LENGTH = Experiment(
    name="program-length",
    title="Program length",
    about=(
        "The table counts the lines without votes ([definition](README.md)) of the programs of "
        "[Table 1, best shape](table-1-best-shape.md), formatted by black at 88 columns. The "
        "paper's programs also leave their weights out. Each header says how accurate the program "
        "is and how it was made. Each program has four forms:\n\n"
        "- *Full*: as learned (`tprog show FILE --code --raw`).\n"
        "- *Exact*: simplified, with the same answer on every input. These are the\n"
        "  [stored files](programs/README.md).\n"
        "- *Budget 0*: pruned without losing a correct label on the training and validation "
        "inputs\n"
        "  (`tprog simplify FILE --task TASK --budget 0`).\n"
        "- *Budget 0.1 %*: pruned, losing at most one label in a thousand on these inputs.\n\n"
        "The last two forms are not stored."
    ),
    layout="lengths",
    parts=tuple(Part(task, task, "lengths", keep=task) for task in TITLES),
    quick=("hist",),
    paper=by_task(
        (1893, 713), (324, 160), (1309, 423), (1503, 635), (1880, 666), (9975, 892), (5406, 733)
    ),
    sources={"counting": "as in the paper, appendix C"},
    needs="table-1-best-shape",
)

DATA = Experiment(
    name="data",
    title="The data: overlap of test and training set",
    about=(
        "The table shows the number of inputs of each task, and how much of the test set the "
        "training set covers. No test input is in the training set, but the sets overlap in two "
        "other ways. The last two columns measure this overlap.\n\n"
        "- A training input may have the same words as a test input, in another order. In Sort, "
        "Histogram\n"
        "  and Double-Hist, the order does not matter.\n"
        "- A training input may share a prefix with a test input. In Dyck-1, Dyck-2 and "
        "in-context learning,\n"
        "  a label depends only on the prefix."
    ),
    layout="data",
    parts=(
        Part("induction", "induction", "data"),
        *(Part(f"{task} 8/8", task, "data") for task in SIZED),
        *(Part(task, task, "data") for task in SPREAD),
        *(
            Part(f"{task} 16/16", task, "data", task_settings={"vocab": 16, "length": 16})
            for task in SIZED
        ),
    ),
    quick=("hist",),
    sources={"tasks": SOURCES["tasks"]},
)

HEAD_READS = Experiment(
    name="head-reads",
    title="Variables read by the heads of each layer",
    about=(
        "Each task has one program with three layers, 4+4 heads and 2+2 MLPs (categorical + "
        "numerical). It is the best of five seeds on validation. The table shows which variables "
        "the heads of each layer read, as a percentage of the heads of that kind and layer over "
        "all tasks. *Ones* is the constant 1, *attn* is the output of a head, and *mlp* is the "
        "output of an MLP."
    ),
    layout="reads",
    parts=tuple(
        Part(task, task, settings={**flat(halves(3, 8, 4)), **EVALUATED}) for task in TITLES
    ),
    quick=("reverse", "hist"),
    sources={
        **SOURCES,
        "shape": "3 layers, 8 heads per layer (the paper, figure in appendix C), 4 MLPs per layer "
        "(our choice)",
    },
)
