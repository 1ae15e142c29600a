"""largest: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> sum_2; sum_2 -> flag_3; flag_3, tokens -> copied_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_last(keys, queries, predicate):
    """For each query, the position of its last match, or 0."""
    return [
        next((j for j in range(len(keys))[::-1] if predicate(query, keys[j])), 0)
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
    # adds up positions of all earlier positions with a larger token
    found = select_before(tokens, tokens, lambda q, k: TOKEN_RANK[k] > TOKEN_RANK[q])
    sum_2 = aggregate_sum(found, positions)
    flag_3 = [1 if n == 0 else 0 for n in sum_2]
    found = select_last(flag_3, flag_3, lambda q, k: k == 1)
    copied_4 = aggregate(found, tokens)  # copies the token of the last flag_3 1
    return ["<s>", *copied_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
