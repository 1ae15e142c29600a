"""new: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; found_2 -> flag_3; flag_3 -> answer_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select_first_before(keys, queries, predicate):
    """For each query, the position of its first match before its position, or 0."""
    return [
        next((j for j in range(i) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position of the first earlier position with the same token
    found = select_first_before(tokens, tokens, lambda q, k: k == q)
    found_2 = aggregate(found, positions)
    flag_3 = [min(n, 1) for n in found_2]
    answer_4 = ["yes" if n == 0 else "no" for n in flag_3]
    return ["<s>", *answer_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
