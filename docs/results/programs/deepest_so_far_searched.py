"""deepest_so_far: a Transformer Program. In: any number of words; out: a label per word.
depth: the sum of change over the positions so far.
answer: the largest depth of the positions so far.
Found by search: right on all 4,094 inputs of the task (exhaustive); on 10,000
inputs each of up to 24, 48 and 96 words (sampled).
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
    answer = [max(depth[: i + 1]) for i in positions]
    return ["<s>", *map(str, answer[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
