"""The parts of the search: tables, sums and targets that labels lead to."""

from __future__ import annotations

import numpy as np
from search_samples import SAME

import transformer_programs as tp
from transformer_programs.synthesis.domain import base, domain_of
from transformer_programs.synthesis.endings import Examiner
from transformer_programs.synthesis.pieces import (
    formula,
    piece,
    total,
)


def test_a_table_of_positions_does_not_hold_on_longer_inputs():
    task = tp.tasks.make("alternate", samples=600)
    domain = domain_of(task)
    examiner = Examiner(domain, task.train.words, task.train.labels)
    _, position, one = base(domain)
    table = examiner.consider(position)
    assert table.wrong == 0
    longer = examiner.on_longer(table)
    assert longer.right < longer.inputs
    even = piece(total(SAME), position, piece(formula("+"), position, position), one)
    rule = examiner.consider(even)
    longer = examiner.on_longer(rule)
    assert longer.right == longer.inputs
    assert int(longer.what.split()[5]) < task.max_length


def test_inputs_that_noise_accounts_for_are_not_called_right():
    task = tp.tasks.make("alternate", samples=600)
    domain, labels = domain_of(task), task.train.labels.copy()
    lengths = (task.train.words >= 0).sum(axis=1)
    changed = np.flatnonzero(lengths == lengths.max())[:3]
    labels[changed, 1] = 1 - labels[changed, 1]
    examiner = Examiner(domain, task.train.words, labels, slack=0.02)
    _, position, one = base(domain)
    even = piece(total(SAME), position, piece(formula("+"), position, position), one)
    longer = examiner.on_longer(examiner.consider(even))
    assert (longer.right, longer.tolerated) == (longer.inputs - 3, 3)
    assert longer.passed
    assert "100.00%" not in str(longer)
