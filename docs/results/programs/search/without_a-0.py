"""without_a: a Transformer Program. In: any number of words; out: a label for each.
listed_2 -> sum_3; positions, sum_3, tokens -> copied_5; copied_5 -> answer_6 ->
labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_2 = {"<s>": 0, "a": 0, "b": 1, "c": 1, "d": 1}
ANSWER_6 = {"<s>": "none", "c": "c", "d": "d"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_2 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    upto = [positions[: i + 1] for i in positions]
    listed_2 = [LISTED_2[w] for w in tokens]
    sum_3 = [sum(listed_2[j] for j in upto[i]) for i in positions]
    copied_5 = [  # copies the token of the first position whose sum_3 is its position
        tokens[next((j for j in positions if sum_3[j] == i), 0)] for i in positions
    ]
    answer_6 = [ANSWER_6.get(value, "b") for value in copied_5]
    return ["<s>", *answer_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
