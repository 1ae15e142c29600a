"""distinct: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_3; positions, found_3, ones -> sum_4; ones, sum_4 -> sum_5
-> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    upto = [positions[: i + 1] for i in positions]
    after = [positions[i + 1 :] for i in positions]
    found_3 = [  # copies the position of the first later position with the same token
        next((j for j in after[i] if tokens[j] == tokens[i]), 0) for i in positions
    ]
    # counts all later positions whose found_3 is its position
    sum_4 = [sum(found_3[j] == i for j in after[i]) for i in positions]
    sum_5 = [sum(sum_4[j] for j in upto[i]) for i in positions]
    return ["<s>", *map(str, sum_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
