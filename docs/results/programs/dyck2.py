"""dyck2: a Transformer Program. In: up to 16 words; out: a label per word.
Learned by gradient: 99.13 % of the test labels are right.
Extracted: network = program: equal on every input (compositional proof: 24 modules,
13,684 cells, 2,192 choices, 849 votes).
Simplified: same answer on every input, by rules (73 changes)."""

import sys

WORDS = ("(", ")", "{", "}")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


# fmt: off
KEYS_0_1 = {
    0: 1, 1: 1, 2: 7, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8, 10: 9, 11: 10, 12: 11,
    13: 12, 14: 13, 15: 14,
}
# fmt: on

NUM_KEYS_0_0 = {")": "(", "}": "{"}
NUM_KEYS_0_1 = {")": ")", "}": "}"}


def mlp_0_0(previous_token, token):
    if previous_token == "<s>":
        return 4 if token in {")", "}"} else 1
    if previous_token == "(":
        return {")": 0, "}": 4}.get(token, 1)
    if previous_token == ")":
        return {")": 15, "}": 8}.get(token, 13)
    if previous_token == "{":
        return {")": 4, "}": 7}.get(token, 1)
    return 13 if token in {"(", "{"} else 8


def mlp_0_1(position, mostly_previous_token):
    if position in {0, 1, 2, 4, 6}:
        return 10 if mostly_previous_token == "{" else 8
    if position == 3:
        return {"(": 1, "{": 15}.get(mostly_previous_token, 8)
    if position == 8:
        return 10 if mostly_previous_token in {"(", "{"} else 8
    if position == 10:
        return {")": 9, "}": 8}.get(mostly_previous_token, 1)
    if position in {12, 14}:
        return 15
    return 8 if mostly_previous_token in {")", "}"} else 1


def num_mlp_0_0(count_of_same_so_far, count_by_token):
    if count_of_same_so_far == 0:
        return 8
    if count_of_same_so_far == 1:
        return {0: 5, 1: 8, 2: 8, 3: 8}.get(count_by_token, 3)
    if count_of_same_so_far == 2:
        return {0: 5, 1: 5, 2: 8, 3: 8, 4: 8, 5: 8}.get(count_by_token, 3)
    if count_of_same_so_far == 3:
        return {0: 5, 1: 5, 2: 5, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8}.get(count_by_token, 3)
    if count_of_same_so_far == 4:
        if count_by_token <= 3:
            return 5
        if count_by_token >= 10:
            return 3
        return 8
    if count_of_same_so_far == 5:
        if count_by_token <= 4:
            return 5
        if count_by_token >= 12:
            return 3
        return 8
    if count_of_same_so_far == 6:
        return 5 if count_by_token <= 5 else 8
    if count_of_same_so_far == 7:
        return 5 if count_by_token <= 6 else 8
    if count_of_same_so_far == 8:
        return 8 if count_by_token >= 8 else 5
    if count_of_same_so_far == 9:
        return 8 if count_by_token >= 9 else 5
    if count_of_same_so_far == 10:
        return 8 if count_by_token >= 10 else 5
    if count_of_same_so_far == 11:
        return 8 if count_by_token >= 11 else 5
    if count_of_same_so_far == 12:
        return 8 if count_by_token >= 12 else 5
    if count_of_same_so_far == 13:
        return 8 if count_by_token >= 13 else 5
    if count_of_same_so_far == 14:
        return 8 if count_by_token == 14 else 5
    return 5


KEYS_1_0 = {")": "{", "}": "("}
KEYS_1_1 = {")": 4, "}": 4}
NUM_KEYS_1_0 = {8: 8, 15: 1}


def mlp_1_0(kind_at_2_or_4, position):
    if kind_at_2_or_4 in {0, 4, 7, 8, 15}:
        return 2 if position in {4, 6, 8} else 0
    if kind_at_2_or_4 == 13:
        return 2 if position in {2, 4, 8} else 0
    return {2: 2, 4: 2, 6: 0, 8: 0, 9: 1, 10: 0, 12: 0, 14: 0}.get(position, 3)


KEYS_2_0 = {")": "{", "{": ")", "}": ")"}
KEYS_2_1 = {0: 1, 1: 1, 3: 1, 8: 5, 10: 5, 11: 2, 12: 5, 13: 2, 14: 13, 15: 13}


def mlp_2_1(kind_at_1_to_13, kind_by_token):
    if kind_at_1_to_13 == 0:
        return 14 if kind_by_token in {1, 13} else 10
    if kind_at_1_to_13 == 1:
        return 10 if kind_by_token == 8 else 2
    if kind_at_1_to_13 in {4, 13}:
        return 10 if kind_by_token in {7, 8, 15} else 14
    return 10


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    ones = [1] * len(tokens)
    previous_token = [tokens[0], *tokens[:-1]]
    mostly_previous_token = [at(tokens, KEYS_0_1[i], i + 1) for i in positions]
    count_by_token = [
        tokens[: i + 1].count(NUM_KEYS_0_0.get(tokens[i])) for i in positions
    ]
    count_of_same_so_far = [
        tokens[: i + 1].count(NUM_KEYS_0_1.get(tokens[i])) for i in positions
    ]
    kind = list(map(mlp_0_0, previous_token, tokens))
    position_kind = list(map(mlp_0_1, positions, mostly_previous_token))
    count_kind = list(map(num_mlp_0_0, count_of_same_so_far, count_by_token))
    token_by_token = [
        tokens[find(mostly_previous_token, KEYS_1_0.get(tokens[i], "<s>"), back[i])]
        for i in positions
    ]
    kind_at_2_or_4 = [at(kind, KEYS_1_1.get(tokens[i], 2), i + 1) for i in positions]
    total_by_kind = [
        sum(
            count_of_same_so_far[j]
            for j in range(i + 1)
            if position_kind[j] == NUM_KEYS_1_0.get(position_kind[i])
        )
        for i in positions
    ]
    total_at_position_kind_8 = [
        sum(count_by_token[j] for j in range(i + 1) if position_kind[j] == 8)
        for i in positions
    ]
    kind_2 = list(map(mlp_1_0, kind_at_2_or_4, positions))
    kind_3 = [
        (
            1
            if total_at_position_kind_8[i] == 0
            else (
                13
                if count_by_token[i] >= 13 and total_at_position_kind_8[i] == 1
                else 2
            )
        )
        for i in positions
    ]
    kind_by_token = [
        kind[find(previous_token, KEYS_2_0.get(tokens[i], "}"), back[i])]
        for i in positions
    ]
    kind_at_1_to_13 = [at(kind, KEYS_2_1.get(i, 3), i + 1) for i in positions]
    total_at_kind_4 = [
        sum(count_of_same_so_far[j] for j in range(i + 1) if kind[j] == 4)
        for i in positions
    ]
    total_at_position_kind_8_2 = [
        sum(count_of_same_so_far[j] for j in range(i + 1) if position_kind[j] == 8)
        for i in positions
    ]
    kind_4 = [
        6 if kind_at_2_or_4[i] == 15 and kind_by_token[i] in {1, 4, 7, 15} else 13
        for i in positions
    ]
    kind_5 = list(map(mlp_2_1, kind_at_1_to_13, kind_by_token))
    count_kind_2 = [8 if n == 0 else 10 for n in total_at_position_kind_8_2]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"    "P"    "T"
        "(": (11864, 13660,     0),
        "{": (12504, 14159,     0),
        "}": ( 1406,  2465,     0),
    },
    "positions": {
        #      "F"    "P"    "T"
        1:  ( 1131,  6199,     0),
        2:  (    0,  1821, 13626),
        3:  ( 1230,  9201,     0),
        4:  (    0,   532,  4235),
        5:  ( 7330,  9903,     0),
        6:  (    0,    70,  2647),
        7:  ( 8757, 11288,     0),
        9:  ( 9563, 12300,     0),
        10: (    0,  1867,  1102),
        11: (10125, 13100,     0),
        12: (    0,  1432,  1258),
        13: (14721, 17268,     0),
        14: (  297,  1222,     0),
        15: (19218, 21559,     0),
    },
    "previous_token": {
        #         "F"    "P"    "T"
        "<s>": (    0,  4420,  4048),
        "(":   (    0,  2495,  2541),
        ")":   (    0,    73,   557),
        "{":   (    0,  2427,  2580),
    },
    "mostly_previous_token": {
        #         "F"    "P"    "T"
        "<s>": (    0,    45,  5542),
        "(":   (    0,   131,    39),
        ")":   (    0,   182,  1359),
        "}":   (    0,   128,  1543),
    },
    "kind": {
        #      "F"    "P"    "T"
        0:  (    0,  6436,  1628),
        1:  ( 4594,  8738,     0),
        7:  (    0,  5954,  2645),
        8:  (    0,  5407,  2611),
        13: ( 5379, 10790,     0),
        15: (    0,  5581,  1462),
    },
    "position_kind": {
        #      "F"    "P"    "T"
        8:  ( 2109,  3977,     0),
        9:  (    0,   431,   638),
        10: ( 1353,  3539,     0),
        15: (  793,  1115,     0),
    },
    "count_kind": {
        #     "F"    "P"    "T"
        3: (    0, 16755, 22283),
        8: (    0, 18984, 32266),
    },
    "token_by_token": {
        #         "F"    "P"    "T"
        "<s>": (    0,   184,  1658),
        ")":   (    0,   672,  1630),
        "{":   (    0,   261,   504),
        "}":   (    0,   553,  1702),
    },
    "kind_at_2_or_4": {
        #      "F"    "P"    "T"
        0:  (  992,  3033,     0),
        1:  (  344,  3905,     0),
        4:  ( 5149, 13147,     0),
        7:  (    0,  2033,   567),
        8:  ( 1062,  1287,     0),
        15: (  103,  1404,     0),
    },
    "kind_2": {
        #     "F"    "P"    "T"
        0: (    0,   963,  1061),
        1: (  158,   284,     0),
        2: (    0,  1112,  4512),
    },
    "kind_3": {
        #      "F"    "P"    "T"
        2:  (    0,  4666,  4119),
        13: (    0,  4749,  4187),
    },
    "kind_by_token": {
        #      "F"    "P"    "T"
        0:  (    0,  4119,    33),
        1:  ( 1699,  6971,     0),
        7:  (  872,  6207,     0),
        8:  ( 1282,  5281,     0),
        13: (    0,  4569,  -547),
        15: (    0,  4004,  -238),
    },
    "kind_at_1_to_13": {
        #      "F"    "P"    "T"
        0:  (    0,  1538,  2367),
        1:  ( 1788,  3514,     0),
        4:  (  267,   541,     0),
        7:  (    0,  1676,  1983),
        8:  (    0,   226,   570),
        13: (    0,  2387,  2906),
    },
    "kind_4": {
        #     "F"    "P"    "T"
        6: ( 1514,  1544,     0),
    },
    "kind_5": {
        #      "F"    "P"    "T"
        2:  ( 1058,  1097,     0),
        14: (   19,   740,     0),
    },
    "count_kind_2": {
        #     "F"    "P"    "T"
        8: (    0,  7747,  5804),
    },
}
NUMBER_VOTES = {
    #                                "F"    "P"    "T"
    "ones":                       (41933,  1262,     0),
    "count_by_token":             ( 6855,  6539,     0),
    "count_of_same_so_far":       (    0,   323,  7351),
    "total_by_kind":              (    0,   209,   397),
    "total_at_position_kind_8":   (    0,  2324,  2527),
    "total_at_kind_4":            (15445,     0,  5445),
    "total_at_position_kind_8_2": ( 3308,     0,   653),
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
