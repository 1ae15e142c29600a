"""spread: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; tokens, positions -> found_3; found_2, found_3 ->
number_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found_2 = [  # copies the position of the last position with the same token
        next((j for j in reversed(positions) if tokens[j] == tokens[i]), 0)
        for i in positions
    ]
    found_3 = [  # copies the position of the first position with the same token
        next((j for j in positions if tokens[j] == tokens[i]), 0) for i in positions
    ]
    number_4 = [a - b for a, b in zip(found_2, found_3)]
    return ["<s>", *map(str, number_4[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
