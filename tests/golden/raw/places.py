"""places: a Transformer Program. In: up to 16 words; out: a label per word.
attn_0_0_outputs: the previous var0, else the first.
labels: the class with the most votes from var0_embeddings, attn_0_0_outputs."""

import sys

# fmt: off
VAR0_WORDS = {
    "V01": ("Anna", "Jordan", "Paris"), "V02": ("in", "at", "near"),
    "V03": ("Berlin", "Kenya"),
}
# fmt: on
VAR0 = {word: value for value, words in VAR0_WORDS.items() for word in words}


def select(keys, queries, predicate, reach="all"):
    """For each query, the positions in reach whose keys match."""
    n = len(keys)
    places = {
        "all": lambda i: range(n),
        "before": lambda i: range(i),
        "upto": lambda i: range(i + 1),
        "after": lambda i: range(i + 1, n),
    }
    return [
        [j for j in places[reach](i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values, choose="nearest", scores=None):
    """The value of the match that is chosen, or the first value; or the sum of all."""
    if choose == "sum":
        return [sum(values[j] for j in matches) for matches in attention]
    orders = {
        "nearest": lambda i, j: (j == i, abs(i - j), j),
        "first": lambda i, j: j,
        "last": lambda i, j: -j,
    }
    chosen = []
    for i, matches in enumerate(attention):
        if scores is not None:
            best = max((scores[j] for j in matches), default=0)
            matches = [j for j in matches if scores[j] == best]
        chosen.append(min(matches, key=lambda j: orders[choose](i, j), default=0))
    return [values[j] for j in chosen]


def predicate_0_0(q_position, k_position):
    return k_position == q_position - 1


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ok = ok and all(isinstance(w, str) for w in tokens)
    ends = ok and {i: w for i, w in enumerate(tokens) if w in ("<s>", "</s>")}
    if not ok or ends != {0: "<s>", len(tokens) - 1: "</s>"}:
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    var0_embeddings = [VAR0.get(w, "V00") for w in tokens]
    attn_0_0_pattern = select(positions, positions, predicate_0_0)
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
