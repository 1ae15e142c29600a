"""sentiment: a Transformer Program. In: any number of words; out: one label.
token_before: the token just before.
mlp_0_0: looked up from token and token_before.
label: the class with the most votes from mlp_0_0."""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")
CLASSES = ("negative", "positive")
VOTES = {"praise": "positive", "blame": "negative"}


def table_0_0(token, token_before):
    if token in {"<unk>", "not"}:
        return "plain"
    if token in {"good", "great"}:
        return "blame" if token_before == "not" else "praise"
    return "praise" if token_before == "not" else "blame"


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(not isinstance(w, str) for w in tokens):
        raise ValueError(f"expected a list of 1 or more words; got {tokens!r}")
    tokens = [w if w in WORDS else "<unk>" for w in tokens]
    token_before = [tokens[0], *tokens[:-1]]
    mlp_0_0 = list(map(table_0_0, tokens, token_before))
    labels = [VOTES.get(value) for value in mlp_0_0]
    return max(CLASSES, key=labels.count)


if __name__ == "__main__":
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
