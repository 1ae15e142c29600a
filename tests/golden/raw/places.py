"""places: a Transformer Program. In: up to 16 words; out: a label per word.
attn_0_0_outputs: the previous var0, else the first.
labels: the class with the most votes from var0_embeddings, attn_0_0_outputs."""

import sys
from functools import lru_cache

VAR0_WORDS = {
    "V01": ("Anna", "Jordan", "Paris"),
    "V02": ("in", "at", "near"),
    "V03": ("Berlin", "Kenya"),
}

VAR0 = {word: value for value, words in VAR0_WORDS.items() for word in words}


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


def predicate_0_0(q_position, k_position):
    return k_position == q_position - 1


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ok = ok and all(isinstance(w, str) for w in tokens)
    ends = ok and {i: w for i, w in enumerate(tokens) if w in ("<s>", "</s>")}
    if not ok or ends != {0: "<s>", len(tokens) - 1: "</s>"}:
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    var0_embeddings = [VAR0.get(w, "V00") for w in tokens]
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select_closest(positions, positions, predicate_0_0)
    attn_0_0_outputs = aggregate(attn_0_0_pattern, var0_embeddings)
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("O", "PER", "LOC")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "var0_embeddings": {
        #       "O"  "PER"  "LOC"
        "V00": (  4,     0,     0),
        "V01": (  0,     3,     2),
        "V02": (  4,     0,     0),
        "V03": (  0,     0,     4),
    },
    "attn_0_0_outputs": {
        #       "O"  "PER"  "LOC"
        "V02": (  0,     0,     2),
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
