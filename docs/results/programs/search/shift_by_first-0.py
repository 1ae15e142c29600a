"""shift_by_first: a Transformer Program. In: any number of words; out: a label for each.
positions, numbers -> found_2; positions, found_2 -> number_3; number_3, positions,
tokens -> copied_5; copied_5 -> answer_6 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

NUMBER = {"<s>": 0, "0": 0, "1": 1, "2": 2, "3": 3}


def select_first(keys, queries, predicate):
    """For each query, the position of its first match, or 0."""
    return [
        next((j for j in range(len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


ANSWER_6 = {"<s>": "none", "0": "0", "1": "1", "2": "2", "3": "3"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(
        not isinstance(w, str) or w not in NUMBER or (w == "<s>") != (i == 0)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    numbers = [NUMBER[w] for w in tokens]
    found = select_first(positions, positions, lambda q, k: k == 1)
    found_2 = aggregate(found, numbers)  # copies the number at position 1
    number_3 = [a + b for a, b in zip(positions, found_2)]
    found = select_first(positions, number_3, lambda q, k: k == q)
    copied_5 = aggregate(found, tokens)  # copies the token at position number_3
    answer_6 = [ANSWER_6[value] for value in copied_5]
    return ["<s>", *answer_6[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
