"""match: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> sum_2; sum_2, positions -> found_4; found_4 -> number_6; number_6, tokens
-> answer_7 -> labels
Found by search: right on all 4,094 inputs of the task (exhaustive); right on 31.80%
of 500 inputs of up to 24 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "(": 1, ")": -1}


def mlp_answer_7(number_6, token):
    if token == ")":
        return ("none", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")[number_6]
    return "open"


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
    listed_1 = [LISTED_1[w] for w in tokens]
    sum_2 = [sum(listed_1[j] for j in before[i]) for i in positions]
    found_4 = [
        next((j for j in reversed(before[i]) if sum_2[j] == sum_2[i] - 1), 0)
        for i in positions
    ]
    number_6 = [min(n, 10) for n in found_4]
    answer_7 = list(map(mlp_answer_7, number_6, tokens))
    return ["<s>", *answer_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
