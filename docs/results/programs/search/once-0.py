"""once: a Transformer Program. In: any number of words; out: a label for each.
tokens -> copied_2; tokens, copied_2 -> copied_3; copied_3, tokens -> flag_4; flag_4
-> sum_5; positions, sum_5, tokens -> copied_6 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")
COPIED_3_RANK = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    copied_2 = [  # copies the token of the first earlier position with the same token
        tokens[next((j for j in before[i] if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    copied_3 = [  # copies the copied_2 of the last position with the same token
        copied_2[next((j for j in reversed(positions) if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    flag_4 = [
        1 if COPIED_3_RANK[a] < COPIED_3_RANK[b] else 0
        for a, b in zip(copied_3, tokens)
    ]
    sum_5 = [  # adds up flag_4 of all positions so far with the same flag_4
        sum(flag_4[j] for j in upto[i] if flag_4[j] == flag_4[i]) for i in positions
    ]
    copied_6 = [  # copies the token of the last position whose sum_5 is its position
        tokens[next((j for j in reversed(positions) if sum_5[j] == i), 0)]
        for i in positions
    ]
    return ["<s>", *copied_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
