"""Small samples of tasks, and pools of variables over them, for the tests of the search."""

from __future__ import annotations

from itertools import islice

import numpy as np

import transformer_programs as tp
from transformer_programs.synthesis.domain import domain_of, inputs
from transformer_programs.synthesis.meeting import TargetSet
from transformer_programs.synthesis.pieces import Piece
from transformer_programs.synthesis.pool import Pool, ranking
from transformer_programs.synthesis.rounds import Worker, jobs, stored
from transformer_programs.synthesis.sample import Sample
from transformer_programs.synthesis.targets import targets_of
from transformer_programs.synthesis.written import program_of


def sample(name: str, inputs: int = 40, **settings: int):
    task = tp.tasks.make(name, samples=200, **settings)
    return task, domain_of(task), task.train.words[:inputs], task.train.labels[:inputs]


def filled_pool(name: str, budget: int = 8):
    """A pool after one small round, with its goals."""
    _, domain, words, labels = sample(name)
    arena = Sample(domain, words)
    pool = Pool(arena)
    for made, _ in islice(inputs(domain), 6):  # word, position, one, numbers of words, flags
        row = (arena.values(made) * arena.inside).astype(np.int16).ravel()
        pool.put(made, row, int(pool.hashed(row[None])[0]))
    targets = targets_of(pool, labels[:, : arena.width])
    goals = TargetSet(targets, arena.words.ravel(), arena.width)
    todo = list(jobs(pool, ranking(pool), budget, set()))
    stored(pool, [Worker(pool, goals, 12).work(todo)])
    return pool, goals, targets


def ran(top: Piece, arena: Sample):
    """What the program of a piece computes, by the batch evaluator."""
    program = program_of(top, arena.domain)
    return tp.run_batch(program, arena.given).variables[program.output.reads]
