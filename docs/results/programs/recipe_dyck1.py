"""recipe_dyck1: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 12 heads copy, 11 heads add up, 5 functions, 31 variables vote.
Learned by gradient: right on 99.37 % of the test labels, and on 99.48 % of those of
all 32,768 inputs.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
1,845 cells, 55,872 choices, 780 votes).
Simplified: same answer on every input, by rules (98 changes)."""

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


KEYS_0_1 = (3, 1, 11, 2, 3, 4, 4, 6, 6, 8, 8, 10, 11, 12, 12, 14)
NUM_KEYS_0_0 = {1: "<s>", 3: ")", 5: ")", 7: ")", 9: "<s>", 11: "<s>", 13: "<s>"}
NUM_KEYS_0_1 = {3: "(", 4: "(", 6: "<s>", 8: "<s>", 9: "<s>"}
NUM_KEYS_0_2 = {1: ")", 2: "<s>", 3: ")", 4: ")", 6: ")", 8: ")"}

# fmt: off
NUM_KEYS_0_3 = (
    None, "<s>", ")", ")", ")", ")", ")", None, None, ")", "<s>", "<s>", "<s>", "<s>",
    "<s>", "<s>",
)
# fmt: on


def mlp_0_0(attn_0_1_output, attn_0_0_output):
    if attn_0_0_output == "(":
        return 0
    return 7 if attn_0_1_output == "(" else 2


def mlp_0_1(attn_0_1_output, position):
    key = (attn_0_1_output, position)
    if key in {("(", 3), ("(", 4), ("(", 5), ("(", 6), ("(", 7), ("(", 8)}:
        return 1
    if key in {("(", 11), ("(", 13), (")", 5), (")", 11), (")", 13)}:
        return 11
    if key in {("(", 14), (")", 14)}:
        return 6
    return 2


KEYS_1_3 = {2: 2, 7: 5}


def mlp_1_0(attn_0_3_output, position):
    if attn_0_3_output == "<s>":
        return {0: 4, 1: 9}.get(position, 12)
    if attn_0_3_output == "(":
        return 12 if position in {0, 2, 6, 8, 10, 15} else 9
    return 2 if position in {3, 6, 12} else 12


def mlp_1_1(attn_0_3_output, attn_0_1_output):
    if attn_0_3_output == "(" and attn_0_1_output == "(":
        return 9
    if attn_0_3_output == ")" and attn_0_1_output in "()":
        return 6
    return 2


KEYS_2_2 = {"<s>": "("}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
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
    found = select_closest(
        positions, attn_0_1_outputs, lambda q, k: k == (11 if q == ")" else 1)
    )
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_2_outputs, tokens, lambda q, k: k == ("<s>" if q == "(" else ")")
    )
    attn_1_1_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == ("<s>" if q == "(" else ")")
    )
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(
        positions, mlp_0_0_outputs, lambda q, k: k == KEYS_1_3.get(q, 8)
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
    attn_2_0_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_3_output of the nearest earlier token "("
    found = select_closest(tokens, tokens, lambda q, k: k == "(")
    attn_2_1_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        attn_0_1_outputs, attn_0_1_outputs, lambda q, k: k == KEYS_2_2.get(q, ")")
    )
    attn_2_2_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_2_output of the nearest earlier attn_0_1_output ")"
    found = select_closest(attn_0_1_outputs, attn_0_1_outputs, lambda q, k: k == ")")
    attn_2_3_outputs = aggregate(found, attn_0_2_outputs)
    found = select(mlp_0_0_outputs, attn_1_3_outputs, lambda q, k: q != ")" and k == 2)
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_1_1_output is 9
    found = select(mlp_1_1_outputs, mlp_1_1_outputs, lambda q, k: k == 9)
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_0_outputs of all positions so far where mlp_1_0_output is 2
    found = select(mlp_1_0_outputs, mlp_1_0_outputs, lambda q, k: k == 2)
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, mlp_0_1_outputs, lambda q, k: q in {1, 4, 9} and k == "(")
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_1_3_outputs)
    mlp_2_1_outputs = [
        14 if attn_2_1_output != "(" and attn_2_2_output == "<s>" else 1
        for attn_2_1_output, attn_2_2_output in zip(attn_2_1_outputs, attn_2_2_outputs)
    ]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #      "F"     "P"     "T"
        ")": (   0,   1099,  11370),
    },
    "positions": {
        #     "F"     "P"     "T"
        2:  (   0,    582,  10504),
        3:  ( 150,   4542,      0),
        4:  (   0,   1233,   8011),
        5:  (3908,   5427,      0),
        6:  (   0,  17707,  11154),
        7:  ( 454,   4545,      0),
        8:  (   0,  25656,  15333),
        9:  (4749,   7630,      0),
        10: (   0,   4148,   8175),
        11: (2416,   9571,      0),
        12: (   0,   5343,  10881),
        13: (1733,   7672,      0),
        14: (   0,   4708,  10231),
        15: (6107,   9489,      0),
    },
    "attn_0_0_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   9336,   2929),
        "(":   (   0,  15011,    463),
    },
    "attn_0_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    117,   -772),
        "(":   (2159,   3072,      0),
    },
    "attn_0_2_outputs": {
        #      "F"     "P"     "T"
        "(": (   0,   2630,   1851),
        ")": (   0,    660,   1701),
    },
    "attn_0_3_outputs": {
        #      "F"     "P"     "T"
        "(": (   0,   3094,   2128),
        ")": (   0,    573,    944),
    },
    "mlp_0_0_outputs": {
        #    "F"     "P"     "T"
        0: (   0,   3536,   1688),
        7: (   0,   1208,   2711),
    },
    "mlp_0_1_outputs": {
        #     "F"     "P"     "T"
        1:  (   0,   4239,   4983),
        6:  (   0,    150,     69),
        11: (  48,    254,      0),
    },
    "attn_1_0_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   3260,   3045),
        "(":   (   0,   1065,    555),
    },
    "attn_1_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    213,    575),
    },
    "attn_1_2_outputs": {
        #        "F"     "P"     "T"
        "<s>": ( 706,   1326,      0),
        "(":   (   0,    919,    626),
    },
    "attn_1_3_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   5456,   3565),
        "(":   (   0,   6100,   4352),
    },
    "mlp_1_0_outputs": {
        #     "F"     "P"     "T"
        2:  ( 280,    398,      0),
        12: (   0,   1241,    879),
    },
    "mlp_1_1_outputs": {
        #    "F"     "P"     "T"
        6: (   0,    878,    738),
        9: (   0,     79,    473),
    },
    "attn_2_0_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    408,    148),
        "(":   (   0,   1017,    334),
    },
    "attn_2_1_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,  11275,   5773),
        "(":   (   0,  12441,  10598),
    },
    "attn_2_2_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,    833,    450),
        "(":   (   0,   1124,    832),
    },
    "attn_2_3_outputs": {
        #        "F"     "P"     "T"
        "<s>": (   0,   1157,    557),
        "(":   (   0,   1144,    799),
    },
    "mlp_2_1_outputs": {
        #    "F"     "P"     "T"
        1: (   0,   3960,   5786),
    },
}
NUMBER_VOTES = {
    #                         "F"     "P"     "T"
    "ones":                 (   0, -33556, -37161),
    "num_attn_0_0_outputs": (1189,   1330,      0),
    "num_attn_0_1_outputs": (1029,   2376,      0),
    "num_attn_0_2_outputs": (7795,      0,   6413),
    "num_attn_0_3_outputs": ( 705,      0,   1345),
    "num_attn_1_0_outputs": (   0,   2323,    249),
    "num_attn_1_2_outputs": (3528,      0,   1475),
    "num_attn_1_3_outputs": (2132,      0,    829),
    "num_attn_2_0_outputs": (1869,      0,    333),
    "num_attn_2_1_outputs": (   0,   1366,    964),
    "num_attn_2_2_outputs": (6769,      0,   1778),
    "num_attn_2_3_outputs": (1820,    233,      0),
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
