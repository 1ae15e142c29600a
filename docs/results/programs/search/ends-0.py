"""ends: a Transformer Program. In: any number of words; out: a label for each.
tokens -> copied_2; copied_2, tokens -> flag_3; tokens, positions -> found_5; found_5
-> number_6; flag_3, number_6 -> answer_7 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")
ANSWER_7 = {(0, 1): "first", (0, 2): "none", (1, 1): "both"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    copied_2 = [tokens[next(iter(reversed(positions)), 0)] for i in positions]
    flag_3 = [1 if a == b else 0 for a, b in zip(copied_2, tokens)]
    found_5 = [  # copies the position of the first position with the same token
        next((j for j in positions if tokens[j] == tokens[i]), 0) for i in positions
    ]
    number_6 = [min(max(n, 1), 2) for n in found_5]
    answer_7 = [ANSWER_7.get(key, "last") for key in zip(flag_3, number_6)]
    return ["<s>", *answer_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
