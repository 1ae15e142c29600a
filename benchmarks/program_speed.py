"""How fast a program runs: the file that is printed, the interpreter, and many inputs at once.

The program is random but has the size the paper trains: 3 layers of 4 categorical and 4 numerical
heads and of 2 categorical and 2 numerical MLPs, 8 values a variable, inputs of up to 8 words, and a
vote on every variable. The inputs are all of the histogram tasks': '<s>' and 1 to 7 of 6 symbols.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable

import numpy as np

from transformer_programs.meaning.batch import label_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Mlp,
    NumericalHead,
    One,
    Origin,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
    sum_type,
)
from transformer_programs.program.values import Categorical, Number, Type, domain, size

WORDS = ("<s>", *"abcdef")
LENGTH = 8
MOST_CELLS = 5000  # of a table over numbers
PASSES = 15  # over the inputs: the fastest time counts, the others met other work on the machine


def learned_program(seed: int, layers: int = 3, heads: int = 4, mlps: int = 2) -> Program:
    """A random program of the shape that a network is trained to."""
    rng = random.Random(seed)
    eight = Categorical(tuple(range(LENGTH)))
    steps: list[Step] = [
        Token(Variable("tokens", Categorical(WORDS)), tuple(range(len(WORDS)))),
        Position(Variable("positions", eight)),
        One(Variable("ones", Number(1, 1))),
    ]

    def variables(kind: type[Categorical] | type[Number]) -> list[Variable]:
        return [step.out for step in steps if isinstance(step.out.type, kind)]

    def one_key_each(query: Type, key: Type) -> Rows:
        return Rows(tuple((rng.choice(domain(key)),) for _ in domain(query)))

    def mlp(name: str, choices: list[Variable]) -> Mlp:
        reads = [rng.choice(choices), rng.choice(choices)]
        while (cells := cell_count(reads)) > MOST_CELLS:
            reads = [rng.choice(choices), rng.choice(choices)]
        table = Table(tuple(rng.randrange(LENGTH) for _ in range(cells)))
        return Mlp(Variable(name, eight), tuple(read.name for read in reads), table)

    for layer in range(layers):
        words, numbers = variables(Categorical), variables(Number)
        made: list[Step] = []
        for head in range(heads):
            q, k, v = (rng.choice(words) for _ in range(3))
            out = Origin(layer, head, "attn").variable(v.type)
            rows = one_key_each(q.type, k.type)
            made.append(CategoricalHead(out, q.name, k.name, v.name, rows))
        for head in range(heads):
            q, k, v = rng.choice(words), rng.choice(words), rng.choice(numbers)
            out = Origin(layer, head, "num_attn").variable(sum_type(v.type, "all", LENGTH))
            rows = one_key_each(q.type, k.type)
            made.append(NumericalHead(out, q.name, k.name, v.name, rows))
        steps += made
        words, numbers = variables(Categorical), variables(Number)
        steps += [mlp(f"mlp_{layer}_{i}_outputs", words) for i in range(mlps)]
        steps += [mlp(f"num_mlp_{layer}_{i}_outputs", numbers) for i in range(mlps)]
    classes = tuple("1234567")

    def vote(variable: Variable) -> Vote:
        kind = variable.type
        rows = 1 if isinstance(kind, Number) else len(kind.values)
        row = [tuple(rng.randint(-5000, 5000) for _ in classes) for _ in range(rows)]
        return Vote(variable.name, tuple(row))

    votes = tuple(vote(step.out) for step in steps)
    output = Classifier(classes, votes, scale=1000)
    return Program(Vocabulary(WORDS, begin="<s>"), tuple(steps), output, LENGTH)


def cell_count(reads: list[Variable]) -> int:
    """How many cells a table over some variables has."""
    cells = 1
    for read in reads:
        cells *= size(read.type) or 0
    return cells


def all_inputs(symbols: int, length: int) -> np.ndarray:
    """Word indices of '<s>' and every string of 1..length-1 symbols, padded with -1."""
    blocks = []
    for count in range(1, length):
        strings = np.indices((symbols,) * count, dtype=np.int8).reshape(count, -1).T + 1
        block = np.full((len(strings), length), -1, dtype=np.int8)
        block[:, 0] = 0
        block[:, 1 : count + 1] = strings
        blocks.append(block)
    return np.concatenate(blocks)


def milliseconds_an_input(run: Callable[[list[str]], object], inputs: list[list[str]]) -> float:
    """The mean time of one call, each input at its best of several passes."""
    fastest = [float("inf")] * len(inputs)
    for _ in range(PASSES):
        for i, tokens in enumerate(inputs):
            start = time.perf_counter()
            run(tokens)
            fastest[i] = min(fastest[i], time.perf_counter() - start)
    return sum(fastest) / len(inputs) * 1000


def printed_run(text: str) -> Callable[[list[str]], object]:
    """The `run` of a printed file."""
    run: Callable[[list[str]], object] = as_module(text).run
    return run


def peak_megabytes() -> float:
    """The most memory this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(seed: int = 0, samples: int = 300) -> list[tuple[str, str]]:
    """What was measured, and the result, of one random program."""
    program = learned_program(seed)
    words = all_inputs(len(WORDS) - 1, LENGTH)
    before = peak_megabytes()
    start = time.perf_counter()
    label_batch(program, words)
    seconds = time.perf_counter() - start
    peak = peak_megabytes()

    rng = random.Random(seed)
    inputs = [["<s>", *rng.choices(WORDS[1:], k=LENGTH - 1)] for _ in range(samples)]
    texts = {"simplified": emit(program), "raw": emit(program, raw=True)}
    runs = {form: printed_run(text) for form, text in texts.items()}
    answers = [program(tokens) for tokens in inputs]
    differ = sum([run(tokens) for tokens in inputs] != answers for run in runs.values())
    if differ:
        raise SystemExit(f"{differ} of {len(runs)} printed files differ from the interpreter")
    rows = []
    for form, run in [*runs.items(), ("interpreter", lambda tokens: evaluate(program, tokens))]:
        each = milliseconds_an_input(run, inputs)
        lines = f", {len(texts[form].splitlines())} lines" if form in texts else ""
        name = f"printed file, {form}{lines}" if form in texts else form
        rows.append((f"{name}: one input, the best of {PASSES} passes", f"{each:.4f} ms"))
    many = f"many at once, label_batch: all {len(words):,} inputs"
    return [*rows, (many, f"{seconds:.2f} s, {peak - before:.0f} MB more at the peak")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the random program")
    parser.add_argument("--samples", type=int, default=300, help="inputs to run one at a time")
    options = parser.parse_args()
    for what, found in measured(options.seed, options.samples):
        print(f"{what}: {found}")


if __name__ == "__main__":
    main()
