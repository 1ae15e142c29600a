"""induction: a Transformer Program. In: up to 10 words; out: a label for each.

positions, tokens -> attn_0_0_outputs; tokens, attn_0_0_outputs -> attn_1_0_outputs
-> labels"""

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


ATTN_0_0_KEYS = {0: 7, 9: 0}


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 10:
        raise ValueError(f"expected <s>, up to 9 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    # copies the token just before, unless position in {0, 9}
    attn_0_0_outputs = nearest(
        tokens, positions, positions, lambda q, k: k == ATTN_0_0_KEYS.get(q, q - 1)
    )
    attn_1_0_outputs = nearest(
        tokens, tokens, attn_0_0_outputs, lambda q, k: q in "abcd" and k == q
    )
    return ["<s>", *(VOTES.get(value, "0") for value in attn_1_0_outputs[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(str(error))
