"""dedupe: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_before; same_before, listed_4 -> flag_5; flag_5 -> sum_6;
positions, sum_6, tokens -> copied_7 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_4 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1}


def run(tokens):
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_4 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    listed_4 = [LISTED_4[w] for w in tokens]
    flag_5 = [1 if a < b else 0 for a, b in zip(same_before, listed_4)]
    sum_6 = [sum(flag_5[j] for j in upto[i]) for i in positions]
    copied_7 = [  # copies the token of the first position whose sum_6 is its position
        tokens[next((j for j in positions if sum_6[j] == i), 0)] for i in positions
    ]
    return ["<s>", *copied_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
