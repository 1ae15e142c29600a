"""hist: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> count_same_token -> labels
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
each of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    ones = [1] * len(tokens)
    # counts all positions with the same token
    count_same_token = aggregate_sum(select(tokens, tokens, lambda q, k: k == q), ones)
    return ["<s>", *map(str, count_same_token[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
