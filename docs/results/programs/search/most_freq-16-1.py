"""most_freq: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_3; sum_3, listed_4 -> sum_5; tokens, ones -> sum_6; sum_6,
listed_4 -> flag_7; sum_3, flag_7 -> sum_8; sum_5, sum_8 -> number_9; number_9,
flag_7 -> number_10; positions, number_10, tokens -> copied_11 -> labels
Found by search: right on 20,000 inputs of the task (sampled); on 10,000 each of up
to 32 64 128 words (sampled)."""

import sys

# fmt: off
LISTED_4 = {
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


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
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
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_4 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    # counts all later positions with the same token
    sum_3 = aggregate_sum(select_after(tokens, tokens, lambda q, k: k == q), ones)
    listed_4 = [LISTED_4[w] for w in tokens]
    # adds up listed_4 of all positions with the same sum_3
    sum_5 = aggregate_sum(select(sum_3, sum_3, lambda q, k: k == q), listed_4)
    # counts all earlier positions with the same token
    sum_6 = aggregate_sum(select_before(tokens, tokens, lambda q, k: k == q), ones)
    flag_7 = [1 if a < b else 0 for a, b in zip(sum_6, listed_4)]
    # adds up flag_7 of all later positions with the same sum_3
    sum_8 = aggregate_sum(select_after(sum_3, sum_3, lambda q, k: k == q), flag_7)
    number_9 = [a - b for a, b in zip(sum_5, sum_8)]
    number_10 = [a if b != 0 else 0 for a, b in zip(number_9, flag_7)]
    # copies the token of the first position whose number_10 is its position
    copied_11 = aggregate(
        select_first(number_10, positions, lambda q, k: k == q), tokens
    )
    return ["<s>", *copied_11[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
