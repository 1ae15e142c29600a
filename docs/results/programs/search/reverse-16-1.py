"""reverse: a Transformer Program. In: any number of words; out: a label for each.
ones -> sum_2; positions, sum_2, tokens -> copied_4 -> labels
Found by search: right on 20,000 inputs of the task (sampled); on 10,000 each of up
to 32 64 128 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


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


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def run(tokens):
    ends = {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    wrong = {i: w for i, w in enumerate(tokens) if w not in ends.get(i, WORDS)}
    if wrong or isinstance(tokens, str) or len(tokens) < 2:
        raise ValueError(
            f"expected <s>, any number of known words, </s>; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    sum_2 = aggregate_sum(select_after(ones, ones, lambda q, k: True), ones)
    # copies the token of the first position whose sum_2 is its position
    copied_4 = aggregate(select_first(sum_2, positions, lambda q, k: k == q), tokens)
    return ["<s>", *copied_4[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
