"""next_larger: a Transformer Program. In: any number of words; out: a label for each.
tokens -> copied_1; copied_1 -> answer_2 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3")
TOKEN_RANK = {"<s>": 0, "0": 1, "1": 2, "2": 3, "3": 4}


def select_first_after(keys, queries, predicate):
    """For each query, the position of its first match after its position, or 0."""
    return [
        next((j for j in range(i + 1, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


ANSWER_2 = {"<s>": "none", "2": "2", "3": "3"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    # copies the token of the first later position with a larger token
    copied_1 = aggregate(
        select_first_after(tokens, tokens, lambda q, k: TOKEN_RANK[k] > TOKEN_RANK[q]),
        tokens,
    )
    answer_2 = [ANSWER_2.get(value, "1") for value in copied_1]
    return ["<s>", *answer_2[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
