"""every_second: a Transformer Program. In: any number of words; out: a label for each.
positions -> number_1; number_1, positions, tokens -> copied_3 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


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
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    number_1 = [position + position for position in positions]
    found = select_first(positions, number_1, lambda q, k: k == q - 1)
    copied_3 = aggregate(found, tokens)  # copies the token at position number_1 - 1
    return ["<s>", *copied_3[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
