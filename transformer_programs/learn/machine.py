"""The machine that trains: devices, how many members fit, kept code, interruptions."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar

import jax

from .architecture import Architecture

try:
    from jax.experimental import xla_metadata
except ImportError:  # it only makes a CPU faster
    xla_metadata = None  # type: ignore[assignment]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

CACHE_SETTING = "TPROG_COMPILE_CACHE"
RATES = {"cpu": 1.6e9, "gpu": 5e11}  # bytes of members a second, of a core and of a GPU (measured)
COMPILING, READING = 5.0, 0.05  # seconds: a network, and each of its modules


@dataclass(frozen=True, slots=True)
class Cost:
    """About what training takes here: seconds, the bytes of one member, and those that there are.

    The seconds are those of the steps, by what one took on the machines of docs/performance.md, and
    some for compiling and for reading every module.
    """

    seconds: float
    member: int
    room: int

    @staticmethod
    def of(member: int, members: int, steps: int, modules: int, inputs: int = 1) -> Cost:
        """That of so many members, of so many bytes and modules, and inputs that cores share."""
        devices = jax.devices()
        kind = "cpu" if devices[0].platform == "cpu" else "gpu"
        shared, cores = members * inputs, os.cpu_count() or 1
        units = min(cores, shared) if kind == "cpu" else min(len(devices), members)
        seconds = member * members * steps / (RATES[kind] * units)
        seconds += COMPILING + READING * modules
        return Cost(seconds, member, memory_bytes(devices[0]))


def keep_compiled() -> None:
    """Keep compiled code between runs, in the user's cache folder.

    The environment variable TPROG_COMPILE_CACHE names another folder, or "off" for none. A folder
    that was set for JAX itself stays.
    """
    wanted = os.environ.get(CACHE_SETTING, "")
    if wanted.lower() == "off" or getattr(jax.config, "jax_compilation_cache_dir", None):
        return
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(wanted) if wanted else Path(base) / "transformer-programs" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # a cache that cannot be written only costs time
    update: Callable[[str, object], None] = jax.config.update
    update("jax_compilation_cache_dir", str(folder))
    update("jax_persistent_cache_min_compile_time_secs", 0.1)


def share_cores() -> None:
    """Let every core be a device that trains its share: cores in one operation wait for each other.

    Without effect once JAX has started. Devices and flags that the user has set stay.
    """
    if "XLA_FLAGS" in os.environ or getattr(jax.config, "jax_num_cpu_devices", 0) != -1:
        return
    update: Callable[[str, object], None] = jax.config.update
    with suppress(RuntimeError):
        update("jax_num_cpu_devices", os.cpu_count() or 1)


@contextmanager
def on_cpu() -> Iterator[None]:
    """What runs within runs on the CPU: it compiles in a fraction of the time a GPU takes."""
    try:
        device = jax.devices("cpu")[0]
    except RuntimeError:  # JAX was told to use nothing but the GPU
        yield
        return
    with jax.default_device(device):
        yield


def backend() -> str:
    """The kind of the device that what follows runs on."""
    chosen = jax.config.jax_default_device  # type: ignore[attr-defined]
    return jax.default_backend() if chosen is None else str(chosen.platform)


def apart(
    function: Callable[Arguments, Result], static: tuple[int, ...] = ()
) -> Callable[Arguments, Result]:
    """The same function, compiled as a unit of its own, whose result is stored.

    A compiler joins whatever it can into one loop, and computes anew for every use what it could
    have stored: a training step on a CPU then takes three times as long. The CPU compiler ignores
    optimization barriers, but does not look into calls that are marked as not to be inlined.
    """
    unit = jax.jit(function, static_argnums=static)

    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if backend() != "cpu" or xla_metadata is None:
            barrier: Callable[[Result], Result] = jax.lax.optimization_barrier
            return barrier(function(*args, **kwargs))
        with xla_metadata.set_xla_metadata(inlineable="false"):  # type: ignore[no-untyped-call]
            result: Result = unit(*args, **kwargs)
        return result

    return run


def member_bytes(architecture: Architecture) -> int:
    """About how many bytes one member takes while it trains: activations, mostly.

    Between 0.98 and 1.3 times what XLA counts for whole training steps (docs/scaling.md).
    """
    c, k, n = architecture.config, architecture.k, architecture.length
    rows = c.batch * n * c.samples
    heads = c.categorical_heads + c.numerical_heads
    mlps = c.categorical_mlps + c.numerical_mlps
    floats = 0
    for layer in architecture.layers:
        floats += rows * k * (3 * heads + len(layer.mlp_reads))  # what heads read, and the stream
        floats += rows * n * 4 * heads  # scores, logits, attention
        floats += rows * n * c.categorical_heads * bool(c.score_levels)  # levels
        floats += rows * mlps * (2 * c.hidden + (c.mlp_inputs + 3) * k)
    floats += rows * (k * len(architecture.categorical) + 3 * architecture.classes)
    if c.word_variables:  # the table: logits, gradient, Adam's two, a change, the best, the end
        floats += 7 * architecture.words * c.word_variables * c.word_cardinality
    return 4 * floats


def memory_bytes(device: jax.Device) -> int:
    """The memory that training may use on a device."""
    try:
        stats = device.memory_stats()
    except jax.errors.JaxRuntimeError:
        stats = None
    if stats and "bytes_limit" in stats:
        return int(0.8 * stats["bytes_limit"])
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def equal_parts(member: int, members: int, devices: Sequence[jax.Device]) -> int:
    """All members, or equal parts that fit in memory, by the bytes of one."""
    fit = max(1, memory_bytes(devices[0]) // member) * len(devices)
    groups = -(-members // fit)
    return -(-members // groups)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one interrupts at once."""
    event = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        event.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
    if event.is_set():  # too late to stop training, in time to stop what follows
        raise KeyboardInterrupt
