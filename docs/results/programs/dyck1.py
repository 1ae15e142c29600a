"""dyck1: a Transformer Program. In: up to 16 words; out: a label per word.
Learned by gradient: 99.49 % of the test labels are right, 99.44 % on all 32,768
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 30 modules,
1,932 cells, 2,192 choices, 492 votes).
Simplified: same answer on every input, by rules (68 changes)."""

import sys

WORDS = ("(", ")")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


# fmt: off
KEYS_0_0 = {
    0: 15, 1: 1, 2: 8, 3: 3, 4: 2, 5: 1, 6: 3, 7: 4, 8: 1, 9: 1, 10: 9, 11: 1, 12: 11,
    13: 11, 14: 12, 15: 12,
}
# fmt: on

KEYS_0_1 = {")": 6}
KEYS_0_2 = {")": 4}
NUM_KEYS_0_0 = {1: ")", 3: ")", 5: ")", 7: ")", 9: "<s>"}

# fmt: off
NUM_KEYS_0_3 = {
    1: "<s>", 3: ")", 4: ")", 5: ")", 8: "<s>", 9: "<s>", 11: "<s>", 13: "<s>",
    14: "<s>", 15: "<s>",
}
# fmt: on

# fmt: off
KEYS_1_0 = {
    0: 2, 1: 1, 2: 2, 3: 2, 4: 3, 5: 2, 6: 2, 7: 1, 8: 6, 9: 8, 10: 8, 11: 10, 12: 10,
    13: 10, 14: 13, 15: 11,
}
# fmt: on

NUM_KEYS_1_1 = {1: 1, 3: 1, 6: 5, 8: 5}
TOKEN_KIND = {("<s>", "<s>"): 7, ("<s>", ")"): 5, (")", "<s>"): 7}
KEYS_2_0 = {3: "<s>", 4: "(", 6: "(", 7: "(", 9: "<s>"}


def mlp_2_0(token_by_token_3, token_by_token_2):
    if token_by_token_3 == "<s>":
        return {"<s>": 6, "(": 4, ")": 7}[token_by_token_2]
    if token_by_token_3 == "(":
        return 9 if token_by_token_2 == ")" else 8
    return 9


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    ones = [1] * len(tokens)
    token_at_1_to_15 = [at(tokens, KEYS_0_0[i], i + 1) for i in positions]
    token_at_1_or_6 = [at(tokens, KEYS_0_1.get(tokens[i], 1), i + 1) for i in positions]
    token_at_1_or_4 = [at(tokens, KEYS_0_2.get(tokens[i], 1), i + 1) for i in positions]
    token_at_1_or_10 = [
        at(tokens, 10 if tokens[i] == ")" else 1, i + 1) for i in positions
    ]
    count_by_position = [tokens[: i + 1].count(NUM_KEYS_0_0.get(i)) for i in positions]
    count_at_5_or_8_so_far = [
        sum(j == (5 if tokens[i] == ")" else 8) for j in range(i + 1))
        for i in positions
    ]
    count_of_open_paren_so_far = [
        sum(tokens[i] == ")" and other == "(" for other in tokens[: i + 1])
        for i in positions
    ]
    count_by_position_2 = [
        tokens[: i + 1].count(NUM_KEYS_0_3.get(i)) for i in positions
    ]
    kind = [
        10 if token_at_1_or_6[i] == "<s>" and token_at_1_to_15[i] == "<s>" else 0
        for i in positions
    ]
    token_at_1_to_13 = [at(token_at_1_or_10, KEYS_1_0[i], i + 1) for i in positions]
    token_at_2_or_8 = [
        at(token_at_1_or_6, 8 if tokens[i] == "(" else 2, i + 1) for i in positions
    ]
    token_at_2_or_6 = [
        at(token_at_1_or_4, 6 if tokens[i] == "(" else 2, i + 1) for i in positions
    ]
    token_at_2 = [token_at_1_or_4[2 if 2 <= i else 0] for i in positions]
    total_at_close_paren = [
        sum(count_by_position_2[j] for j in range(i + 1) if tokens[j] == ")")
        for i in positions
    ]
    total_at_mostly_3 = [
        sum(count_by_position[j] for j in range(i + 1) if j == NUM_KEYS_1_1.get(i, 3))
        for i in positions
    ]
    total_by_token = [
        sum(
            count_by_position[j]
            for j in range(i + 1)
            if token_at_1_to_15[i] != ")" and token_at_1_to_15[j] == ")"
        )
        for i in positions
    ]
    total_by_kind = [
        sum(
            count_by_position[j]
            for j in range(i + 1)
            if token_at_1_or_6[j] == ("<s>" if kind[i] == 10 else ")")
        )
        for i in positions
    ]
    token_kind = [
        TOKEN_KIND.get((token_at_1_to_13[i], token_at_1_or_4[i]), 8) for i in positions
    ]
    token_by_position = [
        token_at_1_to_13[find(token_at_1_to_15, KEYS_2_0.get(i, ")"), back[i])]
        for i in positions
    ]
    token_by_token = [
        token_at_1_to_13[find(token_at_1_to_15, ")", back[i])] for i in positions
    ]
    token_by_token_2 = [
        token_at_1_to_13[
            find(token_at_1_to_15, "(" if token_at_1_or_6[i] == "<s>" else ")", back[i])
        ]
        for i in positions
    ]
    token_by_token_3 = [
        token_at_1_to_13[
            find(
                token_at_1_to_15, "(" if token_at_1_to_15[i] == "<s>" else ")", back[i]
            )
        ]
        for i in positions
    ]
    total_at_token_kind_7 = [
        sum(count_by_position[j] for j in range(i + 1) if token_kind[j] == 7)
        for i in positions
    ]
    total_at_close_paren_2 = [
        sum(count_by_position[j] for j in range(i + 1) if tokens[j] == ")")
        for i in positions
    ]
    total_at_open_paren = [
        sum(
            count_at_5_or_8_so_far[j]
            for j in range(i + 1)
            if token_at_1_or_10[i] != "(" and tokens[j] == "("
        )
        for i in positions
    ]
    total_at_open_paren_2 = [
        sum(
            total_at_mostly_3[j]
            for j in range(i + 1)
            if token_at_1_to_13[i] == ")" and tokens[j] == "("
        )
        for i in positions
    ]
    kind_2 = list(map(mlp_2_0, token_by_token_3, token_by_token_2))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"     "P"     "T"
        "(": (11016,  23862,      0),
    },
    "positions": {
        #      "F"     "P"     "T"
        1:  ( 5684,  14100,      0),
        3:  ( 3453,  14589,      0),
        4:  (    0,  10265,   4406),
        5:  ( 2878,  15804,      0),
        6:  (    0,   9695,   3355),
        7:  ( 1868,  14083,      0),
        8:  (    0,  10567,   3073),
        9:  ( 6470,  17884,      0),
        10: (    0,  13191,   5299),
        11: ( 7024,  19561,      0),
        12: (    0,  11784,   4850),
        13: ( 6090,  19012,      0),
        14: (    0,  11555,   4804),
        15: ( 5779,  18777,      0),
    },
    "token_at_1_to_15": {
        #         "F"     "P"     "T"
        "<s>": (  859,   1536,      0),
        "(":   (    0,   3941,   1061),
    },
    "token_at_1_or_6": {
        #         "F"     "P"     "T"
        "<s>": ( 1801,   4147,      0),
        "(":   (    0,   5265,   2569),
    },
    "token_at_1_or_4": {
        #       "F"     "P"     "T"
        "(": (    0,   3020,   3389),
        ")": (    0,    685,   1725),
    },
    "token_at_1_or_10": {
        #         "F"     "P"     "T"
        "<s>": (    0,   9076,   4423),
        "(":   (    0,   6138,   4275),
    },
    "kind": {
        #     "F"     "P"     "T"
        0: (    0,   2619,    238),
    },
    "token_at_1_to_13": {
        #         "F"     "P"     "T"
        "<s>": (    0,   3632,   1586),
        "(":   (    0,   4968,   1285),
    },
    "token_at_2_or_8": {
        #         "F"     "P"     "T"
        "<s>": (    0,   3921,   2495),
        "(":   (    0,   4653,   2694),
    },
    "token_at_2_or_6": {
        #         "F"     "P"     "T"
        "<s>": (    0,   3772,   3691),
        "(":   (    0,   2995,   2681),
    },
    "token_at_2": {
        #         "F"     "P"     "T"
        "<s>": (    0,   2292,   2179),
        "(":   (    0,   9129,   6811),
    },
    "token_kind": {
        #     "F"     "P"     "T"
        7: (    0,   4713,   3182),
        8: (    0,   1063,    138),
    },
    "token_by_position": {
        #         "F"     "P"     "T"
        "<s>": (    0,    499,    226),
        "(":   (    0,   2021,   1295),
    },
    "token_by_token": {
        #         "F"     "P"     "T"
        "<s>": (    0,    218,    400),
        "(":   (    0,   1772,   1356),
    },
    "token_by_token_2": {
        #       "F"     "P"     "T"
        "(": (    0,   1790,   1083),
        ")": (    0,    525,    416),
    },
    "token_by_token_3": {
        #       "F"     "P"     "T"
        "(": (    0,   2010,   1396),
        ")": (    0,    554,    432),
    },
    "kind_2": {
        #     "F"     "P"     "T"
        4: (    0,   2281,   1316),
        6: (    0,   3878,   2176),
        8: (    0,   2351,   1392),
        9: (    0,   1412,    631),
    },
}
NUMBER_VOTES = {
    #                                "F"     "P"     "T"
    "ones":                       (    0, -41485, -11949),
    "count_by_position":          ( 1680,   1430,      0),
    "count_at_5_or_8_so_far":     (    0,   2368,   2179),
    "count_of_open_paren_so_far": (  320,   2682,      0),
    "count_by_position_2":        (    0,    631,   2135),
    "total_at_close_paren":       ( 4255,      0,   1625),
    "total_at_mostly_3":          ( 2205,      0,    819),
    "total_by_token":             ( 1072,      0,    532),
    "total_by_kind":              ( 2390,      0,    898),
    "total_at_token_kind_7":      ( 7904,      0,    748),
    "total_at_close_paren_2":     ( 2216,      0,   1005),
    "total_at_open_paren":        (    0,   1597,   1198),
    "total_at_open_paren_2":      (    0,    480,    299),
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
