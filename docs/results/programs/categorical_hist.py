"""categorical_hist: a Transformer Program. In: up to 8 words; out: a label for each.
tokens, positions -> attn_1_1_outputs; attn_1_1_outputs, positions ->
mlp_1_1_outputs; tokens, positions, attn_1_1_outputs, mlp_1_1_outputs -> labels
Learned by gradient: right on 80.47 % of the test labels, and on 74.77 % of those of
all 335,922 inputs. Network and program are equal on every input (compositional
proof: 12 modules, 633 cells, 296 choices, 763 votes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f")


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest match, itself last, or 0."""
    return [
        next((j for j in nearest_first(i, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def mlp_1_1(attn_1_1_output, position):
    if attn_1_1_output == 0:
        return 0
    if attn_1_1_output == 1:
        return {1: 3, 4: 5, 5: 7, 6: 7, 7: 7}.get(position, 0)
    if attn_1_1_output == 2:
        return {2: 3, 3: 5}.get(position, 0)
    if attn_1_1_output == 3:
        return {2: 5, 3: 3, 5: 7, 6: 7, 7: 5}.get(position, 0)
    if attn_1_1_output == 4:
        return {1: 5, 4: 3, 7: 5}.get(position, 0)
    if attn_1_1_output == 5:
        return {1: 7, 3: 2, 5: 3, 6: 7}.get(position, 0)
    if attn_1_1_output == 6:
        return {0: 0, 2: 0, 4: 0, 6: 3}.get(position, 7)
    return {1: 7, 3: 5, 4: 5, 6: 7, 7: 5}.get(position, 0)


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 8:
        raise ValueError(f"expected <s>, up to 7 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_1_1_outputs = aggregate(found, positions)
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_1_outputs, positions))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "1"    "2"    "3"     "4"     "5"     "6"     "7"
        "a": (    0, -7545, -8655, -10509, -11178, -15474, -13653),
        "b": (20748, 13294, 12175,   9905,   7864,   6249,      0),
        "c": (21709, 14385, 12911,  11636,   8270,    724,      0),
        "d": (19464, 12205, 10759,   9168,   8033,   3321,      0),
        "e": (19947, 12605, 11247,   9677,   8400,   3038,      0),
        "f": (20797, 13344, 12106,  10457,   9097,      0,    897),
    },
    "positions": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        1: (    0,  3112,  3057,   2910,   2896,   2025,   2102),
        2: (-3058,     0,     0,    -70,   -317,   -501,   -927),
        3: (    0,  3098,  3027,   2868,   2662,   2211,   1819),
        4: (    0,  3071,  3039,   2894,   2755,   2527,   2042),
        5: (    0,  3076,  3091,   3022,   2788,   2680,   2217),
        6: (    0,  3136,  3197,   3182,   2994,   3175,   2591),
    },
    "attn_1_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        1: (    0,  2879,  2839,   2670,   2740,   2313,   2259),
        2: (    0,  2860,  2911,   2865,   2608,   2471,   1799),
        3: (    0,  2812,  2920,   2724,   2941,   2298,   2352),
        4: (    0,  2971,  2932,   2933,   2858,   2552,   1931),
        5: (    0,  3057,  2990,   2936,   2753,   2647,   1832),
        6: (    0,  3023,  3088,   3139,   3094,   3135,   2460),
    },
    "mlp_1_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        0: (    0,  9528, 10127,  10597,  10693,  11063,  10716),
        2: (    0, 10362, 11436,  11848,  12430,  13673,  13164),
        5: (    0,  6468,  7302,   7491,   7564,   8033,   7746),
        7: (    0,  9464, 10125,  10548,  10904,  11045,  10753),
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
