"""Mutants: the package with one mistake put into it. Do the tests find each of them?

    python benchmarks/mutants.py --count 110 --seed 0 --out mutants.jsonl
    python benchmarks/mutants.py --listed

A mutant is one small change, drawn at random: a comparison turned, a condition forced, a guard
left out. Groups of modules have shares of the mutants, and within a group every module has its
turn. Each is written into a copy of the package, never into the work tree, and the quickest tests
of its group run until one fails. A test that runs far too long counts as a failure. `--listed`
takes the mistakes of LISTED instead, which were made by hand. Lines go to `--out`, and a run that
was stopped goes on behind them. The exit status is 1 if a mutant survives.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "transformer_programs"

# Group: its modules, its share of 110 mutants, and its tests, the quickest and most telling first.
GROUPS: dict[str, tuple[str, int, str]] = {
    "program": (
        "program/program.py program/steps.py program/values.py",
        18,
        "program interpret store emit_run refusals",
    ),
    "meaning": ("meaning/*.py", 20, "interpret batch agreement large_numbers"),
    "infer": ("analysis/*.py", 16, "infer simplify_rules large_types large_numbers"),
    "simplify": (
        "simplifier/*.py",
        24,
        "simplify_forms simplify_rules scores unknown_words prune chain",
    ),
    "verify": ("verifier/*.py", 12, "verify spaces loading_emitted every"),
    "prove": ("learn/prove/*.py", 14, "prove"),
    "score": ("dataset/scoring.py program/chain.py", 6, "evaluate chain unknown_words"),
}

# Mistakes made by hand: module, what is there, what stands there instead, tests that look at it.
LISTED = [
    ("analysis/contexts.py", "name == vocabulary.unknown or name not", "name not", "infer"),
    (
        "learn/prove/__init__.py",
        'counts["choices"] += sets.compare(step, name, at)',
        "pass",
        "prove",
    ),
    ("learn/prove/__init__.py", "modules.compare_reads(step, name, gates, layer)", "pass", "prove"),
    (
        "learn/prove/sides.py",
        'differ_unless(output.pooled == pooled, "pooled in one of them and not in the other")',
        "pass",
        "prove",
    ),
    ("verifier/__init__.py", "if not one.proof.equal:", "if False:", "verify"),
    (
        "learn/runs.py",
        "if not self.proof.equal:\n            raise",
        "if False:\n            raise",
        "runs::test_a_failed_proof_leaves_no_folder_that_looks_finished",
    ),
    ("learn/hardened.py", "jnp.round(value * GRAIN) / GRAIN", "value", "model prove"),
    (
        "learn/merge.py",
        "if now > highest:",
        "if now < highest:",
        "votes",
    ),
    (
        "simplifier/vote_rules.py",
        "np.int64 if most_votes(output, numbers) < 2**63 else object",
        "np.int32",
        "large_numbers simplify_rules",
    ),
    (
        "simplifier/step_rules.py",
        "a.choose == b.choose and _same_head",
        "_same_head",
        "simplify_rules",
    ),
]

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}
LONG = "test_each_rule_on_inputs"  # many random programs through each rule, for a minute
GUARD = re.compile(r"_?(require|check|compare|differ_unless)")
# Limits on work and sizes of blocks change how long a thing takes; these change what is refused.
MEANT = {"NO_CLASS", "MOST_LENGTH", "MOST_LEVEL", "MOST_NUMBER"}
NO_MATTER = {"strict", "stacklevel"}  # arguments that change nothing where all is well


@dataclass(frozen=True, slots=True)
class Mutant:
    """One span of the source of a module, and what stands there instead."""

    group: str
    module: str
    kind: str
    line: int
    span: tuple[int, int]  # bytes
    before: str
    after: str
    tests: str

    def __str__(self) -> str:
        one_line = (" ".join(text.split()) for text in (self.before, self.after))
        before, after = (text if len(text) < 70 else text[:67] + "..." for text in one_line)
        return f"{self.module}:{self.line} {before} => {after}"


# --- what can be changed --------------------------------------------------------------------------


def places(node: ast.AST) -> Iterator[ast.AST]:
    """Every node whose change can matter: no text, annotation, assertion or limit on work."""
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for each in child if isinstance(child, list) else [child]:
            if not isinstance(each, ast.AST) or _is_idle(each):
                continue
            yield each
            if not isinstance(each, ast.Raise | ast.JoinedStr | ast.Assert):
                yield from places(each)


def _is_idle(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in NO_MATTER
    if isinstance(node, ast.Assign) and node.col_offset == 0:
        return all(isinstance(t, ast.Name | ast.Tuple) for t in node.targets)
    limits = isinstance(node, ast.Compare | ast.BinOp | ast.Call)
    return limits and any(
        isinstance(part, ast.Name) and re.fullmatch("[A-Z_]{3,}", part.id) and part.id not in MEANT
        for part in ast.walk(node)
    )


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, str]]:
    """What can be changed at a node: the kind, the node that goes, the text that comes."""
    match node:
        case ast.Compare(left, [op], [right]):
            yield "comparison", node, ast.unparse(ast.Compare(left, [TURNED[type(op)]()], [right]))
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right) if not any(
            isinstance(side, ast.Constant | ast.List | ast.Tuple | ast.JoinedStr)
            and not isinstance(getattr(side, "value", ""), int)
            for side in (left, right)
        ):
            other = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield "sum", node, ast.unparse(ast.BinOp(left, other, right))
        case ast.BoolOp(op, values):
            either = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and, or", node, ast.unparse(ast.BoolOp(either, values))
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", node, ast.unparse(operand)
        case ast.Constant(bool(value)):
            yield "truth", node, repr(not value)
        case ast.Constant(int(value)):
            yield "number", node, repr(value + 1)
            yield "number", node, repr(value - 1)
        case ast.Call(ast.Name(name) as called) if name in OTHER:
            yield "min, max, any, all", called, OTHER[name]
        case ast.Call(ast.Attribute(of, name) as called) if name in OTHER:
            yield "min, max, any, all", called, f"{ast.unparse(of)}.{OTHER[name]}"
        case ast.Subscript(_, ast.Constant(0) as index):
            yield "first, last", index, "-1"
        case ast.Subscript(_, ast.UnaryOp(ast.USub(), ast.Constant(1)) as index):
            yield "first, last", index, "0"
        case ast.Slice(lower, upper, None):
            for bound in (lower, upper):
                if bound is not None:
                    yield "slice", bound, f"{ast.unparse(bound)} + 1"
        case ast.If(test, body, orelse):
            yield from (("condition", test, forced) for forced in ("True", "False"))
            if not orelse and isinstance(body[-1], ast.Raise | ast.Continue | ast.Return):
                yield "guard", body[-1], "pass"
        case ast.IfExp(test, _, _):
            yield from (("condition", test, forced) for forced in ("True", "False"))
        case ast.Expr(ast.Call(ast.Name(name) | ast.Attribute(_, name))) if GUARD.match(name):
            yield "guard", node, "pass"
        case _:
            pass


def mutants_of(group: str, module: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines."""
    source = (ROOT / PACKAGE / module).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for place in places(ast.parse(source)):
        for kind, node, after in changes(place):
            assert isinstance(node, ast.expr | ast.stmt)
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            first = starts[node.lineno - 1] + node.col_offset
            last = starts[node.end_lineno - 1] + node.end_col_offset
            before = source[first:last].decode()
            after = after if isinstance(node, ast.stmt) else f"({after})"
            where = node.lineno, (first, last)
            found.append(Mutant(group, module, kind, *where, before, after, GROUPS[group][2]))
    return found


def drawn(count: int, seed: int) -> list[Mutant]:
    """Mutants of all groups: each module in turn, each kind as likely, no line twice."""
    shares = sum(share for _, share, _ in GROUPS.values())
    chosen: list[Mutant] = []
    for group, (patterns, share, _) in GROUPS.items():
        rng = random.Random(f"{seed} {group}")
        paths = [p for pattern in patterns.split() for p in (ROOT / PACKAGE).glob(pattern)]
        modules = sorted(path.relative_to(ROOT / PACKAGE).as_posix() for path in paths)
        left = {module: mutants_of(group, module) for module in rng.sample(modules, len(modules))}
        own: list[Mutant] = []
        while len(own) < round(count * share / shares) and any(left.values()):
            module = list(left)[len(own) % len(left)]
            if not left[module]:
                del left[module]
                continue
            kind = rng.choice(sorted({mutant.kind for mutant in left[module]}))
            own.append(rng.choice([mutant for mutant in left[module] if mutant.kind == kind]))
            left[module] = [mutant for mutant in left[module] if mutant.line != own[-1].line]
        chosen += own
    return chosen


def listed() -> Iterator[Mutant]:
    for module, before, after, tests in LISTED:
        source = (ROOT / PACKAGE / module).read_text()
        assert source.count(before) == 1, f"{module}: {before}"
        first = len(source[: source.index(before)].encode())
        line = source[: source.index(before)].count("\n") + 1
        span = (first, first + len(before.encode()))
        yield Mutant("by hand", module, "by hand", line, span, before, after, tests)


# --- how they are tested --------------------------------------------------------------------------


def copied(to: Path) -> None:
    """The work tree as far as tests need it, with a package of its own."""
    for name in (PACKAGE, "tests", "benchmarks"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("docs", "pyproject.toml", "README.md", "Makefile"):
        (to / name).symlink_to(ROOT / name)


def tested(tree: Path, tests: str, seconds: float) -> tuple[str, str]:
    """`survived`, `killed` and by which test, or `timed out`."""
    parts = [name.partition("::") for name in tests.split()]  # a file, or one test of it
    files = [f"tests/test_{file}.py{colons}{test}" for file, colons, test in parts]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    apart = {
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",  # a mutant may be as old and as long as the one before
        "JAX_COMPILATION_CACHE_DIR": str(tree / "compiled"),  # found again by what is computed
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    }
    process = subprocess.Popen(
        [*command, "-k", f"not {LONG}", *files],
        cwd=tree,
        env=os.environ | apart,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return "timed out", ""
    if process.returncode == 0:
        return "survived", ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    return "killed", found[1].removeprefix("tests/") if found else "import"


def record(out: Path | None, line: dict[str, str]) -> None:
    if out is not None:
        with out.open("a") as file:
            file.write(json.dumps(line) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=110)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--listed", action="store_true", help="the mistakes made by hand")
    parser.add_argument("--only", default="", help="those whose line has this text in it")
    parser.add_argument("--timeout", type=float, default=180, help="seconds per mutant")
    parser.add_argument("--out", type=Path, help="JSON lines, one per mutant")
    parser.add_argument("--print", action="store_true", help="list them, run nothing")
    args = parser.parse_args()
    chosen = list(listed()) if args.listed else drawn(args.count, args.seed)
    chosen = [mutant for mutant in chosen if args.only in str(mutant)]
    if args.print:
        print(*chosen, sep="\n")
        return 0
    lines = args.out.read_text().splitlines() if args.out and args.out.exists() else []
    done = {each["mutant"]: each for each in map(json.loads, lines)}
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copied(tree)
        for tests in dict.fromkeys(m.tests for m in chosen if str(m) not in done):
            name = f"no mutant: {tests}"
            if name not in done:
                outcome, by = tested(tree, tests, 2 * args.timeout)
                if outcome != "survived":
                    print(f"{tests}: {outcome} {by} without a mutant", file=sys.stderr)
                    return 2
                record(args.out, {"mutant": name, "outcome": outcome})
        for mutant in chosen:
            said = done.get(str(mutant))
            if said is None:
                path = tree / PACKAGE / mutant.module
                source, (first, last) = path.read_bytes(), mutant.span
                path.write_bytes(source[:first] + mutant.after.encode() + source[last:])
                outcome, by = tested(tree, mutant.tests, args.timeout)
                path.write_bytes(source)
                said = {"group": mutant.group, "mutant": str(mutant), "kind": mutant.kind}
                said |= {"outcome": outcome, "by": by}
                record(args.out, said)
            print(mutant.group, mutant, said["outcome"], said["by"], sep=" | ", flush=True)
            counts[said["outcome"]] += 1
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.items()))
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
