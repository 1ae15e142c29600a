"""sentiment: a Transformer Program. In: any number of words; out: one label.
previous_token: the previous token, else the first.
kind: 'plain' if token is '<unk>' or 'not'; 'blame' if token is 'good' or 'great'
    and previous_token is 'not'; 'praise' if token is 'good' or 'great'; 'praise' if
    previous_token is 'not'; else 'blame'.
label: the class with the most votes from kind."""

import sys

WORDS = ("<unk>", "not", "good", "great", "bad", "dull")
CLASSES = ("negative", "positive")
VOTES = {"praise": "positive", "blame": "negative"}


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
    previous_token = [tokens[0], *tokens[:-1]]
    kind = list(map(mlp_0_0, tokens, previous_token))
    labels = [VOTES.get(value) for value in kind]
    return max(CLASSES, key=labels.count)


if __name__ == "__main__":
    try:
        print(run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
