"""most_freq: a Transformer Program. In: any number of words; out: a label for each.
Steps: 2 heads copy, 3 heads add up, 3 functions.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
each of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    count_same_token = [  # counts all positions with the same token
        sum(tokens[j] == tokens[i] for j in positions) for i in positions
    ]
    copied_4 = [  # copies the token of the first earlier position with the same token
        tokens[next((j for j in before[i] if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    flag_5 = [1 if a != b else 0 for a, b in zip(copied_4, tokens)]
    sum_6 = [  # adds up flag_5 of all positions so far with the same count_same_token
        sum(flag_5[j] for j in upto[i] if count_same_token[j] == count_same_token[i])
        for i in positions
    ]
    sum_7 = [  # adds up flag_5 of all positions with a larger count_same_token
        sum(flag_5[j] for j in positions if count_same_token[j] > count_same_token[i])
        for i in positions
    ]
    number_8 = [a + b for a, b in zip(sum_6, sum_7)]
    number_9 = [a if b != 0 else 0 for a, b in zip(number_8, flag_5)]
    # copies the token of the first position whose number_9 is its position
    copied_10 = [
        tokens[next((j for j in positions if number_9[j] == i), 0)] for i in positions
    ]
    return ["<s>", *copied_10[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
