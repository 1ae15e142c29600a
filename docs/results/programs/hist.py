"""hist: a Transformer Program. In: up to 8 words; out: a label for each.
attn_0_0: the token of the nearest position whose token matches its token.
attn_0_1: the token of the nearest position whose token matches its token.
count: how many tokens are the same.
num_mlp_0_0: 6 if count == 1 else 4.
labels: by the votes of tokens, positions, attn_0_0, attn_0_1, count, num_mlp_0_0.
Learned by gradient: right on 100.00 % of the test labels, and on 99.95 % of those
of all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 6 modules,
309 cells, 296 choices, 336 votes).
Simplified: same answer on every input, by rules (20 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")
KEYS_0_0 = {"a": "c"}
KEYS_0_1 = {"<s>": "f", "a": "f", "d": "f", "e": "f", "f": "f"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    attn_0_0 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_0.get(token)), 0)]
        for token in tokens
    ]
    attn_0_1 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_1.get(token)), 0)]
        for token in tokens
    ]
    count = [tokens.count(token) for token in tokens]
    num_mlp_0_0 = [6 if n == 1 else 4 for n in count]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"    "2"     "3"     "4"     "5"     "6"     "7"
        "a": ( 46760, 72621,  51442,  28694,   9248,      0,   6175),
        "b": ( 48299, 73365,  52005,  29415,  10056,      0,    724),
        "c": ( 53418, 77789,  56368,  33738,  13519,      0,   4717),
        "d": ( 47031, 72004,  50710,  28256,   8431,    777,      0),
        "e": ( 47798, 72592,  51573,  29261,  10105,      0,    509),
        "f": ( 48226, 72839,  51659,  29178,  10078,      0,   6016),
    },
    "positions": {
        #      "1"    "2"     "3"     "4"     "5"     "6"     "7"
        1: ( 10818, 14908,  11691,   6319,   1863,      0,    315),
        2: ( 10463, 14639,  11465,   6123,   1800,      0,     69),
        3: ( 10526, 14708,  11580,   6207,   1892,      0,    315),
        4: ( 10328, 14531,  11397,   6077,   1719,      0,    239),
        5: ( 10355, 14614,  11486,   6251,   1785,      0,    215),
        6: (  9751, 14273,  11146,   6018,   1468,      0,     92),
        7: ( 10447, 15267,  12368,   7406,   3066,      0,   2609),
    },
    "attn_0_0": {
        #          "1"    "2"     "3"     "4"     "5"     "6"     "7"
        "<s>": ( 14571, 23351,  16928,   9024,   3684,      0,    124),
        "c":   ( 18436, 26137,  19520,  11307,   6048,    132,      0),
    },
    "attn_0_1": {
        #          "1"    "2"     "3"     "4"     "5"     "6"     "7"
        "<s>": ( 13408, 22176,  16787,   9547,   4047,    334,      0),
        "f":   ( 20032, 27761,  22036,  14517,   8888,      0,   1003),
    },
    "count": {
        #      "1"    "2"     "3"     "4"     "5"     "6"     "7"
        1: ( 19587,     0,  17728,  31865,  41440,  45664,  44350),
        2: ( 39174,     0,  35456,  63730,  82880,  91328,  88700),
        3: ( 58761,     0,  53184,  95595, 124320, 136992, 133050),
        4: ( 78348,     0,  70912, 127460, 165760, 182656, 177400),
        5: ( 97935,     0,  88640, 159325, 207200, 228320, 221750),
        6: (117522,     0, 106368, 191190, 248640, 273984, 266100),
        7: (137109,     0, 124096, 223055, 290080, 319648, 310450),
    },
    "num_mlp_0_0": {
        #      "1"    "2"     "3"     "4"     "5"     "6"     "7"
        4: ( 15907, 32243,  22813,  16698,   8160,   1720,      0),
        6: ( 39211,     0,  14982,  16727,  17606,  18021,  18190),
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
