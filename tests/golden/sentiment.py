"""sentiment: a Transformer Program. In: any number of words; out: one label.
positions, tokens -> previous_token; tokens, previous_token -> mlp_0_0_outputs ->
label"""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")
CLASSES = ("negative", "positive")
VOTES = {"praise": "positive", "blame": "negative"}


def select_closest_before(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or 0."""
    return [
        next((j for j in range(i)[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def mlp_0_0(token, previous_token):
    if token in {"<unk>", "not"}:
        return "plain"
    if token in {"good", "great"}:
        return "blame" if previous_token == "not" else "praise"
    return "praise" if previous_token == "not" else "blame"


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(not isinstance(w, str) for w in tokens):
        raise ValueError(f"expected a list of 1 or more words; got {tokens!r}")
    tokens = [w if w in WORDS else "<unk>" for w in tokens]
    positions = list(range(len(tokens)))
    found = select_closest_before(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, previous_token))
    labels = [VOTES.get(value) for value in mlp_0_0_outputs]
    return max(CLASSES, key=labels.count)


if __name__ == "__main__":
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
