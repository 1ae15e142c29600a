"""The proof finds mistakes in the network's own code, piece by piece: without whole inputs."""

import tracemalloc

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
from test_prove import extracted, prove
from tiny_networks import settings

from transformer_programs.networks import heads, model
from transformer_programs.networks import prove as proofs
from transformer_programs.networks.architecture import Architecture
from transformer_programs.networks.heads import Sight
from transformer_programs.networks.model import Stream
from transformer_programs.networks.prove.modules import Sets


def shifted(array, axis):
    return jnp.roll(array, 1, axis)


def after(module, name, change):
    own = getattr(module, name)
    return module, name, lambda *args, **named: change(own(*args, **named), *args)


def first_value_dropped(read, params, stream):
    return read[0].at[:, :, 0].set(0), read[1]


def swapped_sight(sight, words, *_):
    return Sight(jnp.swapaxes(sight.may_match, 2, 3), jnp.swapaxes(sight.may_copy, 2, 3))


def swapped_under_masks(query, key, predicate, visible, _own=heads.match):
    return _own(
        query, key, jnp.swapaxes(predicate, 2, 3) if masked(visible) else predicate, visible
    )


def masked(visible):
    return visible.shape[2] > 1


def blind_sum(found, query, key, predicate, visible, number):
    return found if masked(visible) else found * 2


def shared_hidden(sums, read, weights):
    return sums if read.shape[1] == weights.shape[1] else shifted(sums, 1)


def last_bias(pairs, params, stream):
    *others, (read, weights) = pairs
    return [*others, (read, weights + 1.0)]


def other_outputs(written, *_):
    return [written[0], shifted(written[1], 2)]


def no_later_blocks(read, self, gate):
    return read if len(self.blocks) == 1 else 0 * read


# A network, and where a mistake in the code that runs it is: a function that takes another's place.
FAULTS = {
    "a read drops value 0": ("everything", after(heads, "head_reads", first_value_dropped)),
    "matches under masks": ("causal", (heads, "match", swapped_under_masks)),
    "sums where all see all": ("everything", after(heads, "total", blind_sum)),
    "masks transposed": ("causal", after(heads, "sight_of", swapped_sight)),
    "padding is seen": (
        "everything",
        (heads, "sight_of", lambda words, a, _own=heads.sight_of: _own(jnp.abs(words), a)),
    ),
    "the farthest match": (
        "categorical heads",
        after(heads, "distance_bias", lambda bias, _: -bias),
    ),
    "MLPs that share what they read": (
        "numerical MLPs",
        after(model, "hidden_sums", shared_hidden),
    ),
    "a bias": ("everything", after(model, "mlp_inputs", last_bias)),
    "outputs of the second kind": ("everything", after(model, "mlps", other_outputs)),
    "reads of MLPs from their own layer": ("causal", after(Stream, "read", no_later_blocks)),
    "the last of equals": (
        "pooled",
        (
            proofs.sides,
            "labels_of",
            lambda scores: (
                scores.shape[1] - 1 - jnp.swapaxes(jnp.argmax(jnp.flip(scores, 1), axis=1), 1, -1)
            ),
        ),
    ),
}


def test_sets_of_matches_of_long_inputs_take_little_memory():
    long = Architecture(settings(1, 1, 1, 0, 0), 4, 3, length=48)
    tracemalloc.start()
    sets = Sets(long)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40e6
    assert sets.taken.shape == (2, 48, 1 + 48 + 48 * 47 // 2 + 48)
    position, among = 40, sets.sets.index((10, 39))
    assert sets.taken[:, position, among].tolist() == [39, 49]


@pytest.fixture
def compiled_anew():
    jax.clear_caches()
    yield
    jax.clear_caches()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("compiled_anew")
def test_a_mistake_in_the_code_of_the_network_is_found_without_whole_inputs(fault, monkeypatch):
    name, (module, function, wrong) = FAULTS[fault]
    given = extracted(name)
    monkeypatch.setattr(proofs.sides, "compare_whole", lambda both: None)
    monkeypatch.setattr(module, function, wrong)
    assert not prove(*given).equal
