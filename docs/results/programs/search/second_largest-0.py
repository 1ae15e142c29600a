"""second_largest: a Transformer Program. In: any number of words; out: a label for each.
tokens, tokens_by_5 -> attn_0_1_outputs_by_5; attn_0_1_outputs_by_5, tokens_by_1 ->
number_4; number_4 -> found_5; found_5 -> answer_7 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}
TOKENS_BY_5 = {"<s>": 0, "0": 5, "1": 10, "2": 15, "3": 20}
TOKENS_BY_1 = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def select_best_first(keys, queries, predicate, score):
    """Each query's best match, of equals the first match, or 0."""
    return [
        max(
            (j for j in range(len(keys)) if predicate(query, keys[j])),
            key=lambda j: score(query, keys[j]),
            default=0,
        )
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


ANSWER_7 = {2: "1", 3: "2", 4: "3", 13: "1", 14: "1", 19: "2"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in TOKENS_BY_5 or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    tokens_by_5 = [TOKENS_BY_5[w] for w in tokens]
    found = select_best_first(
        tokens,
        tokens,
        lambda q, k: TOKEN_RANK[k] < TOKEN_RANK[q],
        lambda q, k: TOKEN_RANK[k],
    )
    attn_0_1_outputs_by_5 = aggregate(found, tokens_by_5)
    tokens_by_1 = [TOKENS_BY_1[w] for w in tokens]
    number_4 = [a + b for a, b in zip(attn_0_1_outputs_by_5, tokens_by_1)]
    # copies the number_4 where number_4 is largest of what matches
    found = select_best_first(number_4, number_4, lambda q, k: k >= q, lambda q, k: k)
    found_5 = aggregate(found, number_4)
    answer_7 = [ANSWER_7.get(n, "0") for n in found_5]
    return ["<s>", *answer_7[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
