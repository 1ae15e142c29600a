"""Compiled steps and evaluations that are kept between runs.

JAX keeps compiled code, but finds it only by tracing and lowering the function again, which takes
seconds of Python. Here the code is found by all that it depends on: these sources, the versions of
JAX and of the device, the settings, and the shapes of the arguments.
"""

from __future__ import annotations

import hashlib
import os
import platform
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jax
from jax.experimental import serialize_executable

from ..store.whole import writing

Run = Callable[..., Any]


class _Hits(threading.local):
    """How often JAX found code that it had kept, in this thread."""

    count = 0


HITS = _Hits()


def _listen(event: str, **more: Any) -> None:
    if event == "/jax/compilation_cache/cache_hits":
        HITS.count += 1


jax.monitoring.register_event_listener(_listen)


class KeptCode:
    """A function that JAX compiles on its first call, or finds compiled by an earlier run.

    It changes a state, which is its first argument, and returns it with one array; or, if
    `changes` is false, it returns one array. `described` says which function it is, with all its
    settings.
    """

    def __init__(
        self,
        function: Run,
        described: str,
        options: dict[str, bool | str] | None,
        changes: bool = True,
    ):
        given_away = 0 if changes else ()
        self.jitted = jax.jit(function, donate_argnums=given_away, compiler_options=options)
        self.described, self.changes = f"{described} {options}", changes
        self.ready: dict[Any, Run] = {}
        self._traced: dict[Any, jax.stages.Traced] = {}

    def __call__(self, *args: Any) -> Any:
        form = _form(args)
        if form not in self.ready:
            self.trace(*args)
        if form not in self.ready:
            HITS.count = 0
            made = self._traced.pop(form).lower().compile()
            self.ready[form] = made
            if not HITS.count:  # a CPU's code that was itself kept by JAX cannot be kept again
                _keep(self._file(form), made)
        return self.ready[form](*args)

    def trace(self, *args: Any) -> None:
        """Prepare a call: find the compiled code, or trace the function."""
        form = _form(args)
        if form in self.ready or form in self._traced:
            return
        found = _found(self._file(form), args, (args[0], 0) if self.changes else 0)
        if found is None:
            self._traced[form] = self.jitted.trace(*args)
        else:
            self.ready[form] = found

    def lower(self, *args: Any) -> jax.stages.Lowered:
        return self.jitted.lower(*args)

    def _file(self, form: Any) -> Path | None:
        """Where the code is kept, if any is."""
        folder = getattr(jax.config, "jax_compilation_cache_dir", None)
        if not folder:
            return None
        parts = _surroundings(), self.described, str(form)
        name = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return Path(folder) / f"steps-{name}"


def _form(args: Any) -> Any:
    """The structure, shapes, types and places of arguments."""
    leaves, tree = jax.tree.flatten(args)
    return tree, tuple((x.shape, str(x.dtype), str(x.sharding)) for x in leaves)


def _found(path: Path | None, args: Any, result: Any) -> Run | None:
    """Kept code, given arguments and something of the form of a result."""
    if path is None or not path.exists():
        return None
    forms = jax.tree.structure((args, {})), jax.tree.structure(result)
    devices = sorted(jax.tree.leaves(args)[0].sharding.device_set, key=lambda device: device.id)
    try:
        run: Run = serialize_executable.deserialize_and_load(
            path.read_bytes(), *forms, execution_devices=devices
        )
        return run
    except Exception:  # whatever is wrong with a cache, it only costs time
        return None


def _keep(path: Path | None, made: jax.stages.Compiled) -> None:
    if path is None:
        return
    try:
        code, _, _ = serialize_executable.serialize(made)
        with writing(path) as stream:
            stream.write(code)
    except (OSError, ValueError, NotImplementedError, jax.errors.JaxRuntimeError):
        return  # not every device and not every function can


@cache
def _surroundings() -> str:
    """All that compiled code depends on beside the function: sources, versions, devices, flags."""
    sources = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(file.read_bytes())
    device, processor = jax.devices()[0], Path("/proc/cpuinfo")
    lines = processor.read_text().splitlines() if processor.exists() else []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return "\n".join(
        (
            sources.hexdigest(),
            jax.__version__,
            f"{device.device_kind} {device.client.platform_version} {len(jax.devices())}",
            f"{platform.machine()} {flags}",
            f"{os.environ.get('XLA_FLAGS')} {getattr(jax.config, 'jax_enable_x64', None)}",
        )
    )
