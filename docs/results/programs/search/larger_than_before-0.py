"""larger_than_before: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> found_2; listed_1, found_2 -> answer_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys
from functools import lru_cache

LISTED_1 = {"<s>": 0, "0": 4, "1": 3, "2": 2, "3": 1}


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


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    listed_1 = [LISTED_1[w] for w in tokens]
    found_2 = aggregate(select_closest(listed_1, listed_1, lambda q, k: True), listed_1)
    answer_5 = ["yes" if a < b else "no" for a, b in zip(listed_1, found_2)]
    return ["<s>", *answer_5[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
