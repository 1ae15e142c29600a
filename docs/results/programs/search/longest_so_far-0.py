"""longest_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; positions, found_2 -> number_3; number_3 -> found_4 ->
labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select_last_before(keys, queries, predicate):
    """For each query, the position of its last match before its position, or 0."""
    return [
        next((j for j in range(i)[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select_best_first_upto(keys, queries, predicate, score):
    """Each query's best match, of equals the first match up to its position, or 0."""
    return [
        max(
            (j for j in range(i + 1) if predicate(query, keys[j])),
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
    # copies the position of the last earlier position with another token
    found = select_last_before(tokens, tokens, lambda q, k: k != q)
    found_2 = aggregate(found, positions)
    number_3 = [a - b for a, b in zip(positions, found_2)]
    # copies the number_3 where number_3 is largest so far of what matches
    found = select_best_first_upto(
        number_3, number_3, lambda q, k: k >= q, lambda q, k: k
    )
    found_4 = aggregate(found, number_3)
    return ["<s>", *map(str, found_4[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
