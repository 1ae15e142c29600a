"""hist: a Transformer Program. In: up to 8 words; out: a label per word.
token_at_c: the token of the nearest other position where token is 'c' if this token
    is 'a', else this one, else the first.
token_by_token: the token of the nearest other position where token is 'c' if this
    token is '<s>'; where token is 'f' if this token is 'a' or 'd' or 'e' or 'f',
    else this one, else the first.
count: how often this token occurs.
kind: 6 if count is 1; else 4.
labels: the class with the most votes from tokens, positions, ones, token_at_c,
    token_by_token, count, kind.
Learned by gradient: 100.00 % of the test labels are right, 99.95 % on all 335,922
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 6 modules,
309 cells, 296 choices, 336 votes).
Simplified: same answer on every input, by rules (24 changes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f")
KEYS_0_0 = {"a": "c"}
KEYS_0_1 = {"<s>": "c", "a": "f", "d": "f", "e": "f", "f": "f"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    token_at_c = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_0.get(token)), 0)]
        for token in tokens
    ]
    token_by_token = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_1.get(token)), 0)]
        for token in tokens
    ]
    count = [tokens.count(token) for token in tokens]
    kind = [6 if n == 1 else 4 for n in count]
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
    "token_at_c": {
        #          "1"     "2"     "3"    "4"    "5"    "6"    "7"
        "<s>": (     0,   1079,   1273,  1582,  1501,  3733,  3989),
    },
    "token_by_token": {
        #          "1"     "2"     "3"    "4"    "5"    "6"    "7"
        "<s>": (     0,   1039,   1375,  1654,  1783,  6958,  5621),
    },
    "kind": {
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
