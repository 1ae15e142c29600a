"""mode_so_far: a Transformer Program. In: any number of words; out: a label for each.
Steps: 6 heads copy, 2 heads add up, 3 functions, 6 variables vote.
Found by search: right on all 21,844 inputs of the task (exhaustive); right on
93.57% of 10,000 inputs of up to 16 words (sampled); right on 87.09% of 10,000
inputs of up to 32 words (sampled); right on 79.57% of 10,000 inputs of up to 64
words (sampled)."""

import sys

V5 = {"<s>": 0, "a": 1, "b": -1, "c": 0, "d": 0}
TOKENS_BY_5 = {"<s>": 0, "a": 5, "b": 10, "c": 15, "d": 20}
TOKENS_BY_1 = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}
V12 = {"<s>": 0, "a": 4, "b": 3, "c": 2, "d": 1}


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_best_first_upto(keys, queries, predicate, score):
    """Each query's best match, of equals the first match up to its position, or 0."""
    return [
        max(
            (j for j in range(i + 1) if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]


def select_upto(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select_best_last_upto(keys, queries, predicate, score):
    """Each query's best match, of equals the last match up to its position, or 0."""
    return [
        max(
            (j for j in range(i + 1)[::-1] if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]


def select_first_before(keys, queries, predicate):
    """For each query, the position of its first match before its position, or 0."""
    return [
        next((j for j in range(i) if predicate(query, keys[j])), 0)
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
        if not isinstance(w, str) or w not in V5 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    # counts all earlier positions with the same token
    found = select_before(tokens, tokens, lambda q, k: k == q)
    count_same_token_before = aggregate_sum(found, ones)
    # copies the token where count_same_token_before is largest so far of what matches
    found = select_best_first_upto(
        count_same_token_before,
        count_same_token_before,
        lambda q, k: k >= q,
        lambda q, k: k,
    )
    attn_0_4_outputs = aggregate(found, tokens)
    v5 = [V5[w] for w in tokens]
    found = select_upto(v5, v5, lambda q, k: True)
    num_attn_0_6_outputs = aggregate_sum(found, v5)
    tokens_by_5 = [TOKENS_BY_5[w] for w in tokens]
    # copies the tokens_by_5 of the first position with the same num_attn_0_6_output
    found = select_first(
        num_attn_0_6_outputs, num_attn_0_6_outputs, lambda q, k: k == q
    )
    attn_0_7_outputs_by_5 = aggregate(found, tokens_by_5)
    tokens_by_1 = [TOKENS_BY_1[w] for w in tokens]
    # copies the token where count_same_token_before is largest so far of what matches
    found = select_best_last_upto(
        count_same_token_before,
        count_same_token_before,
        lambda q, k: k >= q,
        lambda q, k: k,
    )
    attn_0_10_outputs = aggregate(found, tokens)
    # copies the token of the first earlier position whose token is its attn_0_10_output
    found = select_first_before(tokens, attn_0_10_outputs, lambda q, k: k == q)
    attn_0_11_outputs = aggregate(found, tokens)
    v12 = [V12[w] for w in tokens]
    # copies the v12 of the first earlier position with the same token
    found = select_first_before(tokens, tokens, lambda q, k: k == q)
    attn_0_13_outputs = aggregate(found, v12)
    found = select_best_first_upto(
        attn_0_13_outputs, attn_0_13_outputs, lambda q, k: k >= q, lambda q, k: k
    )
    attn_0_14_outputs = aggregate(found, attn_0_13_outputs)
    positions_held = [min(max(position, 1), 7) for position in positions]
    v9_held = [
        min(max(a + b - 1, 0), 13) for a, b in zip(attn_0_7_outputs_by_5, tokens_by_1)
    ]
    attn_0_14_outputs_held = [n for n in attn_0_14_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #      "a"     "b"     "c"     "d"
        "a": (   0, -25765, -35292, -32784),
        "b": (   0, -23553, -34530, -32084),
        "c": (   0, -23998, -31400, -31673),
        "d": (   0, -23737, -32407, -27458),
    },
    "positions_held": {
        #    "a"     "b"     "c"     "d"
        1: (   0,   6485,  10367,  13984),
        2: (   0,   4998,  11410,   3828),
        3: ( 389,   3171,      0,    912),
        5: (   0,   3451,   5624,   4661),
        6: (   0,   2858,   3012,   2922),
        7: (   0,   2544,   2548,   2952),
    },
    "attn_0_4_outputs": {
        #        "a"     "b"     "c"     "d"
        "<s>": (   0,   5511,   6655,   6242),
        "b":   ( 247,   6858,      0,   1063),
        "c":   (   0,   7945,  20004,   8040),
        "d":   (   0,   8541,  10339,  21208),
    },
    "v9_held": {
        #     "a"     "b"     "c"     "d"
        0:  (   0,   2223,    156,   1583),
        1:  ( 702,    984,      0,   1111),
        2:  (   0,   3159,   9111,   3351),
        3:  (   0,   3759,   7341,   9104),
        6:  (   0,   4180,   1423,   1770),
        7:  (2746,   3395,      0,   2696),
        8:  (2279,   2826,      0,   1552),
        10: (   0,  14487,   6289,   7129),
        11: (   0,  14457,   6485,   7231),
        12: (   0,  14668,   3971,   6521),
        13: (   0,  14431,   4266,   5660),
    },
    "attn_0_11_outputs": {
        #        "a"     "b"     "c"     "d"
        "<s>": (   0,   3848,   5153,   2936),
        "b":   (   0,   6619,   1361,   1473),
        "c":   (   0,   5049,  16191,   3110),
        "d":   (   0,   4777,   6536,  12257),
    },
    "attn_0_14_outputs_held": {
        #    "a"     "b"     "c"     "d"
        0: (   0,   2525,   5682,   3437),
        1: (   0,   3118,   7656,   7274),
        2: (   0,   2200,  11610,   5430),
        3: (   0,   5835,   6938,   6142),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
