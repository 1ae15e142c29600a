"""sort: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_3; tokens, ones -> sum_4; sum_3, sum_4 -> number_5; positions,
number_5, tokens -> copied_6 -> labels
Found by search: right on 20,000 inputs of the task (sampled); on 10,000 each of up
to 32 64 128 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")

# fmt: off
TOKEN_RANK = {
    "<s>": 0, "</s>": 1, "0": 2, "1": 3, "2": 4, "3": 5, "4": 6, "5": 7, "6": 8, "7": 9,
    "8": 10, "9": 11, "10": 12, "11": 13, "12": 14,
}
# fmt: on


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


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
    # counts all earlier positions with the same token
    found = select_before(tokens, tokens, lambda q, k: k == q)
    sum_3 = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: TOKEN_RANK[k] < TOKEN_RANK[q])
    sum_4 = aggregate_sum(found, ones)  # counts all positions with a smaller token
    number_5 = [a + b for a, b in zip(sum_3, sum_4)]
    found = select_first(number_5, positions, lambda q, k: k == q + 1)
    copied_6 = aggregate(found, tokens)
    return ["<s>", *copied_6[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
