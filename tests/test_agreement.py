"""One program, four ways: the interpreter, the batch, the emitted file and the JSON round trip."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_programs import inputs, programs
from test_emit import means, watched

from transformer_programs.batch import decode_batch, encode_batch, run_batch
from transformer_programs.emit import as_module, emit
from transformer_programs.interpret import evaluate
from transformer_programs.program import types
from transformer_programs.store import dumps, loads


@settings(
    max_examples=1000,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_interpreter_batch_emitted_file_and_json_agree_in_every_variable(data):
    program = data.draw(programs())
    examples = data.draw(st.lists(inputs(program), min_size=1, max_size=3))
    assert loads(dumps(program)) == program
    emitted = as_module(emit(program, raw=True))
    words = encode_batch(program, examples)
    batch = run_batch(program, words)
    answers = decode_batch(program, words, batch.labels)
    kinds = types(program)
    for number, tokens in enumerate(examples):
        meaning = evaluate(program, tokens)
        written, variables = watched(emitted.run, tokens)
        assert written == meaning.answer
        assert answers[number] == meaning.answer
        for name, values in meaning.variables.items():
            row = np.asarray(batch.variables[name])[number, : len(tokens)]
            assert tuple(row.tolist()) == values, name
            printed = zip(variables[name], values, strict=True)
            assert all(means(one, kinds[name], value) for one, value in printed), name
