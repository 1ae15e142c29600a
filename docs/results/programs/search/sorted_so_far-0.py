"""sorted_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens -> copied_2; tokens, copied_2 -> flag_3; flag_3 -> sum_4; sum_4 -> flag_5;
flag_5 -> answer_6 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    copied_2 = [tokens[next(iter(reversed(before[i])), 0)] for i in positions]
    flag_3 = [
        1 if TOKEN_RANK[a] < TOKEN_RANK[b] else 0 for a, b in zip(tokens, copied_2)
    ]
    sum_4 = [sum(flag_3[j] for j in upto[i]) for i in positions]
    flag_5 = [min(n, 1) for n in sum_4]
    answer_6 = ["yes" if n == 0 else "no" for n in flag_5]
    return ["<s>", *answer_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
