"""palindrome: a Transformer Program. In: any number of words; out: a label for each.
ones -> sum_1; sum_1, positions, tokens -> copied_4; copied_4, tokens -> flag_5;
flag_5 -> sum_6; sum_6 -> flag_7; flag_7 -> answer_8 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled).
Simplified: same answer on every input, by rules (3 changes)."""

import sys

WORDS = ("a", "b", "c", "d")
COPIED_4_RANK = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    after = [positions[i + 1 :] for i in positions]
    sum_1 = [len(after[i]) for i in positions]
    copied_4 = [  # copies the token at position sum_1 + 1
        tokens[next((j for j in positions if j == sum_1[i] + 1), 0)] for i in positions
    ]
    flag_5 = [
        1 if COPIED_4_RANK[a] < COPIED_4_RANK[b] else 0
        for a, b in zip(copied_4, tokens)
    ]
    sum_6 = [sum(flag_5[j] for j in positions) for i in positions]
    flag_7 = [min(n, 1) for n in sum_6]
    answer_8 = ["yes" if n == 0 else "no" for n in flag_7]
    return ["<s>", *answer_8[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
