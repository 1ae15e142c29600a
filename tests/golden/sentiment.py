"""sentiment: a Transformer Program. In: any number of words; out: one label."""

import sys

UNKNOWN = "<unk>"
WORDS = {"<unk>", "not", "good", "great", "bad", "dull"}


def select_closest(keys, queries, predicate):
    """For each query, the nearest match before its position, else 0."""
    chosen = [0] * len(queries)
    for i, query in enumerate(queries):
        for j in reversed(range(i)):
            if predicate(query, keys[j]):
                chosen[i] = j
                break
    return chosen


def aggregate(attention, values):
    """The value at the position that each query attends to."""
    return [values[j] for j in attention]


def predicate_0_0(q_position, k_position):
    return k_position == q_position - 1


def mlp_0_0(token, attn_0_0_output):
    if token in {"<unk>", "not"}:
        return "plain"
    if token in {"good", "great"}:
        if attn_0_0_output == "not":
            return "blame"
        return "praise"
    if attn_0_0_output == "not":
        return "praise"
    return "blame"


def run(tokens):
    """One label for the whole input. Each step of the program is a local variable."""
    tokens = check(tokens)
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select_closest(positions, positions, predicate_0_0)
    attn_0_0_outputs = aggregate(attn_0_0_pattern, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, attn_0_0_outputs))
    return classify(locals())


# fmt: off
CLASSES = ("negative", "positive")
VOTES = {
    "mlp_0_0_outputs": {
        #          "negative"  "positive"
        "plain":  (         0,          0),
        "praise": (         0,          1),
        "blame":  (         1,          0),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes over all positions, the first of equals."""
    votes = [
        [table[value] for value in variables[name]] for name, table in VOTES.items()
    ]
    rows = [row for column in votes for row in column]
    scores = [sum(column) for column in zip(*rows)]
    return CLASSES[scores.index(max(scores))]


def check(tokens):
    """The words of an input, or a ValueError that says what is wrong with it."""
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"an input is a list of words, got {tokens!r}")
    if len(tokens) == 0:
        raise ValueError("the input is empty: a program needs at least one word")
    return [token if token in WORDS else UNKNOWN for token in tokens]


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(f'usage: python {sys.argv[0]} "word word ..."', file=sys.stderr)
        sys.exit(2)
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
