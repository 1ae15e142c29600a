"""The learning call: from a task to programs and a run folder, by function and by command."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, replace

import numpy as np
import pytest

pytest.importorskip("jax")

from tiny_networks import agrees

import transformer_programs as tp
from transformer_programs import vectors
from transformer_programs.cli import main
from transformer_programs.learn.front import front_of
from transformer_programs.learn.learners import plain_settings
from transformer_programs.networks import program_model
from transformer_programs.networks.config import StandardConfig, preset
from transformer_programs.networks.extract import Discrete, ExtractionError, extract
from transformer_programs.program.program import ProofError, digest
from transformer_programs.store.atomic import write_arrays
from transformer_programs.store.folder import read_record
from transformer_programs.store.reading import read_arrays

TASK = {"letters": 3, "numbers": 2, "length": 8, "samples": 200}
SETTINGS = {
    "layers": 1,
    "categorical_heads": 2,
    "numerical_heads": 1,
    "categorical_mlps": 1,
    "numerical_mlps": 1,
    "hidden": 8,
    "batch": 32,
    "epochs": 4,
    "evaluations": 2,
}
COMMAND = [
    *("train", "induction", "--seeds", "3", "--no-code"),
    *(part for name, value in TASK.items() for part in ("--task", f"{name}={value}")),
    *(part for name, value in SETTINGS.items() for part in ("--set", f"{name}={value}")),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("runs") / "induction"


@pytest.fixture(scope="module")
def runs(folder):
    return tp.fit(
        tp.tasks.induction(**TASK), replace(preset("induction"), **SETTINGS), seeds=3, out=folder
    )


def test_every_member_becomes_a_proved_program(runs):
    assert len(runs.networks) == 3
    for run in runs.networks:
        assert run.proof.equal
        assert agrees(run)
        assert run.scores["test"].token == pytest.approx(run.test)


def test_a_program_carries_what_the_proof_says_of_it(runs, folder):
    (link,) = tp.claims(runs.best.program)
    assert str(link) == f"extracted: network = extracted program: {runs.best.proof}"
    assert tp.claims(tp.load(folder / "extracted.json")) == (link,)
    assert tp.claims(tp.load(folder))[0] == link


def test_a_failed_proof_leaves_no_folder_that_looks_finished(runs, tmp_path, monkeypatch):
    wrong = Discrete.votes
    monkeypatch.setattr(
        Discrete, "votes", lambda *of: tuple(tuple(-w for w in row) for row in wrong(*of))
    )
    members = tuple(map(replace, runs.population.members))  # nothing is extracted yet
    anew = replace(runs, population=replace(runs.population, members=members))
    with pytest.raises(ProofError, match="differs from its network: the votes on"):
        anew.save(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def refused(runs, *seeds):
    """The same networks, of which those with some seeds cannot become programs."""

    def extracted(params, architecture, *names):
        (seed,) = (one.seed for one in runs.networks if one.params is params)
        if seed in seeds:
            raise ExtractionError(f"seed {seed} has a large table")
        return extract(params, architecture, *names)

    members = tuple(map(replace, runs.population.members))
    return extracted, replace(runs, population=replace(runs.population, members=members))


def test_a_network_that_cannot_become_a_program_leaves_the_run_to_the_next(
    runs, tmp_path, monkeypatch
):
    first, second, _ = (one.seed for one in runs.population.ranked())
    extracted, anew = refused(runs, first)
    monkeypatch.setattr(program_model, "extract", extracted)
    anew.save(tmp_path / "run")
    record = read_record(tmp_path / "run")
    assert record.best == second
    reasons = {one["seed"]: one.get("refused") for one in record.members}
    assert reasons[first] == f"seed {first} has a large table"
    assert not any(one["diverged"] for one in record.members)


def test_where_no_network_can_become_a_program_the_run_says_why(runs, tmp_path, monkeypatch):
    extracted, anew = refused(runs, 0, 1, 2)
    monkeypatch.setattr(program_model, "extract", extracted)
    with pytest.raises(ProofError, match="no network can become a program; of the best, seed"):
        anew.save(tmp_path / "run")


def test_the_record_of_a_run_has_all_that_it_was_made_with(runs):
    known = vectors.Vectors(("a",), np.ones((1, 2), np.float32))
    given = tp.learn.Given("attn_0_0", query="tokens")
    shape = tp.learn.Shape(layers=2)
    how = tp.Gradient(runs.how.config, range(3), [shape], [given], known, simplify=False)
    plain = json.loads(json.dumps(plain_settings(how)))
    assert plain["given"] == [json.loads(json.dumps(asdict(given)))]
    assert plain["shapes"] == [asdict(shape)]
    assert (plain["seeds"], plain["simplify"]) == ([0, 1, 2], False)
    assert plain["vectors"] == known.digest
    assert plain["hidden"] == runs.how.config.hidden


def test_verify_proves_a_stored_program_again(runs, folder, tmp_path, capsys):
    assert main(["verify", str(folder)]) == 0
    assert (
        f"{folder}: extracted program and network: {runs.best.proof}, proved again"
        in capsys.readouterr().out
    )
    copied = tmp_path / "changed"
    shutil.copytree(folder, copied)
    vote, *others = runs.best.program.output.votes
    other = replace(vote, weights=tuple(tuple(-w for w in row) for row in vote.weights))
    output = replace(runs.best.program.output, votes=(other, *others))
    tp.save(replace(runs.best.program, output=output), copied / "extracted.json")
    assert main(["verify", str(copied)]) == 1
    assert f"program and network: differs from its network: the votes on {vote.reads} differ" in (
        capsys.readouterr().out
    )
    (copied / "network.npz").unlink()
    tp.save(runs.best.program, copied / "extracted.json")
    assert main(["verify", str(copied)]) == 0
    assert "(when learned; no network.npz)" in capsys.readouterr().out


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize("damage", ["no arrays", "another shape", "other words", "cut short"])
def test_a_damaged_network_is_refused(folder, tmp_path, damage, capsys):
    copied = tmp_path / "damaged"
    shutil.copytree(folder, copied)
    file = copied / "network.npz"
    arrays = read_arrays(file)
    match damage:
        case "no arrays":
            write_arrays(file, {"header": arrays["header"]})
        case "another shape":
            write_arrays(file, arrays | {"votes": arrays["votes"][:, :-1]})
        case "other words":
            header = json.loads(str(arrays["header"]))
            header["vocabulary"]["words"].append("more")
            write_arrays(file, arrays | {"header": np.array(json.dumps(header))})
        case _:
            file.write_bytes(file.read_bytes()[:-100])
    assert main(["verify", str(copied)]) == 2
    assert f"tprog: {file}: not a stored network" in capsys.readouterr().err


def test_verify_gives_the_strength_of_the_proof(runs):
    answer = tp.verify(runs.best.program, runs.best)
    assert str(answer) == "equal on every input (compositional proof)"
    worst = min(runs.networks, key=lambda run: run.validation)
    if worst.program != runs.best.program:
        assert tp.verify(runs.best.program, worst).strength != "compositional"


def test_the_front_ends_with_a_program_as_good_as_the_best(runs):
    assert runs.front[-1].validation >= round(runs.best.scores["validation"].main, 6)
    sizes = [(one.lines, one.validation) for one in runs.front]
    assert sizes == sorted(sizes)
    assert runs.program == runs.front[runs.front.knee].program


def test_the_front_has_the_shortest_program_within_a_thousandth_of_the_right_answers(runs):
    shortest = tp.simplify(runs.best.program, task=runs.task, budget=0.001).program
    (entry,) = front_of(runs.task, [("", shortest)])
    as_good = [one for one in runs.front if one.validation >= entry.validation]
    assert min(one.lines for one in as_good) <= entry.lines


def test_the_folder_holds_the_program_its_code_and_how_it_came_about(runs, folder):
    program = tp.load(folder)
    assert program == runs.program
    assert tp.load(folder / "extracted.json") == runs.best.program
    assert tp.verify(folder / "program.py", program, samples=200)
    record = read_record(folder)
    assert record.best == runs.best.seed
    assert record.task == {"name": "induction", "settings": TASK | {"seed": 0}}
    assert record.config["layers"] == 1
    assert [member["seed"] for member in record.members] == [0, 1, 2]
    assert record.extracted_scores["test"]["token"] == runs.best.scores["test"].token
    assert record.extracted == digest(runs.best.program)
    assert record.proof.startswith("equal on every input (compositional proof")
    metrics = (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["step"] for line in metrics][-1] == record.training_steps


def test_the_command_gives_the_same_run_and_says_what_it_found(runs, folder, capsys):
    assert main([*COMMAND, "--out", str(folder)]) == 0  # everything is there: nothing is trained
    shown = capsys.readouterr().out
    assert f"extracted: network = extracted program: {runs.best.proof}" in shown
    assert tp.load(folder / "extracted.json") == runs.best.program


def test_a_folder_of_another_run_is_refused_and_left_alone(runs, folder, capsys):
    before = (folder / "program.json").read_bytes()
    assert main([*COMMAND, "--set", "epochs=5", "--out", str(folder)]) == 2
    assert "another run" in capsys.readouterr().err
    assert (folder / "program.json").read_bytes() == before


# --- one call for every learner -------------------------------------------------------------------

SMALL = {"layers": 1, "heads": 2, "width": 16, "hidden": 16, "epochs": 2}


def learn(name):
    """A task and how to learn it."""
    if name == "search":
        return tp.tasks.make("previous", length=6, samples=300), tp.Search(seconds=20, workers=1)
    task = tp.tasks.hist(vocab=4, length=4, samples=200)
    return task, {
        "standard": tp.Standard(StandardConfig(**SMALL), seeds=2),
        "baseline": tp.Baseline(),
        "readable": tp.Readable(sizes=(4,)),
    }[name]


@pytest.mark.parametrize("name", ["standard", "baseline", "readable", "search"])
def test_every_learner_has_scores_a_table_and_a_run_folder(name, tmp_path):
    task, how = learn(name)
    reports = []
    learned = tp.fit(task, how, out=tmp_path, on_progress=reports.append)
    assert str(learned)
    for report in reports:
        assert str(report)
        assert report.share is None or 0 <= report.share <= 1
    record = read_record(tmp_path)
    assert record.config["learner"] == name
    assert record.extracted_scores["test"]["token"] == learned.scores["test"].token
    if name in ("readable", "search"):
        assert tp.load(tmp_path) == learned.program
        assert tp.tasks.evaluate_program(learned.program, task) == learned.scores["test"]
    else:
        assert not len(learned.front)
        with pytest.raises(tp.Refusal, match="there is no program"):
            _ = learned.program
    assert len(learned.networks) == (2 if name == "standard" else 0)
    again = tp.Gradient(seeds=1) if name != "gradient" else tp.Baseline()
    with pytest.raises(tp.Refusal, match="choose another folder"):
        tp.fit(task, again, out=tmp_path)
