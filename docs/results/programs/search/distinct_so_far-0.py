"""distinct_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_2; sum_2 -> flag_3; flag_3 -> sum_4; sum_4 -> number_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    ones = [1] * len(tokens)
    # counts all earlier positions with the same token
    sum_2 = aggregate_sum(select_before(tokens, tokens, lambda q, k: k == q), ones)
    flag_3 = [1 if n == 0 else 0 for n in sum_2]
    sum_4 = aggregate_sum(select(flag_3, flag_3, lambda q, k: True), flag_3)
    number_5 = [n - 1 for n in sum_4]
    return ["<s>", *map(str, number_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
