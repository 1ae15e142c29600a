"""The page about debugging shows what happens: its pdb session is run here, line by line.

`python tests/test_debugging.py` writes the sessions into docs/debugging.md anew.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import transformer_programs as tp
from transformer_programs.printer import emit

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "debugging.md"
PROGRAM = ROOT / "docs" / "results" / "programs" / "sort.json"
PROMPT = "(Pdb) "
START = "import pdb, sort; print(pdb.runcall(sort.run, '<s> 3 1 2 </s>'.split()))"
BLOCK = re.compile(r"(<!-- (\w+) -->\n\n)```\w*\n(.*?)```\n", re.DOTALL)


def code() -> str:
    return emit(tp.load(PROGRAM), name="sort", raw=True)


def line_of(text: str, start: str) -> int:
    """The number of the line that begins so."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.strip().startswith(start))


def commands(text: str) -> list[str]:
    """What is typed into the debugger."""
    inside = line_of(text, "def predicate_1_0(") + 1
    after = line_of(text, "attn_1_1_pattern =")
    return [
        f'break {inside}, mlp_0_1_output == 0 and token == "1"',
        "continue",
        "args",
        "return",
        "clear 1",
        f"tbreak {after}",
        "continue",
        "p tokens",
        "p attn_1_0_pattern",
        "p attn_1_0_outputs",
        "p attn_0_3_outputs",
        "p aggregate(attn_1_0_pattern, attn_0_3_outputs) == attn_1_0_outputs",
        "p attn_0_3_pattern",
        "p aggregate(attn_0_3_pattern, tokens) == attn_0_3_outputs",
        "continue",
    ]


def transcript(folder: Path) -> str:
    """The session as a person sees it: what the debugger prints, and what is typed."""
    text = code()
    (folder / "sort.py").write_text(text, encoding="utf-8")
    typed = commands(text)
    done = subprocess.run(
        [sys.executable, "-c", START],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        cwd=folder,
        check=True,
        encoding="utf-8",
    )
    printed = done.stdout.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "")
    first, *rest = printed.split(PROMPT)
    parts = [f'$ python -c "{START}"\n{first}']
    for command, answer in zip(typed, rest, strict=True):
        parts.append(f"{PROMPT}{command}\n{answer}")
    return "".join(parts)


def predicate() -> str:
    """The predicate that the session stops in."""
    text = code()
    start = text.index("def predicate_1_0(")
    return text[start : text.index("\n\n\n", start)] + "\n"


def explained() -> str:
    """What switching off the two heads changes, on every test input."""
    program, task = tp.load(PROGRAM), tp.tasks.sort()
    told = tp.explain(program, task.test.words, task.test.labels >= 0)
    lines = [f"{told.inputs:,} test inputs, {told.answers:,} answers"]
    for effect in told.effects:
        if effect.step in ("attn_0_3_outputs", "attn_1_0_outputs"):
            lines.append(f"without {effect.step}, {effect.answers:,} answers change, for example")
            lines.append(f"    {effect.examples[0]}")
    return "\n".join(lines) + "\n"


def page(folder: Path) -> str:
    """The page with its three sessions as they are now."""
    made = {
        "predicate": ("py", predicate()),
        "transcript": ("", transcript(folder)),
        "explained": ("", explained()),
    }
    text = PAGE.read_text(encoding="utf-8")
    for name, (language, content) in made.items():
        mark = f"<!-- {name} -->\n"
        before, after = text.split(mark)
        rest = BLOCK.sub("", mark + after, count=1) if BLOCK.match(mark + after) else after
        text = f"{before}{mark}\n```{language}\n{content}```\n{rest}"
    return text


def test_the_pdb_session_in_the_page_is_what_pdb_prints(tmp_path: Path) -> None:
    shown = {match[2]: match[3] for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))}
    assert shown["transcript"] == transcript(tmp_path)
    assert shown["predicate"] == predicate()
    assert shown["explained"] == explained()


def test_the_two_heads_of_the_page_are_a_circuit() -> None:
    """attn_1_0 copies what attn_0_3 found; without attn_0_3 it has nothing to copy."""
    run = tp.trace(tp.load(PROGRAM), "<s> 3 1 2 </s>".split())
    facts = [str(fact.cause) for fact in run.chain("attn_1_0", 1)]
    assert facts[0].startswith(
        'attn_1_0_outputs at position 1 is "2": attn_0_3_outputs at position 2'
    )
    assert facts[1].startswith('attn_0_3_outputs at position 2 is "2": tokens at position 3')
    assert run.without("attn_0_3").step("attn_1_0").symbol(1) == "<s>"


def test_launch_configuration_is_json_and_debugs_the_open_file() -> None:
    launch = json.loads((ROOT / ".vscode" / "launch.json").read_text(encoding="utf-8"))
    (configuration,) = launch["configurations"]
    assert (configuration["type"], configuration["program"]) == ("debugpy", "${file}")
    assert configuration["args"] == [f"${{input:{launch['inputs'][0]['id']}}}"]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        PAGE.write_text(page(Path(name)), encoding="utf-8")
