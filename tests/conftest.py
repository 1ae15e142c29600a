"""The command line and a browser for all tests; compiled code is kept."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import hypothesis
import pytest
from browser import Watched, open_browser
from playwright.sync_api import Browser, Page
from shell import Shell
from threadpoolctl import threadpool_limits

import transformer_programs as tp
from transformer_programs.shelf import induction
from transformer_programs.synthesis import search_run
from transformer_programs.view import page

# The processes that test share the cores: threads that wait for each other would only be busy.
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
threadpool_limits(1)  # of what is loaded already
# Compiling is most of what tests of networks do: processes and runs share what was compiled.
os.environ.setdefault(
    "JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
)
# What takes less to compile takes as long to write and to read.
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.1")
# Networks of tests are too small for the compiler's slowest passes to pay.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "true")
# Of the two ways to fuse operations the older one compiles four times as fast. Later versions of
# JAX end the process at the name of this flag.
if version("jax").startswith("0.10."):
    os.environ.setdefault(
        "XLA_FLAGS", "--xla_cpu_use_fusion_emitters=false --xla_cpu_parallel_codegen_split_count=1"
    )
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")
# Compiled code need not know which lines it comes from.
os.environ.setdefault("JAX_TRACEBACK_IN_LOCATIONS_LIMIT", "0")
# The many processes that tests start need not compile the package anew, each by itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Most objects of the tests live to their end, so looking for those to free seldom finds any.
gc.set_threshold(100_000, 50, 50)


# How long an example takes depends on what else the machine does.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


@pytest.fixture
def tprog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    """The command line, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return Shell(capsys, monkeypatch)


@pytest.fixture
def soon_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that has found a program hardly goes on for a cheaper one."""
    monkeypatch.setattr(search_run, "MORE_WORK", 25_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Watched:
    """One for all tests: to open another costs a browser a second."""
    return Watched(browser.new_page())


@pytest.fixture
def watched(tab: Watched) -> Watched:
    """The tab at its usual size, with nothing seen yet."""
    tab.resize(1200, 900, "light")
    tab.requests.clear()
    tab.errors.clear()
    return tab


@pytest.fixture(scope="session")
def induction_page() -> str:
    """The paper's induction program, with its task."""
    return page(induction.program, name="induction", task=tp.tasks.induction(samples=50))


@pytest.fixture
def opened(watched: Watched, induction_page: str, tmp_path: Path) -> Page:
    return watched.open(induction_page, tmp_path)


# Started in the background, a process is deaf to Ctrl-C, and so are those that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
