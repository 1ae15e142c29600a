"""Selection: by training loss alone, reproducible, with known descent; switched off, no change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

import jax
from tiny_networks import TINY, same, toy, train_programs

from transformer_programs.networks import machine, population, program_model
from transformer_programs.networks.architecture import Architecture
from transformer_programs.networks.config import Config, Shape
from transformer_programs.networks.population import Progress
from transformer_programs.networks.program_model import ProgramModel
from transformer_programs.networks.trainer import Start, compiled_chunk, first_state
from transformer_programs.networks.training_state import Schedule, unpacked

HERE = Path(__file__).parent.parent
SELECTED = replace(TINY, selection="quarter")
WORDY = {"word_variables": 2, "word_cardinality": 4}
SEEDS = [3, 5, 8, 9, 11]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks with seed 5 have no finite loss."""

    def initial(architecture, seed, given):  # type: ignore[no-untyped-def]
        params, trained = own(architecture, seed, given)
        if seed == 5:
            params["votes"][:] = np.nan
        return params, trained

    own = program_model.initial
    monkeypatch.setattr(program_model, "initial", initial)


def by_hand(config: Config, seeds: list[int]) -> Iterator[tuple[int, dict[str, np.ndarray]]]:
    """Each member's ancestor and parameters, by the definition: only the worst of 5 is replaced."""
    task = toy()
    large = Architecture.of(task, config)
    schedule = Schedule.of(config, len(task.train))
    model, mesh = ProgramModel(large), machine.sharing(len(seeds), large.shared_inputs)
    width = -(-len(seeds) // mesh.size) * mesh.size
    starts = [Start(seeds[i % len(seeds)], large) for i in range(width)]
    state, data = first_state(model, starts, task, schedule)
    origin = list(range(width))
    for step in range(int(schedule.chunk), int(schedule.steps) + 1, int(schedule.chunk)):
        state, data = machine.placed(state, data, mesh)
        state, losses = compiled_chunk(model, None, mesh)(state, data)
        loss = np.asarray(losses)[: len(seeds)]
        inside = 0.02 <= schedule.temperature(step - 1) <= 1.5
        if config.selection == "quarter" and inside and step < schedule.steps:
            leaves, tree = jax.tree.flatten(state)
            leaves = [np.array(leaf) for leaf in leaves]
            for leaf in leaves:
                if leaf.ndim:
                    leaf[loss.argmax()] = leaf[loss.argmin()]
            origin[loss.argmax()] = origin[loss.argmin()]
            state = machine.copied(jax.tree.unflatten(tree, leaves))
    arrays = {name: np.asarray(values) for name, values in state.params.items()}
    params = unpacked(arrays, large.array_shapes)
    for i in range(len(seeds)):
        yield seeds[origin[i]], {name: values[i] for name, values in params.items()}


@pytest.mark.parametrize(("chosen", "words"), [("none", {}), ("quarter", WORDY)])
def test_the_networks_are_those_of_the_definition(chosen: str, words: dict[str, int]) -> None:
    config = replace(TINY, selection=chosen, **words)
    found = train_programs(toy(), config, SEEDS).members
    ancestors = []
    for member, (ancestor, params) in zip(found, by_hand(config, SEEDS), strict=True):
        ancestors.append(ancestor)
        assert member.ancestor == (None if chosen == "none" else ancestor)
        assert member.params.keys() == params.keys()
        for name, values in params.items():
            assert (member.params[name] == values).all(), name
    assert (ancestors == SEEDS) == (chosen == "none")


def test_a_diverged_network_is_replaced(broken: None) -> None:
    assert [m.diverged for m in train_programs(toy(), TINY, SEEDS).members].count(True) == 1
    found = train_programs(toy(), SELECTED, SEEDS)
    replaced = found.members[SEEDS.index(5)]
    assert not any(member.diverged for member in found.members)
    assert replaced.ancestor in set(SEEDS) - {5}
    assert np.isfinite(replaced.loss)


def test_networks_are_selected_among_those_of_their_island_and_shape() -> None:
    loss = np.arange(16.0)
    found = population.parents(loss, [False] * 16, "aaaabbbbaaaabbbb")
    assert found == [0, 1, 2, 0, 4, 5, 6, 4, 8, 9, 10, 8, 12, 13, 14, 12]
    assert population.parents(loss[:3], [False] * 3, "aaa") == [0, 1, 2]
    shapes = [
        Shape(layers=1, categorical_heads=2),
        Shape(layers=1, categorical_heads=1, numerical_heads=1),
    ]
    members = train_programs(toy(), SELECTED, 4, shapes=shapes).members
    assert [m.architecture.config.shape for m in members] == [
        shape for shape in shapes for _ in range(4)
    ]
    ancestors = [member.ancestor for member in members]
    assert ancestors[:4] != [0, 1, 2, 3]
    assert ancestors[4:] != [0, 1, 2, 3]


@pytest.mark.parametrize("keep", ["last", "best"])
def test_a_stopped_run_resumes_to_the_same_networks_and_descent(keep: str, tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.step == 18:
            raise KeyboardInterrupt

    config = replace(SELECTED, keep=keep)
    whole = train_programs(toy(), config, SEEDS)
    with pytest.raises(KeyboardInterrupt):
        train_programs(toy(), config, SEEDS, out=tmp_path, on_progress=stop)
    reports: list[Progress] = []
    resumed = train_programs(toy(), config, SEEDS, out=tmp_path, on_progress=reports.append)
    assert [found.step for found in reports] == [27, 36]
    assert same(whole, resumed)
    assert [m.ancestor for m in whole.members] == [m.ancestor for m in resumed.members]
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [9, 18, 27, 36]
    assert ["parents" in line for line in lines] == [True, True, True, False]


@pytest.mark.parametrize(("members", "selects"), [(11, False), (12, True)])
def test_auto_selects_where_twelve_networks_train(members: int, selects: bool) -> None:
    found = train_programs(toy(), replace(TINY, selection="auto"), members).members
    assert all((one.ancestor is not None) is selects for one in found)
