"""table_1_dyck2_improved: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 6 heads copy, 5 heads add up, 13 functions, 25 variables vote.
Learned by gradient, then changed directly: right on 99.03 % of the test labels."""

import sys
from functools import lru_cache

WORDS = ("(", ")", "{", "}")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


KEYS_0_1 = {")": ")", "{": "(", "}": "}"}
NUM_KEYS_0_0 = {2: "<s>", 3: "}", 5: ")", 6: ")", 8: ")", 10: "<s>"}


def mlp_0_0(token, previous_token):
    if token == "<s>":
        return 3
    if token == ")":
        return {"(": 12, ")": 4, "}": 4}.get(previous_token, 2)
    if token == "}":
        return {")": 4, "{": 12, "}": 4}.get(previous_token, 2)
    return 10 if previous_token in ")}" else 3


def mlp_0_1(previous_token, token):
    if token == "(":
        return 8 if previous_token == "(" else 9
    if token == "{":
        return {"(": 6, "}": 11}.get(previous_token, 9)
    if token == "}":
        return 8 if previous_token in "({" else 4
    return 8


NUM_MLP_0_0 = {0: 13, 1: 14, 2: 15, 3: 6, 4: 13, 5: 4}
NUM_MLP_0_1 = {1: 7, 3: 9, 4: 8}
KEYS_1_0 = {")": "{", "}": "("}
KEYS_1_1 = {1: 1, 2: 2, 9: 4, 10: 4, 11: 4, 12: 4, 13: 4, 14: 4, 15: 4}


def mlp_1_0(token, position):
    if token == "<s>":
        return 10
    if token == "(":
        return (10, 5, 2, 9, 0, 9, 4, 1, 4, 0, 12, 1, 15, 15, 7, 12)[position]
    if token == ")":
        return (10, 4, 10, 5, 1, 8, 14, 6, 14, 6, 10, 15, 10, 5, 10, 2)[position]
    if token == "{":
        return (10, 3, 4, 3, 3, 1, 11, 13, 8, 0, 15, 15, 6, 1, 15, 11)[position]
    return (10, 5, 10, 5, 14, 8, 14, 11, 14, 6, 14, 6, 10, 15, 10, 11)[position]


def mlp_1_1(previous_token, attn_1_1_output):
    if previous_token == "<s>":
        return 9 if attn_1_1_output == 3 else 2
    if previous_token == "(":
        return {2: 0, 3: 8, 4: 3, 12: 10}.get(attn_1_1_output, 2)
    if previous_token == ")":
        return {3: 5, 4: 3, 10: 15, 12: 15}.get(attn_1_1_output, 2)
    if previous_token == "{":
        return {2: 0, 3: 14, 4: 1, 10: 11, 12: 6}.get(attn_1_1_output, 2)
    return {3: 9, 4: 3, 10: 3, 12: 15}.get(attn_1_1_output, 2)


NUM_MLP_1_0 = {0: 14, 1: 15, 2: 4, 3: 14, 4: 14, 5: 6, 6: 7, 7: 6, 8: 7}
KEYS_2_1 = {"(": ")", ")": ")", "}": "<s>"}


def mlp_2_0(mlp_1_1_output, token):
    if mlp_1_1_output == 0:
        return 0 if token in ")}" else 11
    if mlp_1_1_output == 1:
        return {"<s>": 11, "{": 10, "}": 10}.get(token, 12)
    if mlp_1_1_output == 2:
        return {")": 0, "}": 9}.get(token, 11)
    if mlp_1_1_output == 3:
        return {"<s>": 11, "(": 15, ")": 4, "{": 9, "}": 12}[token]
    if mlp_1_1_output == 5:
        return {"<s>": 11, ")": 14, "}": 12}.get(token, 5)
    if mlp_1_1_output == 6:
        return {"<s>": 11, "(": 12, ")": 0, "{": 10, "}": 9}[token]
    if mlp_1_1_output == 8:
        return {")": 9, "{": 15, "}": 9}.get(token, 11)
    if mlp_1_1_output == 9:
        return {"<s>": 11, "(": 2, ")": 6, "{": 1, "}": 13}[token]
    if mlp_1_1_output == 10:
        return {"(": 5, "{": 3, "}": 0}.get(token, 11)
    if mlp_1_1_output == 11:
        return {"<s>": 11, "(": 2, "{": 14}.get(token, 0)
    if mlp_1_1_output == 14:
        return {")": 0, "}": 2}.get(token, 11)
    if mlp_1_1_output == 15:
        return {"(": 5, ")": 1, "{": 5}.get(token, 11)
    return 11


def mlp_2_1(attn_1_0_output, attn_1_1_output):
    if attn_1_0_output == "<s>":
        return {2: 9, 4: 13, 10: 15, 12: 10}.get(attn_1_1_output, 0)
    if attn_1_0_output == "(":
        return {4: 14, 10: 5, 12: 14}.get(attn_1_1_output, 0)
    if attn_1_0_output == ")":
        return {2: 10, 4: 2, 10: 4}.get(attn_1_1_output, 0)
    if attn_1_0_output == "{":
        return {2: 10, 3: 4, 4: 4, 10: 14, 12: 9}.get(attn_1_1_output, 0)
    return {2: 10, 4: 4, 10: 1, 12: 4}.get(attn_1_1_output, 0)


def num_mlp_2_0(num_attn_1_0_output, num_attn_2_0_output):
    key = (num_attn_1_0_output, num_attn_2_0_output)
    if key == (0, 0):
        return 10
    if key in {
        (0, 1),
        (0, 4),
        (0, 6),
        (1, 1),
        (1, 5),
        (2, 2),
        (2, 6),
        (3, 3),
        (3, 7),
        (4, 2),
        (4, 4),
        (5, 3),
        (5, 5),
        (5, 9),
        (6, 2),
        (6, 3),
        (6, 4),
        (6, 6),
        (7, 3),
        (7, 5),
        (8, 2),
        (8, 4),
    }:
        return 11
    if key in {(0, 2), (1, 3), (1, 6), (6, 8)}:
        return 4
    if key in {(0, 3), (0, 5), (3, 10), (4, 8), (5, 8), (6, 9)}:
        return 7
    if key in {
        (0, 7),
        (0, 8),
        (0, 9),
        (0, 10),
        (0, 11),
        (1, 2),
        (1, 7),
        (1, 8),
        (1, 9),
        (1, 10),
        (1, 11),
        (1, 12),
        (2, 3),
        (2, 7),
        (2, 8),
        (2, 9),
        (2, 10),
        (2, 11),
        (2, 12),
        (3, 4),
        (3, 9),
        (3, 12),
        (4, 3),
        (4, 5),
        (4, 10),
        (5, 4),
        (5, 6),
        (6, 5),
        (6, 7),
        (7, 0),
        (7, 6),
        (7, 8),
        (8, 5),
    }:
        return 13
    if key in {(1, 0), (2, 0), (2, 4), (3, 5), (3, 8), (4, 6), (5, 7)}:
        return 0
    if key in {(1, 4), (2, 5), (3, 6), (4, 7), (4, 9), (5, 0)}:
        return 5
    if key in {(3, 0), (6, 0)}:
        return 9
    if key == (4, 0):
        return 3
    return 14


def num_mlp_2_1(num_attn_1_1_output, num_attn_1_0_output):
    if num_attn_1_1_output == 0:
        return {0: 1, 5: 13, 6: 13}.get(num_attn_1_0_output, 9)
    return 9


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, "{"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select(previous_token, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    num_attn_0_1_outputs = [1 for one in ones]
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, previous_token))
    mlp_0_1_outputs = list(map(mlp_0_1, previous_token, tokens))
    num_mlp_0_0_outputs = [NUM_MLP_0_0.get(n, 11) for n in num_attn_0_0_outputs]
    num_mlp_0_1_outputs = [NUM_MLP_0_1.get(n, 0) for n in num_attn_0_0_outputs]
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == KEYS_1_0.get(q, "<s>")
    )
    attn_1_0_outputs = aggregate(found, previous_token)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 3))
    attn_1_1_outputs = aggregate(found, mlp_0_0_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 4
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 4)
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 2
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 2)
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, tokens, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, previous_token, attn_1_1_outputs))
    num_mlp_1_0_outputs = [NUM_MLP_1_0.get(n, 12) for n in num_attn_1_0_outputs]
    num_mlp_1_1_outputs = [9 if n == 0 else 11 for n in num_attn_1_1_outputs]
    found = select_closest(positions, tokens, lambda q, k: k == (4 if q == "(" else 3))
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == KEYS_2_1.get(q, "(")
    )
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select(
        mlp_0_0_outputs, mlp_0_1_outputs, lambda q, k: q in {4, 8} and k == 3
    )
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(
        mlp_0_0_outputs,
        attn_1_1_outputs,
        lambda q, k: k == (4 if q in {7, 9, 10, 12, 14} else 2),
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, mlp_1_1_outputs, tokens))
    mlp_2_1_outputs = list(map(mlp_2_1, attn_1_0_outputs, attn_1_1_outputs))
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_1_0_outputs, num_attn_2_0_outputs)
    )
    num_mlp_2_1_outputs = list(
        map(num_mlp_2_1, num_attn_1_1_outputs, num_attn_1_0_outputs)
    )
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"   "P"   "T"
        "(": (31204,    0, 3196),
        ")": (32660,    0, 9047),
        "{": (31048,    0, 3070),
        "}": (33318,    0, 9311),
    },
    "positions": {
        #      "F"   "P"   "T"
        1:  (  436, 2830,    0),
        2:  (    0,  636, 1530),
        3:  ( 2257, 3695,    0),
        5:  ( 2658, 4190,    0),
        6:  (    0,  660, 1012),
        7:  ( 2338, 4507,    0),
        8:  (    0, 2163, 3094),
        9:  ( 1660, 5104,    0),
        10: (    0, 3035, 3945),
        11: ( 1169, 5383,    0),
        12: (    0, 3388, 3379),
        13: (  496, 5144,    0),
        14: (    0, 3658, 3244),
        15: ( 1750, 6972,    0),
    },
    "previous_token": {
        #         "F"   "P"   "T"
        "<s>": (    0,  930, 1062),
        ")":   (    0,   96,  309),
        "{":   (    0,  432,  338),
        "}":   (    0,  131,  323),
    },
    "attn_0_1_outputs": {
        #         "F"   "P"   "T"
        "<s>": (  764, 1698,    0),
        "(":   (  927, 1933,    0),
        ")":   (    0,  451,  299),
        "{":   ( 1055, 1961,    0),
    },
    "mlp_0_0_outputs": {
        #      "F"   "P"   "T"
        3:  (  527, 1483,    0),
        4:  (    0, 1164, 2040),
        10: (  399, 2821,    0),
        12: (    0, 2023, 2293),
    },
    "mlp_0_1_outputs": {
        #      "F"   "P"   "T"
        4:  (  182,  638,    0),
        6:  (  539, 6023,    0),
        9:  ( 1909, 6244,    0),
        11: ( 1085, 5112,    0),
    },
    "num_mlp_0_0_outputs": {
        #      "F"   "P"   "T"
        4:  (    0,  147,  492),
        6:  (    0,  195,  638),
        11: (    0,  455,  590),
        14: (    0,  322,  715),
        15: (    0,  236,  910),
    },
    "num_mlp_0_1_outputs": {
        #     "F"   "P"   "T"
        0: (  340,  535,    0),
        7: (    0,  515,  480),
        9: (    0,  286,  352),
    },
    "attn_1_0_outputs": {
        #       "F"   "P"   "T"
        "(": ( 1690, 1793,    0),
        ")": (    0,  623,   51),
        "{": ( 2070, 2706,    0),
        "}": (    0,  220,  -82),
    },
    "attn_1_1_outputs": {
        #      "F"   "P"   "T"
        2:  (    0, 1228, 1721),
        3:  (    0, 2714, 1149),
        10: (    0, 3356, 5592),
        12: (    0, 4687, 5141),
    },
    "mlp_1_0_outputs": {
        #      "F"   "P"   "T"
        0:  (    0, 2304, 1605),
        1:  (    0, 1591, 1071),
        2:  (    0, 1561,  373),
        3:  (    0, 2277,  742),
        4:  (   10,  968,    0),
        5:  (   26, 2217,    0),
        6:  (   90, 2159,    0),
        7:  (    0, 1580,  787),
        9:  (    0, 1469,  877),
        10: (    0, 1903, 3823),
        11: (    0, 1130,  155),
        12: (    0, 1870,  985),
        13: (    0, 2054, 1253),
        14: (    0, 1314, 2322),
        15: (    0, 1736,  235),
    },
    "mlp_1_1_outputs": {
        #      "F"   "P"   "T"
        0:  (    0, 1233,  789),
        1:  (    0,  957,  836),
        2:  (    0, 1483, 1633),
        3:  (    0,  923, 1668),
        5:  (    0, 1791,  764),
        6:  (    0, 1271, 1232),
        9:  (    0, 1699, 1269),
        10: (    0, 1461, 2289),
        11: (    0, 1714,  689),
        14: (    0, 1799,  971),
        15: (    0, 2367, 2979),
    },
    "num_mlp_1_0_outputs": {
        #      "F"   "P"   "T"
        4:  (    0, 1134, 1240),
        7:  (    0,  754,  556),
        12: (    0,  945,  850),
        14: (    0,  933, 1656),
        15: (    0, 1775,    4),
    },
    "num_mlp_1_1_outputs": {
        #     "F"   "P"   "T"
        9: (    0, 8059, 5001),
    },
    "attn_2_0_outputs": {
        #      "F"   "P"   "T"
        2:  (    0, 4079, 3945),
        3:  (    0, 8887, 8418),
        10: (  541, 2165,    0),
        12: (    0, 6606, 4876),
    },
    "attn_2_1_outputs": {
        #      "F"   "P"   "T"
        3:  (    0, 1076,   63),
        4:  (    0,  298,  430),
        10: (    0,  960, 1608),
        12: ( 1201, 2177,    0),
    },
    "mlp_2_0_outputs": {
        #      "F"   "P"   "T"
        1:  (    0,  397, 3202),
        2:  (    0,  730, 1813),
        3:  (    0,  969, 1882),
        4:  (    0, 1433, 1573),
        5:  (    0,  455, 2467),
        6:  (    0, 1798, 2331),
        9:  (    0, 1733, 2605),
        10: (    0, 1998, 2521),
        11: (    0,  128, 1704),
        12: (    0, 2123, 3478),
        13: (    0, 2014, 2064),
        14: (    0, 1437, 1867),
        15: (    0, 1210, 2184),
    },
    "mlp_2_1_outputs": {
        #      "F"   "P"   "T"
        0:  (    8,  119,    0),
        1:  (    0,  804,  691),
        2:  (  391,  508,    0),
        5:  (    0, 2004, -264),
        9:  ( 1785, 2125,    0),
        10: (    0,  365,  485),
        13: (  787,  925,    0),
        14: ( 1584, 2424,    0),
        15: (    0,  685,  -77),
    },
    "num_mlp_2_0_outputs": {
        #      "F"   "P"   "T"
        0:  (    0, 1863, 4409),
        3:  (    0, 2777, 2440),
        4:  (    0, 1826, 7773),
        5:  (    0, 3642, 4833),
        7:  (    0, 5630, 2906),
        9:  (    0, 2813, 2496),
        10: (    0, 2768, 2406),
        11: ( 6155, 9275,    0),
        14: (    0, 2737, 2376),
    },
    "num_mlp_2_1_outputs": {
        #      "F"   "P"   "T"
        1:  (    0, 7449, 6797),
        13: (    0, 1074, 1802),
    },
}
NUMBER_VOTES = {
    #                          "F"   "P"   "T"
    "num_attn_0_0_outputs": (  429,  360,    0),
    "num_attn_1_0_outputs": ( 2333,    0, 1850),
    "num_attn_1_1_outputs": ( 8273,    0, 1343),
    "num_attn_2_0_outputs": (  546, 1517,    0),
    "num_attn_2_1_outputs": ( 3038,  612,    0),
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
