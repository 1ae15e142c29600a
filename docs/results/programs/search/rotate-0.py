"""rotate: a Transformer Program. In: any number of words; out: a label for each.
ones, positions -> found_2; found_2 -> flag_3; found_2, flag_3 -> number_4; number_4,
positions, tokens -> copied_6 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    after = [positions[i + 1 :] for i in positions]
    found_2 = [next(iter(after[i]), 0) for i in positions]
    flag_3 = [1 if n == 0 else 0 for n in found_2]
    number_4 = [a + b for a, b in zip(found_2, flag_3)]
    copied_6 = [  # copies the token at position number_4
        tokens[next((j for j in positions if j == number_4[i]), 0)] for i in positions
    ]
    return ["<s>", *copied_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
