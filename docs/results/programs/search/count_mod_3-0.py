"""count_mod_3: a Transformer Program. In: any number of words; out: a label for each.
Steps: 3 heads add up, 8 functions.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "a": 0, "b": 1, "c": 1, "d": 1}
LISTED_2 = {"<s>": 0, "a": 1, "b": 0, "c": 0, "d": 0}


def select_upto(keys, queries, predicate):
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
    listed_2 = [LISTED_2[w] for w in tokens]
    number_4 = [a - b - 1 for a, b in zip(listed_1, listed_2)]
    sum_5 = aggregate_sum(select_upto(listed_2, listed_2, lambda q, k: True), listed_2)
    positions = list(range(len(tokens)))
    number_7 = [position + position for position in positions]
    number_8 = [a + b for a, b in zip(number_7, positions)]
    # counts all positions so far whose number_8 is its sum_5
    sum_9 = aggregate_sum(select_upto(number_8, sum_5, lambda q, k: k == q), ones)
    number_10 = [a if b != 0 else 0 for a, b in zip(number_4, sum_9)]
    flag_11 = [1 if n == 0 else 0 for n in sum_9]
    flag_12 = [a if b != 0 else 0 for a, b in zip(listed_2, flag_11)]
    number_13 = [a + b for a, b in zip(number_10, flag_12)]
    sum_14 = aggregate_sum(
        select_upto(number_13, number_13, lambda q, k: True), number_13
    )
    number_15 = [n + 1 for n in sum_14]
    return ["<s>", *map(str, number_15[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
