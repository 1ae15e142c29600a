"""The machine that trains: devices and how they share the work, memory, time, kept code.

JAX keeps compiled code, but finds it only by tracing and lowering the function again, which takes
seconds of Python. Here compiled steps and evaluations are found by all that they depend on: these
sources, the versions of JAX and of the device, the settings, and the shapes of the arguments.
"""

from __future__ import annotations

import hashlib
import os
import platform
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec, TypeVar

import jax
import numpy as np
from jax.experimental import serialize_executable
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from ..store.whole import writing

try:
    from jax.experimental import xla_metadata
except ImportError:  # it only makes a CPU faster
    xla_metadata = None  # type: ignore[assignment]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Compiled = Callable[..., Any]
Options = dict[str, bool | str]  # of the compiler

CACHE_SETTING = "TPROG_COMPILE_CACHE"
RATES = {"cpu": 2.2e9, "gpu": 8e11}  # bytes of members a second, of a core and of a GPU (measured)
COMPILING = {"cpu": 5.0, "gpu": 12.0}  # seconds, of a shape
READING = 0.05  # seconds, of each of its modules
MEMBERS, INPUTS = "members", "inputs"  # what devices share
FEWEST = 64  # inputs that are worth a device
OPTIONS: dict[str, Options] = {
    # Products that share a factor would be joined, and their results copied apart for the kernels.
    "gpu": {"xla_disable_hlo_passes": "dot-merger"},
}
ALONE: Options = {"xla_cpu_multi_thread_eigen": False}  # of a core that is a device


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
        seconds += COMPILING[kind] + READING * modules
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

    A GPU's memory is taken as it is needed: three quarters of it at once would take two seconds.
    Without effect once JAX has started. Devices and flags that the user has set stay.
    """
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
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


def copied(arrays: Any) -> Any:
    """Copies of arrays, on the device; nothing is compiled for them."""
    own = jax.tree.map(lambda x: x.copy() if isinstance(x, np.ndarray) else x, arrays)
    return jax.device_put(own, may_alias=False)


# --- steps that devices share ---------------------------------------------------------------------


def sharing(members: int, inputs: int = 1) -> Mesh:
    """The devices that share the steps of so many members, each with inputs that can be shared.

    They share the members. Where a CPU has two cores or more for each member, they share the
    inputs of every member: two cores that share each single operation wait for each other.
    """
    devices = np.asarray(jax.devices())
    most = min(len(devices), inputs // FEWEST)
    if backend() == "cpu" and most >= 2 * members:
        parts = next(parts for parts in range(most, 0, -1) if inputs % parts == 0)
        return Mesh(devices[:parts], (INPUTS,))
    return Mesh(devices[:members], (MEMBERS,))


def _shares(state: Any, data: Any, mesh: Mesh) -> tuple[Any, Any]:
    """What each device has of a state and of data: its members, by the first axis, or all."""
    spec: Callable[..., Any] = PartitionSpec
    whole = spec()
    split = spec(MEMBERS) if MEMBERS in mesh.shape else whole
    own = jax.tree.map(lambda array: split if array.ndim else whole, state)
    given = jax.tree.map(lambda _: whole, data)
    return own, replace(given, **dict.fromkeys(data.of_members, split))


def placed(state: Any, data: Any, mesh: Mesh) -> Any:
    """The same, where the compiled steps leave it: else they would be compiled a second time."""
    if mesh.size == 1:
        return state, data
    return jax.tree.map(
        lambda spec, value: jax.device_put(value, NamedSharding(mesh, spec)),
        _shares(state, data, mesh),
        (state, data),
        is_leaf=lambda x: isinstance(x, PartitionSpec),
    )


def compiled(run: partial[Any], mesh: Mesh) -> KeptCode:
    """Steps, compiled for the devices that share them.

    State, data -> the state after them, the mean loss of members (P,), which is not finite where
    that of any step was not.
    """
    described = f"{run.func.__name__} {run.keywords} {mesh.shape}"

    def steps(state: Any, data: Any) -> Any:
        if mesh.size == 1:
            return run(state, data)
        own, given = _shares(state, data, mesh)
        parts = partial(run, parts=mesh.size) if INPUTS in mesh.shape else run
        return jax.shard_map(
            parts, mesh=mesh, in_specs=(own, given), out_specs=(own, given.keys), check_vma=False
        )(state, data)

    options = OPTIONS.get(backend(), {}) | (ALONE if mesh.size > 1 and backend() == "cpu" else {})
    return KeptCode(steps, described, options)


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


# --- code that is kept between runs ---------------------------------------------------------------


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
    settings. `options` are those of the compiler; none, if this version of JAX does not know one.
    """

    def __init__(self, function: Compiled, described: str, options: Options, changes: bool = True):
        self.jitted = jax.jit(function, donate_argnums=0 if changes else ())
        self.described, self.options, self.changes = f"{described} {options}", options, changes
        self.ready: dict[Any, Compiled] = {}
        self._traced: dict[Any, jax.stages.Traced] = {}

    def __call__(self, *args: Any) -> Any:
        form = _form(args)
        if form not in self.ready:
            self.trace(*args)
        if form not in self.ready:
            HITS.count = 0
            self.ready[form] = made = self._compiled(self._traced.pop(form).lower())
            file = self._file(form)
            # A CPU's code that was itself kept by JAX cannot be kept again.
            if file is not None and not HITS.count:
                unable = OSError, ValueError, NotImplementedError, jax.errors.JaxRuntimeError
                with suppress(*unable):  # not every device and not every function can
                    code, _, _ = serialize_executable.serialize(made)
                    with writing(file) as stream:
                        stream.write(code)
        return self.ready[form](*args)

    def trace(self, *args: Any) -> None:
        """Prepare a call: find the compiled code, or trace the function."""
        form = _form(args)
        if form in self.ready or form in self._traced:
            return
        file = self._file(form)
        if file is not None and file.exists():
            result = (args[0], 0) if self.changes else 0  # of the form of a result
            forms = jax.tree.structure((args, {})), jax.tree.structure(result)
            places = jax.tree.leaves(args)[0].sharding.device_set
            devices = sorted(places, key=lambda device: device.id)
            with suppress(Exception):  # whatever is wrong with a cache, it only costs time
                self.ready[form] = serialize_executable.deserialize_and_load(
                    file.read_bytes(), *forms, execution_devices=devices
                )
                return
        self._traced[form] = self.jitted.trace(*args)

    def compile(self, *args: Any) -> jax.stages.Compiled:
        """The function compiled anew for arguments like these."""
        return self._compiled(self.jitted.lower(*args))

    def _compiled(self, lowered: jax.stages.Lowered) -> jax.stages.Compiled:
        try:
            return lowered.compile(compiler_options=self.options)
        except jax.errors.JaxRuntimeError as error:
            if "compile option" not in str(error):
                raise
            return lowered.compile()

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
