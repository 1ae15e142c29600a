"""Parts on a real Ray cluster of two workers, one of which is killed in the middle.

Ray is a big thing to start, so one cluster serves all tests here.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("jax")

from small_experiment import options, small

from transformer_programs.experiments import ExperimentError, Part, ray_engine, run
from transformer_programs.experiments.part import task
from transformer_programs.experiments.ray_engine import Ray
from transformer_programs.experiments.runner import Done, WorkerContext
from transformer_programs.learn import Baseline


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        try:
            ray = ray_engine._imported(None)
        except ExperimentError as error:
            pytest.skip(str(error))
        ray_engine._start(ray, None)
        yield ray
        ray.shutdown()


def work_in(folder: Path):
    """Work that leaves the number of its worker behind, and waits until it may end.

    Made here, so that it travels to the workers as code.
    """

    def work(part, context):
        (folder / f"begun-{part.name}-{os.getpid()}-{time.time_ns()}").touch()
        while not (folder / "go").exists():
            time.sleep(0.02)
        return Done({"number": int(part.name), "worker": os.getpid()})

    return work


def begun(folder: Path) -> list[tuple[int, int]]:
    """(name of the part, process of its worker) of all that were begun."""
    names = sorted(folder.glob("begun-*"))
    return [tuple(map(int, path.name.split("-")[1:3])) for path in names]


def wait_until(condition, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


@pytest.mark.filterwarnings("ignore")
def test_nothing_is_lost_and_nothing_is_there_twice_when_a_worker_is_killed(cluster, tmp_path):
    parts = [Part(str(number), task("sort"), Baseline()) for number in range(6)]
    killed = []

    def kill_one_worker() -> None:
        wait_until(lambda: len(begun(tmp_path)) >= 2)  # both workers are in the middle of something
        killed.append(begun(tmp_path)[0])
        os.kill(killed[0][1], signal.SIGKILL)
        (tmp_path / "go").touch()

    killer = threading.Thread(target=kill_one_worker, daemon=True)
    killer.start()
    lines = [done.line for _, done in Ray(gpus=0)(parts, work_in(tmp_path), WorkerContext())]
    killer.join()
    assert sorted(line["number"] for line in lines) == [0, 1, 2, 3, 4, 5]
    assert killed[0][1] not in {line["worker"] for line in lines}
    attempts = Counter(number for number, _ in begun(tmp_path))
    assert attempts[killed[0][0]] == 2
    assert sum(attempts.values()) == 7


@pytest.mark.filterwarnings("ignore")
def test_a_part_gives_the_same_networks_on_a_cluster_as_here(cluster, tmp_path):
    here = run(small(), **options(tmp_path / "here"))
    there = run(small(), **options(tmp_path / "there", Ray(gpus=0)))
    assert [line["members"] for line in here] == [line["members"] for line in there]
    assert (tmp_path / "there" / "programs" / "first.json").is_file()
