"""dyck1: a Transformer Program. In: any number of words; out: a label for each.
tokens, ones -> sum_3; sum_3, tokens -> copied_4; copied_4, tokens -> flag_5; flag_5
-> sum_6; sum_6, listed_7 -> number_8; listed_1, number_8 -> number_9; ones, number_9
-> sum_10; sum_10 -> number_11; number_11, tokens -> answer_12 -> labels
Found by search: right on all 32,768 inputs of the task (exhaustive); on 10,000 each
of up to 32 64 128 words (sampled)."""

import sys

LISTED_1 = {"<s>": 0, "(": 1, ")": 0}
LISTED_7 = {"<s>": 0, "(": 0, ")": 1}


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


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def mlp_answer_12(number_11, token):
    if token == "<s>":
        return "P"
    if token == "(":
        return "F" if number_11 == -1 else "P"
    return {1: "T", 2: "P"}.get(number_11, "F")


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
    ones = [1] * len(tokens)
    listed_1 = [LISTED_1[w] for w in tokens]
    # counts all earlier positions with the same token
    sum_3 = aggregate_sum(select_before(tokens, tokens, lambda q, k: k == q), ones)
    # copies the token of the last earlier position with the same sum_3
    copied_4 = aggregate(select_last_before(sum_3, sum_3, lambda q, k: k == q), tokens)
    flag_5 = [1 if a == "<s>" and b == ")" else 0 for a, b in zip(copied_4, tokens)]
    sum_6 = aggregate_sum(select_before(flag_5, flag_5, lambda q, k: True), flag_5)
    listed_7 = [LISTED_7[w] for w in tokens]
    number_8 = [a + b for a, b in zip(sum_6, listed_7)]
    number_9 = [a - b for a, b in zip(listed_1, number_8)]
    sum_10 = aggregate_sum(select_before(ones, ones, lambda q, k: True), number_9)
    number_11 = [min(max(n, -1), 2) for n in sum_10]
    answer_12 = list(map(mlp_answer_12, number_11, tokens))
    return ["<s>", *answer_12[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
