"""lookup: a Transformer Program. In: any number of words; out: a label for each.
listed_1, tokens -> copied_2; tokens, copied_2 -> copied_3; copied_3 -> answer_4 ->
labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1}
ANSWER_4 = {"<s>": "none", "a": "a", "b": "b", "c": "c", "d": "d"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    after = [positions[i + 1 :] for i in positions]
    listed_1 = [LISTED_1[w] for w in tokens]
    copied_2 = [  # copies the token of the first later position with the same listed_1
        tokens[next((j for j in after[i] if listed_1[j] == listed_1[i]), 0)]
        for i in positions
    ]
    copied_3 = [  # copies the copied_2 of the last earlier position with the same token
        copied_2[next((j for j in reversed(before[i]) if tokens[j] == tokens[i]), 0)]
        for i in positions
    ]
    answer_4 = [ANSWER_4[value] for value in copied_3]
    return ["<s>", *answer_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
