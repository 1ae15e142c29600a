"""rank_distinct: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; found_2 -> flag_3; tokens, flag_3 -> sum_4; sum_4 ->
number_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    found_2 = [  # copies the position of the last earlier position with the same token
        next((j for j in reversed(before[i]) if tokens[j] == tokens[i]), 0)
        for i in positions
    ]
    flag_3 = [1 if n == 0 else 0 for n in found_2]
    sum_4 = [  # adds up flag_3 of all positions with a smaller token
        sum(
            flag_3[j]
            for j in positions
            if TOKEN_RANK[tokens[j]] < TOKEN_RANK[tokens[i]]
        )
        for i in positions
    ]
    number_5 = [n - 1 for n in sum_4]
    return ["<s>", *map(str, number_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
