"""most_freq: a Transformer Program. In: any number of words; out: a label for each.
Steps: 1 head copies, 4 heads add up, 3 functions.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
each of up to 16 32 64 words (sampled)."""

import sys

LISTED_4 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}


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
    after = [positions[i + 1 :] for i in positions]
    # counts all later positions with the same token
    same_after = [sum(tokens[j] == tokens[i] for j in after[i]) for i in positions]
    listed_4 = [LISTED_4[w] for w in tokens]
    sum_5 = [  # adds up listed_4 of all positions with the same same_after
        sum(listed_4[j] for j in positions if same_after[j] == same_after[i])
        for i in positions
    ]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    flag_7 = [1 if a < b else 0 for a, b in zip(same_before, listed_4)]
    sum_8 = [  # adds up flag_7 of all later positions with the same same_after
        sum(flag_7[j] for j in after[i] if same_after[j] == same_after[i])
        for i in positions
    ]
    number_9 = [a - b for a, b in zip(sum_5, sum_8)]
    number_10 = [a if b != 0 else 0 for a, b in zip(number_9, flag_7)]
    # copies the token of the first position whose number_10 is its position
    copied_11 = [
        tokens[next((j for j in positions if number_10[j] == i), 0)] for i in positions
    ]
    return ["<s>", *copied_11[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
