"""pairs: a Transformer Program. In: any number of words; out: a label for each.
tokens_by_5 -> attn_0_2_outputs_by_5; attn_0_2_outputs_by_5, tokens_by_1 -> number_5;
number_5, ones -> count_same_v3 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys
from functools import lru_cache

TOKENS_BY_5 = {"<s>": 0, "a": 5, "b": 10, "c": 15, "d": 20}
TOKENS_BY_1 = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}


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


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in TOKENS_BY_5 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    ones = [1] * len(tokens)
    tokens_by_5 = [TOKENS_BY_5[w] for w in tokens]
    attn_0_2_outputs_by_5 = aggregate(
        select_closest(tokens_by_5, tokens_by_5, lambda q, k: True), tokens_by_5
    )
    tokens_by_1 = [TOKENS_BY_1[w] for w in tokens]
    number_5 = [a + b for a, b in zip(attn_0_2_outputs_by_5, tokens_by_1)]
    # counts all positions with the same number_5
    count_same_v3 = aggregate_sum(select(number_5, number_5, lambda q, k: k == q), ones)
    return ["<s>", *map(str, count_same_v3[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
