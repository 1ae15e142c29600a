"""dyck1: a Transformer Program. In: any number of words; out: a label per word.
depth: the sum of change over the positions so far.
token_of_smallest_depth: the token of the first position so far with the smallest
    depth.
is_open: whether depth is above 0.
answer: 'F' if token_of_smallest_depth is not '<s>'; 'P' if is_open holds; else 'T'.
Found by search: right on all 32,768 inputs of the task (exhaustive); on 10,000
inputs each of up to 32, 64 and 128 words (sampled).
Simplified: same answer on every input, by rules (2 changes)."""

import sys

WORDS = ("(", ")")
CHANGE = {")": -1, "<s>": 0, "(": 1}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    change = [CHANGE[w] for w in tokens]
    depth = [sum(change[: i + 1]) for i in positions]
    token_of_smallest_depth = [
        tokens[min(range(i + 1), key=lambda j: depth[j])] for i in positions
    ]
    is_open = [int(n > 0) for n in depth]
    answer = [
        "F" if token_of_smallest_depth[i] != "<s>" else "P" if is_open[i] else "T"
        for i in positions
    ]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
