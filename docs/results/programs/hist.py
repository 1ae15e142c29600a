"""hist: a Transformer Program. In: up to 8 words; out: a label per word.
found_c: the token of the nearest other position where token is 'c' if this token is
    '<s>' or 'a', else this one, else the first.
found_f: the token of the nearest other position where token is 'f' if this token is
    not 'b' nor 'c', else this one, else the first.
count: how often this token occurs.
count_kind: 4 if count is not 1; else 6.
labels: the class with the most votes from tokens, positions, ones, found_c,
    found_f, count, count_kind.
Learned by gradient: 100.00 % of the test labels are right, 99.95 % on all 335,922
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 6 modules,
309 cells, 296 choices, 336 votes).
Simplified: same answer on every input, by rules (25 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {"<s>": "c", "a": "c"}
KEYS_0_1 = {"<s>": "f", "a": "f", "d": "f", "e": "f", "f": "f"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found_c = [tokens[find(tokens, KEYS_0_0.get(token), positions)] for token in tokens]
    found_f = [tokens[find(tokens, KEYS_0_1.get(token), positions)] for token in tokens]
    count = [tokens.count(token) for token in tokens]
    count_kind = [4 if n != 1 else 6 for n in count]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"     "3"    "4"    "5"    "6"    "7"
        "a": (     0,   1490,   1732,  1614,  2387,  6658,  8116),
        "b": (     0,    695,    756,   796,  1656,  5119,  1126),
        "d": (     0,    602,    729,   905,  1299,  7164,  1670),
        "e": (     0,    423,    825,  1143,  2206,  5620,  1412),
        "f": (     0,    242,    483,   632,  1751,  5192,  6491),
    },
    "positions": {
        #      "1"     "2"     "3"    "4"    "5"    "6"    "7"
        2: (     0,     86,    129,   159,   292,   355,   109),
        3: (  -292,   -200,   -111,  -112,    29,     0,     0),
        4: (     0,    113,    196,   248,   346,   490,   414),
        5: (     0,    169,    258,   395,   385,   463,   363),
        6: (     0,    432,    522,   766,   672,  1067,   844),
        7: (     0,    730,   1048,  1458,  1574,   371,  2665),
    },
    "found_c": {
        #          "1"     "2"     "3"    "4"    "5"    "6"    "7"
        "<s>": (     0,   1079,   1273,  1582,  1501,  3733,  3989),
    },
    "found_f": {
        #          "1"     "2"     "3"    "4"    "5"    "6"    "7"
        "<s>": (     0,   1039,   1375,  1654,  1783,  6958,  5621),
    },
    "count_kind": {
        #      "1"     "2"     "3"    "4"    "5"    "6"    "7"
        4: (     0,  55547,  31135, 23275, 13858,  7003,  5114),
    },
}
NUMBER_VOTES = {
    #            "1"     "2"     "3"    "4"    "5"    "6"    "7"
    "ones":  (123762, 128442, 106444, 64455, 29771,     0,  6072),
    "count": ( 19587,      0,  17728, 31865, 41440, 45664, 44350),
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = []
    for name, table in VOTES.items():
        votes.append([table.get(value, NO_VOTES) for value in variables[name]])
    for name, row in NUMBER_VOTES.items():
        votes.append([[n * weight for weight in row] for n in variables[name]])
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
