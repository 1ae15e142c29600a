"""dyck2: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> number_3; number_3 -> sum_4; sum_4, listed_1 -> number_5; number_5,
tokens -> copied_7; copied_7, tokens -> flag_8; flag_8 -> sum_9; sum_9 -> flag_10;
sum_4 -> number_11; flag_10, number_11 -> answer_12 -> labels
Found by search: right on all 1,073,741,824 inputs of the task (exhaustive); on
10,000 each of up to 32 64 128 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "(": 1, ")": 0, "{": 1, "}": 0}
FLAG_8 = {("<s>", ")"), ("<s>", "}"), ("(", "}"), ("{", ")")}
ANSWER_12 = {(0, -1): "T", (0, 0): "P"}


def run(tokens):
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    listed_1 = [LISTED_1[w] for w in tokens]
    number_3 = [-1 if n == 0 else 1 for n in listed_1]
    sum_4 = [sum(number_3[j] for j in upto[i]) for i in positions]
    number_5 = [a - b for a, b in zip(sum_4, listed_1)]
    copied_7 = [  # copies the token of the last earlier position with the same number_5
        tokens[next((j for j in reversed(before[i]) if number_5[j] == number_5[i]), 0)]
        for i in positions
    ]
    flag_8 = [1 if key in FLAG_8 else 0 for key in zip(copied_7, tokens)]
    sum_9 = [sum(flag_8[j] for j in upto[i]) for i in positions]
    flag_10 = [min(n, 1) for n in sum_9]
    number_11 = [min(max(n, -1), 0) for n in sum_4]
    answer_12 = [ANSWER_12.get(key, "F") for key in zip(flag_10, number_11)]
    return ["<s>", *answer_12[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
