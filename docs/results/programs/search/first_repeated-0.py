"""first_repeated: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_before; same_before, tokens -> copied_3; copied_3 -> answer_4 ->
labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")
ANSWER_4 = {"<s>": "none", "a": "a", "b": "b", "c": "c", "d": "d"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    copied_3 = [  # copies the token of the first same_before 1
        tokens[next((j for j in positions if same_before[j] == 1), 0)]
        for i in positions
    ]
    answer_4 = [ANSWER_4[value] for value in copied_3]
    return ["<s>", *answer_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
