"""dyck2: a Transformer Program. In: up to 16 words; out: a label per word.
previous_token: the previous token, else the first.
found_kind_4_or_13: the kind of the nearest other position so far where kind is 4 if
    this position is 3; else where kind is 13, else this one, else the first.
labels: the class with the most votes from found_kind_4_or_13."""

import sys

WORDS = ("(", ")", "{", "}")
VOTES = {13: "F"}


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


def mlp_0_0(token, previous_token):
    if token == ")":
        return {"<s>": 7, "(": 0, "{": 13}.get(previous_token, 4)
    if token == "{":
        return {")": 4, "}": 0}.get(previous_token, 7)
    if token == "}":
        return {"<s>": 7, "(": 13, "{": 0}.get(previous_token, 4)
    return 0 if previous_token in {")", "}"} else 7


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    previous_token = [tokens[0], *tokens[:-1]]
    kind = list(map(mlp_0_0, tokens, previous_token))
    found_kind_4_or_13 = [
        kind[find(kind, 4 if i == 3 else 13, range(i + 1))] for i in positions
    ]
    labels = [VOTES.get(value, "ok") for value in found_kind_4_or_13]
    return ["<s>", *labels[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
