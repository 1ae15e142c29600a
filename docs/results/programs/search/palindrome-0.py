"""palindrome: a Transformer Program. In: any number of words; out: a label for each.
ones -> sum_2; positions, sum_2, tokens -> copied_4; tokens, copied_4 -> flag_7;
flag_7 -> sum_8; sum_8 -> flag_9; flag_9 -> answer_10 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    after = [positions[i + 1 :] for i in positions]
    sum_2 = [len(after[i]) for i in positions]
    copied_4 = [
        tokens[next((j for j in positions if sum_2[j] == i - 1), 0)] for i in positions
    ]
    flag_7 = [1 if a != b else 0 for a, b in zip(tokens, copied_4)]
    sum_8 = [sum(flag_7[j] for j in positions) for i in positions]
    flag_9 = [min(n, 1) for n in sum_8]
    answer_10 = ["yes" if n == 0 else "no" for n in flag_9]
    return ["<s>", *answer_10[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
