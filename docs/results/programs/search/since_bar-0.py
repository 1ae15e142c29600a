"""since_bar: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; positions, found_2 -> number_3 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "|")


def select_last(keys, queries, predicate):
    """For each query, the position of its last match up to its position, or 0."""
    return [
        next((j for j in range(i + 1)[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position of the last earlier token "|"
    found_2 = aggregate(select_last(tokens, tokens, lambda q, k: k == "|"), positions)
    number_3 = [a - b for a, b in zip(positions, found_2)]
    return ["<s>", *map(str, number_3[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
