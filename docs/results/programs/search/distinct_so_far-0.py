"""distinct_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens, listed_1 -> found_3; listed_1, found_3 -> number_4; number_4 -> sum_5 ->
labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    listed_1 = [LISTED_1[w] for w in tokens]
    found_3 = [  # copies the listed_1 of the first earlier position with the same token
        listed_1[next((j for j in before[i] if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    number_4 = [a - b for a, b in zip(listed_1, found_3)]
    sum_5 = [sum(number_4[j] for j in upto[i]) for i in positions]
    return ["<s>", *map(str, sum_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
