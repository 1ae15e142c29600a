"""Experiments are sound data; what is done is never done again, and is written down."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest
from small_experiment import Pretend, line_of, site, small

from transformer_programs.experiments import EXPERIMENTS, reproduce
from transformer_programs.experiments.engines import Done, Local
from transformer_programs.experiments.ledger import finished, read_lines, undone
from transformer_programs.experiments.optimising import COMPONENTS
from transformer_programs.experiments.part import Part
from transformer_programs.experiments.trained import reads, task_of
from transformer_programs.program.chain import digest
from transformer_programs.shelf import histogram
from transformer_programs.store import load, save
from transformer_programs.tasks import MORE, TASKS, TEXTS

EVERY_PART = [
    pytest.param(part, id=f"{one.name}-{part.slug}")
    for own in EXPERIMENTS.values()
    for one in (own, own.quickened())
    for part in one.parts
]


# --- the data -------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", EVERY_PART)
def test_settings_of_every_part_are_ones_that_the_learner_takes(part):
    pytest.importorskip("jax")
    from transformer_programs.learn.baselines import BASELINES
    from transformer_programs.learn.config import Config, Shape
    from transformer_programs.learn.readable import readable
    from transformer_programs.learn.standard import StandardConfig
    from transformer_programs.synthesis import Settings

    assert part.task in TASKS | MORE | TEXTS
    if part.task not in TEXTS:
        assert set(part.task_settings) <= set((TASKS | MORE)[part.task].settings)
    match part.kind:
        case "program":
            Config(**part.settings)
            for shape in part.shapes:
                Shape(*shape)
        case "standard":
            config = StandardConfig(**part.settings)
            for layers, heads, *_ in part.shapes:
                replace(config, layers=layers, heads=heads)
        case "search" | "against":
            Settings(**part.settings)
        case "baseline":
            assert part.settings.get("model", "words alone") in BASELINES
        case "readable":
            taken = inspect.signature(readable).parameters
            assert set(part.settings) - {"limits"} <= set(taken)
        case _:
            assert not part.settings


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_numbers_of_the_paper_belong_to_parts(name):
    own = EXPERIMENTS[name]
    assert set(own.paper) <= {part.name for part in own.parts}
    assert own.sources
    assert not own.needs or list(EXPERIMENTS).index(own.needs) < list(EXPERIMENTS).index(name)


def test_the_recipe_of_the_paper_is_one_sample_and_the_last_parameters():
    pytest.importorskip("jax")
    from transformer_programs.learn.config import Config

    for part in EXPERIMENTS["table-1-paper-recipe"].parts:
        paper = Config(epochs=250, batch=512, learning_rate=0.05, samples=1, keep="last")
        assert replace(Config(**part.settings), evaluations=paper.evaluations) == paper
        assert (paper.start_temperature, paper.end_temperature) == (3.0, 0.01)
        assert (part.seeds, len(part.shapes), part.task_settings) == (5, 8, {})
        assert part.merged == 0


def test_networks_that_are_to_stand_side_by_side_can():
    pytest.importorskip("jax")
    from transformer_programs.learn.config import Config, Shape
    from transformer_programs.learn.runs import check_merge

    for own in EXPERIMENTS.values():
        for part in (*own.parts, *own.quickened().parts):
            if part.merged and part.task not in TEXTS:
                shapes = [Shape(*numbers) for numbers in part.shapes] or None
                task, config = task_of(part), Config(**part.settings)
                check_merge(part.merged, task, config, part.networks, shapes)


def test_case_study_sets_by_hand_all_but_the_component_of_its_row():
    pytest.importorskip("jax")
    from transformer_programs.experiments.trained import given
    from transformer_programs.learn.architecture import Architecture
    from transformer_programs.learn.config import Config
    from transformer_programs.learn.initial import initial

    parts = {part.name: part for part in EXPERIMENTS["case-study"].quickened().parts}
    assert {name: len(part.given) for name, part in parts.items()} == {
        "everything": 0,
        "nothing": 5,
        **dict.fromkeys(COMPONENTS, 4),
    }
    part = parts["nothing"]
    task, config = task_of(part), Config(**part.settings)
    architecture = Architecture.of(task, config)
    params, trained = initial(architecture, 0, given(part, task, config))
    assert all(mask.all() for mask in trained.values())  # set by hand, and free to change
    end = task.vocabulary.words.index("</s>")
    assert set(params["0.predicate"][0].argmax(axis=-1)) == {end}
    assert params["1.predicate"][0].argmax(axis=-1).tolist() == list(range(architecture.k))
    chosen = {
        name: architecture.leaves[name].axes[-1][int(params[name].reshape(-1, n)[0].argmax())]
        for name, n in ((m, params[m].shape[-1]) for m in ("1.query", "1.key", "1.value"))
    }
    assert chosen == {"1.query": "mlp_0_0", "1.key": "positions", "1.value": "tokens"}


# --- running --------------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_and_repeats_nothing(tmp_path):
    first, second, third = Pretend(stop_after=1), Pretend(), Pretend()
    with pytest.raises(KeyboardInterrupt):
        reproduce(small(), site(tmp_path, first))
    reproduce(small(), site(tmp_path, second))
    reproduce(small(), site(tmp_path, third))
    assert (first.asked, second.asked, third.asked) == (["first"], ["second"], [])
    assert len(read_lines(tmp_path / "small.jsonl")) == 2


def test_only_some_parts_can_be_done_and_their_files_joined(tmp_path):
    pages = [
        reproduce(small(), site(tmp_path / name, Pretend()), [name]) for name in ("first", "second")
    ]
    assert "1 of 2 parts are not done yet" in pages[0].read_text(encoding="utf-8")
    joined, own = tmp_path / "joined", Pretend()
    joined.mkdir()
    texts = [(tmp_path / name / "small.jsonl").read_text() for name in ("second", "first")]
    (joined / "small.jsonl").write_text("".join(texts))
    page_of_all = reproduce(small(), site(joined, own)).read_text(encoding="utf-8")
    whole = reproduce(small(), site(tmp_path / "whole", Pretend())).read_text(encoding="utf-8")
    assert own.asked == []
    assert page_of_all == whole


def test_what_is_left_of_other_parts_stays_when_only_some_are_done(tmp_path):
    kept = tmp_path / "unfinished" / "small" / "second" / "checkpoint.npz"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"half done")

    def work(parts, do):
        yield from Local(tmp_path / "unfinished" / "small")(
            parts, lambda part, desk: Done(line_of(part, [0.5]))
        )

    reproduce(small(), site(tmp_path, work), ["first"])
    assert kept.exists()
    over = tmp_path / "unfinished" / "small" / "first"  # of a process killed at its very end
    over.mkdir()
    reproduce(small(), site(tmp_path, work), ["first"])
    assert kept.exists()
    assert not over.exists()
    reproduce(small(), site(tmp_path, work))
    assert not (tmp_path / "unfinished").exists()


def test_the_same_work_under_another_name_is_taken_over(tmp_path):
    reproduce(small(), site(tmp_path, Pretend()))
    parts = tuple(replace(part, name=f"other {part.name}", keep="") for part in small().parts)
    again = Pretend()
    reproduce(replace(small(), name="again", parts=parts), site(tmp_path, again))
    assert again.asked == []
    first, other = (read_lines(tmp_path / f"{name}.jsonl") for name in ("small", "again"))
    assert [line["part"]["name"] for line in other] == ["other first", "other second"]
    assert [line | {"part": None} for line in other] == [line | {"part": None} for line in first]
    kept = tuple(replace(part, keep=part.name) for part in parts)
    reproduce(replace(small(), name="kept", parts=kept), site(tmp_path, again))
    assert again.asked == ["other first", "other second"]  # the file of their program is not there
    more = tuple(replace(part, seeds=7) for part in parts)
    reproduce(replace(small(), name="more", parts=more), site(tmp_path, again))
    assert again.asked == ["other first", "other second"] * 2


def test_a_part_with_other_settings_is_another_part(tmp_path):
    lines = [line_of(part, [0.5]) for part in small(seeds=2).parts]
    assert undone(small(seeds=2), lines, tmp_path) == []
    assert len(undone(small(seeds=3), lines, tmp_path)) == 2
    assert finished(small(seeds=3), lines, tmp_path) == []


def test_a_part_that_read_another_program_than_the_one_there_is_not_done(tmp_path):
    part = Part("first", "hist", "lengths", keep="first")
    own = replace(small(), parts=(part,))
    program = tmp_path / "programs" / "first.json"
    program.parent.mkdir()
    save(histogram.program, program)
    line = {"part": part.document(), "read": digest(histogram.program)}
    newer = line | {"lengths": "newer"}
    assert undone(own, [line], tmp_path) == []
    assert finished(own, [line, newer], tmp_path) == [newer]
    save(replace(histogram.program, max_length=9), program)
    assert undone(own, [line, newer], tmp_path) == [part]
    assert undone(own, [{"part": part.document()}], tmp_path) == []  # does not say what it read


def test_training_is_written_down_and_its_program_kept(tmp_path):
    pytest.importorskip("jax")
    own = replace(small(), parts=small().parts[:1])
    file = reproduce(own, site(tmp_path))
    (line,) = read_lines(tmp_path / "small.jsonl")
    assert [member["seed"] for member in line["members"]] == [0, 1]
    assert "equal on every input" in line["best"]["proof"]
    assert line["best"]["disagreements"] == 0
    program = load(tmp_path / "programs" / "first.json")
    assert line["best"]["reads"] == reads(program)
    assert not (tmp_path / "unfinished").exists() or not list(
        (tmp_path / "unfinished").rglob("*.npz")
    )
    assert "90 %" in file.read_text(encoding="utf-8")


def test_networks_side_by_side_are_written_down(tmp_path):
    pytest.importorskip("jax")
    part = replace(small().parts[0], name="wide", keep="wide", merged=2)
    reproduce(replace(small(), parts=(part,)), site(tmp_path))
    (wide,) = read_lines(tmp_path / "small.jsonl")
    assert [one["networks"] for one in wide["side_by_side"]] == [1, 2]
    tried = [wide["alone"], *wide["side_by_side"]]
    assert wide["best"]["validation"] == max(round(one["validation"], 6) for one in tried)
    assert "equal on every input" in wide["best"]["proof"]
    alone = tmp_path / "programs" / "wide-alone.json"
    assert alone.exists() == (wide["best"]["networks"] > 1)
    one = load(alone if alone.exists() else tmp_path / "programs" / "wide.json")
    assert wide["alone"]["program"] == digest(one)
