"""in_context_one_head: a Transformer Program. In: up to 10 words; out: a label per word.
labels: the class with the most votes from tokens, positions, token_at_mostly_2,
    token_at_token_b_etc.
Learned by gradient: 100.00 % of the test labels are right, 100.00 % on all 66,880
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 2 modules,
181 cells, 560 choices, 185 votes).
Simplified: same answer on every input, by rules (9 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {2: 1, 4: 3, 6: 5, 8: 7}

# fmt: off
KEYS_1_0 = {
    "<s>": "b", "a": "a", "b": "b", "c": "c", "d": "d", "0": "d", "1": "2", "3": "2",
}
# fmt: on


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    token_at_mostly_2 = [at(tokens, KEYS_0_0.get(i, 2), i + 1) for i in positions]
    token_at_token_b_etc = [
        tokens[find(token_at_mostly_2, KEYS_1_0.get(tokens[i]), back[i])]
        for i in positions
    ]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"     "1"     "2"     "3"   "unk"
        "a": (    0, -17051, -15562, -15786, -20437),
        "b": (    0, -16939, -15708, -15543, -20717),
        "c": (    0, -17315, -15862, -15878, -20513),
        "d": (    0, -16906, -15535, -15587, -20894),
        "0": (    0, -17491, -16263, -16558, -21885),
        "1": (    0, -16509, -15358, -14537, -21800),
        "2": (    0, -16072, -15088, -15114, -22004),
        "3": (23442,   6681,   7797,   7393,      0),
    },
    "positions": {
        #     "0"     "1"     "2"     "3"   "unk"
        1: (  448,   1362,      0,   1147,   6392),
        2: (    0,   1498,   1102,    626,   1254),
        3: (    0,   1092,    788,   1175,   2534),
        4: (    0,    529,    254,    705,   1392),
        5: (    0,   1142,    683,   1271,   1918),
        6: (  832,   1828,      0,   1594,   1345),
        7: (    0,    863,    799,   1103,   1119),
        9: (    0,   1328,    834,   1132,    144),
    },
    "token_at_mostly_2": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,   1571,    950,    401,   1413),
        "a":   (    0,   1686,    986,    549,   1094),
        "b":   (    0,   1592,    642,    272,   1214),
        "c":   (    0,   1614,    586,    535,   1234),
        "d":   (    0,   1385,    744,    563,   1150),
        "1":   (    0,   2646,   1027,    706,   1725),
        "2":   (    0,   1892,   2322,    645,    964),
        "3":   (    0,   2467,   1247,   1981,   -299),
    },
    "token_at_token_b_etc": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,  12309,  11047,  10432,  39743),
        "a":   (    0,  14322,  14018,  14300,  18930),
        "b":   (    0,  14237,  14897,  13722,  19861),
        "c":   (    0,  14023,  14007,  14063,  19568),
        "d":   (    0,  13861,  14096,  13698,  19285),
        "1":   (    0,  27677,  14042,  13800,  14644),
        "2":   (    0,  14046,  27944,  13718,  13360),
        "3":   (    0,  14379,  13864,  27948,  13376),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = []
    for name, table in VOTES.items():
        votes.append([table.get(value, NO_VOTES) for value in variables[name]])
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
