"""swap: a Transformer Program. In: any number of words; out: a label for each.
Steps: 1 head copies, 2 heads add up, 11 functions.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    number_1 = [position - 1 for position in positions]
    number_2 = [position + position for position in positions]
    # counts all positions whose number_2 is its position
    sum_4 = [sum(number_2[j] == i for j in positions) for i in positions]
    number_5 = [a if b != 0 else 0 for a, b in zip(number_1, sum_4)]
    number_6 = [position + 1 for position in positions]
    sum_7 = [sum(j == i + 1 for j in positions) for i in positions]
    number_8 = [a if b != 0 else 0 for a, b in zip(number_6, sum_7)]
    flag_9 = [1 if n == 0 else 0 for n in sum_7]
    number_10 = [a if b != 0 else 0 for a, b in zip(positions, flag_9)]
    number_11 = [a + b for a, b in zip(number_8, number_10)]
    flag_12 = [1 if n == 0 else 0 for n in sum_4]
    number_13 = [a if b != 0 else 0 for a, b in zip(number_11, flag_12)]
    number_14 = [a + b for a, b in zip(number_5, number_13)]
    copied_16 = [  # copies the token at position number_14
        tokens[next((j for j in positions if j == number_14[i]), 0)] for i in positions
    ]
    return ["<s>", *copied_16[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
