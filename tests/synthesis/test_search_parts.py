"""The parts of the search: candidates mean what their programs mean, and what they cost."""

from __future__ import annotations

import random
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.program.values import Categorical
from transformer_programs.synthesis.cascade import states as states_of
from transformer_programs.synthesis.domain import domain_of
from transformer_programs.synthesis.examine import Examiner
from transformer_programs.synthesis.kinds import KINDS, Round, batches
from transformer_programs.synthesis.loop import Exploration
from transformer_programs.synthesis.pool import ranking
from transformer_programs.synthesis.sample import Sample
from transformer_programs.synthesis.search_run import task_of_examples
from transformer_programs.synthesis.written import program_of_piece


@cache
def filled_pool(name: str):
    """The variables of a task after the first slices of a search."""
    task = tp.tasks.make(name, samples=200)
    words, labels = task.train.words[:40], task.train.labels[:40]
    exploration = Exploration(
        Examiner(domain_of(task), words, labels), words, labels, left=lambda: 60, workers=1
    )
    for _ in exploration.slices():
        if len(exploration.pool) > 300:
            return exploration.pool


@pytest.mark.parametrize("name", ["sort", "dyck2"])
def test_candidates_made_many_at_once_mean_what_their_programs_mean(name):
    pool = filled_pool(name)
    sample, ranked = pool.sample, ranking(pool)
    made, given = dict.fromkeys((kind.name for kind in KINDS), 0), Round(pool, ranked, 64)
    for kind in KINDS:
        every = [
            places
            for rank, place in enumerate(ranked[:120], start=1)
            for places in kind.slots(given, rank, place)
        ]
        for candidates, rows in batches(pool, kind, every[:9]):
            for one, row in zip(candidates[::4], rows[::4], strict=True):
                top, values = pool.made(*one), row.reshape(sample.inside.shape)
                assert (sample.values(top) == values)[sample.inside].all(), (kind.name, str(top))
                assert pool.is_word(one) == isinstance(top.type, Categorical)
                made[kind.name] += 1
            if made[kind.name] % 8 == 1:  # the same by the program, which shares no code
                program = program_of_piece(top, sample.domain)
                ran = tp.run_batch(program, sample.given).variables[program.output.reads]
                assert (ran == values)[sample.inside].all(), str(top)
    assert min(made.values()) > 0, made


def turned(state: int, word: str) -> int:
    """The symmetries of a triangle: "s" swaps two corners, "r" turns."""
    return {"s": (0, 2, 1), "r": (1, 2, 0)}[word][state]


MACHINES = {  # words, and the state after a word
    "a carry in base 3": (
        [f"{a},{b}" for a in range(3) for b in range(3)],
        lambda carry, word: int(sum(map(int, word.split(","))) + carry >= 3),
    ),
    "division by 7": ("01", lambda rest, word: (2 * rest + int(word)) % 7),
    "a triangle": ("rs", turned),
    "count, or start again": ("ab0", lambda count, word: 0 if word == "0" else (count + 1) % 4),
    "the last two words": ("ab", lambda state, word: 2 * state % 4 + (word == "b")),
}


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("name", MACHINES)
def test_the_state_of_a_learned_machine_is_computed_by_heads(name, forward):
    words, after = MACHINES[name]
    rng = np.random.default_rng(0)
    examples = []
    for _ in range(400):
        given = [str(word) for word in rng.choice(list(words), size=rng.integers(4, 9))]
        labels = [str(state) for state in accumulate(given, after, initial=0)][1:]
        turn = slice(None) if forward else slice(None, None, -1)
        examples.append((given[turn], labels[turn]))
    task = task_of_examples(examples)
    domain = domain_of(task)
    arena = Sample(domain, task.train.words)
    labels = task.train.labels[:, : arena.width]
    found = states_of(domain, arena, labels)[0 if forward else -1]
    program = program_of_piece(found, domain)
    states = tp.run_batch(program, arena.given).variables[program.output.reads]
    asked = labels >= 0
    triples = {
        *zip(
            states[asked].tolist(), arena.words[asked].tolist(), labels[asked].tolist(), strict=True
        )
    }
    assert len(triples) == len({(state, word) for state, word, _ in triples})
    assert len({state for state, _, _ in triples}) <= len(task.classes)


def test_a_motif_anywhere_in_an_input_is_found():
    draw = random.Random(3)
    texts = ["".join(draw.choices("ACGT", k=draw.randint(4, 14))) for _ in range(200)]
    texts = [text + "ATGC" * draw.randint(0, 1) for text in texts]
    found = tp.search(
        [(list(text), "yes" if "ATG" in text else "no") for text in texts], seconds=20
    )
    assert found.exact
    for word in ("CCATGC", "ATTGAT", "GATAGATG"):
        assert found.program(["<s>", *word, "</s>"]) == ("yes" if "ATG" in word else "no")
