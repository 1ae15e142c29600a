"""part_first: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; found_2 -> number_3; number_3, positions, tokens ->
copied_4; copied_4 -> answer_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "|")
ANSWER_5 = {"a": "a", "b": "b", "c": "c"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    upto = [positions[: i + 1] for i in positions]
    found_2 = [  # copies the position of the last earlier token "|"
        next((j for j in reversed(upto[i]) if tokens[j] == "|"), 0) for i in positions
    ]
    number_3 = [n + 1 for n in found_2]
    copied_4 = [  # copies the token at position number_3
        tokens[next((j for j in positions if j == number_3[i]), 0)] for i in positions
    ]
    answer_5 = [ANSWER_5.get(value, "|") for value in copied_4]
    return ["<s>", *answer_5[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
