"""double_hist: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_2; sum_2, listed_3 -> sum_4; sum_2, ones -> sum_5; sum_4, sum_5
-> number_6; tokens, number_6 -> found_7 -> labels
Found by search: right on 20,000 inputs of the task (sampled); on 10,000 each of up
to 32 64 128 words (sampled)."""

import sys

# fmt: off
LISTED_3 = {
    "<s>": 0, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1,
    "j": 1, "k": 1, "l": 1, "m": 1, "n": 1,
}
# fmt: on


def select_after(keys, queries, predicate):
    """For each query, the positions of all its matches after its position."""
    return [
        [j for j in range(i + 1, len(keys)) if predicate(query, keys[j])]
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
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_3 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    ones = [1] * len(tokens)
    # counts all later positions with the same token
    sum_2 = aggregate_sum(select_after(tokens, tokens, lambda q, k: k == q), ones)
    listed_3 = [LISTED_3[w] for w in tokens]
    # adds up listed_3 of all positions with the same sum_2
    sum_4 = aggregate_sum(select(sum_2, sum_2, lambda q, k: k == q), listed_3)
    sum_5 = aggregate_sum(select(sum_2, sum_2, lambda q, k: k == q + 1), ones)
    number_6 = [a - b for a, b in zip(sum_4, sum_5)]
    # copies the number_6 of the first position with the same token
    found_7 = aggregate(select_first(tokens, tokens, lambda q, k: k == q), number_6)
    return ["<s>", *map(str, found_7[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
