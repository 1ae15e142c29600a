"""last: a Transformer Program. In: any number of words; out: a label for each.
listed_0, tokens -> copied_2 -> labels
Found by search: right on all 5,460 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_0 = {"<s>": 0, "</s>": 0, "a": 1, "b": 1, "c": 1, "d": 1}


def select_last(keys, queries, predicate):
    """For each query, the position of its last match, or 0."""
    return [
        next((j for j in range(len(keys))[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 2
    if not ok or any(
        not isinstance(w, str)
        or w not in LISTED_0
        or (w == "<s>") != (i == 0)
        or (w == "</s>") != (i == len(tokens) - 1)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words, </s>; got {tokens!r}")
    listed_0 = [LISTED_0[w] for w in tokens]
    # copies the token of the last listed_0 1
    copied_2 = aggregate(select_last(listed_0, listed_0, lambda q, k: k == 1), tokens)
    return ["<s>", *copied_2[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
