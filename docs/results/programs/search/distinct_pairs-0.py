"""distinct_pairs: a Transformer Program. In: any number of words; out: a label for each.
tokens_by_5 -> attn_0_2_outputs_by_5; attn_0_2_outputs_by_5, tokens_by_1 -> number_5;
number_5, tokens -> copied_6; copied_6, tokens -> flag_7; flag_7 -> sum_8; sum_8 ->
number_9 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

COPIED_6_RANK = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}
TOKENS_BY_5 = {"<s>": 0, "a": 5, "b": 10, "c": 15, "d": 20}
TOKENS_BY_1 = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in TOKENS_BY_5 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    nearest = [
        sorted(positions, key=lambda j: (j == i, abs(i - j), j)) for i in positions
    ]
    tokens_by_5 = [TOKENS_BY_5[w] for w in tokens]
    attn_0_2_outputs_by_5 = [tokens_by_5[next(iter(nearest[i]), 0)] for i in positions]
    tokens_by_1 = [TOKENS_BY_1[w] for w in tokens]
    number_5 = [a + b for a, b in zip(attn_0_2_outputs_by_5, tokens_by_1)]
    # copies the token of the first earlier position with the same number_5
    copied_6 = [
        tokens[next((j for j in before[i] if number_5[j] == number_5[i]), 0)]
        for i in positions
    ]
    flag_7 = [
        1 if COPIED_6_RANK[a] < COPIED_6_RANK[b] else 0
        for a, b in zip(copied_6, tokens)
    ]
    sum_8 = [sum(flag_7[j] for j in upto[i]) for i in positions]
    number_9 = [n - 1 for n in sum_8]
    return ["<s>", *map(str, number_9[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
