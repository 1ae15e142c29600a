"""sum_so_far: a Transformer Program. In: any number of words; out: a label for each.
numbers -> sum_2 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

NUMBER = {"<s>": 0, "0": 0, "1": 1, "2": 2, "3": 3}


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
        not isinstance(w, str) or w not in NUMBER or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    numbers = [NUMBER[w] for w in tokens]
    sum_2 = aggregate_sum(select(numbers, numbers, lambda q, k: True), numbers)
    return ["<s>", *map(str, sum_2[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
