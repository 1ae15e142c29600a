"""copy_before_a: a Transformer Program. In: any number of words; out: a label for each.
listed_0, positions -> number_2; number_2, tokens -> copied_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_0 = {"<s>": 0, "a": 0, "b": 1, "c": 1, "d": 1}


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_0 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    listed_0 = [LISTED_0[w] for w in tokens]
    positions = list(range(len(tokens)))
    number_2 = [a + b for a, b in zip(listed_0, positions)]
    # copies the token of the first position with the same number_2
    copied_4 = aggregate(select_first(number_2, number_2, lambda q, k: k == q), tokens)
    return ["<s>", *copied_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
