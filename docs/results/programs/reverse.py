"""reverse: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 5 functions, 32 variables vote.
Learned by gradient: right on 99.84 % of the test labels, and on 99.83 % of those of
all 19,530 inputs.
Extracted: network = program: equal on every input (compositional proof: 30 modules,
1,554 cells, 296 choices, 820 votes).
Simplified: same answer on every input, by rules (43 changes)."""

import sys
from functools import lru_cache

WORDS = ("0", "1", "2", "3", "4")
KEYS_0_0 = (6, 6, 5, 4, 3, 2, 1, 1)
KEYS_0_1 = {0: 2, 1: 6, 2: 5, 3: 0, 4: 2}
KEYS_0_2 = {0: 2, 1: 5, 2: 4, 3: 4, 4: 3}
KEYS_0_3 = {0: 6, 1: 5, 2: 4, 3: 0, 4: 2}
NUM_KEYS_0_0 = {"<s>": 5, "</s>": 7, "0": 1, "1": 1, "2": 0, "3": 7, "4": 0}
NUM_KEYS_0_1 = {"0": 6, "2": 6, "3": 1}
NUM_KEYS_0_2 = {"<s>": 5, "2": 0}


def table_0_0(attn_0_1, attn_0_3):
    if attn_0_1 in {"<s>", "</s>"}:
        return {"2": 0, "3": 4, "4": 2}.get(attn_0_3, 5)
    if attn_0_1 == "2":
        return 4 if attn_0_3 == "4" else 0
    if attn_0_1 == "3":
        return 5 if attn_0_3 == "1" else 4
    if attn_0_1 == "4":
        return 5 if attn_0_3 == "1" else 2
    return 5


KEYS_1_0 = {0: 0, 3: 6, 4: 1, 5: 2, 6: 3}
KEYS_1_1 = {1: 5, 2: 3, 3: 2}
KEYS_1_2 = (0, 4, 2, 5, 6, 7, 2, 3)
KEYS_1_3 = (7, 5, 2, 3, 6, 7, 1, 6)
NUM_KEYS_1_0 = {"<s>": 3, "0": 2, "2": 7}
NUM_KEYS_1_1 = {"<s>": 6, "</s>": 4, "0": 2, "1": 5, "2": 3, "3": 1, "4": 5}
NUM_KEYS_1_2 = {"<s>": "4", "</s>": "4", "1": "</s>", "2": "</s>"}
NUM_KEYS_1_3 = {"<s>": "3", "0": "3", "1": "1", "2": "2", "3": "4", "4": "4"}


def table_1_0(attn_1_1, attn_0_1):
    if attn_0_1 == "</s>":
        return {"0": 5, "3": 0}.get(attn_1_1, 7)
    if attn_0_1 == "0":
        return 4
    if attn_0_1 == "1":
        return {"0": 3, "2": 4}.get(attn_1_1, 6)
    if attn_0_1 == "3":
        return 4 if attn_1_1 in {"<s>", "0", "2"} else 6
    if attn_0_1 == "4":
        return {"<s>": 4, "0": 3, "2": 4}.get(attn_1_1, 6)
    return 6 if attn_1_1 == "1" else 4


KEYS_2_0 = {1: 5, 3: 3, 4: 1, 5: 1, 6: 1}
KEYS_2_1 = {"<s>": "0", "</s>": "</s>", "4": "</s>"}
KEYS_2_2 = {2: "<s>", 3: "</s>", 4: "<s>"}
KEYS_2_3 = {"</s>": "4", "0": "</s>", "1": "</s>"}
NUM_KEYS_2_1 = {"<s>": 3, "</s>": 3, "0": 4, "1": 5, "2": 4, "3": 1, "4": 1}
NUM_KEYS_2_2 = {"<s>": "1", "0": "</s>", "3": "</s>", "4": "</s>"}
MLP_2_0 = {("0", "</s>"): 7, ("2", "</s>"): 7, ("3", "</s>"): 7, ("4", "</s>"): 2}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 8
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 6 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    nearest = [
        sorted(positions, key=lambda j: (j == i, abs(i - j), j)) for i in positions
    ]
    ones = [1] * len(tokens)
    attn_0_0 = [
        tokens[next((j for j in positions if j == KEYS_0_0[i]), 0)] for i in positions
    ]
    attn_0_1 = [
        tokens[next((j for j in positions if j == KEYS_0_1.get(i, 1)), 0)]
        for i in positions
    ]
    attn_0_2 = [
        tokens[next((j for j in positions if j == KEYS_0_2.get(i, 1)), 0)]
        for i in positions
    ]
    attn_0_3 = [
        tokens[next((j for j in positions if j == KEYS_0_3.get(i, 1)), 0)]
        for i in positions
    ]
    num_attn_0_0 = [
        sum(j == NUM_KEYS_0_0[token] for j in positions) for token in tokens
    ]
    num_attn_0_1 = [
        sum(j == NUM_KEYS_0_1.get(token, 7) for j in positions) for token in tokens
    ]
    num_attn_0_2 = [
        sum(j == NUM_KEYS_0_2.get(token, 7) for j in positions) for token in tokens
    ]
    num_attn_0_3 = [sum(j == 7 for j in positions) for _ in tokens]
    mlp_0_0 = list(map(table_0_0, attn_0_1, attn_0_3))
    num_mlp_0_0 = [5 if n else 3 for n in num_attn_0_3]
    attn_1_0 = [
        tokens[next((j for j in positions if j == KEYS_1_0.get(i, 4)), 0)]
        for i in positions
    ]
    attn_1_1 = [
        tokens[next((j for j in positions if j == KEYS_1_1.get(i, 1)), 0)]
        for i in positions
    ]
    attn_1_2 = [
        mlp_0_0[next((j for j in positions if j == KEYS_1_2[i]), 0)] for i in positions
    ]
    attn_1_3 = [
        mlp_0_0[next((j for j in positions if j == KEYS_1_3[i]), 0)] for i in positions
    ]
    num_attn_1_0 = [
        sum(
            num_attn_0_1[j]
            for j in positions
            if num_mlp_0_0[j] == NUM_KEYS_1_0.get(value, 5)
        )
        for value in attn_0_0
    ]
    num_attn_1_1 = [
        sum(num_attn_0_3[j] for j in positions if num_mlp_0_0[j] == NUM_KEYS_1_1[value])
        for value in attn_0_0
    ]
    num_attn_1_2 = [
        sum(
            num_attn_0_0[j]
            for j in positions
            if attn_0_0[j] == NUM_KEYS_1_2.get(value, "3")
        )
        for value in attn_0_0
    ]
    num_attn_1_3 = [
        sum(
            num_attn_0_3[j] for j in positions if attn_0_2[j] == NUM_KEYS_1_3.get(value)
        )
        for value in attn_0_3
    ]
    mlp_1_0 = list(map(table_1_0, attn_1_1, attn_0_1))
    num_mlp_1_0 = [
        7 if num_attn_1_3[i] == 0 and not num_attn_0_3[i] else 6 for i in positions
    ]
    attn_2_0 = [
        tokens[next((j for j in positions if j == KEYS_2_0.get(i, 7)), 0)]
        for i in positions
    ]
    attn_2_1 = [
        attn_1_2[
            next((j for j in nearest[i] if tokens[j] == KEYS_2_1.get(attn_0_1[i])), 0)
        ]
        for i in positions
    ]
    attn_2_2 = [
        attn_1_0[next((j for j in nearest[i] if tokens[j] == KEYS_2_2.get(i, "4")), 0)]
        for i in positions
    ]
    attn_2_3 = [
        next((j for j in nearest[i] if tokens[j] == KEYS_2_3.get(attn_0_0[i], "1")), 0)
        for i in positions
    ]
    num_attn_2_0 = [
        sum(num_attn_0_2[j] for j in positions if value == "0" and num_mlp_1_0[j] == 6)
        for value in attn_0_0
    ]
    num_attn_2_1 = [
        sum(num_attn_1_3[j] for j in positions if mlp_0_0[j] == NUM_KEYS_2_1[value])
        for value in attn_0_0
    ]
    num_attn_2_2 = [
        sum(
            num_attn_0_2[j]
            for j in positions
            if attn_0_0[j] == NUM_KEYS_2_2.get(value, "4")
        )
        for value in attn_0_0
    ]
    num_attn_2_3 = [
        sum(num_attn_0_2[j] for j in positions if value in "24" and num_mlp_1_0[j] == 6)
        for value in attn_0_0
    ]
    mlp_2_0 = [MLP_2_0.get((attn_1_1[i], attn_0_1[i]), 1) for i in positions]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"    "1"   "2"   "3"   "4"
        "0": (  777,   349,  361,  877,    0),
        "1": (  188,   162,  666, 1173,    0),
        "2": (  761,  1098,    0, 1005,   81),
        "3": (  874,  1118,  904,    0,  757),
        "4": (  495,     0,  167,  828,  172),
    },
    "positions": {
        #     "0"    "1"   "2"   "3"   "4"
        1: ( 1329,     0,  660,  844,  437),
        2: (  682,  1317,  151,    0,  237),
        3: (  361,     7,    0,  505,   34),
        4: (    0,   417,  434,  192, 1696),
        5: (  273,   114,    0,  533,  291),
        6: (  568,   784,    0,  515,  539),
    },
    "attn_0_0": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  ( 1716,  1134, 2087,    0, 1670),
        "</s>": (    0,  1214,  184,  922, 1182),
        "0":    (  789,   247,    0,  305,  413),
        "1":    ( 3315,  3133, 2493, 1504,    0),
        "2":    (  878,   658, 1452, 1677,    0),
        "3":    ( 1242,     0, 1384, 1751, 1093),
        "4":    ( 1768,     0, 1207, 2179, 2349),
    },
    "attn_0_1": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  ( 1853,  1053,  952,    0,  720),
        "</s>": ( 1976,  3095,    0, 2015, 1348),
        "0":    ( 4691,     0, 1482,  669, 1146),
        "1":    ( 1936,  4047, 1519,    0,  791),
        "2":    (   42,     0, 5894,  470, 1746),
        "3":    (    0,  1315, 1055, 3971,  603),
        "4":    (    0,  1165,  587,   79, 4989),
    },
    "attn_0_2": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  (  119,    40,  337,    0,  223),
        "</s>": (  438,     0,  874,   24,  558),
        "0":    (  829,   365,    0,  182,   56),
        "1":    (  441,   354,    1,  144,    0),
        "2":    (  464,   221,  650,  362,    0),
        "3":    (  500,     0,  377,  608,  401),
        "4":    (  195,    97,   79,  421,    0),
    },
    "attn_0_3": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  (    0,    50,  787,  413,    4),
        "</s>": ( 1275,   787,  966,    0,  595),
        "0":    ( 5036,     0, 1484, 1769,  991),
        "1":    (    0,  4734, 1150,  969, 1143),
        "2":    (  829,     0, 4389,   51,  679),
        "3":    (  712,   805,    0, 3995,   58),
        "4":    (    0,   589,  294,  652, 4033),
    },
    "mlp_0_0": {
        #     "0"    "1"   "2"   "3"   "4"
        0: (  836,  1340,  242, 1202,    0),
        2: (  904,     0, 1635,  349, 2529),
        4: (    0,   211,  767, 1778, 1370),
        5: (  248,  1275,  188,  150,    0),
    },
    "num_mlp_0_0": {
        #     "0"    "1"   "2"   "3"   "4"
        3: (  677,  1448,    0,  685, 1795),
        5: ( 2567,    75, 2985, 1478,    0),
    },
    "attn_1_0": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  (  335,   808,   65,  835,    0),
        "</s>": (  972,   235,  325,    0,  646),
        "0":    ( 4976,  1445,  327,    0,   67),
        "1":    ( 1849,  4524,  899,    0, 1379),
        "2":    (  158,     0, 5429,  360, 1078),
        "3":    (  343,     0,  320, 5583,  576),
        "4":    (    0,   632, 1008,  675, 7189),
    },
    "attn_1_1": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  (    0,     2, 1383, 1370, 1535),
        "</s>": (  155,   574, 1202,    0,  911),
        "0":    ( 1906,   337,   23,  687,    0),
        "1":    ( 1116,  2888,    0, 1140,  253),
        "2":    (  639,     0, 2242, 1229,  768),
        "3":    (  359,   402,  253, 1032,    0),
        "4":    (  378,     0,  501,  916,  941),
    },
    "attn_1_2": {
        #     "0"    "1"   "2"   "3"   "4"
        0: ( 3200,  2886,    0, 3772, 2327),
        2: ( 3405,  1952, 2130, 2515,    0),
        4: ( 3369,  1872, 2384,    0, 2259),
        5: (  583,     0, 1394, 2309, 1818),
    },
    "attn_1_3": {
        #     "0"    "1"   "2"   "3"   "4"
        0: ( 2279,  1856,    0, 2249, 2978),
        2: ( 4661,  4679, 4368, 4508,    0),
        4: ( 3031,  2387, 2966,    0, 3627),
        5: (  422,     0, 1880, 2498, 2809),
    },
    "mlp_1_0": {
        #     "0"    "1"   "2"   "3"   "4"
        0: (    0,  3683, 1933, 9859, 3959),
        3: (  251,     0,  831,  369,   45),
        4: ( 1104,  1403, 1127,    0,  464),
        5: ( 8082,  3321, 2253,    0, 3044),
        6: ( 1479,     0, 2829, 1216, 1359),
        7: (    0,  9260, 9729,  938, 7219),
    },
    "num_mlp_1_0": {
        #     "0"    "1"   "2"   "3"   "4"
        6: (  981,   703, 1235, 1608,    0),
        7: (  126,   400,    0,  139,  686),
    },
    "attn_2_0": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  (    0,   476,  883,  326, 1132),
        "</s>": (  941,     0, 2535, 1362, 2001),
        "0":    ( 3351,  1392,  938,    0,  649),
        "1":    ( 2416,  4107,  793,    0,  735),
        "2":    ( 1218,   598, 5221,    0, 1572),
        "3":    (  529,  1028,    0, 4934, 1075),
        "4":    ( 1166,   599, 1162,    0, 3509),
    },
    "attn_2_1": {
        #     "0"    "1"   "2"   "3"   "4"
        0: (    0,   303, 3877,   68,  881),
        2: (    0,   122, 1005,  594, 2536),
        4: (   96,     0,  662, 3014,  208),
        5: ( 2300,  2228,  409,    0,  459),
    },
    "attn_2_2": {
        #          "0"    "1"   "2"   "3"   "4"
        "<s>":  ( 1772,   971, 1073,  931,    0),
        "</s>": ( 2757,  2340, 1936, 2685,    0),
        "0":    ( 8338,  2281, 1195,    0, 1843),
        "1":    ( 1627,  7394,  995,    0, 1884),
        "2":    ( 1231,   796, 8155,    0, 2125),
        "3":    (  558,   174,    0, 6683,  855),
        "4":    (  478,     0, 1367,   55, 7670),
    },
    "attn_2_3": {
        #     "0"    "1"   "2"   "3"   "4"
        0: ( 3300,     0, 3737, 3904, 4020),
        1: (    0,    65,  120,  779,  366),
        2: (    0,   684,  709, 1027,  473),
        3: (    0,   617,    7,  908,  471),
        4: (  673,  1798,  856,  467,    0),
        5: (    0,   210, 2050, 2804, 2185),
        6: (    0,   265, 2805, 3716, 3483),
        7: (13245, 13756, 3325,    0,  644),
    },
    "mlp_2_0": {
        #     "0"    "1"   "2"   "3"   "4"
        1: (  631,  4117,    0,  534,   97),
        2: ( 4355,     0, 2459, 3885, 9656),
        7: ( 7531,     0, 9494, 6971, 1772),
    },
}
NUMBER_VOTES = {
    #                  "0"    "1"   "2"   "3"   "4"
    "ones":         (  604,   137,   19,  977,    0),
    "num_attn_0_0": (  424,     0,  678,  221,  415),
    "num_attn_0_1": (  922,   260, 1140,    0,  414),
    "num_attn_0_2": (    0,   277,  679,  719,  258),
    "num_attn_0_3": (  354,    18,  381,  264,    0),
    "num_attn_1_0": (    0,  1765,  523, 4634, 1903),
    "num_attn_1_1": ( 2923,  3955, 1798,    0, 4648),
    "num_attn_1_2": (  645,    98,    0,  983, 1598),
    "num_attn_1_3": ( 1156,     0,  515, 1611,  273),
    "num_attn_2_0": ( 4493,     0, 1030, 2334, 1263),
    "num_attn_2_1": (  329,   854, 1059,  370,    0),
    "num_attn_2_2": (  777,  1934, 1081,  433,    0),
    "num_attn_2_3": (  924,     0, 3617,  279, 3152),
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
