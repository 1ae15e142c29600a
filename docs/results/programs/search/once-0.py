"""once: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> count_same_token; count_same_token, ones -> sum_4; tokens, positions
-> sum_5; sum_5, positions, ones -> sum_6; sum_4, sum_6 -> number_7; positions,
number_7, tokens -> copied_8 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    # counts all positions with the same token
    count_same_token = aggregate_sum(select(tokens, tokens, lambda q, k: k == q), ones)
    # counts all earlier positions with the same count_same_token
    sum_4 = aggregate_sum(
        select_before(count_same_token, count_same_token, lambda q, k: k == q), ones
    )
    # adds up positions of all positions with the same token
    sum_5 = aggregate_sum(select(tokens, tokens, lambda q, k: k == q), positions)
    sum_6 = aggregate_sum(
        select_before(positions, sum_5, lambda q, k: k == q - 1), ones
    )
    number_7 = [a if b != 0 else 0 for a, b in zip(sum_4, sum_6)]
    # copies the token of the first position whose number_7 is its position
    copied_8 = aggregate(select_first(number_7, positions, lambda q, k: k == q), tokens)
    return ["<s>", *copied_8[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
