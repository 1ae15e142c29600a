"""Inference is sound on every trace, and sees the correlations it is meant to see."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from random_programs import every_input, random_input, random_program

from transformer_programs.analysis import Inference, attend, grids, infer
from transformer_programs.meaning.interpret import apply, attention, evaluate, matches
from transformer_programs.program import Program, Vocabulary, types
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Categorical, Number, Type, domain, size

WORDS = ("<s>", "</s>", "a", "b", "c")
WORD = Categorical(WORDS)
PLACE = Categorical(tuple(range(6)))
TOKENS = lang.Token(lang.Variable("tokens", WORD), (0, 1, 2, 3, 4))
POSITIONS = lang.Position(lang.Variable("positions", PLACE))
ONES = lang.One(lang.Variable("ones", Number(1, 1)))


def program(*steps: lang.Step, marks: bool = True, causal: bool = False) -> Program:
    """A program over a, b, c of at most six words that answers with its last step."""
    vocabulary = Vocabulary(WORDS, begin="<s>", end="</s>") if marks else Vocabulary(WORDS)
    inputs = (TOKENS, POSITIONS, ONES)
    return Program(vocabulary, (*inputs, *steps), lang.Answer(steps[-1].out.name), 6, causal)


def previous(
    name: str = "previous", value: str = "tokens", type: Type = WORD
) -> lang.CategoricalHead:
    head = lang.Variable(name, type)
    return lang.CategoricalHead(head, "positions", "positions", value, lang.Compare("==", -1))


def combinations(found: Inference, names: tuple[str, ...]) -> set[tuple[int, ...]] | None:
    """The combinations of values that variables can have at one position."""
    joint = found.joint(names)
    if joint is None:
        return None
    starts = [domain(found.types[name]).start for name in names]
    return {tuple(np.add(cell, starts)) for cell in np.argwhere(joint)}


def check_sound(program: Program, found: Inference, tokens: list[str]) -> None:
    """Every value, pair of values at one position and pair that met in a head was predicted."""
    run = evaluate(program, tokens)
    kinds = types(program)
    for name, values in run.variables.items():
        listed = found.values(name)
        assert listed is None or set(values) <= set(listed), name
    for step in program.steps:
        names = (*lang.reads(step), step.out.name)
        if isinstance(step, lang.Mlp):
            expected = combinations(found, names)
            seen = set(zip(*(run.variables[name] for name in names), strict=True))
            assert expected is None or seen <= expected, names
        elif isinstance(step, lang.CategoricalHead | lang.NumericalHead):
            check_head(program, found, step, run.variables, kinds)
    for a, b in found.ties:
        start = [domain(kinds[name]).start for name in (a, b)]
        for pair in zip(run.variables[a], run.variables[b], strict=True):
            assert found.ties[a, b][tuple(np.subtract(pair, start))], (a, b)


def check_head(program, found, head, variables, kinds) -> None:
    pairs = found.pairs(head)
    expected = combinations(found, (head.query, head.out.name))
    if expected is not None:
        assert set(zip(variables[head.query], variables[head.out.name], strict=True)) <= expected
    if pairs is None or not found.needed[head.out.name].all():
        return
    everything = replace(head, predicate=lang.Is(domain(kinds[head.key]).start))
    met = attention(everything, variables, kinds, program.causal)
    q0, k0 = domain(kinds[head.query]).start, domain(kinds[head.key]).start
    for i, found_at in enumerate(met):
        for j in found_at:
            assert pairs[variables[head.query][i] - q0, variables[head.key][j] - k0]


def test_every_value_that_occurs_is_predicted() -> None:
    rng = random.Random(1)
    for _ in range(200):
        drawn = random_program(rng)
        if drawn.max_length is not None and not every_input(drawn, 2):
            continue
        found = infer(drawn)
        for _ in range(4):
            check_sound(drawn, found, random_input(rng, drawn))


@pytest.mark.parametrize(("most_contexts", "most_places"), [(10, 128), (1500, 3), (4, 3)])
def test_coarser_contexts_are_sound_too(monkeypatch, most_contexts: int, most_places: int) -> None:
    monkeypatch.setattr(attend, "MAX_CONTEXTS", most_contexts)
    monkeypatch.setattr(attend, "MAX_PLACES", most_places)
    rng = random.Random(2)
    for _ in range(60):
        drawn = random_program(rng, finite=True)
        if not every_input(drawn, 2):
            continue
        found = infer(drawn)
        for _ in range(4):
            check_sound(drawn, found, random_input(rng, drawn))


def test_grids_agree_with_the_interpreter() -> None:
    rng = random.Random(3)
    checked = 0
    for _ in range(150):
        drawn = random_program(rng)
        kinds = types(drawn)
        for step in drawn.steps:
            operands = tuple(kinds[name] for name in lang.reads(step))
            if isinstance(step, lang.CategoricalHead | lang.NumericalHead):
                query, key = operands[:2]
                if grids.countable((query, key)):
                    grid = grids.match_grid(step.predicate, query, key)
                    for (q, k), held in np.ndenumerate(grid):
                        values = domain(query)[q], domain(key)[k]
                        assert held == matches(step.predicate, query, key, *values)
                        checked += 1
            elif isinstance(step, lang.Mlp) and grids.countable(operands):
                grid = grids.function_grid(step.function, operands, step.out.type)
                for cell, value in np.ndenumerate(grid):
                    values = tuple(domain(t)[i] for t, i in zip(operands, cell, strict=True))
                    assert value == apply(step.function, operands, step.out.type, values)
                    checked += 1
    assert checked > 4_000


def test_needed_values_are_enough() -> None:
    """Scrambling a variable where it is not needed does not change the answer."""
    rng = random.Random(4)
    unneeded = 0
    for _ in range(200):
        drawn = random_program(rng, finite=True)
        found = infer(drawn)
        for tokens in every_input(drawn, 3)[:10]:
            for name in rng.sample(sorted(types(drawn)), 1):
                unneeded += check_scrambled(rng, drawn, found, name, tokens)
    assert unneeded > 500


def check_scrambled(rng, drawn: Program, found: Inference, name: str, tokens: list[str]) -> int:
    from transformer_programs.meaning import interpret

    kinds, words = types(drawn), interpret.encode(drawn, tokens)
    if size(kinds[name]) is None:
        return 0
    here = [context_at(found, i, words) for i in range(len(words))]
    loose = [i for i, c in enumerate(here) if not found.needed[name][c]]
    variables: dict[str, tuple[int, ...]] = {}
    for step in drawn.steps:
        values = list(interpret.run_step(step, words, variables, kinds, drawn.causal))
        if step.out.name == name:
            for i in loose:
                values[i] = rng.choice(domain(kinds[name]))
        variables[step.out.name] = tuple(values)
    _, answer = interpret.answered(drawn, tuple(tokens), variables, kinds)
    assert answer == evaluate(drawn, tokens).answer
    return len(loose)


def context_at(found: Inference, position: int, words: tuple[int, ...]) -> int:
    contexts = found.contexts
    (c,) = [
        c
        for c, kind in enumerate(contexts.words)
        if words[position] in kind
        and contexts.place[c] == position
        # an unlisted word that is read as the end is not the end
        and (not contexts.closed or contexts.ends[c] == (position == len(words) - 1))
    ]
    return c


# --- correlations ---------------------------------------------------------------------------------


def test_previous_token_is_never_the_end_word() -> None:
    assert infer(program(previous())).values("previous") == (0, 2, 3, 4)


def used_words(found: Inference) -> set[int]:
    """The words in contexts where they can change the answer."""
    kinds = zip(found.contexts.words, found.needed["tokens"], strict=True)
    return {word for words, needed in kinds if needed for word in words}


@pytest.mark.parametrize("mark", ["<s>", "</s>"])
def test_an_unknown_word_that_is_a_mark_may_stand_anywhere(mark: str) -> None:
    """A word that is not listed is the mark's index, wherever it stands."""
    marked = replace(program(previous()), vocabulary=Vocabulary(WORDS, mark, "<s>", "</s>"))
    index = WORDS.index(mark)
    found = infer(marked)
    assert index in used_words(found)
    check_sound(marked, found, ["<s>", "zzz", "a", "</s>"])
    assert evaluate(marked, ["<s>", "zzz", "a", "</s>"]).variables["previous"][2] == index
