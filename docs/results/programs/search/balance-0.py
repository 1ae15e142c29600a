"""balance: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; sum_2 -> number_3; number_3 -> answer_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "a": 1, "b": -1, "c": 0, "d": 0}


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
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    listed_1 = [LISTED_1[w] for w in tokens]
    sum_2 = aggregate_sum(select(listed_1, listed_1, lambda q, k: True), listed_1)
    number_3 = [min(max(n, -1), 1) for n in sum_2]
    answer_4 = ["yes" if n == 0 else "no" for n in number_3]
    return ["<s>", *answer_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
