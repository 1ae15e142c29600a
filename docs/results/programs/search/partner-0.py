"""partner: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; sum_2, positions -> found_4; listed_1 -> flag_5; found_4, flag_5
-> number_6; listed_1 -> sum_7; sum_7, positions -> found_8; flag_5 -> flag_9;
found_8, flag_9 -> number_10; number_6, number_10 -> number_11 -> labels
Found by search: right on all 4,094 inputs of the task (exhaustive); on 10,000 each
of up to 24 48 96 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "(": 1, ")": -1}


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
    after = [positions[i + 1 :] for i in positions]
    listed_1 = [LISTED_1[w] for w in tokens]
    sum_2 = [sum(listed_1[j] for j in upto[i]) for i in positions]
    found_4 = [
        next((j for j in after[i] if sum_2[j] == sum_2[i] - 1), 0) for i in positions
    ]
    flag_5 = [max(n, 0) for n in listed_1]
    number_6 = [a if b != 0 else 0 for a, b in zip(found_4, flag_5)]
    sum_7 = [sum(listed_1[j] for j in before[i]) for i in positions]
    found_8 = [
        next((j for j in reversed(before[i]) if sum_7[j] == sum_7[i] - 1), 0)
        for i in positions
    ]
    flag_9 = [1 if n == 0 else 0 for n in flag_5]
    number_10 = [a if b != 0 else 0 for a, b in zip(found_8, flag_9)]
    number_11 = [a + b for a, b in zip(number_6, number_10)]
    return ["<s>", *map(str, number_11[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
