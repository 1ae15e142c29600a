"""The machine that trains: devices and how they share the work, memory, compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NewType, ParamSpec, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import xla_metadata
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from .config import ConfigError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Compiled = jax.stages.Wrapped
Array = jax.Array
# Parameters have three layouts: the named arrays of one member (`Params`), the same arrays of all
# members, which are their first axis (`Tree`), and a row per member with all of its parameters but
# the logits of words, which have an array of their own where there are any (`Packed`).
Tree = dict[str, Array]
Packed = NewType("Packed", dict[str, Array])
Rows = slice  # of arrays whose first axis is the members
ALL = slice(None)
Options = dict[str, bool | str]  # of the compiler

MEMBERS, INPUTS = "members", "inputs"  # what devices share
MIN_INPUTS = 64  # inputs that are worth a device
# Products that share a factor would be joined, and their results copied apart for the kernels.
ON_GPU: Options = {"xla_disable_hlo_passes": "dot-merger"}
ALONE: Options = {"xla_cpu_multi_thread_eigen": False}  # of a core that is a device


def keep_compiled() -> None:
    """Keep compiled code between runs: in the folder that was set for JAX, or the user's cache."""
    if getattr(jax.config, "jax_compilation_cache_dir", None):
        return
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "transformer-programs" / "compiled"
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
    """A context that runs on the CPU, which compiles in a fraction of the time a GPU takes."""
    try:
        device = jax.devices("cpu")[0]
    except RuntimeError:  # JAX is set to use nothing but the GPU
        yield
        return
    with jax.default_device(device):
        yield


def backend() -> str:
    """The kind of device in use: "cpu" or "gpu"."""
    chosen = jax.config.jax_default_device  # type: ignore[attr-defined]
    return jax.default_backend() if chosen is None else str(chosen.platform)


def compile_separately(
    function: Callable[Arguments, Result], static: tuple[int, ...] = ()
) -> Callable[Arguments, Result]:
    """The same function, compiled as a unit of its own, whose result is stored.

    A compiler joins whatever it can into one loop, and computes anew for every use what it could
    have stored: a training step on a CPU then takes three times as long. The CPU compiler ignores
    optimization barriers, but does not look into calls that are marked as not to be inlined.
    """
    unit = jax.jit(function, static_argnums=static)

    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if backend() != "cpu":
            barrier: Callable[[Result], Result] = jax.lax.optimization_barrier
            return barrier(function(*args, **kwargs))
        with xla_metadata.set_xla_metadata(inlineable="false"):  # type: ignore[no-untyped-call]
            result: Result = unit(*args, **kwargs)
        return result

    return run


def free_memory(mesh: Mesh) -> int:
    """The bytes that training may use on some devices: most of a GPU's, half of the computer's."""
    stats = None
    with suppress(jax.errors.JaxRuntimeError):
        stats = mesh.devices.flat[0].memory_stats()
    if stats and "bytes_limit" in stats:
        return int(0.8 * stats["bytes_limit"]) * mesh.size
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def require_memory(taken: int, members: int, mesh: Mesh) -> None:
    """Raise ConfigError if more bytes are taken by so many members than are free."""
    room = free_memory(mesh)
    if taken > room:
        fit = members * room // taken
        less = f"at most {fit} networks at once, or " if fit else ""
        raise ConfigError(
            f"training takes about {taken / 1e9:,.1f} GB of memory, and about {room / 1e9:,.1f} GB "
            f"are free for it: choose {less}a smaller network or shorter inputs"
        )


def bytes_taken(run: Compiled, state: Any, data: Any, mesh: Mesh) -> int:
    """The bytes that compiled steps take on all devices; the compiler counts them."""
    found = run.lower(state, data).compile().memory_analysis()
    if found is None:
        return 0
    given = found.argument_size_in_bytes + found.output_size_in_bytes
    return int(given + found.temp_size_in_bytes - found.alias_size_in_bytes) * mesh.size


def copied(arrays: Any) -> Any:
    """Copies of arrays, on the device; nothing is compiled for them."""
    copies = jax.tree.map(lambda x: x.copy() if isinstance(x, np.ndarray) else x, arrays)
    return jax.device_put(copies, may_alias=False)


# --- steps that devices share ---------------------------------------------------------------------

# With one device and enough memory, `compiled` is jax.jit, `placed` changes nothing, there is one
# group, and `in_groups` is a call of the compiled steps.


def sharing(members: int, inputs: int = 1) -> Mesh:
    """The devices that share the steps of so many members, each with inputs that can be shared.

    They share the members. Where a CPU has two cores or more for each member, they share the
    inputs of every member: two cores that share each single operation wait for each other.
    """
    devices = np.asarray(jax.devices())
    most = min(len(devices), inputs // MIN_INPUTS)
    if backend() == "cpu" and most >= 2 * members:
        parts = next(parts for parts in range(most, 0, -1) if inputs % parts == 0)
        return Mesh(devices[:parts], (INPUTS,))
    return Mesh(devices[:members], (MEMBERS,))


def _shares(state: Any, data: Any, mesh: Mesh) -> tuple[Any, Any]:
    """The share of a state and of data on each device: its members, by the first axis, or all."""
    spec: Callable[..., Any] = PartitionSpec
    whole = spec()
    split = spec(MEMBERS) if MEMBERS in mesh.shape else whole
    of_state = jax.tree.map(lambda array: split if array.ndim else whole, state)
    of_data = jax.tree.map(lambda _: whole, data)
    return of_state, replace(of_data, **dict.fromkeys(data.of_members, split))


def placed(state: Any, data: Any, mesh: Mesh) -> Any:
    """State and data on their devices, as the compiled steps return them: avoids recompiling."""
    if mesh.size == 1:
        return state, data
    return jax.tree.map(
        lambda spec, value: jax.device_put(value, NamedSharding(mesh, spec)),
        _shares(state, data, mesh),
        (state, data),
        is_leaf=lambda x: isinstance(x, PartitionSpec),
    )


def groups_that_fit(run: Compiled, state: Any, data: Any, mesh: Mesh) -> tuple[Rows, ...]:
    """The rows of members that train at a time: all, or groups of one size that fit into memory.

    The last group may share members with the one before. A refusal says that one is too large.
    """
    count, least = len(data.keys), mesh.shape.get(MEMBERS, 1)
    room, size, group = free_memory(mesh), count, (state, data)
    while (taken := bytes_taken(run, group[0], group[1], mesh)) > room:
        if size == least:
            require_memory(taken, least, mesh)
        size = max(least, min(size - least, size * room // taken // least * least))
        group = _group(state, data, slice(size), mesh)
    if size == count:
        return (ALL,)
    firsts = [*range(0, count - size, size), count - size]
    return tuple(slice(first, first + size) for first in firsts)


def in_groups(
    run: Compiled, state: Any, data: Any, groups: Sequence[Rows], mesh: Mesh
) -> tuple[Any, Array]:
    """One chunk of steps of all members, group by group: the new state, and the losses."""
    if len(groups) == 1:
        found: tuple[Any, Array] = run(state, data)
        return found
    new: Any = (state, jnp.zeros(len(data.keys)))
    for rows in groups:
        put = partial(_with_rows, rows)
        new = jax.tree.map(put, new, run(*_group(state, data, rows, mesh)))
    return placed(new[0], data, mesh)[0], new[1]


def _with_rows(rows: Rows, whole: Array, part: Array) -> Array:
    """An array with some rows replaced; the number of steps is that of the part."""
    return whole.at[rows].set(part) if whole.ndim else part


def _group(state: Any, data: Any, rows: Rows, mesh: Mesh) -> Any:
    """Copies of some members of a state, with their data."""
    state = jax.tree.map(lambda array: array[rows] if array.ndim else array.copy(), state)
    own = {name: getattr(data, name) for name in data.of_members}
    own = {name: None if array is None else array[rows] for name, array in own.items()}
    return placed(state, replace(data, **own), mesh)


def selected(state: Any, data: Any, parents: Sequence[int], mesh: Mesh) -> Any:
    """A state in which each member continues from its parent, all else as it is."""
    rows = np.asarray(parents)
    state = jax.tree.map(lambda array: array[rows] if array.ndim else array, state)
    return placed(state, data, mesh)[0]


def compiled(run: partial[Any], mesh: Mesh) -> Compiled:
    """Steps, compiled for the devices that share them.

    State, data -> the state after them, the mean loss of members (P,), which is not finite where
    that of any step was not.
    """

    def steps(state: Any, data: Any) -> Any:
        if mesh.size == 1:
            return run(state, data)
        of_state, of_data = _shares(state, data, mesh)
        parts = partial(run, parts=mesh.size) if INPUTS in mesh.shape else run
        return jax.shard_map(
            parts,
            mesh=mesh,
            in_specs=(of_state, of_data),
            out_specs=(of_state, of_data.keys),
            check_vma=False,
        )(state, data)

    options = {"gpu": ON_GPU, "cpu": ALONE if mesh.size > 1 else None}.get(backend())
    return jax.jit(steps, donate_argnums=0, compiler_options=options)
