"""distinct_so_far: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_before; same_before -> flag_3; flag_3 -> sum_4; sum_4 ->
number_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    upto = [positions[: i + 1] for i in positions]
    # counts all earlier positions with the same token
    same_before = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]
    flag_3 = [1 if n == 0 else 0 for n in same_before]
    sum_4 = [sum(flag_3[j] for j in upto[i]) for i in positions]
    number_5 = [n - 1 for n in sum_4]
    return ["<s>", *map(str, number_5[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
