"""dyck1: a Transformer Program. In: any number of words; out: a label for each.
Steps: 2 heads copy, 3 heads add up, 4 functions.
Found by search: right on all 32,768 inputs of the task (exhaustive); on 10,000 each
of up to 32 64 128 words (sampled)."""

import sys

WORDS = ("(", ")")
ANSWER_11 = {("<s>", 0): "F", ("<s>", 1): "F", (")", 0): "T"}


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    # copies the token of the last earlier position with the same same_before
    copied_4 = [
        tokens[
            next(
                (j for j in reversed(before[i]) if same_before[j] == same_before[i]), 0
            )
        ]
        for i in positions
    ]
    flag_5 = [1 if a == "<s>" and b == ")" else 0 for a, b in zip(copied_4, tokens)]
    sum_6 = [sum(flag_5[j] for j in upto[i]) for i in positions]
    number_7 = [a if b != 0 else 0 for a, b in zip(positions, sum_6)]
    # copies the token of the last earlier position whose position is above its number_7
    copied_8 = [
        tokens[next((j for j in reversed(upto[i]) if j > number_7[i]), 0)]
        for i in positions
    ]
    # counts all earlier positions with a larger same_before
    sum_9 = [sum(same_before[j] > same_before[i] for j in before[i]) for i in positions]
    flag_10 = [min(n, 1) for n in sum_9]
    answer_11 = [ANSWER_11.get(key, "P") for key in zip(copied_8, flag_10)]
    return ["<s>", *answer_11[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
