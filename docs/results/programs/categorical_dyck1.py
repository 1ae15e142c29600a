"""categorical_dyck1: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 22 heads copy, 8 functions, 32 variables vote.
Learned by gradient: right on 97.84 % of the test labels, and on 98.28 % of those of
all 32,768 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 1,988 cells, 2,192 choices, 849 votes)."""

import sys

WORDS = ("(", ")")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_0 = {1: 1, 2: 2, 3: 3, 4: 3, 10: 9, 11: 9, 12: 9, 15: 7}
KEYS_0_1 = {1: 1, 2: 11, 3: 11, 4: 2, 5: 2, 6: 3, 7: 11, 8: 4, 14: 9, 15: 11}
KEYS_0_3 = (8, 1, 1, 2, 2, 4, 4, 6, 7, 8, 8, 10, 11, 12, 13, 14)
KEYS_0_7 = (3, 1, 2, 3, 3, 3, 5, 2, 7, 2, 5, 5, 5, 9, 7, 5)


def mlp_0_0(attn_0_4_output, attn_0_3_output):
    if attn_0_3_output == ")":
        return 7 if attn_0_4_output == "(" else 4
    return 6 if attn_0_4_output == ")" else 1


def mlp_0_1(attn_0_3_output, attn_0_5_output):
    if attn_0_3_output == "<s>" and attn_0_5_output == "<s>":
        return 10
    if attn_0_3_output == ")" and attn_0_5_output != "(":
        return 2
    return 1


KEYS_1_2 = {"(": "<s>"}
KEYS_1_4 = {"<s>": "("}
KEYS_1_7 = {"(": "<s>"}


def mlp_1_1(attn_1_6_output, attn_1_2_output):
    if attn_1_6_output == "<s>":
        return 11
    if attn_1_6_output == "(":
        return {"<s>": 15, "(": 14, ")": 11}[attn_1_2_output]
    return 11 if attn_1_2_output == ")" else 7


def mlp_1_2(position, attn_0_3_output):
    key = (position, attn_0_3_output)
    if key in {(1, ")"), (2, "("), (3, ")"), (4, ")"), (6, ")"), (12, ")"), (14, ")")}:
        return 9
    if key in {(8, ")"), (10, ")"), (11, ")"), (13, ")")}:
        return 15
    if key in {(12, "("), (14, "(")}:
        return 8
    return 3


def mlp_2_2(attn_2_3_output, attn_2_0_output):
    if attn_2_3_output == "<s>":
        return {"<s>": 8, "(": 1, ")": 0}[attn_2_0_output]
    if attn_2_3_output == "(":
        return 10 if attn_2_0_output == ")" else 15
    return 10 if attn_2_0_output == "(" else 0


def mlp_2_3(attn_2_1_output, attn_2_3_output):
    if attn_2_3_output == ")":
        return 14 if attn_2_1_output == "(" else 7
    return 14 if attn_2_1_output == ")" else 5


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_0.get(q, 5))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1.get(q, 7))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (4 if q == ")" else 1))
    attn_0_2_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 4, 6, 10}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (8 if q == ")" else 1))
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (6 if q == ")" else 1))
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_7[q])
    attn_0_7_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_4_outputs, attn_0_3_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_3_outputs, attn_0_5_outputs))
    mlp_0_3_outputs = [
        15 if attn_0_3_output == ")" and token == "(" else 11
        for attn_0_3_output, token in zip(attn_0_3_outputs, tokens)
    ]
    # copies the token of the nearest earlier attn_0_3_output ")"
    found = select_closest(attn_0_3_outputs, attn_0_3_outputs, lambda q, k: k == ")")
    attn_1_0_outputs = aggregate(found, tokens)
    # copies the attn_0_3_output of the nearest earlier attn_0_5_output ")"
    found = select_closest(attn_0_5_outputs, attn_0_5_outputs, lambda q, k: k == ")")
    attn_1_1_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        attn_0_1_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_1_2.get(q, ")")
    )
    attn_1_2_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_2_output at position 3
    found = select_closest(positions, positions, lambda q, k: k == 3)
    attn_1_3_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_0_3_outputs, attn_0_2_outputs, lambda q, k: k == KEYS_1_4.get(q, ")")
    )
    attn_1_4_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_3_output of the nearest earlier attn_0_1_output ")"
    found = select_closest(attn_0_1_outputs, attn_0_1_outputs, lambda q, k: k == ")")
    attn_1_5_outputs = aggregate(found, attn_0_3_outputs)
    # copies the attn_0_4_output of the nearest earlier attn_0_5_output ")"
    found = select_closest(attn_0_5_outputs, attn_0_5_outputs, lambda q, k: k == ")")
    attn_1_6_outputs = aggregate(found, attn_0_4_outputs)
    found = select_closest(
        attn_0_4_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_1_7.get(q, ")")
    )
    attn_1_7_outputs = aggregate(found, attn_0_3_outputs)
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_6_outputs, attn_1_2_outputs))
    mlp_1_2_outputs = list(map(mlp_1_2, positions, attn_0_3_outputs))
    found = select_closest(
        attn_0_3_outputs, attn_0_2_outputs, lambda q, k: k == KEYS_1_4.get(q, ")")
    )
    attn_2_0_outputs = aggregate(found, attn_1_2_outputs)
    # copies the attn_0_4_output at position 2
    found = select_closest(positions, positions, lambda q, k: k == 2)
    attn_2_1_outputs = aggregate(found, attn_0_4_outputs)
    found = select_closest(
        mlp_0_1_outputs, attn_0_1_outputs, lambda q, k: q != ")" and k == 2
    )
    attn_2_2_outputs = aggregate(found, attn_0_3_outputs)
    # copies the attn_0_4_output of the nearest earlier attn_0_3_output ")"
    found = select_closest(attn_0_3_outputs, attn_0_3_outputs, lambda q, k: k == ")")
    attn_2_3_outputs = aggregate(found, attn_0_4_outputs)
    # copies the attn_0_2_output of the nearest earlier attn_1_2_output ")"
    found = select_closest(attn_1_2_outputs, attn_1_2_outputs, lambda q, k: k == ")")
    attn_2_5_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_7_output of the nearest earlier attn_1_0_output ")"
    found = select_closest(attn_1_0_outputs, attn_1_0_outputs, lambda q, k: k == ")")
    attn_2_6_outputs = aggregate(found, attn_0_7_outputs)
    # copies the attn_0_0_output of the nearest earlier mlp_0_1_output 2
    found = select_closest(mlp_0_1_outputs, mlp_0_1_outputs, lambda q, k: k == 2)
    attn_2_7_outputs = aggregate(found, attn_0_0_outputs)
    mlp_2_1_outputs = [
        7 if attn_2_6_output != "(" and attn_1_3_output != "(" else 5
        for attn_2_6_output, attn_1_3_output in zip(attn_2_6_outputs, attn_1_3_outputs)
    ]
    mlp_2_2_outputs = list(map(mlp_2_2, attn_2_3_outputs, attn_2_0_outputs))
    mlp_2_3_outputs = list(map(mlp_2_3, attn_2_1_outputs, attn_2_3_outputs))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #      "F"     "P"     "T"
        "(": (   0, -41921, -40936),
        ")": (   0, -40527, -31900),
    },
    "positions": {
        #     "F"     "P"     "T"
        1:  (   0,   4629,   4540),
        2:  (   0,   3063,  13220),
        3:  (   0,   7765,   4586),
        4:  (   0,   2530,  13463),
        5:  (   0,   4816,   2576),
        6:  (   0,   4071,  10827),
        7:  (   0,   3494,   2734),
        8:  (   0,   3489,  10562),
        9:  (   0,   2437,    989),
        10: (   0,   1888,   8745),
        11: (   0,   1782,     93),
        12: (   0,   1188,   7237),
        13: ( 361,   1160,      0),
        14: (   0,    557,   6556),
    },
    "attn_0_0_outputs": {
        #      "F"     "P"     "T"
        "(": (   0,   4437,    992),
    },
    "attn_0_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   2247,    500),
        "(":   (   0,   3540,   1398),
    },
    "attn_0_2_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1561,   1318),
        "(":   (   0,   1792,    817),
    },
    "attn_0_3_outputs": {
        #      "F"     "P"     "T"
        "(": (   0,    349,   1743),
    },
    "attn_0_4_outputs": {
        #      "F"     "P"     "T"
        "(": ( 570,   2001,      0),
        ")": ( 620,    790,      0),
    },
    "attn_0_5_outputs": {
        #      "F"     "P"     "T"
        "(": (1171,   2723,      0),
        ")": (  38,    625,      0),
    },
    "attn_0_7_outputs": {
        #      "F"     "P"     "T"
        "(": (   0,   3717,   1353),
    },
    "mlp_0_0_outputs": {
        #    "F"     "P"     "T"
        1: (   0,   1028,    564),
        6: (   0,    951,    515),
        7: (   0,    978,    606),
    },
    "mlp_0_1_outputs": {
        #    "F"     "P"     "T"
        1: (   0,    991,   1225),
    },
    "mlp_0_3_outputs": {
        #     "F"     "P"     "T"
        15: (   0,   1218,    247),
    },
    "attn_1_0_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   4547,   2928),
        "(":   (   0,    648,    487),
    },
    "attn_1_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   2827,   1822),
        "(":   (   0,   1259,    965),
    },
    "attn_1_2_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    704,      8),
        "(":   (   0,    925,    166),
    },
    "attn_1_3_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1438,   4408),
        "(":   (   0,   9535,   9053),
    },
    "attn_1_4_outputs": {
        #        "F"     "P"     "T"
        "<s>": (1253,   1745,      0),
        "(":   (   0,   1452,    753),
    },
    "attn_1_5_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   2180,    361),
        "(":   (   0,   1031,    404),
    },
    "attn_1_6_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1703,    695),
        "(":   (   0,   2144,    735),
    },
    "attn_1_7_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    695,    318),
        "(":   (   0,    921,    642),
    },
    "mlp_1_1_outputs": {
        #     "F"     "P"     "T"
        7:  (   0,    512,    477),
        14: (   0,    810,    542),
        15: (   0,    831,    589),
    },
    "mlp_1_2_outputs": {
        #     "F"     "P"     "T"
        3:  (3078,   4585,      0),
        8:  (2769,   4548,      0),
        15: ( 704,   1820,      0),
    },
    "attn_2_0_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    721,    344),
        "(":   (   0,   1062,    924),
    },
    "attn_2_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1851,   4351),
        "(":   (   0,   9355,   9108),
    },
    "attn_2_2_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    427,    173),
        "(":   (   0,    871,    583),
    },
    "attn_2_3_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1068,    607),
        "(":   (   0,   2181,   1963),
    },
    "attn_2_5_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1636,    549),
        "(":   (   0,    899,    325),
    },
    "attn_2_6_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   2054,   1465),
        "(":   (   0,    290,    374),
    },
    "attn_2_7_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   4836,   3669),
        "(":   (   0,   3767,   2667),
    },
    "mlp_2_1_outputs": {
        #    "F"     "P"     "T"
        5: (   0,    466,    210),
    },
    "mlp_2_2_outputs": {
        #     "F"     "P"     "T"
        1:  ( 356,    608,      0),
        8:  (   0,    243,    144),
        10: ( 194,    349,      0),
        15: (  40,    378,      0),
    },
    "mlp_2_3_outputs": {
        #     "F"     "P"     "T"
        7:  (   0,    116,    511),
        14: (   0,      0,     99),
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
