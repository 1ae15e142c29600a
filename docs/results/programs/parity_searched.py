"""parity: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; positions -> number_4; sum_2, number_4, ones -> sum_5; sum_5 ->
flag_6; flag_6 -> answer_7 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled).
Simplified: same answer on every input, by rules (2 changes)."""

import sys

LISTED_1 = {"<s>": 0, "b": 0, "c": 0, "d": 0, "a": 1}


def select(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    ones = [1] * len(tokens)
    listed_1 = [LISTED_1[w] for w in tokens]
    sum_2 = aggregate_sum(select(listed_1, listed_1, lambda q, k: True), listed_1)
    positions = list(range(len(tokens)))
    number_4 = [position + position for position in positions]
    # counts all positions so far whose number_4 is its sum_2
    sum_5 = aggregate_sum(select(number_4, sum_2, lambda q, k: k == q), ones)
    flag_6 = [min(n, 1) for n in sum_5]
    answer_7 = ["odd" if n == 0 else "even" for n in flag_6]
    return ["<s>", *answer_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
