"""An address of a cluster that nobody answers at is refused at once, before Ray is started."""

from __future__ import annotations

import socket

import pytest

from transformer_programs.experiments import engines
from transformer_programs.experiments.engines import Ray
from transformer_programs.experiments.part import ExperimentError, Part


class StartedError(Exception):
    """Raised where Ray would be imported."""


@pytest.fixture(autouse=True)
def no_ray(monkeypatch):
    def imported(address):
        raise StartedError

    monkeypatch.setattr(engines, "imported", imported)


def begin(address: str | None) -> None:
    list(Ray(address)([Part("0", "sort")], lambda part, desk: pytest.fail("done")))


@pytest.fixture
def unused():
    """A port of this machine that is taken, and that nobody listens at."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_port_that_nobody_listens_at_is_refused(scheme, unused):
    address = f"{scheme}127.0.0.1:{unused}"
    with pytest.raises(ExperimentError) as refused:
        begin(address)
    says = str(refused.value)
    assert says.startswith(f"--address {address}: there is no Ray cluster (Connection refused)")
    assert "expected the HOST:PORT of one that runs, or auto" in says


@pytest.mark.parametrize("address", ["nowhere", ":6379", "host:", "host:²", "ray://host"])
def test_an_address_that_is_none_says_what_is_one(address):
    with pytest.raises(ExperimentError, match="expected HOST:PORT, ray://HOST:PORT, auto or local"):
        begin(address)


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_place_that_answers_is_left_to_ray(scheme):
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(StartedError):
        begin(f"{scheme}127.0.0.1:{server.getsockname()[1]}")
