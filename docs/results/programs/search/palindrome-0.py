"""palindrome: a Transformer Program. In: any number of words; out: a label for each.
ones -> sum_2; positions, sum_2, tokens -> copied_4; tokens, copied_4 -> flag_7;
flag_7 -> sum_8; sum_8 -> flag_9; flag_9 -> answer_10 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def select_after(keys, queries, predicate):
    """For each query, the positions of all its matches after its position."""
    return [
        [j for j in range(i + 1, len(keys)) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    ones = [1] * len(tokens)
    positions = list(range(len(tokens)))
    sum_2 = aggregate_sum(select_after(ones, ones, lambda q, k: True), ones)
    copied_4 = aggregate(
        select_first(sum_2, positions, lambda q, k: k == q - 1), tokens
    )
    flag_7 = [1 if a != b else 0 for a, b in zip(tokens, copied_4)]
    sum_8 = aggregate_sum(select(flag_7, flag_7, lambda q, k: True), flag_7)
    flag_9 = [min(n, 1) for n in sum_8]
    answer_10 = ["yes" if n == 0 else "no" for n in flag_9]
    return ["<s>", *answer_10[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
