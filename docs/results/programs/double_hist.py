"""double_hist: a Transformer Program. In: up to 8 words; out: a label per word.
Learned by gradient: 99.90 % of the test labels are right, 99.86 % on all 335,922
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 18 modules,
1,107 cells, 296 choices, 708 votes).
Simplified: same answer on every input, by rules (57 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


KEYS_0_1 = {0: 6, 1: 5, 5: 6, 7: 3}
NUM_KEYS_2_0 = {6: 7, 7: 6}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    position_at_6_or_7 = [at(positions, 7 if i >= 6 else 6) for i in positions]
    position_at_3_to_7 = [at(positions, KEYS_0_1.get(i, 7)) for i in positions]
    count = [tokens.count(token) for token in tokens]
    count_kind = [0 if n == 1 else 5 if n == 2 else 1 for n in count]
    position_at_7 = [position_at_6_or_7[7 if 7 < len(tokens) else 0]] * len(tokens)
    position_at_4_or_7 = [
        at(position_at_6_or_7, 7 if n >= 6 else 4) for n in position_at_6_or_7
    ]
    sum_of_count_at_6 = [sum(count[j] for j in positions if j == 6)] * len(tokens)
    count_of_same = [count_kind.count(n) for n in count_kind]
    kind = [
        5 if position_at_4_or_7[i] == 0 and position_at_7[i] == 0 else 3
        for i in positions
    ]
    position_by_position = [
        at(position_at_4_or_7, 7 if n >= 6 else 6) for n in position_at_4_or_7
    ]
    count_at_mostly_5 = [
        sum(j == NUM_KEYS_2_0.get(n, 5) for j in positions) for n in position_at_4_or_7
    ]
    total_at_3_or_5 = [
        sum(count_of_same[j] for j in positions if j == (5 if n >= 6 else 3))
        for n in position_at_4_or_7
    ]
    count_kind_2 = [5 if n <= 1 else 4 for n in sum_of_count_at_6]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"    "3"    "4"    "5"    "6"
        "a": (     0,    621,   578,   623,   582,   556),
        "b": (     0,    537,   423,   462,   424,   346),
        "c": (     0,    713,   700,   710,   658,   587),
        "e": (     0,    666,   675,   696,   662,   593),
        "f": (     0,    576,   446,   466,   403,   423),
    },
    "positions": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (     0,    775,   586,   686,  1497,   606),
        3: (     0,    641,   393,   579,  1352,   622),
        4: (     0,    751,   539,   874,  1651,   804),
        5: (   180,   1108,   891,   883,  1996,     0),
        6: (   245,    797,   126,   804,     0,  3616),
        7: (  1246,   1325,   808,  1681,   897,     0),
    },
    "position_at_6_or_7": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        6: (  1729,   1889,  1629,  2247,     0,  5353),
        7: (   775,   1086,   945,   844,     0,   546),
    },
    "position_at_3_to_7": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (   622,    692,   777,   610,     0,    62),
        3: (     0,    808,  1117,  1091,  1803,   117),
        5: (     0,    847,   719,   702,  1991,    98),
        7: (  5441,   5988,  6167,  6168,  6703,     0),
    },
    "count_kind": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: ( 25418,  27086,  3581,     0,  1849, 15189),
        5: ( 12375,  21526, 15044,     0,   678,  4824),
    },
    "position_at_7": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        6: (     0,    139,   267,   489,   422,  1240),
        7: (  3246,   3372,  3708,  4373,  4324,     0),
    },
    "position_at_4_or_7": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  3159,   3208,  2589,  3774,     0,  8926),
        6: (  4280,   4502,  5184,  2053,     0,  8737),
    },
    "kind": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        3: (     0,    687,   875,  3500,  1171,  6168),
    },
    "position_by_position": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        6: (  4000,   4300,  3516,  4712,     0,  7145),
        7: (  2354,   2540,  1299,  5027,  2970,     0),
    },
    "count_kind_2": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        4: (     0,    695,   538,  1226,  7052,  1786),
    },
}
NUMBER_VOTES = {
    #                        "1"     "2"    "3"    "4"    "5"    "6"
    "ones":              (123043, 116440, 87874, 51191, 11600,     0),
    "count":             ( 40697,  26823, 16526,  5181,     0,  5460),
    "sum_of_count_at_6": (  6534,   5771,  5598,  4940,   545,     0),
    "count_of_same":     (     0,   8823, 19648, 30135, 38276, 25521),
    "count_at_mostly_5": (  5777,   5644,  7010,     0,  9435,  4065),
    "total_at_3_or_5":   (   728,      0,   349,   486,   626, 11859),
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
