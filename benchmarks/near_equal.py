"""Compare near-equal programs by every kind of `verify`, and by brute force with the definition.

    python benchmarks/near_equal.py --pairs 20000 --seed 0

Each pair is a random program and the same with one small change: another constant, reach, choice,
cell, range, lookup or unknown word. `verify` says whether the two are equal. The interpreter
then runs both on all short inputs, and on random longer ones if the answer speaks of every length.
A pair that is called equal and differs is printed; the command ends with status 1. No verdict of
`verify` is used to choose the inputs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_programs import random_program

from transformer_programs.meaning.interpret import InputError
from transformer_programs.printer import emit
from transformer_programs.program import Program, ProgramError
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Number, domain, size
from transformer_programs.verifier import load_emitted, verify

SHORT, INPUTS, LONG = 5, 400, 30  # words of inputs that are all run, how many, words of random ones
OPERATIONS = get_args(lang.FormulaOp)
UNLISTED = ("zzz", "Zzz", "ZZZ", "Z", "zz-z", "8", "8z", "?")  # of every shape


def near(rng: random.Random, program: Program) -> Program | None:
    """The program with one small change; None where the change gives no valid program."""
    vocabulary, steps = program.vocabulary, list(program.steps)
    number = rng.randrange(len(steps))
    try:
        if rng.random() < 0.1:
            words = [*vocabulary.words, None]
            return replace(program, vocabulary=replace(vocabulary, unknown=rng.choice(words)))
        if rng.random() < 0.05 and program.max_length is not None:
            return replace(program, max_length=program.max_length + rng.choice((-1, 1)))
        steps[number] = _changed(rng, program, steps[number])
        return replace(program, steps=tuple(steps))
    except (ProgramError, ValueError, IndexError):
        return None


def _changed(rng: random.Random, program: Program, step: lang.Step) -> lang.Step:
    kinds = {one.out.name: one.out.type for one in program.steps}
    shift = rng.choice((-1, 1))
    match step:
        case lang.Token(out, lookup):
            place, values = rng.randrange(len(lookup)), domain(out.type)
            changed = list(lookup)
            changed[place] = rng.choice(values)
            return replace(step, lookup=tuple(changed))
        case lang.Mlp(out, _, lang.Table(cells)):
            changed = list(cells)
            changed[rng.randrange(len(cells))] = rng.choice(domain(out.type))
            return replace(step, function=lang.Table(tuple(changed)))
        case lang.Mlp(out, _, lang.Formula(op, by)):
            if isinstance(out.type, Number) and rng.random() < 0.4 and out.type.high is not None:
                clipped = Number(out.type.low, out.type.high + shift)
                return replace(step, out=replace(out, type=clipped))
            if rng.random() < 0.3:
                return replace(step, function=lang.Formula(rng.choice(OPERATIONS), by))
            return replace(step, function=lang.Formula(op, by + shift))
        case lang.CategoricalHead() | lang.NumericalHead():
            if isinstance(step, lang.CategoricalHead) and rng.random() < 0.3:
                return replace(step, choose=rng.choice(("nearest", "first", "last")))
            if rng.random() < 0.4:
                return replace(step, reach=rng.choice(("all", "before", "upto")))
            match step.predicate:
                case lang.Compare(compared, by):
                    return replace(step, predicate=lang.Compare(compared, by + shift))
                case lang.Is(value):
                    return replace(step, predicate=lang.Is(value + shift))
                case lang.Rows(accepts):
                    rows, count = list(accepts), size(kinds[step.key]) or 1
                    row = rng.randrange(len(rows))
                    rows[row] = tuple(sorted({*rows[row]} ^ {rng.randrange(count)}))
                    return replace(step, predicate=lang.Rows(tuple(rows)))
    raise ValueError(f"{step} has nothing to change")


def answer(program: Any, tokens: list[str]) -> Any:
    """What the definition, or a file, says; None where the input is refused."""
    try:
        return program(tokens)
    except (InputError, ValueError):
        return None


def inputs(rng: random.Random, a: Program, b: Program, every_length: bool) -> Iterator[list[str]]:
    """All short inputs of two programs, unlisted words among them, and some that are refused."""
    for program in (a, b):
        vocabulary = program.vocabulary
        begin = [] if vocabulary.begin is None else [vocabulary.begin]
        end = [] if vocabulary.end is None else [vocabulary.end]
        unlisted = [word for word in UNLISTED if word not in a.vocabulary.words]
        words = [*vocabulary.symbols, *unlisted]
        lengths = range(SHORT + 1)
        middles = (m for length in lengths for m in product(words, repeat=length))
        yield from ([*begin, *middle, *end] for middle in islice(middles, INPUTS))
        longest = LONG if every_length else SHORT + 3
        for _ in range(40):
            few = rng.sample(words, min(len(words), 3))
            yield [*begin, *rng.choices(few, k=rng.randint(1, longest)), *end]


def _pair(rng: random.Random) -> tuple[Program, Program] | None:
    """A random program and its neighbour; None where the change is none, or not valid."""
    causal = rng.random() < 0.7
    a = random_program(rng, causal=causal)
    b = near(rng, a) if a.vocabulary.symbols else None
    return None if b is None or a == b else (a, b)


def try_pair(rng: random.Random) -> tuple[str, str]:
    """One pair: what `verify` said, and how that is wrong, if it is."""
    while (pair := _pair(rng)) is None:
        pass
    a, b = pair
    sides: tuple[Any, Any] = (a, b)
    with TemporaryDirectory() as folder:
        if rng.random() < 0.1:  # the printed file of the other program
            file = Path(folder) / "program.py"
            file.write_text(emit(b), encoding="utf-8")
            sides = a, load_emitted(file)
        try:
            found = verify(*sides, limit=3_000, samples=500)
        except ValueError as error:
            return f"refused: {type(error).__name__}", ""
        said = found.strength if found.equal else "different"
        if found.counterexample is not None:
            tokens = list(found.counterexample.tokens)
            if answer(sides[0], tokens) == answer(sides[1], tokens):
                return said, f"no difference on {tokens}"
        if not found.equal or found.strength == "sampled":
            return said, ""
        longest = [one.max_length for one in (a, b) if one.max_length is not None]
        for tokens in inputs(rng, a, b, found.strength == "every length"):
            if not longest or len(tokens) <= min(longest):  # the answer says up to which length
                left, right = answer(sides[0], tokens), answer(sides[1], tokens)
                if left != right:
                    return said, f"{tokens}: {left} and {right}"
    return said, ""


def trials(pairs: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What was said how often, and every false answer with its seed."""
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(pairs):
        said, fault = try_pair(random.Random(f"{seed} {number}"))
        counts[said] += 1
        if fault:
            wrong.append(f"pair {number} of seed {seed}: {said}, but {fault}")
    return counts, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    counts, wrong = trials(given.pairs, given.seed)
    for said, count in counts.most_common():
        print(f"{count:>8,}  {said}")
    print(*wrong, sep="\n")
    print(f"{len(wrong)} false answers")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
