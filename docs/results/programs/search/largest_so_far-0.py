"""largest_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> larger_before; larger_before -> flag_3; flag_3, tokens -> copied_4 ->
labels
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
    upto = [positions[: i + 1] for i in positions]
    larger_before = [  # counts all earlier positions with a larger token
        sum(TOKEN_RANK[tokens[j]] > TOKEN_RANK[tokens[i]] for j in before[i])
        for i in positions
    ]
    flag_3 = [1 if n == 0 else 0 for n in larger_before]
    copied_4 = [  # copies the token of the last earlier flag_3 1
        tokens[next((j for j in reversed(upto[i]) if flag_3[j] == 1), 0)]
        for i in positions
    ]
    return ["<s>", *copied_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
