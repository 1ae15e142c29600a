"""sort_down: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_so_far; tokens, ones -> larger; same_so_far, larger -> number_5;
positions, number_5, tokens -> copied_6 -> labels
Found by search: right on all 5,460 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "</s>": 1, "0": 2, "1": 3, "2": 4, "3": 5}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 2
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    upto = [positions[: i + 1] for i in positions]
    # counts all positions so far with the same token
    same_so_far = [sum(tokens[j] == tokens[i] for j in upto[i]) for i in positions]
    larger = [  # counts all positions with a larger token
        sum(TOKEN_RANK[tokens[j]] > TOKEN_RANK[tokens[i]] for j in positions)
        for i in positions
    ]
    number_5 = [a + b for a, b in zip(same_so_far, larger)]
    # copies the token of the first position whose number_5 is its position
    copied_6 = [
        tokens[next((j for j in positions if number_5[j] == i), 0)] for i in positions
    ]
    return ["<s>", *copied_6[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
