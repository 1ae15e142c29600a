"""where_last_smallest: a Transformer Program. In: any number of words; out: a label for each.
listed_0, positions -> found_2 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_0 = {"<s>": 0, "0": 4, "1": 3, "2": 2, "3": 1}


def select_best_last(keys, queries, predicate, score):
    """Each query's best match, of equals the last match, or 0."""
    return [
        max(
            (j for j in range(len(keys))[::-1] if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
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
    # copies the position where listed_0 is largest of what matches
    found = select_best_last(listed_0, listed_0, lambda q, k: k >= q, lambda q, k: k)
    found_2 = aggregate(found, positions)
    return ["<s>", *map(str, found_2[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
