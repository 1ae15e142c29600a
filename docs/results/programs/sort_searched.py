"""sort: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_before; tokens, ones -> smaller; same_before, smaller ->
number_5; positions, number_5, tokens -> copied_6 -> labels
Found by search: right on all 19,530 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3", "4")
TOKEN_RANK = {"<s>": 0, "</s>": 1, "0": 2, "1": 3, "2": 4, "3": 5, "4": 6}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 2
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    smaller = [  # counts all positions with a smaller token
        sum(TOKEN_RANK[tokens[j]] < TOKEN_RANK[tokens[i]] for j in positions)
        for i in positions
    ]
    number_5 = [a + b for a, b in zip(same_before, smaller)]
    copied_6 = [
        tokens[next((j for j in positions if number_5[j] == i + 1), 0)]
        for i in positions
    ]
    return ["<s>", *copied_6[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
