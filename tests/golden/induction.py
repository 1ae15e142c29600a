"""induction: a Transformer Program. In: up to 10 words; out: a label for each.

positions, tokens -> previous_token; tokens, previous_token -> induction -> labels"""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")
VOTES = {"<s>": "unk", "0": "0", "1": "1", "2": "2", "3": "3"}


def nearest(values, queries, keys, matches):
    """For each query, the value at the nearest earlier match, or itself, or at 0."""
    copied = [values[0]] * len(queries)
    for i, query in enumerate(queries):
        for j in [*range(i)[::-1], i]:
            if matches(query, keys[j]):
                copied[i] = values[j]
                break
    return copied


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 10:
        raise ValueError(f"expected <s>, up to 9 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    previous_token = nearest(  # copies the token just before, unless position == 9
        tokens, positions, positions, lambda q, k: q <= 8 and k == q - 1
    )
    induction = nearest(  # copies what followed the same token before
        tokens, tokens, previous_token, lambda q, k: q in "abcd" and k == q
    )
    return ["<s>", *(VOTES.get(value, "0") for value in induction[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(str(error))
