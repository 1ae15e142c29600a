"""Compiled steps are kept between runs, and found only by what they depend on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental.compilation_cache.compilation_cache import reset_cache

from transformer_programs.learn.machine import KeptCode


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    settings = "jax_compilation_cache_dir", "jax_persistent_cache_min_compile_time_secs"
    before = [getattr(jax.config, name) for name in settings]
    for name, value in zip(settings, (str(tmp_path), 0), strict=True):
        jax.config.update(name, value)
    reset_cache()
    yield tmp_path
    for name, value in zip(settings, before, strict=True):
        jax.config.update(name, value)
    reset_cache()


class Counted:
    """A function that counts how often it is traced."""

    def __init__(self) -> None:
        self.traced = 0

    def __call__(self, state: jax.Array, data: jax.Array) -> tuple[jax.Array, jax.Array]:
        self.traced += 1
        return state + data, (state * data).sum()


def run(
    function: Counted, described: str = "added", size: int = 3, **options: bool | str
) -> tuple[list[float], float]:
    """A new run of the function on fresh arrays -> what it gave."""

    def anew(state: jax.Array, data: jax.Array) -> tuple[jax.Array, jax.Array]:
        return function(state, data)  # JAX itself remembers functions that it has traced

    state, total = KeptCode(anew, described, options)(jnp.ones(size), jnp.arange(float(size)))
    return np.asarray(state).tolist(), float(total)


def test_a_second_run_traces_nothing_and_gives_the_same(folder: Path) -> None:
    function = Counted()
    first = run(function)
    assert first == ([1.0, 2.0, 3.0], 3.0)
    assert function.traced == 1
    assert run(function) == first
    assert function.traced == 1


def test_other_settings_and_other_shapes_are_compiled_anew(folder: Path) -> None:
    function = Counted()
    run(function)
    run(function, described="added otherwise")
    assert function.traced == 2
    assert run(function, size=2) == ([1.0, 2.0], 1.0)
    assert function.traced == 3


def test_an_option_that_the_compiler_does_not_know_is_left_out(folder: Path) -> None:
    assert run(Counted(), xla_no_such_option=True) == run(Counted())


def test_a_broken_file_only_costs_time(folder: Path) -> None:
    function = Counted()
    first = run(function)
    for file in folder.glob("steps-*"):
        file.write_bytes(file.read_bytes()[:100])
    assert run(function) == first
    assert function.traced == 2


def test_without_a_folder_nothing_is_kept(tmp_path: Path, folder: Path) -> None:
    jax.config.update("jax_compilation_cache_dir", None)
    function = Counted()
    assert run(function) == run(function)
    assert function.traced == 2
    assert not list(tmp_path.iterdir())


def test_code_that_jax_had_kept_is_not_kept_again(folder: Path) -> None:
    function = Counted()
    first = run(function)
    for file in folder.glob("steps-*"):
        file.unlink()
    assert list(folder.iterdir()), "JAX keeps it, too"
    for _ in range(2):
        assert run(function) == first
    assert not list(folder.glob("steps-*"))
    assert function.traced == 3
