"""table_1_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 2 heads copy, 5 heads add up, 2 functions, 10 variables vote.
Learned by gradient: right on 100.00 % of the test labels, and on 99.96 % of those
of all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 24 modules,
1,380 cells, 3,984 choices, 1,148 votes).
Simplified: same answer on every input, by rules (84 changes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f")


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest match, itself last, or 0."""
    return [
        next((j for j in nearest_first(i, len(keys)) if predicate(query, keys[j])), 0)
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


KEYS_0_0 = {"<s>": "f", "a": "f", "b": "b", "c": "c", "e": "c", "f": "f"}
KEYS_0_1 = {"<s>": "f", "b": None}
NUM_KEYS_0_0 = {"a": "d", "d": "a", "e": "c", "f": "b"}
NUM_KEYS_1_0 = {"<s>": "c", "a": "b", "b": "e", "c": "b", "d": "f", "e": "d", "f": "d"}
NUM_KEYS_2_0 = {"b": 1, "c": 0, "d": 0, "e": 0}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_0.get(q))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, q))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_0_0.get(q, "f"))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    num_attn_0_0_outputs = [min(n, 6) for n in num_attn_0_0_outputs]
    # counts all positions with the same token, unless token == "<s>"
    found = select(tokens, tokens, lambda q, k: q != "<s>" and k == q)
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(attn_0_1_outputs, tokens, lambda q, k: k == NUM_KEYS_1_0[q])
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    # adds up num_attn_0_1_outputs of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    num_mlp_1_1_outputs = [7 if n == 0 else 2 for n in num_attn_0_0_outputs]
    found = select(positions, tokens, lambda q, k: k == NUM_KEYS_2_0.get(q, 7))
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    num_mlp_2_1_outputs = [2 if n == 1 else 4 for n in num_attn_1_1_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"     "3"    "4"    "5"    "6"   "7"
        "a": (146249, 130138, 108884, 81333, 50880,  8981,    0),
        "b": (159208, 143282, 121921, 94767, 64338, 24724,    0),
        "c": (151200, 134989, 113862, 86773, 56168, 11465,    0),
        "d": (154822, 137833, 116767, 89634, 59203, 17030,    0),
        "e": (156848, 140214, 119181, 92015, 61679, 18687,    0),
        "f": (154934, 138767, 117794, 90626, 60210, 12822,    0),
    },
    "positions": {
        #      "1"     "2"     "3"    "4"    "5"    "6"   "7"
        2: (     0,     98,    122,   155,   109,   601,  676),
        3: (     0,     21,     50,    67,     8,   436,   61),
        4: (     0,    166,    187,   191,   105,   746, 1884),
        5: (     0,    304,    366,   422,   375,  1083,  659),
        6: (     0,    580,    709,   800,   773,  1764, 2267),
        7: (     0,   1067,   1365,  1525,  1454,  1513, 2756),
    },
    "attn_0_0_outputs": {
        #          "1"     "2"     "3"    "4"    "5"    "6"   "7"
        "<s>": (     0,    460,    655,   718,   870,  5445, 6740),
        "b":   (     0,   1044,   1253,   960,   840,  8371, 2962),
        "c":   (     0,    936,    968,   788,   378,  1058, 5689),
    },
    "num_mlp_1_1_outputs": {
        #      "1"     "2"     "3"    "4"    "5"    "6"   "7"
        2: (  3560,   4474,   5708,  6297,  6523,  6160,    0),
    },
    "num_mlp_2_1_outputs": {
        #      "1"     "2"     "3"    "4"    "5"    "6"   "7"
        4: (     0,  23937,  17513, 12607, 10031,  9001, 6203),
    },
}
NUMBER_VOTES = {
    #                           "1"     "2"     "3"    "4"    "5"    "6"   "7"
    "num_attn_0_0_outputs": (  9150,   8136,   7129,  6513,  6133,     0, 2843),
    "num_attn_0_1_outputs": (     0,   1772,   3085,  3163,  2523,  2414,  859),
    "num_attn_1_0_outputs": (  2284,   2164,   1987,  1703,  1371,     0, 1264),
    "num_attn_1_1_outputs": (     0,    930,   4591,  7091,  8802, 10044, 9941),
    "num_attn_2_0_outputs": (  3062,   3015,   3167,  3333,  3379,     0, 6464),
}
# fmt: on


@lru_cache(maxsize=1024)
def multiply(name, number):
    """The votes of a number: the weights of its variable, times the number."""
    return [number * weight for weight in NUMBER_VOTES[name]]


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    votes += [
        [multiply(name, number) for number in variables[name]] for name in NUMBER_VOTES
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
