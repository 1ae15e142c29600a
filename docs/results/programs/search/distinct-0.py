"""distinct: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_3; positions, found_3, ones -> sum_4; ones, sum_4 -> sum_5
-> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select_first_after(keys, queries, predicate):
    """For each query, the position of its first match after its position, or 0."""
    return [
        next((j for j in range(i + 1, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select_after(keys, queries, predicate):
    """For each query, the positions of all its matches after its position."""
    return [
        [j for j in range(i + 1, len(keys)) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_upto(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
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
    ones = [1] * len(tokens)
    positions = list(range(len(tokens)))
    # copies the position of the first later position with the same token
    found_3 = aggregate(
        select_first_after(tokens, tokens, lambda q, k: k == q), positions
    )
    # counts all later positions whose found_3 is its position
    sum_4 = aggregate_sum(select_after(found_3, positions, lambda q, k: k == q), ones)
    sum_5 = aggregate_sum(select_upto(ones, ones, lambda q, k: True), sum_4)
    return ["<s>", *map(str, sum_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
