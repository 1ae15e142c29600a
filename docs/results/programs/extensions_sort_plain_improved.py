"""extensions_sort_plain_improved: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 36 heads copy, 36 heads add up, 5 functions, 80 variables vote.
Learned by gradient, then changed directly: right on 90.83 % of the test labels."""

import sys
from functools import lru_cache

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


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


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


# fmt: off
KEYS_0_0 = (
    "12", "0", "0", "12", "10", "8", "8", "7", "8", "3", "8", "5", "11", "11", "</s>",
    "3",
)
# fmt: on

# fmt: off
KEYS_0_1 = {
    0: "11", 1: "6", 2: "0", 3: "9", 4: "0", 5: "0", 6: "10", 8: "10", 10: "8", 15: "0",
}
# fmt: on

# fmt: off
KEYS_0_2 = {
    1: "0", 2: "7", 3: "10", 4: "4", 5: "5", 6: "9", 12: "12", 13: "12", 15: "0",
}
# fmt: on

# fmt: off
KEYS_0_3 = (
    "11", "7", "6", "6", "5", "5", "5", "9", "1", "8", "5", "8", "10", "</s>", "</s>",
    "3",
)
# fmt: on

# fmt: off
KEYS_0_4 = {
    1: "5", 2: "1", 3: "0", 5: "2", 7: "8", 9: "12", 11: "12", 13: "12", 14: "</s>",
    15: "1",
}
# fmt: on

# fmt: off
KEYS_0_5 = (
    "9", "3", "0", "2", "2", "7", "12", "2", "7", "4", "2", "11", "12", "11", "12", "1",
)
# fmt: on

# fmt: off
KEYS_0_6 = (
    "1", "0", "1", "8", "8", "1", "7", "9", "10", "0", "6", "11", "12", "0", "</s>",
    "1",
)
# fmt: on

KEYS_0_7 = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 15, 14)

# fmt: off
KEYS_0_8 = (
    "12", "1", "0", "0", "10", "9", "8", "8", "12", "8", "5", "8", "12", "12", "10",
    "0",
)
# fmt: on

# fmt: off
KEYS_0_9 = {
    1: "0", 2: "4", 3: "7", 5: "2", 6: "7", 7: "7", 9: "9", 13: "</s>", 14: "</s>",
}
# fmt: on

# fmt: off
KEYS_0_10 = (
    "1", "3", "4", "4", "1", "1", "9", "1", "9", "10", "9", "9", "9", "12", "11", "2",
)
# fmt: on

# fmt: off
KEYS_0_11 = (
    "9", "4", "1", "12", "3", "9", "10", "9", "9", "11", "6", "12", "11", "</s>",
    "</s>", "5",
)
# fmt: on

# fmt: off
NUM_KEYS_0_0 = (
    "1", "2", "0", "0", "1", "1", "<s>", "1", "0", "6", "5", "2", "4", "2", "11", None,
)
# fmt: on

# fmt: off
NUM_KEYS_0_1 = (
    "1", "0", "0", "3", "5", "4", "2", "4", "2", "5", "4", "3", "6", "<s>", "2", None,
)
# fmt: on

NUM_KEYS_0_2 = (9, 4, 1, 5, 8, 9, 10, 11, 12, 13, 14, 13, 15, 15, 14, 15)

# fmt: off
NUM_KEYS_0_3 = (
    "1", "<s>", "3", "3", "2", "1", "0", "1", "0", "0", "0", "0", "0", None, None, "11",
)
# fmt: on

# fmt: off
NUM_KEYS_0_4 = (
    "0", "1", "0", "0", "6", "5", "6", "5", "5", "5", "3", "4", None, None, None, None,
)
# fmt: on

# fmt: off
NUM_KEYS_0_5 = (
    "10", "0", "0", None, None, None, "</s>", "<s>", "</s>", "<s>", "10", "10", "10",
    "10", "3", "10",
)
# fmt: on

NUM_KEYS_0_6 = {0: 6, 1: 0, 13: 13, 14: 8, 15: 15}
NUM_KEYS_0_7 = {0: 8, 1: 3, 12: 14, 13: 15, 14: 14, 15: 15}

# fmt: off
NUM_KEYS_0_8 = (
    "9", "</s>", "0", "0", "0", "0", None, "9", "9", "9", "9", "9", "9", None, None,
    "9",
)
# fmt: on

NUM_KEYS_0_9 = (3, 4, 3, 12, 6, 7, 8, 9, 10, 11, 12, 13, 8, 4, 15, 15)

# fmt: off
NUM_KEYS_0_10 = (
    "4", "0", None, "<s>", "</s>", "6", "5", "3", "3", "2", "1", "1", "2", "1", None,
    None,
)
# fmt: on

NUM_KEYS_0_11 = (15, 0, 7, 7, 9, 10, 11, 12, 13, 14, 14, 15, 15, 15, 13, 15)

# fmt: off
KEYS_1_0 = {
    "0": "10", "1": "8", "4": "8", "6": "0", "8": "10", "9": "10", "10": "5",
    "11": "12", "12": "12",
}
# fmt: on

KEYS_1_1 = {1: "5", 2: "5", 3: "5", 4: "9", 15: "5"}

# fmt: off
KEYS_1_2 = (
    "11", "4", "2", "11", "3", "0", "11", "6", "0", "0", "12", "11", "12", "12", "11",
    "0",
)
# fmt: on

KEYS_1_3 = {0: "11", 1: "3", 2: "3", 3: "3", 4: "12", 15: "3"}

# fmt: off
KEYS_1_4 = {
    "<s>": "12", "</s>": "11", "0": "0", "1": "8", "2": "1", "3": "10", "4": "0",
    "5": "11", "6": "9", "7": "5", "8": "7", "9": "11", "10": "0", "11": "9", "12": "9",
}
# fmt: on

KEYS_1_5 = {0: "6", 1: "7", 2: "7", 3: "7", 4: "0", 15: "7"}

# fmt: off
KEYS_1_6 = {
    "<s>": "10", "</s>": "11", "3": "1", "5": "6", "7": "5", "8": "9", "9": "12",
    "10": "4", "11": "9",
}
# fmt: on

KEYS_1_9 = {1: "2", 2: "2", 3: "2", 4: "7"}

# fmt: off
KEYS_1_10 = {
    "<s>": "<s>", "</s>": "9", "0": "3", "1": "4", "2": "1", "3": "1", "4": "0",
    "6": "0",
}
# fmt: on

NUM_KEYS_1_0 = {"3": "1", "4": "4"}
NUM_KEYS_1_1 = {"</s>": "</s>", "2": "2", "4": "3", "7": "3"}

# fmt: off
NUM_KEYS_1_2 = {
    "<s>": "4", "0": "4", "1": "4", "2": "4", "3": "4", "4": "4", "5": "5", "6": "4",
    "7": "1", "8": "4", "9": "4", "10": "4", "11": "6", "12": "4",
}
# fmt: on

NUM_KEYS_1_4 = {"<s>": "3", "2": "2", "4": "1", "11": "1", "12": "1"}

# fmt: off
NUM_KEYS_1_6 = {
    1: "<s>", 2: "<s>", 3: "1", 4: "0", 5: "0", 6: "0", 7: "0", 9: "1", 15: "0",
}
# fmt: on


def num_predicate_1_7(q_position, k_position):
    if q_position == 2:
        return 4 <= k_position <= 6
    if 3 <= q_position <= 8:
        return k_position not in {1, 2, 3, 4, 5, 6, 15}
    if q_position == 9:
        return k_position in {3, 15}
    return False


NUM_KEYS_1_9 = {"<s>": "1", "3": "2", "4": "4", "12": "1"}
NUM_KEYS_1_10 = {"<s>": "2", "</s>": "5", "1": "1", "3": "3"}
NUM_KEYS_1_11 = {"</s>": "8", "5": "3"}


def mlp_1_0(attn_1_8_output, attn_1_0_output):
    if attn_1_0_output == "<s>":
        return 15
    if attn_1_0_output in {"</s>", "1"}:
        return {"<s>": 0, "0": 0, "4": 1, "6": 0}.get(attn_1_8_output, 15)
    if attn_1_0_output in "02":
        return 1 if attn_1_8_output in {"<s>", "0", "4", "6"} else 15
    if attn_1_0_output == "4":
        if attn_1_8_output in {"<s>", "0", "5", "6"}:
            return 0
        if attn_1_8_output == "4":
            return 1
        if attn_1_8_output in {"9", "11"}:
            return 2
        return 15
    if attn_1_0_output == "5":
        return 1 if attn_1_8_output == "0" else 15
    if attn_1_0_output == "7":
        return 0 if attn_1_8_output in "06" else 15
    if attn_1_0_output == "8":
        if attn_1_8_output in {"<s>", "0", "6"}:
            return 0
        if attn_1_8_output == "4":
            return 1
        if attn_1_8_output in {"9", "11"}:
            return 2
        return 15
    if attn_1_0_output == "9":
        return {"<s>": 1, "0": 1, "4": 1, "6": 1, "11": 2}.get(attn_1_8_output, 15)
    if attn_1_0_output == "10":
        return {"<s>": 0, "0": 0, "4": 1, "6": 0, "11": 2}.get(attn_1_8_output, 15)
    if attn_1_0_output == "11":
        return 15 if attn_1_8_output in {"</s>", "7", "8", "10"} else 2
    if attn_1_0_output == "12":
        return 15 if attn_1_8_output in {"</s>", "7", "8", "10", "12"} else 2
    return {"0": 0, "4": 1, "6": 0}.get(attn_1_8_output, 15)


def mlp_1_1(position, attn_1_4_output):
    if attn_1_4_output == "<s>":
        return {0: 10, 1: 0, 2: 0, 4: 10, 5: 10, 6: 10, 9: 10, 15: 10}.get(position, 1)
    if attn_1_4_output in {"</s>", "2", "3", "4", "6"}:
        return 10
    if attn_1_4_output == "9":
        if position in {0, 5, 6, 9, 13, 14, 15}:
            return 10
        if position == 1:
            return 15
        return 1
    if attn_1_4_output == "10":
        if position in {0, 5, 6, 9, 13, 14, 15}:
            return 10
        if position == 1:
            return 0
        return 1
    if attn_1_4_output == "11":
        return {0: 10, 1: 0, 2: 0, 5: 10, 6: 10, 9: 10, 15: 10}.get(position, 1)
    if attn_1_4_output == "12":
        return 1 if position == 13 else 10
    return {1: 15, 2: 0}.get(position, 10)


def num_mlp_1_0(num_attn_0_6_output, num_attn_0_7_output):
    if num_attn_0_7_output == 0:
        return 0 if num_attn_0_6_output == 0 else 13
    return 2


KEYS_2_1 = {1: "0", 2: "0", 3: "1", 4: "1", 5: "1", 6: "1", 15: "1"}

# fmt: off
KEYS_2_2 = {
    "<s>": "<s>", "1": "1", "2": "<s>", "5": "5", "6": "0", "8": "8", "10": "1",
    "12": "7",
}
# fmt: on

# fmt: off
KEYS_2_3 = {
    "<s>": "2", "</s>": "2", "0": "3", "1": "2", "2": "0", "4": "0", "8": "2",
    "11": "0", "12": "2",
}
# fmt: on

KEYS_2_4 = {1: "7", 2: "7", 3: "7", 4: "3"}

# fmt: off
KEYS_2_5 = {
    "<s>": "1", "</s>": "2", "0": "0", "2": "6", "3": "3", "4": "1", "5": "2", "9": "2",
    "11": "2",
}
# fmt: on

KEYS_2_9 = {15: "<s>"}

# fmt: off
KEYS_2_10 = {
    "<s>": "8", "1": "2", "3": "2", "4": "5", "5": "7", "6": "0", "7": "10", "9": "8",
    "10": "</s>",
}
# fmt: on

NUM_KEYS_2_2 = {"5": "5", "12": "2"}

# fmt: off
NUM_KEYS_2_3 = (
    "5", "1", "1", "1", None, "5", "5", "5", "5", "5", "5", "5", "5", "5", "5", "5",
)
# fmt: on

NUM_KEYS_2_5 = {1: "2", 2: "2", 3: "2", 4: "2", 5: "2", 6: "2", 15: "2"}

# fmt: off
NUM_KEYS_2_8 = {
    "<s>": "1", "2": "2", "3": "5", "4": "4", "6": "0", "7": "7", "8": "5", "10": "1",
}
# fmt: on

# fmt: off
NUM_KEYS_2_10 = {
    "<s>": "2", "</s>": "2", "1": "2", "3": "3", "4": "2", "6": "2", "7": "1", "8": "8",
    "12": "5",
}
# fmt: on


def mlp_2_1(position, num_mlp_1_0_output):
    if num_mlp_1_0_output == 0:
        return {2: 7, 3: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}.get(position, 11)
    if num_mlp_1_0_output == 13:
        return 11 if position in {0, 1, 2, 4, 5, 6, 14, 15} else 2
    return 11


def run(tokens):
    ends = {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    wrong = {i: w for i, w in enumerate(tokens) if w not in ends.get(i, WORDS)}
    if wrong or isinstance(tokens, str) or not 2 <= len(tokens) <= 16:
        raise ValueError(
            f"expected <s>, up to 14 known words, </s>; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_0[q])
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_1.get(q, "12"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_2.get(q, "11"))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_4.get(q, "11"))
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_5[q])
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_6[q])
    attn_0_6_outputs = aggregate(found, tokens)
    # copies the token just after, unless position in {13, 15}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_7[q])
    attn_0_7_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_8[q])
    attn_0_8_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_9.get(q, "12"))
    attn_0_9_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_10[q])
    attn_0_10_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_11[q])
    attn_0_11_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0[q])
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1[q])
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_2[q])
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3[q])
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_4[q])
    num_attn_0_4_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_5[q])
    num_attn_0_5_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_6.get(q, q + 2))
    num_attn_0_6_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_7.get(q, q + 3))
    num_attn_0_7_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_8[q])
    num_attn_0_8_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_9[q])
    num_attn_0_9_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_10[q])
    num_attn_0_10_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_11[q])
    num_attn_0_11_outputs = aggregate_sum(found, ones)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_1_0.get(q, "4"))
    attn_1_0_outputs = aggregate(found, attn_0_7_outputs)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_1.get(q, "12"))
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_2[q])
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_3.get(q, "10"))
    attn_1_3_outputs = aggregate(found, tokens)
    found = select_closest(tokens, attn_0_7_outputs, lambda q, k: k == KEYS_1_4[q])
    attn_1_4_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_5.get(q, "2"))
    attn_1_5_outputs = aggregate(found, attn_0_7_outputs)
    found = select_closest(
        tokens, attn_0_3_outputs, lambda q, k: k == KEYS_1_6.get(q, "2")
    )
    attn_1_6_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, positions, lambda q, k: k == ("2" if 1 <= q <= 3 else "8")
    )
    attn_1_7_outputs = aggregate(found, tokens)
    found = select_closest(
        positions,
        positions,
        lambda q, k: k == 4 if q in {1, 2, 3, 15} else k in {1, 2, 3, 15},
    )
    attn_1_8_outputs = aggregate(found, attn_0_7_outputs)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_9.get(q, "11"))
    attn_1_9_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_3_outputs, attn_0_5_outputs, lambda q, k: k == KEYS_1_10.get(q, "2")
    )
    attn_1_10_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, positions, lambda q, k: k == ("5" if 1 <= q <= 4 else "12")
    )
    attn_1_11_outputs = aggregate(found, tokens)
    found = select(tokens, attn_0_5_outputs, lambda q, k: k == NUM_KEYS_1_0.get(q, "3"))
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    found = select(
        attn_0_7_outputs, attn_0_9_outputs, lambda q, k: k == NUM_KEYS_1_1.get(q, "1")
    )
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(
        attn_0_7_outputs, attn_0_0_outputs, lambda q, k: k == NUM_KEYS_1_2.get(q)
    )
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(
        positions,
        positions,
        lambda q, k: q in {1, 2, 3, 4, 5, 6, 15} and k not in {1, 2, 3, 4, 5, 6, 15},
    )
    num_attn_1_3_outputs = aggregate_sum(found, num_attn_0_10_outputs)
    found = select(
        attn_0_7_outputs, attn_0_5_outputs, lambda q, k: k == NUM_KEYS_1_4.get(q, "0")
    )
    num_attn_1_4_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(attn_0_10_outputs, positions, lambda q, k: 1 <= q <= 3 and k == "1")
    num_attn_1_5_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(attn_0_8_outputs, positions, lambda q, k: k == NUM_KEYS_1_6.get(q))
    num_attn_1_6_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(positions, positions, num_predicate_1_7)
    num_attn_1_7_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == ("6" if q == "6" else "4")
    )
    num_attn_1_8_outputs = aggregate_sum(found, ones)
    found = select(tokens, attn_0_5_outputs, lambda q, k: k == NUM_KEYS_1_9.get(q, "3"))
    num_attn_1_9_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(
        attn_0_7_outputs, attn_0_11_outputs, lambda q, k: k == NUM_KEYS_1_10.get(q, "0")
    )
    num_attn_1_10_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(
        attn_0_7_outputs, attn_0_4_outputs, lambda q, k: k == NUM_KEYS_1_11.get(q, "5")
    )
    num_attn_1_11_outputs = aggregate_sum(found, num_attn_0_9_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_1_8_outputs, attn_1_0_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, positions, attn_1_4_outputs))
    num_mlp_1_0_outputs = list(
        map(num_mlp_1_0, num_attn_0_6_outputs, num_attn_0_7_outputs)
    )
    found = select_closest(
        attn_0_1_outputs, mlp_1_1_outputs, lambda q, k: q == 15 and k == "<s>"
    )
    attn_2_0_outputs = aggregate(found, attn_0_4_outputs)
    found = select_closest(
        attn_0_8_outputs, positions, lambda q, k: k == KEYS_2_1.get(q, "9")
    )
    attn_2_1_outputs = aggregate(found, attn_0_7_outputs)
    found = select_closest(
        attn_1_6_outputs, attn_0_9_outputs, lambda q, k: k == KEYS_2_2.get(q, "2")
    )
    attn_2_2_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_4_outputs, attn_1_8_outputs, lambda q, k: k == KEYS_2_3.get(q, "1")
    )
    attn_2_3_outputs = aggregate(found, attn_1_8_outputs)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_2_4.get(q, "</s>"))
    attn_2_4_outputs = aggregate(found, attn_0_5_outputs)
    found = select_closest(
        attn_1_2_outputs, attn_1_5_outputs, lambda q, k: k == KEYS_2_5.get(q, "4")
    )
    attn_2_5_outputs = aggregate(found, attn_1_8_outputs)
    found = select_closest(
        attn_1_3_outputs,
        attn_0_8_outputs,
        lambda q, k: q not in {"<s>", "8", "9", "12"} and k == "3",
    )
    attn_2_6_outputs = aggregate(found, attn_1_10_outputs)
    found = select_closest(attn_1_5_outputs, attn_1_5_outputs, lambda q, k: False)
    attn_2_7_outputs = aggregate(found, attn_1_5_outputs)
    found = select_closest(
        attn_0_1_outputs, mlp_1_1_outputs, lambda q, k: k == ("<s>" if q == 15 else "0")
    )
    attn_2_8_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_10_outputs, mlp_1_1_outputs, lambda q, k: k == KEYS_2_9.get(q, "2")
    )
    attn_2_9_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_0_11_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_2_10.get(q, "1")
    )
    attn_2_10_outputs = aggregate(found, attn_0_8_outputs)
    found = select_closest(
        attn_1_3_outputs,
        attn_0_5_outputs,
        lambda q, k: q not in {"3", "11"} and k == "3",
    )
    attn_2_11_outputs = aggregate(found, attn_1_6_outputs)
    found = select(tokens, positions, lambda q, k: 1 <= q <= 4 and k == "0")
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_1_10_outputs)
    found = select(
        attn_0_7_outputs, attn_1_1_outputs, lambda q, k: k == ("9" if q == "9" else "2")
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_6_outputs)
    found = select(
        tokens, attn_1_11_outputs, lambda q, k: k == NUM_KEYS_2_2.get(q, "3")
    )
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_10_outputs)
    found = select(attn_0_4_outputs, positions, lambda q, k: k == NUM_KEYS_2_3[q])
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(
        attn_0_6_outputs, positions, lambda q, k: q in {0, 1, 2, 3, 4, 15} and k == "1"
    )
    num_attn_2_4_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_2_5.get(q, "7"))
    num_attn_2_5_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    found = select(attn_0_1_outputs, positions, lambda q, k: 1 <= q <= 3 and k == "0")
    num_attn_2_6_outputs = aggregate_sum(found, num_attn_1_6_outputs)
    # adds up num_attn_0_9_outputs of all positions where attn_0_7_output is "7"
    found = select(attn_0_7_outputs, attn_0_7_outputs, lambda q, k: k == "7")
    num_attn_2_7_outputs = aggregate_sum(found, num_attn_0_9_outputs)
    found = select(
        attn_0_7_outputs, attn_1_10_outputs, lambda q, k: k == NUM_KEYS_2_8.get(q, "6")
    )
    num_attn_2_8_outputs = aggregate_sum(found, num_attn_0_4_outputs)
    found = select(attn_0_5_outputs, positions, lambda q, k: 1 <= q <= 4 and k == "2")
    num_attn_2_9_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(
        tokens, attn_1_10_outputs, lambda q, k: k == NUM_KEYS_2_10.get(q, "0")
    )
    num_attn_2_10_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(
        tokens,
        attn_0_0_outputs,
        lambda q, k: k == ("12" if q in {"</s>", "11"} else "6"),
    )
    num_attn_2_11_outputs = aggregate_sum(found, ones)
    mlp_2_1_outputs = list(map(mlp_2_1, positions, num_mlp_1_0_outputs))
    num_mlp_2_0_outputs = [7 if n == 0 else 6 for n in num_attn_0_11_outputs]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "1":  (    0,   1273,   1477,   1516,   1225,   1383,   1211,   1227,   1161,   1106,   1081,    957,    728),
        "2":  (  478,   1265,   1821,   1605,   1254,    821,    373,    279,    504,    449,    619,    603,      0),
        "3":  (    0,   1281,   1451,   1509,   1986,   1662,   1659,   1924,   1934,   1710,   1702,   1804,   1352),
        "4":  (    0,   1432,   1859,   1912,   2149,   2364,   2253,   2749,   2647,   2836,   2760,   2822,   2469),
        "5":  (    0,   1276,   1766,   2107,   2445,   2934,   2640,   2406,   2434,   2743,   2572,   2875,   2363),
        "6":  (    0,    717,   1280,   1488,   1833,   2155,   2069,   2374,   2668,   2600,   2369,   2439,   1428),
        "7":  (-3885,  -2028,  -1396,  -1424,   -995,   -715,   -593,    151,    181,      0,   -279,      0,   -714),
        "8":  (    0,   1009,   1186,   1371,   2011,   2603,   2920,   3702,   4502,   3724,   3251,   3033,   2387),
        "9":  (    0,   1300,   1699,   2028,   2444,   3322,   3764,   4376,   4887,   5552,   5540,   5290,   5015),
        "10": (    0,   1089,   1379,   2150,   2571,   3255,   3765,   4281,   4839,   5478,   6262,   5914,   5447),
        "11": (    0,   1084,   1424,   1774,   2167,   2715,   3225,   3751,   4321,   4807,   5736,   6936,   6360),
        "12": (    0,   1016,   1219,   1794,   2137,   2598,   3115,   3834,   4356,   5182,   5956,   6923,   8522),
    },
    "positions": {
        #      "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        2:  (    0,   3810,   4444,   7332,   8186,   8580,  10123,  10687,  12480,  13636,  12911,  11473,  11260),
        3:  (    0,   9053,  12148,  16519,  21517,  23905,  27456,  32509,  33445,  35588,  35374,  38747,  33485),
        4:  (    0,   2753,  10285,  17383,  24351,  29723,  36976,  38240,  38235,  44951,  47219,  53490,  49290),
        5:  (    0,   5742,  10095,  18867,  28821,  34902,  44388,  48453,  51161,  58758,  58030,  63063,  59332),
        6:  (    0,   5296,   6240,  12681,  24180,  34287,  43566,  48543,  52723,  60292,  59981,  65299,  64010),
        7:  (    0,   3725,   4043,  10623,  17766,  30987,  39735,  50087,  58033,  65639,  67399,  74893,  72850),
        8:  (    0,   3603,   6223,  10790,  18450,  30773,  43017,  52627,  61423,  67054,  71015,  78226,  77248),
        9:  (    0,   3566,   2701,   7960,  16732,  27073,  37524,  52010,  59248,  67757,  67826,  76406,  76247),
        10: (    0,   3116,   2301,   9634,  18066,  27136,  37432,  52555,  58096,  68125,  68077,  76665,  77365),
        11: (    0,   4802,   1482,   3087,  12972,  24353,  33702,  50161,  59534,  69344,  71242,  81288,  80316),
        12: (    0,    560,  -2119,  -1858,   6532,  20681,  30662,  47274,  59459,  68962,  70775,  80437,  80688),
        13: (    0,   4306,   1748,   6127,   9925,  19214,  29317,  43648,  55371,  68684,  72101,  82655,  83299),
        14: (    0,   3101,    452,   3626,  10917,  19771,  27914,  34454,  46086,  60202,  64754,  81223,  88504),
    },
    "attn_0_0_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,   3741,   5056,   6294,   7298,   8029,   8646,   9763,   8388,   8132,   9204,   7469,   7179),
        "</s>": (    0,   1771,   2667,   3854,   5075,   6036,   7171,   7902,   7600,   6571,   8034,   6503,   6912),
        "3":    (    0,   2366,   3355,   6051,   8658,   8499,   8213,   8246,   5428,   4745,   5397,   3267,   2793),
        "5":    (    0,   2369,   2993,   3233,   5369,   6593,   8306,   9048,   6945,   6354,   6841,   4841,   4574),
        "7":    (    0,   2170,   4621,   4933,   5981,   6652,   7074,   9306,   7650,   5596,   8337,   6463,   4949),
        "8":    (    0,   1510,   3059,   5057,   6363,   8074,   9279,  10764,  12033,   8056,   9038,   6858,   6504),
        "10":   (    0,    816,   2475,   4271,   5881,   7059,   8473,  10139,   8909,   9171,  12768,   8001,   6972),
        "11":   (    0,   1558,   2012,   3275,   4906,   7174,  10432,   9311,   6623,   6759,   8069,   8159,   7821),
        "12":   (    0,   1334,   2595,   3910,   5357,   6218,   7229,   8497,   7184,   6858,   8746,   8332,  12752),
    },
    "attn_0_1_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    527,    466,   3360,   4695,   4981,   1631,  10303,   8575,   6940,   6301,   6513,   6678),
        "0":   (  117,   3424,   1536,   4142,   4547,   4042,      0,   7930,   5248,   2113,   2228,   2840,   2414),
        "8":   (    0,   1093,   1964,   3604,   4722,   5051,   1318,   9978,   8503,   7079,   6281,   6378,   6302),
        "9":   (    0,    648,    591,   3911,   5869,   7005,   3895,  12754,  11689,  14380,   9173,   8637,   7877),
        "10":  (    0,    462,    480,   3028,   4402,   4339,    984,   9825,   8166,   6824,   6381,   6497,   7021),
        "12":  (    0,   1338,   1142,   5708,   6380,   6574,   2907,  11610,   9694,   8217,   7740,   7858,   9089),
    },
    "attn_0_2_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,   7316,   7175,   7596,   6808,   7583,   8096,   7107,   8894,   7942,   8101,   8393,   9073),
        "4":   (    0,   5814,   5870,   7398,   9534,   6254,   5888,   4119,   5159,   3270,   2999,   2082,   2479),
        "5":   (    0,   6239,   6973,   7287,   6843,   9898,   7117,   5983,   7318,   5687,   5808,   5424,   5388),
        "7":   (    0,   6831,   7344,   8338,   7674,   8354,   9061,  11459,   7514,   7646,   5645,   5521,   4635),
        "9":   (    0,   4379,   4011,   4579,   3994,   4613,   6047,   6149,   8605,  11841,   7173,   5956,   5023),
        "10":  (    0,   6217,   5851,   6921,   6687,   8310,   9507,   9012,  11163,  10171,  15660,  10328,  10620),
        "11":  (    0,   7110,   9533,   9441,   8028,   8988,   9166,   7983,   9510,   8920,   9128,  10254,  10177),
        "12":  (    0,   6330,   6362,   6760,   6577,   7511,   8266,   7276,   8400,   7946,   8422,   9559,   9470),
    },
    "attn_0_3_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (  364,   1504,    736,   1248,   1701,   2301,   3473,      0,   8402,   6374,   5453,   6182,   5329),
        "</s>": (   50,    750,    471,      0,    900,   2712,   3803,   1291,   9651,   7649,   6890,   6634,   5617),
        "1":    ( 1072,   2330,   2272,   2978,   3603,   3955,   4071,      0,   7342,   5220,   4931,   4124,   2846),
        "5":    (    0,   2870,   2463,   3064,   3465,   6945,   4452,   1933,   9752,   7448,   7411,   6671,   6156),
        "6":    (  766,   1346,   1966,   3038,   4018,   4227,   9380,      0,   6894,   4391,   4294,   3986,   2524),
        "8":    (    0,   1190,   1201,   2297,   3022,   4094,   5165,   1525,   9524,   7298,   7167,   6835,   5696),
        "9":    (    0,    602,    592,   1439,   2599,   4131,   5050,   1261,   9643,   8129,   7819,   7167,   6767),
        "10":   (  208,    769,    302,    375,   1071,   2094,   3965,      0,   8636,   6727,   7117,   7439,   6625),
    },
    "attn_0_4_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  ( 1118,   1250,    210,   2119,   2092,      0,   6201,   6118,   6780,   6135,   5387,   5856,   6361),
        "</s>": (    0,   1301,    335,   1088,    816,  -1085,   4546,   4956,   6491,   5736,   5044,   5403,   5866),
        "0":    (    0,    705,    608,   1968,   1842,   -518,   5575,   5214,   5339,   3957,   3667,   3612,   3873),
        "1":    ( 1713,   3690,   2861,   2922,   2390,      0,   5194,   5234,   5101,   4391,   3475,   3497,   3579),
        "2":    ( 1385,   3038,   3145,   3579,   2904,      0,   5773,   4655,   5168,   3372,   2709,   2869,   2661),
        "8":    ( 1436,   2139,      0,   3056,   2551,    724,   6262,   6390,   8333,   5023,   4006,   4245,   3838),
        "11":   (    0,   1081,    -29,   2283,   2583,    605,   7210,   7506,   8258,   8029,   7694,   8801,   8685),
        "12":   (    0,    988,    -71,   2126,   1971,    114,   6621,   6403,   7074,   6426,   6014,   6970,   7223),
    },
    "attn_0_5_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 4982,   5936,   2125,   1390,      0,    898,   1403,   2451,   3705,   4027,   4744,   5407,   5940),
        "0":   ( 3822,   7313,   4691,   2208,    107,    456,      0,   2377,   1478,   1727,   1410,   2718,   3229),
        "3":   ( 7137,  10430,   6798,   9966,    144,      0,   1228,   2733,   2398,   2860,   3770,   4450,   5312),
        "4":   ( 4562,   5536,   2559,   1810,      0,   2459,   2156,   2312,   3051,   3050,   3275,   3716,   4518),
        "7":   ( 3974,   4897,   1133,    869,      0,   1144,   2250,   7717,   3933,   3533,   3581,   3640,   4241),
        "11":  ( 4747,   5924,   1718,   1463,      0,   1153,   2277,   3437,   4531,   5457,   6484,   7087,   7825),
        "12":  ( 4207,   5019,    978,   1364,      0,   1023,   1733,   3057,   4777,   5283,   6903,   7455,   8733),
    },
    "attn_0_6_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,   3351,   4311,   4741,   4915,   4017,   3570,   3520,   3819,   3921,   3984,   4120,   5038),
        "</s>": (    0,   2271,   2934,   3316,   3489,   3052,   2639,   2534,   4000,   3659,   3440,   3856,   4963),
        "1":    (    0,   2090,   2272,   2774,   2230,   1791,   1613,   2008,   2129,   1795,   2075,   2143,   2939),
        "6":    (    0,   3016,   3637,   4379,   4663,   3227,   3468,   3565,   3509,   3920,   3812,   3970,   4738),
        "7":    (    0,   3298,   3815,   3581,   3530,   2801,   2489,   4742,   3416,   1484,   3654,   3270,   3673),
        "8":    (    0,   1489,   2143,   3621,   4395,   4207,   4430,   4505,   9535,   4024,   3423,   3322,   3610),
        "9":    (    0,   1620,   2470,   3870,   4433,   3645,   3529,   3933,   4373,   4920,   4900,   4805,   5909),
        "10":   (    0,   2185,   3088,   3909,   4209,   3504,   3371,   3115,   3492,   4055,   4101,   4461,   5164),
        "11":   (    0,   3072,   4596,   5299,   5420,   4641,   3757,   3867,   4184,   4423,   4566,   4626,   5290),
        "12":   (    0,   2420,   3297,   4051,   4520,   4057,   3753,   3916,   4497,   4549,   4760,   4913,   5493),
    },
    "attn_0_7_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 6563,   7150,   7066,   6265,   5886,   5328,   4173,   3005,   2480,      0,    326,   1798,   5734),
        "0":   ( 8026,   8434,   8417,   7701,   7151,   6551,   5634,   4774,   3988,   2933,   2755,   2177,      0),
        "1":   ( 8372,   9277,   9306,   8318,   7882,   7178,   6326,   5408,   4396,   3188,   2775,   2069,      0),
        "2":   ( 7833,   8483,   9451,   8346,   7597,   6575,   5668,   4713,   3827,   2509,   2245,   1558,      0),
        "3":   ( 8513,   8742,   8570,   8251,   7868,   7246,   6079,   5369,   4111,   2952,   2535,   1865,      0),
        "4":   ( 7096,   7609,   7747,   7102,   7079,   6683,   5975,   5201,   4303,   2952,   2747,   1925,      0),
        "5":   ( 6659,   7489,   8003,   7698,   7570,   7500,   6461,   5400,   4339,   2973,   2812,   1660,      0),
        "6":   ( 6675,   7558,   7952,   7390,   7502,   7040,   6312,   5552,   4714,   3390,   3145,   2500,      0),
        "7":   (    0,   1151,   1477,    994,    763,    720,    219,     47,  -1213,  -2381,  -2693,  -3335,  -5391),
        "8":   ( 6222,   6701,   7170,   7040,   7082,   6943,   6818,   6262,   6240,   4098,   3201,   2008,      0),
        "9":   ( 4597,   5044,   4978,   5008,   5113,   5236,   4986,   4473,   4188,   3590,   2983,   2043,      0),
        "10":  (    0,   1215,   1931,   1774,   1909,   1805,   1574,   1193,    768,    269,    717,   -515,  -2740),
        "11":  (    0,    717,   1090,   1312,   1410,   1592,   1080,    970,    346,   -412,    279,    560,  -1788),
        "12":  (    0,    772,    730,    966,    822,    851,    271,    264,   -440,   -638,    -96,     61,    303),
    },
    "attn_0_8_outputs": {
        #        "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "0":  (    0,   6686,   5369,   5872,   4936,   3246,   3241,   2561,   2487,   1254,   1260,   1445,   1518),
        "1":  ( 4425,  17377,   4726,      0,   4074,   4574,   4241,   3789,   3474,   4024,   4042,   3854,   4161),
        "5":  (    0,   4884,   3244,   3484,   1626,   2230,   1805,   1897,   1968,   1840,   1991,   2379,   2004),
        "8":  (    0,   2647,   1173,   1292,   1653,   1666,   2284,   2622,   4206,   2584,   2434,   2503,   2781),
        "9":  (    0,   2491,   1843,   1526,   1323,   1806,   2380,   2798,   3601,   5147,   3669,   2261,   1673),
        "10": (    0,   1955,   1463,   1838,   1789,   2161,   2620,   3017,   3585,   3906,   7196,   4419,   4131),
        "12": (    0,   2978,   3005,   2693,   3146,   3155,   2740,   2600,   3025,   2721,   3335,   3793,   3992),
    },
    "attn_0_9_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,   3311,   3806,   4145,   3996,   4411,   4097,   4242,   4647,   4749,   5035,   4785,   3925),
        "</s>": (    0,   2882,   3316,   2605,   2566,   3041,   2973,   4544,   5373,   6370,   5346,   4459,   4172),
        "2":    (    0,   3877,   5188,   3952,   3462,   3399,   2824,   2828,   2370,   2528,   2219,   1458,    673),
        "4":    (    0,   3950,   4656,   4551,   4807,   4778,   3139,   3463,   2538,   3038,   2981,   3686,   3039),
        "7":    (    0,   3562,   3953,   4890,   5119,   5758,   5848,   9727,   5264,   6505,   4388,   3913,   2954),
        "9":    (    0,   3279,   4046,   3414,   3663,   4727,   4814,   5141,   5802,   8455,   5731,   5493,   4480),
        "12":   (    0,   2440,   3779,   4280,   4766,   5417,   5305,   5530,   6059,   6627,   6792,   6622,   7040),
    },
    "attn_0_10_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 4897,   6754,   6381,   5604,   4940,   3911,   3814,   3730,   3352,      0,   2648,   2618,   2376),
        "1":   (    0,   4340,   4075,   3257,   2535,    817,    503,    126,   -322,  -3523,   -697,   -681,   -590),
        "3":   ( 8966,  12157,  13431,  11883,   5283,   2817,   3559,   2947,   2215,      0,   2057,   2367,   2273),
        "4":   ( 9529,  12319,  12513,  12666,  16457,   9160,   7247,   5899,   4128,      0,   2360,   1952,   1411),
        "10":  (    0,   2208,   1614,   2528,   1598,    753,     58,   -223,   -745,  -3798,   -428,  -1131,  -1663),
        "11":  ( 2510,   4118,   3487,   2914,   2703,   1565,   1449,   1863,   1412,      0,     54,   1381,   2281),
        "12":  ( 3462,   5650,   5209,   4472,   3626,   2623,   3105,   3729,   2320,      0,   1830,   3563,   2793),
    },
    "attn_0_11_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  ( 8109,   9793,   8055,   6787,   5716,   5663,   4704,   4157,   4282,      0,   4891,   5099,   5237),
        "</s>": ( 4903,   7017,   5356,   3469,   3033,   2187,   1430,   1578,   2901,      0,   3590,   3626,   4323),
        "1":    ( 9757,  13709,  11148,   7641,   6914,   6281,   4445,   3916,   3864,      0,   4876,   4435,   5010),
        "3":    ( 7546,   8932,   7303,   6944,   5479,   4996,   3993,   3331,   3558,      0,   4011,   3770,   3783),
        "4":    (10506,  12888,  12220,   9771,  13231,   3578,   2531,   2572,   2986,      0,   5011,   5250,   5507),
        "6":    (    0,   2447,   1091,    114,   -889,  -1941,  -2008,  -3027,  -2702,  -6956,  -1771,  -1235,  -2034),
        "10":   (    0,   1886,     72,  -1097,  -1828,  -1441,  -1978,  -2350,  -2008,  -6088,  -1062,  -1014,  -1270),
        "11":   ( 5517,   7262,   6355,   5393,   5196,   5368,   4656,   3930,   4097,      0,   5028,   5075,   5303),
        "12":   ( 5298,   6889,   5092,   4773,   3857,   4165,   3388,   3216,   3640,      0,   5338,   5758,   6995),
    },
    "attn_1_0_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  ( 1749,   2187,   1383,   1667,   1131,   1385,   1019,   1120,    692,    556,    107,     41,      0),
        "</s>": ( 1361,   1784,   1253,   1455,   1075,   1316,   1021,   1110,    965,    868,    475,      0,    658),
        "0":    ( 3008,   3187,   2473,   2365,   1865,   1911,   1524,   1530,   1152,   1027,    458,    283,      0),
        "1":    (    0,    929,    126,    282,   -239,   -371,   -761,   -957,  -1042,  -1564,  -2120,  -2387,  -2468),
        "2":    ( 2982,   3465,   2863,   2679,   2074,   1998,   1630,   1459,   1201,    852,    653,    134,      0),
        "3":    ( 2434,   2839,   2162,   2198,   1777,   1876,   1668,   1155,   1081,    933,    344,      0,      9),
        "4":    (    0,    797,      3,      7,   -347,   -210,   -467,   -624,   -866,   -943,  -1611,  -1964,  -1739),
        "5":    ( 2695,   2793,   2380,   2350,   2152,   2340,   1879,   1727,   1708,   1214,    793,    308,      0),
        "6":    (    0,   1054,    454,    378,    152,     19,   -126,   -324,   -361,   -633,  -1091,  -1697,  -1940),
        "7":    ( 1343,   1882,   1341,   1609,   1464,   1600,   1314,   1406,   1340,   1011,    439,     46,      0),
        "8":    (    0,    739,     31,     59,   -386,    -53,   -195,   -185,     37,   -528,  -1127,  -1804,  -1882),
        "9":    (  846,   1339,    535,   1184,    840,   1193,   1157,   1096,   1038,   1197,    683,    422,      0),
        "10":   (    0,    831,    223,    237,     -6,     34,     71,    226,     86,    159,    247,   -476,   -551),
        "12":   (  266,    827,    227,    440,      0,    337,    218,    294,    304,    519,    563,    303,   1043),
    },
    "attn_1_1_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 9500,  10647,  10560,  10017,   8538,   7008,   6117,   4611,   3926,      0,   3905,   4789,   5374),
        "5":   (13144,  13698,  13877,  14303,  13245,  14449,   9549,   6235,   4254,      0,   3485,   3893,   3920),
        "12":  (    0,   1557,   2057,   1957,    982,   -579,   -519,  -1309,  -1871,  -5023,  -1013,    458,   8362),
    },
    "attn_1_2_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    888,     28,   -331,  -1163,   -793,  -3258,   -297,    289,    824,   1298,   1757,   2363),
        "0":   (    0,   1356,    770,     55,   -545,   -435,  -3228,   -928,   -585,   -387,    -84,    386,   1075),
        "2":   ( 5130,   6184,   4608,   3926,   3404,   3235,      0,   2372,   1710,   2306,   2519,   3267,   3213),
        "3":   ( 4377,   5083,   3296,   7009,   3013,   2949,      0,   2153,   2121,   4329,   2188,   2104,   1715),
        "4":   ( 6048,   7057,   7246,   6336,   7624,   2924,      0,   2351,   2603,   3178,   4250,   4665,   5074),
        "11":  (    0,   1778,    749,    938,    365,    932,  -1331,   1544,   2313,   3198,   3889,   5205,   5288),
        "12":  (    0,   1439,    161,    661,   -632,     70,  -2430,      6,    584,   1330,   2734,   3627,   4314),
    },
    "attn_1_3_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (13753,  13807,  13202,  12309,  11831,  11053,  10148,   9325,   8626,   7782,      0,   8140,   8577),
        "3":   (18072,  18149,  16837,  22259,  14954,  13479,  11370,  10068,   9104,   7531,      0,   8539,   8728),
        "12":  (    0,   1274,    450,    192,    -43,   -207,   -241,   -723,   -749,  -1292,  -7558,   2518,   8919),
    },
    "attn_1_4_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    291,    854,    761,    351,    450,    301,    282,    504,    196,    209,    490,   1053),
        "0":   (  146,    329,   1079,   1169,    667,    605,    566,    463,    590,    110,      0,    168,   1005),
        "5":   (  198,    500,   1114,    726,    444,    495,     91,    403,    329,      0,    478,    509,    610),
        "7":   (    0,    318,    926,    720,    497,    851,    604,    696,    545,    563,    617,   1096,   1325),
        "8":   (-1306,   -852,   -487,     -2,   -267,    -20,   -290,   -123,      0,   -636,   -724,   -466,      0),
        "9":   (    0,    334,   1299,   1408,   1010,    894,    973,    913,   1245,    989,    858,    833,   1016),
        "10":  (    0,     74,   1065,   1193,    650,    923,    691,    866,   1148,    997,   1104,   1317,   1953),
        "11":  (    0,    163,    818,    858,    770,    748,    784,   1198,   1250,    769,    760,   1624,   2666),
        "12":  (    0,    727,    861,   1374,    973,   1062,   1194,   1348,   1512,   1294,   1385,   1451,   2300),
    },
    "attn_1_5_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    387,    224,    169,    460,    510,    837,    830,    729,   1164,   1059,   1149,   1440),
        "</s>": (    0,    550,    778,    653,    619,    575,    858,   1055,    978,    914,    898,    827,   1032),
        "1":    ( -107,    279,    223,    176,     88,      0,    252,    145,     82,    448,    152,      0,    254),
        "2":    (    0,    404,    435,    264,     70,   -159,     13,     44,   -234,    350,    203,     61,     11),
        "3":    (    0,    562,    559,    538,    738,    752,    879,    862,    829,    947,    689,    561,    956),
        "4":    (    0,    262,    129,    334,    398,    356,    792,    691,    774,   1019,    812,    687,    805),
        "5":    (    0,    189,    234,    239,    333,    283,    659,    477,    561,    819,    806,    528,    664),
        "6":    (    0,    634,    761,    933,   1101,   1182,   1350,   1409,   1408,   1472,   1400,   1253,   1173),
        "7":    (    0,    500,    439,    752,    724,    793,   1060,   1377,   1248,   1450,   1236,   1215,   1375),
        "8":    (    0,    325,    451,    625,    823,   1104,   1668,   1790,   2043,   1810,   1496,   1208,   1254),
        "9":    (    0,    435,    651,    740,   1180,   1359,   1833,   1912,   2078,   2530,   2287,   2263,   2598),
        "10":   (    0,    394,    315,    457,    636,    659,    970,   1328,   1534,   1868,   2026,   1790,   1788),
        "11":   (    0,    431,    676,    773,   1267,   1379,   1701,   1865,   2178,   2616,   2838,   3066,   3096),
        "12":   (    0,    585,    638,    674,    896,    986,   1548,   1649,   1893,   2403,   2400,   2540,   3490),
    },
    "attn_1_6_outputs": {
        #        "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "2":  (  766,    932,    839,    658,    424,    308,    681,     16,    208,      0,    161,    118,    134),
        "4":  (  707,    726,   1285,    459,    850,      0,    862,      0,     57,    602,   -234,    147,    823),
        "5":  ( 1500,   1542,   1239,   1523,   1514,    978,   1417,    705,    880,    837,    862,    496,      0),
        "6":  (    0,   1320,   1264,   1183,    931,    340,   2782,    791,    788,    444,    766,    514,    195),
        "9":  (    0,    232,    666,    658,    713,    725,   1557,   1025,    919,   1437,   1311,   1092,   1222),
        "10": (    0,    328,    587,    747,    786,    771,   1078,   1147,   1104,   1407,   2480,   1362,   1277),
        "11": (    0,    356,    702,    693,    778,    594,   1374,    865,   1379,   1367,   1631,   1552,   2106),
        "12": (    0,    417,    562,   1006,   1034,    925,    912,   1053,   1004,    887,    957,   1168,   1365),
    },
    "attn_1_7_outputs": {
        #       "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "2": ( 3495,   3634,   5472,   4160,   3350,   3285,   2491,   1797,   2210,   1264,    909,      0,    583),
        "8": (    0,   1159,   2032,   2156,   2796,   2761,   3450,   3997,   7735,   4293,   3330,   2545,   1742),
    },
    "attn_1_8_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 1229,   3398,      0,    704,   1460,    642,    990,    825,    960,    695,    810,    521,    315),
        "0":   ( 2695,   2764,   2118,   1766,   2490,   2143,   1481,   1236,   1330,    789,    784,      0,    376),
        "1":   ( 2883,   3266,   2855,   2529,   3300,   2595,   1840,   1787,   1749,   1254,    970,      0,    574),
        "2":   ( 3229,   3689,   3225,   2751,   3144,   2523,   1774,   1563,   1690,    976,    995,      0,    651),
        "3":   ( 1804,   2616,   2508,   2291,   3165,   2341,   1893,   1583,   1405,   1067,    852,      0,    319),
        "4":   (  885,   1248,   1060,   1051,   1980,   1625,    981,   1066,   1083,    730,    640,      0,    167),
        "5":   (    0,    951,    920,    922,   1919,   1731,   1078,    583,    606,     51,   -243,  -1197,   -807),
        "6":   (    0,    547,    210,    120,   1127,    920,    451,    428,    534,    319,     93,   -770,   -644),
        "7":   (    0,    590,    571,    270,   1348,    915,    876,    927,    784,    294,     38,   -761,   -645),
        "8":   (  631,   1088,   1235,    963,   2048,   1861,   1574,   1897,   2177,   1434,    968,      0,    101),
        "9":   (    0,   1140,    730,   1007,   2238,   2272,   2103,   2395,   3040,   3149,   2558,   1774,   2197),
        "10":  (    0,    446,    396,    403,   1693,   1414,   1642,   1637,   2097,   2230,   2629,   1568,   1698),
        "11":  (    0,   1040,    821,    635,   1842,   1777,   1619,   1864,   2154,   2331,   2633,   2660,   2538),
        "12":  (   20,    331,      0,    241,   1456,   1327,   1392,   1667,   1950,   2133,   2374,   2067,   3765),
    },
    "attn_1_9_outputs": {
        #        "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "2":  ( 4059,   4919,  12401,   6152,   4665,   3875,   2096,   1676,      0,    323,    644,   1098,     57),
        "7":  ( 2784,   3541,   3208,   3696,   3972,   4543,   4732,   9784,   3890,   2878,   2016,    751,      0),
        "11": (    0,    247,      0,      5,    235,    636,   1114,   1634,   2341,   2397,   2998,   9272,   2747),
    },
    "attn_1_10_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "</s>": ( -274,    141,     85,     91,    236,   -127,     28,      0,    -36,      0,   -125,    153,   -126),
        "0":    (    0,    487,    258,    398,    311,    273,    157,    345,     93,    112,    -19,    159,   -354),
        "1":    ( 1020,   1074,    925,    993,    812,    679,    864,    572,    506,    493,    287,    229,      0),
        "2":    ( 1679,   1749,   1792,   1615,   1399,    860,   1107,    962,    608,    640,    554,    679,      0),
        "3":    (    0,    359,    324,    150,    306,    106,    -17,    242,    195,    135,     65,    319,   -173),
        "4":    (    0,    203,    400,    572,    825,    607,    643,    664,    669,    603,    582,    697,    409),
        "5":    ( -698,     32,    111,    -42,     65,      0,   -104,    314,    231,      0,     -6,    -49,   -363),
        "6":    (    0,    617,    714,    860,    701,    329,    336,    105,    202,    302,    114,     13,   -710),
        "7":    (    0,     18,    573,    695,    908,   1163,   1121,   1192,   1337,   1318,   1132,    939,    764),
        "8":    (    0,    507,    485,    791,    777,   1007,   1234,   1486,   1609,   1130,   1214,    971,    603),
        "9":    (    0,     75,    330,    703,   1275,   1149,   1444,   1666,   1684,   1986,   1836,   1791,   1406),
        "10":   (    0,    490,   1031,   1109,   1345,   1493,   1807,   1913,   1977,   2376,   2672,   2595,   2101),
        "11":   (    0,    866,   1003,   1188,   1470,   1339,   1651,   1783,   1823,   1928,   2279,   2849,   2024),
        "12":   (    0,    135,    133,    541,    624,    735,    967,   1079,   1107,   1382,   1613,   2126,   2509),
    },
    "attn_1_11_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": ( 2805,   3196,   3125,   3564,   3418,      0,   4199,   4875,   5806,   6654,   7268,   7424,   7625),
        "12":  (    0,    877,   1163,   1940,   1891,   -431,   3753,   4750,   5972,   7010,   8320,   9453,  16319),
    },
    "mlp_1_0_outputs": {
        #      "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        0:  (  491,    507,    391,     86,    159,    279,    468,    268,    548,      0,     73,    417,    451),
        2:  (    0,    384,    257,    206,    197,    350,    539,    511,    570,    443,    345,    826,    597),
        15: ( -295,      0,   -129,   -148,      0,    153,    197,    141,    287,    124,     35,    297,    295),
    },
    "mlp_1_1_outputs": {
        #      "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        0:  (    0,   4958,   7127,  11178,  13195,  15075,  17258,  19693,  21588,  22757,  23291,  22009,  23079),
        1:  (    0,   5979,   8513,  13003,  15008,  16987,  19230,  22035,  24216,  26147,  26266,  25164,  26268),
        10: (    0,   6195,   9005,  13315,  15425,  17367,  19720,  22501,  24691,  26688,  26801,  25629,  26830),
    },
    "num_mlp_1_0_outputs": {
        #      "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        2:  (14783,  17742,  18453,  16612,  15418,  14409,  12701,  11205,   9984,   8847,   6622,   3778,      0),
        13: (    0,   3773,   3781,   1383,    676,    125,   -873,  -1746,  -2731,  -3198,  -4606,  -6094,  -9076),
    },
    "attn_2_0_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  ( 2195,   2715,   2988,   2415,   2741,   2875,   2862,   2995,   3363,   3020,   3395,      0,   3441),
        "</s>": (  397,    550,    386,      0,     91,    183,    568,    585,    908,    849,    731,    641,    526),
        "0":    ( 1556,   1719,    735,    814,    381,    164,    806,    531,    335,      0,    275,    744,    655),
        "1":    (  712,   1280,   1049,    489,    425,    891,    485,    825,    908,      0,    562,    796,    491),
        "2":    ( 1793,   1871,   1942,   1039,   1347,    257,   1083,    538,    881,    804,    551,   1284,      0),
        "8":    (    0,    614,    236,    355,     32,    610,    851,   1010,   1534,   1054,   1553,   1465,    772),
        "11":   (    0,    212,    644,    655,   1007,   1691,   2208,   2705,   3261,   3482,   4378,   5654,   4037),
        "12":   (    0,    279,    339,    117,    111,    614,    894,   1152,   1922,   1413,   2388,   2783,   2303),
    },
    "attn_2_1_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    341,    319,    492,    767,   1536,   1444,   1537,   1783,   1905,   2355,   2201,   2533),
        "</s>": (    0,    373,    278,    695,    949,   1427,   1556,   1578,   1998,   1874,   2430,   2191,   2782),
        "0":    (  673,    714,      0,    460,    610,   1238,   1083,    959,   1125,   1319,   1268,   1027,   1046),
        "1":    (   32,    424,      0,     48,    331,    897,    846,   1059,   1145,   1254,   1485,   1231,   1200),
        "3":    (    0,    706,     65,    602,    923,   1307,   1360,   1317,   1425,   1493,   1556,   1150,   1512),
        "4":    (    0,    276,    122,    925,   1611,   2000,   2005,   1945,   1995,   2290,   2386,   2015,   1914),
        "5":    (    0,    557,    357,   1008,   1349,   2137,   2242,   2207,   2435,   2743,   2875,   2601,   2768),
        "6":    (    0,    612,    412,    712,   1112,   1930,   2104,   2305,   2454,   2518,   2828,   2097,   2355),
        "7":    (    0,    669,    230,    967,   1560,   2072,   2277,   2429,   2675,   2949,   3145,   2900,   3326),
        "8":    (    0,    235,    133,    701,   1313,   2017,   2532,   2813,   3292,   3010,   2919,   2293,   2716),
        "9":    (    0,    990,    657,   1221,   1848,   2893,   3425,   3847,   4154,   4825,   4679,   4267,   4466),
        "10":   (    0,    973,    594,   1138,   1676,   2443,   2726,   3046,   3366,   3817,   4520,   3789,   4006),
        "11":   (    0,    587,    -40,    579,   1161,   1960,   2290,   2531,   3057,   3589,   4190,   4399,   4582),
        "12":   (    0,   1098,    468,   1504,   2007,   2736,   3070,   3565,   3753,   4369,   4893,   5049,   6735),
    },
    "attn_2_2_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "</s>": (    0,   1160,    935,   1201,    881,    889,    720,    607,    401,    404,    521,    802,    173),
        "0":    ( 1209,   1923,   1758,   1416,   1192,    977,    850,    553,    619,    522,    439,    520,      0),
        "1":    ( 1045,   2144,   1851,   1904,   1461,   1365,    888,    747,    605,    719,    509,    535,      0),
        "2":    (  464,   1568,   1563,   1501,   1079,    753,    415,    205,      0,    155,      0,   -186,   -680),
        "3":    ( 1185,   2259,   2257,   2004,   1998,   1670,   1373,    882,    867,    860,    786,    875,      0),
        "4":    (    0,   1152,   1218,   1144,   1214,    899,    985,    590,    607,    773,    868,    820,    241),
        "5":    (    0,   1323,    908,   1179,   1210,   1174,    967,    811,    937,    691,    685,    785,    289),
        "6":    (    0,   1605,   1162,   1297,   1330,   1189,   1059,    942,    916,    907,    764,    827,    358),
        "7":    (    0,   1797,   1743,   2120,   1678,   1510,   1493,   1335,   1439,   1271,   1447,   1224,    992),
        "8":    (    0,   1198,   1106,   1423,   1426,   1669,   1585,   1810,   2094,   1620,   1224,   1217,    549),
        "9":    (    0,   1833,   1462,   1827,   1952,   2235,   2091,   2372,   2630,   2749,   2415,   2636,   1654),
        "10":   (    0,   1240,   1086,   1562,   1480,   1565,   1692,   1980,   2244,   2487,   2971,   2658,   1915),
        "11":   (    0,   1339,   1019,   1707,   1389,   1729,   1767,   1993,   1978,   2310,   2563,   3174,   2631),
        "12":   (    0,   1522,   1484,   1763,   1796,   1832,   1982,   2209,   2437,   2813,   3162,   3365,   3791),
    },
    "attn_2_3_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    279,    155,    507,    377,    963,   1203,   1126,   1657,   1337,   1380,   1334,   1306),
        "</s>": (    0,   1316,    303,    651,    387,    510,   1031,    944,   1110,   1127,   1146,   1131,    826),
        "0":    (    0,     48,     24,    195,    419,    732,    615,    798,   1095,    673,    696,    785,    638),
        "1":    (    0,    620,    391,    493,    597,    902,   1026,    999,   1160,    736,    709,    724,    557),
        "3":    (    0,    500,    199,    600,    648,    968,   1104,    946,   1097,    942,    779,    782,    493),
        "4":    (    0,    856,    724,    971,   1210,   1685,   1667,   1661,   1991,   1591,   1523,   1603,   1465),
        "5":    (    0,    438,    334,    460,    614,   1000,   1027,   1077,   1269,   1079,   1138,   1040,    951),
        "6":    (    0,    543,    553,    700,    772,   1098,   1309,   1204,   1615,   1276,   1287,   1342,    754),
        "7":    (    0,    729,   1030,   1330,   1420,   1809,   2039,   2172,   2402,   1994,   1901,   1968,   1661),
        "8":    (    0,    808,    754,    846,   1160,   1685,   1840,   2108,   2836,   2362,   1917,   1637,   1386),
        "9":    (    0,    412,    388,    854,   1169,   1670,   2006,   2233,   2768,   2869,   2754,   2619,   2652),
        "10":   (    0,    622,    442,    725,   1236,   1576,   1829,   2195,   2814,   2759,   3254,   3043,   2876),
        "11":   (   95,    187,      0,    251,    520,   1014,   1361,   1684,   2156,   2314,   2690,   3126,   2917),
        "12":   (    0,    217,    379,    460,    896,   1228,   1459,   1627,   2133,   2135,   2397,   2648,   3561),
    },
    "attn_2_4_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    650,    752,    645,    726,    643,    790,   1275,   1571,   1574,   1500,   1888,   2508),
        "0":   ( 1451,   1479,   1337,   1111,   1078,    860,    918,   1256,   1065,    995,      0,    492,   1048),
        "1":   ( 2075,   5084,   4382,   3640,   3462,   2950,   2286,   1988,   1617,    779,      0,    264,   1213),
        "2":   (    0,    832,    871,   1061,   1065,    534,    455,    650,    619,    580,    214,    683,   1071),
        "4":   (  485,   1490,   1426,   1674,   1859,   1141,    688,    646,    563,    327,      0,    166,   1136),
        "7":   (  384,    652,    566,    445,    538,    230,      0,    590,   1015,    833,    498,   1051,   1385),
        "9":   (    0,     87,    285,    607,    866,    737,   1050,   1085,   1609,   4866,   1264,   1218,   2630),
        "11":  (    0,    793,   1697,   1720,   1906,   1901,   2084,   2734,   3115,   3183,   3175,   3445,   4073),
        "12":  (    0,   1339,   1375,   1273,   1303,   1142,   1480,   1927,   2306,   2509,   2487,   2872,   3826),
    },
    "attn_2_5_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    251,    318,    452,    668,    858,    856,   1021,    955,   1111,   1059,   1503,    934),
        "</s>": (  108,   1073,      0,    272,    666,    728,    914,   1053,   1367,   1365,   1576,   1685,   1356),
        "0":    (    0,    296,    347,    344,    278,    477,    560,    672,    811,    465,    644,    984,    743),
        "1":    (   20,     64,      0,    120,    232,    355,    245,    390,    117,    183,     18,    217,     21),
        "2":    (  245,    271,    107,    294,    217,    208,      0,    211,    202,    199,    407,    276,    315),
        "4":    (-1259,  -1167,   -869,   -736,   -633,   -315,   -337,   -214,      0,   -155,      0,      7,   -504),
        "5":    (    0,    130,    343,    408,    566,   1160,    926,   1065,   1190,   1078,   1206,   1389,   1269),
        "6":    (    0,    448,    845,   1006,   1117,   1225,   1387,   1549,   1822,   1791,   1965,   2097,   1542),
        "7":    (    0,    196,    429,    657,    958,   1241,   1311,   1849,   1804,   1673,   1584,   1650,   1305),
        "8":    (    0,    313,    132,    582,    602,    960,   1107,   1429,   1873,   1494,   1260,   1245,    837),
        "9":    (    0,    352,    234,    581,    803,   1263,   1456,   1960,   2340,   2393,   2509,   2486,   2103),
        "10":   (    0,    169,    655,    785,   1017,   1191,   1469,   1894,   1970,   2475,   2902,   2687,   2426),
        "11":   (    0,    261,    433,    841,    914,   1322,   1305,   1759,   2204,   2181,   2668,   3202,   2768),
        "12":   (    0,    110,    243,    555,    656,   1025,   1291,   1648,   2066,   2288,   2689,   3240,   3801),
    },
    "attn_2_6_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    372,    174,    473,    964,   1237,   1597,   1805,   2008,   2071,   2049,   1738,   2088),
        "</s>": (    0,    666,    460,    528,    852,    773,   1203,   1311,   1423,   1052,   1355,   1218,   1609),
        "0":    (  350,    354,    125,      0,    375,    373,    653,    652,    576,    555,    684,    387,    614),
        "1":    (    0,    191,     78,    240,    511,    421,    525,    508,    528,    257,    579,    276,    813),
        "3":    ( -912,   -399,   -607,   -425,      0,   -191,      0,   -116,   -464,   -461,   -319,   -589,   -336),
        "4":    (    0,    372,    326,    475,    966,   1173,   1238,   1193,   1264,   1208,   1177,   1163,   1631),
        "5":    (    0,    399,    301,    284,    799,    823,   1229,   1295,   1396,   1289,   1252,   1234,   1859),
        "6":    (    0,    625,    524,    804,   1070,   1107,   1484,   1452,   1656,   1417,   1497,   1278,   1678),
        "7":    (    0,    318,    504,    758,   1335,   1488,   1803,   2169,   2054,   1911,   2010,   1646,   1711),
        "8":    (    0,    347,    192,    477,   1080,   1673,   1875,   2180,   2427,   1948,   1789,   1394,   1558),
        "9":    (    0,    297,    412,    430,   1146,   1522,   2160,   2321,   2396,   2856,   2639,   2258,   2456),
        "10":   (    0,    198,    293,    622,   1223,   1562,   2183,   2401,   2716,   2888,   3432,   2781,   3284),
        "11":   (    0,    508,    507,    971,   1423,   1419,   2187,   2400,   2719,   2711,   3103,   3200,   3473),
        "12":   (    0,    125,     68,    673,    966,   1407,   1771,   2130,   2369,   2672,   2878,   2992,   4206),
    },
    "attn_2_7_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    676,    893,    962,    905,    722,   1137,   1151,   1514,   1304,   1373,   1359,   1326),
        "</s>": (    0,    529,    869,    952,    981,   1167,   1252,   1325,   1388,   1126,   1195,   1246,   1149),
        "1":    (    0,    527,    624,    666,    622,    467,    354,    435,    445,    484,    219,    340,    577),
        "2":    (  149,    550,    812,    526,    468,    276,    215,    136,    229,      0,     44,    118,    108),
        "3":    (    0,    445,    836,    871,    771,    687,    692,    624,    866,    755,    813,    893,    589),
        "4":    (    0,    614,   1022,   1183,   1210,   1132,   1169,   1156,   1337,   1280,   1176,   1330,   1298),
        "5":    (    0,    742,   1196,    964,   1028,   1090,   1025,   1075,   1241,   1245,   1102,   1261,   1181),
        "6":    (    0,    564,    890,   1064,   1288,   1237,   1360,   1599,   1581,   1650,   1736,   1800,   1395),
        "7":    (    0,    648,   1316,   1435,   1424,   1399,   1613,   1871,   1825,   1758,   1887,   2078,   1989),
        "8":    (    0,    483,   1101,   1191,   1238,   1324,   1501,   1812,   2120,   1815,   1850,   1880,   1418),
        "9":    (    0,    507,   1182,   1265,   1481,   1687,   1993,   2280,   2485,   2737,   2702,   2798,   2353),
        "10":   (    0,    125,    413,    610,    790,    828,   1263,   1607,   1881,   2046,   2378,   2379,   1775),
        "11":   (    0,    843,   1146,   1369,   1531,   1589,   1911,   2200,   2322,   2695,   2903,   3463,   2860),
        "12":   (    0,    821,   1243,   1393,   1386,   1801,   1905,   2239,   2450,   2908,   2932,   3373,   4023),
    },
    "attn_2_8_outputs": {
        #          "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>":  (    0,    338,    116,    223,    201,    440,    525,    669,    855,    918,   1337,   1558,   1845),
        "</s>": (    0,     26,   -475,    -19,   -186,   -194,   -113,   -180,     20,   -143,    -42,     31,      0),
        "0":    (  495,    513,    502,    437,    331,    299,    233,      0,     43,     35,    109,     73,    236),
        "2":    (  703,    777,    417,    447,    470,    365,      0,    144,     72,     84,    158,    349,    217),
        "3":    (    0,    139,    -22,    -20,     11,     33,     82,   -101,    141,   -134,    -69,    -63,    411),
        "4":    (    0,     94,    -27,    389,    293,    330,    438,    146,    138,    423,    589,    534,    444),
        "5":    ( -284,    -59,      0,     33,    -14,    203,     20,   -122,    -99,     58,      0,    167,    222),
        "6":    (    0,    369,    453,    560,    301,    485,    557,    498,    684,    636,    647,    838,    161),
        "7":    (    0,    100,    249,    473,    669,    853,    739,   1022,    910,    680,    717,    765,   1026),
        "8":    (    0,    587,    328,    565,    592,    859,    922,   1058,   1474,   1208,   1098,    762,    761),
        "9":    (    0,    408,    467,    911,    978,   1265,   1598,   1593,   1919,   2170,   2298,   2424,   2143),
        "10":   (    0,    491,    563,    828,    695,    978,   1107,   1269,   1481,   1734,   2167,   1973,   1935),
        "11":   (    0,    645,    378,    793,    708,   1062,   1216,   1342,   1788,   2128,   2616,   3226,   3058),
        "12":   (    0,    276,    166,    415,    461,    645,    839,    870,   1342,   1579,   1994,   2456,   3543),
    },
    "attn_2_9_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    345,    583,   1264,   1390,   1546,   1596,   1990,   2419,   2355,   2411,   2044,   2175),
        "4":   (    0,    180,     12,    624,    924,    623,    398,    762,    847,    947,   1249,   1095,    611),
        "5":   (    0,    211,    281,    770,   1132,   1225,    997,    919,   1157,   1031,    928,   1330,    804),
        "7":   (    0,    164,    469,    936,   1067,   1352,   1640,   1776,   1943,   2122,   2359,   2209,   2154),
        "9":   (    0,    384,   1226,   1471,   1888,   2168,   2281,   3204,   3390,   3305,   3732,   3758,   3497),
        "10":  (    0,    928,    241,   1627,   1266,   2121,   1914,   2602,   2736,   2719,   3204,   3429,   3045),
        "11":  (    0,    126,    585,   1274,   1769,   1923,   2036,   2575,   3045,   3355,   3645,   3656,   3542),
        "12":  (    0,     38,    153,   1223,    865,   1844,   1319,   2261,   2478,   2611,   3058,   3296,   2874),
    },
    "attn_2_10_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    522,    679,    506,    585,    606,    174,    117,   -160,   -353,   -587,   -915,  -1153),
        "0":   ( 1517,   1626,   1967,   2082,   1783,   2049,   1301,   1092,    692,    708,    443,      0,    392),
        "8":   ( 1512,   1559,   1974,   1549,   1407,   1531,    853,   1196,    681,    831,    522,    715,      0),
    },
    "attn_2_11_outputs": {
        #         "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        "<s>": (    0,    673,    364,    334,    309,    199,     36,    379,    478,    381,    278,    302,    761),
        "1":   (  834,   1198,    982,    773,    463,    382,     12,    303,      0,    210,    122,    106,    295),
        "5":   (  347,    705,    323,    385,    312,    301,      0,    410,    333,    254,    692,    414,    834),
        "9":   (    0,    536,    613,    185,    629,    741,    849,   1222,   1423,   1461,   1551,   1512,   1771),
        "10":  (    0,    303,     96,    323,    440,    398,    336,    775,    811,   1188,   1265,   1267,   1722),
    },
    "mlp_2_1_outputs": {
        #      "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        7:  ( 6795,   7704,   6141,   5599,   5003,   5680,   5414,   4586,   2925,   3214,   2485,   3342,      0),
        11: ( 3256,   3658,   1292,   1661,   1274,    938,   1026,    820,    539,    346,     29,      0,    208),
    },
    "num_mlp_2_0_outputs": {
        #     "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
        7: (    0,   1340,   3159,   2991,   2678,   2979,   3466,   3526,   3621,   4348,   5140,   6326,   7981),
    },
}
NUMBER_VOTES = {
    #                           "0"     "1"     "2"     "3"     "4"     "5"     "6"     "7"     "8"     "9"    "10"    "11"    "12"
    "ones":                  (    0, -39914, -28606, -31727, -24306, -17532, -18810, -25282, -32189, -16077, -17320, -23249, -25586),
    "num_attn_0_0_outputs":  ( 6552,   6126,   3977,   2523,   2437,   2135,   1825,   1504,   1098,    863,    658,    303,      0),
    "num_attn_0_1_outputs":  ( 3514,   1393,   1325,   2186,   2388,   2215,   1895,   1383,   1001,    720,    530,    117,      0),
    "num_attn_0_2_outputs":  ( 1269,   2128,   2971,   3461,   3647,   3695,   3666,   3533,   3204,   2321,   1359,    455,      0),
    "num_attn_0_3_outputs":  ( 4676,   7295,   7149,   6608,   5261,   4226,   3360,   2435,   1619,   1118,    555,     90,      0),
    "num_attn_0_4_outputs":  ( 5254,   2140,   1722,   1992,   2498,   3122,   2852,   1760,   1214,    844,    388,    273,      0),
    "num_attn_0_5_outputs":  ( 6550,    564,   1003,      0,      9,   1085,   1176,   1511,   1961,   2770,   4488,   3544,   3128),
    "num_attn_0_6_outputs":  (  583,   1035,   1989,   2321,   2590,   2803,   3184,   3426,   3443,   3236,   2793,   2050,      0),
    "num_attn_0_7_outputs":  ( 2271,   2762,   3218,   3030,   3010,   3129,   3077,   3097,   2921,   2069,   1456,    760,      0),
    "num_attn_0_8_outputs":  (11054,   7388,   4691,   3229,   1661,    971,   1018,   1289,   1644,   2852,   1552,    602,      0),
    "num_attn_0_9_outputs":  ( 2774,   1935,   1574,   2010,   2013,   2385,   2852,   2969,   3352,   2931,   1992,   1141,      0),
    "num_attn_0_10_outputs": ( 2514,    898,   1635,   2047,   2739,   3125,   2716,   1907,   1341,   1073,    775,    355,      0),
    "num_attn_0_11_outputs": ( 1289,   1246,   1488,   1259,   1161,   1304,   1206,    971,    909,    176,      0,    448,    868),
    "num_attn_1_0_outputs":  ( 3761,   3961,   5011,  10073,   7096,   5336,   4228,   3194,   2208,   1715,   1041,    563,      0),
    "num_attn_1_1_outputs":  ( 3178,   3149,   2940,   2594,   2312,   2021,   1656,   1285,    871,    655,    360,    149,      0),
    "num_attn_1_2_outputs":  ( 2356,   2120,   2009,   2005,   1875,   1626,   1344,   1032,    746,    544,    371,    182,      0),
    "num_attn_1_3_outputs":  ( 6016,   5666,   5083,   4478,   3734,   2942,   2407,   1736,   1319,    809,    518,    207,      0),
    "num_attn_1_4_outputs":  ( 2431,   2393,   2481,   2012,   1759,   1444,   1209,    778,    485,    342,    202,    126,      0),
    "num_attn_1_5_outputs":  ( 4504,   5111,   3082,   2764,   2331,   1802,   1310,    752,    307,    154,    313,     55,      0),
    "num_attn_1_6_outputs":  ( 7544,   7805,   7424,   6562,   5532,   4421,   3361,   2370,   1559,   1009,    610,    157,      0),
    "num_attn_1_7_outputs":  ( 3780,   4740,   5068,   4788,   4384,   3647,   2768,   2019,   1449,   1001,    670,    337,      0),
    "num_attn_1_8_outputs":  ( 3100,   2478,   2877,   4573,   7426,   5090,   4072,   2938,   1873,   1502,    917,    427,      0),
    "num_attn_1_9_outputs":  ( 2389,   2358,   2192,   1995,   1611,   1261,   1009,    758,    500,    478,    313,    114,      0),
    "num_attn_1_10_outputs": ( 2317,   2166,   1999,   1790,   1526,   1265,    960,    638,    371,    264,    197,    137,      0),
    "num_attn_1_11_outputs": ( 2424,   2694,   2851,   4060,   5012,   6470,   4541,   3552,   2322,   1794,   1132,    442,      0),
    "num_attn_2_0_outputs":  ( 3422,   3098,   2552,   2322,   1958,   1482,   1038,    761,    712,      0,    204,    493,    717),
    "num_attn_2_1_outputs":  ( 1621,   3491,   5716,   4269,   3059,   2000,   2161,   1695,   1101,   1008,    439,     83,      0),
    "num_attn_2_2_outputs":  ( 1006,   1100,   1197,   1046,    997,    845,    634,    452,    237,    171,    131,     92,      0),
    "num_attn_2_3_outputs":  ( 1830,   2080,   1804,   1780,   1457,   1992,   1046,    762,    668,    381,    330,    251,      0),
    "num_attn_2_4_outputs":  ( 5418,   6462,   4127,   3808,   2816,   2345,   1887,   1446,   1110,    821,    513,    328,      0),
    "num_attn_2_5_outputs":  ( 1969,   1594,   1701,   1217,    935,    499,    411,    445,    277,    229,    186,    127,      0),
    "num_attn_2_6_outputs":  ( 3587,   2852,   2529,   2344,   1777,   1236,    754,    444,      8,      0,    102,    192,    416),
    "num_attn_2_7_outputs":  ( 1840,   1751,   1978,   2786,   3452,   4152,   4860,   5737,   3396,   2502,   1463,    516,      0),
    "num_attn_2_8_outputs":  ( 1201,   1252,   1166,   1101,   1005,    901,    751,    514,    364,    335,    190,    130,      0),
    "num_attn_2_9_outputs":  ( 4413,   3998,   4978,   2277,   1240,   1035,    440,    472,    575,    240,    194,    112,      0),
    "num_attn_2_10_outputs": ( 1798,   1560,   1557,   1295,   1144,    923,    766,    624,    456,    314,    191,    133,      0),
    "num_attn_2_11_outputs": ( 1642,   2449,   2545,   3598,   4372,   5642,   7955,   5109,   3071,   2110,    930,      0,    410),
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
