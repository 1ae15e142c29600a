"""What the documents show is true: programs as they are printed, results as they were measured.

`make tables` writes both anew. Every block of code is run, or, where it takes long, parsed.

Blocks of `python` are executed, those of a file one after the other in one module; training in them
is made short. Blocks of `py` are excerpts of printed programs, which other tests compare with what
is printed. In all other blocks, and between backquotes in the text, every line that begins with
`tprog`, `make`, `python` or `pip` is a command. In blocks, what looks at a program is run, and what
learns one is parsed; so are the examples in the help texts. In the text, verbs and options exist.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from shell import made_run

import transformer_programs as tp
from transformer_programs import cli

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
WRITER = runpy.run_path(str(ROOT / "docs" / "write_tables.py"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:tprog|make|python|pip) [^`]+)`")
COMMAND = re.compile(r"^(?:tprog|make|python|pip)\b")
PLACEHOLDERS = {  # in the text, what stands for something: an example of it
    "TASK": "sort",
    "RUN": "runs/sort",
    "NAME": "table-1",
    "PROGRAM": "runs/sort",
    "FILE": "data.jsonl",
    "G": "2",
}
LOOKING = ("tasks", "show", "run", "emit", "verify", "view", "trace", "explain", "plot", "simplify")
# Trained on texts; or found by the search, where test_package.py runs the commands.
NOT_HERE = ("runs/trec", "runs/mydata", "runs/mine-search")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, *languages: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [code for language, code in FENCE.findall(text) if language in languages]


def test_the_tables_of_results_are_as_measured():
    pages = WRITER["pages"]()
    assert [page.name for page in pages] == ["README.md", "README.md"]
    for page, text in pages.items():
        assert page.read_text(encoding="utf-8") == text, "make tables writes it anew"


def test_documents_link_to_files_that_exist():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


# --- Python ---------------------------------------------------------------------------------------

WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch, soon_content: None) -> None:
    """Tasks of few inputs, training and searches that end soon, few groups of words to try."""
    pytest.importorskip("jax")
    from transformer_programs import learn
    from transformer_programs.learn import readable
    from transformer_programs.networks.config import Config, preset
    from transformer_programs.networks.merge import MODULES

    train = learn.fit

    def quick(task, how=None, seeds=None, **others):
        how = tp.Gradient(how) if how is None or isinstance(how, Config) else how
        if isinstance(how, tp.Gradient):
            config = how.config or preset(task)
            few = {name: min(1, getattr(config, name)) for name in MODULES}
            config = replace(config, **few, layers=1, hidden=8, epochs=2, batch=32, evaluations=1)
            seeds = how.seeds if seeds is None else seeds
            how = replace(
                how, config=config, seeds=min(2, seeds) if isinstance(seeds, int) else seeds
            )
            seeds = None
        return train(task, how, seeds, **others)

    find = tp.search

    def soon(task, settings=None, **others):
        return find(task, settings, **{"seconds": 1, **others})

    few = readable.FOR_TEXTS._replace(groups=((8, (0,)), (16, (0,))))
    monkeypatch.setattr(readable, "FOR_TEXTS", few)
    monkeypatch.setattr(tp, "search", soon)
    monkeypatch.setattr(tp, "fit", quick, raising=False)
    monkeypatch.setattr(learn, "fit", quick)
    for task in ("sort", "reverse", "hist"):
        monkeypatch.setattr(tp.tasks, task, partial(getattr(tp.tasks, task), samples=400))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_notebooks_run_and_are_stored_with_outputs(notebook, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space = {"__name__": notebook.stem}
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"], 1):
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            assert cell["execution_count"], "make notebooks stores the outputs"
            assert cell["outputs"] or "print" not in code
            exec(compile(code, f"{name(notebook)}, cell {number}", "exec"), space)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_python_in_documents_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space = {"__name__": page.stem}
    for number, code in enumerate(blocks(page, "python"), 1):
        exec(compile(code, f"{name(page)}, block {number}", "exec"), space)


def test_the_programs_on_the_first_page_work():
    found, learned = blocks(ROOT / "README.md", "py")
    space: dict[str, object] = {"__name__": "golden"}
    exec((ROOT / "tests/golden/induction.py").read_text(encoding="utf-8"), space)
    words = "<s> a 1 b 2 b 0 a".split()
    space |= {"tokens": words, "positions": list(range(len(words)))}
    exec(learned, space)
    answers = space["induction"]
    assert isinstance(answers, list)
    assert (answers[5], answers[7]) == ("2", "1")
    body = textwrap.indent(found, "    ")
    exec(f"def most_freq(tokens):\n{body}", space)
    assert space["most_freq"]("<s> b a a c".split())[1:4] == ["a", "b", "c"]


# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a page shows, in a block or in the text."""

    page: Path
    words: tuple[str, ...]
    block: bool

    def __str__(self) -> str:
        return f"{name(self.page)}: {shlex.join(self.words)}"


def commands() -> Iterator[Command]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        shown = [line for code in blocks(page, "", "sh") for line in code.splitlines()]
        written = INLINE.findall(FENCE.sub("", text))
        for line, block in [*product(shown, [True]), *product(written, [False])]:
            command = re.split(r"\s{2,}|\s#|\s[<>]\s", line)[0]
            if COMMAND.match(command):
                words = (PLACEHOLDERS.get(word, word) for word in shlex.split(command))
                yield Command(page, tuple(words), block)


EVERY_COMMAND = list(dict.fromkeys(commands()))
OF_TPROG = [one for one in EVERY_COMMAND if one.words[0] == "tprog"]
IN_BLOCKS = [one for one in OF_TPROG if one.block]
EXAMPLES = [
    (verb, *shlex.split(re.split(r"\s[<>]\s", example)[0])[2:])
    for verb in cli.VERBS
    for example in re.findall(r"Example: `(tprog [^`]+)`", cli.verb_of(verb).__doc__ or "")
]


def parse(arguments: tuple[str, ...]) -> None:
    """All that comes before a command is carried out."""
    group = cli.parser_of(arguments)
    with group.make_context("tprog", list(arguments)) as context:
        rest = [*context._protected_args, *context.args]
        verb, command, rest = group.resolve_command(context, rest)
        with command.make_context(verb, rest, parent=context):
            pass


def test_commands_in_documents_and_help_texts_have_the_options_they_show():
    for arguments in (*EXAMPLES, *(command.words[1:] for command in IN_BLOCKS)):
        parse(arguments)
        for word in arguments:
            if word.startswith(("docs/", "tests/", "benchmarks/")):
                assert list(ROOT.glob(word)), word


def test_verbs_and_options_that_the_text_speaks_of_exist():
    for command in OF_TPROG:
        verb, *rest = command.words[1:]
        if verb.startswith("--"):
            continue
        assert verb in cli.VERBS, command
        params = cli.parser_of([verb]).commands[verb].params
        known = {option for one in params for option in (*one.opts, *one.secondary_opts)}
        assert {word for word in rest if word.startswith("--")} <= known, command


def test_targets_scripts_and_extras_in_documents_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for command in EVERY_COMMAND:
        first, *rest = command.words
        if first == "make":
            assert re.search(rf"^{rest[0]}:", makefile, re.MULTILINE), command
        elif first == "pip":
            wanted = rest[-1].partition("[")[2].rstrip("]").split(",")
            assert {*wanted} <= {"", *extras["optional-dependencies"]}, command
        elif first == "python" and "results" not in command.page.parts:
            script = (ROOT / rest[0]).read_text(encoding="utf-8")
            options = [word for word in rest if word.startswith("--")]
            assert all(f'"{option}"' in script for option in options), command


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a user has it who has trained Sort: with a run, a printed program, the documents.

    The network of the run is as it starts: what the commands do does not depend on training.
    """
    pytest.importorskip("jax")
    from transformer_programs.networks.architecture import Architecture
    from transformer_programs.networks.extract import extract
    from transformer_programs.networks.initial import initial

    folder = tmp_path_factory.mktemp("desk")
    (folder / "docs").symlink_to(ROOT / "docs")
    task = tp.tasks.sort(samples=200)
    config = tp.Config(layers=1, categorical_heads=1, numerical_heads=1, hidden=8)
    architecture = Architecture.of(task, config)
    program = extract(initial(architecture, 0)[0], architecture, task.vocabulary, task.classes)
    run = made_run(folder / "runs" / "sort", task, program, {})
    (run.parent / "sort-search").symlink_to(run)
    (folder / "sort.py").write_text(tp.emit(program), encoding="utf-8")
    return folder


RUN = [one for one in IN_BLOCKS if one.words[1] in LOOKING and not set(one.words) & {*NOT_HERE}]


@pytest.mark.parametrize("command", RUN, ids=str)
def test_commands_that_look_at_programs_run(command, desk, monkeypatch, capsys):
    monkeypatch.chdir(desk)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    words = [part for word in command.words[1:] for part in expanded(word, desk)]
    assert cli.main(words) == 0, capsys.readouterr().err


def expanded(word: str, folder: Path) -> list[str]:
    """What a shell makes of a word with a star."""
    return sorted(str(path) for path in folder.glob(word)) if "*" in word else [word]
