"""dyck2: a Transformer Program. In: any number of words; out: a label for each.
listed_1 -> number_3; number_3 -> sum_4; sum_4, tokens -> copied_6; copied_6, tokens
-> flag_7; flag_7 -> sum_8; number_3 -> sum_9; sum_8 -> flag_10; sum_9 -> number_11;
flag_10, number_11 -> answer_12 -> labels
Found by search: right on 20,000 inputs of the task (sampled); on 10,000 each of up
to 32 64 128 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "(": 1, ")": 0, "{": 1, "}": 0}


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_last_before(keys, queries, predicate):
    """For each query, the position of its last match before its position, or 0."""
    return [
        next((j for j in range(i)[::-1] if predicate(query, keys[j])), 0)
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


def mlp_flag_7(copied_6, token):
    key = (copied_6, token)
    if key in {("<s>", ")"), ("<s>", "}"), ("(", "}"), ("{", ")")}:
        return 1
    return 0


def mlp_answer_12(flag_10, number_11):
    if flag_10 == 0:
        return "T" if number_11 == -1 else "P"
    return "F"


def run(tokens):
    wrong = {
        i: w
        for i, w in enumerate(tokens)
        if not isinstance(w, str) or w not in LISTED_1 or (w == "<s>") != (i == 0)
    }
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(
            f"expected <s>, any number of known words; got {wrong or tokens!r}"
        )
    listed_1 = [LISTED_1[w] for w in tokens]
    number_3 = [-1 if n == 0 else 1 for n in listed_1]
    sum_4 = aggregate_sum(
        select_before(number_3, number_3, lambda q, k: True), number_3
    )
    copied_6 = aggregate(
        select_last_before(sum_4, sum_4, lambda q, k: k == q - 1), tokens
    )
    flag_7 = list(map(mlp_flag_7, copied_6, tokens))
    sum_8 = aggregate_sum(select(flag_7, flag_7, lambda q, k: True), flag_7)
    sum_9 = aggregate_sum(select(number_3, number_3, lambda q, k: True), number_3)
    flag_10 = [min(n, 1) for n in sum_8]
    number_11 = [min(max(n, -1), 0) for n in sum_9]
    answer_12 = list(map(mlp_answer_12, flag_10, number_11))
    return ["<s>", *answer_12[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
