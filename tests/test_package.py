"""The package as pip installs it: a wheel that works without the repository."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the wheel, and nothing of the repository."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "transformer_programs", source / "transformer_programs", ignore=skip)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = "import sys, setuptools.build_meta as b; print(b.build_wheel(sys.argv[1]))"
    words = [sys.executable, "-c", build, str(target)]
    subprocess.run(words, cwd=source, check=True, capture_output=True)
    (wheel,) = target.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def tprog(installed: Path, *words: str) -> str:
    """What `python -m transformer_programs` prints, where only the wheel can be imported."""
    own = "import runpy, sys; sys.path.insert(0, '.'); sys.argv[0] = 'tprog'; "
    run = own + "runpy.run_module('transformer_programs', run_name='__main__')"
    command = [sys.executable, "-I", "-c", run, *words]
    done = subprocess.run(command, cwd=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_package(installed: Path) -> None:
    folder = ROOT / "transformer_programs"
    files = (one.relative_to(ROOT) for one in folder.rglob("*") if one.is_file())
    missing = [one for one in files if "__pycache__" not in one.parts]
    assert [one for one in missing if not (installed / one).is_file()] == []


def test_the_first_three_commands_lead_from_ten_lines_to_a_checked_program(installed: Path) -> None:
    (lines,) = re.findall(r"^```json\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(lines.splitlines()) == 10
    (installed / "mine.jsonl").write_text(lines, encoding="utf-8")
    search = ("search", "mine.jsonl", "--code", "--jobs", "1")
    assert "def run(tokens):" in tprog(installed, *search)
    assert "no difference" in tprog(installed, "verify", "runs/mine-search")
    ran = tprog(installed, "run", "runs/mine-search", "<s> 5 1 4 4 2 3 1 </s>")
    assert json.loads(ran)["labels"] == "<s> 1 1 2 3 4 4 5 </s>".split()
    tprog(installed, "view", "runs/mine-search", "-o", "mine.html")  # the page's files are there
