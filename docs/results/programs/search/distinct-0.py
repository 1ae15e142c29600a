"""distinct: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> same_after; same_after, ones -> sum_3; ones, sum_3 -> found_4 ->
labels
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
    # counts all later positions with the same token
    same_after = [sum(tokens[j] == tokens[i] for j in after[i]) for i in positions]
    # counts all later positions with the same same_after
    sum_3 = [sum(same_after[j] == same_after[i] for j in after[i]) for i in positions]
    found_4 = [sum_3[next(iter(positions), 0)] for i in positions]
    return ["<s>", *map(str, found_4[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
