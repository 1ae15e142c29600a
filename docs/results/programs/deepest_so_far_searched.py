"""deepest_so_far: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; sum_2 -> found_3 -> labels
Found by search: right on all 4,094 inputs of the task (exhaustive); on 10,000 each
of up to 24 48 96 words (sampled).
Simplified: same answer on every input, by rules (2 changes)."""

import sys

LISTED_1 = {")": -1, "<s>": 0, "(": 1}


def select_upto(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_best_first_upto(keys, queries, predicate, score):
    """Each query's best match, of equals the first match up to its position, or 0."""
    return [
        max(
            (j for j in range(i + 1) if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    listed_1 = [LISTED_1[w] for w in tokens]
    sum_2 = aggregate_sum(select_upto(listed_1, listed_1, lambda q, k: True), listed_1)
    # copies the sum_2 where sum_2 is largest so far of what matches
    found_3 = aggregate(
        select_best_first_upto(sum_2, sum_2, lambda q, k: k >= q, lambda q, k: k), sum_2
    )
    return ["<s>", *map(str, found_3[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
