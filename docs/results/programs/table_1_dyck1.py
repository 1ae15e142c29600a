"""table_1_dyck1: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 12 heads copy, 11 heads add up, 9 functions, 35 variables vote.
Learned by gradient: right on 99.28 % of the test labels, and on 99.35 % of those of
all 32,768 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 2,435 cells, 2,192 choices, 780 votes)."""

import sys
from functools import lru_cache

WORDS = ("(", ")")


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


KEYS_0_1 = (14, 1, 14, 2, 3, 4, 4, 6, 6, 8, 8, 10, 11, 12, 12, 14)
NUM_KEYS_0_0 = {1: "<s>", 3: ")", 5: ")", 7: ")", 9: "<s>", 11: "<s>", 13: "<s>"}
NUM_KEYS_0_1 = {3: "(", 4: "(", 6: "<s>", 8: "<s>"}
NUM_KEYS_0_2 = {1: ")", 2: "<s>", 3: ")", 4: ")", 6: ")", 8: ")"}

# fmt: off
NUM_KEYS_0_3 = (
    None, "<s>", ")", ")", ")", ")", ")", None, "<s>", ")", "<s>", "<s>", "<s>", "<s>",
    "<s>", "<s>",
)
# fmt: on


def mlp_0_0(attn_0_1_output, attn_0_0_output):
    if attn_0_1_output == "<s>":
        return 1 if attn_0_0_output == "(" else 2
    if attn_0_1_output == "(":
        return 7 if attn_0_0_output == ")" else 1
    return 7 if attn_0_0_output == "(" else 2


def mlp_0_1(attn_0_1_output, position):
    if attn_0_1_output == "(" and 4 <= position <= 9:
        return 1
    if attn_0_1_output == ")" and position in {6, 7}:
        return 13
    return 0


def num_mlp_0_1(num_attn_0_2_output, num_attn_0_1_output):
    return 9 if num_attn_0_2_output >= num_attn_0_1_output - 3 else 14


def mlp_1_0(attn_0_3_output, position):
    if attn_0_3_output == "<s>":
        return 5 if position == 1 else 8
    if attn_0_3_output == "(":
        return 8 if position in {0, 2, 4, 6, 8, 9, 10, 13} else 5
    return {3: 2, 12: 14, 13: 11, 14: 2, 15: 2}.get(position, 8)


def mlp_1_1(attn_0_3_output, attn_0_1_output):
    key = (attn_0_3_output, attn_0_1_output)
    if key in {("<s>", "<s>"), ("(", "<s>"), ("(", "(")}:
        return 13
    return 2


def num_mlp_2_0(num_attn_1_3_output, num_attn_0_2_output):
    if num_attn_0_2_output <= 1:
        return 10 if num_attn_1_3_output == 0 else 12
    if 2 <= num_attn_0_2_output <= 4:
        return 10 if num_attn_1_3_output <= 1 else 12
    if num_attn_0_2_output == 8:
        return 10 if num_attn_1_3_output <= 3 else 12
    return 10 if num_attn_1_3_output <= 2 else 12


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (10 if q == ")" else 1))
    attn_0_0_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 2, 6, 8, 10, 14}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (6 if q == ")" else 1))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (2 if q == ")" else 1))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3[q])
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_1_outputs, attn_0_0_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_1_outputs, positions))
    num_mlp_0_1_outputs = list(
        map(num_mlp_0_1, num_attn_0_2_outputs, num_attn_0_1_outputs)
    )
    found = select_closest(
        positions, attn_0_1_outputs, lambda q, k: k == (12 if q == ")" else 1)
    )
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_2_outputs, tokens, lambda q, k: k == ("<s>" if q == "(" else ")")
    )
    attn_1_1_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == ("<s>" if q == "(" else q)
    )
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(
        positions, mlp_0_0_outputs, lambda q, k: k == (11 if q == 7 else 2)
    )
    attn_1_3_outputs = aggregate(found, attn_0_2_outputs)
    found = select(tokens, attn_0_0_outputs, lambda q, k: q != "(" and k == "(")
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    # adds up num_attn_0_0_outputs of all positions so far where token is ")"
    found = select(tokens, tokens, lambda q, k: k == ")")
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    # adds up num_attn_0_3_outputs of all positions so far where mlp_0_0_output is 2
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 2)
    num_attn_1_3_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_0_3_outputs, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_0_3_outputs, attn_0_1_outputs))
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == ("(" if q == ")" else ")")
    )
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    # copies the attn_0_3_output of the nearest earlier token "("
    found = select_closest(tokens, tokens, lambda q, k: k == "(")
    attn_2_1_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        attn_0_1_outputs, mlp_0_1_outputs, lambda q, k: k == ("<s>" if q == 1 else "(")
    )
    attn_2_2_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == ("(" if q == ")" else "<s>")
    )
    attn_2_3_outputs = aggregate(found, attn_0_3_outputs)
    found = select(mlp_0_0_outputs, attn_1_3_outputs, lambda q, k: q != ")" and k == 2)
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_1_1_output is 13
    found = select(mlp_1_1_outputs, mlp_1_1_outputs, lambda q, k: k == 13)
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_0_outputs of all positions so far where mlp_1_0_output is 2
    found = select(mlp_1_0_outputs, mlp_1_0_outputs, lambda q, k: k == 2)
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, mlp_0_1_outputs, lambda q, k: q in {1, 4, 7, 9} and k == "(")
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_1_3_outputs)
    mlp_2_0_outputs = [
        12 if attn_2_3_output == "(" and attn_2_2_output == "(" else 3
        for attn_2_3_output, attn_2_2_output in zip(attn_2_3_outputs, attn_2_2_outputs)
    ]
    mlp_2_1_outputs = [
        14 if attn_2_1_output != "(" and attn_2_3_output == "<s>" else 12
        for attn_2_1_output, attn_2_3_output in zip(attn_2_1_outputs, attn_2_3_outputs)
    ]
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_1_3_outputs, num_attn_0_2_outputs)
    )
    num_mlp_2_1_outputs = [7 if n == 0 else 3 for n in num_attn_2_1_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"     "P"     "T"
        ")": (    0,    530,  10908),
    },
    "positions": {
        #      "F"     "P"     "T"
        1:  ( 8433,  12042,      0),
        3:  ( 6525,  17002,      0),
        4:  (  402,   3194,      0),
        5:  (10998,  18109,      0),
        6:  (    0,  14870,  -1120),
        7:  ( 9770,  14292,      0),
        8:  (    0,  21462,   1789),
        9:  (15191,  22579,      0),
        10: (  589,   7257,      0),
        11: (12566,  20219,      0),
        12: (    0,   6269,    680),
        13: (10633,  17585,      0),
        14: (    0,   6976,    748),
        15: (14770,  20462,      0),
    },
    "attn_0_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   9592,   3360),
        "(":   (    0,  18635,   2432),
    },
    "attn_0_1_outputs": {
        #       "F"     "P"     "T"
        "(": (  596,    699,      0),
        ")": (    0,   1659,   2343),
    },
    "attn_0_2_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   2577,    886),
        "(":   (    0,   1722,    163),
    },
    "attn_0_3_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   1918,   2000),
        ")": (    0,   1146,   1436),
    },
    "mlp_0_0_outputs": {
        #     "F"     "P"     "T"
        1: (    0,   4888,    406),
        7: (    0,   2841,   1227),
    },
    "mlp_0_1_outputs": {
        #      "F"     "P"     "T"
        1:  (    0,   1965,   6168),
        13: (  400,    998,      0),
    },
    "num_mlp_0_1_outputs": {
        #      "F"     "P"     "T"
        14: (    0,      2,     50),
    },
    "attn_1_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   3906,   3098),
        "(":   (    0,   3034,   3205),
    },
    "attn_1_1_outputs": {
        #       "F"     "P"     "T"
        ")": (    0,    168,    -48),
    },
    "attn_1_2_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 1917,   2387,      0),
        "(":   (    0,    470,    545),
    },
    "attn_1_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   7007,   5822),
        "(":   (    0,   8138,   6654),
    },
    "mlp_1_0_outputs": {
        #      "F"     "P"     "T"
        5:  (  172,    844,      0),
        8:  (    0,   1824,    625),
        11: (    0,   2850,   1509),
        14: (  193,   1513,      0),
    },
    "mlp_1_1_outputs": {
        #     "F"     "P"     "T"
        2: (    0,    242,    288),
    },
    "attn_2_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1140,    189),
    },
    "attn_2_1_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,  13364,   9230),
        "(":   (    0,  16564,  12077),
    },
    "attn_2_2_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,    896,    481),
        ")": (    0,    106,    241),
    },
    "attn_2_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 3971,   4800,      0),
        "(":   (    0,    744,     99),
    },
    "mlp_2_0_outputs": {
        #      "F"     "P"     "T"
        12: (    0,     24,     81),
    },
    "mlp_2_1_outputs": {
        #      "F"     "P"     "T"
        12: (    0,   1716,   5781),
    },
    "num_mlp_2_0_outputs": {
        #      "F"     "P"     "T"
        10: (    0,    326,     35),
    },
    "num_mlp_2_1_outputs": {
        #     "F"     "P"     "T"
        3: (    0,   1039,   -600),
    },
}
NUMBER_VOTES = {
    #                          "F"     "P"     "T"
    "ones":                 (    0, -38332, -29473),
    "num_attn_0_0_outputs": (    0,    418,     39),
    "num_attn_0_1_outputs": (    0,   2601,    150),
    "num_attn_0_2_outputs": ( 6944,      0,   5881),
    "num_attn_0_3_outputs": (  687,      0,   1736),
    "num_attn_1_0_outputs": (    0,   2649,    345),
    "num_attn_1_2_outputs": ( 4060,      0,   1781),
    "num_attn_1_3_outputs": ( 2605,      0,   1041),
    "num_attn_2_0_outputs": ( 3164,      0,    609),
    "num_attn_2_1_outputs": (    0,   1492,   1133),
    "num_attn_2_2_outputs": ( 6363,      0,   2273),
    "num_attn_2_3_outputs": (  994,    436,      0),
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
