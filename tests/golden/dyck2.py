"""dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
positions, tokens -> previous_token; tokens, previous_token -> mlp_0_0_outputs;
positions, mlp_0_0_outputs -> attn_1_2_outputs -> labels"""

import sys

WORDS = ("(", ")", "{", "}")
VOTES = {13: "F"}


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def mlp_0_0(token, previous_token):
    key = (token, previous_token)
    if key in {("(", ")"), ("(", "}"), (")", "("), ("{", "}"), ("}", "{")}:
        return 0
    if key in {(")", ")"), (")", "}"), ("{", ")"), ("}", ")"), ("}", "}")}:
        return 4
    if key in {(")", "{"), ("}", "(")}:
        return 13
    return 7


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, previous_token))
    found = select_closest(
        mlp_0_0_outputs, positions, lambda q, k: k == (4 if q == 3 else 13)
    )
    attn_1_2_outputs = aggregate(found, mlp_0_0_outputs)
    return ["<s>", *(VOTES.get(value, "ok") for value in attn_1_2_outputs[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
