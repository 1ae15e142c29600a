"""double_hist: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_after; same_after, listed_3 -> sum_4; same_after, ones -> sum_5;
sum_4, sum_5 -> number_6; tokens, number_6 -> found_7 -> labels
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
each of up to 16 32 64 words (sampled)."""

import sys

LISTED_3 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_3 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    after = [positions[i + 1 :] for i in positions]
    # counts all later positions with the same token
    same_after = [sum(tokens[j] == tokens[i] for j in after[i]) for i in positions]
    listed_3 = [LISTED_3[w] for w in tokens]
    sum_4 = [  # adds up listed_3 of all positions with the same same_after
        sum(listed_3[j] for j in positions if same_after[j] == same_after[i])
        for i in positions
    ]
    sum_5 = [
        sum(same_after[j] == same_after[i] + 1 for j in positions) for i in positions
    ]
    number_6 = [a - b for a, b in zip(sum_4, sum_5)]
    found_7 = [  # copies the number_6 of the first position with the same token
        number_6[next((j for j in positions if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    return ["<s>", *map(str, found_7[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
