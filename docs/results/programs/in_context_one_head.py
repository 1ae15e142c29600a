"""in_context_one_head: a Transformer Program. In: up to 10 words; out: a label for each.
attn_0_0: the token of the nearest position so far whose position matches its
    position.
attn_1_0: the token of the nearest position so far whose attn_0_0 matches its token.
labels: by the votes of tokens, positions, attn_0_0, attn_1_0.
Learned by gradient: right on 100.00 % of the test labels, and on 100.00 % of those
of all 66,880 inputs.
Extracted: network = program: equal on every input (compositional proof: 2 modules,
181 cells, 560 choices, 185 votes).
Simplified: same answer on every input, by rules (6 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")
KEYS_0_0 = {2: 1, 4: 3, 6: 5, 8: 7}

# fmt: off
KEYS_1_0 = {
    "<s>": "d", "a": "a", "b": "b", "c": "c", "d": "d", "0": "d", "1": "2", "3": "2",
}
# fmt: on


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    attn_0_0 = [
        tokens[next((j for j in range(i + 1) if j == KEYS_0_0.get(i, 2)), 0)]
        for i in positions
    ]
    attn_1_0 = [
        tokens[next((j for j in back[i] if attn_0_0[j] == KEYS_1_0.get(tokens[i])), 0)]
        for i in positions
    ]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"    "1"    "2"    "3"  "unk"
        "a": (  136,     0,   340,   181,  2147),
        "b": (   24,     0,    82,   312,  1755),
        "c": (  400,     0,   304,   353,  2335),
        "d": (    0,     9,   231,   244,  1554),
        "0": (  727,   151,   230,     0,  1290),
        "1": (    0,   406,   408,  1294,   648),
        "2": (    0,   843,   678,   717,   444),
        "3": (  994,  1148,  1115,   776,     0),
    },
    "positions": {
        #     "0"    "1"    "2"    "3"  "unk"
        1: (  917,   686,     0,   671,  5608),
        2: (  319,   672,   952,     0,   320),
        3: (   53,     0,   372,   283,  1334),
        4: (  616,     0,   401,   376,   755),
        5: (    3,     0,   217,   329,   668),
        6: ( 1301,  1152,     0,  1118,   561),
        7: (  282,     0,   612,   440,   148),
        8: ( 1253,   108,   784,   308,     0),
        9: ( 1109,  1292,  1474,  1296,     0),
    },
    "attn_0_0": {
        #         "0"    "1"    "2"    "3"  "unk"
        "<s>": (  357,   151,   428,     0,  2820),
        "a":   (  209,   118,   316,     0,  2353),
        "b":   (  486,   301,   249,     0,  2750),
        "c":   (  293,   130,     0,    70,  2577),
        "d":   (  392,     0,   257,   197,  2592),
        "0":   ( 1777,     0,   898,  1019,  2827),
        "1":   (   52,   921,   200,     0,  2827),
        "2":   (  113,   228,  1556,     0,  2127),
        "3":   (    0,   690,   368,  1223,   751),
    },
    "attn_1_0": {
        #         "0"    "1"    "2"    "3"  "unk"
        "<s>": ( 3696,  2012,   325,     0, 21194),
        "a":   ( 3315,  3644,  2915,  3487,     0),
        "b":   ( 2384,  2628,  2863,  1978,     0),
        "c":   ( 2677,  2707,  2266,  2612,     0),
        "d":   ( 2960,  2828,  2638,  2530,     0),
        "0":   (22245,  8252,  7827,  8117,     0),
        "1":   ( 7601, 21285,  7225,  7273,     0),
        "2":   ( 8885,  8938, 22411,  8475,     0),
        "3":   ( 8869,  9255,  8315, 22689,     0),
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
