"""What the documents say of test and training inputs is what the tasks have."""

from __future__ import annotations

import pytest

pytest.importorskip("jax")

from measure import RESULTS, data_row

import transformer_programs as tp

TABLE = (RESULTS / "data.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("part", "task"), [("sort 8/8", "sort"), ("dyck2", "dyck2")])
def test_the_published_shares_are_those_of_the_tasks(part, task):
    assert f"| {' | '.join([part, *data_row(tp.tasks.make(task))])} |" in TABLE
