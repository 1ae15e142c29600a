"""A Ray cluster as an engine: many parts at once, on many machines."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .part import ExperimentError, Part
from .runner import Done, Work, WorkerContext

REACH = 5.0  # seconds to wait for a machine to answer
RETRIES = 5  # times that a part is begun again because its worker died


@dataclass(frozen=True)
class Ray:
    """Parts as tasks of a Ray cluster: at `address`, or one that is started here and ends with us.

    A part needs `gpus` GPUs and `cpus` cores, and is begun again when its worker dies. An error in
    a part is raised here; parts that are still at work are then cancelled.
    """

    address: str | None = None
    gpus: float | None = None
    cpus: float = 1.0

    def __call__(
        self, parts: Sequence[Part], work: Work, context: WorkerContext
    ) -> Iterator[tuple[Part, Done]]:
        if self.address:
            _require_reachable(self.address)
        ray, waiting = _imported(self.address), dict[Any, Part]()
        ours = not ray.is_initialized()
        if ours:
            _start(ray, self.address)
        try:
            gpus = self.gpus
            if gpus is None:
                gpus = 1.0 if ray.cluster_resources().get("GPU") else 0.0
            task = ray.remote(num_cpus=self.cpus, num_gpus=gpus, max_retries=RETRIES)(work)
            waiting |= {task.remote(part, WorkerContext()): part for part in parts}
            while waiting:
                ready, _ = ray.wait(list(waiting), num_returns=1)
                part = waiting.pop(ready[0])
                yield part, _result(ray, ready[0], part.name)
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)
            if ours:
                ray.shutdown()


def _imported(address: str | None) -> Any:
    """Ray, set up for a cluster elsewhere, or for one of this machine that others cannot reach."""
    if address in (None, "", "local"):
        # Ray's way to have a cluster of one machine, on any system: it listens on 127.0.0.1 alone.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    # Ray would rewrite the environment of its workers by what it finds of uv; there is nothing.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise ExperimentError(
            "--engine ray needs Ray: pip install 'transformer-programs[ray]'"
        ) from None
    return ray


def _require_reachable(address: str) -> None:
    """Refuse an address where nobody answers; Ray itself would try for minutes."""
    place = address.removeprefix("ray://")
    if place in ("auto", "local") or "://" in place:  # Ray knows more kinds than we do
        return
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        raise ExperimentError(
            f"--address {address}: expected HOST:PORT, ray://HOST:PORT, auto or local"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH).close()
    except (OSError, ValueError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise ExperimentError(
            f"--address {address}: there is no Ray cluster ({why}); expected the HOST:PORT of one "
            "that runs, or auto for one on this machine"
        ) from None


def _start(ray: Any, address: str | None) -> None:
    """Join the cluster at an address, or start one here."""
    options = {} if address else {"include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", **options)
    except (ConnectionError, ValueError) as error:
        raise ExperimentError(f"--address {address}: there is no Ray cluster ({error})") from None


def _result(ray: Any, reference: Any, name: str) -> Done:
    try:
        found: Done = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.as_instanceof_cause() from None
    except ray.exceptions.RayError as error:
        raise ExperimentError(f"{name}: its worker died {RETRIES + 1} times ({error})") from None
    return found
