"""dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 6 heads copy, 6 heads add up, 8 functions, 22 variables vote.
Learned by gradient: right on 99.13 % of the test labels, and on 99.13 % of those of
all 1,073,741,824 inputs.
Extracted: network = program: equal on every input (compositional proof: 24 modules,
13,684 cells, 2,192 choices, 849 votes).
Simplified: same answer on every input, by rules (57 changes)."""

import sys
from functools import lru_cache

WORDS = ("(", ")", "{", "}")
KEYS_0_1 = {0: 1, 1: 1, 2: 7}
NUM_KEYS_0_0 = {")": "(", "}": "{"}


def table_0_0(token_before, token):
    if token == "<s>":
        return 1
    if token == ")":
        return {"(": 0, ")": 15, "}": 8}.get(token_before, 4)
    if token == "}":
        return {")": 8, "{": 7, "}": 8}.get(token_before, 4)
    return 13 if token_before in ")}" else 1


def table_0_1(position, attn_0_1):
    if position in {0, 2}:
        return 8
    if position in {1, 4, 6}:
        return 10 if attn_0_1 == "{" else 8
    if position == 3:
        return {"(": 1, "{": 15}.get(attn_0_1, 8)
    if position == 8:
        return 10 if attn_0_1 in "({" else 8
    if position == 10:
        return {"(": 1, ")": 9, "{": 1}.get(attn_0_1, 8)
    if position in {12, 14}:
        return 8 if attn_0_1 == "<s>" else 15
    return 1 if attn_0_1 in "({" else 8


def num_table_0_0(count_so_far, num_attn_0_0):
    if count_so_far == 0:
        return 8 if num_attn_0_0 == 0 else 5
    if count_so_far == 1:
        return {0: 5, 1: 8, 2: 8, 3: 8}.get(num_attn_0_0, 3)
    if count_so_far == 2:
        return {0: 5, 1: 5, 2: 8, 3: 8, 4: 8, 5: 8}.get(num_attn_0_0, 3)
    if count_so_far == 3:
        return {0: 5, 1: 5, 2: 5, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8}.get(num_attn_0_0, 3)
    if count_so_far == 4:
        if num_attn_0_0 <= 3:
            return 5
        if num_attn_0_0 >= 10:
            return 3
        return 8
    if count_so_far == 5:
        return {0: 5, 1: 5, 2: 5, 3: 5, 4: 5, 12: 3, 13: 3, 14: 3}.get(num_attn_0_0, 8)
    if count_so_far == 6:
        return 5 if num_attn_0_0 <= 5 else 8
    if count_so_far == 7:
        return 5 if num_attn_0_0 <= 6 else 8
    if count_so_far == 8:
        return 8 if num_attn_0_0 >= 8 else 5
    if count_so_far == 9:
        return 8 if num_attn_0_0 >= 9 else 5
    if count_so_far == 10:
        return 8 if num_attn_0_0 >= 10 else 5
    if count_so_far == 11:
        return 8 if num_attn_0_0 >= 11 else 5
    if count_so_far == 12:
        return 8 if num_attn_0_0 >= 12 else 5
    if count_so_far == 13:
        return 8 if num_attn_0_0 >= 13 else 5
    if count_so_far == 14:
        return 8 if num_attn_0_0 == 14 else 5
    return 5


KEYS_1_0 = {"(": "<s>", ")": "{", "{": "<s>"}


def table_1_0(attn_1_1, position):
    if attn_1_1 in {0, 4, 7, 8, 15}:
        return 2 if position in {4, 6, 8} else 0
    if attn_1_1 == 1:
        if position in {0, 6, 8, 10, 12, 14}:
            return 0
        if position in {2, 4}:
            return 2
        if position == 9:
            return 1
        return 3
    if attn_1_1 == 13:
        return 2 if position in {2, 4, 8} else 0
    return 0


def num_table_1_1(num_attn_0_0, num_attn_1_1):
    if num_attn_0_0 >= 13:
        return {0: 1, 1: 13}.get(num_attn_1_1, 2)
    return 1 if num_attn_1_1 == 0 else 2


KEYS_2_0 = {"(": "}", ")": "{"}
KEYS_2_1 = {0: 1, 1: 1, 3: 1, 8: 5, 10: 5, 11: 2, 12: 5, 13: 2, 14: 13, 15: 13}


def table_2_1(attn_2_1, attn_2_0):
    if attn_2_1 == 0:
        return 14 if attn_2_0 in {1, 13} else 10
    if attn_2_1 == 1:
        return 2 if attn_2_0 in {0, 1, 4, 7, 13, 15} else 10
    if attn_2_1 in {4, 13}:
        return 14 if attn_2_0 in {0, 1, 4, 13} else 10
    return 10


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    token_before = [tokens[0], *tokens[:-1]]
    attn_0_1 = [
        tokens[next((j for j in range(i + 1) if j == KEYS_0_1.get(i, i - 1)), 0)]
        for i in positions
    ]
    num_attn_0_0 = [
        tokens[: i + 1].count(NUM_KEYS_0_0.get(tokens[i])) for i in positions
    ]
    count_so_far = [
        sum(tokens[i] in ")}" and other == tokens[i] for other in tokens[: i + 1])
        for i in positions
    ]
    mlp_0_0 = list(map(table_0_0, token_before, tokens))
    mlp_0_1 = list(map(table_0_1, positions, attn_0_1))
    num_mlp_0_0 = list(map(num_table_0_0, count_so_far, num_attn_0_0))
    attn_1_0 = [
        tokens[
            next((j for j in back[i] if attn_0_1[j] == KEYS_1_0.get(tokens[i], "(")), 0)
        ]
        for i in positions
    ]
    attn_1_1 = [
        mlp_0_0[
            next((j for j in range(i + 1) if j == (4 if tokens[i] in ")}" else 2)), 0)
        ]
        for i in positions
    ]
    num_attn_1_0 = [
        sum(
            count_so_far[j]
            for j in range(i + 1)
            if mlp_0_1[j] == (8 if mlp_0_1[i] == 8 else mlp_0_1[i] - 14)
        )
        for i in positions
    ]
    num_attn_1_1 = [
        sum(num_attn_0_0[j] for j in range(i + 1) if mlp_0_1[j] == 8) for i in positions
    ]
    mlp_1_0 = list(map(table_1_0, attn_1_1, positions))
    num_mlp_1_1 = list(map(num_table_1_1, num_attn_0_0, num_attn_1_1))
    attn_2_0 = [
        mlp_0_0[
            next(
                (j for j in back[i] if token_before[j] == KEYS_2_0.get(tokens[i], ")")),
                0,
            )
        ]
        for i in positions
    ]
    attn_2_1 = [
        mlp_0_0[next((j for j in range(i + 1) if j == KEYS_2_1.get(i, 3)), 0)]
        for i in positions
    ]
    num_attn_2_0 = [
        sum(count_so_far[j] for j in range(i + 1) if mlp_0_0[j] == 4) for i in positions
    ]
    num_attn_2_1 = [
        sum(count_so_far[j] for j in range(i + 1) if mlp_0_1[j] == 8) for i in positions
    ]
    mlp_2_0 = [
        6 if attn_1_1[i] == 15 and attn_2_0[i] in {1, 4, 7, 15} else 13
        for i in positions
    ]
    mlp_2_1 = list(map(table_2_1, attn_2_1, attn_2_0))
    num_mlp_2_0 = [8 if n == 0 else 10 for n in num_attn_2_1]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"    "P"    "T"
        "(": (11461, 11132,     0),
        ")": ( 2125,     0,  2528),
        "{": (12101, 11631,     0),
        "}": ( 1066,     0,    63),
    },
    "positions": {
        #      "F"    "P"    "T"
        1:  (  181,  2641,     0),
        2:  (  787,     0, 15363),
        3:  (  280,  5643,     0),
        4:  ( 2076,     0,  7261),
        5:  ( 6380,  6345,     0),
        6:  ( 2538,     0,  6135),
        7:  ( 7807,  7730,     0),
        8:  ( 2608,     0,  3558),
        9:  ( 8613,  8742,     0),
        10: (  741,     0,  2793),
        11: ( 9175,  9542,     0),
        12: ( 1176,     0,  3384),
        13: (13771, 13710,     0),
        14: ( 1683,     0,  2336),
        15: (18268, 18001,     0),
    },
    "token_before": {
        #         "F"    "P"    "T"
        "<s>": (    0,  2850,  1103),
        "(":   (  404,  1329,     0),
        ")":   ( 2388,   891,     0),
        "{":   (  365,  1222,     0),
        "}":   ( 2945,  1375,     0),
    },
    "attn_0_1": {
        #         "F"    "P"    "T"
        "<s>": (  276,     0,  3844),
        "(":   ( 1935,  1745,     0),
        ")":   (  615,   476,     0),
        "{":   ( 1974,  1653,     0),
        "}":   (  431,   238,     0),
    },
    "mlp_0_0": {
        #      "F"    "P"    "T"
        0:  (  273,  1178,     0),
        1:  ( 6495,  5108,     0),
        4:  ( 5531,     0,  3630),
        7:  (    0,   423,   744),
        8:  (  124,     0,   834),
        13: ( 7280,  7160,     0),
        15: (  439,   489,     0),
    },
    "mlp_0_1": {
        #      "F"    "P"    "T"
        1:  (  173,     0,   785),
        8:  ( 1497,  3192,     0),
        9:  (    0,   258,  1250),
        10: (  741,  2754,     0),
        15: (  181,   330,     0),
    },
    "num_mlp_0_0": {
        #     "F"    "P"    "T"
        3: ( 1957,  3127,     0),
        5: (24240,  8655,     0),
        8: (    0,  3399,  8026),
    },
    "attn_1_0": {
        #         "F"    "P"    "T"
        "<s>": (  814,  1806,     0),
        "(":   ( 2472,  3280,     0),
        ")":   (  842,  2322,     0),
        "{":   ( 1968,  3037,     0),
        "}":   (  770,  2131,     0),
    },
    "attn_1_1": {
        #      "F"    "P"    "T"
        0:  ( 1108,   662,     0),
        1:  (  460,  1534,     0),
        4:  ( 5265, 10776,     0),
        7:  (  454,     0,   905),
        8:  ( 2262,     0,  1084),
        13: ( 2487,     0,  2371),
        15: ( 1186,     0,   967),
    },
    "mlp_1_0": {
        #     "F"    "P"    "T"
        0: ( 2092,  2307,     0),
        1: ( 3311,  2689,     0),
        2: (    0,   364,  1359),
        3: ( 3153,  2405,     0),
    },
    "num_mlp_1_1": {
        #      "F"    "P"    "T"
        1:  ( 4366,   225,     0),
        2:  (  247,   772,     0),
        13: (  179,   787,     0),
    },
    "attn_2_0": {
        #      "F"    "P"    "T"
        0:  (    0,   567,   631),
        1:  ( 1101,  2821,     0),
        4:  ( 3552,     0,  4150),
        7:  (  274,  2057,     0),
        8:  (  684,  1131,     0),
        13: (    0,  1017,    51),
        15: (    0,   452,   360),
    },
    "attn_2_1": {
        #      "F"    "P"    "T"
        0:  (    0,  1063,  2148),
        1:  ( 2007,  3258,     0),
        4:  (  486,   285,     0),
        7:  (    0,  1201,  1764),
        8:  (  249,     0,   600),
        13: (    0,  1912,  2687),
        15: (  475,     0,   256),
    },
    "mlp_2_0": {
        #      "F"    "P"    "T"
        6:  ( 2327,  2772,     0),
        13: (  813,  1228,     0),
    },
    "mlp_2_1": {
        #      "F"    "P"    "T"
        2:  ( 1549,  1867,     0),
        10: (  491,   770,     0),
        14: (  510,  1510,     0),
    },
    "num_mlp_2_0": {
        #      "F"    "P"    "T"
        8:  (    0,  4890,  3998),
        10: ( 2857,     0,  1051),
    },
}
NUMBER_VOTES = {
    #                  "F"    "P"    "T"
    "num_attn_0_0": ( 6855,  6539,     0),
    "count_so_far": (    0,   323,  7351),
    "num_attn_1_0": (    0,   209,   397),
    "num_attn_1_1": (    0,  2324,  2527),
    "num_attn_2_0": (15445,     0,  5445),
    "num_attn_2_1": ( 3308,     0,   653),
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
