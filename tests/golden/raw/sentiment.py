"""sentiment: a Transformer Program. In: any number of words; out: one label.
attn_0_0_outputs: the previous token, else the first.
label: the class with the most votes from mlp_0_0_outputs."""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")


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


def mlp_0_0(token, attn_0_0_output):
    if token in {"<unk>", "not"}:
        return "plain"
    if token in {"good", "great"}:
        return "blame" if attn_0_0_output == "not" else "praise"
    return "praise" if attn_0_0_output == "not" else "blame"


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(not isinstance(w, str) for w in tokens):
        raise ValueError(f"expected a list of 1 or more words; got {tokens!r}")
    tokens = [w if w in WORDS else "<unk>" for w in tokens]
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select(positions, positions, predicate_0_0, "before")
    attn_0_0_outputs = aggregate(attn_0_0_pattern, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, attn_0_0_outputs))
    return classify(locals())


# fmt: off
CLASSES = ("negative", "positive")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "mlp_0_0_outputs": {
        #          "negative"  "positive"
        "praise": (         0,          1),
        "blame":  (         1,          0),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes over all positions, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    rows = [row for column in votes for row in column]
    scores = [sum(column) for column in zip(*rows)]
    return CLASSES[scores.index(max(scores))]


if __name__ == "__main__":
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
