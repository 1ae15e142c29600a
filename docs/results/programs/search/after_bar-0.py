"""after_bar: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; tokens, positions -> found_3; found_2, found_3, tokens
-> copied_4; copied_4 -> answer_5 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "|")
TOKEN_RANK = {"<s>": 0, "a": 1, "b": 2, "c": 3, "|": 4}


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


def select_first_before(keys, queries, predicate):
    """For each query, the position of its first match before its position, or 0."""
    return [
        next((j for j in range(i) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


ANSWER_5 = {"<s>": "none", "a": "a", "b": "b", "c": "c", "|": "|"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found_2 = aggregate(  # copies the position where token is largest of what matches
        select_best_first(
            tokens,
            tokens,
            lambda q, k: TOKEN_RANK[k] >= TOKEN_RANK[q],
            lambda q, k: TOKEN_RANK[k],
        ),
        positions,
    )
    found_3 = aggregate(  # copies the position of the first earlier token "|"
        select_first_before(tokens, tokens, lambda q, k: k == "|"), positions
    )
    # copies the token of the first position whose found_3 is its found_2
    copied_4 = aggregate(select_first(found_3, found_2, lambda q, k: k == q), tokens)
    answer_5 = [ANSWER_5[value] for value in copied_4]
    return ["<s>", *answer_5[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
