"""induction: a Transformer Program. In: up to 10 words; out: a label for each.
positions, tokens -> previous_token; tokens, previous_token -> induction -> labels"""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")
VOTES = {"<s>": "unk", "0": "0", "1": "1", "2": "2", "3": "3"}


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the token just before, unless position == 9
    found = select_closest(positions, positions, lambda q, k: q <= 8 and k == q - 1)
    previous_token = aggregate(found, tokens)
    found = select_closest(previous_token, tokens, lambda q, k: q in "abcd" and k == q)
    induction = aggregate(found, tokens)  # copies what followed the same token before
    return ["<s>", *(VOTES.get(value, "0") for value in induction[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
