"""where_largest: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def select_best_first(keys, queries, predicate, score):
    """Each query's best match, of equals the first match, or 0."""
    return [
        max(
            (j for j in range(len(keys)) if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position where token is largest of what matches
    found = select_best_first(
        tokens,
        tokens,
        lambda q, k: TOKEN_RANK[k] >= TOKEN_RANK[q],
        lambda q, k: TOKEN_RANK[k],
    )
    found_2 = aggregate(found, positions)
    return ["<s>", *map(str, found_2[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
