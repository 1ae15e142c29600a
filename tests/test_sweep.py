"""A sweep trains every network of its grid once, however it is shared out and interrupted."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections import Counter

import pytest

pytest.importorskip("jax")

from transformer_programs.cli import main
from transformer_programs.experiments import Site
from transformer_programs.experiments import sweep as sweeps
from transformer_programs.experiments.engines import Local
from transformer_programs.experiments.ledger import read_lines
from transformer_programs.experiments.sweep import Grid, networks, shared
from transformer_programs.experiments.trained import best_member
from transformer_programs.store import load
from transformer_programs.tasks import evaluate_program, make

TASK = {"samples": 100}
SMALL = {"epochs": "2", "batch": "16", "hidden": "4", "evaluations": "1", "mlps": "0"}
GRID = {"layers": ("1", "2"), "heads": ("2",)}


def sweep(seeds: int = 2, **axes: tuple[str, ...]) -> Grid:
    return Grid("hist", GRID | axes, seeds, TASK, SMALL)


def run(asked: Grid, out, at_once: int = 2, engine=None, said=None) -> list[dict]:
    """Run a sweep; gives what all of its networks came to."""
    say = (lambda text: None) if said is None else said.append
    sweeps.run(asked, Site(out, "tprog sweep", say, None, engine), at_once)
    found = sweeps.trained(asked, read_lines(out / "sweep.jsonl"))
    return [found[network] for network in networks(asked)]


def told(asked: Grid, members: list[dict]) -> str:
    """The page of a sweep."""
    found = dict(zip(networks(asked), members, strict=True))
    return sweeps.page(asked, sweeps.by_point(asked, found), "tprog sweep")


class Stopping:
    """The local engine, until so many parts are done: then it is interrupted."""

    def __init__(self, out, parts: int) -> None:
        self.local, self.parts = Local(out / "unfinished"), parts

    def __call__(self, parts, work):
        yield from itertools.islice(self.local(parts, work), self.parts)
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder with a sweep that was run as one part of two shapes."""
    folder = tmp_path_factory.mktemp("sweep")
    run(sweep(), folder, at_once=4)
    return folder


@pytest.fixture
def folder(trained, tmp_path):
    """A copy of that folder."""
    return shutil.copytree(trained, tmp_path / "copy")


# --- the grid -------------------------------------------------------------------------------------


def test_a_grid_is_every_combination_with_every_seed():
    found = networks(sweep(3, learning_rate=("0.05", "0.02")))
    assert len(found) == len(set(found)) == 2 * 2 * 3
    assert {shape for _, shape, _ in found} == {(1, 1, 1, 0, 0), (2, 1, 1, 0, 0)}
    assert {json.loads(settings)["learning_rate"] for settings, _, _ in found} == {0.05, 0.02}


# --- sharing out ----------------------------------------------------------------------------------


def networks_of(part):
    settings = json.dumps(part.settings)
    return [(settings, shape, seed) for shape in part.shapes for seed in part.seeds]


@pytest.mark.parametrize("most", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("done", [0, 1, 5, 11])
def test_parts_hold_every_network_once_and_no_part_is_too_large(most, done):
    asked = sweep(5, learning_rate=("0.05", "0.02"))
    every = networks(asked)
    parts = shared(asked, every[:done], most)
    assert Counter(one for part in parts for one in networks_of(part)) == Counter(every[done:])
    assert max(part.networks for part in parts) <= most


@pytest.mark.parametrize("most", [1, 2, 3, 4, 7])
def test_an_interrupted_sweep_goes_on_with_the_same_parts(most):
    asked = sweep(10)
    every = shared(asked, (), most)
    for done in range(len(every)):
        trained = {network for part in every[:done] for network in networks_of(part)}
        assert shared(asked, trained, most) == every[done:]


# --- running --------------------------------------------------------------------------------------


def test_an_interrupted_sweep_trains_the_rest_and_nothing_twice(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(sweep(), tmp_path, engine=Stopping(tmp_path, 1))
    (first,) = read_lines(tmp_path / "sweep.jsonl")
    assert len(first["members"]) == 2
    said: list[str] = []
    members = run(sweep(), tmp_path, at_once=4, said=said)  # shared out otherwise
    assert said[0] == "2 of 4 networks are trained"
    assert said[1].startswith("sweep: 2 networks, ")
    assert said[1].endswith(" (part 1 of 1)")
    assert len({(tuple(one["shape"]), one["seed"]) for one in members}) == 4
    before = (tmp_path / "sweep.jsonl").read_bytes()
    assert run(sweep(), tmp_path) == members
    assert (tmp_path / "sweep.jsonl").read_bytes() == before


def test_a_larger_sweep_goes_on_from_a_smaller_one(tmp_path):
    run(sweep(1), tmp_path)
    said: list[str] = []
    assert len(run(sweep(2), tmp_path, said=said)) == 4
    assert said[0] == "2 of 4 networks are trained"
    said.clear()
    assert len(run(sweep(1), tmp_path, said=said)) == 2  # and the smaller one is still itself
    assert said == ["2 of 2 networks are trained"]


def test_a_smaller_grid_in_the_same_folder_finds_its_own_best(folder):
    for layers in (1, 2):
        smaller = sweep(layers=(str(layers),))
        members = run(smaller, folder)
        first = best_member(members)
        assert first is not None
        assert first["validation"] == max(one["validation"] for one in members)
        assert layers_of(folder / "best.json") == first["shape"][0] == layers
        assert "its program is best.json" in told(smaller, members)


def layers_of(file) -> int:
    """How many layers of heads a program has."""
    names = {step.out.name for step in load(file).steps}
    return len({name.split("attn_")[1].split("_")[0] for name in names if "attn_" in name})


def test_a_best_network_whose_program_was_not_kept_is_told_and_no_other_stays(tmp_path):
    run(sweep(4, layers=("2",)), tmp_path, at_once=4)
    (line,) = read_lines(tmp_path / "sweep.jsonl")
    members = line["members"]
    (kept,) = [one for one in members if "program" in one]
    if kept["seed"] == 0:  # let the network that has a program be of a later seed
        kept["seed"], members[1]["seed"] = 1, 0
    (tmp_path / "sweep.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / "best.py").write_text("")
    fewer = sweep(1, layers=("2",))
    page = told(fewer, run(fewer, tmp_path))
    assert not list(tmp_path.glob("best*"))
    assert "seed 0" in page
    assert "its program was not kept" in page
    assert "diverged." not in page
    run(sweep(4, layers=("2",)), tmp_path)
    assert (tmp_path / "best.json").is_file()


def test_only_where_every_network_diverged_there_is_no_best():
    scores = {"validation": 0.5, "test": 0.5, "loss": None, "diverged": True}
    lost = [{"seed": 0, "shape": [1, 1, 1, 0, 0], **scores}]
    assert best_member(lost) is None
    assert "every network diverged." in told(sweep(1, layers=("1",)), lost)
    sound = [{**lost[0], "diverged": False}]
    assert best_member(sound) == sound[0]


def test_the_best_program_is_the_one_of_the_best_line(folder):
    members = run(sweep(), folder)
    file = folder / "sweep.jsonl"
    file.write_bytes(file.read_bytes() * 2)
    assert run(sweep(), folder) == members  # a network that stands twice is one
    first = best_member(members)
    assert first is not None
    assert first["validation"] == max(one["validation"] for one in members)
    program = load(folder / "best.json")
    assert evaluate_program(program, make("hist", **TASK)).token == pytest.approx(
        first["test"], abs=1e-6
    )
    assert len([one for one in members if "program" in one]) == 2  # one per shape of a part


def test_the_code_of_the_best_program_runs_and_gives_its_answers(folder):
    task = make("hist", **TASK)
    words = [task.vocabulary.words[word] for word in task.test.words[0] if word >= 0]
    answers = subprocess.run(
        [sys.executable, folder / "best.py", *words], capture_output=True, text=True, check=True
    )
    assert answers.stdout.split() == list(load(folder / "best.json")(words))


def test_the_command_ends_with_a_table_and_does_nothing_the_second_time(tmp_path, capsys):
    command = [
        *("sweep", "hist", "--task", "samples=100", "--seeds", "1", "--out", str(tmp_path)),
        *("--grid", "layers=1,2", "--grid", "heads=2"),
        *(word for name, value in SMALL.items() for word in ("--set", f"{name}={value}")),
    ]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "| 1, 1+1, 0+0 | 1 |" in shown
    assert "| 2, 1+1, 0+0 | 1 |" in shown
    assert "Best on validation: shape" in shown
    assert "sweep.md, sweep.jsonl, best.json, best.py\n" in shown
    assert all((tmp_path / name).is_file() for name in ("best.json", "best.py"))
    assert (tmp_path / "sweep.svg").is_file()
    before = (tmp_path / "sweep.jsonl").read_bytes()
    assert main(command) == 0
    assert "2 of 2 networks are trained" in capsys.readouterr().err
    assert (tmp_path / "sweep.jsonl").read_bytes() == before
    page = (tmp_path / "sweep.md").read_text(encoding="utf-8")
    assert str(tmp_path) not in page


def test_the_command_refuses_a_wrong_grid(tmp_path, capsys):
    assert main(["sweep", "hist", "--grid", "layer=2", "--out", str(tmp_path)]) == 2
    assert "there is no setting 'layer'" in capsys.readouterr().err
