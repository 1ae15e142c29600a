"""largest: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> sum_2; sum_2 -> flag_3; flag_3, tokens -> copied_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    sum_2 = [  # adds up positions of all earlier positions with a larger token
        sum(j for j in before[i] if TOKEN_RANK[tokens[j]] > TOKEN_RANK[tokens[i]])
        for i in positions
    ]
    flag_3 = [1 if n == 0 else 0 for n in sum_2]
    copied_4 = [  # copies the token of the last flag_3 1
        tokens[next((j for j in reversed(positions) if flag_3[j] == 1), 0)]
        for i in positions
    ]
    return ["<s>", *copied_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
