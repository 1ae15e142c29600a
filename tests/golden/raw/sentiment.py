"""sentiment: a Transformer Program. In: any number of words; out: one label.
attn_0_0_outputs: the previous token, else the first.
label: the class with the most votes from mlp_0_0_outputs."""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")


def select_closest_before(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or 0."""
    return [
        next((j for j in range(i)[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


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
    attn_0_0_pattern = select_closest_before(positions, positions, predicate_0_0)
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
