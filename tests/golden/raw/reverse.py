"""reverse: a Transformer Program. In: up to 16 words; out: a label per word.
length: the last position.
targets: length - position, at least 0.
outputs: the token at position target, else the first."""

import sys
from functools import lru_cache

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest match, itself last, or 0."""
    return [
        next((j for j in nearest_first(i, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def predicate_length(q_token, k_token):
    return k_token == "</s>"


def mlp_targets(length, position):
    return max(length - position, 0)


def predicate_outputs(target, position):
    return position == target


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 14 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    length_pattern = select_closest(tokens, tokens, predicate_length)
    length = aggregate(length_pattern, positions)
    targets = list(map(mlp_targets, length, positions))
    outputs_pattern = select_closest(positions, targets, predicate_outputs)
    outputs = aggregate(outputs_pattern, tokens)
    return ["<s>", *outputs[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
