"""induction_one_head: a Transformer Program. In: up to 10 words; out: a label for each.
positions, tokens -> attn_0_0_outputs; tokens, attn_0_0_outputs -> attn_1_0_outputs;
tokens, positions, attn_0_0_outputs, attn_1_0_outputs -> labels
Learned by gradient: right on 100.00 % of the test labels, and on 100.00 % of those
of all 66,880 inputs."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_0 = {2: 1, 4: 3, 6: 5, 8: 7}

# fmt: off
KEYS_1_0 = {
    "<s>": "1", "a": "a", "b": "b", "c": "c", "d": "d", "0": "1", "1": "3", "3": "1",
}
# fmt: on


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_0.get(q, 2))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(attn_0_0_outputs, tokens, lambda q, k: k == KEYS_1_0.get(q))
    attn_1_0_outputs = aggregate(found, tokens)
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"     "1"     "2"     "3"   "unk"
        "a": (    0, -14838, -13272, -13442, -14122),
        "b": (15192,      0,   1652,   1503,   1033),
        "c": (15002,      0,   1987,   1469,   1223),
        "d": (14624,      0,   1301,   1035,    508),
        "0": (    0, -15367, -13195, -12010, -15145),
        "1": (    0, -15220, -12209, -13177, -15316),
        "2": (    0, -15810, -13315, -13524, -15899),
        "3": (    0, -14821, -12787, -12101, -14631),
    },
    "positions": {
        #     "0"     "1"     "2"     "3"   "unk"
        2: ( 4918,   6302,   4455,   4182,      0),
        3: (    0,    530,   -132,   -660,  -4511),
        4: ( 6530,   7265,   6505,   5740,      0),
        5: ( 4895,   5317,   4735,   4162,      0),
        6: ( 5623,   6616,   5207,   5947,      0),
        7: ( 5461,   5947,   5556,   4779,      0),
        8: ( 6323,   6796,   5557,   5607,      0),
        9: ( 6743,   7713,   6805,   6276,      0),
    },
    "attn_0_0_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (  985,   1538,      0,   1218,    918),
        "a":   (  949,   1540,      0,   1166,    797),
        "b":   (  945,   1526,      0,   1187,    952),
        "c":   (  990,   1424,      0,   1257,    770),
        "d":   ( 1308,   1495,      0,   1202,    944),
        "0":   ( 1698,   1763,      0,   1207,    739),
        "1":   (  727,   2842,      0,   1131,    329),
        "3":   ( 1089,   1223,      0,   2513,    722),
    },
    "attn_1_0_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,  11087,  13158,  13990,  42628),
        "a":   (    0,  14089,  14463,  14004,  20266),
        "b":   (    0,  14568,  14690,  13910,  20257),
        "c":   (    0,  13576,  13553,  13864,  19830),
        "d":   (    0,  13530,  13576,  12973,  19856),
        "1":   (    0,  27903,  14046,  13601,  14246),
        "2":   (    0,  14098,  28090,  13863,  14190),
        "3":   (    0,  13774,  13686,  27771,  13579),
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
