"""histogram: a Transformer Program. In: up to 8 words; out: a label per word.
num_attn_0_0_outputs: how often this token occurs."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


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


def num_predicate_0_0(q_token, k_token):
    return k_token == q_token


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    ones = [1] * len(tokens)
    num_attn_0_0_pattern = select(tokens, tokens, num_predicate_0_0)
    num_attn_0_0_outputs = aggregate(num_attn_0_0_pattern, ones, "sum")
    return ["<s>", *map(str, num_attn_0_0_outputs[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
