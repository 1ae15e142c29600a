"""induction: a Transformer Program. In: any number of words; out: a label for each.
tokens, positions -> found_2; found_2, positions, tokens -> copied_3; copied_3 ->
answer_4 -> labels
Found by search: right on all 66,880 inputs of the task (exhaustive); on 10,000 each
of up to 20 40 80 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")


def select_first(keys, queries, predicate):
    """For each query, the position of its first match up to its position, or 0."""
    return [
        next((j for j in range(i + 1) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


ANSWER_4 = {"<s>": "unk", "1": "1", "2": "2", "3": "3"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the position of the first earlier position with the same token
    found_2 = aggregate(select_first(tokens, tokens, lambda q, k: k == q), positions)
    copied_3 = aggregate(  # copies the token at position found_2 + 1
        select_first(positions, found_2, lambda q, k: k == q + 1), tokens
    )
    answer_4 = [ANSWER_4.get(value, "0") for value in copied_3]
    return ["<s>", *answer_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
