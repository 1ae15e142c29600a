"""dyck2: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; sum_2, tokens -> copied_4; copied_4, tokens -> flag_5; flag_5 ->
sum_6; listed_1 -> sum_7; sum_6 -> flag_8; sum_7 -> flag_9; flag_8, flag_9 ->
answer_10 -> labels
Found by search: right on all 1,073,741,824 inputs of the task (exhaustive); on
10,000 each of up to 32 64 128 words (sampled).
Simplified: same answer on every input, by rules (4 changes)."""

import sys

LISTED_1 = {")": -1, "}": -1, "<s>": 0, "(": 1, "{": 1}
FLAG_5 = {("<s>", ")"), ("<s>", "}"), ("(", "}"), ("{", ")")}
ANSWER_10 = {(0, 0): "T", (0, 1): "P"}


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
    sum_2 = [sum(listed_1[j] for j in before[i]) for i in positions]
    copied_4 = [
        tokens[next((j for j in reversed(before[i]) if sum_2[j] == sum_2[i] - 1), 0)]
        for i in positions
    ]
    flag_5 = [1 if key in FLAG_5 else 0 for key in zip(copied_4, tokens)]
    sum_6 = [sum(flag_5[j] for j in upto[i]) for i in positions]
    sum_7 = [sum(listed_1[j] for j in upto[i]) for i in positions]
    flag_8 = [min(n, 1) for n in sum_6]
    flag_9 = [min(max(n, 0), 1) for n in sum_7]
    answer_10 = [ANSWER_10.get(key, "F") for key in zip(flag_8, flag_9)]
    return ["<s>", *answer_10[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
