"""histogram: a Transformer Program. In: up to 8 words; out: a label for each.

tokens, ones -> count_same_token -> labels"""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def add_up(values, queries, keys, matches):
    """For each query, the sum of the values at all matches; equal queries share it."""
    sums = {
        query: sum([value for key, value in zip(keys, values) if matches(query, key)])
        for query in set(queries)
    }
    return [sums[query] for query in queries]


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 8:
        raise ValueError(f"expected <s>, up to 7 known words; got {wrong or tokens!r}")
    ones = [1] * len(tokens)
    # counts all positions with the same token
    count_same_token = add_up(ones, tokens, tokens, lambda q, k: k == q)
    return ["<s>", *map(str, count_same_token[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(str(error))
