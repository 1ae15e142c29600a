"""once: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> count_same_token; count_same_token, ones -> sum_4; tokens, positions
-> sum_5; sum_5, positions, ones -> sum_6; sum_4, sum_6 -> number_7; positions,
number_7, tokens -> copied_8 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    count_same_token = [  # counts all positions with the same token
        sum(tokens[j] == tokens[i] for j in positions) for i in positions
    ]
    sum_4 = [  # counts all earlier positions with the same count_same_token
        sum(count_same_token[j] == count_same_token[i] for j in before[i])
        for i in positions
    ]
    # adds up positions of all positions with the same token
    sum_5 = [sum(j for j in positions if tokens[j] == tokens[i]) for i in positions]
    sum_6 = [sum(j == sum_5[i] - 1 for j in before[i]) for i in positions]
    number_7 = [a if b != 0 else 0 for a, b in zip(sum_4, sum_6)]
    # copies the token of the first position whose number_7 is its position
    copied_8 = [
        tokens[next((j for j in positions if number_7[j] == i), 0)] for i in positions
    ]
    return ["<s>", *copied_8[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
