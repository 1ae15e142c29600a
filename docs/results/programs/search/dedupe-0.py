"""dedupe: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_3; sum_3, listed_4 -> flag_5; flag_5 -> sum_6; positions, sum_6,
tokens -> copied_7 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_4 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1}


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_upto(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
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
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_4 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    # counts all earlier positions with the same token
    sum_3 = aggregate_sum(select_before(tokens, tokens, lambda q, k: k == q), ones)
    listed_4 = [LISTED_4[w] for w in tokens]
    flag_5 = [1 if a < b else 0 for a, b in zip(sum_3, listed_4)]
    sum_6 = aggregate_sum(select_upto(flag_5, flag_5, lambda q, k: True), flag_5)
    # copies the token of the first position whose sum_6 is its position
    copied_7 = aggregate(select_first(sum_6, positions, lambda q, k: k == q), tokens)
    return ["<s>", *copied_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
