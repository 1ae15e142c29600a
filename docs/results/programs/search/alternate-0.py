"""alternate: a Transformer Program. In: any number of words; out: a label for each.
positions -> number_1; positions, number_1, ones -> sum_3; sum_3, tokens -> copied_5;
copied_5 -> answer_6 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    number_1 = [position + position for position in positions]
    # counts all positions whose number_1 is its position
    sum_3 = [sum(number_1[j] == i for j in positions) for i in positions]
    copied_5 = [  # copies the token of the first position with the same sum_3
        tokens[next((j for j in positions if sum_3[j] == sum_3[i]), 0)]
        for i in positions
    ]
    answer_6 = ["B" if value == "<s>" else "A" for value in copied_5]
    return ["<s>", *answer_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
