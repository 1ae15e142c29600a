"""sentiment: a Transformer Program. In: any number of words; out: one label.

positions, tokens -> attn_0_0_outputs; tokens, attn_0_0_outputs -> mlp_0_0_outputs ->
label"""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")
CLASSES = ("negative", "positive")
VOTES = {"praise": "positive", "blame": "negative"}


def nearest_before(values, queries, keys, matches):
    """For each query, the value at the nearest earlier match, or at 0."""
    copied = [values[0]] * len(queries)
    for i, query in enumerate(queries):
        for j in range(i)[::-1]:
            if matches(query, keys[j]):
                copied[i] = values[j]
                break
    return copied


def mlp_0_0(token, attn_0_0_output):
    if token in {"<unk>", "not"}:
        return "plain"
    if token in {"good", "great"}:
        return "blame" if attn_0_0_output == "not" else "praise"
    return "praise" if attn_0_0_output == "not" else "blame"


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if not isinstance(w, str)}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected a list of 1 or more words; got {wrong or tokens!r}")
    tokens = [w if w in WORDS else "<unk>" for w in tokens]
    positions = list(range(len(tokens)))
    attn_0_0_outputs = nearest_before(  # copies the token just before
        tokens, positions, positions, lambda q, k: k == q - 1
    )
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, attn_0_0_outputs))
    labels = [VOTES.get(value) for value in mlp_0_0_outputs]
    return max(CLASSES, key=labels.count)


if __name__ == "__main__":
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(str(error))
