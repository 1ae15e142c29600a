"""dyck2: a Transformer Program. In: up to 16 words; out: a label per word.
token_before: the token just before.
mlp_0_0: looked up from token and token_before.
attn_1_2: the mlp_0_0 of the nearest position so far whose mlp_0_0 is selected by
    this position.
labels: the class with the most votes from attn_1_2."""

import sys

WORDS = ("(", ")", "{", "}")
VOTES = {13: "F"}


def table_0_0(token, token_before):
    key = (token, token_before)
    if key in {("(", ")"), ("(", "}"), (")", "("), ("{", "}"), ("}", "{")}:
        return 0
    if key in {(")", ")"), (")", "}"), ("{", ")"), ("}", ")"), ("}", "}")}:
        return 4
    if key in {(")", "{"), ("}", "(")}:
        return 13
    return 7


KEYS_1_2 = {3: 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    token_before = [tokens[0], *tokens[:-1]]
    mlp_0_0 = list(map(table_0_0, tokens, token_before))
    attn_1_2 = [
        mlp_0_0[next((j for j in range(i + 1) if mlp_0_0[j] == KEYS_1_2.get(i, 13)), 0)]
        for i in positions
    ]
    return ["<s>", *(VOTES.get(value, "ok") for value in attn_1_2[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
