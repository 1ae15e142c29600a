"""`emit`: a program as a Python file, which is first run beside the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, islice, product
from math import isqrt
from types import ModuleType

from ..meaning.interpret import InputError, evaluate
from ..program import Program
from ..program.program import claims
from ..program.steps import Head, Mlp, Origin, Token
from .code import names
from .file import Layout, docstring, formatted
from .scope import Scope, safe
from .word_code import LABEL_WORDS

MAX_WORDS = 4  # listed words of all inputs
MAX_SHORT = 150  # short inputs
MAX_LENGTH = 24  # of the longest inputs, where a program takes any
MAX_PAIRS = 10_000  # positions times positions times heads of one input


def emit(
    program: Program,
    *,
    name: str = "program",
    raw: bool = False,
    facts: Sequence[str] = (),
    complete: bool = True,
) -> str:
    """Return the program as one Python file without dependencies.

    With `raw`, it has the paper's layout. The file is run beside the program on short inputs and on
    the longest, and a step whose code answers otherwise is printed in a plainer form. The docstring
    of the file ends with `facts` (sentences about the program) and the chain of claims. Long lists
    of words stand at its end; without `complete`, they are cut short: to be read, not to be run.
    """
    claimed = (f"{str(link)[0].upper()}{str(link)[1:]}." for link in claims(program))
    layout = layout_of(program, raw=raw)
    code = f"{docstring(layout, name, [*facts, *claimed])}\n{layout.code(complete)}"
    compile(code, f"<{name}>", "exec")
    return code


def printed_lines(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines* of a program: all lines of the file as it is shown.

    >>> from transformer_programs.shelf import induction
    >>> printed_lines(induction.program) == str(induction.program).count("\\n")
    True
    """
    return emit(program, raw=raw, facts=facts, complete=False).count("\n")


def lines_without_votes(program: Program, *, raw: bool = False, facts: Sequence[str] = ()) -> int:
    """Return the *lines without votes*: all lines of the file as it is shown, but vote tables.

    The paper keeps these weights in a separate file, so this is the number to compare with its own.
    """
    tables = sum(formatted(votes).count("\n") for votes in layout_of(program, raw=raw).votes)
    return printed_lines(program, raw=raw, facts=facts) - tables


def as_module(code: str, name: str = "emitted") -> ModuleType:
    """The text of an emitted file, executed as a module of its own."""
    module = ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module


def step_code(program: Program, *, raw: bool = False) -> dict[str, str]:
    """Variable -> the lines that compute it, with the functions and tables they need.

    What several steps need stands with the first of them. The lines that make the answer stand
    under the empty name.

    >>> from transformer_programs.shelf import histogram
    >>> print(step_code(histogram.program)["num_attn_0_0_outputs"])
    num_attn_0_0_outputs = [tokens.count(token) for token in tokens]
    """
    layout = layout_of(program, raw=raw)
    safe_names = zip(program.steps, layout.program.steps, strict=True)
    original = {new.out.name: old.out.name for old, new in safe_names}
    code = {step.variable: "\n".join(step.lines) for step in layout.steps}
    code[""] = "\n".join(layout.answer)
    used = [*code.values(), *(step.definition for step in layout.steps)]
    shared = layout.shared(frozenset[str]().union(*map(names, used)))
    for variable, lines in code.items():
        read = names(lines)
        read |= frozenset[str]().union(*(names(shared[one]) for one in read & shared.keys()))
        parts = [*(shared.pop(one) for one in list(shared) if one in read), lines]
        laid = [formatted(part).rstrip("\n") for part in parts if part]
        text = "".join(part + "\n" * (1 + part.startswith("def ")) for part in laid).rstrip("\n")
        code[variable] = text.replace("# fmt: off\n", "").replace("\n# fmt: on", "")
    named = {original.get(variable, ""): text for variable, text in code.items()}
    return {name: text or f"{name}  # as given" for name, text in named.items()}


# --- the check ------------------------------------------------------------------------------------


def layout_of(program: Program, *, raw: bool = False) -> Layout:
    """How a program is printed."""
    # Programs are equal that differ in their origins alone, after which tables are named.
    return checked_layout(program, tuple(step.out.origin for step in program.steps), raw)


@lru_cache(maxsize=8)  # the same program is printed, measured and drawn
def checked_layout(program: Program, origins: tuple[Origin | None, ...], raw: bool) -> Layout:
    """The layout of a file that answers as its program does.

    Where the shortest forms of all steps do not, the step that is to blame gets its plain form, or
    all of them; else the file gets the paper's layout.
    """
    named = safe(program)
    steps = [step.out.name for step in named.steps if isinstance(step, Head | Mlp)]
    plain = [frozenset[str](), *(frozenset([name]) for name in steps), frozenset(steps)]
    for chosen, is_raw in [*((one, False) for one in plain if not raw), (plain[0], True)]:
        layout = Layout(Scope(named), chosen, is_raw)
        wrong = differing_input(layout.code(complete=True), program)
        if wrong is None:
            return layout
    raise RuntimeError(f"the printed program would answer {wrong} wrongly, so it is not printed")


def differing_input(code: str, program: Program) -> list[str] | None:
    """The first input that the file answers otherwise than the program; None if there is none."""
    try:
        module = as_module(code, "printed")
    except Exception:
        return next(_inputs(program))  # like any other, it is not answered
    return next((x for x in _inputs(program) if _printed(module, x) != _right(program, x)), None)


def _inputs(program: Program) -> Iterator[list[str]]:
    """Short inputs, the longest, and invalid ones."""
    vocabulary = program.vocabulary
    begin, end = ([] if w is None else [w] for w in (vocabulary.begin, vocabulary.end))
    unlisted = max(vocabulary.words, key=len) + "x"
    lookups = [step.lookup for step in program.steps if isinstance(step, Token)]
    values = zip(*lookups, strict=True) if lookups else vocabulary.words
    kinds = dict(zip(values, vocabulary.words, strict=True))  # words with different values
    words = [word for word in kinds.values() if word not in (*begin, *end)]
    words = words[:: max(1, len(words) // MAX_WORDS)][:MAX_WORDS]
    words += [unlisted] if vocabulary.unknown is not None else []
    words += ["-1234", "98765"] if vocabulary.numerals else []
    heads = sum(isinstance(step, Head) for step in program.steps)
    longest = min(program.max_length or MAX_LENGTH, isqrt(MAX_PAIRS // max(1, heads)))
    inner = longest - len(begin) - len(end)
    short = (middle for n in range(inner + 2) for middle in product(words, repeat=n))
    for middle in islice(short, MAX_SHORT):
        yield [*begin, *middle, *end]
    for length in range(max(0, inner - 1), inner + 2):  # the last one may be too long
        for order in (words, words[:1]):
            yield [*begin, *islice(cycle(order), length), *end]
    yield [*begin, unlisted, *end]
    yield [*words[:1], *begin, *end, *words[:1]]


def _right(program: Program, tokens: list[str]) -> object:
    """The answer, or None for an input that is refused."""
    try:
        return evaluate(program, tokens).answer
    except InputError:
        return None


def _printed(module: ModuleType, tokens: list[str]) -> object:
    try:
        return getattr(module, LABEL_WORDS, module.run)(tokens)
    except ValueError as error:
        return None if str(error).startswith("expected ") else error
    except Exception as error:
        return error
