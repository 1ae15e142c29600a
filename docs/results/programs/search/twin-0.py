"""twin: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; found_2, positions -> number_3; number_3 -> number_4;
number_4 -> answer_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d")


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
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position of the nearest position with the same token
    found_2 = aggregate(select_closest(tokens, tokens, lambda q, k: k == q), positions)
    number_3 = [a - b for a, b in zip(found_2, positions)]
    number_4 = [min(max(n, -2), 2) for n in number_3]
    answer_5 = ["yes" if n in {-1, 1} else "no" for n in number_4]
    return ["<s>", *answer_5[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
